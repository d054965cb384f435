//! The pairs of bodies that may meet during a step.

use std::collections::BTreeMap;

use super::pass::check_margin;
use super::track::Track;
use super::{Body, PassError};
use crate::broad_phase::InTurn;
use crate::motion::Rotor;
use crate::pairs::Near;
use crate::pieces::Pieces;
use crate::{Real, Span, SupportMap};

/// Returns the pairs of bodies that may meet during the step: those whose [swept
/// boxes](crate::body::AnyBody::swept_box), grown by `margin` on all sides, overlap. Two fixed bodies are no pair.
///
/// A floor has no box. It is a pair with each body whose grown box it comes within `margin` of at some time of the
/// step. Two floors are no pair.
///
/// The boxes contain the bodies at all times on the way from their start to their end. If bodies only stop, a margin of
/// zero will do, and if they slide, that of [`Pass::slide_up_to`](super::Pass::slide_up_to).
///
/// A body that is sent [elsewhere](super::Then::MoveTo) or carried may leave its box. Give it [a margin of its
/// own](super::Body::margin), so that other boxes stay small: the way of its farthest point, (|v| + |w| r) dt, with its
/// reach r and the fastest velocities that it has in the step, those after a bounce too. No margin is enough for a floor
/// that a response turns, as it moves the farther the farther out: pair it with all bodies.
///
/// For n bodies it takes about n log n comparisons of boxes, after placing each body twice. Each floor is compared with
/// all bodies, which takes a few support evaluations for each.
///
/// ```
/// use nalgebra::Isometry2;
/// use photofinish::engine::{Body, candidates};
/// use photofinish::shape::Ball;
///
/// let ball = Ball::new(0.5)?;
/// let bodies = [
///     Body::fixed(&ball, Isometry2::translation(0.0, 0.0)),
///     Body::new(&ball, Isometry2::translation(-9.0, 0.0), Isometry2::translation(9.0, 0.0)),
///     Body::new(&ball, Isometry2::translation(-9.0, 3.0), Isometry2::translation(9.0, 3.0)),
/// ];
/// assert_eq!(candidates(&bodies, 0.0)?, [[0, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PassError::Sweep`], [`PassError::Bounds`], and [`PassError::InvalidMargin`] for a margin that is negative or not
/// finite.
pub fn candidates<S, P, T, R, const D: usize>(
    bodies: &[Body<S, T, R, D, P>],
    margin: T,
) -> Result<Vec<[usize; 2]>, PassError>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    check_margin(margin)?;
    let step = Span::known(T::zero(), T::one());
    let mut near = Near::<_, (), (), D>::new();
    let mut floors = BTreeMap::new();
    let mut boxes = Vec::with_capacity(bodies.len());
    let whole = |number: usize| bodies[number].part_of.unwrap_or(number);
    let room = |number: usize| {
        bodies[whole(number)]
            .margin
            .map_or(margin, |own| own.max(margin))
    };
    for number in 0..bodies.len() {
        let body = Track::new(number, bodies)?.into_body();
        let swept = body.swept_box(step);
        let swept = swept.map_err(|error| PassError::Bounds {
            body: number,
            error,
        })?;
        let grown = swept.map(|swept| swept.grown(room(number)));
        if grown.is_none() {
            floors.insert(number, body);
        }
        near.change(number, grown);
        boxes.push(grown);
    }
    // bodies may stop, so that they are somewhere in their boxes at any time
    let reaches = |floor: usize, other: usize| {
        let grown = boxes[other].as_ref()?;
        Some(floors[&floor].reaches(grown, room(floor), step))
    };
    let may_meet = |a: usize, b: usize| {
        let both_fixed = bodies[whole(a)].is_fixed && bodies[whole(b)].is_fixed;
        !both_fixed && whole(a) != whole(b)
    };
    Ok(near.find::<InTurn, _>(|| 0..bodies.len(), reaches, may_meet))
}
