//! Looks for a posture in which two links overlap: samples, and a descent on the distance from the nearest of them.

use std::ops::ControlFlow;

use super::relative::Relative;
use super::search::Found;
use crate::pose::Pose;
use photofinish::{Proximity, Tracker};

/// How many samples a descent begins from. More: contacts in small corners are found without a search. Fewer: less time
/// for pairs that never touch.
const DESCENTS: usize = 4;
/// The first step of a descent, as a share of a joint's range.
const FIRST_STEP: f64 = 0.1;
/// The share of a joint's range at which a descent ends.
const LAST_STEP: f64 = 1e-4;

/// Looks at some postures, until one is found in which the links overlap, and one in which they are apart.
pub(super) fn postures(relative: &Relative<'_>, samples: usize) -> Found {
    let mut seeker = Seeker::new(relative);
    let mut nearest: Vec<(f64, Vec<f64>)> = Vec::new();
    for index in 0..samples {
        let values = seeker.sample(index);
        let distance = seeker.distance(&values);
        if seeker.found.is_enough() {
            return seeker.found;
        }
        let rank = nearest.partition_point(|(before, _)| *before <= distance);
        nearest.insert(rank, (distance, values));
        nearest.truncate(DESCENTS);
    }
    for (distance, values) in nearest {
        seeker.descend(values, distance);
        if seeker.found.is_enough() {
            break;
        }
    }
    seeker.found
}

/// Returns the signed distance of the links in a posture.
pub(super) fn distance(relative: &Relative<'_>, values: &[f64]) -> f64 {
    Seeker::new(relative).distance(values)
}

struct Seeker<'s, 'r> {
    relative: &'s Relative<'r>,
    pairs: Vec<[usize; 2]>,
    trackers: Vec<Tracker<f64, 3>>,
    poses: [Vec<Pose>; 2],
    found: Found,
}

impl<'s, 'r> Seeker<'s, 'r> {
    fn new(relative: &'s Relative<'r>) -> Self {
        Self {
            trackers: vec![Tracker::new(); relative.piece_pairs().len()],
            pairs: relative.piece_pairs(),
            poses: Default::default(),
            found: Found::default(),
            relative,
        }
    }

    /// Returns the sample with this index. The first is the middle of all ranges. The samples fill the ranges evenly:
    /// each coordinate goes on by a power of the root g of g^(n+1) = g + 1, modulo 1, where n is the number of ranges.
    fn sample(&self, index: usize) -> Vec<f64> {
        let count = self.relative.ranges.len();
        let mut g = 1.5f64;
        for _ in 0..30 {
            let power = (0..count).fold(1.0, |power, _| power * g);
            g -= (power * g - g - 1.0) / ((count + 1) as f64 * power - 1.0);
        }
        let mut step = 1.0;
        let coordinate = |range: &super::relative::Range| {
            step /= g;
            let share = (0.5 + index as f64 * step).fract();
            let value = range.least + share * (range.largest - range.least);
            value.clamp(range.least, range.largest)
        };
        self.relative.ranges.iter().map(coordinate).collect()
    }

    /// Returns the signed distance of the links in a posture, and keeps what is found there.
    fn distance(&mut self, values: &[f64]) -> f64 {
        let relative = self.relative;
        for (side, poses) in relative.sides.iter().zip(&mut self.poses) {
            side.pose(values, poses);
        }
        let [one, other] = &relative.sides;
        let (mut distance, mut depth) = (f64::INFINITY, 0.0f64);
        for (&[a, b], tracker) in self.pairs.iter().zip(&mut self.trackers) {
            self.found.tests += 1;
            let (a, b) = (
                one.placed(a, &self.poses[0]),
                other.placed(b, &self.poses[1]),
            );
            let nearer = distance.max(0.0);
            let separation = tracker.separate(&a, &b, |seen| {
                if seen.lower_bound > nearer {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if separation.lower_bound > nearer {
                continue;
            }
            if separation.lower_bound > 0.0 {
                distance = distance.min(separation.lower_bound);
                continue;
            }
            let proximity = Tracker::new().proximity(&a, &b);
            distance = distance.min(proximity.signed_distance());
            if let Proximity::Overlapping(overlap) = proximity {
                depth = depth.max(overlap.lower_bound);
            }
        }
        self.found.keep(values, distance, depth);
        distance
    }

    /// Changes one joint value after the other as long as the links come nearer, by smaller and smaller steps.
    fn descend(&mut self, mut values: Vec<f64>, mut least: f64) {
        let ranges = &self.relative.ranges;
        let mut step = FIRST_STEP;
        while step > LAST_STEP {
            let before = least;
            for (index, range) in ranges.iter().enumerate() {
                for signed in [step, -step] {
                    let old = values[index];
                    let moved = old + signed * (range.largest - range.least);
                    values[index] = moved.clamp(range.least, range.largest);
                    let distance = self.distance(&values);
                    if self.found.is_enough() {
                        return;
                    }
                    if distance < least {
                        least = distance;
                        break;
                    }
                    values[index] = old;
                }
            }
            if !(least < before) {
                step *= 0.5;
            }
        }
    }
}
