//! Proven bounds of one moving body over a span: how far it reaches, a box around it, and how far it moves.
//!
//! A broad phase needs them to choose the pairs that a query is asked about, and an engine to tell which pairs are too
//! slow to need one:
//!
//! | question | function | support evaluations |
//! |---|---|---|
//! | how far does it reach along a direction? | [`highest_along`], [`interval_along`] | 2 a side; 4 to 7 if it turns |
//! | which box contains it? | [`swept_box`] | 8 in the plane, 12 in space; up to twice as many if it turns |
//! | how far does it move? | [`travel_bound`] | none |
//! | can two bodies pass through each other? | [`relative_travel_bound`], [`cannot_pass_through`]; into a floor: [`cannot_sink_into`] | none |
//!
//! [`Moving`] has methods for the box and the travel. Every part of the span between two knots costs as much again. A
//! shape of your own that leaves [`SupportMap::extents`] at its default takes four or six more at each end of a span.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, Sweep};
//! use photofinish::shape::{Ball, Cuboid};
//! use photofinish::{Moving, Span};
//!
//! // in one step of an engine a bullet flies through a wall, and past a post
//! let (before, after) = (Isometry3::translation(-2.0, 0.0, 0.0), Isometry3::translation(3.0, 0.0, 0.0));
//! let bullet = Moving::new(Ball::new(0.02)?, Sweep::new((0.0, before), (1.0, after), Vector3::zeros())?);
//! let wall = Moving::new(Cuboid::new(vector![0.05, 2.0, 2.0])?, AtRest::new(Isometry3::identity())?);
//! let post = Moving::new(Cuboid::new(vector![0.1, 2.0, 0.1])?, AtRest::new(Isometry3::translation(0.0, 0.0, 1.0))?);
//!
//! let step = Span::new(0.0, 1.0)?;
//! let swept = bullet.swept_box(step)?;
//! assert!(swept.overlaps(&wall.swept_box(step)?), "this pair needs a query");
//! assert!(!swept.overlaps(&post.swept_box(step)?), "this pair does not");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a bound means
//! Bounds hold in exact arithmetic for all times of the span, both its ends included. They are in the world's frame, in
//! the units of the coordinates. Rounding in poses, support points and bounds is added outward. So a box is larger by
//! some ulps of the coordinates, also far from the world's origin. A motion that states no
//! bounds gives [`SweptError::NoBounds`].
//!
//! # How it works
//! Let h(t) be how far the body reaches along a unit vector e at time t: the largest e . p over its points p. Let N
//! bound -e . p'' for all points during a span from a to b. It is the motion's bound of the acceleration along -e. Then
//! every point has e . p'' >= -N. So e . p is nowhere higher than its chord plus (N/2)(t - a)(b - t), and its ends are
//! at most h(a) and h(b). *The largest value of h is at most h(a) + (K + D)^2 / (4K)* with K = N (b - a)^2 / 2 and
//! D = h(b) - h(a), *if |D| < K, else the larger end.* It is the margin of the [crate] docs, mirrored.
//!
//! Two more inequalities hold where the bounds they need are known, and the least value counts:
//! - The lines that rise from both ends at the greatest speeds along e and against it meet above h.
//! - A body that turns about an axis of fixed direction stays within its reach of the path of its centre c. The path's
//!   e . c is a parabola with known ends.
//!
//! The body's supports make these bounds sharper. In a turn of less than half a turn N is smaller: points
//! accelerate as far as the body reaches along e_perp, the part of e across the axis. That support lies below the
//! sinusoid through its values at both ends, whose largest value has a closed form. In a longer turn in space the reach
//! is smaller: it is at most that of a cylinder around the body and the axis.
//!
//! A box has one bound for each of its faces. If the body turns, its bounds may be a little wider than those of
//! [`highest_along`]: they are not made any sharper once they are within 1/256 of the body's size.

mod end;
mod error;
mod gate;
mod knots;
mod piece;
mod span_box;
mod travel;

pub use error::SweptError;
pub use gate::{cannot_pass_through, cannot_sink_into};
pub use span_box::SweptBox;
pub use travel::{relative_travel_bound, travel_bound};

use nalgebra::SVector;

use crate::motion::Motion;
use crate::separation::UNIT_VECTOR_ULPS;
use crate::tuning::ENOUGH_OF_SIZE;
use crate::{Extrusion, Moving, Real, Span, SupportMap};
use end::Path;
use knots::between_knots;
use piece::Piece;

/// Returns an upper bound of how far the body reaches along the unit vector `direction` during the span.
///
/// At all times of the span, `direction . x` is at most this length for all points x of the body, in the world's frame.
/// It takes two support evaluations, four if the body turns, and seven if it turns by half a turn or more in space; as
/// many for every part between two knots.
///
/// ```
/// use nalgebra::{Isometry2, Vector2, vector};
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::shape::Capsule;
/// use photofinish::swept::highest_along;
/// use photofinish::{Moving, Span};
///
/// // a bar of length 2, with ends of radius 0.1, turns from upright by a quarter turn
/// let spin = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), std::f64::consts::FRAC_PI_2)?;
/// let bar = Moving::new(Capsule::new(1.0, 0.1)?, spin);
/// let along = vector![0.6, 0.8];
/// let highest = highest_along(&bar, &along, Span::new(0.0, 1.0)?)?;
/// // its end passes the direction itself, where it reaches 1.1
/// assert!(highest >= 1.1 && highest < 1.1 + 0.02);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `InvalidLength`.
pub fn highest_along<E, T, const D: usize>(
    body: &E,
    direction: &SVector<T, D>,
    during: Span<T>,
) -> Result<T, SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    check_unit(direction)?;
    let highest = highest_of(body, &[*direction], during, T::zero())?;
    Ok(highest[0])
}

/// Returns an interval along the unit vector `direction` that contains the body at all times of the span: the lower end
/// and the upper end.
///
/// For all points x of the body, in the world's frame, `direction . x` lies between them. Two bodies whose intervals
/// have no number in common are apart throughout. It takes four support evaluations, eight if the body turns, and ten
/// if it turns by half a turn or more in space; as many for every part between two knots.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::shape::Ball;
/// use photofinish::swept::interval_along;
/// use photofinish::{Moving, Span};
///
/// let flight = ConstantVelocity::new(Isometry2::identity(), vector![3.0, 4.0], 0.0)?;
/// let ball = Moving::new(Ball::new(0.5)?, flight);
/// let (low, high) = interval_along(&ball, &vector![0.6, 0.8], Span::new(0.0, 1.0)?)?;
/// assert!(low <= -0.5 && low > -0.5 - 1e-12);
/// assert!(high >= 5.5 && high < 5.5 + 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `InvalidLength`.
pub fn interval_along<E, T, const D: usize>(
    body: &E,
    direction: &SVector<T, D>,
    during: Span<T>,
) -> Result<(T, T), SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    check_unit(direction)?;
    let highest = highest_of(body, &[-direction, *direction], during, T::zero())?;
    Ok((-highest[0], highest[1]))
}

/// Returns a box, with its sides along the axes of the world, that contains the body at all times of the span.
///
/// For a body that does not turn, at rest or in straight or free flight, the box is as tight as rounding permits. For
/// one that turns it is wider than the smallest box. For bodies of all shapes that turn about their frame's origin by
/// 5, 30, 90 and 180 degrees the sides are too long by 0.003, 0.2, 6 and 13 % on average in space, and by 0.001, 0.1, 3
/// and 4 % in the plane. For a smaller box split the span, and [merge](SweptBox::merged) the boxes of its parts.
///
/// It takes 8 support evaluations in the plane and 12 in space, and up to twice as many if the body turns; as many for
/// every part between two knots.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{Ballistic, ConstantVelocity};
/// use photofinish::shape::Ball;
/// use photofinish::swept::swept_box;
/// use photofinish::{Moving, Span};
///
/// // a ball is thrown at speed 10, upward, and is back after two seconds
/// let start = ConstantVelocity::new(Isometry2::identity(), vector![1.0, 10.0], 0.0)?;
/// let ball = Moving::new(Ball::new(0.5)?, Ballistic::new(start, vector![0.0, -10.0])?);
/// let swept = swept_box(&ball, Span::new(0.0, 2.0)?)?;
/// // its path is a parabola, for which the bound is exact
/// assert!((swept.max - vector![2.5, 5.5]).norm() < 1e-12);
/// assert!((swept.min - vector![-0.5, -0.5]).norm() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `InvalidLength` and `NotAUnitVector`.
pub fn swept_box<E, T, const D: usize>(
    body: &E,
    during: Span<T>,
) -> Result<SweptBox<T, D>, SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let enough = body.size() * T::of(ENOUGH_OF_SIZE);
    let faces = highest_of(body, &outward()[..2 * D], during, enough)?;
    Ok(box_of(&faces))
}

impl<T: Real, const D: usize, S: SupportMap<T, D>, M: Motion<T, D>> Moving<S, M, T, D> {
    /// Returns a box, with its sides along the axes of the world, that contains the body at all times of the span. It
    /// is [`swept_box`](crate::swept::swept_box).
    ///
    /// # Errors
    /// Those of [`swept_box`](crate::swept::swept_box).
    pub fn swept_box(&self, during: Span<T>) -> Result<SweptBox<T, D>, SweptError> {
        swept_box(self, during)
    }

    /// Returns an upper bound of how far the points of the body get from where they were at the start of the span. It
    /// is [`travel_bound`](crate::swept::travel_bound).
    ///
    /// # Errors
    /// Those of [`travel_bound`](crate::swept::travel_bound).
    pub fn travel_bound(&self, during: Span<T>) -> Result<T, SweptError> {
        travel_bound(self, during)
    }
}

/// The largest number of faces of a box.
const FACES: usize = 6;

/// Returns the outward normals of a box: for each axis of the world, along it and against it. In the plane the last two
/// stand for no face, and are those of the first axis again.
fn outward<T: Real, const D: usize>() -> [SVector<T, D>; FACES] {
    std::array::from_fn(|face| {
        let sign = if face % 2 == 0 { T::one() } else { -T::one() };
        SVector::from_fn(|row, _| if row == face / 2 { sign } else { T::zero() })
    })
}

/// Returns the box with these heights of its faces along their outward normals.
fn box_of<T: Real, const D: usize>(faces: &[T; FACES]) -> SweptBox<T, D> {
    SweptBox {
        min: SVector::from_fn(|row, _| -faces[2 * row + 1]),
        max: SVector::from_fn(|row, _| faces[2 * row]),
    }
}

/// Returns the proven heights of a body along some directions, at most as many as a box has faces, in the world's
/// frame. A bound is not sharpened any more once it exceeds the higher end of its span by no more than `enough`.
fn highest_of<E, T, const D: usize>(
    body: &E,
    directions: &[SVector<T, D>],
    during: Span<T>,
    enough: T,
) -> Result<[T; FACES], SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let path = Path::new(body, during);
    let mut highest = [-T::LARGEST; FACES];
    let next_knot = |time| [body.next_knot(time), None];
    between_knots(during, next_knot, |during| {
        let moves = body.fixed_axis(during);
        let ends = [during.start(), during.end()].map(|time| path.end(time, moves.as_ref()));
        let [first, last] = &ends;
        let piece = Piece::new(&path, during, moves.as_ref(), [first, last]);
        for (highest, e) in highest.iter_mut().zip(directions) {
            let heights = [first.height(e)?, last.height(e)?];
            *highest = highest.max(piece.highest(e, heights, enough)?);
        }
        Ok(())
    })?;
    for (highest, e) in highest.iter_mut().zip(directions) {
        *highest = path.in_world(e, *highest, during)?;
    }
    Ok(highest)
}

/// Checks that a direction is of unit length, as that of a certificate.
fn check_unit<T: Real, const D: usize>(direction: &SVector<T, D>) -> Result<(), SweptError> {
    let length = direction.norm();
    // written so that NaN is refused too
    if (length - T::one()).abs() <= T::EPSILON * T::of(UNIT_VECTOR_ULPS) {
        Ok(())
    } else {
        Err(SweptError::NotAUnitVector {
            length: length.as_f64(),
        })
    }
}

/// Checks that a length is finite, not too large and not negative.
fn check_length<T: Real>(name: &'static str, value: T) -> Result<(), SweptError> {
    // written so that NaN is refused too
    if value >= T::zero() && value <= T::LARGEST {
        Ok(())
    } else {
        Err(SweptError::InvalidLength {
            name,
            value: value.as_f64(),
        })
    }
}
