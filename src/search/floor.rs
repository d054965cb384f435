//! A half-space and a body.
//!
//! There is one vector to go on along. The gap at the end is measured first; if that is too small, Brent's method says
//! when it becomes so. The span up to there is proven at once or in steps.

use super::{Notes, go_to};
use crate::brent::{self, Sample};
use crate::proof::{Frame, Free, Kernel, Moment, Point, Touch};

/// The part of the tolerance that the gap shall have where the bodies meet.
const GOAL: f64 = 0.5;
/// If less of a span is proven, a shorter one is tried too.
const SHARE: f64 = 0.5;

pub(super) fn floor<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    notes: &mut Notes<'_, D>,
) -> Option<Touch<'id, D>> {
    let (mut now, mut then, mut near) = (Moment::never(), Moment::never(), Moment::never());
    let mut scratch = Point::none();
    kernel.place(kernel.end(), &mut then);
    while kernel.evaluations() + notes.work.evaluations <= notes.budget {
        kernel.place(free.until(), &mut now);
        let gap = kernel.above(&now, &mut scratch);
        free.keep(&gap);
        if free.is_begun() && free.until() >= kernel.end() {
            break;
        }
        let landed = kernel.landing(&now);
        if landed.is_some() {
            return landed;
        }
        let course = kernel.course(&gap, &now, Frame::World, kernel.end());
        // the end, or a later time at which they are known to be near
        if kernel.above(&then, &mut scratch).value() <= kernel.aim() {
            meet(kernel, (&now, gap.value()), &mut then, notes);
        }
        go_to(kernel, free, (&gap, &course), &then, notes);
        let (proven, h) = (free.until() - now.time(), then.time() - now.time());
        if proven < SHARE * h {
            // what a bend takes falls with the square of the time: this is where it takes about the gap
            kernel.place(now.time() + (proven * h).sqrt(), &mut near);
            go_to(kernel, free, (&gap, &course), &near, notes);
            if kernel.above(&near, &mut scratch).value() <= kernel.aim() {
                std::mem::swap(&mut near, &mut then);
            }
        }
        if !(free.until() > now.time()) {
            break;
        }
    }
    None
}

/// Moves `then`, at which the gap is too small, to a time after now at which the bodies just touch.
fn meet<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    (now, gap): (&Moment<'id, D>, f64),
    then: &mut Moment<'id, D>,
    notes: &mut Notes<'_, D>,
) {
    let goal = GOAL * kernel.tolerance();
    let last = kernel.above(then, &mut Point::none()).value();
    if !(gap > goal && last <= goal) {
        return;
    }
    let resolution = f64::EPSILON * (now.time().abs() + then.time().abs());
    let ends = ((now.time(), gap - goal), (then.time(), last - goal));
    brent::search(ends.0, ends.1, resolution, |time| {
        let mut at = Moment::never();
        kernel.place(time, &mut at);
        let value = kernel.above(&at, &mut Point::none()).value();
        notes.tried(now, &at, value);
        let touch: Option<Touch<'id, D>> = kernel.landing(&at);
        let enough = touch.is_some() && value > kernel.aim();
        if enough {
            std::mem::swap(then, &mut at);
        }
        Sample {
            value: value - goal,
            enough,
        }
    });
}
