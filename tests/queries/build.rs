//! The bodies that most tests ask about, and the names that most of them use.

use std::f64::consts::TAU;
use std::fmt::Debug;

pub use nalgebra::{
    Isometry, Isometry2, Isometry3, SMatrix, SVector, Translation, UnitComplex, UnitQuaternion,
    Vector2, Vector3, vector,
};
pub use photofinish::cast::{CastError, Ray, RayCast, ShapeCast, cast_ray, cast_shape};
pub use photofinish::epa::Penetration;
pub use photofinish::motion::{
    AnyMotion, AtRest, AtRest2, AtRest3, Ballistic, Ballistic3, ConstantVelocity,
    ConstantVelocity2, ConstantVelocity3, FromFn, Motion, MotionBounds, Piecewise, Placement,
    Rotor, Sweep, Sweep2, Sweep3,
};
pub use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, Segment,
    Triangle,
};
pub use photofinish::support::{AffineImage, Feature, Posed, Rounded};
pub use photofinish::swept::{
    cannot_pass_through, highest_along, interval_along, relative_travel_bound, swept_box,
    travel_bound,
};
pub use photofinish::{
    Certificate, CertificateError, CertifiedInterval, Extrusion, Floor, Frame, HalfSpace, Impact,
    InitialContact, InitialReport, MotionError, Moving, MovingHalfSpace, MovingPoints, Observer,
    Order, Outcome, Proximity, Query, QueryError, Real, ShapeError, Solution, Span, SupportMap,
    ToF64, UndecidedReason, WarmStart, proximity, supporting_distance, time_of_impact,
};
pub use rand::rngs::StdRng;
pub use rand::{RngExt, SeedableRng};

/// Checks that an answer is an error whose debug form begins with these words: its kind, and maybe numbers.
pub fn assert_refused(answer: &Result<impl Debug, impl Debug>, words: &str) {
    let said = format!("{:?}", answer.as_ref().expect_err(words));
    assert!(said.starts_with(words), "{said}, not {words}");
}

pub fn ball<T: Real>(radius: f64) -> Ball<T> {
    Ball::new(T::of(radius)).expect("a ball")
}

pub fn cuboid<T: Real, const D: usize>(half_extents: [f64; D]) -> Cuboid<T, D> {
    Cuboid::new(SVector::from(half_extents).map(T::of)).expect("a box")
}

/// A motion without a turn, in any scalar and dimension.
pub fn flight<T: Real, R: Rotor<T, D>, const D: usize>(
    place: [f64; D],
    velocity: [f64; D],
) -> ConstantVelocity<T, R, D> {
    let [place, velocity] = [place, velocity].map(|v| SVector::from(v).map(T::of));
    let start = Isometry::from_parts(Translation::from(place), R::identity());
    let still = R::velocity_of(Vector3::zeros());
    ConstantVelocity::new(start, velocity, still).expect("a motion")
}

pub fn gliding(from: [f64; 2], velocity: [f64; 2]) -> ConstantVelocity2<f64> {
    flight(from, velocity)
}

pub fn flight3<T: Real>(from: [f64; 3], velocity: [f64; 3]) -> ConstantVelocity3<T> {
    flight(from, velocity)
}

pub fn at(x: f64, y: f64) -> AtRest2<f64> {
    AtRest::new(Isometry2::translation(x, y)).expect("a motion")
}

pub fn rest3<T: Real>(place: [f64; 3]) -> AtRest3<T> {
    let place = Vector3::from(place).map(T::of);
    AtRest::new(Isometry3::from(place)).expect("a motion")
}

pub fn rest<T: Real, R: Rotor<T, D>, const D: usize>(pose: Isometry<T, R, D>) -> AtRest<T, R, D> {
    AtRest::new(pose).expect("a motion")
}

pub fn steady<T: Real, R: Rotor<T, D>, const D: usize>(
    pose: Isometry<T, R, D>,
    linear: SVector<T, D>,
    angular: R::Velocity,
) -> ConstantVelocity<T, R, D> {
    ConstantVelocity::new(pose, linear, angular).expect("a motion")
}

pub fn path<T: Real, M: Motion<T, D>, const D: usize>(
    knots: &[f64],
    pieces: impl Into<Vec<M>>,
) -> Piecewise<T, M> {
    let knots = knots.iter().map(|&knot| T::of(knot)).collect();
    Piecewise::new(knots, pieces.into()).expect("they fit")
}

/// The bounds that a closure states of its motion.
pub fn bounds(acceleration: Option<f64>, speed: Option<f64>) -> MotionBounds<f64> {
    MotionBounds {
        acceleration,
        speed,
    }
}

pub fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}

pub fn turning(from: [f64; 2], turns: f64) -> ConstantVelocity2<f64> {
    let pose = Isometry2::translation(from[0], from[1]);
    ConstantVelocity::new(pose, Vector2::zeros(), turns * TAU).expect("a motion")
}

pub type AnyMoving<T, R, const D: usize> = Moving<AnyShape<T, D>, AnyMotion<T, R, D>, T, D>;

/// A body in motion. Most tests ask with these two types, so that queries are compiled once for each scalar and dimension.
pub fn moving<T: Real, R: Rotor<T, D>, const D: usize>(
    shape: impl Into<AnyShape<T, D>>,
    motion: impl Into<AnyMotion<T, R, D>>,
) -> AnyMoving<T, R, D> {
    Moving::new(shape.into(), motion.into())
}

pub fn impact<T: Real, const D: usize>(solution: Solution<T, D>) -> Impact<T, D> {
    match solution.outcome {
        Outcome::Impact(impact) => impact,
        other => panic!("no impact: {other:?}"),
    }
}

pub fn overlap<T: Real, const D: usize>(solution: Solution<T, D>) -> Penetration<T, D> {
    match solution.outcome {
        Outcome::Overlapping(overlap) => overlap,
        other => panic!("no overlap: {other:?}"),
    }
}

pub fn is_separated<T: Real, const D: usize>(solution: &Solution<T, D>) -> bool {
    matches!(solution.outcome, Outcome::Separated(_))
}

/// Returns two tumbling boxes that touch after a while, moved away from the origin by `offset`.
pub fn tumbling<T: Real>(offset: Vector3<f64>) -> [AnyMoving<T, UnitQuaternion<T>, 3>; 2] {
    let body = |half, place: Vector3<f64>, turn: Vector3<f64>, [linear, angular]: [[f64; 3]; 2]| {
        let turn = UnitQuaternion::from_scaled_axis(turn.map(T::of));
        let pose = Isometry3::from_parts((place + offset).map(T::of).into(), turn);
        let [linear, angular] = [linear, angular].map(|v| Vector3::from(v).map(T::of));
        let motion = ConstantVelocity3::new(pose, linear, angular).expect("a motion");
        moving(cuboid(half), motion)
    };
    [
        body(
            [0.5, 0.25, 1.0],
            Vector3::zeros(),
            Vector3::zeros(),
            [[0.25, 0.0, 0.0], [0.5, 1.5, 0.25]],
        ),
        body(
            [0.75, 0.5, 0.25],
            vector![3.0, 0.5, 0.25],
            vector![0.5, 0.25, -0.75],
            [[-2.0, 0.0, 0.125], [-1.0, 0.5, 2.0]],
        ),
    ]
}

/// A flight with knots of its own, which states this error of its translation from time 0.3 on.
pub struct Odd<K> {
    flight: ConstantVelocity3<f64>,
    knots: K,
    error: f64,
}

impl<K: Fn(f64) -> Option<f64>> Odd<K> {
    pub fn new(flight: ConstantVelocity3<f64>, knots: K, error: f64) -> Self {
        Self {
            flight,
            knots,
            error,
        }
    }
}

impl<K: Fn(f64) -> Option<f64>> Motion<f64, 3> for Odd<K> {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        self.flight.pose(time)
    }

    fn placement(&self, time: f64, origin: &Vector3<f64>) -> Placement<f64, 3> {
        let mut placement = self.flight.placement(time, origin);
        if time > 0.3 {
            placement.translation_error.x = self.error;
        }
        placement
    }

    fn center(&self) -> Vector3<f64> {
        self.flight.center()
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        (self.knots)(after)
    }

    fn acceleration_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        self.flight.acceleration_bound(s, during, reach)
    }

    fn speed_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        self.flight.speed_bound(s, during, reach)
    }
}
