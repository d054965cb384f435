//! Targets of the readers. For any bytes a reader must return a value or an error of one line, without a panic.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use photofinish_cases::Case;
use photofinish_robot::Robot;
use photofinish_robot_files::{
    MeshShape, ReadError, Reader, SceneOptions, UrdfOptions, joint_limits_str,
};

/// Reads something. Checks that the message of an error is one line, and so is each warning.
fn survives<V>(read: impl FnOnce(&Reader) -> Result<V, ReadError>) {
    let reader = Reader::new();
    let error = read(&reader).err().map(|error| error.to_string());
    let warnings = reader.warnings().into_iter();
    let warnings = warnings.map(|warning| warning.to_string());
    for message in error.into_iter().chain(warnings) {
        let is_line = !message.is_empty() && !message.contains('\n');
        assert!(is_line, "{message:?}");
    }
}

/// Runs `read` with the path of a temporary file that has this content.
fn with_file<V>(name: &str, content: &[u8], read: impl FnOnce(PathBuf) -> V) -> V {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let directory = format!("photofinish-fuzzed-{}-{number}", std::process::id());
    let directory = std::env::temp_dir().join(directory);
    fs::create_dir_all(&directory).expect("there is a place for temporary files");
    let file = directory.join(name);
    fs::write(&file, content).expect("a temporary file can be written");
    let value = read(file);
    fs::remove_dir_all(&directory).expect("it can be removed again");
    value
}

pub fn urdf_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    survives(|reader| reader.urdf_str(&text, "", &UrdfOptions::new()));
}

/// Returns a robot of three links.
fn robot() -> Robot {
    let robot = r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
        <joint name="k" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"#;
    // it has no geometry, which is a warning
    let read = Reader::new().urdf_str(robot, "", &UrdfOptions::new());
    read.expect("a good robot")
}

pub fn srdf_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    survives(|reader| reader.srdf_str(&text, &mut robot()));
}

pub fn scene_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let robot = robot();
    survives(|reader| reader.scene_str(&text, &robot, &SceneOptions::new()));
    survives(|_| joint_limits_str(&text, &mut robot.clone()));
}

/// Reads paths from a file of this name.
pub fn paths(name: &str, bytes: &[u8]) {
    with_file(name, bytes, |file| survives(|reader| reader.paths(file)));
}

pub fn path_json(bytes: &[u8]) {
    paths("p.json", bytes);
    survives(|reader| {
        let mut lines = reader.path_lines(Cursor::new(bytes), "lines");
        lines.try_for_each(|line| line.map(drop))
    });
}

/// Reads a robot of one link whose mesh is this file.
pub fn mesh(name: &str, bytes: &[u8]) {
    with_file(name, bytes, |file| {
        let robot = format!(
            r#"<robot name="r"><link name="a"><collision><geometry><mesh filename="{name}" scale="1 2 1"/>
            </geometry></collision></link></robot>"#
        );
        let robot_file = file.with_file_name("r.urdf");
        fs::write(&robot_file, robot).expect("a temporary file can be written");
        for pieces in [MeshShape::Objects, MeshShape::default()] {
            survives(|reader| reader.urdf(&robot_file, &UrdfOptions::new().meshes(pieces)));
        }
    });
}

/// Reads a case from JSON, and builds its bodies in the dimension of the case.
pub fn case_json(bytes: &[u8]) {
    let Ok(case) = serde_json::from_slice::<Case>(bytes) else {
        return;
    };
    for body in [&case.a, &case.b] {
        if case.dimension() == 2 {
            let _ = body.build::<f64, nalgebra::UnitComplex<f64>, 2>();
            let _ = body.build::<f32, nalgebra::UnitComplex<f32>, 2>();
        } else {
            let _ = body.build::<f64, nalgebra::UnitQuaternion<f64>, 3>();
            let _ = body.build::<f32, nalgebra::UnitQuaternion<f32>, 3>();
        }
    }
}
