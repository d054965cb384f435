//! Tests of random small chains on random paths in random scenes against dense sampling. The sampling has kinematics of
//! its own.

use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use photofinish::shape::{Ball, Capsule};
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, Rules, Scene};
use proptest::prelude::*;

/// A joint and its link: a capsule along y from this joint to the next one.
#[derive(Clone, Debug)]
struct Limb {
    axis: Vector3<f64>,
    turns: bool,
    length: f64,
}

#[derive(Clone, Debug)]
struct Case {
    limbs: Vec<Limb>,
    /// The centres of the balls in the scene.
    posts: Vec<Vector3<f64>>,
    waypoints: Vec<Vec<f64>>,
    velocities: Option<Vec<Vec<f64>>>,
    target_distance: f64,
}

const THICKNESS: f64 = 0.05;
const POST: f64 = 0.15;
const SAMPLES: u32 = 300;

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    prop::array::uniform3(-size..size).prop_map(Vector3::from)
}

fn limb() -> impl Strategy<Value = Limb> {
    let axis = vector(1.0).prop_filter("an axis", |v| v.norm() > 0.2);
    (axis, prop::bool::weighted(0.8), 0.1..0.6).prop_map(|(axis, turns, length)| Limb {
        axis: axis.normalize(),
        turns,
        length,
    })
}

fn case() -> impl Strategy<Value = Case> {
    (1usize..4, 2usize..4).prop_flat_map(|(joints, waypoints)| {
        let rows = |size: f64| {
            let row = prop::collection::vec(-size..size, joints);
            prop::collection::vec(row, waypoints)
        };
        let limbs = prop::collection::vec(limb(), joints);
        let posts = prop::collection::vec(vector(1.0), 1..4);
        let kept = prop_oneof![Just(0.0), 0.0..0.05f64];
        (limbs, posts, rows(1.5), prop::option::of(rows(3.0)), kept).prop_map(
            |(limbs, posts, waypoints, velocities, target_distance)| Case {
                limbs,
                posts,
                waypoints,
                velocities,
                target_distance,
            },
        )
    })
}

impl Case {
    fn checker(&self) -> Checker {
        let name = |index: usize| format!("link {index}");
        let links = self.limbs.iter().enumerate().map(|(index, limb)| {
            let half = 0.5 * limb.length;
            let bar = Capsule::new(half, THICKNESS).expect("sizes");
            Link::new(name(index + 1)).with(bar, Isometry3::translation(0.0, half, 0.0))
        });
        let links = std::iter::once(Link::new(name(0))).chain(links).collect();
        let joints = self.limbs.iter().enumerate().map(|(index, limb)| {
            let along = index
                .checked_sub(1)
                .map_or(0.0, |before| self.limbs[before].length);
            let joint = Joint::fixed(format!("joint {index}"), name(index), name(index + 1))
                .at(Isometry3::translation(0.0, along, 0.0));
            let axis = Unit::new_normalize(limb.axis);
            if limb.turns {
                joint.turning(axis)
            } else {
                joint.sliding(axis)
            }
        });
        let robot = Robot::new("chain", links, joints.collect()).expect("a chain");
        let mut scene = Scene::new();
        for (index, post) in self.posts.iter().enumerate() {
            let ball = Ball::new(POST).expect("a radius");
            let at = Isometry3::translation(post.x, post.y, post.z);
            scene
                .add(format!("post {index}"), ball, at)
                .expect("a new name");
        }
        let rules = Rules::new()
            .ignore_self()
            .target_distance(self.target_distance);
        Checker::with_rules(&robot, &scene, &rules).expect("a scene")
    }

    fn path(&self) -> Path {
        let times = (0..self.waypoints.len()).map(|i| i as f64);
        let path = Path::new(self.waypoints.clone()).times(times.collect());
        match &self.velocities {
            Some(velocities) => path.velocities(velocities.clone()),
            None => path,
        }
    }

    /// Returns the joint values at a time, by de Casteljau's rule.
    fn configuration(&self, time: f64) -> Vec<f64> {
        let segment = (time as usize).min(self.waypoints.len() - 2);
        let u = time - segment as f64;
        let mix = |a: f64, b: f64| a + (b - a) * u;
        let joints = 0..self.limbs.len();
        joints
            .map(|j| {
                let [p, q] = [0, 1].map(|end| self.waypoints[segment + end][j]);
                let Some(velocities) = &self.velocities else {
                    return mix(p, q);
                };
                let [v, w] = [0, 1].map(|end| velocities[segment + end][j]);
                let mut points = vec![p, p + v / 3.0, q - w / 3.0, q];
                while points.len() > 1 {
                    points = points
                        .windows(2)
                        .map(|pair| mix(pair[0], pair[1]))
                        .collect();
                }
                points[0]
            })
            .collect()
    }

    /// Returns the least distance of any limb from any post: the distance of a segment from a point, minus both radii.
    fn distance(&self, configuration: &[f64]) -> f64 {
        let mut frame = Isometry3::identity();
        let mut least = f64::INFINITY;
        let mut along = 0.0;
        for (limb, &value) in self.limbs.iter().zip(configuration) {
            let moved = if limb.turns {
                let turn = UnitQuaternion::from_scaled_axis(limb.axis * value);
                Isometry3::from_parts(Vector3::zeros().into(), turn)
            } else {
                let slide = limb.axis * value;
                Isometry3::translation(slide.x, slide.y, slide.z)
            };
            frame = frame * Isometry3::translation(0.0, along, 0.0) * moved;
            along = limb.length;
            for post in &self.posts {
                let local = frame.inverse() * Point3::from(*post);
                let nearest = Point3::new(0.0, local.y.clamp(0.0, limb.length), 0.0);
                least = least.min((local - nearest).norm() - THICKNESS - POST);
            }
        }
        least
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// At all times before the first contact the distance is at least what is proven. At the time of an impact the
    /// bodies touch.
    #[test]
    fn answers_hold_at_all_times_that_are_sampled(case in case()) {
        let (checker, path) = (case.checker(), case.path());
        let found = checker.certify(&path);
        let (solution, certificate) = found.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let proven = certificate.verify_outcome(&checker, &path, &solution.outcome);
        let proven = proven.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let whole = (case.waypoints.len() - 1) as f64;
        let (until, clearance) = match &solution.outcome {
            PathOutcome::Separated(separated) => (whole, separated.clearance),
            PathOutcome::Impact(impact) => (impact.time, 0.0),
        };
        let kept = case.target_distance + clearance;
        prop_assert!(proven.end <= until && until - proven.end < 1e-9);
        for step in 0..=SAMPLES {
            let time = whole * f64::from(step) / f64::from(SAMPLES);
            if time < until {
                let distance = case.distance(&case.configuration(time));
                prop_assert!(distance >= kept - 1e-12, "{distance} at {time}, before {until}");
            }
        }
        if let PathOutcome::Impact(impact) = &solution.outcome {
            let distance = case.distance(&case.configuration(impact.time));
            prop_assert!(distance <= case.target_distance + 1e-7, "{distance}");
            prop_assert!(impact.time == 0.0 || distance >= case.target_distance - 1e-12);
        }
    }
}
