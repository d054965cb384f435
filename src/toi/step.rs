//! One step of the search: a root search on margins for how far the bodies are proven free.

use nalgebra::SVector;

use super::bracket::{Bracket, Fall};
use super::driver::{Driver, Then};
use super::problem::Slices;
use super::state::Passed;
use crate::brent::{self, Sample};
use crate::proof::Frame;
use crate::separation::{
    Candidate, End, Fixed, Margin, Order, SeparatingVector, Tested, relative_acceleration,
};
use crate::tuning::{
    AIM_IN_FAIR, AIM_IN_GAP, AIM_IN_TOLERANCE, BEND_AT_FIRST, ENOUGH_OF_TOLERANCE,
    FAIR_SHARE_IN_SPINS, FAIR_SHARE_OF_GAP, GUESSES, LEAST_OF_AIM, MANY_SPANS, OTHERS_NEARER,
    OTHERS_NEARER_IN_ERRORS, TURNS_IN_VAIN,
};
use crate::{Extrusion, QueryError, Real, Span};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Goes on to the latest time up to which the root search proves the bodies free with some vector.
    ///
    /// The search follows the direction that the nearest features have at each time. Where that fails, it follows the
    /// vector with the largest gap at the start.
    pub(super) fn step(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Result<Then<T>, QueryError> {
        let Some(best) = self.round.best else {
            return self.stuck(now, None);
        };
        let tolerance = self.tolerance_along(now, &best.direction);
        let during = Span::known(now.time, limit.time);
        let candidate = self.candidate(during, &best);
        let aim = (tolerance * T::of(AIM_IN_TOLERANCE)).min(candidate.gap * T::of(AIM_IN_GAP));
        let fair_share = if self.spins_apart() {
            FAIR_SHARE_IN_SPINS
        } else {
            FAIR_SHARE_OF_GAP
        };
        let mut bracket = Bracket {
            start: now.time,
            near: best.direction,
            best: (candidate.vector, candidate.gap),
            acceleration: self.acceleration_to_expect(&candidate),
            carries: candidate.vector.frame == Frame::World && !self.slides_in_vain(),
            nearest: (now.time, candidate.gap),
            farthest: (limit.time, candidate.tested.margin.value),
            proof: None,
            last_resort: None,
            least_margin: aim * T::of(LEAST_OF_AIM),
            enough_margin: tolerance * T::of(ENOUGH_OF_TOLERANCE),
            fair_margin: candidate.gap * T::of(fair_share),
        };
        self.guess(&mut bracket, now, (limit.time, candidate.gap_at_end), aim);
        self.refine(&mut bracket, now, limit.time, aim);
        if let Some((next, passed)) = &mut bracket.proof {
            return Ok(self.go_to(next, now, passed));
        }
        match bracket.last_resort {
            Some((time, passed)) => Ok(self.go_to(&mut self.instant(time), now, &passed)),
            None => self.stuck(now, Some((bracket.best.1, bracket.farthest.0))),
        }
    }

    /// Returns the vector to follow: the lead if there is one, or else the best vector at the start.
    fn candidate(&self, during: Span<T>, best: &SeparatingVector<T, D>) -> Candidate<T, D> {
        if let Some(lead) = self.round.lead {
            return lead;
        }
        let (a, b) = (self.problem.setting.a, self.problem.setting.b);
        Candidate {
            vector: Fixed::in_world(best.direction),
            gap: best.gap,
            gap_at_end: best.gap_at_end,
            tested: Tested {
                margin: Margin {
                    value: best.margin,
                    order: Order::Second,
                },
                acceleration: relative_acceleration(a, b, &best.direction, during),
            },
        }
    }

    /// Returns the acceleration from which to guess how long a vector lasts: its bound M, or less if the first order
    /// proves longer spans.
    ///
    /// With the gap f at both ends of a span of length h, the margin is f - M h^2 / 8 by the second order. By the first
    /// it is f - r h if it falls at the speed r, so that the vector lasts for h = f / r. By the second it lasts as long
    /// with M = 8 r^2 / f.
    ///
    /// Only the second order is tested along a vector that turns with a body.
    fn acceleration_to_expect(&self, candidate: &Candidate<T, D>) -> Option<T> {
        let bound = candidate.tested.acceleration?;
        if candidate.vector.frame != Frame::World || !bound.is_finite() {
            return Some(bound);
        }
        let as_long = |slowest: T| slowest * slowest / candidate.gap * T::of(8.0);
        let by_speed = self.memory.slowest_fall.map(as_long);
        Some(by_speed.map_or(bound, |by_speed| bound.min(by_speed)))
    }

    /// Tries times that are guessed from the fall of the gap, from the start of the bracket to the gap `there` at its
    /// limit.
    fn guess(
        &mut self,
        bracket: &mut Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        there: (T, T),
        aim: T,
    ) {
        let here = bracket.nearest;
        let mut fall = match self.memory.last_restart.replace(here) {
            Some(last) if !bracket.falls_in_line(there) => Fall::new(last, here),
            _ => Fall::new(here, there),
        };
        let mut aim_here = aim;
        for guess in 0..GUESSES {
            let bend = if guess == 0 { BEND_AT_FIRST } else { 1.0 };
            let Some(time) = bracket.guess(&fall, aim_here, T::of(bend)) else {
                break;
            };
            let sampled = self.sample(bracket, now, time);
            if bracket.is_enough() || (!sampled.same_features && bracket.is_fair()) {
                break;
            }
            // other features are nearest there: any time before that will do for a new run of GJK
            aim_here = if sampled.same_features {
                aim
            } else {
                aim.max(bracket.fair_margin * T::of(AIM_IN_FAIR))
            };
            fall.see((time, sampled.gap), (bracket.start, there.0));
        }
    }

    /// Runs Brent's method between the times that are known to pass and to fail, unless the step is long enough
    /// already.
    fn refine(
        &mut self,
        bracket: &mut Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        latest: T,
        aim: T,
    ) {
        let start = bracket.start;
        // of the times that are tried: those near 0 are closer together than those near the limit
        let resolution = T::EPSILON * start.abs().max(latest.abs());
        let end = |(time, margin): (T, T)| (time.as_f64(), (margin - aim).as_f64());
        let (positive, negative) = (end(bracket.nearest), end(bracket.farthest));
        if positive.1 > 0.0 && !bracket.is_fair() {
            brent::search(positive, negative, resolution.as_f64(), |time| {
                let time = T::of(time).max(start).min(latest);
                let margin = self.sample(bracket, now, time).margin;
                Sample {
                    value: (margin - aim).as_f64(),
                    enough: margin > bracket.least_margin && bracket.is_fair(),
                }
            });
        }
    }

    /// Returns the largest margin from the start of the bracket to `time` of the vectors that are tried, and their
    /// largest gap at `time`.
    ///
    /// The bracket notes the margin. A direction that is best at the start tilts against the bodies when they turn. The
    /// features that were nearest tell which direction will be best at `time`, so it is tried first.
    fn sample(
        &mut self,
        bracket: &mut Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        time: T,
    ) -> Sampled<T> {
        let then = self.instant(time);
        if let Err(bad) = then.check_coordinates() {
            self.round.bad_coordinates = Some(bad);
        }
        let carried = self.carried(bracket, now, &then);
        if let Some(carried) = &carried
            && carried.gap > T::zero()
        {
            bracket.near = carried.direction;
        }
        let same_features = carried.as_ref().is_some_and(|carried| carried.is_nearest);
        let largest_gap = carried.as_ref().map_or(-T::LARGEST, |carried| carried.gap);
        let carried = carried.map(|carried| carried.passed);
        // a margin is never larger than the gap at the start, so that the best vector cannot have more than this
        let suffices = |margin: T| margin > bracket.least_margin || margin >= bracket.best.1;
        let (mut passed, largest_gap) = match carried {
            Some(passed) if suffices(passed.margin.value) => (passed, largest_gap),
            carried => {
                let (passed, gap) = self.along_best(bracket, now, &then);
                let carried = carried.filter(|it| passed.margin.value <= it.margin.value);
                bracket.carries &= carried.is_some();
                (carried.unwrap_or(passed), largest_gap.max(gap))
            }
        };
        // the nearest features do not tell where the best vector goes, but it may turn with the face of a body
        if !same_features
            && passed.margin.value <= bracket.least_margin
            && bracket.best.0.frame == Frame::World
        {
            let direction = bracket.best.0.direction;
            let turning = self.turning((&direction, End::First), bracket, now, &then);
            if let Some(turning) = turning
                && turning.margin.value > bracket.least_margin
            {
                passed = turning;
            }
        }
        let margin = passed.margin.value;
        self.log
            .add_root_iterate(time, largest_gap + self.goal.target);
        bracket.note(then, passed);
        Sampled {
            margin,
            gap: largest_gap,
            same_features,
        }
    }

    /// Tests the vector with the largest gap at the start up to a later time, and returns its gap there too.
    fn along_best(
        &mut self,
        bracket: &Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        then: &Slices<'x, A, B, T, D>,
    ) -> (Passed<T, D>, T) {
        let (vector, gap_now) = bracket.best;
        self.log.add_evaluations(1);
        let gap = vector.gap(&self.problem.setting, then);
        let margin = if !(gap > T::zero()) {
            Margin::without_gap(gap)
        } else if vector.frame == Frame::World && !self.wants_sharp_bounds() {
            let during = Span::known(bracket.start, then.time);
            self.test_in_world(&vector.direction, during, (gap_now, gap))
        } else {
            let ends = ((now, gap_now), (then, gap));
            vector.test(&self.problem.setting, ends.0, ends.1).margin
        };
        (Passed { vector, margin }, gap)
    }

    /// Tests a direction at the start of the bracket or at a later time as that of a vector that turns with a body,
    /// unless the bodies are so far apart that one of the world lasts long enough. After failures it is tried now and
    /// then only.
    fn turning(
        &mut self,
        (direction, end): (&SVector<T, D>, End),
        bracket: &Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        then: &Slices<'x, A, B, T, D>,
    ) -> Option<Passed<T, D>> {
        let in_vain = &mut self.memory.turned_in_vain[end as usize];
        let once_in_many = self.log.statistics.subintervals / MANY_SPANS;
        let allowed = match end {
            End::First => once_in_many,
            End::Last => TURNS_IN_VAIN + once_in_many,
        };
        if *in_vain >= allowed {
            return None;
        }
        let setting = &self.problem.setting;
        let gap = bracket.best.1;
        let (vector, margin) = setting.turning_with_a_body((direction, end), gap, now, then)?;
        self.log.add_evaluations(4);
        if margin.value > bracket.least_margin {
            *in_vain = 0;
        } else {
            *in_vain += 1;
        }
        Some(Passed { vector, margin })
    }

    /// Tests the direction that the starting features of the bracket give at a later time: as a vector of the world,
    /// and if that fails, as one that turns with a body.
    #[inline]
    fn carried(
        &mut self,
        bracket: &Bracket<Slices<'x, A, B, T, D>, T, D>,
        now: &Slices<'x, A, B, T, D>,
        then: &Slices<'x, A, B, T, D>,
    ) -> Option<Carried<T, D>> {
        if !bracket.carries {
            return None;
        }
        let (direction, of_cores) = self.memory.seed.carried(&then.bodies, &bracket.near)?;
        self.log.add_evaluations(1);
        let gap = then.gap(&direction);
        let margin = if gap > T::zero() {
            self.log.add_evaluations(1);
            let during = Span::known(bracket.start, then.time);
            self.test_in_world(&direction, during, (now.gap(&direction), gap))
        } else {
            Margin::without_gap(gap)
        };
        let mut passed = Passed::in_world(direction, margin);
        if gap > bracket.least_margin && margin.value <= bracket.least_margin {
            let turning = self.turning((&direction, End::Last), bracket, now, then);
            if let Some(turning) = turning
                && turning.margin.value > passed.margin.value
            {
                passed = turning;
            }
        }
        let of_features = then.beyond_target(of_cores);
        let allowed = of_features.abs() * T::of(OTHERS_NEARER)
            + then.error(&direction) * T::of(OTHERS_NEARER_IN_ERRORS);
        // points on curves that slid too far may seem to be behind each other where the bodies are apart
        let have_passed = of_features <= T::zero() && gap > allowed;
        let is_nearest = of_features - gap <= allowed && !have_passed;
        Some(Carried {
            direction,
            passed,
            gap,
            is_nearest,
        })
    }
}

/// The direction that the features nearest at the start of a step have at a later time.
struct Carried<T, const D: usize> {
    /// The direction, in the world.
    direction: SVector<T, D>,
    /// The vector with that direction, and its margin.
    passed: Passed<T, D>,
    /// The gap along it at that time.
    gap: T,
    /// True iff these features still seem to be nearest.
    is_nearest: bool,
}

/// The result of a root search at one time.
struct Sampled<T> {
    /// The largest margin up to that time.
    margin: T,
    /// The largest gap at that time.
    gap: T,
    /// True iff the features that were nearest at the start still seem to be nearest.
    same_features: bool,
}
