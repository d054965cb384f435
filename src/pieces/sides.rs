//! Surfaces that are touched from one side: which bodies their pieces let pass.

use nalgebra::SVector;

use super::moving::{UntypedMotion, before_knot};
use super::{Bodies, Body};
use crate::separation::relative_bounds_of_speed;
use crate::support::core_reach;
use crate::{Real, Span};

/// Errors of a normal that is turned into another frame, in ulps, beside the error of the turn itself.
///
/// Two edges are off by 1 each, as differences that are scaled, and their cross product loses 1.5: these 3.5 are
/// divided by the sine of the angle between the edges. Scaling the product loses 1, turning it, or what it is compared
/// with, 2.6, and the product of both 1.5. In the plane there is one edge, and no cross product.
const NORMAL_ULPS: f64 = 8.0;

/// Returns whether two pieces need not be asked about, as one is of a one-sided surface and lets the other pass.
///
/// It does if its body does not turn, and if along its normal all points of the other piece move ahead of it, at all
/// times of the span: none of them then goes through the piece from the front to the back. A point of a rounded piece
/// counts as moving like the point of the core that it belongs to: a ball that spins goes nowhere.
pub(super) fn lets_pass<T: Real, const D: usize>(
    (a, b): Bodies<'_, T, D>,
    pieces: (u32, u32),
    during: Span<T>,
) -> bool {
    lets_through((a, pieces.0), (b, pieces.1), during)
        || lets_through((b, pieces.1), (a, pieces.0), during)
}

/// Returns whether a piece of a surface lets a piece of another body pass.
fn lets_through<T: Real, const D: usize>(
    (still, piece): (&Body<'_, T, D>, u32),
    (mover, other): (&Body<'_, T, D>, u32),
    during: Span<T>,
) -> bool {
    let surface = still.surface().filter(|surface| surface.is_one_sided());
    let Some((normal, sine)) = surface.and_then(|surface| surface.normal_and_sine(piece)) else {
        return false;
    };
    let center = mover.motion().center();
    let reach = mover.shape(other, |shape| core_reach(&shape, &center));
    let error = normal_error(sine);
    let mut from = during.start();
    loop {
        let Ok(until) = before_knot((still.motion(), mover.motion()), from, during.end()) else {
            return false;
        };
        let span = Span::known(from, until);
        if !gets_ahead(
            (still.motion(), mover.motion()),
            (normal, error),
            span,
            reach,
        ) {
            return false;
        }
        if until >= during.end() {
            return true;
        }
        from = until;
    }
}

/// Returns by what length a normal may be off that was computed from edges with this sine between them.
pub(super) fn normal_error<T: Real>(sine: T) -> T {
    T::EPSILON * T::of(NORMAL_ULPS) * (T::one() / sine + T::one())
}

/// Returns whether at all times of the span all points of the core of `mover`, which are within `reach` of its centre,
/// move ahead of a plane of `still`, along the normal of the plane. The normal is given in the frame of `still`, with
/// the length by which it may be off.
///
/// There must be no knot inside the span, so that one bound of the speeds holds for all of it. The answer is `false` if
/// the plane turns.
fn gets_ahead<T: Real, const D: usize>(
    (still, mover): (&dyn UntypedMotion<T, D>, &dyn UntypedMotion<T, D>),
    (normal, error): (SVector<T, D>, T),
    span: Span<T>,
    reach: T,
) -> bool {
    if still.fixed_axis(span).is_none_or(|axis| axis.turns()) {
        return false;
    }
    let placement = still.placement(span.start(), &still.reference(span.start()));
    let speeds = |along: &SVector<T, D>| {
        relative_bounds_of_speed(
            |s| mover.speed_bound(s, span, reach),
            |s| still.speed_bound(s, span, T::zero()),
            along,
        )
    };
    // how fast points get back, and how fast they move at all
    let back = -(placement.rotation * normal);
    let Some((back, _)) = speeds(&back) else {
        return false;
    };
    let mut most = T::zero();
    for axis in 0..D {
        let mut along = SVector::zeros();
        along[axis] = T::one();
        let Some((one, other)) = speeds(&along) else {
            return false;
        };
        most += one.abs().max(other.abs());
    }
    // written so that NaN lets nothing pass
    back + most * (error + placement.angle_error) < T::zero()
}

#[cfg(test)]
mod tests;
