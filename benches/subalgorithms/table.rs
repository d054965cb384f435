//! Tables for the terminal, and the text of their cells.

use std::time::Duration;

/// The times of several batches, each measured many times.
#[derive(Default)]
pub struct Batches(Vec<Vec<f64>>);

impl Batches {
    pub fn add(&mut self, batch: usize, time: Duration) {
        self.0.resize(self.0.len().max(batch + 1), Vec::new());
        self.0[batch].push(time.as_nanos() as f64);
    }

    /// Returns the sum of the medians of all batches.
    pub fn nanoseconds(&self) -> f64 {
        self.0.iter().map(|times| median(times.clone())).sum()
    }
}

/// Rows under one head. Each column is as wide as its widest cell.
pub struct Table(Vec<Vec<String>>);

impl Table {
    pub fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(ToString::to_string).collect()])
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.0.push(cells);
    }

    pub fn print(&self, title: &str) {
        println!("\n{title}");
        let columns = self.0[0].len();
        let width = |column: usize| {
            self.0
                .iter()
                .map(|row| row[column].len())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.0 {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            println!("{}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }
}

/// Returns a value with one digit before its exponent.
pub fn short(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else {
        format!("{value:.0e}")
    }
}

/// Returns a count, or a dot for 0.
pub fn count(value: usize) -> String {
    if value == 0 {
        ".".to_owned()
    } else {
        value.to_string()
    }
}

/// Returns the value that half of the values exceed, or 0 if there are no values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
