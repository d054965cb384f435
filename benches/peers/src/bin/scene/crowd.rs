//! Bodies that fly about in a cube, at the same density for any number of them.

use nalgebra::{Isometry3, Vector3};
use photofinish::motion::{ConstantVelocity3, Motion};
use photofinish::pieces::AnyPieces;
use photofinish::scene::{BodyId, Scene, SceneError, SceneStatistics};
use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid};
use photofinish::{InitialContact, Moving, Query};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A body is at most so large.
const SIZE: f32 = 0.5;
/// How many cubes of the largest size there are for a body.
const ROOM: f32 = 4.0;
/// The largest velocity, in sizes of a frame, and the largest turn in radians.
const FAST: f32 = 0.5;

type Way = ConstantVelocity3<f32>;

/// A scene over frame after frame.
pub struct Crowd {
    scene: Scene<AnyShape<f32, 3>, AnyPieces<f32, 3>, Way, f32, 3>,
    bodies: Vec<(BodyId, Way)>,
    /// Half the side of the cube.
    half: f32,
}

impl Crowd {
    pub fn new(count: usize) -> Self {
        let mut rng = StdRng::seed_from_u64(count as u64);
        let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
        let mut scene = Scene::new(query, 0.0..=1.0).expect("an interval");
        let half = 0.5 * SIZE * (ROOM * count as f32).cbrt();
        let bodies = (0..count).map(|number| {
            let mut vector = |size: f32| Vector3::from_fn(|_, _| rng.random_range(-size..size));
            let pose = Isometry3::new(vector(half), vector(3.0));
            let way = Way::new(pose, vector(FAST * SIZE), vector(FAST)).expect("a motion");
            let id = scene.add(Moving::new(shape(&mut rng, number), way));
            (id.expect("it has a box"), way)
        });
        let bodies = bodies.collect();
        Self {
            scene,
            bodies,
            half,
        }
    }

    /// Finds the ways of all bodies in the next frame. They fly through each other, and back at the walls.
    pub fn plan(&mut self) {
        let half = self.half;
        for (_, way) in &mut self.bodies {
            let pose = way.pose(1.0);
            let place = pose.translation.vector;
            let inwards = |axis: usize, speed: f32| {
                if place[axis].abs() > half {
                    -speed.copysign(place[axis])
                } else {
                    speed
                }
            };
            let velocity = *way.linear_velocity();
            let velocity = Vector3::from_fn(|axis, _| inwards(axis, velocity[axis]));
            *way = Way::new(pose, velocity, way.angular_velocity()).expect("a motion");
        }
    }

    /// Sends all bodies on their ways, and returns how many pairs meet in the frame.
    pub fn meetings(&mut self, in_parallel: bool) -> Result<usize, SceneError> {
        let sent = self.bodies.iter().copied();
        let meetings = if in_parallel {
            self.scene.par_set_motions(0.0, sent)?;
            self.scene.par_all_meetings()?
        } else {
            self.scene.set_motions(0.0, sent)?;
            self.scene.all_meetings()?
        };
        Ok(meetings.len())
    }

    pub fn statistics(&self) -> SceneStatistics {
        self.scene.statistics()
    }
}

fn shape(rng: &mut StdRng, number: usize) -> AnyShape<f32, 3> {
    let size = 0.5 * SIZE * rng.random_range(0.4..1.0f32);
    let mut part = || size * rng.random_range(0.3..0.57f32);
    let shape = match number % 4 {
        0 => Ball::new(size).map(AnyShape::from),
        1 => Cuboid::new(Vector3::new(part(), part(), part())).map(AnyShape::from),
        2 => Capsule::new(part(), 0.4 * size).map(AnyShape::from),
        _ => {
            let points: Vec<_> = (0..12)
                .map(|_| {
                    let direction = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0f32));
                    direction.normalize() * size
                })
                .collect();
            ConvexHull::new(&points).map(AnyShape::from)
        }
    };
    shape.expect("a shape")
}
