//! COLLADA: the positions that the faces and lines of each instance of a geometry use.
//!
//! This is a reader of our own, because no file may end the program, or lose a part or digits. `dae-parser` 0.11 keeps
//! numbers as f32, panics at `<init_cube>` in a material, and overflows the stack if nodes are nested deeply.
//! `mesh-loader` 0.1 keeps one of several instances of a geometry, and panics at an index without a vertex.

mod primitive;

use std::collections::HashMap;

use nalgebra::{Matrix4, Point3, Unit, UnitQuaternion, Vector3};

use super::Part;
use crate::warning::Source;
use crate::xml::{self, Element, Words};
use crate::{ReadError, files, limits};
use photofinish::motion::Rotor;
use primitive::used;

/// The largest number of nodes, instances included. Instances of nodes within instances of nodes multiply, and may even
/// be a ring, which is an error.
const MOST_NODES: usize = 100_000;

const NODE: Words = Words {
    attributes: &["id", "name", "sid", "type", "layer"],
    idle_attributes: &[],
    single: &[],
    several: &[
        "node",
        "instance_node",
        "instance_geometry",
        "instance_controller",
        "lookat",
        "skew",
        "matrix",
        "translate",
        "rotate",
        "scale",
    ],
    idle: &["asset", "extra", "instance_camera", "instance_light"],
    elsewhere: &[],
    open: false,
};

pub(super) fn read(text: &str, source: Source<'_>) -> Result<Vec<Part>, ReadError> {
    let text = xml::prepared(text);
    let document = xml::parse(&text, source.name)?;
    let root = Element::root(&document, source, "COLLADA")?;
    let mut reader = Reader {
        by_id: root
            .descendants()
            .filter_map(|element| Some((element.attribute("id")?, element)))
            .collect(),
        used: HashMap::new(),
        parts: Vec::new(),
        points: 0,
        nodes: 0,
    };
    let unit = root.child("asset").and_then(|asset| asset.child("unit"));
    let metre = match unit {
        Some(unit) => unit.number("meter")?.unwrap_or(1.0),
        None => 1.0,
    };
    let scaling = Matrix4::new_scaling(metre);
    let scene = root
        .child("scene")
        .and_then(|scene| scene.child("instance_visual_scene"));
    match scene {
        Some(instance) => {
            let scene = reader.target(instance, "url", "visual_scene")?;
            for node in scene.children("node") {
                reader.node(node, scaling, 0)?;
            }
        }
        // without a scene, geometries are in their own frames
        None => {
            let libraries = root.children("library_geometries");
            for geometry in libraries.flat_map(|library| library.children("geometry")) {
                reader.geometry(geometry, &scaling)?;
            }
        }
    }
    Ok(reader.parts)
}

struct Reader<'a> {
    by_id: HashMap<&'a str, Element<'a>>,
    /// The points of geometries by their addresses. A geometry is read once, however many instances it has.
    used: HashMap<usize, Vec<Point3<f64>>>,
    parts: Vec<Part>,
    /// The number of points in `parts`.
    points: usize,
    nodes: usize,
}

impl<'a> Reader<'a> {
    /// Returns the element with this tag that an attribute of `from` refers to as `#id`.
    fn target(
        &self,
        from: Element<'a>,
        attribute: &str,
        tag: &'static str,
    ) -> Result<Element<'a>, ReadError> {
        let reference = from.required(attribute)?;
        reference
            .strip_prefix('#')
            .and_then(|id| self.by_id.get(id))
            .filter(|element| element.tag() == tag)
            .copied()
            .ok_or_else(|| ReadError::unknown(from.place(), tag, reference, []))
    }

    fn node(
        &mut self,
        node: Element<'a>,
        outer: Matrix4<f64>,
        depth: usize,
    ) -> Result<(), ReadError> {
        self.nodes += 1;
        if depth > limits::NODE_DEPTH || self.nodes > MOST_NODES {
            return Err(ReadError::unsupported(
                node.place(),
                "a scene of so many nodes within nodes",
                "an instance must not be within itself",
            ));
        }
        node.check(&NODE)?;
        let mut pose = outer;
        for part in node.elements() {
            match part.tag() {
                "node" => self.node(part, pose, depth + 1)?,
                "instance_node" => {
                    let target = self.target(part, "url", "node")?;
                    self.node(target, pose, depth + 1)?;
                }
                "instance_geometry" => {
                    let target = self.target(part, "url", "geometry")?;
                    self.geometry(target, &pose)?;
                }
                "instance_controller" | "lookat" | "skew" => {
                    return Err(ReadError::unsupported(
                        part.place(),
                        part.label(),
                        "export the mesh with its transforms applied",
                    ));
                }
                _ => pose *= transform(part)?,
            }
        }
        Ok(())
    }

    fn geometry(&mut self, geometry: Element<'a>, pose: &Matrix4<f64>) -> Result<(), ReadError> {
        let key = geometry.address();
        if !self.used.contains_key(&key) {
            self.used.insert(key, self.used_points(geometry)?);
        }
        let used = &self.used[&key];
        self.points += used.len();
        if self.points > limits::MESH_POINTS {
            let what = "the points of all instances of geometries";
            return Err(ReadError::too_large(
                geometry.place(),
                what,
                limits::MESH_POINTS,
            ));
        }
        let place = |position| pose.transform_point(position).coords;
        self.parts.push(used.iter().map(place).collect());
        Ok(())
    }

    /// Returns the points that the faces and lines of a geometry use, in its own frame.
    fn used_points(&self, geometry: Element<'a>) -> Result<Vec<Point3<f64>>, ReadError> {
        let mesh = geometry.required_child("mesh")?;
        let inputs = mesh.required_child("vertices")?.children("input");
        let mut inputs = inputs.filter(|input| input.attribute("semantic") == Some("POSITION"));
        let input = inputs.next().ok_or_else(|| {
            ReadError::missing(mesh.place(), mesh.label(), "an <input> of positions")
        })?;
        let positions = positions(self.target(input, "source", "source")?)?;
        let is_used = used(mesh, positions.len())?;
        let points = positions.into_iter().zip(is_used);
        Ok(points
            .filter(|&(_, is_used)| is_used)
            .map(|(position, _)| position)
            .collect())
    }
}

/// Returns the matrix of a node's transform; the identity for an element that is no transform.
fn transform(element: Element<'_>) -> Result<Matrix4<f64>, ReadError> {
    Ok(match element.tag() {
        "matrix" => Matrix4::from_row_slice(&numbers::<16>(element)?),
        "translate" => Matrix4::new_translation(&numbers::<3>(element)?.into()),
        "scale" => Matrix4::new_nonuniform_scaling(&numbers::<3>(element)?.into()),
        "rotate" => {
            let [x, y, z, degrees] = numbers(element)?;
            match Unit::try_new(Vector3::new(x, y, z), f64::MIN_POSITIVE) {
                Some(axis) => {
                    UnitQuaternion::turn(axis.into_inner(), degrees.to_radians()).to_homogeneous()
                }
                None => {
                    return Err(element.malformed(
                        "the text",
                        "an axis and an angle",
                        element.text(),
                    ));
                }
            }
        }
        _ => Matrix4::identity(),
    })
}

fn numbers<const N: usize>(element: Element<'_>) -> Result<[f64; N], ReadError> {
    let expected = match N {
        16 => "16 finite numbers",
        4 => "4 finite numbers",
        _ => "3 finite numbers",
    };
    files::numbers(element.text())
        .ok_or_else(|| element.malformed("the text", expected, element.text()))
}

/// Returns the points of a `<source>`, as its accessor describes them.
fn positions(source: Element<'_>) -> Result<Vec<Point3<f64>>, ReadError> {
    let array = source.required_child("float_array")?;
    let values: Vec<f64> = array
        .text()
        .split_whitespace()
        .map(|word| {
            files::number(word).ok_or_else(|| array.malformed("a number", "a finite number", word))
        })
        .collect::<Result<_, _>>()?;
    let accessor = source
        .required_child("technique_common")?
        .required_child("accessor")?;
    let count = |name: &str, default: Option<usize>| match (accessor.attribute(name), default) {
        (None, Some(default)) => Ok(default),
        (None, None) => accessor.required(name).map(|_| 0),
        (Some(text), _) => text
            .trim()
            .parse()
            .map_err(|_| accessor.malformed(name, "a count", text)),
    };
    let (count, offset, stride) = (
        count("count", None)?,
        count("offset", Some(0))?,
        count("stride", Some(3))?,
    );
    let end = stride
        .checked_mul(count)
        .and_then(|size| size.checked_add(offset));
    if stride < 3 || end.is_none_or(|end| end > values.len()) {
        let found = format!(
            "{count} times {stride} after {offset}, of {} numbers",
            values.len()
        );
        return Err(accessor.malformed(
            "the extent",
            "three or more numbers a point, all there",
            &found,
        ));
    }
    let points = values[offset..].chunks_exact(stride).take(count);
    Ok(points
        .map(|point| Point3::new(point[0], point[1], point[2]))
        .collect())
}
