//! Compares a time of impact with the expectation.

use super::{Comparison, DISTANCE_TOLERANCE_F64, Finding, Verdict, found};

/// The number of steps between the expected and the answered time at which the depth is sampled.
const LOOKS: u32 = 64;
/// How far apart the bodies may be at an expected time that is a little early, as a length.
///
/// The oracle that found the expected time stops when the bodies are no farther apart than this. If they are farther
/// apart, the expectation contradicts the answer.
const APART_AT_TOI: f64 = 1e-6;

impl Comparison<'_> {
    /// Compares a time of impact with the expectation.
    pub(super) fn time_of_impact(&self) -> Finding {
        let Some(hit) = self.expected.hit else {
            return found(Verdict::NoTruth, String::new());
        };
        match (self.answer.time, hit) {
            (None, true) => self.missed(),
            (None, false) => self.clearance(),
            (Some(time), _) => self.contact(time),
        }
    }

    /// Judges an answer without a contact where one is expected.
    fn missed(&self) -> Finding {
        let clearance = self.answer.clearance.unwrap_or(f64::NAN);
        let resolution = self
            .pair
            .resolution(self.expected.toi.unwrap_or(self.interval[0]));
        let deepest = self.expected.deepest.unwrap_or(f64::INFINITY);
        let detail = format!(
            "{}, answered separated by {clearance:.3e}; resolved are {resolution:.3e}",
            self.truth()
        );
        if deepest <= resolution {
            found(Verdict::Shallow, detail)
        } else {
            found(Verdict::Miss, detail)
        }
    }

    /// Judges the clearance of bodies that are expected to be free: it must be a lower bound of the least distance.
    fn clearance(&self) -> Finding {
        let (Some(min_dist), Some(clearance)) = (self.expected.min_dist, self.answer.clearance)
        else {
            return found(Verdict::Right, String::new());
        };
        let granted = self
            .expected
            .tol
            .unwrap_or(DISTANCE_TOLERANCE_F64 * min_dist.max(1.0));
        let resolution = self.interval.map(|time| self.pair.resolution(time));
        let excess = clearance + self.target - min_dist;
        if excess <= granted + resolution[0].max(resolution[1]) {
            return found(Verdict::Right, String::new());
        }
        let detail = format!("{}, answered a clearance of {clearance:.6e}", self.truth());
        found(Verdict::Wrong, detail)
    }

    /// Judges an answer with a contact at `time`.
    fn contact(&self, time: f64) -> Finding {
        let distance = self.exact.placed(time).distance;
        let (tolerance, resolution) = (
            self.pair.tolerance(time, self.settings),
            self.pair.resolution(time),
        );
        if distance - self.target > tolerance + resolution {
            let detail = format!(
                "{}, answered {time} at a distance of {distance:.3e}; permitted are {tolerance:.3e}",
                self.truth()
            );
            return found(Verdict::TooEarly, detail);
        }
        let free_by = self.expected.min_dist.unwrap_or(0.0) - self.target;
        if self.expected.hit == Some(false) && free_by > tolerance + resolution {
            let detail = format!("{}, answered {time}", self.truth());
            return found(Verdict::TooEarly, detail);
        }
        match self.expected.toi {
            Some(toi) if time > toi + self.expected.tol.unwrap_or(0.0) => self.past(toi, time),
            _ => found(Verdict::Right, String::new()),
        }
    }

    /// Judges an answer with a contact at `time`, which is after `toi` and its tolerance.
    fn past(&self, toi: f64, time: f64) -> Finding {
        let resolution = self.pair.resolution(time);
        let depth = self.deepest_between(toi, time);
        let apart = self.exact.placed(toi).at_least - self.target;
        let why = if depth > resolution {
            format!("after overlaps of up to {depth:.3e}; resolved are {resolution:.3e}")
        } else if apart > APART_AT_TOI + resolution {
            format!("but at toi the bodies are still {apart:.3e} apart")
        } else {
            return Finding {
                past_toi: time - toi,
                ..found(Verdict::PastToi, String::new())
            };
        };
        let late = time - toi;
        let detail = format!("{}, answered {time}, {late:.3e} later, {why}", self.truth());
        found(Verdict::Late, detail)
    }

    /// Returns an upper bound of the depth at sampled times between two times; zero or less if the bodies are disjoint.
    ///
    /// The supporting distance along any direction bounds the depth. The answered normal gives a good bound.
    fn deepest_between(&self, from: f64, to: f64) -> f64 {
        let depth = |time| {
            let along_normal = match self.answer.normal.as_deref() {
                Some(normal) => self.exact.supporting_distance(time, normal),
                None => f64::NEG_INFINITY,
            };
            self.target - along_normal.max(self.exact.placed(time).at_least)
        };
        (0..=LOOKS)
            .map(|look| from + (to - from) * f64::from(look) / f64::from(LOOKS))
            .map(depth)
            .fold(f64::NEG_INFINITY, f64::max)
    }
}
