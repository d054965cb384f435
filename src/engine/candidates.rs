//! The pairs of bodies that may meet during a step.

use super::run::sweep;
use super::{Body, PassError};
use crate::motion::Rotor;
use crate::swept::SweptBox;
use crate::{Moving, Real, Span, SupportMap};

/// Returns the pairs whose swept boxes, grown by `margin`, overlap.
///
/// It sorts the boxes along the axis along which their middles differ most, and compares neighbours.
pub(super) fn candidates<S, T, R, const D: usize>(
    bodies: &[Body<S, T, R, D>],
    margin: T,
) -> Result<Vec<[usize; 2]>, PassError>
where
    S: SupportMap<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    let step = Span::known(T::zero(), T::one());
    let mut boxes = Vec::with_capacity(bodies.len());
    for (number, body) in bodies.iter().enumerate() {
        let moving = Moving::new(&body.shape, sweep(number, body)?);
        let swept = moving.swept_box(step);
        let swept = swept.map_err(|error| PassError::Bounds {
            body: number,
            error,
        })?;
        boxes.push((number, swept.grown(margin)));
    }
    let axis = widest_axis(&boxes);
    boxes.sort_by(|(_, a), (_, b)| {
        let ends = [a, b].map(|swept| swept.min[axis].as_f64());
        ends[0].total_cmp(&ends[1])
    });
    let mut pairs = Vec::new();
    for (place, (a, box_a)) in boxes.iter().enumerate() {
        let reached = |(_, other): &&(usize, SweptBox<T, D>)| other.min[axis] <= box_a.max[axis];
        for (b, box_b) in boxes[place + 1..].iter().take_while(reached) {
            if !(bodies[*a].is_fixed && bodies[*b].is_fixed) && box_a.overlaps(box_b) {
                pairs.push([*a.min(b), *a.max(b)]);
            }
        }
    }
    pairs.sort_unstable();
    Ok(pairs)
}

/// Returns the axis along which the middles of the boxes have the largest variance.
fn widest_axis<T: Real, const D: usize>(boxes: &[(usize, SweptBox<T, D>)]) -> usize {
    let spread = |axis: usize| {
        let middles = boxes
            .iter()
            .map(|(_, swept)| (swept.min[axis] + swept.max[axis]).as_f64());
        let (sum, squares) = middles.fold((0.0, 0.0), |(sum, squares), middle| {
            (sum + middle, squares + middle * middle)
        });
        squares - sum * sum / boxes.len().max(1) as f64
    };
    let wider = |&a: &usize, &b: &usize| spread(a).total_cmp(&spread(b));
    (0..D).max_by(wider).unwrap_or(0)
}
