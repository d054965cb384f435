//! The pairs of bodies that may meet during a step.

use nalgebra::Isometry;

use super::track::{Swept, Track};
use super::{Body, PassError};
use crate::body::AnyBody;
use crate::broad_phase::overlapping_pairs;
use crate::motion::{AtRest, Rotor};
use crate::pieces::Pieces;
use crate::shape::Cuboid;
use crate::swept::SweptBox;
use crate::{Moving, Query, Real, Span, SupportMap};

/// Ulps of both ends of a box by which its middle and half its side may be off together. In quarters of an ulp: one in
/// half their sum, one in half their difference, and one where the rounding is added.
const MIDDLE_ULPS: f64 = 1.0;

/// Returns the pairs whose swept boxes, grown by `margin`, overlap, and those of floors and the boxes that they reach.
///
/// All boxes are compared with each floor.
pub(super) fn candidates<S, P, T, R, const D: usize>(
    bodies: &[Body<S, T, R, D, P>],
    margin: T,
) -> Result<Vec<[usize; 2]>, PassError>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let step = Span::known(T::zero(), T::one());
    let mut boxes = Vec::with_capacity(bodies.len());
    let mut floors = Vec::new();
    for number in 0..bodies.len() {
        let moving = Track::new(number, bodies)?.body;
        let swept = moving.swept_box(step);
        let swept = swept.map_err(|error| PassError::Bounds {
            body: number,
            error,
        })?;
        match swept {
            Some(swept) => boxes.push((number, swept.grown(margin))),
            None => floors.push((number, moving)),
        }
    }
    let whole = |number: usize| bodies[number].part_of.unwrap_or(number);
    let is_pair = |a: usize, b: usize| {
        let both_fixed = bodies[whole(a)].is_fixed && bodies[whole(b)].is_fixed;
        !both_fixed && whole(a) != whole(b)
    };
    let around: Vec<_> = boxes.iter().map(|(_, swept)| *swept).collect();
    let found = overlapping_pairs(&around).pairs.into_iter();
    let found = found.map(|places| places.map(|place| boxes[place].0));
    let mut pairs: Vec<_> = found.filter(|&[a, b]| is_pair(a, b)).collect();
    for (a, floor) in &floors {
        for (b, swept) in &boxes {
            if is_pair(*a, *b) && reaches(floor, swept, margin) {
                pairs.push([*a.min(b), *a.max(b)]);
            }
        }
    }
    pairs.sort_unstable();
    Ok(pairs)
}

/// Returns whether a floor comes within `margin` of a box at some time of the step. The body is somewhere in its box at
/// any time, as bodies may stop.
fn reaches<S, P, T, R, const D: usize>(
    floor: &Swept<'_, S, P, T, R, D>,
    swept: &SweptBox<T, D>,
    margin: T,
) -> bool
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let half = T::of(0.5);
    let (middle, sides) = (
        (swept.min + swept.max) * half,
        (swept.max - swept.min) * half,
    );
    let rounding = (swept.min.abs() + swept.max.abs()) * (T::EPSILON * T::of(MIDDLE_ULPS));
    let place = Isometry::from_parts(middle.into(), R::identity());
    let (Ok(cuboid), Ok(rest)) = (Cuboid::new(sides + rounding), AtRest::new(place)) else {
        return true;
    };
    let query = Query::new().target_distance(margin);
    let (body, step) = (Moving::new(cuboid, rest), T::zero()..=T::one());
    let answer = match floor {
        AnyBody::Floor(floor) => query.touches_on(floor, &body, step),
        AnyBody::MovingFloor(floor) => query.touches_on(floor, &body, step),
        AnyBody::Shape(_) | AnyBody::Pieces(_) => return true,
    };
    // what is not known to be free is a pair
    answer.unwrap_or(true)
}
