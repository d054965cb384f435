//! Passes bytes into a module of WebAssembly, and bytes or a text out. `npm/wire.js` is the other side.
//!
//! The crate `photofinish-playground` has this file too.

use std::cell::RefCell;

thread_local! {
    /// The question before a call, and the answer after it.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of this length, and returns its place.
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Returns the place of the answer.
#[allow(unsafe_code)] // as above
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    BYTES.with_borrow(|bytes| bytes.as_ptr())
}

/// Replaces the question by what the function answers, and returns its length. An error takes the place of the answer,
/// and its length is below 0.
pub fn exchange(answer: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>) -> isize {
    let question = BYTES.take();
    let (bytes, sign) = match answer(&question) {
        Ok(answer) => (answer, 1),
        Err(error) => (error.into_bytes(), -1),
    };
    let length = bytes.len() as isize;
    BYTES.set(bytes);
    sign * length
}
