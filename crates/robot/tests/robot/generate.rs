//! Generates random robots in random scenes, with random paths.

use nalgebra::{Isometry3, Unit, UnitQuaternion, Vector3};
use photofinish_robot::Path;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::spec::{JointSpec, Kind, PieceSpec, Spec};
use photofinish_oracle::shape::Shape;

/// Returns the number of random robots that are judged. `PHOTOFINISH_ROBOTS_TO_JUDGE` names another one.
pub fn judged(robots: u64) -> u64 {
    let named = std::env::var("PHOTOFINISH_ROBOTS_TO_JUDGE").ok();
    named.map_or(robots, |text| text.parse().expect("a number of robots"))
}

/// Returns a random unit vector.
pub fn direction(rng: &mut StdRng) -> Unit<Vector3<f64>> {
    loop {
        let v = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0f64));
        if (0.1..1.0).contains(&v.norm()) {
            return Unit::new_normalize(v);
        }
    }
}

fn pose(rng: &mut StdRng, distance: f64) -> Isometry3<f64> {
    let turn = direction(rng).into_inner() * rng.random_range(0.0..3.0);
    let along = direction(rng).into_inner() * distance;
    Isometry3::from_parts(along.into(), UnitQuaternion::new(turn))
}

fn piece(rng: &mut StdRng, size: f64, pose: Isometry3<f64>) -> PieceSpec {
    let mut some = || size * rng.random_range(0.3..1.0);
    let (radius, half_height) = (0.5 * some(), some());
    let half = Vector3::from_fn(|_, _| some());
    let shape = match rng.random_range(0..6) {
        0 => Shape::Ball { radius },
        1 => Shape::Cuboid { half },
        2 => Shape::Capsule {
            half_height,
            radius,
        },
        3 => Shape::Cylinder {
            half_height,
            radius,
        },
        4 => Shape::Cone {
            half_height,
            radius,
        },
        _ => Shape::Points(
            (0..9)
                .map(|_| direction(rng).component_mul(&half))
                .collect(),
        ),
    };
    PieceSpec::new(shape, pose)
}

impl Spec {
    /// Returns a random robot with a random path. Seven in ten paths have straight segments.
    pub fn random(seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let count = rng.random_range(1..6);
        let mut joints: Vec<JointSpec> = Vec::new();
        for index in 0..count {
            let kind = match rng.random_range(0..10) {
                0 => Kind::Fixed,
                1 | 2 => Kind::Slides,
                _ => Kind::Turns,
            };
            let leader = (0..index).find(|&j| joints[j].kind != Kind::Fixed);
            let mimics = rng.random_bool(0.15) && kind != Kind::Fixed;
            joints.push(JointSpec {
                parent: if rng.random_bool(0.7) {
                    index
                } else {
                    rng.random_range(0..=index)
                },
                origin: pose(&mut rng, 0.5),
                kind,
                axis: direction(&mut rng),
                mimic: leader.filter(|_| mimics).map(|j| (j, -0.7, 0.2)),
            });
        }
        let links = (0..=count).map(|link| {
            let pieces = if link == 0 { 1 } else { rng.random_range(1..3) };
            let pieces = (0..pieces).map(|_| {
                let at = pose(&mut rng, 0.15);
                piece(&mut rng, 0.16, at)
            });
            pieces.collect()
        });
        let links = links.collect();
        let objects = (0..rng.random_range(1..4)).map(|_| {
            let away = rng.random_range(0.6..1.4);
            let at = pose(&mut rng, away);
            vec![piece(&mut rng, 0.25, at)]
        });
        let objects: Vec<_> = objects.collect();
        let base = if rng.random_bool(0.5) {
            Isometry3::identity()
        } else {
            pose(&mut rng, 0.1)
        };
        let mut spec = Self {
            base,
            links,
            joints,
            objects,
            path: Path::default(),
        };
        spec.path = spec.random_path(&mut rng);
        spec
    }

    /// Returns a random robot. Every third one has four hulls on each link, which are tested as a whole before them.
    pub fn random_or_of_hulls(seed: u64) -> Self {
        let mut spec = Self::random(seed);
        let mut rng = StdRng::seed_from_u64(seed);
        for link in spec.links.iter_mut().filter(|_| seed.is_multiple_of(3)) {
            let hull = |_| {
                let middle = 0.15 * direction(&mut rng).into_inner();
                let corner = |_| middle + 0.05 * direction(&mut rng).into_inner();
                let corners = (0..8).map(corner).collect();
                PieceSpec::new(Shape::Points(corners), Isometry3::identity())
            };
            *link = (0..4).map(hull).collect();
        }
        spec
    }

    fn random_path(&self, rng: &mut StdRng) -> Path {
        let free = self.free().len();
        let waypoints = rng.random_range(2..5);
        let mut rows = |scale: f64| -> Vec<Vec<f64>> {
            let row = |_| {
                (0..free)
                    .map(|_| scale * rng.random_range(-1.0..1.0))
                    .collect()
            };
            (0..waypoints).map(row).collect()
        };
        let path = Path::new(rows(1.2));
        let (velocities, accelerations) = (rows(1.0), rows(2.0));
        let mut time = -3.0;
        let times = (0..waypoints).map(|_| {
            time += rng.random_range(0.3..2.0);
            time
        });
        let path = path.times(times.collect());
        match rng.random_range(0..10) {
            0 | 1 => path.velocities(velocities),
            2 => path.velocities(velocities).accelerations(accelerations),
            _ => path,
        }
    }
}
