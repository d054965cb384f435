//! The answers behind the playground: a page on which one drags moving bodies.
//!
//! The page passes a scene as numbers ([`scene`]), and gets numbers back: all that it shows about photofinish
//! ([`examine()`]), the distances of two bodies ([`gaps`]), and what the sweep and the cast of parry say ([`contend()`]).
//! Texts would need a parser, which is larger than all that it passes.

mod contend;
mod examine;
#[path = "../../javascript/src/exchange.rs"]
mod exchange;
pub mod scene;

pub use contend::{Contender, contend};
pub use examine::{examine, gaps};

/// Answers with [`examine()`], and returns the length of the answer.
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn examine_scene() -> isize {
    exchange(examine)
}

/// Answers with [`gaps`], and returns the length of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn measure_gaps() -> isize {
    exchange(gaps)
}

/// Builds the shapes of the contenders with [`contend()`]: what traps here is no contender's fault.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn build_shapes() -> isize {
    exchange(|numbers| contend(Contender::Shapes, numbers))
}

/// Answers with [`contend()`] of the sweep, and returns the length of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn ask_sweep() -> isize {
    exchange(|numbers| contend(Contender::Sweep, numbers))
}

/// Answers with [`contend()`] of the cast, and returns the length of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn ask_cast() -> isize {
    exchange(|numbers| contend(Contender::Cast, numbers))
}

/// Replaces the numbers in the buffer by the answer about them, and returns its length: see [`exchange::exchange()`].
fn exchange(answer: fn(&[f64]) -> Result<Vec<f64>, String>) -> isize {
    exchange::exchange(|bytes| Ok(bytes_of(&answer(&numbers_of(bytes)?)?)))
}

/// Reads numbers, of which the least byte is first. A number that is cut off is an error.
pub fn numbers_of(bytes: &[u8]) -> Result<Vec<f64>, String> {
    let (numbers, []) = bytes.as_chunks() else {
        return Err("a number has 8 bytes".into());
    };
    Ok(numbers.iter().copied().map(f64::from_le_bytes).collect())
}

/// Writes numbers, the least byte first.
pub fn bytes_of(numbers: &[f64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}
