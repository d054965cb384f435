//! Pages that play scenes in a browser: rapier's own detection on the left, the pass of photofinish on the right. What
//! passes through something flashes, and is counted.

use std::path::Path;

use photofinish::body::AnyForm;
use photofinish::shape::AnyShape;
use photofinish_playback::{BodyId, Color, Contact, Mesh, PlaybackError, Recording};
use photofinish_rapier::Solid;
use photofinish_rapier::math::{isometry, vector};

use crate::measure::{Mode, Run, Tally};
use crate::passing::{passages, places};
use crate::rapier::math::DIM;
use crate::rapier::parry::shape::TypedShape;
use crate::rapier::prelude::*;
use crate::scenes::{RATE, Scene, Stage};

/// How far from the middle of its world a body is shown, in metres, and how far apart both worlds are shown.
const ROOM: [Real; 2] = [4.0, 7.0];
/// The same for a crowd.
const ROOM_OF_CROWD: [Real; 2] = if cfg!(feature = "dim2") {
    [15.0, 31.0]
} else {
    [10.0, 21.0]
};
/// Half of the least size that fixed bodies are shown with. A post may be thinner than a line on a screen.
const LEAST_HALF: Real = 0.02;
/// Half of the least size of a fixed body that hides what is behind it.
const THIN: Real = 0.1;
/// How much slower than in truth the pages run, for scenes that are over in half a second.
const SLOWER: f64 = 10.0;

/// Among how many variations a page looks for one in which something passes through with rapier's detection.
const LOOKED_AT: u64 = 50;

/// Writes a page for each scene into a folder, and returns their names and sizes.
pub fn write(
    scenes: &[Scene],
    variation: u64,
    folder: &Path,
) -> Result<Vec<(String, usize)>, PlaybackError> {
    let mut written = Vec::new();
    for scene in scenes {
        let words = scene
            .name
            .split(|letter: char| !letter.is_ascii_alphanumeric());
        let name = words
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("_")
            + ".html";
        let bytes = record(scene, telling(scene, variation))?.write(&folder.join(&name))?;
        written.push((name, bytes));
    }
    Ok(written)
}

/// Returns how much passes through in a variation.
fn passed(scene: &Scene, variation: u64, mode: Mode) -> usize {
    let mut tally = Tally::default();
    tally.add(scene, variation, mode);
    tally.passed
}

/// Returns the first variation from this one on in which something passes through with rapier's detection, if there is
/// one among the next.
fn telling(scene: &Scene, first: u64) -> u64 {
    let count = if scene.is_crowd { 1 } else { LOOKED_AT };
    let mut variations = first..first + count;
    let told = variations.find(|&variation| passed(scene, variation, Mode::Rapier) > 0);
    told.unwrap_or(first)
}

fn record(scene: &Scene, variation: u64) -> Result<Recording, PlaybackError> {
    let slower = if scene.is_crowd { 1.0 } else { SLOWER };
    let [room, apart] = if scene.is_crowd { ROOM_OF_CROWD } else { ROOM };
    let modes = [Mode::Rapier, Mode::Ours];
    let runs = modes.map(|mode| Run::new(scene, variation, mode));
    let mut caption = Vec::new();
    if slower > 1.0 {
        caption.push(format!("{slower} times slower than in truth"));
    }
    if runs[0].stage.followed.is_some() {
        caption.push("the view goes along with what moves".into());
    }
    let mut recording = Recording::new(scene.name)
        .caption(&caption.join("; "))
        .view([-0.5, 0.4, 1.0])
        .events_are("passed through");
    if cfg!(feature = "dim2") {
        recording = recording.flat();
    }
    let names = ["Rapier's own detection", "photofinish"];
    for ((run, name), side) in runs.into_iter().zip(names).zip([-0.5, 0.5]) {
        recording.side(name);
        let shown = Shown {
            scene,
            variation,
            slower,
            room,
            shift: side * f64::from(apart),
        };
        shown.add(&mut recording, run)?;
    }
    Ok(recording)
}

/// How a run is shown.
struct Shown<'s> {
    scene: &'s Scene,
    variation: u64,
    slower: f64,
    /// How far from the middle bodies are shown.
    room: Real,
    /// Where the middle is, along x.
    shift: f64,
}

impl Shown<'_> {
    /// Records a run, with what passes through, and the points of its impacts if there are not too many.
    fn add(&self, recording: &mut Recording, mut run: Run) -> Result<(), PlaybackError> {
        let mut shown = self.bodies(recording, &run.stage)?;
        let bodies = run.stage.world.bodies.iter().map(|(body, _)| body);
        let free: Vec<_> = bodies.filter(|body| is_free(&run.stage, *body)).collect();
        let mut tally = Tally::default();
        let place = |stage: &Stage| {
            let followed = stage.followed.map(|body| &stage.world.bodies[body]);
            followed.map_or(Vector::ZERO, |body| body.translation())
        };
        let first = place(&run.stage);
        let (mut before, mut passed) = (places(&run.stage.world), 0);
        for step in 0..=run.stage.steps {
            let time = self.time(step as f64);
            let along = place(&run.stage) - first;
            self.poses(recording, &run.stage.world, &mut shown, time, along)?;
            run.step(&mut tally);
            for impact in run.impacts.iter().filter(|_| !self.scene.is_crowd) {
                let mut point = vector(impact.point - along).cast::<f64>();
                point.x += self.shift;
                let normal = vector(impact.normal).cast::<f64>();
                let time = time + self.time(impact.time.into());
                recording.contact(&Contact::new(time, point, normal))?;
            }
            let after = places(&run.stage.world);
            let until_now = (run.stage.passed)(&run.stage.world);
            if until_now > std::mem::replace(&mut passed, until_now) {
                for (body, share) in passages(self.scene, self.variation, &free, [&before, &after])
                {
                    let time = time + self.time(share.into());
                    let collider = run.stage.world.bodies[body].colliders()[0];
                    if let Some(body) = shown.iter().find(|body| body.collider == collider) {
                        recording.event(body.id, time)?;
                    }
                }
            }
            before = after;
        }
        Ok(())
    }

    /// Returns the time that a page shows after some steps.
    fn time(&self, steps: f64) -> f64 {
        self.slower * steps / f64::from(RATE)
    }

    /// Adds the bodies. One can see through thin ones that are not free.
    fn bodies(&self, recording: &mut Recording, stage: &Stage) -> Result<Vec<Body>, PlaybackError> {
        let mut shown = Vec::new();
        for (number, (collider, shape)) in stage.world.colliders.iter().enumerate() {
            let cuboid = shape.shape().as_cuboid();
            let is_thick = cuboid.is_some_and(|cuboid| cuboid.half_extents.min_element() > THIN);
            let is_free = shape.parent().is_some_and(|body| is_free(stage, body));
            let color = match (is_free, is_thick) {
                (true, _) => Color::of_index(number),
                (false, true) => Color::GROUND,
                (false, false) => Color::GROUND.opacity(0.45),
            };
            shown.push(Body {
                collider,
                id: recording.body(&mesh(shape, self.room, is_free)?, color)?,
                is_fixed: shape
                    .parent()
                    .is_none_or(|body| stage.world.bodies[body].is_fixed()),
                is_shown: true,
            });
        }
        Ok(shown)
    }

    /// Records where the bodies are. Those that have gone far are shown no more.
    fn poses(
        &self,
        recording: &mut Recording,
        world: &PhysicsWorld,
        shown: &mut [Body],
        time: f64,
        along: Vector,
    ) -> Result<(), PlaybackError> {
        for body in shown.iter_mut().filter(|body| body.is_shown) {
            let collider = world.colliders[body.collider].position();
            let mut pose = isometry(collider).cast::<f64>();
            pose.translation.vector -= vector(along).cast::<f64>();
            // one pose is enough for what does not move
            body.is_shown = !body.is_fixed && pose.translation.vector.amax() < self.room.into();
            pose.translation.vector.x += self.shift;
            recording.pose(body.id, time, &pose)?;
            if !body.is_shown && !body.is_fixed {
                recording.leaves(body.id, time)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a body goes where it is pushed.
fn is_free(stage: &Stage, body: RigidBodyHandle) -> bool {
    let is_guided = stage
        .guided
        .as_ref()
        .is_some_and(|(guided, _)| *guided == body);
    is_guided || stage.world.bodies[body].is_dynamic()
}

/// A body of a page.
struct Body {
    collider: ColliderHandle,
    id: BodyId,
    is_fixed: bool,
    /// Whether it gets more poses.
    is_shown: bool,
}

/// Returns what a collider looks like. Walls and floors are cut to the size of the room.
fn mesh(collider: &Collider, room: Real, is_free: bool) -> Result<Mesh, PlaybackError> {
    let is_inside = |point: &Vector| point.abs().max_element() < 1.01 * room;
    match collider.shape().as_typed_shape() {
        #[cfg(feature = "dim3")]
        TypedShape::TriMesh(mesh) => {
            // triangles that share no points show all their edges
            let inside = mesh
                .triangles()
                .map(|triangle| [triangle.a, triangle.b, triangle.c]);
            let points: Vec<_> = inside
                .filter(|triangle| triangle.iter().all(is_inside))
                .flatten()
                .map(|point| point.to_array().map(f64::from))
                .collect();
            let corners = 0..points.len() as u32 / 3;
            let triangles = corners.map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner));
            Ok(Mesh::new(points, triangles.collect())?.edged())
        }
        #[cfg(feature = "dim2")]
        TypedShape::Polyline(line) => {
            let inside = line
                .segments()
                .filter(|segment| is_inside(&segment.a) && is_inside(&segment.b));
            let thick = 0.01 * f64::from(room);
            let points: Vec<_> = inside
                .flat_map(|segment| {
                    [
                        (segment.a, 0.0),
                        (segment.b, 0.0),
                        (segment.b, thick),
                        (segment.a, thick),
                    ]
                })
                .map(|(point, below)| [f64::from(point.x), f64::from(point.y) - below, 0.0])
                .collect();
            let quads = 0..points.len() as u32 / 4;
            let corners = |quad: u32| {
                [[0, 1, 2], [0, 2, 3]].map(|corner| corner.map(|index: u32| 4 * quad + index))
            };
            Ok(Mesh::new(points, quads.flat_map(corners).collect())?.edged())
        }
        TypedShape::Cuboid(cuboid) => {
            let mut half = vector(cuboid.half_extents);
            let least = if is_free { 0.0 } else { LEAST_HALF };
            half.iter_mut()
                .for_each(|side| *side = side.clamp(least, 0.6 * room));
            let cuboid = photofinish::shape::Cuboid::new(half).expect("sides of a collider");
            Ok(shape_mesh(cuboid.into())?.edged())
        }
        _ => match Solid::of_shape(collider.shape()) {
            Ok(Solid::Form(AnyForm::Shape(shape))) => shape_mesh(shape),
            _ => unreachable!("the scenes have no other shapes"),
        },
    }
}

fn shape_mesh(shape: AnyShape<Real, DIM>) -> Result<Mesh, PlaybackError> {
    Mesh::of_shape(&shape)
}
