//! The gate for bodies too slow to need a query.

use super::{SweptError, relative_travel_bound};
use crate::half_space::sealed::HasBoundary;
use crate::{Extrusion, HalfSpace, Real, Span};

/// Returns whether two bodies are proven not to pass through each other during the span, if they overlap by no more
/// than `slop` when it starts.
///
/// This is a gate before queries: a pair that is too slow for its thickness needs none. It is `true` if `slop` plus the
/// [relative travel](relative_travel_bound) is less than half the sum of both
/// [inner diameters](crate::SupportMap::inner_diameter). It takes no support evaluation, and `false` proves nothing.
///
/// # What is proven
/// Let the bodies be apart at the start, or overlap by no more than `slop`, let s be a unit vector that shows it (at
/// the start `supporting_distance(a, b, s) >= -slop`), and let tau be the relative travel. Whenever the gate is `true`:
/// - at all times of the span the supporting distance along s is at least -(slop + tau), so the bodies overlap by no
///   more than slop + tau, [as if](crate::Query::target_distance) a query allowed that much;
/// - the centre of any ball that fits into B lies ahead of the centre of any ball that fits into A along s, if the
///   balls are as large as the inner diameters say. So neither body is beyond the other when the span ends, and a
///   contact solver that pushes them apart along s pushes them the right way.
///
/// The gate does not look where the bodies are: that they overlap by no more than `slop` is the caller's to know, from
/// the contacts of the step before or from [`proximity`](crate::proximity()). Bodies with an inner diameter of zero,
/// such as triangles and flat hulls, need the other body to be thick. Behind the gate bodies may get as deep as
/// slop + tau: if nothing pushes them apart, pass the depth that they have then as the `slop` of the next step.
///
/// A solver may bear less depth than half the thickness. Then compare `slop` plus the relative travel with what it
/// bears.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::swept::cannot_pass_through;
/// use photofinish::{Moving, Query, Span};
///
/// // a wall of 1 cm, and a ball of 4 cm that flies at it
/// let wall = Moving::new(Cuboid::new(vector![0.005, 2.0, 2.0])?, AtRest::new(Isometry3::identity())?);
/// let (slop, step) = (0.001, Span::new(0.0, 1.0 / 60.0)?);
/// for speed in [1.0, 50.0] {
///     let spin = vector![0.0, 30.0, 0.0];
///     let start = Isometry3::translation(-0.1, 0.0, 0.0);
///     let ball = Moving::new(Ball::new(0.02)?, ConstantVelocity::new(start, vector![speed, 0.0, 0.0], spin)?);
///     if cannot_pass_through(&ball, &wall, step, slop)? {
///         // moves by 1.7 cm: the solver handles what overlaps at the end of the step
///         assert_eq!(speed, 1.0);
///     } else {
///         // moves by 83 cm
///         let query = Query::new().target_distance(-slop);
///         query.time_of_impact(&ball, &wall, step.start()..=step.end())?;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `NotAUnitVector`; `InvalidLength` for a `slop` that is negative or not finite.
pub fn cannot_pass_through<A, B, T, const D: usize>(
    a: &A,
    b: &B,
    during: Span<T>,
    slop: T,
) -> Result<bool, SweptError>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    super::check_length("the slop", slop)?;
    let depth = slop + relative_travel_bound(a, b, during)?;
    let width = a.inner_diameter() + b.inner_diameter();
    // half an ulp is lost in either sum
    Ok(depth * T::of(2.0) < width * (T::one() - T::EPSILON * T::of(2.0)))
}

/// Returns whether a body is proven to stay mostly outside a half-space at rest during the span, if it is no deeper in
/// it than `slop` when the span starts.
///
/// This is the [gate](cannot_pass_through) for floors and walls. Nothing passes through a half-space, but bodies may
/// get deep into it. The gate is `true` if `slop` plus the [travel](relative_travel_bound) of the body is less than
/// half its [inner diameter](crate::SupportMap::inner_diameter). At all times of the span the body is then no deeper
/// than that sum, and the centre of the largest ball that fits into it is outside. `false` proves nothing.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::shape::Ball;
/// use photofinish::swept::cannot_sink_into;
/// use photofinish::{HalfSpace, Moving, Span};
///
/// let floor = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?;
/// let step = Span::new(0.0, 1.0 / 60.0)?;
/// for (speed, is_slow) in [(1.0, true), (40.0, false)] {
///     let fall = ConstantVelocity::new(Isometry2::translation(0.0, 0.5), vector![0.0, -speed], 0.0)?;
///     let ball = Moving::new(Ball::new(0.5)?, fall);
///     assert_eq!(cannot_sink_into(&floor, &ball, step, 0.01)?, is_slow);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`cannot_pass_through`].
pub fn cannot_sink_into<B, T, const D: usize>(
    floor: &HalfSpace<T, D>,
    body: &B,
    during: Span<T>,
    slop: T,
) -> Result<bool, SweptError>
where
    T: Real,
    B: Extrusion<T, D>,
{
    super::check_length("the slop", slop)?;
    let depth = slop + relative_travel_bound(floor.boundary(), body, during)?;
    // half an ulp is lost in the sum
    Ok(depth * T::of(2.0) < body.inner_diameter() * (T::one() - T::EPSILON * T::of(2.0)))
}
