//! Pairs of pieces that graze each other.

use nalgebra::SVector;
use photofinish::{Extrusion, Outcome, Real, resolution, try_proximity};

use super::Checks;
use crate::pieces::build::Surfaces;
use crate::refine::{HALVINGS, even, lowest};

impl<T: Real, R: Surfaces<T, D>, const D: usize> Checks<'_, T, R, D> {
    /// Returns whether an answer about two pieces alone leaves open if they meet until a time.
    ///
    /// It does if the query ended undecided, as it says. Else the impact is within its own tolerance of the target distance, and a proof may find the pieces beyond the
    /// target distance all the same. So at the time of the impact they must be as near as it says, and at no time
    /// until then nearer than the target distance by more than the rounding of both: 4 of the crate's own bounds of
    /// it at each time.
    pub(super) fn may_differ(&mut self, pieces: (u32, u32), until: T) -> bool {
        let (answer, contact) = &self.alone.answers[&pieces];
        if answer.is_err() {
            self.found.count("undecided alone");
            return true;
        }
        let start = self.alone.start;
        let contact = contact.unwrap_or(start);
        // a contact at the start does not tell its tolerance, and is one if the pieces come within it there
        let (allowed, contact) = match answer {
            Ok(solution) => match (&solution.outcome, solution.initial_contact) {
                (Outcome::Impact(impact), None) => (impact.tolerance, contact),
                _ => (self.tolerance_at_start(pieces), start),
            },
            Err(_) => (T::zero(), contact),
        };
        let (at_contact, rounding) = self.distance(pieces, contact);
        let near = at_contact <= self.target + allowed + rounding;
        let free = self.least(pieces, until) >= T::zero();
        if near && free {
            self.found.count("graze");
        }
        near && free
    }

    /// Returns the tolerance within which pieces count as in contact at the start: the one asked for, or the square
    /// root of the scalar's rounding times their size, and what rounding takes from a distance some times over.
    pub(super) fn tolerance_at_start(&self, pieces: (u32, u32)) -> T {
        let (_, rounding) = self.distance(pieces, self.alone.start);
        let [a, b] = self.bodies;
        let sizes = [(a, pieces.0), (b, pieces.1)].map(|(body, index)| {
            let piece = body.piece(index).expect("a piece");
            piece.size()
        });
        let by_default = (sizes[0] + sizes[1]) * T::SQRT_EPSILON + rounding * T::of(2.0);
        self.tolerance.map_or(by_default, |asked| asked + rounding)
    }

    /// Returns the least distance beyond the target distance until a time, rounding added, as far as samples show.
    pub(super) fn least(&self, pieces: (u32, u32), until: T) -> T {
        let (start, length) = (self.alone.start, until - self.alone.start);
        let beyond = |share: f64| {
            let (distance, rounding) = self.distance(pieces, start + length * T::of(share));
            distance + rounding - self.target
        };
        const SAMPLES: usize = 400;
        lowest(even(SAMPLES), (0.5 / SAMPLES as f64, HALVINGS), beyond).0
    }

    /// Returns the signed distance of two pieces at a time, and what rounding may take from it.
    pub(super) fn distance(&self, (of_a, of_b): (u32, u32), time: T) -> (T, T) {
        let [a, b] = self.bodies;
        let (a, b) = (a.piece(of_a), b.piece(of_b));
        let (a, b) = (a.expect("a piece"), b.expect("a piece"));
        let origin = SVector::zeros();
        let (a, b) = (a.slice(time, &origin), b.slice(time, &origin));
        let rounding = resolution(&a, &b).norm() * T::of(4.0);
        let distance = try_proximity(&a, &b).map(|found| found.signed_distance());
        (distance.unwrap_or(-T::LARGEST), rounding)
    }
}
