//! Times over which the bodies keep the target distance.

use super::parabola::{lasts, lasts_at_speed, least, least_at_speed};
use super::{Brand, Course, Gap, Kernel, Moment, Point};
use crate::number::{UNIT, larger};

/// Over longer spans it counts what a bound of an acceleration loses where its products are too small for a number: some
/// halves of the least number times 1 and the distances, if these are below 1e15. The bound is then widened by far more.
const LONG_SPAN: f64 = 1e80;
const WIDENED: f64 = 4.0 * f64::MIN_POSITIVE;
/// Nothing is proven over longer spans. Up to here, what a bound of a speed loses is below the least length, and what one of
/// an acceleration loses by larger distances is less than a unit of 2^-53 of them.
const LONGEST_SPAN: f64 = 1e150;

/// The bodies keep the target distance between two times.
pub struct Span<'id> {
    from: f64,
    until: f64,
    /// How much more than the target distance they keep.
    clearance: f64,
    brand: Brand<'id>,
}

readable! { ['id] Span<'id>:
    /// The time at which the claim begins.
    from: f64,
    /// The time at which the claim ends. It is no later than its begin if nothing is proven.
    until: f64,
    /// How much more than the target distance the bodies keep.
    clearance: f64,
}

/// The bodies keep the target distance from the start until a time.
pub struct Free<'id> {
    until: f64,
    /// Whether they keep it at the start.
    is_begun: bool,
    /// How much more than the target distance they keep.
    pub(super) clearance: f64,
    brand: Brand<'id>,
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Measures the gap of a course at another moment, up to which its bound holds, and says how long it lasts between
    /// both, from the earlier one on.
    #[inline(always)]
    pub fn span(
        &mut self,
        course: &Course<'_, 'id, D>,
        other: &Moment<'id, D>,
        scratch: &mut Point<'id, D>,
    ) -> Span<'id> {
        let (at, known) = (course.at, course.gap);
        let s = at.kept(course.frame, known.along, other);
        let value = if self.is_floor() {
            self.above(other, scratch).value
        } else {
            self.nearest(other, s, scratch);
            s.dot(scratch.y) - other.margin - other.error - course.blur
        };
        let value_known = known.value - course.blur;
        let (f, g, from, to) = if other.time > at.time {
            (value_known, value, at.time, other.time)
        } else {
            (value, value_known, other.time, at.time)
        };
        let (begin, end) = course.during();
        let holds = from >= begin && to <= end;
        let h = to - from;
        let bend = if h < LONG_SPAN {
            course.bend
        } else {
            course.bend + WIDENED
        };
        let mut x = lasts(f, g, bend, h, self.aim);
        if let Some(speeds) = course.speeds {
            x = larger(lasts_at_speed(f, g, speeds, h, self.aim), x);
        }
        // written so that what is no number proves nothing
        let (until, clearance) = if !(holds && x > 0.0 && h < LONGEST_SPAN) {
            (from, self.aim)
        } else if x >= h {
            let of_bend = least(f, g, bend, h);
            let of_speeds = course
                .speeds
                .map_or(of_bend, |speeds| least_at_speed(f, g, speeds, h));
            (to, larger(of_speeds, of_bend))
        } else {
            (after(from, x), self.aim)
        };
        Span {
            from,
            until,
            clearance: larger(clearance, self.aim),
            brand: Brand::default(),
        }
    }
}

/// Returns `from` + x, rounded down. The rounding of a sum is a number, and two sums find it.
#[inline(always)]
pub(super) fn after(from: f64, x: f64) -> f64 {
    let until = from + x;
    let added = until - from;
    let lost = (from - (until - added)) + (x - added);
    if lost < 0.0 { until.next_down() } else { until }
}

readable! { ['id] Free<'id>:
    /// The time until which the bodies are free.
    until: f64,
    /// Whether any of that is proven.
    is_begun: bool,
}

impl<'id> Free<'id> {
    /// The bodies are free until a time t after the start, and keep this much more than the target distance before it.
    #[inline(always)]
    pub(super) fn after(start: f64, t: f64, clearance: f64) -> Self {
        Self {
            until: after(start, t),
            is_begun: t > 0.0,
            clearance,
            brand: Brand::default(),
        }
    }

    #[inline(always)]
    fn clear_by(&mut self, clearance: f64) {
        if clearance < self.clearance {
            self.clearance = clearance;
        }
    }

    /// Whether the bodies keep the distance at all times until a time.
    #[inline(always)]
    pub(super) fn reaches(&self, time: f64) -> bool {
        self.until >= time && self.is_begun
    }

    /// Takes a gap that is measured now: it proves this one time.
    #[inline(always)]
    pub fn keep<const D: usize>(&mut self, gap: &Gap<'id, D>) {
        if gap.time <= self.until && gap.value > 0.0 {
            self.is_begun = true;
            self.clear_by(gap.value);
        }
    }

    /// Goes on with a span that begins where this ends, or before.
    #[inline(always)]
    pub fn extend(&mut self, span: &Span<'id>) {
        if span.from <= self.until && span.until > self.until {
            self.until = span.until;
            self.is_begun = true;
            self.clear_by(span.clearance);
        }
    }

    /// Goes on as long as a gap lasts that is measured now or before, if the bodies move straight against each other and
    /// do not turn: it then changes at a constant rate.
    ///
    /// The rate is off by 4 units of 2^-53 of the speed.
    #[inline(always)]
    pub fn slide<const D: usize>(&mut self, kernel: &Kernel<'id, D>, gap: &Gap<'id, D>) {
        if !(kernel.straight() && gap.time <= self.until && gap.value > kernel.aim) {
            return;
        }
        self.is_begun = true;
        let rate = gap.along.dot(kernel.velocity) - kernel.speed * (4.0 * UNIT);
        let left = (kernel.end - gap.time) * (1.0 + 2.0 * UNIT);
        let above = (gap.value - kernel.aim) * (1.0 - 4.0 * UNIT);
        let (until, clearance) = if above + rate * left >= 0.0 {
            let at_end = (above + rate * left) * (1.0 - 4.0 * UNIT);
            let least = if rate < 0.0 { at_end } else { above };
            (kernel.end, kernel.aim + least)
        } else {
            let until = after(gap.time, above / -rate * (1.0 - 2.0 * UNIT));
            (until, kernel.aim)
        };
        // a question of one instant ends where it begins
        if until > self.until || self.until >= kernel.end {
            self.until = larger(until, self.until);
            self.clear_by(clearance * (1.0 - UNIT));
        }
    }
}
