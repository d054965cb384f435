//! The loop of the search for the impact on a half-space.

use nalgebra::SVector;

use crate::brent::{self, Sample};
use crate::half_space::{Floor, contact_with};
use crate::proof::Frame;
use crate::separation::{Fixed, Margin, Order};
use crate::toi::problem::{Problem, Slices};
use crate::toi::state::{self, Log};
use crate::toi::{
    Impact, InitialContact, InitialReport, Observer, Outcome, Query, Separated, Solution,
};
use crate::tuning::{AIM_IN_GAP, AIM_IN_TOLERANCE, ERRORS_IN_TOLERANCE};
use crate::{Contact, Extrusion, QueryError, Real, Span};

/// How far the body is from the half-space at one time.
pub(super) struct Seen<'x, E, B, T, const D: usize>
where
    T: Real,
    E: Extrusion<T, D> + 'x,
    B: Extrusion<T, D> + 'x,
{
    pub(super) at: Slices<'x, E, B, T, D>,
    /// The proven gap beyond the target distance.
    pub(super) gap: T,
    /// The signed distance, rounded.
    pub(super) distance: T,
    /// By how much the distance may be off.
    pub(super) error: T,
    /// The normal in the world's frame.
    pub(super) normal: SVector<T, D>,
}

/// The body at the end of a span over which the normal passed, and the margin there.
type Reached<'x, E, B, T, const D: usize> = (Seen<'x, E, B, T, D>, Margin<T>);

/// The search for the time of impact of a body on a half-space.
pub(super) struct Search<'q, 'x, E, B, T, const D: usize> {
    pub(super) problem: Problem<'q, 'x, E, B, T, D>,
    /// The normal, in the frame in which it is fixed.
    pub(super) vector: Fixed<T, D>,
    /// The distance to keep: the query's, or less in a contact at the start.
    pub(super) target: T,
    /// The tolerance of the contact in which the bodies started, iff they are followed in it.
    pub(super) in_contact: Option<T>,
    pub(super) report: Option<InitialReport<T, D>>,
    /// When the contact in which the bodies are followed began.
    pub(super) contact_since: T,
    pub(super) log: Log<'q, T, D>,
}

impl<'q, 'x, E, B, T, const D: usize> Search<'q, 'x, E, B, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    pub(super) fn new<F: Floor<T, D, Boundary = E>>(
        query: &'q Query<T>,
        (floor, body): (&'x F, &'x B),
        during: Span<T>,
        observer: Option<&'q mut (dyn Observer<T, D> + 'q)>,
    ) -> Self {
        // the point that stands for the half-space has the size of its coordinates, which means nothing
        let problem = Problem::sized(query, (floor.boundary(), body), during, body.size());
        let (direction, frame) = (*floor.outward(), floor.frame());
        Self {
            problem,
            vector: Fixed { direction, frame },
            target: query.target_distance,
            in_contact: None,
            report: None,
            contact_since: T::zero(),
            log: Log::new(observer),
        }
    }

    /// Returns whether the body touches the half-space.
    pub(super) fn touches(mut self) -> Result<bool, QueryError> {
        // any time at which the body is too near will do, and a body that goes in is mostly in at the end
        let last = self.see(self.problem.during.end())?;
        if self.is_met(&last) {
            return Ok(true);
        }
        let solution = self.run()?;
        Ok(!matches!(solution.outcome, Outcome::Separated(_)))
    }

    pub(super) fn run(mut self) -> Result<Solution<T, D>, QueryError> {
        let start = self.problem.during.start();
        let first = self.see(start)?;
        let looks_past = self.problem.query.initial_contact != InitialContact::Stop;
        let outcome = match self.at_start(&first) {
            Some(outcome) if !looks_past => outcome,
            Some(_) => match self.problem.query.held_below {
                Some(base) => self.hold(base, first)?,
                None => {
                    self.follow(&first);
                    self.chain(start)?
                }
            },
            None => self.chain(start)?,
        };
        let mut statistics = self.log.statistics;
        statistics.photo_finish =
            matches!(outcome, Outcome::Separated(_)) && statistics.root_iterations > 0;
        Ok(Solution {
            outcome,
            initial_contact: self.report,
            statistics,
        })
    }

    /// Returns both bodies at a time.
    pub(super) fn see(&mut self, time: T) -> Result<Seen<'x, E, B, T, D>, QueryError> {
        let at = self.problem.instant(time, self.target);
        at.check_coordinates()?;
        self.log.add_evaluations(1);
        let setting = &self.problem.setting;
        let Some((normal, _)) = self.vector.at(setting, time) else {
            return Err(self.no_fixed_axis(Span::known(time, time)));
        };
        let gap = self.vector.gap(setting, &at);
        let distance = at.bodies.supporting_distance(&normal);
        if !(gap.is_finite() && distance.is_finite()) {
            return Err(QueryError::CoordinateNotFinite {
                time: time.as_f64(),
                value: at
                    .bodies
                    .first_bad_coordinate(&normal)
                    .unwrap_or(distance)
                    .as_f64(),
            });
        }
        Ok(Seen {
            error: (distance - self.target - gap).max(at.error(&normal)),
            at,
            gap,
            distance,
            normal,
        })
    }

    /// Returns whether the body is within the tolerance of the target distance.
    pub(super) fn is_met(&self, now: &Seen<'x, E, B, T, D>) -> bool {
        now.gap + now.error * T::of(2.0) <= self.tolerance(now)
    }

    pub(super) fn impact(&self, now: &Seen<'x, E, B, T, D>) -> Outcome<T, D> {
        Outcome::Impact(Impact {
            time: now.at.time,
            distance: now.distance + now.error,
            tolerance: self.tolerance(now),
            contact: self.contact(now),
        })
    }

    pub(super) fn contact(&self, now: &Seen<'x, E, B, T, D>) -> Contact<T, D> {
        let origin = &self.problem.setting.origin;
        contact_with(now.at.b(), &now.normal, now.distance, origin)
    }

    /// The tolerance that applies now: in a contact at the start its own, or else the query's.
    fn tolerance(&self, now: &Seen<'x, E, B, T, D>) -> T {
        self.in_contact.unwrap_or_else(|| self.asked_tolerance(now))
    }

    /// The tolerance of the query, or the default with its share for rounding. A normal that turns has an error beyond
    /// those of two bodies.
    pub(super) fn asked_tolerance(&self, now: &Seen<'x, E, B, T, D>) -> T {
        let asked = self.problem.asked_tolerance(&now.at, &now.normal);
        match self.problem.query.tolerance {
            Some(_) => asked,
            None => {
                let of_turning = now.error - now.at.error(&now.normal);
                asked + of_turning * T::of(ERRORS_IN_TOLERANCE)
            }
        }
    }

    /// Proves one span after the other, from `time` to the answer.
    pub(super) fn chain(&mut self, mut time: T) -> Result<Outcome<T, D>, QueryError> {
        loop {
            let mut now = self.see(time)?;
            self.keep_until(time);
            if self.in_contact.is_some() && self.is_clear(&now) {
                self.resume(time);
                now = self.see(time)?;
            }
            if self.is_met(&now) {
                return self.meet(&now);
            }
            if time == self.problem.during.end() {
                return Ok(self.at_end(&now));
            }
            self.check_budget(time)?;
            time = self.step(&now)?;
        }
    }

    fn at_end(&mut self, now: &Seen<'x, E, B, T, D>) -> Outcome<T, D> {
        if let Some(report) = self.report.filter(|_| self.in_contact.is_some()) {
            return Outcome::Stays(report);
        }
        if !self.log.clearance.is_finite() {
            // nothing was proven since the search began or went on: the interval ends here
            let order = Order::Second;
            self.push(
                now.at.time,
                now.at.time,
                Margin {
                    value: now.gap,
                    order,
                },
            );
        }
        Outcome::Separated(Separated {
            clearance: self.log.clearance,
        })
    }

    /// Proves a span that starts now, and returns its end.
    fn step(&mut self, now: &Seen<'x, E, B, T, D>) -> Result<T, QueryError> {
        let limit = self.problem.limit(now.at.time)?;
        let during = Span::known(now.at.time, limit);
        let setting = &self.problem.setting;
        let moves = [setting.a.fixed_axis(during), setting.b.fixed_axis(during)];
        if self.vector.frame != Frame::World && moves.iter().any(Option::is_none) {
            return Err(self.no_fixed_axis(during));
        }
        let then = self.see(limit)?;
        let margin = self.test(now, &then);
        if margin.value > T::zero() {
            return self.advance(now, &then, margin);
        }
        match self.farthest(now, (limit, margin))? {
            Some((then, margin)) => self.advance(now, &then, margin),
            None => Err(self.unresolved(now, limit)),
        }
    }

    pub(super) fn test(
        &self,
        now: &Seen<'x, E, B, T, D>,
        then: &Seen<'x, E, B, T, D>,
    ) -> Margin<T> {
        if !(now.gap > T::zero() && then.gap > T::zero()) {
            return Margin::without_gap(now.gap.min(then.gap).min(T::zero()));
        }
        let ends = ((&now.at, now.gap), (&then.at, then.gap));
        self.vector
            .test(&self.problem.setting, ends.0, ends.1)
            .margin
    }

    /// Looks for the largest time up to which the normal passes, with the margin that it has there.
    fn farthest(
        &mut self,
        now: &Seen<'x, E, B, T, D>,
        (limit, failed): (T, Margin<T>),
    ) -> Result<Option<Reached<'x, E, B, T, D>>, QueryError> {
        if !(now.gap > T::zero()) {
            return Ok(None);
        }
        let start = now.at.time;
        let spare = (self.tolerance(now) - now.error * T::of(2.0)) * T::of(AIM_IN_TOLERANCE);
        let most = now.gap * T::of(AIM_IN_GAP);
        let aim = if spare > T::zero() {
            spare.min(most)
        } else {
            most
        };
        let resolution = T::EPSILON * start.abs().max(limit.abs());
        let mut best: Option<Reached<'x, E, B, T, D>> = None;
        let mut bad = None;
        let positive = (start.as_f64(), (now.gap - aim).as_f64());
        let negative = (limit.as_f64(), (failed.value - aim).as_f64());
        brent::search(positive, negative, resolution.as_f64(), |time| {
            let time = T::of(time).max(start).min(limit);
            let then = match self.see(time) {
                Ok(then) => then,
                Err(error) => {
                    bad = Some(error);
                    return Sample {
                        value: 0.0,
                        enough: true,
                    };
                }
            };
            let margin = self.test(now, &then);
            self.log.add_root_iterate(time, then.distance);
            let passes = margin.value > T::zero();
            if passes && time > best.as_ref().map_or(start, |best| best.0.at.time) {
                best = Some((then, margin));
            }
            Sample {
                value: (margin.value - aim).as_f64(),
                // up to twice the aim, the gap there is within the tolerance unless the body only dips
                enough: passes && margin.value >= aim && margin.value <= aim * T::of(2.0),
            }
        });
        bad.map_or(Ok(best), Err)
    }

    /// Notes a span that was proven, and returns its end. If the body leaves a contact at the start, it ends there.
    fn advance(
        &mut self,
        now: &Seen<'x, E, B, T, D>,
        then: &Seen<'x, E, B, T, D>,
        margin: Margin<T>,
    ) -> Result<T, QueryError> {
        if self.in_contact.is_some()
            && let Some(clear) = self.first_clear(now.at.time, then.at.time)?
        {
            let margin = self.test(now, &clear);
            if margin.value > T::zero() {
                self.push(now.at.time, clear.at.time, margin);
                return Ok(clear.at.time);
            }
        }
        self.push(now.at.time, then.at.time, margin);
        Ok(then.at.time)
    }

    pub(super) fn push(&mut self, start: T, end: T, margin: Margin<T>) {
        let passed = state::Passed {
            vector: self.vector,
            margin,
        };
        self.log.add_span((start, end), &passed, self.target);
    }
}
