//! The bodies of a pass.

use std::convert::Infallible;

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use crate::body::AnyForm;
use crate::motion::Rotor;
use crate::{HalfSpace, Real};

/// A body during one time step: its shape or pieces, where the step begins, and where the integrator has put it.
///
/// It has two poses only, and moves steadily from one to the other. For a platform that stops half way, cut the step at
/// that time and make a pass for each part.
///
/// A [floor](Self::floor) is such a body too. It has a [`HalfSpace`] in place of a shape.
///
/// `P` is the type of bodies of [pieces](crate::pieces) in the scene. Where all bodies have a shape, there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<S, T: Real, R: Rotor<T, D>, const D: usize, P = Infallible> {
    pub(super) form: Form<S, P, T, D>,
    pub(super) center: SVector<T, D>,
    pub(super) start: Isometry<T, R, D>,
    pub(super) pose: Isometry<T, R, D>,
    pub(super) is_fixed: bool,
    pub(super) is_kinematic: bool,
    pub(super) part_of: Option<usize>,
    pub(super) margin: Option<T>,
}

/// A body in the plane during one time step, for types that are written out. The scalar is `f64` unless it is given.
///
/// ```
/// use nalgebra::Isometry2;
/// use photofinish::body::AnyForm2;
/// use photofinish::engine::Body2;
/// use photofinish::pieces::AnyPieces;
/// use photofinish::shape::{AnyShape, Ball};
///
/// // a list for shapes and for bodies of pieces, which it only points to
/// let ball: AnyForm2 = Ball::new(0.5)?.into();
/// let mut bodies: Vec<Body2<&AnyShape<f64, 2>, &AnyPieces<f64, 2>>> = Vec::new();
/// bodies.push(Body2::fixed_of(ball.as_ref(), Isometry2::identity()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Body2<S, P = Infallible, T = f64> = Body<S, T, UnitComplex<T>, 2, P>;

/// A body in space during one time step, for types that are written out. The scalar is `f64` unless it is given.
pub type Body3<S, P = Infallible, T = f64> = Body<S, T, UnitQuaternion<T>, 3, P>;

/// What a body is: a shape, a body of pieces, or a floor without an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form<S, P, T: Real, const D: usize> {
    Solid(AnyForm<S, P>),
    Floor(HalfSpace<T, D>),
}

/// Bodies where all have a shape. Where some have pieces, as a mesh has, take [`of`](Body::of) and
/// [`fixed_of`](Body::fixed_of) for all of them: an error of the compiler that names [`Infallible`] means this.
impl<S, T: Real, R: Rotor<T, D>, const D: usize> Body<S, T, R, D> {
    /// Returns the body with this shape, which may be a reference, that goes from one pose to another. Both poses map
    /// the shape's frame to the world.
    ///
    /// The origin of the shape's frame moves on a straight line; see [`about`](Self::about).
    pub fn new(shape: S, start: Isometry<T, R, D>, end: Isometry<T, R, D>) -> Self {
        Self::of(AnyForm::Shape(shape), start, end)
    }

    /// Returns the body that stays at `pose`. No query is asked about two fixed bodies, and no response moves one.
    pub fn fixed(shape: S, pose: Isometry<T, R, D>) -> Self {
        Self::fixed_of(AnyForm::Shape(shape), pose)
    }
}

impl<S, P, T: Real, R: Rotor<T, D>, const D: usize> Body<S, T, R, D, P> {
    /// Returns the body of this form, a shape or pieces, that goes from one pose to another. Shapes and pieces may be
    /// references: [`AnyForm::as_ref`] makes them of a form that is kept elsewhere.
    ///
    /// The origin of the form's frame moves on a straight line; see [`about`](Self::about). The
    /// [module docs](super#bodies-of-pieces) have an example.
    pub fn of(form: AnyForm<S, P>, start: Isometry<T, R, D>, end: Isometry<T, R, D>) -> Self {
        Self::of_form(Form::Solid(form), start, end)
    }

    /// Returns the body of this form, a shape or pieces, that stays at `pose`: the mesh of a level, for example. No
    /// query is asked about two fixed bodies, and no response moves one.
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::body::AnyForm3;
    /// use photofinish::engine::{Body3, Pass};
    /// use photofinish::pieces::TriMesh;
    /// use photofinish::shape::Cuboid;
    ///
    /// let level: AnyForm3 = TriMesh::height_field(&[0.0; 16], 4, [2.0, 2.0])?.into();
    /// let crate_: AnyForm3 = Cuboid::new(vector![0.5, 0.5, 0.5])?.into();
    /// let at = Isometry3::translation;
    /// let mut bodies = [
    ///     Body3::fixed_of(level.as_ref(), at(0.0, 0.0, 0.0)),
    ///     Body3::of(crate_.as_ref(), at(3.0, 4.0, 3.0), at(3.0, -4.0, 3.0)),
    /// ];
    /// Pass::new().run(&mut bodies, [[0, 1]], |event| event.usual_response())?;
    /// assert!((bodies[1].pose().translation.y - 0.5_f64).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fixed_of(form: AnyForm<S, P>, pose: Isometry<T, R, D>) -> Self {
        Self {
            is_fixed: true,
            ..Self::of(form, pose, pose)
        }
    }

    /// Returns the floor without an end that goes from one pose to another: a lift, or a ramp that tilts. Both poses
    /// map the half-space's frame to the world.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::HalfSpace;
    /// use photofinish::engine::{Body, Pass, Response, Then};
    /// use photofinish::shape::Ball;
    ///
    /// // a lift rises by 4, and on its way carries a ball that hangs in the air
    /// let (level, ball) = (HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?, Ball::new(0.5)?);
    /// let hangs = Isometry2::translation(7.0, 1.5);
    /// let mut bodies = [
    ///     Body::floor(level, Isometry2::identity(), Isometry2::translation(0.0, 4.0)),
    ///     Body::new(&ball, hangs, hangs),
    /// ];
    /// let report = Pass::new().run(&mut bodies, [[0, 1]], |event| {
    ///     let rises = Isometry2::translation(0.0, 4.0 * (1.0 - event.time));
    ///     Response { a: Then::Continue, b: Then::MoveTo(rises * event.poses[1]) }
    /// })?;
    /// assert_eq!(report.events.len(), 1);
    /// let height: f64 = bodies[1].pose().translation.y;
    /// assert!((height - 4.5).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn floor(
        half_space: HalfSpace<T, D>,
        start: Isometry<T, R, D>,
        end: Isometry<T, R, D>,
    ) -> Self {
        Self::of_form(Form::Floor(half_space), start, end)
    }

    /// Returns the floor without an end that stays at `pose`, which maps the half-space's frame to the world. For a
    /// half-space in the world's frame that is the identity.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::HalfSpace;
    /// use photofinish::engine::{Body, Pass};
    /// use photofinish::shape::Cuboid;
    ///
    /// // in one step the integrator has moved a crate far below the ground
    /// let ground = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?;
    /// let crate_ = Cuboid::new(vector![0.5, 0.5])?;
    /// let mut bodies = [
    ///     Body::fixed_floor(ground, Isometry2::identity()),
    ///     Body::new(&crate_, Isometry2::translation(0.0, 2.0), Isometry2::translation(900.0, -50.0)),
    /// ];
    /// let slop = 0.005;
    /// let pass = Pass::new().allowed_overlap(slop);
    /// pass.run(&mut bodies, [[0, 1]], |event| event.usual_response())?;
    /// let height: f64 = bodies[1].pose().translation.y;
    /// assert!((height - (0.5 - slop)).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fixed_floor(half_space: HalfSpace<T, D>, pose: Isometry<T, R, D>) -> Self {
        Self {
            is_fixed: true,
            ..Self::floor(half_space, pose, pose)
        }
    }

    fn of_form(form: Form<S, P, T, D>, start: Isometry<T, R, D>, end: Isometry<T, R, D>) -> Self {
        Self {
            form,
            center: SVector::zeros(),
            start,
            pose: end,
            is_fixed: false,
            is_kinematic: false,
            part_of: None,
            margin: None,
        }
    }

    /// Makes it a kinematic body, which goes its way whatever it meets: a lift, a door, a drum that turns. The [usual
    /// response](super::Event::usual_response) lets what is in its way slide off, or has it
    /// [carried](super::Then::Carried) along.
    ///
    /// The [module docs](super#kinematic-bodies) have an example.
    #[must_use]
    pub fn kinematic(mut self) -> Self {
        self.is_kinematic = true;
        self
    }

    /// Sets how far the body may leave its way so that all bodies it may meet are still among its pairs: the length by
    /// which its box is grown on all sides when pairs are chosen. [`candidates`](super::candidates) grows it by no
    /// less, and [`Report::left_margin`](super::Report::left_margin) tells when it left that box. Without it, the length
    /// is that of [`Pass::slide_up_to`](super::Pass::slide_up_to), and it is never less.
    ///
    /// This is for bodies that go farther off their way than others: those that bounce, and what a fast kinematic body
    /// [carries](super#kinematic-bodies). A floor has no box. It may be moved by its margin, but not turned.
    #[must_use]
    pub fn margin(mut self, length: T) -> Self {
        self.margin = Some(length);
        self
    }

    /// Makes it a part of the body with this number, which must come before it. All parts of a body go the same way:
    /// what the engine answers for one of them holds for all, and pairs of them are skipped.
    ///
    /// So an engine whose bodies have several shapes, each with its own groups, passes one body for each shape. All
    /// have the frame of the whole body, its poses and its [centre](Self::about), which are taken from that with the
    /// number.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::engine::{Body, Pass};
    /// use photofinish::shape::{AnyShape, Ball, Cuboid, PosedShape};
    ///
    /// let post = AnyShape::from(Cuboid::new(vector![0.1, 1.0])?);
    /// let hull = AnyShape::from(Ball::new(0.5)?);
    /// // the mast meets the post of the bridge, which lets the hull pass
    /// let mast = AnyShape::from(PosedShape::new(Cuboid::new(vector![0.1, 1.0])?, &Isometry2::translation(0.0, 1.5))?);
    /// let (start, end) = (Isometry2::translation(-5.0, 0.0), Isometry2::translation(5.0, 0.0));
    /// let mut bodies = [
    ///     Body::fixed(&post, Isometry2::translation(0.0, 2.5)),
    ///     Body::new(&hull, start, end),
    ///     Body::new(&mast, start, end).part_of(1),
    /// ];
    /// Pass::new().run(&mut bodies, [[0, 2]], |event| event.usual_response())?;
    /// let reached: f64 = bodies[1].pose().translation.x;
    /// assert!((reached + 0.2).abs() < 1e-6);
    /// assert_eq!(bodies[1].pose(), bodies[2].pose());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part_of(mut self, number: usize) -> Self {
        self.part_of = Some(number);
        self
    }

    /// Sets the point that moves on a straight line while the body turns about it, in the shape's frame. Engines take
    /// the centre of mass.
    #[must_use]
    pub fn about(mut self, center: SVector<T, D>) -> Self {
        self.center = center;
        self
    }

    /// Returns the shape, or `None` for a body of pieces or a floor.
    pub fn shape(&self) -> Option<&S> {
        match &self.form {
            Form::Solid(AnyForm::Shape(shape)) => Some(shape),
            _ => None,
        }
    }

    /// Returns the pieces, or `None` for a body with a shape and a floor.
    pub fn pieces(&self) -> Option<&P> {
        match &self.form {
            Form::Solid(AnyForm::Pieces(pieces)) => Some(pieces),
            _ => None,
        }
    }

    /// Returns the half-space of a floor, in its own frame, or `None` for other bodies.
    pub fn half_space(&self) -> Option<&HalfSpace<T, D>> {
        match &self.form {
            Form::Solid(_) => None,
            Form::Floor(half_space) => Some(half_space),
        }
    }

    /// Returns the pose at the start of the step.
    pub fn start(&self) -> &Isometry<T, R, D> {
        &self.start
    }

    /// Returns the pose at the end of the step; after a pass, where the body has got.
    pub fn pose(&self) -> &Isometry<T, R, D> {
        &self.pose
    }

    /// Returns whether the body stays where it is throughout the step.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Returns whether the body goes its way whatever it meets.
    pub fn is_kinematic(&self) -> bool {
        self.is_kinematic
    }
}
