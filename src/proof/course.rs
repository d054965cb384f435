//! Bounds of how fast gaps bend.

use super::kernel::BEND_ERROR;
use super::path::LEAST_NUMBERS;
use super::{Body, Gap, Kernel, Moment};
use crate::number::{Vector, larger};

/// The frame in which a separating vector stays fixed during a span.
// as wide as a number beside it: padding is copied in parts, which a processor has to wait for
#[repr(usize)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Frame {
    /// The world's frame.
    #[default]
    World,
    /// The frame of body A: the vector turns with A.
    A,
    /// The frame of body B: the vector turns with B.
    B,
}

/// A gap whose vector stays fixed in a frame from its moment until another time, before it or after, and a bound of the
/// second derivative of s . (q - p) for all points p of A and q of B.
pub struct Course<'c, 'id, const D: usize> {
    pub(super) gap: &'c Gap<'id, D>,
    pub(super) at: &'c Moment<'id, D>,
    pub(super) frame: Frame,
    pub(super) to: f64,
    pub(super) bend: f64,
    /// Bounds of the speeds at which s . (q - p) falls and rises, if the motions are not in closed form and state them.
    pub(super) speeds: Option<[f64; 2]>,
    /// By what rounding of the vector in its frame may change a gap at either end.
    pub(super) blur: f64,
}

readable! { ['c, 'id, const D: usize] Course<'c, 'id, D>:
    /// The bound of the second derivative; infinite if there is none.
    bend: f64,
    /// The frame that the vector is fixed in.
    frame: Frame,
}

impl<const D: usize> Course<'_, '_, D> {
    /// The times between which it holds.
    #[inline(always)]
    pub(super) fn during(&self) -> (f64, f64) {
        if self.to >= self.at.time {
            (self.at.time, self.to)
        } else {
            (self.to, self.at.time)
        }
    }

    /// The vector in the axes of its frame, up to rounding.
    pub fn vector(&self) -> [f64; D] {
        let s = self.gap.along;
        // what belongs to A has its sign changed there
        match self.frame {
            Frame::World => s.numbers(),
            Frame::A => (-self.at.turned.transposed_times(s)).numbers_of_a(),
            Frame::B => self.at.turned.transposed_times(s).numbers_of_b(),
        }
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Bounds how the gap of a moment bends until a time, if its vector is fixed in a frame. The normal of a half-space is
    /// fixed in that of the half-space, whatever is proposed.
    // what was changed behind a reference is copied when it is returned, so most courses are made where they are
    #[inline(never)]
    pub fn course<'c>(
        &self,
        gap: &'c Gap<'id, D>,
        at: &'c Moment<'id, D>,
        frame: Frame,
        to: f64,
    ) -> Course<'c, 'id, D> {
        let frame = if self.is_floor() {
            self.frame_of_normal()
        } else {
            frame
        };
        let (bend, blur) = if gap.time != at.time || !self.has_laws {
            (f64::INFINITY, 0.0)
        } else if frame == Frame::World {
            (self.bend(gap.along), 0.0)
        } else {
            self.bend_in(frame, gap.along, at, to)
        };
        let course = Course {
            gap,
            at,
            frame,
            to,
            bend,
            speeds: None,
            blur,
        };
        if self.has_laws && !self.is_floor() {
            return course;
        }
        self.bounded(course)
    }

    /// Bounds a course where a motion is not in closed form, or A is a half-space.
    #[cold]
    #[inline(never)]
    fn bounded<'c>(&self, mut course: Course<'c, 'id, D>) -> Course<'c, 'id, D> {
        if course.gap.time != course.at.time {
            return course;
        }
        if !self.has_laws {
            self.bound_without_law(&mut course);
        }
        if self.is_floor() {
            self.bound_above(&mut course);
        }
        course
    }

    /// Takes the bounds that the motions state, for a vector of the world.
    #[inline(never)]
    fn bound_without_law(&self, course: &mut Course<'_, 'id, D>) {
        let during = course.during();
        if course.frame != Frame::World || !(during.0 >= self.start && during.1 <= self.end) {
            return;
        }
        let s = course.gap.along.numbers();
        let back = s.map(|x| -x);
        let wider = |bound: f64| bound + bound.abs() * (BEND_ERROR - 1.0);
        let accelerations = [(self.a, &back), (self.b, &s)]
            .map(|(body, along)| body.movement.acceleration(along, during, body.reach));
        if let [Some(a), Some(b)] = accelerations {
            course.bend = wider(a) + wider(b);
        }
        let speed = |body: &Body<'_, D>, along| {
            let bound = body.movement.speed(along, during, body.reach);
            bound.map(wider)
        };
        let falls = (speed(self.a, &s), speed(self.b, &back));
        let rises = (speed(self.a, &back), speed(self.b, &s));
        if let ((Some(a), Some(b)), (Some(c), Some(d))) = (falls, rises) {
            // bounds of a body along the vector and against it that contradict each other hold for no motion
            if a + c >= 0.0 && b + d >= 0.0 {
                course.speeds = Some([a + b, c + d]);
            }
        }
    }

    /// Bounds s . (q'' - p'') for a unit vector s of the world.
    ///
    /// A point at r from the pivot of its body, which turns about the axis n at the rate w, has p'' = c'' - w^2 r_perp +
    /// w' n x r. The last two are square to the axis and to each other. So s . (p'' - c'') is at most |s_perp| |r| times
    /// the root of w^4 + w'^2.
    #[inline(always)]
    pub fn bend(&self, s: Vector<D>) -> f64 {
        if !self.turning {
            return self.bend_of_path(s);
        }
        let turns = (self.turns.across(s) * (self.turns.bend * self.reach)).sum();
        turns * BEND_ERROR + self.bend_of_path(s)
    }

    /// Bounds the part of the pivots, s . X''.
    #[inline(always)]
    fn bend_of_path(&self, s: Vector<D>) -> f64 {
        if self.falling {
            let along = s.dot(self.half_acceleration) * 2.0;
            along + self.acceleration * (BEND_ERROR - 1.0) + LEAST_NUMBERS
        } else {
            0.0
        }
    }

    /// Bounds (s . (q - p))'' for a unit vector s that turns with A or B, and says how much its rounding may change a
    /// gap.
    ///
    /// Let s and A turn at w, B at w_B, let X lead from the pivot of A to that of B, and r from there to q. Then
    /// s . (p - c_A) is constant, and with delta = w_B - w
    ///
    /// (s . (X + r))'' = s . (w x (w x X)) - 2 s . (w x X') + s . X'' - s . (w' x X)
    ///                 + s . (delta x (delta x r) + (delta x w) x r + delta' x r).
    ///
    /// The parts of X are at most |s_perp| (w^2 |X| + 2 w |X'| + |w'| |X|) + |X''|, those of r at most (|delta|^2 +
    /// |w x w_B| + |w'| + |w_B'|) |r|. Over the span |X| is largest at an end, plus |X''| h^2 / 8. For B the roles
    /// change.
    #[inline(always)]
    fn bend_in(&self, frame: Frame, s: Vector<D>, at: &Moment<'id, D>, to: f64) -> (f64, f64) {
        let turns = &self.turns;
        let across = turns.across(s);
        let (lengths, h) = (
            (at.between.square(), self.between(to).square()),
            to - at.time,
        );
        let farther = larger(lengths.0, lengths.1);
        let far = farther.sqrt() + self.acceleration * (h * h * 0.125) + self.error;
        let of = |a: f64, b: f64| if frame == Frame::A { (a, b) } else { (b, a) };
        let (across, _) = of(across.a(), across.b());
        let (rate, _) = of(turns.fastest.a(), turns.fastest.b());
        let (change, _) = of(turns.change.a(), turns.change.b());
        let (own, other) = of(self.reach.a(), self.reach.b());
        let (tilt, _) = of(self.tilt_error[0], self.tilt_error[1]);
        // the vector itself may be off by that
        let across = across + tilt;
        let of_path = across * ((rate * rate + change) * far + 2.0 * rate * self.speed);
        let bend = of_path + self.acceleration + turns.twist * other;
        (bend * BEND_ERROR, tilt * (far + own + other) * BEND_ERROR)
    }
}
