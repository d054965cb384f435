//! The bodies at the start.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::motion::{AtRest3, Rotor};
use photofinish::pieces::{MovingPieces, Pieces, TriMesh};
use photofinish::shape::ConvexHull;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::body::Body;
use super::boxes::{boxes_of, slab_of};
use super::pairs::Pairs;
use super::plant::plant;
use super::skeleton::torso;
use super::world::{HOP, SKIN, Settings, World, WorldError};
use crate::impulse::Material;
use crate::loft::Tube;
use crate::solid::mass;

/// The density of bone, in kilograms per cubic metre.
const DENSITY: f64 = 1800.0;
/// The acceleration of gravity.
const GRAVITY: f64 = 9.81;
/// The height of the torso's middle at the start, in metres.
const HEIGHT: f64 = 2.4;

impl<T: Real> World<T> {
    /// Returns the torso above the plant, turned at random.
    ///
    /// # Errors
    /// [`WorldError`]; [`WorldError::TooNear`] if two bones are too near.
    pub fn new(settings: &Settings) -> Result<Self, WorldError> {
        let mut rng = StdRng::seed_from_u64(settings.seed);
        let turn = UnitQuaternion::new(Vector3::from_fn(|_, _| rng.random_range(-1.5..1.5)));
        let frame = T::of(1.0 / f64::from(settings.rate));
        let gravity = vector![0.0, -GRAVITY, 0.0].map(T::of);
        let mut bodies = Vec::new();
        for bone in torso() {
            let pieces: Result<Vec<_>, _> = bone.tubes.iter().map(Tube::pieces).collect();
            let pieces = pieces?.concat();
            let mass = mass(&pieces, DENSITY);
            let centered = |hull: &ConvexHull<f64, 3>| {
                let points: Vec<_> = hull
                    .vertices()
                    .iter()
                    .map(|point| (point - mass.center).map(T::of))
                    .collect();
                ConvexHull::new(&points)
            };
            let pieces: Result<Vec<_>, _> = pieces.iter().map(centered).collect();
            let place = turn * (mass.center - vector![0.0, 0.3, 0.05]) + Vector3::y() * HEIGHT;
            let rotation =
                <UnitQuaternion<T> as Rotor<T, 3>>::of_numbers(turn.numbers().map(T::of));
            let pose = Isometry3::from_parts(Translation3::from(place.map(T::of)), rotation);
            let mut body = Body::new(pieces?, &mass, pose, gravity, frame)?;
            // a slow turn of each bone, as if the torso fell apart
            body.spin(&Vector3::from_fn(|_, _| rng.random_range(-0.5..0.5)));
            body.fly(frame)?;
            bodies.push(body);
        }
        let surface = plant(settings.seed);
        let points = surface
            .points
            .iter()
            .map(|point| point.map(T::of))
            .collect();
        let mesh = TriMesh::new(points, surface.triangles.clone())?;
        let boxes = boxes_of(mesh.tree());
        let corner = |index: u32| surface.points[index as usize];
        let triangles = surface.triangles.iter();
        let slabs = triangles
            .map(|triangle| slab_of(triangle.map(corner)))
            .collect();
        let pairs = Pairs::of(bodies.len() + 1);
        let world = Self {
            balls: bodies.iter().map(Body::ball).collect(),
            bodies,
            plant: MovingPieces::new(mesh, AtRest3::new(Isometry3::identity())?),
            boxes,
            slabs,
            surface,
            pairs,
            material: Material {
                restitution: T::of(settings.restitution),
                friction: T::of(settings.friction),
                hop: T::of(HOP),
            },
            tolerance: settings.tolerance,
            frame,
            end: T::zero(),
        };
        world.check_start()?;
        Ok(world)
    }

    fn check_start(&self) -> Result<(), WorldError> {
        for b in 0..self.bodies.len() {
            for a in 0..b {
                let distance = self.distance([a, b], T::zero())?;
                if distance < SKIN {
                    return Err(WorldError::TooNear {
                        bodies: [a, b],
                        distance,
                    });
                }
            }
        }
        Ok(())
    }
}
