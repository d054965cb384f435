//! What photofinish sets out to be, beside what was measured.

use super::tables::Tables;

/// Prints one line per target.
pub fn print(tables: &Tables) {
    let _ = tables;
}
