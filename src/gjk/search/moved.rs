//! Searches that go on when the bodies move without turning, as in the ray cast of \[6\].

use nalgebra::SVector;

use super::{ROUNDED, Search, Step};
use crate::simplex::Growth;
use crate::support::{Difference, SupportPair};
use crate::{Real, SupportMap};

impl<T: Real, const D: usize> Search<T, D> {
    /// Goes on with the bodies at another offset, where the pair of points along `s` is known too. Returns the next
    /// direction, or `None` if the search ends.
    ///
    /// The points of the simplex move with the bodies, but the bounds of the distance say nothing any more.
    #[inline(never)]
    pub(super) fn follow<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        s: &SVector<T, D>,
        pair: &SupportPair<T, D>,
    ) -> Option<SVector<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.forget_bounds();
        self.simplex.move_to(bodies.offset.map(T::as_f64));
        let (_, error) = self.measure(bodies, s, pair);
        let [p, q] = pair.points();
        let step = if self.simplex.repeats(&p, &q) {
            self.renew(bodies.radius)
        } else {
            self.grow(bodies, pair, error)
        };
        match step {
            Step::To(direction) if pair.is_on_curves() => {
                Some(self.slide(bodies, s).unwrap_or(direction))
            }
            Step::To(direction) => Some(direction),
            Step::End(end) => {
                self.end = end;
                None
            }
        }
    }

    /// Goes on from the points of the simplex, where they are now.
    fn renew(&mut self, radius: T) -> Step<T, D> {
        match self.simplex.renew() {
            Growth::Nearest { direction, length } if length > 0.0 => {
                self.upper_bound = T::of(length) - radius;
                Step::To(direction.map(T::of))
            }
            _ => Step::End(ROUNDED),
        }
    }
}
