//! Bodies that turn, or do not move straight against each other.

use std::mem::swap;

use super::first::first;
use super::meet::meet;
use super::simplex::Simplex;
use super::{
    Notes, ahead, contact, contact_at_start, extend, go_on, go_to, is_depth_known, is_near,
    may_touch_now,
};
use crate::number::Vector;
use crate::proof::{Frame, Free, Gap, Kernel, Moment, Point, Touch};
use crate::simplex::{Near, WHOLE};

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
    let mut search = Turning {
        kernel,
        free,
        now: Moment::never(),
        then: Moment::never(),
        limit: Moment::never(),
        simplex: Simplex::new(),
        near: Near::guess(Vector::unit(0), 1.0),
        touch,
        horizon: f64::INFINITY,
        notes,
    };
    search.kernel.place(search.free.until(), &mut search.now);
    search.near = first(search.kernel, &search.now, search.notes.axis);
    search.run();
}

/// A search, and what it knows of the bodies now.
struct Turning<'k, 'n, 'id, const D: usize> {
    kernel: &'k mut Kernel<'id, D>,
    free: &'k mut Free<'id>,
    now: Moment<'id, D>,
    then: Moment<'id, D>,
    /// The end of the query, once it is placed.
    limit: Moment<'id, D>,
    simplex: Simplex<'id, D>,
    /// The nearest point of the simplex now, or a first direction.
    near: Near<D>,
    /// The contact, once there is one.
    touch: &'k mut Option<Touch<'id, D>>,
    /// How far ahead bounds are asked for, if a motion is not in closed form.
    horizon: f64,
    notes: &'k mut Notes<'n, D>,
}

/// What GJK found at a time: the best vector to go on along. It is known if the last one has almost all of the distance.
struct Look<'id, const D: usize> {
    best: Gap<'id, D>,
    is_known: bool,
}

impl<'id, const D: usize> Turning<'_, '_, 'id, D> {
    #[inline(always)]
    fn run(&mut self) {
        while let Some(Look { best, is_known }) = self.look() {
            self.free.keep(&best);
            self.notes.see(&self.now, &best);
            if self.free.until() >= self.kernel.end() {
                return;
            }
            let goes_on = is_known && !self.kernel.changes() && self.follow();
            if self.touch.is_some() {
                return;
            }
            if !self.kernel.has_laws() {
                go_on(
                    self.kernel,
                    self.free,
                    (&self.now, &best),
                    &[Frame::World],
                    &mut self.horizon,
                    &mut self.then,
                    self.notes,
                );
                self.notes.work.steps += u32::from(self.free.until() < self.kernel.end());
            } else if !goes_on {
                self.advance(&best);
            }
            let is_stuck = !(self.free.until() > self.now.time());
            if self.free.until() >= self.kernel.end() || is_stuck || self.is_spent() {
                return;
            }
            if self.then.time() == self.free.until() {
                swap(&mut self.now, &mut self.then);
            } else {
                self.kernel.place(self.free.until(), &mut self.now);
            }
            if self.kernel.changes() {
                // the points of the simplex were points of the bodies then
                self.simplex = Simplex::new();
                self.near = Near::guess(self.near.unit(), 1.0);
                continue;
            }
            self.simplex.place(&self.now);
            self.near = self.simplex.nearest(true);
            if is_near(self.kernel, &self.now, &self.near) && self.met(&best) {
                return;
            }
        }
    }

    /// Runs GJK now, until a vector has a good part of the distance. Returns `None` if the bodies touch, or no vector has a
    /// gap.
    #[inline(always)]
    fn look(&mut self) -> Option<Look<'id, D>> {
        let mut best: Option<Gap<'id, D>> = None;
        let mut is_again = false;
        self.notes.work.runs += 1;
        loop {
            self.notes.work.iterations += 1;
            let near = self.near;
            let is_first = self.simplex.count() == 0;
            let gap =
                (self.kernel).gap(&self.now, near.direction, near.inverse, self.simplex.next());
            let is_whole = gap.reach() >= near.length * WHOLE;
            let vector = match best {
                Some(best) if !(gap.value() > best.value()) => best,
                _ => gap,
            };
            best = Some(vector);
            let distance = near.length - self.now.margin();
            let is_useful = vector.value() > self.kernel.aim();
            // of bodies that overlap at the start the normal is to be known too: pairs that are measured instead take three
            // times as many instructions
            let may_overlap = !(is_useful || self.free.is_begun() || self.notes.any_contact);
            if may_overlap && is_depth_known(&self.now, &near, &gap) && self.met(&vector) {
                return None;
            }
            if !is_whole {
                self.simplex.keep();
            }
            let found = Some(Look {
                best: vector,
                is_known: near.length < f64::INFINITY && gap.value() >= KNOWN * distance,
            });
            if is_useful && (is_whole || self.is_enough(&vector, &gap, (&near, is_first))) {
                return found;
            }
            if self.is_spent() || is_whole && !self.begin_again(&mut is_again) {
                return None;
            }
            if is_whole {
                continue;
            }
            let is_apart = vector.reach() > 0.0;
            self.near = self.simplex.nearest(is_apart);
            let is_inside = !(self.near.length > 0.0);
            let is_nearer = self.near.length < near.length;
            let is_deep = may_overlap && self.near.length < self.now.margin();
            let goes_on = is_deep && is_nearer && !is_inside;
            if !goes_on && is_near(self.kernel, &self.now, &self.near) && self.met(&vector) {
                return None;
            }
            if is_useful && !is_nearer && !is_inside {
                return found;
            }
            if is_inside || !is_nearer && !self.begin_again(&mut is_again) {
                return None;
            }
        }
    }

    /// Whether a vector is good enough to go on along. The last one has more or less of the distance.
    #[inline(always)]
    fn is_enough(
        &mut self,
        best: &Gap<'id, D>,
        last: &Gap<'id, D>,
        (near, is_first): (&Near<D>, bool),
    ) -> bool {
        let distance = near.length - self.now.margin();
        if may_touch_now(self.kernel, self.free, best) {
            is_first && self.lasts(best) || last.value() >= KNOWN * distance
        } else {
            is_first || last.value() >= ENOUGH * distance
        }
    }

    /// Whether the search ends with the nearest point of the simplex: the bodies touch there, or overlap at the start. The
    /// contact is kept, and the overlap is noted.
    #[inline(never)]
    fn met(&mut self, best: &Gap<'id, D>) -> bool {
        let of = (&self.now, &self.simplex);
        if self.free.is_begun() {
            contact(self.kernel, of, self.near.unit(), self.notes, self.touch);
        } else {
            let seen = (&self.near, best);
            contact_at_start(self.kernel, of, seen, self.notes, self.touch);
        }
        self.touch.is_some() || self.notes.overlap.is_some()
    }

    /// Whether the search has spent its budget.
    #[inline(always)]
    fn is_spent(&self) -> bool {
        self.kernel.evaluations() + self.notes.work.evaluations > self.notes.budget
    }

    /// Begins GJK again with the last direction, once: rounding keeps it from going on with a simplex that is almost flat.
    fn begin_again(&mut self, is_again: &mut bool) -> bool {
        self.simplex = Simplex::new();
        self.near = Near::guess(self.near.unit(), 1.0);
        !std::mem::replace(is_again, true)
    }

    /// Goes on to where the nearest features meet, and returns whether enough of that is proven. If all of it is, the bodies
    /// touch there.
    #[inline(always)]
    fn follow(&mut self) -> bool {
        let met = meet(
            self.kernel,
            &self.now,
            &mut self.then,
            &mut self.simplex,
            &self.near,
            self.notes,
        );
        let Some(met) = met else {
            return false;
        };
        let (now, then) = (self.now.time(), self.then.time());
        for frame in [Frame::World, self.simplex.frame()] {
            let course = self.kernel.course(&met, &self.then, frame, now);
            let seen = (&met, &course);
            go_to(self.kernel, self.free, seen, &self.now, self.notes);
            if self.free.until() >= then {
                let of = (&self.then, &self.simplex);
                contact(self.kernel, of, met.along(), self.notes, self.touch);
                return true;
            }
        }
        self.free.until() - now >= SHARE_OF_MEETING * (then - now)
    }

    /// Goes on to the end along a vector of the world, if all of it is proven.
    #[inline(never)]
    fn lasts(&mut self, gap: &Gap<'id, D>) -> bool {
        let end = self.kernel.end();
        let course = self.kernel.course(gap, &self.now, Frame::World, end);
        self.kernel.place(end, &mut self.limit);
        let span = (self.kernel).span(&course, &self.limit, &mut Point::none());
        let lasts = span.until() >= end;
        if lasts {
            extend(self.free, &span, (gap, &course), self.notes);
        }
        lasts
    }

    /// Goes on along a vector: to the end, or to the nearer end that the bend makes best, or as far as that is proven.
    #[inline(always)]
    fn advance(&mut self, gap: &Gap<'id, D>) {
        let (kernel, free, now) = (&mut *self.kernel, &mut *self.free, &self.now);
        let end = kernel.end();
        let h = end - now.time();
        let mut course = kernel.course(gap, now, Frame::World, end);
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
        let mut step;
        if self.near.length < f64::INFINITY {
            // edges and faces tilt against a vector that does not turn with them
            let closing = kernel.rate(now, self.near.unit(), self.simplex.witness());
            let extents = self.simplex.extents();
            let [tilt_a, tilt_b, tilt] = kernel.turns().tilts(s);
            let tilting = tilt_a * extents.a() + tilt_b * extents.b();
            step = ahead(value, closing - tilting, course.bend(), aim);
            let (frame, smaller) = if extents.b() < extents.a() {
                (Frame::A, extents.b())
            } else {
                (Frame::B, extents.a())
            };
            let turned = kernel.course(gap, now, frame, end);
            let turned_step = ahead(value, closing - tilt * smaller, turned.bend(), aim);
            if turned_step > 1.5 * step {
                (course, step) = (turned, turned_step);
            }
        } else {
            let local = self.simplex.points().first().map(Point::local);
            let local = local.unwrap_or_default();
            step = ahead(value, kernel.rate(now, s, local), course.bend(), aim);
        }
        let time = now.time() + step;
        let time = if time < end { time } else { end };
        if time - now.time() > 1.5 * (free.until() - now.time()) {
            kernel.place(time, &mut self.then);
            go_to(kernel, free, (gap, &course), &self.then, self.notes);
        }
    }
}
