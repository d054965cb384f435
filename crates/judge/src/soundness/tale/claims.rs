//! The claims of the kernel, minus the truth. The difference is positive where a claim is false.

use nalgebra::SVector;

use super::truth::Truth;
use crate::refine::{even, lowest};
use crate::soundness::excess::Excess;
use photofinish_oracle::advance::{Advance, Search};

/// A kind of claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A vector leaves a gap at a time.
    Gap,
    /// A span of one vector.
    Span,
    /// The bodies keep a distance from the start on.
    Free,
    /// The bodies are within the tolerance.
    Touch,
    /// The bodies overlap by the lower bound of the depth.
    Common,
    /// A move by the depth frees the bodies.
    Depth,
}

impl Kind {
    pub const ALL: [Self; 6] = [
        Self::Gap,
        Self::Span,
        Self::Free,
        Self::Touch,
        Self::Common,
        Self::Depth,
    ];
}

/// What is said of the signed distance.
#[derive(Clone, Debug)]
pub enum Says<const D: usize> {
    AtLeast(f64),
    AtMost(f64),
    /// The bodies are free if B moves by this.
    FreeIfMoved(SVector<f64, D>),
}

/// A claim about all times of a span.
#[derive(Clone, Debug)]
pub struct Claim<const D: usize> {
    pub kind: Kind,
    pub during: [f64; 2],
    pub says: Says<D>,
    /// The signed distance that a vector proves at one end, if it is known.
    pub known: f64,
}

/// How closely claims are looked at: the number of spans between looks, and how often the steps around the worst of these
/// are halved. What a gap falls meanwhile is left to later changes.
pub type Looks = (usize, i32);
pub const FEW: Looks = (4, 0);
/// For claims of the kind that is climbed on.
pub const MORE: Looks = (10, 14);
/// For claims of which the oracle has no proof.
pub const CLOSE: Looks = (40, 20);

impl<const D: usize> Claim<D> {
    /// Returns a claim of which no vector is known.
    pub fn new(kind: Kind, during: [f64; 2], says: Says<D>) -> Self {
        Self {
            kind,
            during,
            says,
            known: f64::NAN,
        }
    }

    /// Compares the claim with the truth.
    pub fn judged(&self, truth: &Truth<D>, (looks, halvings): Looks) -> Excess<Kind> {
        let [from, until] = self.during;
        let unit = truth.rounding_until(until).max(f64::MIN_POSITIVE);
        let at = |share: f64| from + (until - from) * share;
        let (over, share) = match &self.says {
            Says::AtMost(distance) => (truth.at_least(until) - distance, f64::NAN),
            Says::FreeIfMoved(by) => (-truth.at_most_if_moved(by, until), f64::NAN),
            Says::AtLeast(distance) => {
                // a sum may be rounded past the end
                let seen = |share: f64| truth.at_most(at(share).min(until));
                let least = if from == until {
                    seen(0.0)
                } else {
                    lowest(even(looks), (0.5 / looks as f64, halvings), seen).0
                };
                let share = (self.known - least) / (self.known - distance);
                (distance - least, share)
            }
        };
        Excess {
            claim: self.kind,
            over,
            allowed: 0.0,
            unit,
            share,
        }
    }

    /// Returns whether the claim is true, if the oracle knows, which follows pairs that keep a distance from proof to proof.
    /// Then it is so to 2e-9 of their size. Claims about one time are left to a look.
    pub fn followed(&self, truth: &Truth<D>) -> Option<bool> {
        let &Says::AtLeast(distance) = &self.says else {
            return Some(true);
        };
        let [from, until] = self.during;
        let pair = match truth {
            _ if from == until => return Some(true),
            Truth::Pair(pair) if distance >= 0.0 => pair,
            _ => return None,
        };
        let fine = 1e-9 * pair.size();
        let search = Search {
            target: (distance - 2.0 * fine).max(0.0),
            ..Search::contact(fine)
        };
        match pair.advance(from, until, &search) {
            Advance::Free { .. } => Some(true),
            Advance::Hit { time, .. } => {
                let then = pair.distance_at(time).upper;
                (then < distance - pair.rounding_until(time)).then_some(false)
            }
            Advance::Unclear { .. } => None,
        }
    }
}
