//! The pairs of bodies that may meet during a step.

use super::track::Track;
use super::{Body, PassError};
use crate::broad_phase::overlapping_pairs;
use crate::motion::Rotor;
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
            // bodies may stop, so that they are somewhere in their boxes at any time
            if is_pair(*a, *b) && floor.reaches(swept, margin, step) {
                pairs.push([*a.min(b), *a.max(b)]);
            }
        }
    }
    pairs.sort_unstable();
    Ok(pairs)
}
