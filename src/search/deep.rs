//! Bodies whose cores overlap, by less than is allowed. GJK has no vector for them, and the features of an overlap have
//! no rate: one who can measure overlaps [proposes](super::Notes::normals) vectors.

use super::{Notes, ahead, go_on};
use crate::number::Vector;
use crate::proof::{Frame, Free, Kernel, Moment, Point};

/// The share of the tolerance at which the bodies count as in touch.
const NEAR: f64 = 0.5;
/// About how many evaluations it takes to find a vector.
const EVALUATIONS: u64 = 16;

/// Goes on from where nothing more is proven, as far as the proposed vectors last.
pub(super) fn deep<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    notes: &mut Notes<'_, D>,
) {
    let frames: &[Frame] = match kernel.turning() {
        true => &[Frame::World, Frame::A, Frame::B],
        false => &[Frame::World],
    };
    let (mut now, mut then) = (Moment::never(), Moment::never());
    let (mut scratch, mut horizon) = (Point::none(), f64::INFINITY);
    // where the cores begin to overlap, the last vector will do for a while
    let mut known = notes.axis.filter(|_| free.is_begun());
    while free.until() < kernel.end() || !free.is_begun() {
        kernel.place(free.until(), &mut now);
        let Some(normals) = &mut notes.normals else {
            return;
        };
        let enough = NEAR * kernel.tolerance();
        let of_known = known
            .take()
            .map(|along| kernel.gap(&now, along, 1.0, &mut scratch))
            .filter(|gap| gap.value() > enough);
        let gap = of_known.unwrap_or_else(|| {
            notes.work.evaluations += EVALUATIONS;
            let along = Vector::new(normals(now.time()));
            kernel.gap(&now, along, 1.0 / along.length(), &mut scratch)
        });
        free.keep(&gap);
        let left = kernel.end() - now.time();
        let is_spent = kernel.evaluations() + notes.work.evaluations > notes.budget;
        if gap.value() > enough {
            notes.see(&now, &gap);
        }
        if !(gap.value() > enough) || !(left > 0.0) || is_spent {
            return;
        }
        if kernel.has_laws() {
            let (along, aim) = (gap.along(), kernel.aim());
            let rate = kernel.rate(&now, along, scratch.local());
            let ahead = ahead(gap.value(), rate, kernel.bend(along), aim);
            // written so that a gap which does not change lasts
            horizon = if ahead > 0.0 { ahead } else { f64::INFINITY };
        }
        let seen = (&now, &gap);
        go_on(kernel, free, seen, frames, &mut horizon, &mut then, notes);
        if !(free.until() > now.time()) {
            return;
        }
    }
}
