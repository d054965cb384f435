//! The state of a search: what the bodies are to keep, what one round leaves for the next, and what was found so far.

use nalgebra::SVector;

use super::Observer;
use super::outcome::{InitialReport, Outcome, Statistics};
use crate::certificate::CertifiedInterval;
use crate::gjk::{Search, Seed};
use crate::separation::{Candidate, Fixed, Margin, SeparatingVector};
use crate::{QueryError, Real};

/// Where the search stands with respect to a contact at the start.
pub(super) enum Phase<T, const D: usize> {
    /// Nothing of the interval is proven yet.
    AtStart,
    /// The bodies are in the contact in which they started, and are followed with a smaller target distance.
    InContact(InitialReport<T, D>),
    /// The bodies are not in such a contact. If they were, this reports it.
    Free(Option<InitialReport<T, D>>),
}

/// What the bodies are to keep at present.
pub(super) struct Goal<T, const D: usize> {
    /// The target distance that applies now: the query's, or less while the bodies are in contact.
    pub(super) target: T,
    /// The tolerance that replaces the query's while the bodies are in contact; `None` at all other times.
    pub(super) tolerance_in_contact: Option<T>,
    pub(super) phase: Phase<T, D>,
    /// When the contact that the bodies are in began.
    pub(super) contact_since: T,
    /// The contact from which held bodies have lifted off, and the time up to which that is proven.
    pub(super) lifted: Option<InitialReport<T, D>>,
    /// Which contacts are followed beside the one at the start.
    pub(super) explained: Option<Explained<T>>,
}

/// Contacts that the query looks past because another pair of bodies explains them: up to a time, whenever they begin.
///
/// The other pair was looked past itself. The bodies keep what that pair keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained<T> {
    /// Contacts that begin later than this are answers again.
    pub(crate) until: T,
    /// The signed distance of the other pair when its contact began.
    pub(crate) distance: T,
    /// What the other pair keeps.
    pub(crate) kept_distance: T,
    /// The least distance that the other pair is to keep in all steps, if it is held.
    pub(crate) bottom: T,
}

/// How a query about a pair begins that bodies of pieces ask.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begins<T, const D: usize> {
    /// As any other.
    Afresh,
    /// It looks past contacts that other pairs explain.
    Past(Explained<T>),
    /// It tests this direction first, a unit vector from A to B.
    Along(SVector<T, D>),
}

impl<T: Copy, const D: usize> Begins<T, D> {
    /// The contacts that it looks past.
    pub(super) fn explained(&self) -> Option<Explained<T>> {
        match self {
            Self::Past(explained) => Some(*explained),
            Self::Afresh | Self::Along(_) => None,
        }
    }
}

impl<T: Real, const D: usize> Goal<T, D> {
    pub(super) fn at_start(target: T) -> Self {
        Self {
            target,
            tolerance_in_contact: None,
            phase: Phase::AtStart,
            contact_since: T::zero(),
            lifted: None,
            explained: None,
        }
    }

    /// Returns whether the bodies are followed in the contact in which they started.
    pub(super) fn is_in_contact(&self) -> bool {
        matches!(self.phase, Phase::InContact(_))
    }

    /// Returns whether the bodies may be in touch: in the contact in which they started, or by an overlap that is
    /// allowed.
    pub(super) fn lets_touch(&self) -> bool {
        self.is_in_contact() || self.target < T::zero()
    }

    /// Notes that a piece of the interval is proven free, so later contacts no longer count as initial.
    pub(super) fn leave_start(&mut self) {
        if matches!(self.phase, Phase::AtStart) {
            self.phase = Phase::Free(None);
        }
    }

    /// Returns the report on the contact in which the bodies started, if they did.
    pub(super) fn report(&self) -> Option<InitialReport<T, D>> {
        match self.phase {
            Phase::AtStart => self.lifted,
            Phase::InContact(report) => Some(report),
            Phase::Free(report) => report.or(self.lifted),
        }
    }
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

/// What one round of the loop leaves for the next, which makes that round shorter.
pub(super) struct Memory<T, const D: usize> {
    /// The direction in which GJK starts: the last vector that separated the bodies. It still separates them after a
    /// step, so GJK does not take bodies that almost touch for overlapping ones.
    pub(super) axis: SVector<T, D>,
    /// The simplex of the last run of GJK.
    pub(super) seed: Seed,
    /// The time at which the last root search began, and the gap there.
    pub(super) last_restart: Option<(T, T)>,
    /// How long the last step was.
    pub(super) last_step: T,
    /// The lowest speed so far at which a first-order margin falls from the larger gap as the span grows.
    pub(super) slowest_fall: Option<T>,
    /// True iff the bounds of both motions are known to be tight. It is found out with the first such speed.
    pub(super) bounds_are_tight: bool,
    /// How many vectors that turn with a body have failed since one passed: first of those that have their direction at
    /// the start of a span, then of those that have it at the end.
    pub(super) turned_in_vain: [u32; 2],
}

impl<T: Real, const D: usize> Memory<T, D> {
    /// The memory at the start of a query, which is empty.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            axis: SVector::zeros(),
            seed: Seed::default(),
            last_restart: None,
            last_step: T::zero(),
            slowest_fall: None,
            bounds_are_tight: false,
            turned_in_vain: [0; 2],
        }
    }

    /// Notes a speed at which a first-order margin falls.
    pub(super) fn note_fall(&mut self, fall: T) {
        let slowest = self.slowest_fall;
        self.slowest_fall = Some(slowest.map_or(fall, |slowest| slowest.min(fall)));
    }
}

/// What one round of the loop has found. Each round begins anew.
pub(super) struct Round<T, const D: usize> {
    /// The separating vector with the largest gap at the start of the span, of those that failed the test.
    ///
    /// \[2\] 5 keeps all of them. The others hardly ever become the best later.
    pub(super) best: Option<SeparatingVector<T, D>>,
    /// The most promising vector in its best frame, for bodies in touch or nearly so.
    pub(super) lead: Option<Candidate<T, D>>,
    /// The distance of touching bodies that rounding can hide, where it is more than the tolerance.
    pub(super) hidden: T,
    /// The error of bad coordinates that GJK or a root search met.
    pub(super) bad_coordinates: Option<QueryError>,
}

impl<T: Real, const D: usize> Round<T, D> {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            best: None,
            lead: None,
            hidden: T::zero(),
            bad_coordinates: None,
        }
    }

    /// Keeps a vector if none before has as large a gap.
    #[inline]
    pub(super) fn keep(&mut self, vector: SeparatingVector<T, D>) {
        if self.best.is_none_or(|best| vector.gap > best.gap) {
            self.best = Some(vector);
        }
    }
}

/// What a search has proven and spent so far, and how it ended.
pub(super) struct Log<'q, T, const D: usize> {
    /// The outcome with which the loop ended. There is none if the first directions pass, or if the bodies are seen to
    /// touch at a time that is not the first, and no more was asked.
    pub(super) outcome: Option<Outcome<T, D>>,
    pub(super) observer: Option<&'q mut (dyn Observer<T, D> + 'q)>,
    pub(super) statistics: Statistics,
    /// The least margin of all spans.
    pub(super) clearance: T,
}

impl<'q, T: Real, const D: usize> Log<'q, T, D> {
    pub(super) fn new(observer: Option<&'q mut (dyn Observer<T, D> + 'q)>) -> Self {
        Self {
            outcome: None,
            observer,
            statistics: Statistics::default(),
            clearance: T::of(f64::INFINITY),
        }
    }

    /// Adds a span over which a vector passed, and shows it to the observer.
    #[inline]
    pub(super) fn add_span(&mut self, (start, end): (T, T), passed: &Passed<T, D>, target: T) {
        let Passed { vector, margin } = passed;
        self.statistics.subintervals += 1;
        self.clearance = self.clearance.min(margin.value);
        if let Some(observer) = &mut self.observer {
            observer.certified(&CertifiedInterval {
                start,
                end,
                direction: vector.direction,
                frame: vector.frame,
                kept_distance: target,
                margin: margin.value,
                order: margin.order,
            });
        }
    }

    /// Shows the observer a vector that separates the bodies at a time. It takes the vector by value: a search without an
    /// observer then need not write it to memory.
    #[cold]
    pub(super) fn show_vector(&mut self, time: T, vector: SeparatingVector<T, D>, target: T) {
        if let Some(observer) = &mut self.observer {
            observer.separating_vector(time, &vector.direction, vector.gap + target);
        }
    }

    /// Adds a run of GJK.
    pub(super) fn add_run(&mut self, search: &Search<T, D>) {
        self.statistics.gjk_runs += 1;
        self.statistics.gjk_iterations += search.iterations;
        self.statistics.support_evaluations += search.support_evaluations();
    }

    /// Adds evaluations of pairs of support points or values.
    #[inline]
    pub(super) fn add_evaluations(&mut self, count: u64) {
        self.statistics.support_evaluations += count;
    }

    /// Adds a time that a root search tried, with the distance along its vectors then.
    pub(super) fn add_root_iterate(&mut self, time: T, distance: T) {
        self.statistics.root_iterations += 1;
        if let Some(observer) = &mut self.observer {
            observer.tried(time, distance);
        }
    }
}
