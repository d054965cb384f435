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
//! Nothing else is proven here. The pass asks about the new ways as about all others.

use nalgebra::SVector;

use super::track::Track;
use super::{Event, Kind};
use crate::body::AnyBody;
use crate::motion::{Motion, Rotor};
use crate::pieces::Pieces;
use crate::tuning::{RISE_IN_DEPTH, RISE_IN_LEVEL};
use crate::{Extrusion, Real, Span, SupportMap};

/// Returns where the ends of both bodies are moved, if they slide, so that they come no nearer along the normal of
/// their contact from the time of the event on. Those that do not go on stay where they are from then on.
pub(super) fn ways<S, P, T, R, const D: usize>(
    tracks: [&Track<'_, S, P, T, R, D>; 2],
    event: &Event<T, R, D>,
    (slides, goes_on): ([bool; 2], [bool; 2]),
) -> [SVector<T, D>; 2]
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let rise = match &event.kind {
        Kind::DrivenIn(report) => report.level * T::of(RISE_IN_LEVEL),
        Kind::TooDeep(overlap) => overlap.depth * T::of(RISE_IN_DEPTH),
        Kind::Touch(_) | Kind::Undecided(_) => T::zero(),
    };
    let Some(contact) = event.kind.contact() else {
        return [SVector::zeros(); 2];
    };
    let towards = [contact.normal, -contact.normal];
    let witnesses = [contact.witness_a, contact.witness_b];
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
        AnyBody::Shape(body) => reach(body, along, time),
        AnyBody::Pieces(body) => body
            .piece(piece)
            .map_or(T::zero(), |piece| reach(&piece, along, time)),
        // a floor has no end: what counts is where it is touched
        AnyBody::MovingFloor(floor) => {
            let [now, then] = [time, T::one()].map(|time| floor.motion().pose(time));
            let carried = then * now.inverse_transform_point(&(*witness).into());
            along.dot(&(carried.coords - witness))
        }
        AnyBody::Floor(_) => T::zero(),
    }
}

fn reach<E, T, const D: usize>(body: &E, along: &SVector<T, D>, time: T) -> T
where
    E: Extrusion<T, D>,
    T: Real,
{
    let origin = body.reference(time);
    let at = |time| body.slice(time, &origin).support_point(along).dot(along);
    let left = T::one() - time;
    let acceleration = body.acceleration_bound(along, Span::known(time, T::one()));
    let bulge = acceleration.map_or(T::zero(), |bound| bound * left * left * T::of(0.5));
    at(T::one()) - at(time) + bulge
}
