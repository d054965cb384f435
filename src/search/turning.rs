//! Bodies that turn, or do not move straight against each other.

use std::mem::swap;

use super::first::first;
use super::meet::meet;
use super::simplex::Simplex;
use super::{
    Notes, WHOLE, ahead, contact, contact_at_start, extend, go_on, go_to, is_depth_known, is_near,
    may_touch_now,
};
use crate::proof::{Frame, Free, Gap, Kernel, Moment, Point, Touch};
use crate::simplex::Near;

/// GJK goes on until a vector has this share of the distance.
const ENOUGH: f64 = 0.35;
/// Features whose vector has this share of the distance are followed in time.
const KNOWN: f64 = 0.99;
/// A step to where features meet is taken if this share of it is proven.
const SHARE_OF_MEETING: f64 = 0.25;

pub(super) fn turning<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    notes: &mut Notes<'_, D>,
    touch: &mut Option<Touch<'id, D>>,
) {
    let (mut now, mut then) = (Moment::never(), Moment::never());
    let mut search = Turning {
        kernel,
        free,
        now: &mut now,
        then: &mut then,
        limit: Moment::never(),
        simplex: Simplex::new(),
        best: Gap::none(),
        touch,
        horizon: f64::INFINITY,
        notes,
    };
    search.kernel.place(search.free.until(), search.now);
    let near = first(search.kernel, search.now, search.notes.axis);
    search.run(near);
}

/// A search, and what it knows of the bodies now.
struct Turning<'k, 'n, 'id, const D: usize> {
    kernel: &'k mut Kernel<'id, D>,
    free: &'k mut Free<'id>,
    /// Both moments are swapped where one follows the other, and not copied.
    now: &'k mut Moment<'id, D>,
    then: &'k mut Moment<'id, D>,
    /// The end of the query, once it is placed.
    limit: Moment<'id, D>,
    simplex: Simplex<'id, D>,
    /// The vector that leaves the largest gap now, of those that were tried.
    best: Gap<'id, D>,
    /// The contact, once there is one.
    touch: &'k mut Option<Touch<'id, D>>,
    /// How far ahead bounds are asked for, if a motion is not in closed form.
    horizon: f64,
    notes: &'k mut Notes<'n, D>,
}

/// What GJK found at a time, beside the best vector.
struct Look<const D: usize> {
    /// The nearest point of the simplex.
    near: Near<D>,
    /// Whether the last vector has almost all of the distance.
    is_known: bool,
}

impl<'id, const D: usize> Turning<'_, '_, 'id, D> {
    /// Searches, and begins with a direction. The nearest point is passed on, and stays in registers.
    #[inline(always)]
    fn run(&mut self, mut near: Near<D>) {
        while let Some(look) = self.look(near) {
            near = look.near;
            self.free.keep(&self.best);
            self.notes.see(&*self.now, &self.best);
            if self.free.until() >= self.kernel.end() {
                return;
            }
            let goes_on = look.is_known && !self.kernel.changes() && self.follow(near);
            if self.touch.is_some() {
                return;
            }
            if !self.kernel.has_laws() {
                go_on(
                    self.kernel,
                    self.free,
                    (&*self.now, &self.best),
                    &[Frame::World],
                    &mut self.horizon,
                    self.then,
                    self.notes,
                );
                self.notes.work.steps += u32::from(self.free.until() < self.kernel.end());
            } else if !goes_on {
                self.advance(&near);
            }
            let is_stuck = !(self.free.until() > self.now.time());
            if self.free.until() >= self.kernel.end() || is_stuck || self.is_spent() {
                return;
            }
            if self.then.time() == self.free.until() {
                swap(&mut self.now, &mut self.then);
            } else {
                self.kernel.place(self.free.until(), self.now);
            }
            if self.kernel.changes() {
                // the points of the simplex were points of the bodies then
                self.simplex = Simplex::new();
                near = Near::guess(near.unit(), 1.0);
                continue;
            }
            self.simplex.place(self.now);
            near = self.simplex.nearest(true);
            if is_near(self.kernel, self.now, &near) && self.met(near) {
                return;
            }
        }
    }

    /// Runs GJK now, until a vector has a good part of the distance. Returns `None` if the bodies touch, or no vector has a
    /// gap.
    #[inline(always)]
    fn look(&mut self, mut near: Near<D>) -> Option<Look<D>> {
        let (mut is_new, mut is_again) = (true, false);
        self.notes.work.runs += 1;
        loop {
            self.notes.work.iterations += 1;
            let is_first = self.simplex.count() == 0;
            let gap = self.measure(&near, is_new);
            let is_whole = gap.reach() >= near.length * WHOLE;
            is_new = false;
            let distance = near.length - self.now.margin();
            let is_useful = self.best.value() > self.kernel.aim();
            // of bodies that overlap at the start the normal is to be known too: pairs that are measured instead take three
            // times as many instructions
            let may_overlap = !(is_useful || self.free.is_begun() || self.notes.any_contact);
            if may_overlap && is_depth_known(self.now, &near, &gap) && self.met(near) {
                return None;
            }
            if !is_whole {
                self.simplex.keep();
            }
            let is_known = near.length < f64::INFINITY && gap.value() >= KNOWN * distance;
            if is_useful && (is_whole || self.is_enough(&gap, (&near, is_first))) {
                return Some(Look { near, is_known });
            }
            if self.is_spent() || is_whole && is_again {
                return None;
            }
            if is_whole {
                is_again = true;
                near = self.begin_again(near);
                continue;
            }
            let is_apart = self.best.reach() > 0.0;
            let next = self.simplex.nearest(is_apart);
            let is_inside = !(next.length > 0.0);
            let is_nearer = next.length < near.length;
            let is_deep = may_overlap && next.length < self.now.margin();
            let goes_on = is_deep && is_nearer && !is_inside;
            if !goes_on && is_near(self.kernel, self.now, &next) && self.met(next) {
                return None;
            }
            if is_useful && !is_nearer && !is_inside {
                return Some(Look {
                    near: next,
                    is_known,
                });
            }
            if is_inside || !is_nearer && is_again {
                return None;
            }
            near = next;
            if !is_nearer {
                is_again = true;
                near = self.begin_again(near);
            }
        }
    }

    /// Measures the gap along a direction, and keeps the vector if it is the first one now, or the best.
    #[inline(always)]
    fn measure(&mut self, near: &Near<D>, is_first: bool) -> Gap<'id, D> {
        let point = self.simplex.next();
        let gap = (self.kernel).gap(self.now, near.direction, near.inverse, point);
        if is_first || gap.value() > self.best.value() {
            self.best = gap;
        }
        gap
    }

    /// Whether the best vector is good enough to go on along. The last one has more or less of the distance.
    #[inline(always)]
    fn is_enough(&mut self, last: &Gap<'id, D>, (near, is_first): (&Near<D>, bool)) -> bool {
        let distance = near.length - self.now.margin();
        if may_touch_now(self.kernel, self.free, &self.best) {
            is_first && self.lasts() || last.value() >= KNOWN * distance
        } else {
            is_first || last.value() >= ENOUGH * distance
        }
    }

    /// Whether the search ends with the nearest point of the simplex: the bodies touch there, or overlap at the start. The
    /// contact is kept, and the overlap is noted.
    #[inline(never)]
    fn met(&mut self, near: Near<D>) -> bool {
        let of = (&*self.now, &self.simplex);
        if self.free.is_begun() {
            contact(self.kernel, of, near.unit(), self.notes, self.touch);
        } else {
            let seen = (&near, &self.best);
            contact_at_start(self.kernel, of, seen, self.notes, self.touch);
        }
        self.touch.is_some() || self.notes.overlap.is_some()
    }

    /// Whether the search has spent its budget.
    #[inline(always)]
    fn is_spent(&self) -> bool {
        self.kernel.evaluations() + self.notes.work.evaluations > self.notes.budget
    }

    /// Begins GJK again with the last direction, which is done once: rounding keeps it from going on with a simplex that is
    /// almost flat.
    #[inline(never)]
    fn begin_again(&mut self, near: Near<D>) -> Near<D> {
        self.simplex = Simplex::new();
        Near::guess(near.unit(), 1.0)
    }

    /// Goes on to where the nearest features meet, and returns whether enough of that is proven. If all of it is, the bodies
    /// touch there.
    #[inline(always)]
    fn follow(&mut self, near: Near<D>) -> bool {
        let met = meet(
            self.kernel,
            self.now,
            self.then,
            &mut self.simplex,
            near,
            self.notes,
        );
        let Some(met) = met else {
            return false;
        };
        let (now, then) = (self.now.time(), self.then.time());
        for frame in [Frame::World, self.simplex.frame()] {
            let course = self.kernel.course(&met, self.then, frame, now);
            let seen = (&met, &course);
            go_to(self.kernel, self.free, seen, self.now, self.notes);
            if self.free.until() >= then {
                let of = (&*self.then, &self.simplex);
                contact(self.kernel, of, met.along(), self.notes, self.touch);
                return true;
            }
        }
        self.free.until() - now >= SHARE_OF_MEETING * (then - now)
    }

    /// Goes on to the end along the best vector, fixed in the world, if all of it is proven.
    #[inline(never)]
    fn lasts(&mut self) -> bool {
        let gap = &self.best;
        let end = self.kernel.end();
        let course = self.kernel.course(gap, self.now, Frame::World, end);
        self.kernel.place(end, &mut self.limit);
        let span = (self.kernel).span(&course, &self.limit, &mut Point::none());
        let lasts = span.until() >= end;
        if lasts {
            extend(self.free, &span, (gap, &course), self.notes);
        }
        lasts
    }

    /// Goes on along the best vector: to the end, or to the nearer end that the bend makes best, or as far as that is
    /// proven.
    #[inline(always)]
    fn advance(&mut self, near: &Near<D>) {
        let (kernel, free, now) = (&mut *self.kernel, &mut *self.free, &*self.now);
        let gap = &self.best;
        let end = kernel.end();
        let h = end - now.time();
        let course = kernel.course(gap, now, Frame::World, end);
        if 0.5 * course.bend() * h * h < 8.0 * gap.value() {
            if self.limit.time() != end {
                kernel.place(end, &mut self.limit);
            }
            go_to(kernel, free, (gap, &course), &self.limit, self.notes);
            if free.until() >= end {
                return;
            }
        }
        self.notes.work.steps += 1;
        let (value, aim, s) = (gap.value(), kernel.aim(), gap.along());
        let mut best = &course;
        let (turned, mut step);
        if near.length < f64::INFINITY {
            // edges and faces tilt against a vector that does not turn with them
            let closing = kernel.rate(now, near.unit(), self.simplex.witness());
            let extents = self.simplex.extents();
            let [tilt_a, tilt_b, tilt] = kernel.turns().tilts(s);
            let tilting = tilt_a * extents.a() + tilt_b * extents.b();
            step = ahead(value, closing - tilting, course.bend(), aim);
            let (frame, smaller) = if extents.b() < extents.a() {
                (Frame::A, extents.b())
            } else {
                (Frame::B, extents.a())
            };
            turned = kernel.course(gap, now, frame, end);
            let turned_step = ahead(value, closing - tilt * smaller, turned.bend(), aim);
            if turned_step > 1.5 * step {
                (best, step) = (&turned, turned_step);
            }
        } else {
            let local = self.simplex.points().first().map(Point::local);
            let local = local.unwrap_or_default();
            step = ahead(value, kernel.rate(now, s, local), course.bend(), aim);
        }
        let time = now.time() + step;
        let time = if time < end { time } else { end };
        if time - now.time() > 1.5 * (free.until() - now.time()) {
            kernel.place(time, self.then);
            go_to(kernel, free, (gap, best), self.then, self.notes);
        }
    }
}
