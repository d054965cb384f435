//! Branch and bound over the values of the joints between two links.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::reach::{Motion, motion};
use super::relative::Relative;
use super::seek;
use super::{PairSearch, PairVerdict};
use crate::pose::Pose;
use photofinish::{Proximity, Tracker};

/// The factor by which half the width of a box is rounded up: two differences, each off by half an ulp.
const HALF_FACTOR: f64 = 1.0 + 4.0 * f64::EPSILON;

/// A box of joint values.
struct JointBox {
    least: Vec<f64>,
    largest: Vec<f64>,
    /// The pairs of pieces that are not proven apart in it.
    open: Vec<[usize; 2]>,
    /// Its share of all postures.
    share: f64,
    /// How much the links may overlap in it, at worst.
    slack: f64,
}

/// What is known of a box.
enum Known {
    Apart {
        clearance: f64,
    },
    Touching,
    Open {
        /// The distance that the pairs keep which are not open any more.
        clearance: f64,
        open: Vec<[usize; 2]>,
        slack: f64,
        widest: usize,
    },
}

/// Postures that were found.
#[derive(Default)]
pub(super) struct Found {
    /// A posture in which the links overlap, and how deep at least.
    pub(super) touching: Option<(Vec<f64>, f64)>,
    pub(super) is_apart_somewhere: bool,
    /// The posture in which they are nearest, and their distance.
    pub(super) nearest: Option<(Vec<f64>, f64)>,
    pub(super) tests: u64,
}

impl Found {
    /// Keeps a posture with the signed distance in it, and the proven depth, which is 0 if the links may be apart.
    pub(super) fn keep(&mut self, values: &[f64], distance: f64, depth: f64) {
        self.is_apart_somewhere |= distance > 0.0;
        if depth > self.touching.as_ref().map_or(0.0, |(_, deepest)| *deepest) {
            self.touching = Some((values.to_vec(), depth));
        }
        if self
            .nearest
            .as_ref()
            .is_none_or(|(_, least)| distance < *least)
        {
            self.nearest = Some((values.to_vec(), distance));
        }
    }

    pub(super) fn is_enough(&self) -> bool {
        self.touching.is_some() && self.is_apart_somewhere
    }
}

/// Returns if two links can touch, and the number of comparisons of pieces.
pub(super) fn decide(relative: &Relative<'_>, budget: &PairSearch) -> (PairVerdict, u64) {
    let mut found = seek::postures(relative, budget.samples);
    let mut search = Search::new(relative);
    let proof = if found.is_enough() {
        Proof::default()
    } else {
        search.run(&mut found, budget.tests)
    };
    let is_whole = relative.ranges.iter().all(|range| range.is_whole);
    let configuration = |values: &[f64]| relative.configuration(values);
    let verdict = match &found.touching {
        None if proof.never && is_whole => PairVerdict::Never {
            clearance: proof.clearance,
        },
        Some(_) if proof.always && is_whole => PairVerdict::Always,
        Some((values, depth)) => PairVerdict::May {
            touching: configuration(values),
            depth: *depth,
            apart_elsewhere: found.is_apart_somewhere,
        },
        None => {
            let (values, _) = found.nearest.unwrap_or_default();
            PairVerdict::Undecided {
                distance: seek::distance(relative, &values),
                nearest: configuration(&values),
                proven: if is_whole { proof.apart } else { 0.0 },
            }
        }
    };
    (verdict, found.tests)
}

/// What boxes prove.
#[derive(Default)]
struct Proof {
    /// Iff the links are proven apart in all boxes.
    never: bool,
    /// Iff they are proven to overlap in all boxes.
    always: bool,
    clearance: f64,
    /// The share of all postures for which the links are proven apart.
    apart: f64,
}

struct Search<'s, 'r> {
    relative: &'s Relative<'r>,
    /// One for each pair of pieces.
    trackers: Vec<Tracker<f64, 3>>,
    poses: [Vec<Pose>; 2],
    values: Vec<f64>,
    halves: Vec<f64>,
    shares: Vec<f64>,
}

impl<'s, 'r> Search<'s, 'r> {
    fn new(relative: &'s Relative<'r>) -> Self {
        Self {
            trackers: vec![Tracker::new(); relative.piece_pairs().len()],
            poses: Default::default(),
            values: Vec::new(),
            halves: Vec::new(),
            shares: Vec::new(),
            relative,
        }
    }

    /// Halves boxes until all are decided, the links are found both touching and apart, or the budget is spent.
    fn run(&mut self, found: &mut Found, tests: u64) -> Proof {
        let ranges = &self.relative.ranges;
        let mut boxes = BinaryHeap::new();
        boxes.push(JointBox {
            least: ranges
                .iter()
                .map(|range| range.least - range.beyond)
                .collect(),
            largest: ranges
                .iter()
                .map(|range| range.largest + range.beyond)
                .collect(),
            open: self.relative.piece_pairs(),
            share: 1.0,
            slack: f64::INFINITY,
        });
        let mut proof = Proof {
            never: true,
            always: true,
            clearance: f64::INFINITY,
            apart: 0.0,
        };
        while let Some(next) = boxes.pop() {
            match self.look(&next, found) {
                Known::Apart { clearance } => {
                    proof.always = false;
                    proof.clearance = proof.clearance.min(clearance);
                    proof.apart += next.share;
                }
                Known::Touching => proof.never = false,
                Known::Open {
                    clearance,
                    open,
                    slack,
                    widest,
                } => {
                    proof.clearance = proof.clearance.min(clearance);
                    let halves = next.halved(widest, open, slack);
                    if halves.is_none() {
                        (proof.never, proof.always) = (false, false);
                    }
                    boxes.extend(halves.into_iter().flatten());
                }
            }
            let is_spent = found.is_enough() || found.tests > tests;
            if is_spent && !boxes.is_empty() {
                (proof.never, proof.always) = (false, false);
                break;
            }
        }
        proof
    }

    /// Compares the links at the centre of a box, and returns what that says of all of it.
    fn look(&mut self, of: &JointBox, found: &mut Found) -> Known {
        let relative = self.relative;
        let widths = of.least.iter().zip(&of.largest);
        self.values.clear();
        self.values.extend(
            widths
                .clone()
                .map(|(least, largest)| 0.5 * (least + largest)),
        );
        let halves = widths.zip(&self.values);
        let half = |((least, largest), value): ((&f64, &f64), &f64)| {
            (largest - value).max(value - least) * HALF_FACTOR
        };
        self.halves.clear();
        self.halves.extend(halves.map(half));
        for (side, poses) in relative.sides.iter().zip(&mut self.poses) {
            side.pose(&self.values, poses);
        }
        let mut open = Vec::new();
        let (mut clearance, mut slack, mut widest) = (f64::INFINITY, f64::NEG_INFINITY, None);
        let (mut nearest, mut deepest) = (f64::INFINITY, 0.0f64);
        for &pair in &of.open {
            found.tests += 1;
            let compared = self.compare(pair, found.is_apart_somewhere);
            nearest = nearest.min(compared.distance);
            deepest = deepest.max(compared.depth);
            if compared.depth > compared.motion.whole {
                // it suffices that one pair of pieces overlaps everywhere, also in the nearest posture within the limits,
                // unless all of the box is outside of them
                let values = relative.clamped(&self.values);
                if of.has(&values) {
                    let depth = compared.depth - compared.motion.whole;
                    found.keep(&values, -depth, depth);
                }
                return Known::Touching;
            }
            let lacks = compared.motion.along - compared.lower_bound;
            if lacks < 0.0 {
                clearance = clearance.min(-lacks);
                continue;
            }
            open.push(pair);
            // written so that NaN is open too
            if widest.is_none() || lacks > slack {
                slack = lacks;
                widest = Some(largest(&self.shares));
            }
        }
        // near the limits it may be outside of them, by as much as is overlooked
        if relative.clamped(&self.values) == self.values {
            found.keep(&self.values, nearest, deepest);
        }
        match widest {
            None => Known::Apart { clearance },
            Some(widest) => Known::Open {
                clearance,
                open,
                slack,
                widest,
            },
        }
    }

    /// Compares two pieces. If `only_apart`, the depth of an overlap is measured only to show that there is one.
    fn compare(&mut self, [a, b]: [usize; 2], only_apart: bool) -> Compared {
        let [one, other] = &self.relative.sides;
        let (placed_a, placed_b) = (
            one.placed(a, &self.poses[0]),
            other.placed(b, &self.poses[1]),
        );
        let tracker = &mut self.trackers[a * other.solids.len() + b];
        let found = tracker.separate(&placed_a, &placed_b, |_| ControlFlow::Continue(()));
        self.shares.clear();
        self.shares.resize(self.halves.len(), 0.0);
        let mut motion_of = |side: usize, solid: usize| {
            let side_of = &self.relative.sides[side];
            let moved = (&found.normal, &self.halves[..]);
            motion(
                (side_of, &side_of.solids[solid]),
                &self.poses[side],
                moved,
                &mut self.shares,
            )
        };
        let (of_a, of_b) = (motion_of(0, a), motion_of(1, b));
        let mut compared = Compared {
            motion: Motion {
                whole: of_a.whole + of_b.whole,
                along: of_a.along + of_b.along,
            },
            lower_bound: found.lower_bound,
            distance: found.lower_bound,
            depth: 0.0,
        };
        let may_touch = !(found.lower_bound > 0.0);
        if may_touch && !(only_apart && found.upper_bound > 0.0 && found.upper_bound.is_finite()) {
            let proximity = Tracker::new().proximity(&placed_a, &placed_b);
            compared.distance = proximity.signed_distance();
            if let Proximity::Overlapping(overlap) = proximity {
                compared.depth = overlap.lower_bound.max(0.0);
            }
        }
        compared
    }
}

/// Two pieces at the centre of a box.
struct Compared {
    /// How far they move relative to each other in the box.
    motion: Motion,
    /// The proven distance along the vector that the motion is measured along.
    lower_bound: f64,
    distance: f64,
    /// How deep they overlap at least.
    depth: f64,
}

/// Returns the index of the largest number.
fn largest(shares: &[f64]) -> usize {
    let shares = shares.iter().enumerate();
    let most = shares.max_by(|one, other| one.1.total_cmp(other.1));
    most.map_or(0, |(index, _)| index)
}

impl JointBox {
    fn has(&self, values: &[f64]) -> bool {
        let sides = self.least.iter().zip(&self.largest).zip(values);
        sides
            .into_iter()
            .all(|((least, largest), value)| (least..=largest).contains(&value))
    }

    /// Returns both halves of a box; none if it is too narrow to be halved.
    fn halved(self, range: usize, open: Vec<[usize; 2]>, slack: f64) -> Option<[Self; 2]> {
        let (&least, &largest) = (self.least.get(range)?, self.largest.get(range)?);
        let middle = 0.5 * (least + largest);
        if middle <= least || middle >= largest {
            return None;
        }
        let mut first = Self {
            open,
            slack,
            share: 0.5 * self.share,
            ..self
        };
        let mut second = Self {
            least: first.least.clone(),
            largest: first.largest.clone(),
            open: first.open.clone(),
            ..first
        };
        first.largest[range] = middle;
        second.least[range] = middle;
        Some([first, second])
    }
}

// the box with the most overlap comes first: a contact ends the search
impl Ord for JointBox {
    fn cmp(&self, other: &Self) -> Ordering {
        self.slack.total_cmp(&other.slack)
    }
}

impl PartialOrd for JointBox {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for JointBox {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for JointBox {}
