//! Asks photofinish and other libraries the same questions about the same bodies in one process.
//!
//! The modules here are about bodies at rest. [`moving`] is about moving bodies, [`mixed`] about a stream of them,
//! [`tracking`] about bodies that move a little between questions, and [`multi_body`] about many of these in a cube.
//!
//! Reading order: [`scenes`] draws the cases, [`contender`] defines who answers and in which form, [`truth`] finds the
//! right answer, [`verdict`] judges answers, [`watch`] stops waiting for queries that never end, and [`table`] prints
//! the results.

mod concrete;
pub mod contender;
pub mod mixed;
pub mod moving;
pub mod multi_body;
pub mod pile;
pub mod scenes;
pub mod table;
pub mod tracking;
pub mod truth;
pub mod verdict;
pub mod watch;

/// The independent distance and depth of the tests, in `f64`. They share neither code nor method with any contender.
pub use photofinish_oracle as oracle;

/// Panics unless Box3D was compiled without its internal assertions, which would slow it down. The flags in
/// `.cargo/config.toml` turn them off.
pub fn assert_that_peers_are_optimised() {
    let flags = option_env!("CFLAGS").unwrap_or_default();
    assert!(
        flags.contains("-DNDEBUG") && flags.contains("-O3"),
        "Box3D must be compiled with -O3 -DNDEBUG, but CFLAGS is {flags:?}: build inside the workspace, without CFLAGS of your own"
    );
}
