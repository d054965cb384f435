//! photofinish and other libraries, asked the same questions about the same bodies in one process.
//!
//! Of bodies at rest, here; of [`moving`] ones; and of bodies that move a little between questions, [`tracking`].
//!
//! Reading order: [`scenes`], what is asked; [`contender`], who answers, and in which terms; [`truth`], what is right;
//! [`verdict`], what counts as wrong; [`watch`], how a query that never ends is survived; [`table`], what is printed.

mod concrete;
pub mod contender;
pub mod moving;
pub mod scenes;
pub mod table;
pub mod tracking;
pub mod truth;
pub mod verdict;
pub mod watch;

/// The tests' independent distance and depth, in `f64`, which share neither code nor method with any contender.
pub use photofinish_oracle as oracle;

/// Panics unless Box3D was compiled without its internal assertions, as the flags in `.cargo/config.toml` ask: else its
/// times are not its own.
pub fn assert_that_peers_are_optimised() {
    let flags = option_env!("CFLAGS").unwrap_or_default();
    assert!(
        flags.contains("-DNDEBUG") && flags.contains("-O3"),
        "Box3D must be compiled with -O3 -DNDEBUG, but CFLAGS is {flags:?}: build inside the workspace, without CFLAGS of your own"
    );
}
