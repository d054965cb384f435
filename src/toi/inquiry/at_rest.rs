//! Both bodies at one time.

use std::cell::Cell;

use nalgebra::SVector;

use super::contact_of;
use super::failure::{bad_bound, bad_coordinate, bad_knot, no_bounds};
use crate::epa::Accuracy;
use crate::extrusion::{Side, Stated, slices};
use crate::gjk::{Closest, Termination};
use crate::half_space::{Floor, overlap};
use crate::number::{UNIT, Vector};
use crate::proof::{Frame, Moment, Outcome, Point, Question, Subject, prove};
use crate::separation::Instant;
use crate::support::Feature;
use crate::{Contact, Extrusion, Proximity, QueryError, Real, Span, SupportMap, Tracker};

/// Measures two bodies. No claim of the kernel rests on it.
pub(crate) trait AtRest<T: Real, const D: usize> {
    /// The distance of the bodies at a time, or the depth of their overlap.
    fn proximity(&self, time: T, accuracy: Accuracy<T>) -> Proximity<T, D>;

    /// How much rounding may take from their distance along a unit vector at a time, in the bodies' scalar.
    fn error(&self, time: T, along: &SVector<T, D>) -> T;

    /// The largest diameter of a ball that fits into both bodies together.
    fn width(&self) -> T;

    /// The size that sets the default tolerance.
    fn size(&self) -> T;

    /// The outward normal of a half-space, and the frame in which it is fixed.
    fn normal(&self) -> Option<(Frame, SVector<T, D>)> {
        None
    }

    /// What makes it impossible to prove anything during a span that begins where the proof ended, if that is known.
    fn defect(&self, during: Span<T>) -> Option<QueryError>;
}

/// Two bodies, and what is remembered of their last measurement.
pub(crate) struct Pair<'b, T: Real, const D: usize> {
    a: &'b dyn Stated<T, D>,
    b: &'b dyn Stated<T, D>,
    start: T,
    last: Cell<Option<Measured<T, D>>>,
}

#[derive(Clone, Copy)]
struct Measured<T: Real, const D: usize> {
    tracker: Tracker<T, D>,
    asked: (T, Accuracy<T>),
    found: Proximity<T, D>,
}

impl<'b, T: Real, const D: usize> Pair<'b, T, D> {
    #[inline(always)]
    pub(crate) fn new([a, b]: [Side<'b, T, D>; 2], start: T) -> Self {
        Self::of([a.body, b.body], start)
    }

    #[inline(always)]
    pub(in super::super) fn of([a, b]: [&'b dyn Stated<T, D>; 2], start: T) -> Self {
        let last = Cell::new(None);
        Self { a, b, start, last }
    }

    /// Returns what a function says of both bodies at a time, measured from a point half way between them.
    fn at<X>(
        &self,
        time: T,
        of: impl FnOnce([&dyn SupportMap<T, D>; 2], &SVector<T, D>) -> X,
    ) -> X {
        let origin = origin([self.a, self.b], self.start);
        slices([self.a, self.b], (time, &origin), |bodies| {
            of(bodies, &origin)
        })
    }
}

impl<T: Real, const D: usize> AtRest<T, D> for Pair<'_, T, D> {
    fn proximity(&self, time: T, accuracy: Accuracy<T>) -> Proximity<T, D> {
        let last = self.last.get();
        if let Some(last) = last
            && last.asked == (time, accuracy)
        {
            return last.found;
        }
        let mut tracker = last.map_or_else(Tracker::new, |last| last.tracker);
        let found = self.at(time, |[a, b], origin| {
            tracker.proximity_to(&a, &b, accuracy).moved(origin)
        });
        self.last.set(Some(Measured {
            tracker,
            asked: (time, accuracy),
            found,
        }));
        found
    }

    fn error(&self, time: T, along: &SVector<T, D>) -> T {
        self.at(time, |[a, b], _| {
            Instant::new(time, a, b, T::zero()).error(along)
        })
    }

    fn width(&self) -> T {
        self.a.inner_diameter() + self.b.inner_diameter()
    }

    fn size(&self) -> T {
        let (a, b) = (self.a.size(), self.b.size());
        // a point has no size: the other body then sets the scale
        let smaller = a.min(b);
        if smaller > T::zero() {
            smaller
        } else {
            a.max(b)
        }
    }

    fn defect(&self, during: Span<T>) -> Option<QueryError> {
        let bad_at = |time: T| {
            self.at(time, |[a, b], _| {
                bad_coordinate(&Instant::new(time, a, b, T::zero()))
            })
        };
        bad_knot(self.a, during)
            .or_else(|| bad_knot(self.b, during))
            .or_else(|| bad_at(during.start()))
            .or_else(|| bad_at(during.end()))
            .or_else(|| no_bounds([self.a, self.b], during))
            .or_else(|| bad_bound(self.a, during))
            .or_else(|| bad_bound(self.b, during))
    }
}

/// A half-space and a body. The kernel measures them.
pub(crate) struct OnFloor<'b, T: Real, const D: usize> {
    floor: &'b dyn Subject<D>,
    body: &'b dyn Subject<D>,
    /// The outward normal, and the frame in which it is fixed.
    normal: (Frame, SVector<T, D>),
    /// A point of the boundary, and the body.
    pair: Pair<'b, T, D>,
}

/// How far a body is above a half-space at a time.
pub(crate) struct Height<T, const D: usize> {
    pub(crate) distance: f64,
    /// How far the distance may be off.
    pub(crate) error: f64,
    /// The normal, of which the one of the contact is rounded to the scalar.
    pub(crate) normal: [f64; D],
    pub(crate) contact: Contact<T, D>,
}

impl<T: Real, const D: usize> Height<T, D> {
    /// The distance in the scalar, and how far that may be off.
    fn in_scalar(&self) -> (T, T) {
        let distance = T::of(self.distance);
        let rounding = (distance.as_f64() - self.distance).abs();
        let error = (self.error + rounding) * (1.0 + 4.0 * UNIT);
        (distance, T::above(error))
    }
}

/// Returns how far a body is above a half-space at a time.
pub(crate) fn height<F, B, T: Real, const D: usize>(floor: &F, body: &B, time: T) -> Height<T, D>
where
    F: Floor<T, D>,
    B: Extrusion<T, D>,
{
    Side::of(body, |body| OnFloor::new(floor, body, time).height(time))
}

impl<'b, T: Real, const D: usize> OnFloor<'b, T, D> {
    #[inline(always)]
    pub(crate) fn new<F: Floor<T, D>>(floor: &'b F, body: Side<'b, T, D>, start: T) -> Self {
        Self {
            floor,
            body: body.subject,
            normal: (floor.frame(), *floor.outward()),
            pair: Pair::of([floor.boundary(), body.body], start),
        }
    }

    /// Measures the height; it is no number where that cannot be done.
    fn height(&self, time: T) -> Height<T, D> {
        let time = time.as_f64();
        let question = Question {
            a: self.floor,
            b: self.body,
            start: time,
            end: time,
            target: 0.0,
            // any distance is a contact
            tolerance: Some(<f64 as Real>::LARGEST),
            in_single: false,
            by_vectors: true,
            may_pass: true,
        };
        let mut least = f64::NAN;
        let outcome = prove(&question, |kernel, free| {
            let mut at = Moment::never();
            kernel.place(time, &mut at);
            let gap = kernel.gap(&at, Vector::unit(0), 1.0, &mut Point::none());
            least = gap.value();
            let landed = kernel.landing(&at);
            free.verdict(kernel, landed)
        });
        let (distance, normal, contact) = match outcome {
            Outcome::Impact(met) => (
                met.beyond_target(),
                met.normal(),
                contact_of(&met, Some(self.normal)),
            ),
            _ => {
                let nothing = SVector::repeat(T::of(f64::NAN));
                let contact = Contact {
                    normal: nothing,
                    witness_a: nothing,
                    witness_b: nothing,
                    feature_a: Feature::Curved,
                    feature_b: Feature::Curved,
                };
                (f64::NAN, [f64::NAN; D], contact)
            }
        };
        Height {
            distance,
            error: (distance - least) * (1.0 + 4.0 * UNIT),
            normal,
            contact,
        }
    }
}

impl<T: Real, const D: usize> AtRest<T, D> for OnFloor<'_, T, D> {
    fn proximity(&self, time: T, _accuracy: Accuracy<T>) -> Proximity<T, D> {
        let height = self.height(time);
        let ((distance, error), contact) = (height.in_scalar(), height.contact);
        if distance > error {
            return Proximity::Disjoint(Closest {
                distance,
                lower_bound: distance - error,
                contact,
                termination: Termination::Converged,
                iterations: 1,
            });
        }
        Proximity::Overlapping(overlap(distance, error, contact))
    }

    fn error(&self, time: T, along: &SVector<T, D>) -> T {
        let (_, of_height) = self.height(time).in_scalar();
        self.pair.error(time, along).max(of_height)
    }

    /// Balls of any size fit into a half-space.
    fn width(&self) -> T {
        T::LARGEST
    }

    fn size(&self) -> T {
        self.pair.b.size()
    }

    fn normal(&self) -> Option<(Frame, SVector<T, D>)> {
        Some(self.normal)
    }

    fn defect(&self, during: Span<T>) -> Option<QueryError> {
        let of_pair = self.pair.defect(during);
        of_pair.or_else(|| self.lacks_law(during))
    }
}

impl<T: Real, const D: usize> OnFloor<'_, T, D> {
    /// Returns the error for a half-space that may turn, if a motion is not in closed form.
    fn lacks_law(&self, during: Span<T>) -> Option<QueryError> {
        let (start, end) = (during.start().as_f64(), during.end().as_f64());
        let [floor, body] = [self.floor, self.body].map(|body| body.body(start, end).0);
        let (turns, is_known) = (!floor.is_still(), floor.has_law() && body.has_law());
        (turns && !is_known).then_some(QueryError::NoFixedAxis { start, end })
    }
}

/// Returns the point from which the coordinates of both bodies are measured.
///
/// It lies half way between them, so that swapping the bodies changes nothing.
pub(in super::super) fn origin<T: Real, const D: usize>(
    [a, b]: [&dyn Stated<T, D>; 2],
    start: T,
) -> SVector<T, D> {
    (a.reference(start) + b.reference(start)) * T::of(0.5)
}

/// Returns whether bodies can overlap by `depth` without passing through each other. The width is the sum of both inner
/// diameters.
///
/// The difference B - A of the bodies contains a ball whose radius is half of that. As long as this radius is larger
/// than the depth, the origin stays away from the ball's centre.
pub(crate) fn is_thick_enough<T: Real>(width: T, depth: T) -> bool {
    width > depth * T::of(2.0)
}
