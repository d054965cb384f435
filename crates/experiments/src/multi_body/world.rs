//! The bodies, and how they move.

use std::collections::BTreeSet;
use std::error::Error;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use photofinish::broad_phase::overlapping_pairs;
use photofinish::shape::ConvexHull;
use photofinish::support::Posed;
use photofinish::swept::SweptBox;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Setting;
use crate::solid::around;

/// The bodies in the cube. Lengths are in radii of the bodies, times in frames.
#[derive(Clone, Debug)]
pub struct World {
    side: f64,
    shapes: Vec<ConvexHull<f64, 3>>,
    poses: Vec<Isometry3<f64>>,
    velocities: Vec<Vector3<f64>>,
    spins: Vec<Vector3<f64>>,
    touching: BTreeSet<[usize; 2]>,
}

/// The motion of one frame, and the pairs that may touch at its end.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The poses at the start.
    pub before: Vec<Isometry3<f64>>,
    /// The poses at the end, a frame later.
    pub after: Vec<Isometry3<f64>>,
    /// The velocities of the centres.
    pub velocities: Vec<Vector3<f64>>,
    /// The angular velocities.
    pub spins: Vec<Vector3<f64>>,
    /// The pairs whose boxes overlap at the end, the smaller index first, in ascending order.
    pub pairs: Vec<[usize; 2]>,
}

impl World {
    /// Returns bodies at random places.
    ///
    /// # Errors
    /// If the setting makes no sense.
    pub fn new(setting: &Setting) -> Result<Self, Box<dyn Error>> {
        setting.check()?;
        let mut rng = StdRng::seed_from_u64(setting.seed);
        let mut shapes = Vec::new();
        for _ in 0..setting.bodies {
            let points: Vec<_> = (0..setting.vertices).map(|_| on_sphere(&mut rng)).collect();
            shapes.push(ConvexHull::new(&points)?);
        }
        let filled: f64 = shapes.iter().map(volume).sum();
        let side = (filled / setting.density).cbrt();
        let mut world = Self {
            side,
            shapes,
            poses: Vec::new(),
            velocities: Vec::new(),
            spins: Vec::new(),
            touching: BTreeSet::new(),
        };
        for _ in 0..setting.bodies {
            let place = Vector3::from_fn(|_, _| rng.random_range(-0.5..0.5) * side);
            let turn = UnitQuaternion::new(on_sphere(&mut rng) * rng.random_range(0.0..3.0));
            world
                .poses
                .push(Isometry3::from_parts(Translation3::from(place), turn));
            world.velocities.push(on_sphere(&mut rng) * setting.way);
            world
                .spins
                .push(on_sphere(&mut rng) * setting.turn.to_radians());
        }
        Ok(world)
    }

    /// Returns the side of the cube, whose middle is the origin.
    pub fn side(&self) -> f64 {
        self.side
    }

    /// Returns the shapes of all bodies.
    pub fn shapes(&self) -> &[ConvexHull<f64, 3>] {
        &self.shapes
    }

    /// Returns the poses of all bodies.
    pub fn poses(&self) -> &[Isometry3<f64>] {
        &self.poses
    }

    /// Moves all bodies on by a frame.
    pub fn advance(&mut self) -> Frame {
        let before = self.poses.clone();
        for (body, pose) in self.poses.iter_mut().enumerate() {
            let velocity = &mut self.velocities[body];
            for axis in 0..3 {
                // a centre beyond a wall goes back, whichever way it went
                let place = pose.translation.vector[axis];
                if place.abs() > 0.5 * self.side {
                    velocity[axis] = velocity[axis].abs().copysign(-place);
                }
            }
            pose.translation.vector += *velocity;
            let turned = UnitQuaternion::new(self.spins[body]) * pose.rotation;
            pose.rotation = UnitQuaternion::new_normalize(turned.into_inner());
        }
        Frame {
            before,
            after: self.poses.clone(),
            velocities: self.velocities.clone(),
            spins: self.spins.clone(),
            pairs: self.pairs(),
        }
    }

    /// Exchanges the velocities of the pairs that touch, unless they touched a frame ago too. Returns those that did
    /// not.
    pub fn collide(&mut self, touching: impl IntoIterator<Item = [usize; 2]>) -> Vec<[usize; 2]> {
        let touching: BTreeSet<_> = touching.into_iter().collect();
        let new: Vec<_> = touching.difference(&self.touching).copied().collect();
        for &[a, b] in &new {
            self.velocities.swap(a, b);
        }
        self.touching = touching;
        new
    }

    /// Returns the pairs whose boxes overlap.
    fn pairs(&self) -> Vec<[usize; 2]> {
        overlapping_pairs(&self.boxes()).pairs
    }

    fn boxes(&self) -> Vec<SweptBox<f64, 3>> {
        let bodies = self.shapes.iter().zip(&self.poses);
        bodies
            .map(|(shape, pose)| around(&placed(shape, pose)))
            .collect()
    }
}

/// Returns the volume of a polytope, as the sum of the pyramids over its faces with their tips at the origin.
fn volume(hull: &ConvexHull<f64, 3>) -> f64 {
    let vertex = |index: u32| hull.vertices()[index as usize];
    let mut sum = 0.0;
    for face in hull.faces() {
        let first = vertex(face.vertices[0]);
        for pair in face.vertices.windows(2).skip(1) {
            sum += first.dot(&vertex(pair[0]).cross(&vertex(pair[1])));
        }
    }
    sum / 6.0
}

fn on_sphere(rng: &mut StdRng) -> Vector3<f64> {
    loop {
        let point = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.1..=1.0).contains(&point.norm_squared()) {
            return point.normalize();
        }
    }
}

/// Returns a body, placed. Its shape is borrowed.
pub(super) fn placed<'s>(
    shape: &'s ConvexHull<f64, 3>,
    pose: &Isometry3<f64>,
) -> Posed<&'s ConvexHull<f64, 3>, f64, 3> {
    Posed::new(shape, pose).expect("poses are finite")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_volume_of_a_cuboid_and_of_a_tetrahedron() {
        let corners: Vec<_> = (0..8)
            .map(|index| {
                Vector3::from_fn(|axis, _| {
                    if index >> axis & 1 == 0 {
                        0.0
                    } else {
                        [1.0, 2.0, 3.0][axis]
                    }
                })
            })
            .collect();
        assert!((volume(&ConvexHull::new(&corners).unwrap()) - 6.0).abs() < 1e-12);
        let tetrahedron = [corners[0], corners[1], corners[2], corners[4]];
        assert!((volume(&ConvexHull::new(&tetrahedron).unwrap()) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_bodies_stay_in_the_cube_and_their_pairs_are_those_whose_boxes_overlap() {
        let setting = Setting {
            density: 0.2,
            way: 0.4,
            ..Setting::default()
        };
        let mut world = World::new(&setting).unwrap();
        let filled: f64 = world.shapes.iter().map(volume).sum();
        assert!((filled / world.side.powi(3) - 0.2).abs() < 1e-12);
        let mut met = 0;
        for _ in 0..200 {
            let frame = world.advance();
            let boxes = world.boxes();
            for b in 0..boxes.len() {
                for a in 0..b {
                    let overlap = boxes[a].overlaps(&boxes[b]);
                    assert_eq!(frame.pairs.contains(&[a, b]), overlap);
                }
            }
            let body = |index: usize| placed(&world.shapes[index], &frame.after[index]);
            let touching = frame
                .pairs
                .iter()
                .copied()
                .filter(|&[a, b]| photofinish::gjk::distance(&body(a), &body(b)).is_none());
            met += world.collide(touching.collect::<Vec<_>>()).len();
            let farthest = frame
                .after
                .iter()
                .map(|pose| pose.translation.vector.amax());
            assert!(farthest.fold(0.0, f64::max) <= 0.5 * world.side + setting.way);
        }
        assert!(met > 50, "{met}");
    }
}
