//! The rows of the table.

use crate::bits::Row;
use crate::table::Table;
use crate::{crowd, hulls, motions, queries, resting};

pub const TABLE: Table = Table {
    text: include_str!("table.txt"),
    path: concat!(env!("CARGO_MANIFEST_DIR"), "/same_bits/table.txt"),
};

/// Answers all questions.
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    queries::rows(&mut rows);
    resting::rows(&mut rows);
    hulls::rows(&mut rows);
    motions::rows(&mut rows);
    crowd::rows(&mut rows);
    rows
}
