//! Bodies that do not turn and move straight against each other.
//!
//! A gap then changes at a constant rate, and the search is a ray cast of the origin against B - A: one run of GJK,
//! which moves on along the ray whenever a vector clears it (\[6\]).

use super::first::first;
use super::simplex::Simplex;
use super::{
    Notes, Proven, WHOLE, contact, contact_at_start, is_depth_known, is_near, may_touch_now,
};
use crate::number::{Both, Vector};
use crate::proof::{Frame, Free, Gap, Kernel, Moment, Touch};
use crate::simplex::Near;

const ITERATIONS: usize = 200;
/// A normal may differ by this much from a vector that separates the bodies, as unit vectors. Those of curved bodies are
/// known to about the root of the tolerance. The judge of casts allows as much.
const SAME_DIRECTION: f64 = 1e-3;

/// Proves what it can, and ends once bodies touch: else pairs that move straight take 5 % more instructions. A question of
/// one instant ends where it begins.
pub(super) fn straight<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    notes: &mut Notes<'_, D>,
    touch: &mut Option<Touch<'id, D>>,
) {
    let mut now = Moment::never();
    let mut simplex = Simplex::new();
    kernel.place(free.until(), &mut now);
    let mut near = first(kernel, &now, notes.axis);
    notes.work.runs += 1;
    let (mut is_apart, mut best) = (false, None::<Gap<'id, D>>);
    for _ in 0..ITERATIONS {
        notes.work.iterations += 1;
        let gap = kernel.gap(&now, near.direction, near.inverse, simplex.next());
        is_apart |= gap.reach() > 0.0;
        if !free.is_begun() && best.is_none_or(|best| gap.reach() > best.reach()) {
            best = Some(gap);
        }
        slide(kernel, free, (&now, &gap), notes);
        notes.work.steps += u32::from(free.until() < kernel.end());
        let is_done = free.is_begun() && free.until() >= kernel.end();
        if is_done || touch.is_some() && !(gap.value() <= 0.0) {
            break;
        }
        let moves = free.until() > now.time();
        let is_whole = gap.reach() >= near.length * WHOLE;
        // pairs that overlap take 8 % more instructions without an end where the depth is known
        if !moves && (is_whole || !free.is_begun() && is_depth_known(&now, &near, &gap)) {
            break;
        }
        simplex.keep();
        if moves {
            let before = now.between();
            kernel.slide_to(free.until(), &mut now);
            simplex.shift(now.between() - before);
            // where an overlap is allowed, what was apart may overlap then
            is_apart &= now.margin() >= 0.0;
        }
        let last = std::mem::replace(&mut near, simplex.nearest(is_apart)).length;
        let is_near = is_near(kernel, &now, &near);
        if is_near && free.is_begun() {
            contact(kernel, (&now, &simplex), near.unit(), notes, touch);
        }
        let is_known = match touch {
            // a corner that is near enough may have a direction that is no normal: a normal separates the bodies too
            Some(_) => is_closing(kernel, &now, &near) && is_along(gap.along(), near.unit()),
            None if free.is_begun() => false,
            // of bodies that overlap the normal is to be known too: to measure them takes 2.9 times as many instructions
            None if near.length < now.margin() => notes.any_contact || !(near.length < last),
            None => is_near && is_closing(kernel, &now, &near),
        };
        if is_known || !(near.length > 0.0) {
            break;
        }
    }
    if let Some(best) = best.filter(|_| !free.is_begun()) {
        contact_at_start(kernel, (&now, &simplex), (&near, &best), notes, touch);
    }
}

/// Goes on along a vector as far as its gap lasts, and notes what it proves.
#[inline(always)]
fn slide<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    (now, gap): (&Moment<'id, D>, &Gap<'id, D>),
    notes: &mut Notes<'_, D>,
) {
    let before = free.until();
    if !may_touch_now(kernel, free, gap) || stays(kernel, now, gap) {
        free.slide(kernel, gap);
    }
    if free.until() > before {
        notes.keep(gap.along(), || Proven {
            from: now.time(),
            until: free.until(),
            frame: Frame::World,
            vector: gap.along().numbers(),
            by_speed: false,
        });
    }
    if gap.value() > kernel.aim() {
        notes.see(now, gap);
    }
}

/// Whether bodies do not move apart along the direction of a simplex. Those that do may be free to the end.
#[inline(always)]
fn is_closing<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    now: &Moment<'id, D>,
    near: &Near<D>,
) -> bool {
    !(kernel.rate(now, near.unit(), Both::default()) > 0.0)
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
