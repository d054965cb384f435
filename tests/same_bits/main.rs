//! Answers bit by bit: a table of hashes that every machine must reproduce, in every build.
//!
//! Each row of `table.txt` is the hash of dozens to hundreds of answers of one family. Their inputs are computed only
//! from sums, products and roots of integers, so they are the same everywhere too. A change of a row is a change of
//! answers, even if only in the last bit. If you change one, say so in the changelog, and write the table again with
//!
//! ```text
//! RENEW=1 cargo test -p photofinish-tests -p photofinish-robot-files --test same_bits
//! ```
//!
//! This test also runs on other machines, such as 32-bit ones: `wasi.mjs` explains how. The example `same_bits` of
//! `crates/javascript` compares the same rows where there is no operating system.

mod bits;
mod bodies;
mod crowd;
mod dice;
mod everywhere;
mod hulls;
mod motions;
mod queries;
mod resting;
mod rows;
mod table;
mod turn;

use bits::Row;
use rows::TABLE;

#[test]
fn answers_are_the_same_bits_on_every_machine() {
    TABLE.check(&rows::all());
}

#[test]
fn no_two_rows_are_the_same() {
    TABLE.check_rows_differ();
}

/// If the hash could not tell answers apart, no other test here would notice anything.
#[test]
fn a_last_bit_changes_a_hash() {
    let of = |number: f64| {
        let mut row = Row::new("a row".to_owned());
        row.add(&[number, 1.0]);
        row.hash()
    };
    let next = f64::from_bits(0.1f64.to_bits() + 1);
    assert_ne!(of(0.1), of(next));
    assert_ne!(of(0.0), of(-0.0));
    assert_eq!(of(0.1), of(0.1));
}
