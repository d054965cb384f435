//! The answers behind the playground: a page on which one drags moving bodies.
//!
//! The page passes a scene as numbers ([`scene`]), and gets numbers back: all that it shows about photofinish
//! ([`examine()`]), the distances of two bodies ([`gaps`]), and what the sweep and the cast of parry say ([`contend()`]).
//! Texts would need a parser, which is larger than all that it passes.

mod contend;
mod examine;
pub mod scene;

pub use contend::{Contender, contend};
pub use examine::{examine, gaps};

use std::cell::RefCell;

thread_local! {
    /// The scene before a call, and the answer after it.
    static NUMBERS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    /// Why there is no answer.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for so many numbers, and returns their place.
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn room(count: usize) -> *mut f64 {
    NUMBERS.with_borrow_mut(|numbers| {
        numbers.clear();
        numbers.resize(count, 0.0);
        numbers.as_mut_ptr()
    })
}

/// Returns the place of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *const f64 {
    NUMBERS.with_borrow(|numbers| numbers.as_ptr())
}

/// Returns the place of the text that says why there is no answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Returns the length of that text.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    TEXT.with_borrow(String::len)
}

/// Answers with [`examine()`], and returns how many numbers that is.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn examine_scene() -> usize {
    exchange(examine)
}

/// Answers with [`gaps`], and returns how many numbers that is.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn measure_gaps() -> usize {
    exchange(gaps)
}

/// Builds the shapes of the contenders with [`contend()`]: what traps here is no contender's fault.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn build_shapes() -> usize {
    exchange(|numbers| contend(Contender::Shapes, numbers))
}

/// Answers with [`contend()`] of the sweep, and returns how many numbers that is.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn ask_sweep() -> usize {
    exchange(|numbers| contend(Contender::Sweep, numbers))
}

/// Answers with [`contend()`] of the cast, and returns how many numbers that is.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn ask_cast() -> usize {
    exchange(|numbers| contend(Contender::Cast, numbers))
}

/// Replaces the numbers by the answer about them: none if there is only a text.
fn exchange(answer: fn(&[f64]) -> Result<Vec<f64>, String>) -> usize {
    let answered = answer(&NUMBERS.take());
    TEXT.set(answered.as_ref().err().cloned().unwrap_or_default());
    let answer = answered.unwrap_or_default();
    let count = answer.len();
    NUMBERS.set(answer);
    count
}
