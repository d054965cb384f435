//! Bodies that do not turn and move straight against each other.
//!
//! A gap then changes at a constant rate, and the search is a ray cast of the origin against B - A: one run of GJK,
//! which moves on along the ray whenever a vector clears it (\[6\]).

use super::first::first;
use super::simplex::{Simplex, WHOLE};
use super::{Notes, Proven, contact, may_touch_now, overlap};
use crate::number::{Both, Vector};
use crate::proof::{Frame, Free, Gap, Kernel, Moment, Touch};

const ITERATIONS: usize = 200;
/// A normal may differ by this much from a vector that separates the bodies, as unit vectors. Those of curved bodies are
/// known to about the root of the tolerance.
const SAME_DIRECTION: f64 = 1e-3;

pub(super) fn straight<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    notes: &mut Notes<'_, D>,
) -> Option<Touch<'id, D>> {
    let (mut now, mut simplex) = (Moment::never(), Simplex::new());
    kernel.place(free.until(), &mut now);
    let mut near = first(kernel, &now, notes.axis);
    notes.work.runs += 1;
    let (mut is_apart, mut touch) = (false, None);
    let mut best = (f64::NEG_INFINITY, Vector::default());
    for _ in 0..ITERATIONS {
        notes.work.iterations += 1;
        let gap = kernel.gap(&now, near.direction, near.inverse, simplex.next());
        is_apart |= gap.reach() > 0.0;
        if gap.reach() > best.0 {
            best = (gap.reach(), gap.along());
        }
        let before = free.until();
        if !may_touch_now(kernel, free, &gap) || stays(kernel, &now, &gap) {
            free.slide(kernel, &gap);
        }
        if free.until() > before {
            let vector = gap.along();
            notes.keep(vector, || Proven {
                from: now.time(),
                until: free.until(),
                frame: Frame::World,
                vector: vector.numbers(),
                by_speed: false,
            });
        }
        if gap.value() > kernel.aim() {
            notes.see(&now, &gap);
        }
        notes.work.steps += u32::from(free.until() < kernel.end());
        // a question of one instant ends where it begins
        if free.is_begun() && free.until() >= kernel.end() {
            break;
        }
        if touch.is_some() && !(gap.value() <= 0.0) {
            break;
        }
        let moves = free.until() > now.time();
        if !moves && gap.reach() >= near.length * WHOLE {
            break;
        }
        simplex.keep();
        if moves {
            let before = now.between();
            kernel.slide_to(free.until(), &mut now);
            simplex.shift(now.between() - before);
        }
        near = simplex.nearest(is_apart);
        touch = contact(kernel, &now, &simplex, &near).or(touch);
        // bodies that move apart may be free to the end
        let is_closing = !(kernel.rate(&now, near.unit(), Both::default()) > 0.0);
        if !(near.length > 0.0) && !free.is_begun() {
            notes.overlap = overlap(kernel, &now, &simplex, best.1);
        }
        // a corner that is near enough may have a direction that is no normal: a normal separates the bodies too
        let is_normal = !free.is_begun() || is_along(gap.along(), near.unit());
        if touch.is_some() && is_closing && is_normal || !(near.length > 0.0) {
            break;
        }
    }
    touch
}

/// Whether two unit vectors are about the same.
fn is_along<const D: usize>(one: Vector<D>, other: Vector<D>) -> bool {
    (one - other).square() <= SAME_DIRECTION * SAME_DIRECTION
}

/// Whether a gap seems to last to the end.
fn stays<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    now: &Moment<'id, D>,
    gap: &Gap<'id, D>,
) -> bool {
    let rate = kernel.rate(now, gap.along(), Both::default());
    gap.value() + rate * (kernel.end() - now.time()) > kernel.aim()
}
