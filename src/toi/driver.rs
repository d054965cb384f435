//! The search: the loop of \[2\] 5 with the certified test.
//!
//! 1. GJK runs at the start of the rest of the interval.
//! 2. The separating vectors that it meets are tested over the whole rest. If one passes, the search is done.
//! 3. If none passes, a root search on their margins finds how far they prove the bodies free, and the loop begins
//!    again from there.
//!
//! Bodies that do not turn are moved on within a run of GJK instead (`straight`), and an impact that the root search
//! has foreseen needs no last run.

use nalgebra::SVector;

use super::outcome::{InitialReport, Outcome, Separated, Solution, Statistics};
use super::{Observer, Query, WarmStart};
use crate::certificate::CertifiedInterval;
use crate::gjk::{Search, Seed};
use crate::separation::{Candidate, Fixed, Instant, Margin, Order, Record, Setting};
use crate::vector::unit;
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

/// Both bodies at one time, as slices of their extrusions.
pub(super) type Slices<'x, A, B, T, const D: usize> =
    Instant<<A as Extrusion<T, D>>::Slice<'x>, <B as Extrusion<T, D>>::Slice<'x>, T, D>;

/// Where the search stands with respect to a contact at the start.
pub(super) enum Phase<T, const D: usize> {
    /// Nothing of the interval is proven yet.
    AtStart,
    /// The bodies are in the contact in which they started, and are followed with a smaller target distance.
    InContact(InitialReport<T, D>),
    /// The bodies are not in such a contact. If they were, this reports it.
    Free(Option<InitialReport<T, D>>),
}

/// The state of a search.
pub(super) struct Driver<'q, 'x, A, B, T, const D: usize> {
    pub(super) query: &'q Query<T>,
    pub(super) setting: Setting<'x, A, B, T, D>,
    pub(super) during: Span<T>,
    pub(super) observer: Option<&'q mut (dyn Observer<T, D> + 'q)>,
    /// The target distance that applies now: the query's, or less while the bodies are in contact.
    pub(super) target: T,
    /// The tolerance; if it is the default, without its share for rounding errors.
    pub(super) tolerance: T,
    /// The tolerance that replaces it while the bodies are in contact.
    pub(super) tolerance_in_contact: Option<T>,
    pub(super) phase: Phase<T, D>,
    pub(super) certified: bool,
    pub(super) clearance: T,
    pub(super) record: Record<T, D>,
    /// For bodies in contact, the most promising vector in its best frame.
    pub(super) lead: Option<Candidate<T, D>>,
    /// The direction in which GJK starts: the last vector that separated the bodies. It still separates them after a
    /// step, so GJK does not take bodies that almost touch for overlapping ones.
    pub(super) axis: SVector<T, D>,
    /// The simplex of the last run of GJK.
    pub(super) seed: Seed,
    /// True iff the last root search ended near an impact, with the features nearest that were at its start.
    pub(super) features_hold: bool,
    /// The time at which the last root search began, and the gap there.
    pub(super) last_restart: Option<(T, T)>,
    /// The distance of touching bodies that rounding can hide, where it is more than the tolerance.
    pub(super) hidden: T,
    /// The error of bad coordinates at a time that a root search tried.
    pub(super) bad_coordinates: Option<QueryError>,
    pub(super) statistics: Statistics,
}

/// Returns the point from which the coordinates of both bodies are measured.
///
/// It lies half way between them, so that swapping the bodies changes nothing.
pub(super) fn origin<T, const D: usize, A, B>(a: &A, b: &B, start: T) -> SVector<T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    (a.reference(start) + b.reference(start)) * T::of(0.5)
}

/// A vector that passed the hyperspace test, with its margin.
#[derive(Clone, Copy)]
pub(super) struct Passed<T, const D: usize> {
    pub(super) vector: Fixed<T, D>,
    pub(super) margin: Margin<T>,
}

impl<T: Real, const D: usize> Passed<T, D> {
    pub(super) fn in_world(direction: SVector<T, D>, margin: Margin<T>) -> Self {
        Self {
            vector: Fixed::in_world(direction),
            margin,
        }
    }
}

/// What the search does next.
pub(super) enum Then<T, const D: usize> {
    /// End with this answer.
    Answer(Outcome<T, D>),
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
    pub(super) fn new(
        query: &'q Query<T>,
        a: &'x A,
        b: &'x B,
        during: Span<T>,
        observer: Option<&'q mut (dyn Observer<T, D> + 'q)>,
    ) -> Self {
        let (size_a, size_b) = (a.size(), b.size());
        let (smaller, larger) = (size_a.min(size_b), size_a.max(size_b));
        // a point has no size: the other body then sets the scale
        let size = if smaller > T::zero() { smaller } else { larger };
        Self {
            query,
            setting: Setting {
                a,
                b,
                origin: origin(a, b, during.start()),
                sharp: query.target_distance < T::zero(),
            },
            during,
            observer,
            target: query.target_distance,
            tolerance: query.tolerance.unwrap_or(size * T::SQRT_EPSILON),
            tolerance_in_contact: None,
            phase: Phase::AtStart,
            certified: true,
            clearance: T::of(f64::INFINITY),
            record: Record::new(),
            lead: None,
            axis: SVector::zeros(),
            seed: Seed::default(),
            features_hold: false,
            last_restart: None,
            hidden: T::zero(),
            bad_coordinates: None,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn run(&mut self, warm: &mut WarmStart<T, D>) -> Result<Solution<T, D>, QueryError> {
        let now = self.instant(self.during.start());
        now.check_coordinates()?;
        self.axis = unit(match warm.axis {
            Some(axis) => axis,
            None => now.bodies().between(),
        });
        if self.target < T::zero() {
            self.check_allowance(&now)?;
        }
        let limit = self.instant(self.limit(now.time)?);
        limit.check_coordinates()?;
        self.seed = warm.seed;
        let passed = self.try_axis(&now, &limit);
        let passed = passed.map(|margin| Passed::in_world(self.axis, margin));
        if let Some(passed) = &passed
            && limit.time >= self.during.end()
        {
            self.push(now.time, limit.time, passed);
            warm.axis = Some(self.axis);
            return Ok(Solution {
                outcome: self.separated(),
                certified: self.certified,
                initial_contact: None,
                statistics: self.statistics,
            });
        }
        let outcome = self.search((now, limit), passed)?;
        warm.seed = self.seed;
        warm.axis = Some(self.axis);
        self.statistics.photo_finish =
            matches!(outcome, Outcome::Separated(_)) && self.statistics.root_iterations > 0;
        Ok(Solution {
            outcome,
            certified: self.certified,
            initial_contact: self.report(),
            statistics: self.statistics,
        })
    }

    /// Runs the loop of \[2\] 5: prove the bodies free from now as far as possible, and go on from there.
    fn search(
        &mut self,
        (mut now, mut limit): (Slices<'x, A, B, T, D>, Slices<'x, A, B, T, D>),
        passed: Option<Passed<T, D>>,
    ) -> Result<Outcome<T, D>, QueryError> {
        let mut search = Search::new();
        let mut then = match passed {
            Some(passed) => self.accept(&now, &limit, &passed),
            None => self.look(&mut now, &limit, &mut search)?,
        };
        loop {
            match then {
                Then::Answer(outcome) => return Ok(outcome),
                Then::Again if now.time < limit.time => {}
                Then::Again => limit = self.instant(self.limit(now.time)?),
                Then::AtLimit => {
                    let next = self.instant(self.limit(limit.time)?);
                    now = std::mem::replace(&mut limit, next);
                }
                Then::Afresh(time) => {
                    now = self.instant(time);
                    limit = self.instant(self.limit(time)?);
                }
            }
            limit.check_coordinates()?;
            self.check_budget(now.time)?;
            then = self.look(&mut now, &limit, &mut search)?;
        }
    }

    /// Runs one round of the loop.
    ///
    /// It tests the vectors that separate the bodies now up to the limit. If none passes, it takes a step as far as one
    /// does. If the bodies touch, the query's policy decides.
    fn look(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Result<Then<T, D>, QueryError> {
        if let Some(passed) = self.try_directions(now, limit, search) {
            return Ok(self.accept(now, limit, &passed));
        }
        let overlap = match self.overlap(now, search) {
            Ok(overlap) => overlap,
            Err(axis) => {
                // it separates them after all, and is the first direction of the next run
                (self.axis, self.seed) = (axis, Seed::default());
                return Ok(Then::Again);
            }
        };
        if overlap.as_ref().is_some_and(|overlap| !overlap.is_finite()) {
            return Err(self.not_finite(now.time, &search.normal));
        }
        self.lead = None;
        let normal = overlap.as_ref().map(|overlap| overlap.contact.normal);
        if self.setting.sharp
            && let Some(passed) = self.look_in_frames(now, limit, normal)
        {
            return Ok(self.accept(now, limit, &passed));
        }
        if let Some(contact) = self.contact(now, search, overlap) {
            if let Outcome::Impact(impact) = &contact
                && !impact.is_finite()
            {
                return Err(self.not_finite(now.time, &search.normal));
            }
            return self.meet(now, contact);
        }
        if self.is_clear(now) {
            return Ok(self.resume(now.time));
        }
        self.leave_start();
        match self.half_turn(now, limit) {
            Some(near) => self.step_to_half_turn(now, near, normal),
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
        self.record.clear();
        self.bad_coordinates = None;
        if std::mem::take(&mut self.features_hold) && self.confirms_impact(now, search) {
            return None;
        }
        if self.goes_straight(now, limit) {
            let passed = self.go_straight(now, limit, search);
            if passed.is_some() || self.is_contact(now, search) {
                return passed;
            }
        }
        self.explore(now, limit, search)
    }

    /// Moves the search on to `next`, up to which a vector passed.
    #[inline(always)]
    pub(super) fn go_to(
        &mut self,
        next: Slices<'x, A, B, T, D>,
        now: &mut Slices<'x, A, B, T, D>,
        passed: &Passed<T, D>,
    ) -> Then<T, D> {
        if let Some(apart) = self.leave_contact(now, &next, passed) {
            return self.resume(apart);
        }
        self.push(now.time, next.time, passed);
        *now = next;
        Then::Again
    }

    /// Moves the search on to the limit, up to which a vector passed, or answers if that is the end of the interval.
    fn accept(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        passed: &Passed<T, D>,
    ) -> Then<T, D> {
        if let Some(apart) = self.leave_contact(now, limit, passed) {
            return self.resume(apart);
        }
        self.push(now.time, limit.time, passed);
        if limit.time >= self.during.end() {
            return match self.clear_at_end(limit) {
                Some(axis) => self.part_at_end(limit.time, axis),
                None => Then::Answer(self.at_end()),
            };
        }
        self.leave_start();
        self.last_restart = None;
        Then::AtLimit
    }

    /// Adds a proven span to the statistics and shows it to the observer.
    pub(super) fn push(&mut self, start: T, end: T, passed: &Passed<T, D>) {
        let Passed { vector, margin } = passed;
        self.statistics.subintervals += 1;
        if let Some((direction, _)) = vector.at(&self.setting, end) {
            self.axis = direction;
        }
        self.clearance = self.clearance.min(margin.value);
        self.certified &= margin.order != Order::Uncertified;
        if let Some(observer) = &mut self.observer {
            observer.certified(&CertifiedInterval {
                start,
                end,
                direction: vector.direction,
                frame: vector.frame,
                kept_distance: self.target,
                margin: margin.value,
                order: margin.order,
            });
        }
    }

    /// Returns the answer of a search that has reached the end of the interval.
    fn at_end(&mut self) -> Outcome<T, D> {
        match &mut self.phase {
            Phase::InContact(report) => {
                report.kept_until = self.during.end();
                Outcome::Stays(*report)
            }
            Phase::AtStart | Phase::Free(_) => self.separated(),
        }
    }

    fn separated(&self) -> Outcome<T, D> {
        Outcome::Separated(Separated {
            clearance: self.clearance,
        })
    }

    fn check_budget(&self, clear_until: T) -> Result<(), QueryError> {
        let budget = self.query.budget;
        if self.statistics.support_evaluations <= budget {
            return Ok(());
        }
        Err(QueryError::Undecided {
            clear_until: self.clear_until(clear_until).as_f64(),
            reason: UndecidedReason::Budget { budget },
        })
    }

    /// Returns the time up to which the bodies keep the query's target distance, when the search has come to `now`.
    ///
    /// After a contact at the start that is the start: while in contact they keep less.
    pub(super) fn clear_until(&self, now: T) -> T {
        match self.phase {
            Phase::InContact(_) | Phase::Free(Some(_)) => self.during.start(),
            Phase::AtStart | Phase::Free(None) => now,
        }
    }
}
