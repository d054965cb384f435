//! Finds the right answer: when moving bodies first touch, and how deep they overlap after that.
//!
//! The oracle of the tests answers for bodies of few vertices. It tries every plane through three vertices, which takes
//! too long for hulls of hundreds. For these the truth is the answer that photofinish proves in `f64`, if its
//! certificate passes a check of its own. The depths are then photofinish's too.

use nalgebra::{Isometry3, Rotation3, UnitQuaternion};
use photofinish::motion::{ConstantVelocity3, Motion, Sweep3};
use photofinish::shape::ConvexHull;
use photofinish::support::Posed;
use photofinish::{Moving, Outcome, Query, proximity};

use super::case::{Body, Case, Model};
use crate::contender::photofinish::pose;
use crate::oracle::advance::{Advance, Moving as OracleBody, Pair, Search};
use crate::oracle::shape::Shape;

/// The largest number of vertices of a hull that is left to the oracle.
const MANY: usize = 64;
/// The number of steps between the impact and a later time at which the depth is sampled.
const SAMPLES: u32 = 48;

/// The truth about a pair of bodies under one model of their motion.
pub struct Truth {
    method: Method,
    found: Option<Finding>,
    /// The radius of the smaller body.
    pub small: f64,
    /// An upper bound of the coordinates of all points of the bodies at the start and the end, not far above the
    /// largest.
    pub coordinates: f64,
}

#[derive(Clone, Copy)]
enum Finding {
    Free,
    Impact(f64),
}

enum Method {
    Oracle(Box<Pair<3>>),
    Certificate(Box<Hulls>),
}

/// Two hulls of many vertices.
struct Hulls {
    shapes: [ConvexHull<f64, 3>; 2],
    bodies: [OracleBody<3>; 2],
}

impl Truth {
    pub fn new(case: &Case, model: Model) -> Self {
        let many = |body: &Body| matches!(&body.solid.shape, Shape::Points(p) if p.len() > MANY);
        let bodies = [&case.a, &case.b];
        let (method, found) = if bodies.iter().any(|body| many(body)) {
            let hulls = Hulls::new(case, model);
            let found = hulls.search(case, model);
            (Method::Certificate(Box::new(hulls)), found)
        } else {
            let pair = case.pair(model);
            let found = advance(&pair);
            (Method::Oracle(Box::new(pair)), found)
        };
        let reaches = bodies.map(radius);
        let reach = |i: usize| {
            let start = bodies[i].solid.position;
            start.norm().max((start + bodies[i].linear).norm()) + reaches[i]
        };
        Self {
            method,
            found,
            small: reaches[0].min(reaches[1]),
            coordinates: reach(0).max(reach(1)),
        }
    }

    /// Returns whether the bodies touch, or `None` if that could not be decided.
    pub fn known(&self) -> Option<bool> {
        self.found.map(|found| matches!(found, Finding::Impact(_)))
    }

    /// Returns the time at which the bodies first touch, if they do.
    pub fn impact(&self) -> Option<f64> {
        match self.found {
            Some(Finding::Impact(time)) => Some(time),
            _ => None,
        }
    }

    pub fn starts_apart_by(&self) -> f64 {
        self.distance_at(0.0)
    }

    /// Returns the distance of the bodies at a time, or 0 if they overlap.
    pub fn distance_at(&self, time: f64) -> f64 {
        match &self.method {
            Method::Oracle(pair) => pair.distance_at(time).lower,
            Method::Certificate(hulls) => hulls.signed_distance_at(time).max(0.0),
        }
    }

    /// Returns the largest depth of the overlap at sampled times between the impact and a later time.
    pub fn deepest_until(&self, until: f64) -> f64 {
        let Some(from) = self.impact() else {
            return 0.0;
        };
        let depth = |time| match &self.method {
            Method::Oracle(pair) => pair.penetration_at(time),
            Method::Certificate(hulls) => -hulls.signed_distance_at(time),
        };
        let times = (0..=SAMPLES).map(|i| f64::from(i) / f64::from(SAMPLES));
        times
            .map(|share| depth(from + (until - from) * share))
            .fold(0.0, f64::max)
    }
}

/// Returns a radius around the body's origin that contains the whole body.
pub fn radius(body: &Body) -> f64 {
    if let Shape::Points(points) = &body.solid.shape {
        return points.iter().map(|p| p.norm()).fold(0.0, f64::max);
    }
    body.solid.core().extent()
}

fn advance(pair: &Pair<3>) -> Option<Finding> {
    let search = Search::contact(1e-9 * pair.size());
    match pair.advance(0.0, 1.0, &search) {
        Advance::Free { .. } => Some(Finding::Free),
        Advance::Hit { time, .. } => Some(Finding::Impact(time)),
        Advance::Unclear { .. } => None,
    }
}

impl Hulls {
    fn new(case: &Case, model: Model) -> Self {
        let hull = |body: &Body| {
            let Shape::Points(points) = &body.solid.shape else {
                unreachable!("both bodies of these families are hulls");
            };
            ConvexHull::new(points).expect("points on an ellipsoid have a hull")
        };
        Self {
            shapes: [hull(&case.a), hull(&case.b)],
            bodies: [case.a.moving(model), case.b.moving(model)],
        }
    }

    fn search(&self, case: &Case, model: Model) -> Option<Finding> {
        match model {
            Model::Velocity => self.certified([&case.a, &case.b].map(velocity::<f64>)),
            Model::Sweep => self.certified([&case.a, &case.b].map(sweep::<f64>)),
        }
    }

    fn certified<M: Motion<f64, 3>>(&self, [a, b]: [M; 2]) -> Option<Finding> {
        let a = Moving::new(&self.shapes[0], a);
        let b = Moving::new(&self.shapes[1], b);
        let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=1.0).ok()?;
        let proven = |until| certificate.verify(&a, &b, 0.0, 0.0..=until).is_ok();
        match solution.outcome {
            Outcome::Separated(_) => proven(1.0).then_some(Finding::Free),
            Outcome::Impact(impact) => {
                let proven = impact.time == 0.0 || proven(impact.time);
                proven.then_some(Finding::Impact(impact.time))
            }
            // the policy of these queries is to stop at a contact
            Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
                Some(Finding::Impact(0.0))
            }
        }
    }

    fn signed_distance_at(&self, time: f64) -> f64 {
        let [a, b] = [0, 1].map(|i: usize| {
            let pose = self.bodies[i].motion.pose(time);
            let rotation = Rotation3::from_matrix_unchecked(pose.rotation);
            let rotation = UnitQuaternion::from_rotation_matrix(&rotation);
            let pose = Isometry3::from_parts(pose.translation.into(), rotation);
            Posed::new(&self.shapes[i], &pose).expect("a pose")
        });
        proximity(&a, &b).signed_distance()
    }
}

/// Returns the body's motion at constant velocity, for photofinish.
pub fn velocity<T: photofinish::Real>(body: &Body) -> ConstantVelocity3<T> {
    let motion = ConstantVelocity3::new(
        pose(&body.solid),
        body.linear.map(T::of),
        body.angular.map(T::of),
    );
    motion.expect("velocities are finite")
}

/// Returns the sweep from the body's first pose to its last, for photofinish.
pub fn sweep<T: photofinish::Real>(body: &Body) -> Sweep3<T> {
    let ends = [pose(&body.solid), pose(&body.end())];
    let motion = Sweep3::new(
        (T::zero(), ends[0]),
        (T::one(), ends[1]),
        nalgebra::Vector3::zeros(),
    );
    motion.expect("poses are finite and less than a turn apart")
}
