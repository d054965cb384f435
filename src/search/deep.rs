//! Bodies whose cores overlap, by less than is allowed. GJK has no vector for them, and the features of an overlap have
//! no rate: one who can measure overlaps [proposes](super::Notes::normals) vectors.

use super::{Notes, extend};
use crate::number::Vector;
use crate::proof::{Frame, Free, Kernel, Moment, Point};

/// A span is tried again over half of its length if less than this share of it is proven.
const SHARE: f64 = 0.25;
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
        let mut h = if horizon < left { horizon } else { left };
        loop {
            // a sum may be rounded past the end
            let time = if h < left {
                now.time() + h
            } else {
                kernel.end()
            };
            kernel.place(time, &mut then);
            for &frame in frames {
                let course = kernel.course(&gap, &now, frame, then.time());
                let span = kernel.span(&course, &then, &mut scratch);
                extend(free, &span, (&gap, &course), notes);
            }
            let (proven, tried) = (free.until() - now.time(), then.time() - now.time());
            if !(tried > 0.0) || proven >= SHARE * tried {
                break;
            }
            h *= 0.5;
        }
        horizon = 2.0 * h;
        if !(free.until() > now.time()) {
            return;
        }
    }
}
