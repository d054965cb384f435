//! Answers.

use crate::support::Feature;

use super::{Brand, Free, Kernel, Touch};

/// The answer to a question. Its parts can be read, and only the kernel makes them.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<const D: usize> {
    /// The bodies keep the target distance all the time.
    Separated(Separated),
    /// The bodies keep the target distance until a time, and are then within the tolerance of it.
    Impact(Impact<D>),
    /// Nothing is known after some time.
    Undecided(Undecided),
}

/// The claim of [`Outcome::Separated`].
#[derive(Clone, Copy, Debug)]
pub struct Separated {
    clearance: f64,
}

readable! { [] Separated:
    /// The bodies keep this much more than the target distance.
    clearance: f64,
}

/// The claim of [`Outcome::Impact`].
#[derive(Clone, Copy, Debug)]
pub struct Impact<const D: usize> {
    time: f64,
    is_free: bool,
    normal: [f64; D],
    beyond_target: f64,
    tolerance: f64,
    points: [[f64; D]; 2],
    features: [Feature; 2],
}

/// The claim of [`Outcome::Undecided`].
#[derive(Clone, Copy, Debug)]
pub struct Undecided {
    clear_until: f64,
    tolerance: f64,
}

readable! { [const D: usize] Impact<D>:
    /// The time of the impact.
    time: f64,
    /// Whether the bodies are proven to keep the target distance at this time too. Nothing is proven of them if they are in
    /// contact when the question begins.
    is_free: bool,
    /// The normal, from A to B. It is not proven.
    normal: [f64; D],
    /// By how much the distance of the two points exceeds the target; up to rounding.
    beyond_target: f64,
    /// The bodies are no farther apart than this beyond the target distance.
    tolerance: f64,
    /// Points of A and of B that are so near to each other if the normal is right, in the world.
    points: [[f64; D]; 2],
    /// The features of A and of B that these points are on. They are not proven.
    features: [Feature; 2],
}

readable! { [] Undecided:
    /// The tolerance that an impact would have; no number if the question makes no sense.
    tolerance: f64,
    /// The bodies keep the target distance until this time.
    clear_until: f64,
}

impl<const D: usize> Outcome<D> {
    pub(super) fn separated(clearance: f64) -> Self {
        Self::Separated(Separated { clearance })
    }

    /// Nothing is known after a time, as the question makes no sense there.
    pub(super) fn refused(clear_until: f64) -> Self {
        Self::undecided(clear_until, f64::NAN)
    }

    fn undecided(clear_until: f64, tolerance: f64) -> Self {
        Self::Undecided(Undecided {
            clear_until,
            tolerance,
        })
    }
}

/// The answer to the question `'id`.
pub struct Verdict<'id, const D: usize> {
    outcome: Outcome<D>,
    brand: Brand<'id>,
}

impl<const D: usize> Verdict<'_, D> {
    #[inline(always)]
    pub(super) fn outcome(self) -> Outcome<D> {
        self.outcome
    }
}

impl<'id> Free<'id> {
    /// The strongest answer that follows.
    #[inline(always)]
    pub fn verdict<const D: usize>(
        &self,
        kernel: &Kernel<'id, D>,
        touch: Option<Touch<'id, D>>,
    ) -> Verdict<'id, D> {
        let outcome = match touch {
            _ if self.reaches(kernel.end) => Outcome::separated(self.clearance),
            Some(touch) if touch.time <= self.until() => Outcome::Impact(Impact {
                time: touch.time,
                is_free: self.is_begun(),
                normal: touch.normal.numbers(),
                beyond_target: touch.distance,
                tolerance: kernel.tolerance,
                points: touch.points,
                features: touch.features,
            }),
            _ => Outcome::undecided(self.until(), kernel.tolerance),
        };
        Verdict {
            outcome,
            brand: Brand::default(),
        }
    }
}
