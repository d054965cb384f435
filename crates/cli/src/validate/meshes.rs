//! Tells what the meshes of the robot became, and which links touch at rest.

use std::collections::BTreeMap;

use photofinish_robot::{Checker, RobotError};
use photofinish_robot_files::{MeshForm, MeshReport};

/// Writes what the meshes of each link became to the standard error, in one line. A surface with holes that was
/// decomposed has a line of its own.
pub fn report(meshes: &[MeshReport]) {
    let (mut hulls, mut others) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let link = &mesh.link;
        match &mesh.form {
            MeshForm::Hull if hulls.contains(link) => {}
            MeshForm::Hull => hulls.push(link.clone()),
            MeshForm::Objects(count) => others.push(format!("{link}: {count} objects")),
            MeshForm::Given(count) => others.push(format!("{link}: {count} pieces of a file")),
            MeshForm::Decomposed(count) => others.push(format!("{link}: {count} pieces")),
            form => others.push(format!("{link}: {form}")),
        }
        if matches!(mesh.form, MeshForm::Decomposed(_)) && !mesh.closed {
            eprintln!("note: {mesh}");
        }
    }
    if !hulls.is_empty() {
        others.insert(0, format!("hull: {}", hulls.join(", ")));
    }
    if !others.is_empty() {
        eprintln!("meshes: {}", others.join("; "));
    }
}

/// Writes which links touch each other at rest, although they may not, to the standard error.
pub fn contacts_at_rest(checker: &Checker) -> Result<(), RobotError> {
    let mut deepest = BTreeMap::new();
    for pair in checker.distances(checker.robot().rest())? {
        if pair.distance <= 0.0 && !pair.between.is_object {
            let depth = deepest.entry(pair.between.to_string()).or_insert(0.0);
            *depth = pair.distance.min(*depth);
        }
    }
    for (between, distance) in deepest {
        eprintln!(
            "note: {between} touch at rest, {:.6} deep: allow them, or take pieces for their meshes",
            -distance
        );
    }
    Ok(())
}
