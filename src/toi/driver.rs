//! The search (\[2\] 5 with the certified test): GJK at the start of what is left, its separating vectors tested over
//! the rest, a root search on their margins for how far they prove the bodies free, and again from there.

use nalgebra::SVector;

use super::departure::Departure;
use super::outcome::{Outcome, Separated, Solution, Statistics};
use super::{Observer, Query, WarmStart};
use crate::certificate::CertifiedInterval;
use crate::gjk::{Search, Seed};
use crate::separation::{Instant, Margin, Order, Record};
use crate::support::unit;
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

/// Both bodies at one time, as slices of their extrusions.
pub(super) type Slices<'x, A, B, T, const D: usize> =
    Instant<<A as Extrusion<T, D>>::Slice<'x>, <B as Extrusion<T, D>>::Slice<'x>, T, D>;

/// The state of a search.
pub(super) struct Driver<'q, 'x, A, B, O, T, const D: usize> {
    pub(super) query: &'q Query<T>,
    pub(super) a: &'x A,
    pub(super) b: &'x B,
    pub(super) during: Span<T>,
    pub(super) observer: &'q mut O,
    pub(super) origin: SVector<T, D>,
    /// The tolerance without the share for rounding errors.
    pub(super) tolerance: T,
    pub(super) certified: bool,
    clearance: T,
    pub(super) record: Record<T, D>,
    /// Where GJK starts: the vector that separated the bodies last. After a step it still does, which keeps a run of GJK
    /// from taking bodies that almost touch for overlapping ones.
    pub(super) axis: SVector<T, D>,
    /// The vertices that the bodies were nearest at when they were last looked at.
    pub(super) seed: Seed,
    /// The time from which the last root search began, and the gap there.
    pub(super) last_restart: Option<(T, T)>,
    pub(super) statistics: Statistics,
}

/// The point from which the coordinates of both bodies are measured: half way between them, so that swapping the
/// bodies changes nothing.
pub(super) fn origin<T, const D: usize, A, B>(a: &A, b: &B, start: T) -> SVector<T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    (a.reference(start) + b.reference(start)) * T::of(0.5)
}

/// A vector that passed the hyperspace test, with its margin.
pub(super) type Passed<T, const D: usize> = (SVector<T, D>, Margin<T>);

impl<'q, 'x, A, B, O, T, const D: usize> Driver<'q, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    pub(super) fn new(
        query: &'q Query<T>,
        a: &'x A,
        b: &'x B,
        during: Span<T>,
        observer: &'q mut O,
    ) -> Self {
        let (size_a, size_b) = (a.size(), b.size());
        let (smaller, larger) = (size_a.min(size_b), size_a.max(size_b));
        let size = if smaller > T::zero() { smaller } else { larger };
        Self {
            query,
            a,
            b,
            during,
            observer,
            origin: origin(a, b, during.start()),
            tolerance: query.tolerance.unwrap_or(size * T::SQRT_EPSILON),
            certified: true,
            clearance: T::of(f64::INFINITY),
            record: Record::new(),
            axis: SVector::zeros(),
            seed: Seed::default(),
            last_restart: None,
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
        let limit = self.instant(self.limit(now.time));
        limit.check_coordinates()?;
        let mut departure = Departure::new(self.query.initial_contact);
        self.seed = warm.seed;
        let passed = self.try_axis(&now, &limit);
        let passed = passed.map(|margin| (self.axis, margin));
        let outcome = match passed {
            Some((direction, margin)) if limit.time >= self.during.end() => {
                self.push(now.time, limit.time, direction, margin);
                self.separated()
            }
            passed => self.search((now, limit), passed, &mut departure)?,
        };
        warm.seed = self.seed;
        warm.axis = Some(self.axis);
        self.statistics.photo_finish =
            matches!(outcome, Outcome::Separated(_)) && self.statistics.root_iterations > 0;
        Ok(Solution {
            outcome,
            certified: self.certified,
            initial_contact: departure.report(),
            statistics: self.statistics,
        })
    }

    fn separated(&self) -> Outcome<T, D> {
        Outcome::Separated(Separated {
            clearance: self.clearance,
        })
    }

    fn search(
        &mut self,
        (mut now, mut limit): (Slices<'x, A, B, T, D>, Slices<'x, A, B, T, D>),
        mut passed: Option<Passed<T, D>>,
        departure: &mut Departure<T, D>,
    ) -> Result<Outcome<T, D>, QueryError> {
        let mut search = Search::new();
        loop {
            let found = match passed.take() {
                None => self.explore(&now, &limit, &mut search),
                first => first,
            };
            if let Some((direction, margin)) = found {
                self.push(now.time, limit.time, direction, margin);
                if limit.time >= self.during.end() {
                    return Ok(self.separated());
                }
                departure.leave_start();
                self.last_restart = None;
                let next = self.instant(self.limit(limit.time));
                now = std::mem::replace(&mut limit, next);
                self.check_budget(now.time)?;
                continue;
            }
            let overlap = match self.overlap(&now, &search) {
                Ok(overlap) => overlap,
                Err(axis) => {
                    self.check_budget(now.time)?;
                    // it separates them, and will be the first direction looked at
                    (self.axis, self.seed) = (axis, Seed::default());
                    continue;
                }
            };
            let next = match self.contact(&now, &search, overlap) {
                None => {
                    departure.end();
                    self.advance(&now, &limit)?
                }
                Some(contact) => {
                    let past = (&search, &contact);
                    match self.look_past(&now, &limit, past, departure) {
                        Some(next) => next,
                        None => return Ok(contact),
                    }
                }
            };
            if next.time > limit.time {
                limit = self.instant(self.limit(next.time));
            }
            now = next;
            self.check_budget(now.time)?;
        }
    }

    /// Notes a span that is proven free.
    pub(super) fn push(&mut self, start: T, end: T, direction: SVector<T, D>, margin: Margin<T>) {
        self.statistics.subintervals += 1;
        self.axis = direction;
        self.clearance = self.clearance.min(margin.value);
        self.certified &= margin.order != Order::Uncertified;
        self.observer.certified(&CertifiedInterval {
            start,
            end,
            direction,
            margin: margin.value,
            order: margin.order,
        });
    }

    fn check_budget(&self, clear_until: T) -> Result<(), QueryError> {
        let budget = self.query.budget;
        if self.statistics.support_evaluations <= budget {
            return Ok(());
        }
        Err(QueryError::Undecided {
            clear_until: clear_until.as_f64(),
            reason: UndecidedReason::Budget { budget },
        })
    }

    /// The error of a gap that is above the tolerance, but not above rounding.
    pub(super) fn unresolved(&self, now: &Slices<'x, A, B, T, D>) -> QueryError {
        let along = self
            .record
            .best_gap()
            .map_or(SVector::repeat(T::one()), |best| best.direction);
        let resolution = now.error(&along).as_f64();
        match self.query.tolerance {
            Some(tolerance) if now.time == self.during.start() => QueryError::ToleranceTooSmall {
                tolerance: tolerance.as_f64(),
                resolution,
            },
            _ => QueryError::Undecided {
                clear_until: now.time.as_f64(),
                reason: UndecidedReason::Resolution { resolution },
            },
        }
    }
}
