//! Brent's method, one-sided: it looks for the largest time at which a function is not negative (\[4\] 4).
//!
//! This is the only module that uses the crate `roots`. The solver of that crate asks for some values twice, hence the
//! memo. It may return the side of the root that proves nothing, hence its result is ignored: the caller's function
//! keeps what it saw. Times and values are in double precision here, whatever the scalar of the bodies.

use crate::tuning::ROOT_ITERATIONS;
use roots::{Convergency, find_root_brent};

/// What the function returns for a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The value of the function there.
    pub(crate) value: f64,
    /// Whether the search may end here.
    pub(crate) enough: bool,
}

/// Looks for a root of `function` between `positive`, a time and its positive value, and `negative`.
///
/// `function` is called at most once for any time. The search ends when it returns `enough`, or when the times on both
/// sides of the root are closer than `resolution`.
pub(crate) fn search(
    positive: (f64, f64),
    negative: (f64, f64),
    resolution: f64,
    mut function: impl FnMut(f64) -> Sample,
) {
    debug_assert!(
        positive.1 > 0.0 && negative.1 <= 0.0,
        "the ends enclose a root"
    );
    let enough = std::cell::Cell::new(false);
    let mut memo = Memo::new(positive, negative);
    let value = |time| {
        memo.value(time, |time| {
            let sample = function(time);
            enough.set(sample.enough);
            sample.value
        })
    };
    let mut stop = Stop {
        enough: &enough,
        resolution,
    };
    // an error here means that the search ran out of iterations: what `function` saw counts all the same
    let _ = find_root_brent(positive.0, negative.0, value, &mut stop);
}

/// The conditions on which the solver ends.
struct Stop<'a> {
    enough: &'a std::cell::Cell<bool>,
    resolution: f64,
}

impl Convergency<f64> for Stop<'_> {
    fn is_root_found(&mut self, _value: f64) -> bool {
        self.enough.get()
    }

    fn is_converged(&mut self, first: f64, second: f64) -> bool {
        (first - second).abs() <= self.resolution
    }

    fn is_iteration_limit_reached(&mut self, iterations: usize) -> bool {
        iterations >= ROOT_ITERATIONS
    }
}

/// The three values asked for most recently.
///
/// In every step the solver asks again for an end of its bracket. The end that stays is asked for each time, so that it
/// is never the least recently used.
struct Memo {
    entries: [(f64, f64); 3],
}

impl Memo {
    fn new(first: (f64, f64), second: (f64, f64)) -> Self {
        Self {
            entries: [first, second, (f64::NAN, 0.0)],
        }
    }

    fn value(&mut self, time: f64, function: impl FnOnce(f64) -> f64) -> f64 {
        let known = self.entries.iter().position(|entry| entry.0 == time);
        let entry = match known {
            Some(index) => self.entries[index],
            None => (time, function(time)),
        };
        // the most recently used first
        self.entries[..=known.unwrap_or(2)].rotate_right(1);
        self.entries[0] = entry;
        entry.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a function that falls through zero, and returns the times asked for, each with its value.
    fn asked(function: impl Fn(f64) -> f64, end: f64, width: f64) -> Vec<(f64, f64)> {
        let mut asked = Vec::new();
        search((0.0, function(0.0)), (end, function(end)), 1e-15, |time| {
            let value = function(time);
            asked.push((time, value));
            Sample {
                value,
                enough: (0.0..=width).contains(&value),
            }
        });
        asked
    }

    #[test]
    fn it_ends_on_the_positive_side_within_the_width() {
        let functions: [fn(f64) -> f64; 3] =
            [|t| 1.0 - t, |t| 1.0 - t * t * t, |t| (-t).exp() - 0.1];
        for function in functions {
            let asked = asked(function, 5.0, 1e-9);
            let last = asked.last().expect("it asked at least once").1;
            assert!((0.0..=1e-9).contains(&last), "{asked:?}");
            assert!(asked.len() < 15, "{asked:?}");
        }
    }

    #[test]
    fn a_step_function_ends_at_the_resolution() {
        let asked = asked(|t| if t < 0.3 { 1.0 } else { -1.0 }, 1.0, 0.0);
        let last_positive = asked
            .iter()
            .filter(|a| a.1 > 0.0)
            .map(|a| a.0)
            .fold(0.0, f64::max);
        assert!(
            last_positive < 0.3 && last_positive > 0.3 - 1e-12,
            "{last_positive}"
        );
    }
}
