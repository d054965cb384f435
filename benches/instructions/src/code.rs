//! Tells how much code a query runs: what it needs of the instruction cache.

use std::collections::HashMap;

/// The bytes of a line of the instruction cache.
const LINE: u64 = 64;

/// The share of all instructions that the hot lines have.
const HOT: f64 = 0.9;

/// The code that a query runs, in bytes of whole cache lines.
pub struct Code {
    /// All lines of which an instruction was run.
    pub all: u64,
    /// The fewest lines that have nine tenths of all instructions run.
    pub hot: u64,
}

impl Code {
    /// Reads a profile of callgrind with the address of every instruction.
    pub fn of_profile(text: &str) -> Self {
        let mut counts = HashMap::<u64, u64>::new();
        let mut address = 0;
        let mut is_call = false;
        for line in text.lines() {
            if line.starts_with("calls=") {
                is_call = true;
                continue;
            }
            let mut words = line.split(' ');
            let Some(next) = words.next().and_then(|word| moved(address, word)) else {
                continue;
            };
            address = next;
            // the cost of a call is that of the callee's instructions, which have lines of their own
            let count = words.next_back().and_then(|count| count.parse().ok());
            if !std::mem::take(&mut is_call) {
                *counts.entry(address / LINE).or_default() += count.unwrap_or(0);
            }
        }
        let mut counts: Vec<_> = counts.into_values().filter(|&count| count > 0).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let enough = counts.iter().sum::<u64>() as f64 * HOT;
        let mut run = 0.0;
        let hot = counts.iter().take_while(|&&count| {
            let before = run;
            run += count as f64;
            before < enough
        });
        Self {
            hot: hot.count() as u64 * LINE,
            all: counts.len() as u64 * LINE,
        }
    }
}

/// Returns the address that the first word of a line of costs names: a number, or how far it is from the last one.
fn moved(from: u64, word: &str) -> Option<u64> {
    match word.split_at_checked(1)? {
        ("*", "") => Some(from),
        ("+", by) => by.parse::<u64>().ok().map(|by| from + by),
        ("-", by) => from.checked_sub(by.parse().ok()?),
        _ => u64::from_str_radix(word.strip_prefix("0x")?, 16).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_code_are_counted_once_and_calls_by_their_callees() {
        // two lines of the first function, one of which it shares with the second; the call costs nothing itself
        let profile = "fn=(1) first\n0x1000 5\n+4 5\ncfn=(2) second\ncalls=3 0x1080\n+60 90\nfn=(2)\n+4 1\n* 2\n";
        let code = Code::of_profile(profile);
        assert_eq!((code.all, code.hot), (128, 128));
        let code = Code::of_profile("fn=(1) first\n0x1000 95\n+64 5\n+64 0\ntotals: 100\n");
        assert_eq!((code.all, code.hot), (128, 64));
    }
}
