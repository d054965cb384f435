//! Both bodies at one time.

use std::cell::Cell;

use nalgebra::SVector;

use super::contact_of;
use super::failure::{bad_bound, bad_coordinate, bad_knot, no_bounds};
use crate::epa::Accuracy;
use crate::extrusion::{Side, Stated, slices};
use crate::half_space::{Floor, at_distance};
use crate::number::{UNIT, Vector};
use crate::proof::{Frame, Moment, Outcome, Point, Question, Subject, prove};
use crate::separation::Instant;
use crate::support::Feature;
use crate::{Contact, Extrusion, Proximity, QueryError, Real, Span, SupportMap, Tracker};

/// Measures two bodies, and remembers the last measurement. No claim of the kernel rests on it.
pub(crate) struct AtRest<'b, T: Real, const D: usize> {
    /// The bodies. A point of its boundary stands for a half-space.
    a: &'b dyn Stated<T, D>,
    b: &'b dyn Stated<T, D>,
    floor: Option<OnFloor<'b, T, D>>,
    start: T,
    last: Cell<Option<Measured<T, D>>>,
}

/// A half-space and a body. The kernel measures them.
#[derive(Clone, Copy)]
struct OnFloor<'b, T, const D: usize> {
    floor: &'b dyn Subject<D>,
    body: &'b dyn Subject<D>,
    /// The outward normal, and the frame in which it is fixed.
    normal: (Frame, SVector<T, D>),
}

#[derive(Clone, Copy)]
struct Measured<T: Real, const D: usize> {
    tracker: Tracker<T, D>,
    asked: (T, Accuracy<T>),
    found: Proximity<T, D>,
}

impl<'b, T: Real, const D: usize> AtRest<'b, T, D> {
    #[inline(always)]
    pub(crate) fn of([a, b]: [&'b dyn Stated<T, D>; 2], start: T) -> Self {
        Self {
            a,
            b,
            floor: None,
            start,
            last: Cell::new(None),
        }
    }

    /// A half-space and a body.
    #[inline(always)]
    pub(crate) fn on<F: Floor<T, D>>(floor: &'b F, body: Side<'b, T, D>, start: T) -> Self {
        let on = OnFloor {
            floor,
            body: body.subject,
            normal: (floor.frame(), *floor.outward()),
        };
        Self {
            floor: Some(on),
            ..Self::of([floor.boundary(), body.body], start)
        }
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

    /// Returns the distance of the bodies at a time, or the depth of their overlap.
    pub(super) fn proximity(&self, time: T, accuracy: Accuracy<T>) -> Proximity<T, D> {
        if let Some(floor) = &self.floor {
            return floor.proximity(time);
        }
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

    /// Returns how much rounding may take from their distance along a unit vector at a time, in the bodies' scalar.
    pub(crate) fn error(&self, time: T, along: &SVector<T, D>) -> T {
        let error = self.at(time, |[a, b], _| {
            Instant::new(time, a, b, T::zero()).error(along)
        });
        let of_height = |floor: &OnFloor<'_, T, D>| floor.height(time).in_scalar().1;
        self.floor
            .as_ref()
            .map_or(error, |floor| error.max(of_height(floor)))
    }

    /// Returns the largest diameter of a ball that fits into both bodies together.
    pub(crate) fn width(&self) -> T {
        self.a.inner_diameter() + self.b.inner_diameter()
    }

    /// Returns the size that sets the default tolerance.
    pub(crate) fn size(&self) -> T {
        let (a, b) = (self.a.size(), self.b.size());
        // neither a half-space nor a point has a size: the other body then sets the scale
        if self.floor.is_some() {
            return b;
        }
        let smaller = a.min(b);
        if smaller > T::zero() {
            smaller
        } else {
            a.max(b)
        }
    }

    /// Returns the outward normal of a half-space, and the frame in which it is fixed.
    pub(super) fn normal(&self) -> Option<(Frame, SVector<T, D>)> {
        self.floor.map(|floor| floor.normal)
    }

    /// Returns what makes it impossible to prove anything during a span that begins where the proof ended, if that is
    /// known.
    pub(super) fn defect(&self, during: Span<T>) -> Option<QueryError> {
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
            .or_else(|| self.floor?.lacks_law(during))
    }
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
    Side::of(body, |body| {
        let at_rest = AtRest::on(floor, body, time);
        let on = at_rest.floor.expect("it is a half-space");
        on.height(time)
    })
}

impl<T: Real, const D: usize> OnFloor<'_, T, D> {
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

    fn proximity(&self, time: T) -> Proximity<T, D> {
        let height = self.height(time);
        let (distance, error) = height.in_scalar();
        at_distance(distance, error, height.contact)
    }

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
