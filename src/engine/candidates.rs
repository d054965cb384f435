//! The pairs of bodies that may meet during a step.

use std::collections::BTreeMap;

use super::track::Track;
use super::{Body, PassError};
use crate::broad_phase::InTurn;
use crate::motion::Rotor;
use crate::pairs::Near;
use crate::pieces::Pieces;
use crate::{Real, Span, SupportMap};

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
    let mut near = Near::<_, (), (), D>::new();
    let mut floors = BTreeMap::new();
    let mut boxes = Vec::with_capacity(bodies.len());
    let whole = |number: usize| bodies[number].part_of.unwrap_or(number);
    for number in 0..bodies.len() {
        let body = Track::new(number, bodies)?.into_body();
        let swept = body.swept_box(step);
        let swept = swept.map_err(|error| PassError::Bounds {
            body: number,
            error,
        })?;
        let own = bodies[whole(number)].margin.unwrap_or(margin);
        let grown = swept.map(|swept| swept.grown(margin.max(own)));
        if grown.is_none() {
            floors.insert(number, body);
        }
        near.change(number, grown);
        boxes.push(grown);
    }
    // bodies may stop, so that they are somewhere in their boxes at any time
    let reaches = |floor: usize, other: usize| {
        let grown = boxes[other].as_ref()?;
        Some(floors[&floor].reaches(grown, margin, step))
    };
    let may_meet = |a: usize, b: usize| {
        let both_fixed = bodies[whole(a)].is_fixed && bodies[whole(b)].is_fixed;
        !both_fixed && whole(a) != whole(b)
    };
    Ok(near.find::<InTurn, _>(|| 0..bodies.len(), reaches, may_meet))
}
