//! Holds rows against a table, or writes it anew.

use std::fmt::Write;

use super::bits::Row;

const HEAD: &str = "\
# Hashes of answers, one row a family. Written by running its test with RENEW=1.
";

/// A table of hashes: its text, and the file that this is from.
pub struct Table {
    pub text: &'static str,
    pub path: &'static str,
}

impl Table {
    /// The hashes by name.
    fn rows(&self) -> Vec<(&'static str, &'static str)> {
        let rows = self.text.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| row.split_once("  ").expect("a hash, two spaces, a name"))
            .map(|(hash, name)| (name, hash))
            .collect()
    }

    /// Panics unless the rows are those of the table, bit by bit. With `RENEW` in the environment it writes the table.
    pub fn check(&self, rows: &[Row]) {
        if std::env::var_os("RENEW").is_some() {
            let mut text = HEAD.to_owned();
            for row in rows {
                writeln!(text, "{}  {}", row.hash(), row.name).expect("memory");
            }
            std::fs::write(self.path, text).expect("the table can be written");
            return;
        }
        let table = self.rows();
        let mut other = String::new();
        for row in rows {
            let committed = table.iter().find(|(name, _)| *name == row.name);
            let committed = committed.map_or("no row", |(_, hash)| hash);
            if committed != row.hash() {
                let (name, hash) = (&row.name, row.hash());
                writeln!(other, "{name}: {hash}, in the table {committed}").expect("memory");
            }
        }
        for (name, _) in &table {
            if !rows.iter().any(|row| row.name == *name) {
                writeln!(other, "{name}: in the table only").expect("memory");
            }
        }
        assert!(other.is_empty(), "other bits than in the table:\n{other}");
    }

    /// Panics if two rows have the same hash: rows that hash the same thing, such as an error for each case, would notice
    /// nothing.
    pub fn check_rows_differ(&self) {
        let mut hashes: Vec<_> = self.rows().into_iter().map(|(_, hash)| hash).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
