//! Bodies that go on along each other: where they end if they come no nearer along the normal of their contact.
//!
//! Let n be that normal, from A to B, h(t) how far a body reaches towards the other one along n, and 1 the end of the
//! step. From the time t on, the gap along n shrinks by
//!
//! ```text
//! [h_A(1) - h_A(t)] + [h_B(1) - h_B(t)]
//! ```
//!
//! Both ends are moved apart along n by this length, so that the gap is the same at t and at the end. A body that turns
//! bulges in between: with at most the acceleration c along n, the gap falls below the straight line from one to the
//! other by at most c (s - t) (1 - s) / 2 at the time s. A gap that ends higher by c (1 - t)^2 / 2 stays above its
//! value at t, and so the ends are moved apart by that too, and by a length that tells rounding from motion.
//!
//! A new sweep also turns at other rates than the old one, through the same rotations. So it leaves the old way by more
//! than its end is moved: see `Track::shift`.
//!
//! Along a body that goes on, its plane of contact goes with it, with the normal n(s) and the witness point p(s). The gap
//! to a point x(s) is n(s) . (x(s) - p(s)), and both ends of it are known. If n and x - p go straight from one end to the
//! other, the gap lies below the straight line between its ends by v (1 - v) |n(1) - n(t)| |x(1) - p(1) - x(t) + p(t)| at
//! most, where v is the share of the time that has passed: by a quarter of this product.
//!
//! Nothing else is proven here. The pass asks about the new ways as about all others.

use nalgebra::{Point, SVector};

use super::track::Track;
use super::{Event, Kind};
use crate::body::AnyBody;
use crate::held::Levels;
use crate::motion::{Motion, Rotor};
use crate::pieces::Pieces;
use crate::tuning::RISE_IN_DEPTH;
use crate::{Extrusion, Real, Span, SupportMap};

/// Returns where the ends of both bodies are moved, if they slide, so that they come no nearer along the normal of
/// their contact from the time of the event on. Those that do not go on stay where they are from then on. Free bodies
/// may overlap by `base`.
pub(super) fn ways<S, P, T, R, const D: usize>(
    tracks: [&Track<'_, S, P, T, R, D>; 2],
    event: &Event<T, R, D>,
    (slides, goes_on): ([bool; 2], [bool; 2]),
    base: T,
) -> [SVector<T, D>; 2]
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let rise = match &event.kind {
        // that lets held bodies lift off: see `held/levels.rs`
        Kind::DrivenIn(report) => Levels::new(-base, T::zero(), report.hidden).apart,
        Kind::TooDeep(overlap) => overlap.depth * T::of(RISE_IN_DEPTH),
        _ => T::zero(),
    };
    let Some(contact) = event.kind.contact() else {
        return [SVector::zeros(); 2];
    };
    let towards = [contact.normal, -contact.normal];
    let witnesses = [contact.witness_a, contact.witness_b];
    for side in 0..2 {
        let other = tracks[1 - side];
        if slides[side] && !slides[1 - side] && goes_on[1 - side] && !other.at_rest {
            let mut ways = [SVector::zeros(); 2];
            let plane = (&towards[1 - side], &witnesses[1 - side]);
            ways[side] = off_plane(tracks, (side, event), plane, rise);
            return ways;
        }
    }
    let mut way = rise;
    for side in 0..2 {
        if goes_on[side] && !tracks[side].at_rest {
            let place = (&towards[side], &witnesses[side]);
            way += approach(tracks[side], event.pieces[side], place, event.time);
        }
    }
    let share = if slides[0] && slides[1] { 0.5 } else { 1.0 };
    towards.map(|towards| towards * (T::zero() - way.max(T::zero()) * T::of(share)))
}

/// Returns where the end of a body is moved that slides along one which goes on, and takes the plane of their contact
/// along: out of that plane, so far that the gap to it is no smaller at the end than now, and larger by `rise`.
///
/// The plane has a normal out of the other body, and goes through its witness point.
fn off_plane<S, P, T, R, const D: usize>(
    tracks: [&Track<'_, S, P, T, R, D>; 2],
    (side, event): (usize, &Event<T, R, D>),
    (out, witness): (&SVector<T, D>, &SVector<T, D>),
    rise: T,
) -> SVector<T, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let (this, other) = (tracks[side], tracks[1 - side]);
    let carried = other.end * event.poses[1 - side].inverse();
    let out_then = carried * out;
    let witness_then = (carried * Point::from(*witness)).coords;
    let planes = [(-out, *witness), (-out_then, witness_then)];
    let Some([now, end]) = deepest(this, event.pieces[side], planes, event.time) else {
        return SVector::zeros();
    };
    let bends = (out_then - out).norm() * (end - now).norm() * T::of(0.25);
    let bulges = bulge(this, event.pieces[side], out, event.time)
        + bulge(other, event.pieces[1 - side], &-out, event.time);
    let sinks = now.dot(out) - end.dot(&out_then);
    out_then * (sinks + bends + bulges + rise).max(T::zero())
}

/// Returns how much farther a piece of a body reaches along a direction at the end of the step than at a time, and how
/// far it may bulge in between.
fn approach<S, P, T, R, const D: usize>(
    track: &Track<'_, S, P, T, R, D>,
    piece: u32,
    (along, witness): (&SVector<T, D>, &SVector<T, D>),
    time: T,
) -> T
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    match track.body() {
        // a floor has no end: what counts is where it is touched
        AnyBody::MovingFloor(floor) => {
            let [now, then] = [time, T::one()].map(|time| floor.motion().pose(time));
            let carried = then * now.inverse_transform_point(&(*witness).into());
            along.dot(&(carried.coords - witness))
        }
        _ => deepest(track, piece, [(*along, *witness); 2], time)
            .map_or(T::zero(), |[now, end]| {
                end.dot(along) - now.dot(along) + bulge(track, piece, &-along, time)
            }),
    }
}

/// A direction of unit length, and a point.
type Plane<T, const D: usize> = (SVector<T, D>, SVector<T, D>);

/// Returns the point of a piece of a body that is farthest along the direction of one plane at a time, and along that
/// of another one at the end of the step, each as seen from the point of that plane. Floors have no end.
fn deepest<S, P, T, R, const D: usize>(
    track: &Track<'_, S, P, T, R, D>,
    piece: u32,
    planes: [Plane<T, D>; 2],
    time: T,
) -> Option<[SVector<T, D>; 2]>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    match track.body() {
        AnyBody::Shape(body) => Some(deepest_of(body, planes, time)),
        AnyBody::Pieces(body) => Some(deepest_of(&body.piece(piece)?, planes, time)),
        AnyBody::Floor(_) | AnyBody::MovingFloor(_) => None,
    }
}

fn deepest_of<E, T, const D: usize>(
    body: &E,
    planes: [Plane<T, D>; 2],
    time: T,
) -> [SVector<T, D>; 2]
where
    E: Extrusion<T, D>,
    T: Real,
{
    let origin = body.reference(time);
    let at = |time, (along, point): &Plane<T, D>| {
        body.slice(time, &origin).support_point(along) + (origin - point)
    };
    [at(time, &planes[0]), at(T::one(), &planes[1])]
}

/// Returns how far a piece of a body may be from a straight way, against a direction, from a time on: it lies so far
/// below its chord at most if it accelerates along the direction by no more than the bound says.
fn bulge<S, P, T, R, const D: usize>(
    track: &Track<'_, S, P, T, R, D>,
    piece: u32,
    along: &SVector<T, D>,
    time: T,
) -> T
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let left = T::one() - time;
    let during = Span::known(time, T::one());
    let bound = match track.body() {
        AnyBody::Shape(body) => body.acceleration_bound(along, during),
        AnyBody::Pieces(body) => body
            .piece(piece)
            .and_then(|piece| piece.acceleration_bound(along, during)),
        AnyBody::Floor(_) | AnyBody::MovingFloor(_) => None,
    };
    bound.map_or(T::zero(), |bound| bound * left * left * T::of(0.5))
}
