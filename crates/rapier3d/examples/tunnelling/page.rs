//! Pages that play scenes in a browser: rapier's own detection on the left, the pass of photofinish on the right.

use std::path::Path;

use photofinish::body::AnyForm;
use photofinish::shape::AnyShape;
use photofinish_playback::{BodyId, Color, Contact, Mesh, PlaybackError, Recording};
use photofinish_rapier::Solid;
use photofinish_rapier::math::{isometry, vector};

use crate::measure::{Mode, Run, Tally};
use crate::rapier::math::DIM;
use crate::rapier::parry::shape::TypedShape;
use crate::rapier::prelude::*;
use crate::scenes::{RATE, Scene};

/// How far apart both worlds are shown.
const APART: f64 = if cfg!(feature = "dim2") { 4.0 } else { 6.0 };
/// Half of the least size that fixed bodies are shown with. A post may be thinner than a line on a screen.
const LEAST_HALF: Real = 0.02;
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
    let sides = if cfg!(feature = "dim2") {
        ["below", "above"]
    } else {
        ["left", "right"]
    };
    let modes = [Mode::Rapier, Mode::Ours];
    let runs = modes.map(|mode| Run::new(scene, variation, mode));
    let told = modes.map(
        |mode| match (scene.is_crowd, passed(scene, variation, mode)) {
            (_, 0) => "nothing passes through".to_string(),
            (false, _) => "something passes through".to_string(),
            (true, count) => format!("{count} bodies pass through"),
        },
    );
    let mut caption = format!(
        "{}: rapier's own detection, {}; {}: photofinish, {}",
        sides[0], told[0], sides[1], told[1]
    );
    if slower > 1.0 {
        caption += &format!("; {slower} times slower than in truth");
    }
    if runs[0].stage.followed.is_some() {
        caption += "; the view goes along with the platform";
    }
    let far = if scene.is_crowd { 4.0 } else { 1.0 };
    // in space from so high that one sees behind the walls
    let from = if cfg!(feature = "dim2") {
        [0.0, 0.0, 12.0 * far]
    } else {
        [-7.0 * far, 6.0 * far, 0.0]
    };
    // the buttons hide some of what is at the bottom
    let to = if cfg!(feature = "dim2") {
        [0.0, -0.4 * far, 0.0]
    } else {
        [0.0; 3]
    };
    let mut recording = Recording::new(scene.name)
        .caption(&caption)
        .view([from[0], from[1] + to[1], from[2]], to);
    if cfg!(feature = "dim2") {
        recording = recording.flat();
    }
    let apart = if scene.is_crowd { 12.0 } else { APART };
    for (run, side) in runs.into_iter().zip([-0.5, 0.5]) {
        add(&mut recording, run, (side * apart, slower), !scene.is_crowd)?;
    }
    Ok(recording)
}

/// Records a run, shown at a place beside the other one, with the points of its impacts if there are not too many.
fn add(
    recording: &mut Recording,
    mut run: Run,
    (shift, slower): (f64, f64),
    with_impacts: bool,
) -> Result<(), PlaybackError> {
    let mut shown: Vec<(ColliderHandle, BodyId)> = Vec::new();
    for (number, (handle, collider)) in run.stage.world.colliders.iter().enumerate() {
        let is_fixed = collider
            .parent()
            .is_none_or(|body| run.stage.world.bodies[body].is_fixed());
        let color = if is_fixed {
            Color::GROUND
        } else {
            Color::of_index(number)
        };
        shown.push((handle, recording.body(&mesh(collider, is_fixed)?, color)?));
    }
    let mut tally = Tally::default();
    let place = |run: &Run| {
        let followed = run.stage.followed.map(|body| &run.stage.world.bodies[body]);
        followed.map_or(Vector::ZERO, |body| body.translation())
    };
    let first = place(&run);
    for step in 0..=run.stage.steps {
        let time = slower * step as f64 / f64::from(RATE);
        let along = vector(place(&run) - first).cast::<f64>();
        for &(handle, body) in &shown {
            let mut pose = isometry(run.stage.world.colliders[handle].position()).cast::<f64>();
            pose.translation.vector -= along;
            pose.translation.vector[DIM_BESIDE] += shift;
            recording.pose(body, time, &pose)?;
        }
        run.step(&mut tally);
        for impact in run.impacts.iter().filter(|_| with_impacts) {
            let time = time + slower * f64::from(impact.time) / f64::from(RATE);
            let mut point = vector(impact.point).cast::<f64>() - along;
            point[DIM_BESIDE] += shift;
            let normal = vector(impact.normal).cast::<f64>();
            recording.contact(&Contact::new(time, point, normal))?;
        }
    }
    Ok(())
}

/// The axis along which both worlds stand beside each other: across the walls, which are square to x.
#[cfg(feature = "dim3")]
const DIM_BESIDE: usize = 2;
/// The axis along which both worlds stand beside each other.
#[cfg(feature = "dim2")]
const DIM_BESIDE: usize = 1;

/// Returns what a collider looks like. Walls and floors are cut to a size that leaves room for both worlds.
fn mesh(collider: &Collider, is_fixed: bool) -> Result<Mesh, PlaybackError> {
    match collider.shape().as_typed_shape() {
        #[cfg(feature = "dim3")]
        TypedShape::TriMesh(mesh) => {
            let points = mesh
                .vertices()
                .iter()
                .map(|point| point.to_array().map(f64::from));
            Mesh::new(points.collect(), mesh.indices().to_vec())
        }
        #[cfg(feature = "dim2")]
        TypedShape::Polyline(line) => {
            let quads = line.segments().flat_map(|segment| {
                [
                    (segment.a, 0.0),
                    (segment.b, 0.0),
                    (segment.b, 0.05),
                    (segment.a, 0.05),
                ]
                .map(|(point, below)| [f64::from(point.x), f64::from(point.y) - below, 0.0])
            });
            let corners = |quad: u32| {
                [[0, 1, 2], [0, 2, 3]].map(|corner| corner.map(|index: u32| 4 * quad + index))
            };
            Mesh::new(
                quads.collect(),
                (0..line.num_segments() as u32).flat_map(corners).collect(),
            )
        }
        TypedShape::Cuboid(cuboid) => {
            let mut half = isometry(&Pose::from_translation(cuboid.half_extents))
                .translation
                .vector;
            // walls hide less of what is behind them than floors
            let is_wall = half[0] < half[1];
            let most = APART as Real * if is_wall && DIM == 3 { 0.25 } else { 0.45 };
            let least = if is_fixed { LEAST_HALF } else { 0.0 };
            half.iter_mut()
                .for_each(|side| *side = side.clamp(least, most));
            shape_mesh(
                photofinish::shape::Cuboid::new(half)
                    .expect("sides of a collider")
                    .into(),
            )
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
