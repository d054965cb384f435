//! The search: the loop of \[2\] 5 with the certified test.
//!
//! ```text
//! now = start of the interval
//! loop
//!     run GJK at now, and for each direction that separates the bodies there:
//!         if it passes the test up to the end, the bodies are free
//!         keep the best
//!     if GJK ended within the tolerance, the bodies touch now
//!     root search: the latest time up to which a vector passes; if there is none, undecided
//!         the vectors: the direction of the features that were nearest, and the best at the start
//!     now = that time
//! ```
//!
//! Bodies that do not turn are moved on within a run of GJK instead (`straight`). Where a motion has knots or no
//! bounds, "the end" is an earlier limit.
//!
//! `problem` has what is asked, `state` what the search knows. `look` runs GJK, `touch` says whether the bodies touch,
//! and `step` has the root search. `contact` has what follows from a contact at the start, and `leave` when bodies are
//! clear of it.

use nalgebra::SVector;

use super::outcome::{Outcome, Separated, Solution, Statistics};
use super::problem::{Problem, Slices};
use super::state::{Goal, Log, Memory, Passed, Phase, Round};
use super::{Observer, Query, WarmStart};
use crate::gjk::{Search, Seed};
use crate::vector::unit;
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

/// A search: what it is asked, and its state.
pub(super) struct Driver<'q, 'x, A, B, T, const D: usize> {
    pub(super) problem: Problem<'q, 'x, A, B, T, D>,
    pub(super) goal: Goal<T, D>,
    pub(super) memory: Memory<T, D>,
    pub(super) round: Round<T, D>,
    pub(super) log: Log<'q, T, D>,
}

/// What the search does next.
pub(super) enum Then<T> {
    /// End, with the outcome in the log if there is one.
    Answer,
    /// Run GJK again: at a later time up to which all is proven, or at the same time from another direction.
    Again,
    /// Go on from the limit, as all is proven up to there.
    AtLimit,
    /// Go on from this time with another target distance.
    Afresh(T),
}

impl<'q, 'x, A, B, T, const D: usize> Driver<'q, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// A search that has not begun.
    #[inline(always)]
    pub(super) fn new(
        query: &'q Query<T>,
        (a, b): (&'x A, &'x B),
        during: Span<T>,
        observer: Option<&'q mut (dyn Observer<T, D> + 'q)>,
    ) -> Self {
        Self {
            problem: Problem::new(query, (a, b), during),
            goal: Goal::at_start(query.target_distance),
            memory: Memory::new(),
            round: Round::new(),
            log: Log::new(observer),
        }
    }

    /// Returns when the bodies touch, or that they do not.
    pub(super) fn run(&mut self, warm: &mut WarmStart<T, D>) -> Result<Solution<T, D>, QueryError> {
        self.memory.seed = warm.seed;
        self.answer(warm.axis, |driver, outcome| {
            warm.axis = Some(driver.memory.axis);
            warm.seed = driver.memory.seed;
            driver.solution(outcome.expect("a search for the time ends with an outcome"))
        })
    }

    /// Returns whether the bodies touch.
    pub(super) fn touches(&mut self) -> Result<bool, QueryError> {
        self.problem.only_if_they_touch = true;
        self.answer(None, |_, outcome| {
            !matches!(outcome, Some(Outcome::Separated(_)))
        })
    }

    /// Tries the first directions, which suffice for most pairs, and then searches. Returns what `conclude` makes
    /// of the outcome. It is passed in, so that the answer of such pairs is built in place and not copied.
    #[inline(always)]
    fn answer<R>(
        &mut self,
        axis: Option<SVector<T, D>>,
        conclude: impl FnOnce(&Self, Option<Outcome<T, D>>) -> R,
    ) -> Result<R, QueryError> {
        let mut now = self.instant(self.problem.during.start());
        now.check_coordinates()?;
        self.memory.axis = unit(axis.unwrap_or_else(|| now.bodies.between()));
        if self.goal.target < T::zero() {
            self.check_allowance(&now)?;
        }
        let mut limit = self.instant(self.problem.limit(now.time)?);
        limit.check_coordinates()?;
        let passed = self.try_axis(&now, &limit);
        let passed = passed.map(|margin| Passed::in_world(self.memory.axis, margin));
        if let Some(passed) = &passed
            && limit.time >= self.problem.during.end()
        {
            self.push(now.time, limit.time, passed);
            return Ok(conclude(self, Some(self.separated())));
        }
        self.search((&mut now, &mut limit), passed)?;
        Ok(conclude(self, self.log.outcome))
    }

    /// Returns an outcome with what the search has found and spent.
    #[inline(always)]
    fn solution(&self, outcome: Outcome<T, D>) -> Solution<T, D> {
        let photo_finish =
            matches!(outcome, Outcome::Separated(_)) && self.log.statistics.root_iterations > 0;
        Solution {
            outcome,
            initial_contact: self.goal.report(),
            statistics: Statistics {
                photo_finish,
                ..self.log.statistics
            },
        }
    }

    /// Runs the loop of \[2\] 5: prove the bodies free from now as far as possible, and go on from there.
    ///
    /// The log has no outcome afterwards if the bodies were seen to touch at a time that is not the first, and no more
    /// was asked.
    // not inlined: pairs that need no search would set up what it needs
    #[inline(never)]
    fn search(
        &mut self,
        (now, limit): (&mut Slices<'x, A, B, T, D>, &mut Slices<'x, A, B, T, D>),
        passed: Option<Passed<T, D>>,
    ) -> Result<(), QueryError> {
        let mut search = Search::new();
        // the budget never refuses the first round, which is over if a first direction passed
        let mut is_first = passed.is_none();
        let mut then = match passed {
            Some(passed) => self.accept(now, limit, &passed),
            None => Then::Again,
        };
        loop {
            match then {
                Then::Answer => return Ok(()),
                Then::Again if now.time < limit.time => {}
                Then::Again => *limit = self.instant(self.problem.limit(now.time)?),
                Then::AtLimit => {
                    let next = self.instant(self.problem.limit(limit.time)?);
                    *now = std::mem::replace(limit, next);
                }
                Then::Afresh(time) => {
                    *now = self.instant(time);
                    *limit = self.instant(self.problem.limit(time)?);
                }
            }
            limit.check_coordinates()?;
            if !std::mem::take(&mut is_first) {
                self.check_budget(now.time)?;
            }
            then = self.run_round(now, limit, &mut search)?;
        }
    }

    /// Runs one round of the loop.
    ///
    /// It tests the vectors that separate the bodies now up to the limit. If none passes, it takes a step as far as one
    /// does. If the bodies touch, the query's policy decides.
    fn run_round(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Result<Then<T>, QueryError> {
        if let Some(passed) = self.try_directions(now, limit, search) {
            return Ok(self.accept(now, limit, &passed));
        }
        if self.may_overlap_less(search)
            && let Some(passed) = self.look_from_apart(now, limit)
        {
            return Ok(self.accept(now, limit, &passed));
        }
        let is_no_contact = self.may_overlap_less(search) && self.is_no_contact(now);
        let found = if is_no_contact {
            Ok(None)
        } else {
            self.overlap(now, search)
        };
        let overlap = match found {
            Ok(overlap) => overlap,
            Err(axis) => {
                // it separates them after all, and is the first direction of the next run
                (self.memory.axis, self.memory.seed) = (axis, Seed::default());
                return Ok(Then::Again);
            }
        };
        if overlap.as_ref().is_some_and(|overlap| !overlap.is_finite()) {
            return Err(self.not_finite(now.time, &search.normal));
        }
        let normal = overlap.as_ref().map(|overlap| overlap.contact.normal);
        let wants_sharp_bounds = self.wants_sharp_bounds();
        if wants_sharp_bounds && let Some(passed) = self.look_in_frames(now, limit, normal) {
            return Ok(self.accept(now, limit, &passed));
        }
        if !is_no_contact && let Some(contact) = self.contact(now, search, overlap) {
            if let Outcome::Impact(impact) = &contact
                && !impact.is_finite()
            {
                return Err(self.not_finite(now.time, &search.normal));
            }
            return self.meet(now, contact);
        }
        // the bodies overlap by less than is allowed, and the normal of the overlap may be the only vector with a gap
        if !wants_sharp_bounds
            && normal.is_some()
            && let Some(passed) = self.look_in_frames(now, limit, normal)
        {
            return Ok(self.accept(now, limit, &passed));
        }
        if self.is_clear(now) {
            return Ok(self.resume(now.time));
        }
        if self.problem.only_if_they_touch
            && self.memory.last_restart.is_none()
            && self.overlap_later(now, limit)
        {
            return Ok(Then::Answer);
        }
        self.goal.leave_start();
        match self.near(now, limit) {
            Some(near) => self.step_to_near(now, near, normal),
            None => self.step(now, limit),
        }
    }

    /// Returns a vector that passes up to the limit, if one is found. If not, the search has the bounds of the distance
    /// now.
    fn try_directions(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Option<Passed<T, D>> {
        self.round = Round::new();
        if self.goes_straight(now, limit) {
            let passed = self.go_straight(now, limit, search);
            if passed.is_some() || self.is_contact(now, search) {
                return passed;
            }
        }
        self.explore(now, limit, search)
    }

    /// Moves the search on to `next`, up to which a vector passed. `next` is then what `now` was: to move it out of its
    /// bracket would copy it twice.
    #[inline(always)]
    pub(super) fn go_to(
        &mut self,
        next: &mut Slices<'x, A, B, T, D>,
        now: &mut Slices<'x, A, B, T, D>,
        passed: &Passed<T, D>,
    ) -> Then<T> {
        if let Some(apart) = self.leave_contact(now, next, passed) {
            return self.resume(apart);
        }
        self.push(now.time, next.time, passed);
        self.memory.last_step = next.time - now.time;
        std::mem::swap(now, next);
        Then::Again
    }

    /// Moves the search on to the limit, up to which a vector passed, or answers if that is the end of the interval.
    fn accept(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        passed: &Passed<T, D>,
    ) -> Then<T> {
        if let Some(apart) = self.leave_contact(now, limit, passed) {
            return self.resume(apart);
        }
        self.push(now.time, limit.time, passed);
        if limit.time >= self.problem.during.end() {
            return match self.clear_at_end(limit) {
                Some(axis) => self.part_at_end(limit.time, axis),
                None => {
                    let outcome = self.at_end();
                    self.end_with(outcome)
                }
            };
        }
        self.goal.leave_start();
        self.memory.last_restart = None;
        Then::AtLimit
    }

    /// Ends the search with an outcome.
    pub(super) fn end_with(&mut self, outcome: Outcome<T, D>) -> Then<T> {
        self.log.outcome = Some(outcome);
        Then::Answer
    }

    /// Adds a proven span to the log. Its vector is the next direction to start from.
    pub(super) fn push(&mut self, start: T, end: T, passed: &Passed<T, D>) {
        self.log.add_span((start, end), passed, self.goal.target);
        if let Some((direction, _)) = passed.vector.at(&self.problem.setting, end) {
            self.memory.axis = direction;
        }
    }

    /// Returns both bodies at a time.
    #[inline]
    pub(super) fn instant(&self, time: T) -> Slices<'x, A, B, T, D> {
        self.problem.instant(time, self.goal.target)
    }

    /// Returns the answer of a search that has reached the end of the interval.
    fn at_end(&mut self) -> Outcome<T, D> {
        match &mut self.goal.phase {
            Phase::InContact(report) => {
                report.kept_until = self.problem.during.end();
                Outcome::Stays(*report)
            }
            Phase::AtStart | Phase::Free(_) => self.separated(),
        }
    }

    fn separated(&self) -> Outcome<T, D> {
        Outcome::Separated(Separated {
            clearance: self.log.clearance,
        })
    }

    fn check_budget(&self, clear_until: T) -> Result<(), QueryError> {
        let budget = self.problem.query.budget;
        if self.log.statistics.support_evaluations <= budget {
            return Ok(());
        }
        Err(QueryError::Undecided {
            clear_until: self.clear_until(clear_until).as_f64(),
            reason: UndecidedReason::Budget { budget },
        })
    }

    /// Returns the time up to which the bodies keep the query's target distance, when the search has come to `now`.
    ///
    /// After a contact at the start that is the start: while in contact they keep less. For held bodies what they keep
    /// in contact counts too.
    pub(super) fn clear_until(&self, now: T) -> T {
        match self.goal.phase {
            _ if self.problem.query.held_below.is_some() => now,
            Phase::InContact(_) | Phase::Free(Some(_)) => self.problem.during.start(),
            Phase::AtStart | Phase::Free(None) => now,
        }
    }
}
