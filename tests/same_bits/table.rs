//! Compares rows with a table, or writes the table again.

use std::fmt::Write;

use super::bits::Row;

const HEAD: &str = "\
# Hashes of answers, one row a family. Written by running its test with RENEW=1.
";

/// A table of hashes: its text, and the file that the text comes from.
pub struct Table {
    pub text: &'static str,
    pub path: &'static str,
}

impl Table {
    /// Returns the names and hashes of all rows.
    fn rows(&self) -> Vec<(&'static str, &'static str)> {
        let rows = self.text.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| row.split_once("  ").expect("a hash, two spaces, a name"))
            .map(|(hash, name)| (name, hash))
            .collect()
    }

    /// Returns in which rows these differ from the table: nothing if they are the same.
    pub fn differences(&self, rows: &[Row]) -> String {
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
        other
    }

    /// Panics unless the rows equal those of the table. If `RENEW` is in the environment, writes the table instead.
    pub fn check(&self, rows: &[Row]) {
        if std::env::var_os("RENEW").is_some() {
            let mut text = HEAD.to_owned();
            for row in rows {
                writeln!(text, "{}  {}", row.hash(), row.name).expect("memory");
            }
            std::fs::write(self.path, text).expect("the table can be written");
            return;
        }
        let other = self.differences(rows);
        assert!(other.is_empty(), "these differ from the table:\n{other}");
    }

    /// Panics if two rows have one hash. Such rows hash one thing, such as an error for each case, and would notice
    /// nothing.
    pub fn check_rows_differ(&self) {
        let mut hashes: Vec<_> = self.rows().into_iter().map(|(_, hash)| hash).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
