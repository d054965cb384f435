//! Passes bytes into a module of WebAssembly, and bytes or a text out. `npm/wire.js` is the other side.
//!
//! The crate `photofinish-playground` has this file too. Both export [`room`] and [`answered`], so that no program can
//! link both.

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

/// Replaces the question by what the function answers, and returns its length. An error takes the place of the answer:
/// the bits of its length are inverted, so that the number is below 0 even where the error is empty.
pub fn exchange(answer: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>) -> isize {
    let question = BYTES.take();
    let answer = answer(&question);
    let is_error = answer.is_err();
    let bytes = answer.unwrap_or_else(String::into_bytes);
    let length = bytes.len() as isize;
    BYTES.set(bytes);
    if is_error { !length } else { length }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_error_is_no_answer() {
        assert_eq!(exchange(|_| Ok(Vec::new())), 0);
        assert_eq!(exchange(|_| Err(String::new())), -1);
        assert_eq!(exchange(|_| Err("no".into())), -3);
    }
}
