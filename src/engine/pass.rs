//! The settings of a pass.

use super::run::run;
use super::{Body, Event, PassError, Report, Response};
use crate::error::finite;
use crate::motion::Rotor;
use crate::pieces::Pieces;
use crate::tuning::{BUDGET_IN_PASS, MOVES_IN_PASS};
use crate::{InitialContact, Query, QueryError, Real, SupportMap};

/// The continuous collision detection of one time step, with its settings.
///
/// The [module docs](super) have an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass<T> {
    pub(super) allowed: T,
    pub(super) slow: T,
    /// How far bodies may leave their way in a step as they slide.
    pub(super) slides: T,
    pub(super) moves: u32,
    pub(super) query: Query<T>,
}

impl<T: Real> Default for Pass<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Pass<T> {
    /// A pass that allows no overlap, and in which bodies do not slide.
    pub fn new() -> Self {
        Self {
            allowed: T::zero(),
            slow: T::zero(),
            slides: T::zero(),
            moves: MOVES_IN_PASS,
            query: Query::new()
                .initial_contact(InitialContact::IgnoreSeparating)
                .budget(BUDGET_IN_PASS),
        }
    }

    /// Sets how deep bodies may overlap: a length, 0 by default. Bodies that overlap by less are free.
    ///
    /// An engine that lets bodies overlap by a slop sets a little more than the slop. Bodies that rest on each other
    /// then are free, and cost little. Two bodies never overlap by more than a quarter of the [inner
    /// diameter](SupportMap::inner_diameter) of the thinner one, so that a contact solver pushes it out where it came in.
    /// A body of pieces counts as thin as its thinnest piece. A surface has no thickness: what counts is that of the
    /// other body, and two surfaces may not overlap at all. Any body may overlap with a floor.
    ///
    /// Bodies that the pass has stopped sit at the allowed depth until the contact solver lifts them. If they still
    /// approach each other in the next step, they give [`Kind::DrivenIn`](super::Kind::DrivenIn), and get no deeper than a
    /// [little more](super#in-the-long-run).
    #[must_use]
    pub fn allowed_overlap(mut self, allowed: T) -> Self {
        self.allowed = allowed;
        self
    }

    /// Leaves pairs of shapes to the contact solver that are too slow to pass through each other, or to sink into each
    /// other. Their relative way in the step and the allowed overlap together take less than this share of the [inner
    /// diameter](SupportMap::inner_diameter) of the thinner one. The default is 0: no pair is left.
    ///
    /// This is the [gate](crate::swept::cannot_pass_through) for two bodies that are as thick as the thinner one, kept
    /// up to date as bodies stop. In a crowd that moves or rests together it saves most queries. A pair that is left has
    /// no events, and may get deeper than is allowed: by its relative way. The pair cannot pass if its depth at the
    /// start is at most (1 - share) times the inner diameter of the thinner one: for a share of 0.5, half of that.
    ///
    /// Bodies of pieces and floors are always asked about.
    ///
    /// ```
    /// use nalgebra::Isometry2;
    /// use photofinish::engine::{Body, Pass};
    /// use photofinish::shape::Ball;
    ///
    /// // two balls fly side by side, and drift into each other by a little
    /// let ball = Ball::new(0.5)?;
    /// let at = Isometry2::translation;
    /// let mut bodies = [
    ///     Body::new(&ball, at(0.0, 0.0), at(0.0, 9.0)),
    ///     Body::new(&ball, at(1.05, 0.0), at(0.95, 9.0)),
    /// ];
    /// let report = Pass::new().leave_slow(0.5).run(&mut bodies, [[0, 1]], |event| event.usual_response())?;
    /// assert_eq!((report.events.len(), report.queries), (0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn leave_slow(mut self, share: T) -> Self {
        self.slow = share;
        self
    }

    /// Lets bodies that [slide](super::Then::Slide) leave their way by this length in a step. It is 0 by default: they stop.
    ///
    /// Bodies that lie, slide and roll on others come nearer to them by little: by what a body falls in a step, and by
    /// how far the corners of one that turns bulge. Where a crowd is pressed together, bodies that stop hang in the
    /// air, and the crowd jams.
    ///
    /// A body that turns fast also leaves its way by the rates at which it turns: its new sweep goes through the same
    /// rotations at other times. That counts too: a quarter of a turn in a step takes up to a tenth of the body's
    /// radius in the plane, and a fiftieth in space.
    ///
    /// A length to begin with is what a body goes in a step at 3 m/s: 5 cm at 60 steps a second.
    ///
    /// The pairs must be those whose boxes come near each other, each grown by this length on all sides, as by the
    /// margin of [`candidates`](super::candidates).
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2, vector};
    /// use photofinish::engine::{Body, Pass, candidates};
    /// use photofinish::shape::{AnyShape, Cuboid};
    ///
    /// // a crate lies on the ground, as deep as allowed. Its engine sends it along, and 5 mm deeper
    /// let ground = AnyShape::from(Cuboid::new(vector![9.0, 0.5])?);
    /// let crate_ = AnyShape::from(Cuboid::new(vector![0.5, 0.5])?);
    /// let (slop, slide) = (0.01, 0.05);
    /// let mut bodies = [
    ///     Body::fixed(&ground, Isometry2::identity()),
    ///     Body::new(&crate_, Isometry2::translation(-3.0, 0.9899), Isometry2::translation(-1.0, 0.9849)),
    /// ];
    /// let pairs = candidates(&bodies, slide)?;
    /// let pass = Pass::new().allowed_overlap(slop).slide_up_to(slide);
    /// pass.run(&mut bodies, pairs, |event| event.usual_response())?;
    /// // it goes all the way, no deeper than it was
    /// let place: Vector2<f64> = bodies[1].pose().translation.vector;
    /// assert!((place.x + 1.0).abs() < 1e-9 && place.y > 0.9899);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn slide_up_to(mut self, length: T) -> Self {
        self.slides = length;
        self
    }

    /// Sets how often a body may be [sent elsewhere](super::Then::MoveTo) or [carried](super::Then::Carried) in one step; 4 by default.
    ///
    /// After that it stops at its next impact, and waits there for the rest of the step; [`Then::Carried`](super::Then::Carried) names the
    /// exception. So a pass ends however bodies bounce.
    #[must_use]
    pub fn moves(mut self, moves: u32) -> Self {
        self.moves = moves;
        self
    }

    /// Sets the work after which a query of one pair gives up, as [`Query::budget`] does; 20,000 by default.
    ///
    /// Its bodies then stop where they are proven free. A body over flat ground may take it twice: for the half-space
    /// below it, and for the ground.
    #[must_use]
    pub fn budget(mut self, evaluations: u64) -> Self {
        self.query = self.query.budget(evaluations);
        self
    }

    /// Sets how much farther apart than the allowed overlap bodies may be at an impact, as [`Query::tolerance`] does.
    /// The default scales with each pair. In `f64` a twelfth of the allowed overlap saves a fifth of the instructions of
    /// an impact; in `f32` the default is about as large.
    #[must_use]
    pub fn tolerance(mut self, tolerance: T) -> Self {
        self.query = self.query.tolerance(tolerance);
        self
    }

    /// Checks the settings.
    pub(super) fn check(&self) -> Result<(), PassError> {
        check_overlap(self.allowed)?;
        // written so that NaN is refused too
        if !(self.slow >= T::zero() && self.slow <= T::one()) {
            return Err(PassError::InvalidShare {
                value: self.slow.as_f64(),
            });
        }
        if finite("slide", self.slides).is_err() || self.slides < T::zero() {
            return Err(PassError::InvalidSlide {
                value: self.slides.as_f64(),
            });
        }
        self.query.check().map_err(|error| match error {
            QueryError::InvalidTolerance { value } => PassError::InvalidTolerance { value },
            _ => unreachable!("a pass has no other setting that may be wrong"),
        })
    }

    /// Moves the bodies through the step, up to their impacts with each other.
    ///
    /// For each [`Event`], in the order of time, the engine says by `respond` what both bodies do then. Events at the
    /// same time come in the order of their bodies. What the answer is does not depend on the order of the pairs.
    /// Afterwards [`Body::pose`] is where each body ends.
    ///
    /// A pair costs a query when balls and boxes around both bodies overlap on their ways by more than is allowed, and
    /// another one whenever one of the bodies was stopped or sent elsewhere since. Before that it costs a few
    /// multiplications: bodies that fly side by side are not asked about, nor is what a body would have met that was
    /// stopped. Boxes are close around walls and grounds, which are far thinner than balls around them. They follow
    /// a convex body that turns about the origin of its frame, by less than half a turn in space and a quarter turn in
    /// the plane. So where some overlap is allowed, a ball that slides or rolls on a level convex ground, such as a box,
    /// takes no query, and neither does a box that slides flat on it. On half-spaces, pieces and slopes they take some,
    /// and so does what rolls and is no ball.
    ///
    /// # Errors
    /// [`PassError`]; the bodies are then as they were, and `respond` has not been called. What is wrong with a response
    /// is in [`Report::refused`], and a query that fails later is an event of [its own](super::Kind::Failed).
    pub fn run<S, P, R, const D: usize>(
        &self,
        bodies: &mut [Body<S, T, R, D, P>],
        pairs: impl IntoIterator<Item = [usize; 2]>,
        respond: impl FnMut(&Event<T, R, D>) -> Response<T, R, D>,
    ) -> Result<Report<T, R, D>, PassError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        run(self, bodies, pairs, respond)
    }
}

/// Checks by how much boxes are grown.
pub(super) fn check_margin<T: Real>(margin: T) -> Result<(), PassError> {
    if finite("margin", margin).is_err() || margin < T::zero() {
        return Err(PassError::InvalidMargin {
            value: margin.as_f64(),
        });
    }
    Ok(())
}

/// Checks how deep bodies may overlap.
pub(super) fn check_overlap<T: Real>(allowed: T) -> Result<(), PassError> {
    if finite("allowed overlap", allowed).is_err() || allowed < T::zero() {
        return Err(PassError::InvalidOverlap {
            value: allowed.as_f64(),
        });
    }
    Ok(())
}
