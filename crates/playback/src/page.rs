//! The page: the viewer with the motion inside.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::error::in_units;
use crate::track::{Differences, ROTATION_UNIT};
use crate::{Mesh, PlaybackError};

/// The unit in which the coordinates of normals are counted.
pub(crate) const NORMAL_UNIT: f64 = 1.0 / 1024.0;

const TEMPLATE: &str = include_str!("viewer/page.html");
const STYLE: &str = include_str!("viewer/style.css");
/// The parts of the viewer, in the order in which they use each other.
const SCRIPTS: [&str; 5] = [
    include_str!("viewer/motion.js"),
    include_str!("viewer/camera.js"),
    include_str!("viewer/scene.js"),
    include_str!("viewer/labels.js"),
    include_str!("viewer/main.js"),
];

/// All that the viewer shows. Times and lengths are whole numbers of units.
#[derive(Serialize)]
pub(crate) struct Document<'d> {
    pub(crate) title: &'d str,
    pub(crate) caption: &'d str,
    pub(crate) flat: bool,
    pub(crate) length_unit: f64,
    pub(crate) time_unit: f64,
    pub(crate) end: i32,
    pub(crate) view: Option<[f64; 3]>,
    pub(crate) sides: &'d [String],
    pub(crate) events_are: &'d str,
    pub(crate) meshes: &'d [MeshData],
    pub(crate) bodies: Vec<BodyData>,
    pub(crate) contacts: Vec<ContactData>,
    pub(crate) events: Vec<EventData>,
}

/// A mesh: coordinates and triangles, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct MeshData {
    points: Vec<i32>,
    triangles: Vec<u32>,
    edged: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct BodyData {
    pub(crate) mesh: usize,
    pub(crate) color: [f32; 4],
    pub(crate) side: Option<usize>,
    pub(crate) until: Option<i32>,
    pub(crate) track: Differences,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ContactData {
    pub(crate) time: i32,
    pub(crate) point: [i32; 3],
    pub(crate) normal: [i32; 3],
    pub(crate) micro: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct EventData {
    pub(crate) time: i32,
    pub(crate) body: usize,
}

impl MeshData {
    pub(crate) fn new(mesh: &Mesh, unit: f64) -> Result<Self, PlaybackError> {
        let coordinates = mesh.points.iter().flatten();
        let points = coordinates.map(|&x| in_units("a coordinate of a mesh", x, unit));
        Ok(Self {
            points: points.collect::<Result<_, _>>()?,
            triangles: mesh.triangles.concat(),
            edged: mesh.edged,
        })
    }
}

/// Returns the page that plays the motion.
pub(crate) fn html(document: &Document) -> String {
    let scripts = SCRIPTS.concat();
    let units = format!("const ROTATION_UNIT = {ROTATION_UNIT}, NORMAL_UNIT = {NORMAL_UNIT};\n");
    let data = STANDARD.encode(zipped(document));
    let parts = [
        ("{{title}}", escaped(document.title)),
        ("{{caption}}", escaped(document.caption)),
        ("{{style}}", STYLE.into()),
        ("{{script}}", units + &scripts),
        // last, as it is long
        ("{{data}}", data),
    ];
    let fill = |page: String, (slot, text): (&str, String)| page.replace(slot, &text);
    parts.into_iter().fold(TEMPLATE.into(), fill)
}

fn zipped(document: &Document) -> Vec<u8> {
    let json = serde_json::to_vec(document).expect("the document has text, numbers and lists only");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&json).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('{', "&#123;")
}
