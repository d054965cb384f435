//! Makes a checker of what scenes and rules are in Python.

use std::collections::HashMap;

use nalgebra::Isometry3;
use numpy::PyReadonlyArray2;
use photofinish_robot::{Link, Rules, Scene};
use photofinish_robot_files::{Reader, SceneOptions};
use pyo3::prelude::*;

use super::Checker;
use crate::errors::{file, invalid};
use crate::poses;
use crate::robot::Robot;
use crate::shape::{Shape, triangles};

/// A shape at a pose, and its name.
type Placed<'py> = (String, PyRef<'py, Shape>, PyReadonlyArray2<'py, f64>);
/// Points of a cloud and its name, and the radius of their balls, the size of their cubes, or triangles.
type Cloud<'py> = (
    String,
    PyReadonlyArray2<'py, f64>,
    Option<f64>,
    Option<f64>,
    Option<PyReadonlyArray2<'py, u32>>,
);
/// A link that holds a shape at a pose, and the links that the shape may touch.
type Held<'py> = (String, Placed<'py>, Vec<String>);
/// An object that a link takes, with the links that it may touch, or that is left, if no link is named. The pose is in the
/// frame of the link, or in the world.
type Moved<'py> = (
    String,
    Option<String>,
    PyReadonlyArray2<'py, f64>,
    Vec<String>,
);
/// Distances to keep: of all bodies, of links, to objects, of pairs; the tolerance, the accuracy and the budget.
type Settings = (
    f64,
    Option<f64>,
    Option<f64>,
    Vec<(String, String, f64)>,
    Option<f64>,
    f64,
    Option<u64>,
);
/// Returns an object of a shape in its own frame.
fn object((name, shape, pose): &Placed<'_>) -> PyResult<(Link, Isometry3<f64>)> {
    let mut link = Link::new(name.clone());
    for piece in shape.pieces()? {
        link = link.with(piece.shape.clone(), piece.pose);
    }
    Ok((link, poses::one(pose)?))
}

fn rules(
    (distance, of_links, to_objects, of_pairs, tolerance, accuracy, budget): Settings,
    (with_self, may_be_nothing): (bool, bool),
    excluded: Vec<String>,
) -> Rules {
    let mut rules = Rules::new().target_distance(distance).accuracy(accuracy);
    if let Some(distance) = of_links {
        rules = rules.target_distance_of_links(distance);
    }
    if let Some(distance) = to_objects {
        rules = rules.target_distance_to_objects(distance);
    }
    for (first, second, distance) in of_pairs {
        rules = rules.target_distance_between(first, second, distance);
    }
    if let Some(tolerance) = tolerance {
        rules = rules.tolerance(tolerance);
    }
    if let Some(budget) = budget {
        rules = rules.budget(budget);
    }
    if !with_self {
        rules = rules.ignore_self();
    }
    if may_be_nothing {
        rules = rules.allow_nothing_to_check();
    }
    excluded
        .into_iter()
        .fold(rules, |rules, link| rules.exclude(link))
}

/// Adds what a user said of a scene to what its text says.
fn complete(
    scene: &mut Scene,
    (objects, clouds, held, moved): (
        Vec<Placed<'_>>,
        Vec<Cloud<'_>>,
        Vec<Held<'_>>,
        Vec<Moved<'_>>,
    ),
    pairs: Vec<(String, String, bool)>,
    values: Vec<(String, f64)>,
) -> PyResult<()> {
    for placed in &objects {
        let (object, pose) = object(placed)?;
        scene.add_object(object, pose).map_err(invalid)?;
    }
    for (name, points, radius, size, faces) in clouds {
        let points = points.as_slice()?;
        if let Some(radius) = radius {
            scene.add_points(&name, points, radius).map_err(invalid)?;
        }
        if let Some(size) = size {
            scene.add_voxels(&name, points, size).map_err(invalid)?;
        }
        if let Some(faces) = faces {
            let surface = scene.add_surface(&name, points, &triangles(&faces)?);
            surface.map_err(invalid)?;
        }
    }
    for (link, placed, touching) in held {
        let (object, pose) = object(&placed)?;
        scene.attach(link, object, pose, touching);
    }
    for (name, link, pose, touching) in moved {
        let pose = poses::one(&pose)?;
        let done = match link {
            Some(link) => scene.attach_object(&name, link, pose, touching),
            None => scene.detach_object(&name, pose),
        };
        done.map_err(invalid)?;
    }
    for (first, second, may) in pairs {
        if may {
            scene.allow(first, second);
        } else {
            scene.forbid(first, second);
        }
    }
    for (joint, value) in values {
        scene.set_joint(joint, value);
    }
    Ok(())
}

/// Returns names with their numbers, which begin with `from`.
fn numbered(names: &[String], from: usize) -> HashMap<String, i32> {
    let names = names.iter().enumerate();
    names
        .map(|(index, name)| (name.clone(), (from + index) as i32))
        .collect()
}

#[pymethods]
impl Checker {
    /// Makes a checker, and returns it with the warnings about the scene's text.
    #[staticmethod]
    #[allow(clippy::too_many_arguments)] // what a scene and rules are in Python
    fn make(
        py: Python<'_>,
        robot: &Robot,
        joints: Vec<String>,
        text: Option<&str>,
        objects: Vec<Placed<'_>>,
        clouds: Vec<Cloud<'_>>,
        held: Vec<Held<'_>>,
        moved: Vec<Moved<'_>>,
        pairs: Vec<(String, String, bool)>,
        values: Vec<(String, f64)>,
        settings: Settings,
        flags: (bool, bool),
        excluded: Vec<String>,
    ) -> PyResult<(Self, Vec<String>)> {
        let reader = Reader::new();
        let mut scene = match text {
            Some(text) => reader
                .scene_str(text, &robot.inner, &SceneOptions::new())
                .map_err(file)?,
            None => Scene::new(),
        };
        complete(&mut scene, (objects, clouds, held, moved), pairs, values)?;
        let rules = rules(settings, flags, excluded);
        let made =
            py.detach(|| photofinish_robot::Checker::with_rules(&robot.inner, &scene, &rules));
        let inner = made.map_err(invalid)?;
        inner.planner(&joints).map_err(invalid)?;
        let links: Vec<_> = inner
            .robot()
            .links()
            .iter()
            .map(|link| link.name().to_owned())
            .collect();
        let clouds = scene.clouds().iter().map(|cloud| cloud.name());
        let objects = scene.objects().iter().map(Link::name).chain(clouds);
        let objects: Vec<_> = objects.map(str::to_owned).collect();
        let checker = Self {
            joints,
            links: numbered(&links, 0),
            objects: numbered(&objects, links.len()),
            bodies: [links, objects].concat(),
            inner,
        };
        Ok((
            checker,
            reader.warnings().iter().map(ToString::to_string).collect(),
        ))
    }
}
