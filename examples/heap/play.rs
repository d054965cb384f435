//! Records the motion.

use std::error::Error;
use std::path::Path;

use nalgebra::{Isometry3, vector};
use photofinish_experiments::heap::{Frame, World};
use photofinish_playback::{BodyId, Color, Contact, Mesh, Recording};

/// A recording in the making.
pub struct Play {
    recording: Recording,
    bodies: Vec<Track>,
    /// How far the floor is shown from its middle, in metres. Bodies are shown while they are above it.
    reach: f32,
    steps: usize,
}

/// A body of the recording.
struct Track {
    /// Set when the body first is above the floor that is shown.
    id: Option<BodyId>,
    has_left: bool,
    /// The pose that was recorded last, with its step.
    last: (usize, Isometry3<f32>),
    /// The pose of the last step.
    now: Isometry3<f32>,
}

/// The number of steps between two recorded poses of a body that moves: the viewer interpolates in between.
const EVERY: usize = 3;
/// A body that has moved and turned by less than this since its last recorded pose gets no new one, in metres and
/// radians.
const STILL: (f32, f32) = (4e-3, 3e-2);
/// The speed from which an impact is one to step to, in metres per second: all others are shown as resting contacts.
const IMPACT: f64 = 2.0;
/// The lowest speed of an impact that is shown, in metres per second.
const SHOWN: f64 = 0.5;
const BOWL: Color = Color([0.55, 0.62, 0.70, 1.0]);

impl Play {
    /// Begins with the bodies where they are.
    pub fn new(world: &World, title: &str) -> Result<Self, Box<dyn Error>> {
        let caption = format!(
            "{} bodies, moved by an engine of 60 steps a second whose pass lets none go through another.",
            world.count()
        );
        let size = 1.5 * (world.count() as f32).cbrt().max(3.0);
        let (view, reach) = match world.mesh() {
            Some(_) => ([0.35, 0.4, 0.5], 1.5 * size),
            None => ([0.6, 0.25, 1.3], 0.55 * size),
        };
        let mut recording = Recording::new(title).caption(&caption).view(view);
        let slab = Mesh::new(
            [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
                .map(|[x, z]| [x, 0.0, z].map(|x| x * f64::from(reach)))
                .to_vec(),
            vec![[0, 1, 2], [0, 2, 3]],
        )?;
        let slab = recording.body(&slab, Color::GROUND)?;
        recording.pose(slab, 0.0, &Isometry3::<f64>::identity())?;
        if let Some(bowl) = world.mesh() {
            let points = bowl
                .points()
                .iter()
                .map(|point| point.map(f64::from).into());
            let mesh = Mesh::new(points.collect(), bowl.triangles().to_vec())?;
            let bowl = recording.body(&mesh, BOWL)?;
            recording.pose(bowl, 0.0, &Isometry3::<f64>::identity())?;
        }
        let mut play = Self {
            recording,
            bodies: Vec::new(),
            reach,
            steps: 0,
        };
        play.add_bodies(world)?;
        Ok(play)
    }

    fn add_bodies(&mut self, world: &World) -> Result<(), Box<dyn Error>> {
        for body in world.bodies().iter().skip(self.bodies.len()) {
            self.bodies.push(Track {
                id: None,
                has_left: false,
                last: (self.steps, *body.pose()),
                now: *body.pose(),
            });
        }
        for (number, body) in world.bodies().iter().enumerate() {
            let track = &mut self.bodies[number];
            let is_above = body.pose().translation.vector.xz().amax() < self.reach;
            match track.id {
                None if is_above => {
                    let color = Color::of_index(number);
                    let id = self.recording.body(&Mesh::of_shape(body.shape())?, color)?;
                    self.recording.pose(id, world.time(), body.pose())?;
                    track.last = (self.steps, *body.pose());
                    track.id = Some(id);
                }
                Some(id) if !is_above && !track.has_left => {
                    self.recording.pose(id, world.time(), body.pose())?;
                    self.recording.leaves(id, world.time())?;
                    track.has_left = true;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the poses at the end of a step, and its impacts.
    pub fn add(&mut self, world: &World, frame: &Frame) -> Result<(), Box<dyn Error>> {
        let started = world.time() - World::step_length();
        for impact in frame.impacts.iter().filter(|impact| impact.speed >= SHOWN) {
            let [point, normal] = [impact.point, impact.normal].map(|[x, y, z]| vector![x, y, z]);
            let contact = Contact::new(started + impact.time, point, normal);
            let resting = impact.speed < IMPACT;
            let contact = if resting { contact.resting() } else { contact };
            self.recording.contact(&contact)?;
        }
        self.steps += 1;
        for (track, body) in self.bodies.iter_mut().zip(world.bodies()) {
            let before = std::mem::replace(&mut track.now, *body.pose());
            let Some(id) = track.id.filter(|_| !track.has_left) else {
                continue;
            };
            let since = self.steps - track.last.0;
            if !since.is_multiple_of(EVERY) || is_still(&track.last.1, &track.now) {
                continue;
            }
            // it was still until the last step: the viewer must not interpolate from long ago
            if since > EVERY {
                self.recording.pose(id, started, &before)?;
            }
            self.recording.pose(id, world.time(), &track.now)?;
            track.last = (self.steps, track.now);
        }
        self.add_bodies(world)
    }

    /// Writes the page, and returns its size in bytes.
    pub fn write(&mut self, world: &World, path: &Path) -> Result<usize, Box<dyn Error>> {
        for track in self.bodies.iter().filter(|track| !track.has_left) {
            if let Some(id) = track.id {
                self.recording.pose(id, world.time(), &track.now)?;
            }
        }
        Ok(self.recording.write(path)?)
    }
}

fn is_still(last: &Isometry3<f32>, now: &Isometry3<f32>) -> bool {
    let moved = (now.translation.vector - last.translation.vector).norm();
    moved < STILL.0 && now.rotation.angle_to(&last.rotation) < STILL.1
}
