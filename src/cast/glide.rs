//! Bodies that move straight ahead at speed 1 or stay where they are, for casts.

use nalgebra::SVector;

use crate::error::finite_point;
use crate::motion::{FixedAxis, Law};
use crate::number::Vector;
use crate::proof::{Body, Facts, Movement};
use crate::support::{Feature, Vertex};
use crate::vector::dot_bound;
use crate::vector::length_of;
use crate::{Extrusion, QueryError, Real, Span, SupportMap};

/// Ulps of both terms of a location that its rounding may take: half an ulp in the difference of places or in the
/// product with the time, and half an ulp in their sum. Together that is 1, and a little of the second order.
const PLACE_ULPS: f64 = 1.25;

/// Ulps by which the radius of a ball around a box is enlarged. A half side loses half an ulp in each of two sums, and a
/// length 2.5, with half an ulp more in the sum that it is the length of.
const BALL_ULPS: f64 = 8.0;

/// Ulps of its terms by which the distance that passes a body is enlarged. The length of the direction may be off by 10
/// (`UNIT_VECTOR_ULPS` and the rounding of its length), the distance of the rooms by 6, their sizes by 2, and the
/// sum by 3.
const PASSED_ULPS: f64 = 32.0;

/// A point of the world.
pub(crate) struct Point<T, const D: usize>(pub(super) SVector<T, D>);

impl<T: Real, const D: usize> SupportMap<T, D> for Point<T, D> {
    fn support_point(&self, _direction: &SVector<T, D>) -> SVector<T, D> {
        self.0
    }

    fn location(&self) -> SVector<T, D> {
        self.0
    }

    fn core_support_point(&self, _direction: &SVector<T, D>) -> SVector<T, D> {
        SVector::zeros()
    }

    fn core_support_vertex(&self, _direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        Vertex::corner(SVector::zeros(), 0)
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        (index == 0).then(SVector::zeros)
    }

    fn core_feature(&self, _vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::Vertex(0)
    }

    fn extents(&self) -> SVector<T, D> {
        self.0.abs()
    }

    /// The point is exact.
    fn rounding(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    fn core_box(&self) -> Option<SVector<T, D>> {
        Some(SVector::zeros())
    }
}

/// A box that contains the core of a body, parallel to the axes of the world, and the body's radius.
#[derive(Clone, Copy)]
pub(crate) struct Room<T, const D: usize> {
    /// The body's location.
    location: SVector<T, D>,
    /// The middle of the box, measured from the location.
    middle: SVector<T, D>,
    /// Half the sides of the box, up to an ulp.
    half: SVector<T, D>,
    radius: T,
}

impl<T: Real, const D: usize> Room<T, D> {
    /// Returns the box around the core of a body.
    pub(crate) fn of(body: &impl SupportMap<T, D>) -> Result<Self, QueryError> {
        let (location, radius) = (body.location(), body.radius());
        let (mut middle, mut half) = (SVector::zeros(), body.rounding());
        for row in 0..D {
            let mut axis = SVector::zeros();
            axis[row] = T::one();
            let ahead = body.core_support_value(&axis);
            let behind = body.core_support_value(&-axis);
            middle[row] = (ahead - behind) * T::of(0.5);
            // the rounding of the middle takes from one of both
            half[row] += (ahead - middle[row]).max(behind + middle[row]);
        }
        for point in [location, middle, half.add_scalar(radius)] {
            finite_point("coordinate", point).map_err(|bad| QueryError::CoordinateNotFinite {
                time: 0.0,
                value: bad.value,
            })?;
        }
        Ok(Self {
            location,
            middle,
            half,
            radius,
        })
    }

    /// Returns whether the body is a point at its own location, and nothing of it is rounded.
    pub(crate) fn is_point(&self) -> bool {
        self.size() == T::zero() && self.middle.amax() == T::zero()
    }

    /// The radius of a ball around the middle that contains the body.
    pub(crate) fn size(&self) -> T {
        length_of(&self.half) * (T::one() + T::EPSILON * T::of(BALL_ULPS)) + self.radius
    }

    /// Half the sides of a box around the origin that contains the body, if its location is there.
    fn extents_around(&self, location: &SVector<T, D>) -> SVector<T, D> {
        (location.abs() + self.middle.abs() + self.half).add_scalar(self.radius)
    }

    /// Returns the law of a body that starts in this room, and its reach from the law's pivot. That is the middle as near
    /// as the world's coordinates have it: what they round away far from the origin is part of the reach.
    fn law(&self, velocity: &SVector<T, D>) -> (Law<D>, f64) {
        let numbers = |v: &SVector<T, D>| v.map(T::as_f64);
        let (location, middle) = (numbers(&self.location), numbers(&self.middle));
        let pivot = location + middle;
        let arm = pivot - location;
        // products of small numbers may underflow; a point has none
        let least = T::MIN_POSITIVE.as_f64();
        let half = numbers(&self.half).map(|x| if x > 0.0 { x + least } else { x });
        let half = half + (middle - arm).abs();
        let reach = length_of(&half) * (1.0 + T::EPSILON.as_f64() * BALL_ULPS);
        let law = Law::straight(pivot.into(), numbers(velocity).into(), &arm.into());
        (law, reach)
    }

    /// Returns a distance after which a body that started in this room and moves straight ahead is farther from the
    /// other room than `target`, and stays so.
    ///
    /// Both rooms lie in balls around their middles. A body that has moved by more than the distance of the middles,
    /// both radii and the target is beyond it, in whatever direction it went.
    pub(crate) fn passed(&self, other: &Self, target: T) -> T {
        let between = (other.location - self.location) + (other.middle - self.middle);
        let passed = length_of(&between) + self.size() + other.size() + target.max(T::zero());
        // locations and middles may cancel in `between`, but their rounding does not
        let terms = passed + length_of(&self.middle) + length_of(&other.middle);
        passed + terms * (T::EPSILON * T::of(PASSED_ULPS))
    }
}

/// A body that moves at a constant velocity without turning. It is where it was given at time 0.
pub(crate) struct Glide<'a, S, T, const D: usize> {
    body: &'a S,
    velocity: SVector<T, D>,
    room: Room<T, D>,
    facts: Facts<D>,
    law: Law<D>,
}

impl<'a, S: SupportMap<T, D>, T: Real, const D: usize> Glide<'a, S, T, D> {
    /// Takes a body in its room, and its velocity: a unit vector or zero.
    pub(crate) fn new(body: &'a S, velocity: SVector<T, D>, room: Room<T, D>) -> Self {
        let (law, reach) = room.law(&velocity);
        Self {
            body,
            velocity,
            room,
            facts: Facts::of(body, &law.pivot, reach),
            law,
        }
    }

    pub(super) fn body(&self) -> &'a S {
        self.body
    }

    pub(super) fn velocity(&self) -> &SVector<T, D> {
        &self.velocity
    }

    pub(super) fn room(&self) -> &Room<T, D> {
        &self.room
    }
}

impl<S: SupportMap<T, D>, T: Real, const D: usize> Extrusion<T, D> for Glide<'_, S, T, D> {
    type Slice<'b>
        = Shifted<'b, S, T, D>
    where
        Self: 'b;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let place = self.room.location - origin;
        let passed = self.velocity * time;
        let error = (place.abs() + passed.abs()) * (T::EPSILON * T::of(PLACE_ULPS));
        let location = place + passed;
        Shifted {
            body: self.body,
            location,
            extents: self.room.extents_around(&location),
            error,
        }
    }

    fn reference(&self, _time: T) -> SVector<T, D> {
        self.room.location + self.room.middle
    }

    fn size(&self) -> T {
        self.room.size()
    }

    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    fn speed_bound(&self, along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(dot_bound(along, &self.velocity))
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(FixedAxis::without_turning())
    }

    fn inner_diameter(&self) -> T {
        self.body.inner_diameter()
    }

    fn rigid(&self, _from: f64, end: f64) -> Option<(Body<'_, D>, f64)> {
        let shape = T::asked(self.body);
        let body = Body::new(shape, &self.facts, Movement::Law(&self.law));
        Some((body, end))
    }
}

/// Returns a body in its room as it is measured from its own location.
pub(crate) fn at_origin<'a, S: SupportMap<T, D>, T: Real, const D: usize>(
    body: &'a S,
    room: &Room<T, D>,
) -> Shifted<'a, S, T, D> {
    let location = SVector::zeros();
    Shifted {
        body,
        location,
        extents: room.extents_around(&location),
        error: SVector::zeros(),
    }
}

/// A body at another location, measured from the origin of a query.
pub(crate) struct Shifted<'a, S, T, const D: usize> {
    body: &'a S,
    location: SVector<T, D>,
    extents: SVector<T, D>,
    /// How far the location may be off along each axis.
    error: SVector<T, D>,
}

impl<S: SupportMap<T, D>, T: Real, const D: usize> SupportMap<T, D> for Shifted<'_, S, T, D> {
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.body.support_point(direction) - self.body.location() + self.location
    }

    fn location(&self) -> SVector<T, D> {
        self.location
    }

    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.body.core_support_point(direction)
    }

    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        self.body.core_support_vertex(direction, near)
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.body.core_vertex(index)
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        self.body.core_feature(vertices, direction)
    }

    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        self.body.core_support_value(direction)
    }

    fn radius(&self) -> T {
        self.body.radius()
    }

    fn interior_point(&self) -> SVector<T, D> {
        self.body.interior_point()
    }

    fn extents(&self) -> SVector<T, D> {
        self.extents
    }

    fn inner_diameter(&self) -> T {
        self.body.inner_diameter()
    }

    fn rounding(&self) -> SVector<T, D> {
        self.body.rounding() + self.error
    }

    fn turn_rounding(&self) -> T {
        self.body.turn_rounding()
    }

    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        self.body.core_farthest(direction, hint)
    }

    fn core_error(&self) -> f64 {
        self.body.core_error() + length_of(&self.error).as_f64()
    }

    fn core_box(&self) -> Option<SVector<T, D>> {
        self.body.core_box()
    }
}
