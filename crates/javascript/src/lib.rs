//! photofinish for JavaScript.
//!
//! A question is a text of JSON, and so is its answer: see [`answer`]. Numbers keep all their bits on the way. The
//! exports of WebAssembly pass one text in and one out, in a buffer of this module.
//!
//! The ES module beside this crate, in the folder `npm`, has functions and types for all this.

mod body;
mod exchange;
mod question;

pub use exchange::exchange;
pub use question::answer;

/// Answers the question in the buffer, and returns the length of the answer: see [`exchange()`].
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> isize {
    exchange(answer)
}
