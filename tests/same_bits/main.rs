//! Answers bit by bit: a table of hashes that every machine must reproduce, in every build.
//!
//! Each row of `table.txt` is the hash of a few hundred answers of one family. Their inputs come from sums, products and
//! roots of integers alone, so that they are the same everywhere too. Whoever changes a row changes answers, if only in the
//! last bit: say so in the changelog, and write the table anew with
//!
//! ```text
//! RENEW=1 cargo test --all-features --test same_bits
//! ```
//!
//! The same test runs on other machines, 32-bit ones among them: `wasi.mjs` tells how.

mod bits;
mod bodies;
mod dice;
mod hulls;
mod motions;
mod queries;
mod resting;
#[cfg(feature = "robot")]
mod robots;

use std::fmt::Write;

use bits::Row;

const TABLE: &str = include_str!("table.txt");
const HEAD: &str = "\
# Hashes of answers, one row a family. Written by `RENEW=1 cargo test --all-features --test same_bits`.
";

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    queries::rows(&mut rows);
    resting::rows(&mut rows);
    hulls::rows(&mut rows);
    motions::rows(&mut rows);
    #[cfg(feature = "robot")]
    robots::rows(&mut rows);
    rows
}

/// The hashes of the table, by name.
fn table() -> Vec<(&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split_once("  ").expect("a hash, two spaces, a name"))
        .map(|(hash, name)| (name, hash))
        .collect()
}

/// Writes the table.
fn renew(rows: &[Row]) {
    let has_robots = rows.iter().any(|row| row.name.starts_with("robot"));
    assert!(
        has_robots,
        "the table has rows of robots: renew it with --all-features"
    );
    let mut text = HEAD.to_owned();
    for row in rows {
        writeln!(text, "{}  {}", row.hash(), row.name).expect("memory");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/same_bits/table.txt");
    std::fs::write(path, text).expect("the table can be written");
}

#[test]
fn answers_are_the_same_bits_on_every_machine() {
    let rows = rows();
    if std::env::var_os("RENEW").is_some() {
        return renew(&rows);
    }
    let table = table();
    let mut other = String::new();
    for row in &rows {
        let committed = table.iter().find(|(name, _)| *name == row.name);
        let committed = committed.map_or("no row", |(_, hash)| hash);
        if committed != row.hash() {
            let (name, hash) = (&row.name, row.hash());
            writeln!(other, "{name}: {hash}, in the table {committed}").expect("memory");
        }
    }
    let missing = |(name, _): &&(&str, &str)| {
        let is_here = cfg!(feature = "robot") || !name.starts_with("robot");
        is_here && !rows.iter().any(|row| row.name == *name)
    };
    for (name, _) in table.iter().filter(missing) {
        writeln!(other, "{name}: in the table only").expect("memory");
    }
    assert!(other.is_empty(), "other bits than in table.txt:\n{other}");
}

/// A hash that does not tell answers apart would notice nothing.
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

/// Rows that hash the same thing, such as an error for each case, would notice nothing either.
#[test]
fn no_two_rows_are_the_same() {
    let mut hashes: Vec<_> = table().into_iter().map(|(_, hash)| hash).collect();
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}
