//! Records the motion.

use std::error::Error;
use std::path::Path;

use nalgebra::{Isometry3, vector};
use photofinish_experiments::torso::{Frame, RATE, World};
use photofinish_playback::{BodyId, Color, Contact, Mesh, Recording};

/// A recording in the making.
pub struct Play {
    recording: Recording,
    /// The bones that have not fallen past the plant.
    bodies: Vec<Option<BodyId>>,
    /// The time of the next frame's start.
    now: f64,
}

/// How low a bone is shown that falls past the plant, and how far from its middle, in metres.
const LOWEST: f64 = -0.3;
/// See [`LOWEST`].
const FARTHEST: f64 = 1.4;
const BONE: Color = Color([0.93, 0.89, 0.78, 1.0]);
const LEAF: Color = Color([0.30, 0.55, 0.33, 1.0]);

impl Play {
    /// Begins with the bodies where they are.
    pub fn new(world: &World) -> Result<Self, Box<dyn Error>> {
        let caption = format!(
            "80 bones of convex pieces fall on blades of {} triangles, in frames of 1/{RATE} s. Every impact is certified.",
            world.surface().triangles.len()
        );
        let mut recording = Recording::new("A torso falls on a plant")
            .caption(&caption)
            .view([2.6, 1.15, 2.6]);
        let surface = world.surface();
        let leaves = Mesh::new(
            surface.points.iter().map(|point| (*point).into()).collect(),
            surface.triangles.clone(),
        )?;
        let plant = recording.body(&leaves, LEAF)?;
        recording.pose(plant, 0.0, &Isometry3::<f64>::identity())?;
        let mut bodies = Vec::new();
        for (bone, hulls) in world.bones().iter().zip(world.hulls()) {
            let pieces: Vec<_> = hulls.iter().map(Mesh::of_hull).collect();
            let id = recording.body(&Mesh::joined(&pieces), BONE)?;
            recording.pose(id, 0.0, bone.pose())?;
            bodies.push(Some(id));
        }
        Ok(Self {
            recording,
            bodies,
            now: 0.0,
        })
    }

    /// Adds the poses at the end of a frame, and its impacts.
    pub fn add(&mut self, world: &World, frame: &Frame) -> Result<(), Box<dyn Error>> {
        for hit in &frame.hits {
            let [point, normal] = [hit.point, hit.normal].map(|[x, y, z]| vector![x, y, z]);
            let contact = Contact::new(self.now + hit.time, point, normal);
            self.recording.contact(&if hit.micro {
                contact.resting()
            } else {
                contact
            })?;
        }
        self.now += 1.0 / f64::from(RATE);
        for (slot, bone) in self.bodies.iter_mut().zip(world.bones()) {
            let Some(id) = *slot else { continue };
            let pose = bone.pose();
            self.recording.pose(id, self.now, pose)?;
            let [x, y, z]: [f64; 3] = pose.translation.vector.cast().into();
            if y < LOWEST || x.hypot(z) > FARTHEST {
                self.recording.leaves(id, self.now)?;
                *slot = None;
            }
        }
        Ok(())
    }

    /// Writes the page, and returns its size in bytes.
    pub fn write(&self, path: &Path) -> Result<usize, Box<dyn Error>> {
        Ok(self.recording.write(path)?)
    }
}
