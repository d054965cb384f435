//! Compares answers bit by bit with the table of `tests/same_bits`, as a module of WebAssembly.

#![allow(missing_docs, dead_code)] // the modules belong to that test

#[path = "../../../tests/same_bits/bits.rs"]
mod bits;
#[path = "../../../tests/same_bits/bodies.rs"]
mod bodies;
#[path = "../../../tests/same_bits/crowd.rs"]
mod crowd;
#[path = "../../../tests/same_bits/dice.rs"]
mod dice;
#[path = "../../../tests/same_bits/everywhere.rs"]
mod everywhere;
#[path = "../../../tests/same_bits/hulls.rs"]
mod hulls;
#[path = "../../../tests/same_bits/motions.rs"]
mod motions;
#[path = "../../../tests/same_bits/queries.rs"]
mod queries;
#[path = "../../../tests/same_bits/resting.rs"]
mod resting;
#[path = "../../../tests/same_bits/rows.rs"]
mod rows;
#[path = "../../../tests/same_bits/table.rs"]
mod table;
#[path = "../../../tests/same_bits/turn.rs"]
mod turn;

use photofinish_javascript::exchange;

/// Writes an array of two texts: how many rows there are, and in which they differ.
#[allow(unsafe_code)] // the attribute: another function of this name would be confused with it
#[unsafe(no_mangle)]
pub extern "C" fn compare() -> isize {
    exchange(|_| {
        let rows = rows::all();
        let texts = format!("[{}, {:?}]", rows.len(), rows::TABLE.differences(&rows));
        Ok(texts.into_bytes())
    })
}
