//! The claims of the kernel, minus the truth. The difference is positive where a claim is false.

use std::fmt;

use nalgebra::SVector;

use super::truth::Truth;
use crate::refine::{even, lowest};

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

/// How far a claim is beyond the truth.
#[derive(Clone, Copy, Debug)]
pub struct Over {
    pub kind: Kind,
    /// The claim minus the truth: a length. What the oracle may be off is subtracted.
    pub over: f64,
    /// About what rounding may change.
    pub unit: f64,
    /// By how much the true distance falls below the known one, as a part of what the claim leaves room for.
    pub share: f64,
}

/// The number of spans between looks at a claim, and of those of the kind that is climbed on.
const LOOKS: usize = 4;
const MORE_LOOKS: usize = 10;
/// How often the steps around the worst of these looks are halved. What a gap falls meanwhile is left to later changes.
const HALVINGS: i32 = 14;

impl<const D: usize> Claim<D> {
    /// Compares the claim with the truth; closely if it is of the kind that matters.
    pub fn judged(&self, truth: &Truth<D>, matters: bool) -> Over {
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
                } else if matters {
                    let step = 0.5 / MORE_LOOKS as f64;
                    lowest(even(MORE_LOOKS), (step, HALVINGS), seen).0
                } else {
                    even(LOOKS).map(seen).fold(f64::INFINITY, f64::min)
                };
                let share = (self.known - least) / (self.known - distance);
                (distance - least, share)
            }
        };
        Over {
            kind: self.kind,
            over,
            unit,
            share,
        }
    }
}

impl Over {
    pub fn is_false(&self) -> bool {
        self.over > 0.0
    }

    /// Returns what a climb increases: the excess, or the part of the room that is used.
    pub fn height(&self, by_share: bool) -> f64 {
        let height = if by_share {
            self.share
        } else {
            self.over / self.unit
        };
        if height.is_nan() {
            f64::NEG_INFINITY
        } else {
            height
        }
    }
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind, over, unit, ..
        } = self;
        write!(
            f,
            "{kind:?} is false by {over:e}, {:.2} of what rounding may change",
            over / unit
        )
    }
}
