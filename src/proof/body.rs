//! A body as the kernel asks it.

use nalgebra::SVector;

use super::Slices;
use super::movement::{Bounded, Movement, Placed, placed, stated};
use crate::motion::Motion;
use crate::number::Vector;
use crate::support::{Feature, VertexSet};
use crate::vector::numbers;
use crate::{Moving, Real, Span, SupportMap};

/// A shape in either scalar, or what else a body is. Its core is asked in double precision.
#[derive(Clone, Copy)]
pub enum Asked<'b, const D: usize> {
    /// In single precision.
    Single(&'b dyn SupportMap<f32, D>),
    /// In double precision.
    Double(&'b dyn SupportMap<f64, D>),
    /// A point.
    Point([f64; D]),
    /// A body that is another one at each time.
    Sliced(&'b dyn Slices<D>),
}

impl<const D: usize> Asked<'_, D> {
    /// Returns a point of the core that is farthest along a direction, which need not have unit length. It is measured
    /// from the shape's location, and of slices at this time from this origin.
    #[inline(always)]
    pub(super) fn farthest(
        &self,
        direction: Vector<D>,
        hint: &mut u32,
        (time, origin): (f64, &[f64; D]),
    ) -> [f64; D] {
        match self {
            Self::Single(shape) => shape.core_farthest(direction, hint),
            Self::Double(shape) => shape.core_farthest(direction, hint),
            Self::Point(point) => *point,
            // at no time there is no point, and nobody is asked
            Self::Sliced(_) if time.is_nan() => [f64::NAN; D],
            Self::Sliced(slices) => slices.farthest(direction, hint, (time, origin)),
        }
    }

    /// Returns the feature of the core that has these points and faces a direction. Points are measured as
    /// [`farthest`](Self::farthest) measures them. The names are the indices of vertices, where they are known. No claim
    /// rests on it.
    #[inline(never)]
    pub(super) fn feature(
        &self,
        points: &[([f64; D], u32)],
        direction: Vector<D>,
        (time, origin): (f64, &[f64; D]),
    ) -> Feature {
        match self {
            Self::Single(shape) => feature(*shape, points, &[0.0; D], direction),
            Self::Double(shape) => feature(*shape, points, &[0.0; D], direction),
            Self::Point(_) => Feature::Face(0),
            Self::Sliced(_) if time.is_nan() => Feature::Curved,
            Self::Sliced(slices) => slices.feature(points, direction, (time, origin)),
        }
    }
}

/// As [`Asked::feature`], of points that are measured from somewhere else than the location, which is this far away.
pub(super) fn feature<T: Real, const D: usize>(
    shape: &(impl SupportMap<T, D> + ?Sized),
    points: &[([f64; D], u32)],
    location: &[f64; D],
    direction: Vector<D>,
) -> Feature {
    let mut vertices = VertexSet::default();
    for &(point, name) in points {
        let point = std::array::from_fn(|k| point[k] - location[k]);
        let named = (name != u32::MAX).then_some(name);
        // a corner of a simple shape is the farthest point along itself
        vertices
            .insert(named.or_else(|| shape.core_support_vertex(&in_scalar(&point), None).index));
    }
    vertices.feature(|indices| shape.core_feature(indices, &in_scalar(&direction.numbers())))
}

/// A scalar's smallest numbers with all digits that a length of a shape may lose where products underflow.
pub(super) const LEAST_NUMBERS: f64 = 16.0;

/// What a length may lose that a scalar has computed from products which underflow.
pub(crate) fn underflow<T: Real>() -> f64 {
    LEAST_NUMBERS * T::MIN_POSITIVE.as_f64()
}

/// What every query needs of a shape and the point that it turns about, measured once.
// what no query reads is last, see `Law`: the location is asked for where pieces of a motion have points of their own
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<const D: usize> {
    /// The point of the shape's frame that the body turns about, measured from the location.
    pivot: [f64; D],
    /// No point of the core is farther from the pivot.
    reach: f64,
    pub(super) radius: f64,
    /// How much farther along a unit vector than a support point another point of the core may be.
    pub(super) error: f64,
    /// The default tolerance relative to the size, which its scalar sets.
    pub(super) precision: f64,
    pub(super) is_box: bool,
    /// Half the extents, if the core is a box. Of others about half those of a box around the core: no claim rests on it.
    pub(super) half: [f64; D],
    /// A point inside the core, measured from the location. No claim rests on it.
    middle: [f64; D],
    location: [f64; D],
}

impl<const D: usize> Facts<D> {
    /// Measures a shape that turns about a point of its frame, from which its core reaches this far.
    pub(crate) fn of<T: Real>(
        shape: &impl SupportMap<T, D>,
        center: &[f64; D],
        reach: f64,
    ) -> Self {
        let half = shape.core_box();
        let facts = Self {
            radius: shape.radius().as_f64(),
            error: shape.core_error() + underflow::<T>(),
            is_box: half.is_some(),
            half: half.map_or_else(|| about_half(shape), |half| numbers(&half)),
            middle: numbers(&shape.interior_point()),
            location: numbers(&shape.location()),
            ..Self::any(T::SQRT_EPSILON.as_f64())
        };
        facts.about(center, reach)
    }

    /// The facts of the same shape about another point.
    pub(crate) fn about(self, center: &[f64; D], reach: f64) -> Self {
        Self {
            pivot: self.measured_from_location(center),
            reach,
            ..self
        }
    }

    /// The sum of a number in each of the lines of the cache that these end with.
    #[inline(always)]
    pub(crate) fn in_last_lines(&self) -> f64 {
        self.half[0] + self.location[D - 1]
    }

    /// A point of the shape's frame, measured from the location.
    fn measured_from_location(&self, center: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|k| center[k] - self.location[k])
    }

    /// The facts of a sharp core of which every query measures the rest.
    pub(super) fn of_any<T: Real>() -> &'static Self {
        if T::IS_SINGLE {
            const { &Self::any(<f32 as Real>::SQRT_EPSILON as f64) }
        } else {
            const { &Self::any(<f64 as Real>::SQRT_EPSILON) }
        }
    }

    const fn any(precision: f64) -> Self {
        Self {
            pivot: [0.0; D],
            reach: 0.0,
            radius: 0.0,
            error: 0.0,
            precision,
            is_box: false,
            half: [0.0; D],
            middle: [0.0; D],
            location: [0.0; D],
        }
    }
}

/// About half the extents of a core around its middle, from those around the origin. Zero if it is measured from elsewhere.
fn about_half<T: Real, const D: usize>(shape: &impl SupportMap<T, D>) -> [f64; D] {
    let is_at_origin = shape.location() == SVector::<T, D>::zeros();
    let (extents, middle) = (shape.extents(), shape.interior_point());
    let radius = shape.radius();
    std::array::from_fn(|k| {
        let half = (extents[k] - radius - middle[k].abs()).as_f64();
        // written so that what is no number is zero
        if is_at_origin && half > 0.0 {
            half
        } else {
            0.0
        }
    })
}

/// A convex body and its motion over a span without knots.
pub struct Body<'b, const D: usize> {
    pub(super) shape: Asked<'b, D>,
    pub(super) facts: &'b Facts<D>,
    pub(super) movement: Movement<'b, D>,
    /// The point of the shape's frame that the body turns about, measured from the shape's location.
    pub(super) pivot: [f64; D],
    /// The largest distance of a point of the core from the pivot.
    pub(super) reach: f64,
    /// The outward unit normal in the frame of a half-space, of which the core is a point of the boundary.
    pub(super) outward: Option<[f64; D]>,
}

impl<'b, const D: usize> Body<'b, D> {
    /// A shape that turns about the point of its facts.
    #[inline(always)]
    pub(crate) fn new(shape: Asked<'b, D>, facts: &'b Facts<D>, movement: Movement<'b, D>) -> Self {
        Self {
            shape,
            facts,
            movement,
            pivot: facts.pivot,
            reach: facts.reach,
            outward: None,
        }
    }

    /// The same body about another point, from which its core reaches this far.
    fn about(self, point: &[f64; D], reach: f64) -> Self {
        Self {
            pivot: self.facts.measured_from_location(point),
            reach,
            ..self
        }
    }

    /// Whether the motion is in closed form.
    pub(crate) fn has_law(&self) -> bool {
        self.movement.law().is_some()
    }

    /// Whether the body is known not to turn.
    pub(crate) fn is_still(&self) -> bool {
        self.movement.law().is_some_and(|law| !law.turns())
    }

    /// The diameter of a ball inside the body, or less.
    pub(super) fn inner_diameter(&self) -> f64 {
        match self.shape {
            Asked::Single(shape) => shape.inner_diameter().as_f64(),
            Asked::Double(shape) => shape.inner_diameter(),
            Asked::Point(_) => 0.0,
            Asked::Sliced(slices) => slices.inner_diameter(),
        }
    }

    /// The radius of a ball about the pivot that contains the body.
    #[inline(always)]
    pub(super) fn ball(&self) -> f64 {
        self.reach + self.facts.radius
    }

    /// Whether the body is another one at each time.
    #[inline(always)]
    pub(super) fn changes(&self) -> bool {
        matches!(self.shape, Asked::Sliced(_))
    }

    /// The radius at a time.
    #[inline(always)]
    pub(super) fn radius_at(&self, time: f64, origin: &[f64; D]) -> f64 {
        match self.shape {
            Asked::Sliced(slices) => slices.placed(time, origin).radius,
            _ => self.facts.radius,
        }
    }

    /// The largest distance of a point of the core from the pivot at a time, or of a slice from the origin.
    pub(super) fn reach_at(&self, time: f64, origin: &[f64; D]) -> f64 {
        match self.shape {
            Asked::Sliced(_) if time.is_nan() => f64::NAN,
            Asked::Sliced(slices) => slices.placed(time, origin).size,
            _ => self.reach,
        }
    }

    /// Where the pivot is in the world at a time, up to rounding; that of slices is the origin that they are measured from.
    /// No claim rests on it.
    pub(super) fn center_at(&self, time: f64, origin: &[f64; D]) -> [f64; D] {
        match self.movement {
            Movement::Law(law) => law.center_at(time),
            Movement::Bounded(_) if self.changes() => *origin,
            Movement::Bounded(body) => body.placed(time, &[0.0; D]).center,
        }
    }

    /// A point inside the core, measured from the pivot. No claim rests on it.
    #[inline(always)]
    pub(super) fn middle(&self) -> [f64; D] {
        std::array::from_fn(|k| self.facts.middle[k] - self.pivot[k])
    }
}

/// A moving body that questions are asked about.
pub trait Subject<const D: usize> {
    /// Returns the body over a span that begins at a time and has no knot inside, and the end of the span: `end` or
    /// earlier, but never later than the next knot. What is no later than the begin is no knot.
    fn body(&self, from: f64, end: f64) -> (Body<'_, D>, f64);

    /// A point near its path around a time.
    fn reference(&self, time: f64) -> [f64; D];
}

/// Returns the last time in a scalar that is no later than `from`, and the end or the first knot before it.
#[inline(always)]
pub(super) fn until_knot<T: Real>(
    from: f64,
    end: f64,
    next_knot: impl Fn(T) -> Option<T>,
) -> (T, f64) {
    // rounded down, so that no knot is passed over
    let begin = -T::above(-from);
    let knot = next_knot(begin).map(T::as_f64);
    // written so that what is no number ends the query
    let until = knot.map_or(end, |knot| if knot >= end { end } else { knot });
    (begin, until)
}

impl<S: SupportMap<T, D>, M: Motion<T, D>, T: Real, const D: usize> Moving<S, M, T, D> {
    /// Returns the body from a time on, and until when.
    #[inline(always)]
    pub(crate) fn body(&self, from: f64, end: f64) -> (Body<'_, D>, f64) {
        let (shape, motion, facts) = (self.shape(), self.motion(), self.facts());
        let (begin, mut until) = until_knot(from, end, |after| motion.next_knot(after));
        let during = if until > from {
            Span::known(begin, T::above(until))
        } else {
            Span::known(begin, begin)
        };
        let Some(law) = motion.law(during) else {
            return (
                Body::new(T::asked(shape), facts, Movement::Bounded(self)),
                until,
            );
        };
        self.read_ahead(law);
        let even = law.even_until(from, until);
        if even < until && -T::above(-even).as_f64() > from {
            until = -T::above(-even).as_f64();
        }
        let body = Body::new(T::asked(shape), facts, Movement::Law(law));
        if motion.has_pieces() {
            return (self.about_piece(body, &law.pivot), until);
        }
        debug_assert_eq!(law.pivot, numbers(&motion.center()), "the law's own centre");
        (body, until)
    }

    /// Returns the body about the centre of a piece of its motion.
    #[cold]
    #[inline(never)]
    fn about_piece<'b>(&self, body: Body<'b, D>, pivot: &[f64; D]) -> Body<'b, D> {
        let center = self.motion().center();
        let apart = |k: usize| (pivot[k] - center[k].as_f64()).abs();
        let apart: f64 = (0..D).map(apart).sum();
        // written so that nothing is added in the usual case
        let reach = if apart > 0.0 {
            (body.reach + apart) * (1.0 + f64::EPSILON * 4.0)
        } else {
            body.reach
        };
        body.about(pivot, reach)
    }
}

pub(super) fn in_scalar<T: Real, const D: usize>(v: &[f64; D]) -> SVector<T, D> {
    SVector::from_fn(|k, _| T::of(v[k]))
}

impl<S: SupportMap<T, D>, M: Motion<T, D>, T: Real, const D: usize> Bounded<D>
    for Moving<S, M, T, D>
{
    fn placed(&self, time: f64, origin: &[f64; D]) -> Placed<D> {
        let placement = self.motion().placement(T::of(time), &in_scalar(origin));
        placed(
            &placement,
            numbers(&self.motion().center()),
            self.facts().reach,
        )
    }

    fn acceleration(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        let reach = T::above(self.facts().reach);
        stated(along, during, &|s, during| {
            self.motion().acceleration_bound(s, during, reach)
        })
    }

    fn speed(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        let reach = T::above(self.facts().reach);
        stated(along, during, &|s, during| {
            self.motion().speed_bound(s, during, reach)
        })
    }
}
