//! Bodies that do not turn and move straight against each other.
//!
//! A gap then changes at a constant rate, and the search is a ray cast of the origin against B - A: one run of GJK,
//! which moves on along the ray whenever a vector clears it (\[6\]).

use super::contact;
use super::first::first;
use super::simplex::{Simplex, WHOLE};
use crate::proof::{Free, Kernel, Moment, Verdict};

const ITERATIONS: usize = 200;

pub(super) fn straight<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    mut free: Free<'id>,
) -> Verdict<'id, D> {
    let (mut now, mut simplex) = (Moment::never(), Simplex::new());
    kernel.place(free.until(), &mut now);
    let mut near = first(kernel, &now);
    let mut is_apart = false;
    for _ in 0..ITERATIONS {
        let gap = kernel.gap(&now, near.direction, near.inverse, simplex.next());
        is_apart |= gap.reach() > 0.0;
        free.slide(kernel, &gap);
        if free.until() >= kernel.end() {
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
        if let Some(touch) = contact(kernel, &now, &simplex, &near) {
            return free.verdict(kernel, Some(touch));
        }
        if !(near.length > 0.0) {
            break;
        }
    }
    free.verdict(kernel, None)
}
