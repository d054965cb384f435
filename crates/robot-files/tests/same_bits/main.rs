//! Checks answers for robots bit by bit, as `tests/same_bits` of `photofinish` does for pairs of bodies.

#[path = "../../../../tests/same_bits/bits.rs"]
mod bits;
#[path = "../../../../tests/same_bits/dice.rs"]
mod dice;
mod robots;
#[path = "../../../../tests/same_bits/table.rs"]
mod table;

use table::Table;

const TABLE: Table = Table {
    text: include_str!("table.txt"),
    path: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/same_bits/table.txt"),
};

#[test]
fn answers_are_the_same_bits_on_every_machine() {
    let mut rows = Vec::new();
    robots::rows(&mut rows);
    TABLE.check(&rows);
}

#[test]
fn no_two_rows_are_the_same() {
    TABLE.check_rows_differ();
}
