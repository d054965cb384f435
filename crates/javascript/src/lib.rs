//! photofinish for JavaScript.
//!
//! A question is a text of JSON, and so is its answer: see [`answer`]. Numbers keep all their bits on the way. The
//! exports of WebAssembly pass one text in and one out, in a buffer of this module.
//!
//! The ES module beside this crate, in the folder `npm`, has functions and types for all this.

mod body;
mod question;

pub use question::answer;

use std::cell::RefCell;

thread_local! {
    /// The question before a call, and the answer after it.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of this length, and returns its place.
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Returns the place of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Answers the question in the buffer, and returns the length of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    exchange(answer)
}

/// Replaces the question in the buffer by what the function answers, and returns the length of the answer.
pub fn exchange(answer: impl FnOnce(&str) -> String) -> usize {
    let question = TEXT.take();
    let answer = match std::str::from_utf8(&question) {
        Ok(question) => answer(question),
        Err(error) => question::failed(&error.to_string()),
    };
    let length = answer.len();
    TEXT.set(answer.into_bytes());
    length
}
