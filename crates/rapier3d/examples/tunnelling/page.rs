//! Pages that play scenes in a browser: rapier's own detection on the left, the pass of photofinish on the right.

use std::path::Path;

use photofinish::body::AnyForm;
use photofinish::shape::AnyShape;
use photofinish_playback::{BodyId, Color, Mesh, PlaybackError, Recording};
use photofinish_rapier::Solid;
use photofinish_rapier::math::{isometry, vector};

use crate::measure::{Mode, Run, Tally};
use crate::rapier::math::DIM;
use crate::rapier::parry::shape::TypedShape;
use crate::rapier::prelude::*;
use crate::scenes::{RATE, Scene};

/// How far apart both worlds are shown.
const APART: f64 = 6.0;
/// How much slower than in truth the pages run, for scenes that are over in half a second.
const SLOWER: f64 = 10.0;

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
        let bytes = record(scene, variation)?.write(&folder.join(&name))?;
        written.push((name, bytes));
    }
    Ok(written)
}

fn record(scene: &Scene, variation: u64) -> Result<Recording, PlaybackError> {
    let slower = if scene.is_crowd { 1.0 } else { SLOWER };
    let sides = if cfg!(feature = "dim2") {
        ["below", "above"]
    } else {
        ["left", "right"]
    };
    let runs = [Mode::Rapier, Mode::Ours].map(|mode| Run::new(scene, variation, mode));
    let mut caption = format!(
        "{}: rapier's own detection, {}: photofinish",
        sides[0], sides[1]
    );
    if slower > 1.0 {
        caption += &format!("; {slower} times slower than in truth");
    }
    if runs[0].stage.followed.is_some() {
        caption += "; the view goes along with the platform";
    }
    let far = if scene.is_crowd { 4.0 } else { 1.0 };
    let from = if cfg!(feature = "dim2") {
        [0.0, 0.0, 12.0 * far]
    } else {
        [-8.0 * far, 4.0 * far, 0.0]
    };
    let mut recording = Recording::new(scene.name)
        .caption(&caption)
        .view(from, [0.0, 0.0, 0.0]);
    if cfg!(feature = "dim2") {
        recording = recording.flat();
    }
    let apart = if scene.is_crowd { 2.0 * APART } else { APART };
    for (run, side) in runs.into_iter().zip([-0.5, 0.5]) {
        add(&mut recording, run, side * apart, slower)?;
    }
    Ok(recording)
}

/// Records a run, shown at a place beside the other one.
fn add(
    recording: &mut Recording,
    mut run: Run,
    shift: f64,
    slower: f64,
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
        shown.push((handle, recording.body(&mesh(collider)?, color)?));
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
fn mesh(collider: &Collider) -> Result<Mesh, PlaybackError> {
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
            half.iter_mut()
                .for_each(|side| *side = side.min(0.45 * APART as Real));
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
