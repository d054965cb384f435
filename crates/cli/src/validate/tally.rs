//! Counts of paths by outcome.

use std::fmt;

use super::Ending;

/// Counts of the paths by outcome.
#[derive(Debug, Default)]
pub struct Tally {
    clear: usize,
    contact: usize,
    undecided: usize,
    outside: usize,
    errors: usize,
}

impl Tally {
    /// Counts an outcome by its name; none if there is no such outcome.
    pub fn add(&mut self, outcome: &str) -> Option<()> {
        let count = match outcome {
            "separated" => &mut self.clear,
            "impact" => &mut self.contact,
            "undecided" => &mut self.undecided,
            "outside_limits" | "rate_exceeded" => &mut self.outside,
            "error" => &mut self.errors,
            _ => return None,
        };
        *count += 1;
        Some(())
    }

    /// Returns the worst result of all paths.
    pub fn worst(&self) -> Ending {
        if self.errors > 0 {
            Ending::NotChecked
        } else if self.contact + self.undecided + self.outside > 0 {
            Ending::NotClear
        } else {
            Ending::Clear
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            clear,
            contact,
            undecided,
            outside,
            errors,
        } = self;
        let all = clear + contact + undecided + outside + errors;
        let several = |number: usize| if number == 1 { "" } else { "s" };
        write!(
            f,
            "{all} path{}: {clear} clear, {contact} in contact, {undecided} undecided, {outside} outside limits, \
             {errors} error{}",
            several(all),
            several(*errors)
        )
    }
}
