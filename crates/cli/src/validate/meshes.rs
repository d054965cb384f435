//! Tells what the meshes of the robot became, and which links touch at rest.

use std::collections::{BTreeMap, BTreeSet};

use photofinish_robot::{BodyPair, Checker, RobotError};
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

/// Writes which of these pairs of links, which paths bring into contact, touch at rest already, to the standard error.
/// `alone` is the checker of the robot without any scene.
pub fn contacts_at_rest(
    alone: &Checker,
    met: &BTreeSet<BodyPair>,
    meshes: &[MeshReport],
) -> Result<(), RobotError> {
    let mut deepest = BTreeMap::new();
    for pair in alone.distances(alone.robot().rest())? {
        if pair.distance <= 0.0 && met.contains(&pair.between) {
            let depth = deepest.entry(pair.between).or_insert(0.0);
            *depth = pair.distance.min(*depth);
        }
    }
    for (between, distance) in deepest {
        let is_of = |mesh: &MeshReport| mesh.link == between.link || mesh.link == between.other;
        let has_hulls = meshes.iter().any(|m| m.form == MeshForm::Hull && is_of(m));
        let advice = if has_hulls {
            "this may be only the hulls of their meshes, and --meshes pieces follows the meshes more closely"
        } else {
            "as the robot is described, they collide there"
        };
        eprintln!(
            "note: {between} touch at rest too, {:.6} deep: {advice}",
            -distance
        );
    }
    Ok(())
}
