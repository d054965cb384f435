//! The automatic choice: meshes become pieces where their hulls touch at rest and their pieces do not.

use std::collections::HashSet;

use super::geometry::Collision;
use super::plan::LinkPlan;
use photofinish_meshes::Decomposer;
use photofinish_robot::{Checker, Robot, RobotError, Rules, Scene};

/// The indices of two links.
type Pair = [usize; 2];

/// Decomposes meshes where that ends a contact at rest. `robot` is built from the plans as they are, and `rebuilt`
/// builds it from others. Returns whether the plans have changed.
///
/// Which links may touch is not all known yet, as an SRDF is read later. So links may be decomposed that may touch
/// anyway. A mesh that cannot be decomposed stays its hull.
pub(super) fn settle<'a>(
    plans: &mut Vec<LinkPlan<'a>>,
    robot: &Robot,
    rebuilt: impl Fn(&[LinkPlan<'a>]) -> Result<Robot, RobotError>,
) -> Result<bool, RobotError> {
    if !plans
        .iter_mut()
        .any(|plan| automatic(plan).next().is_some())
    {
        return Ok(false);
    }
    let touching = touching(robot)?;
    let mut tried = plans.clone();
    let mut decomposed = HashSet::new();
    for link in touching.iter().flatten().copied() {
        let Some(plan) = tried.get_mut(link).filter(|_| !decomposed.contains(&link)) else {
            continue;
        };
        let mut is_any = false;
        for mesh in automatic(plan) {
            is_any |= mesh.decompose(&Decomposer::new()).is_ok() && mesh.pieces.len() > 1;
        }
        if is_any {
            decomposed.insert(link);
        }
    }
    if decomposed.is_empty() {
        return Ok(false);
    }
    let still = self::touching(&rebuilt(&tried)?)?;
    let mut changed = false;
    for link in touching.difference(&still).flatten() {
        if decomposed.remove(link) {
            plans[*link] = tried[*link].clone();
            changed = true;
        }
    }
    Ok(changed)
}

/// Returns the meshes of a link whose choice is automatic.
fn automatic<'p, 'a>(
    plan: &'p mut LinkPlan<'a>,
) -> impl Iterator<Item = &'p mut super::mesh_use::MeshUse<'a>> {
    plan.collisions
        .iter_mut()
        .filter_map(|collision| match collision {
            Collision::Mesh(mesh) if mesh.is_automatic => Some(mesh),
            _ => None,
        })
}

/// Returns the links of a robot that touch each other at rest and may not.
fn touching(robot: &Robot) -> Result<HashSet<Pair>, RobotError> {
    let rules = Rules::new().allow_nothing_to_check();
    let checker = Checker::with_rules(robot, &Scene::new(), &rules)?;
    let index = |name: &str| robot.links().iter().position(|link| link.name() == name);
    let distances = checker.distances(robot.rest())?.into_iter();
    let touching = distances.filter(|pair| pair.distance <= 0.0 && pair.moves);
    Ok(touching
        .filter_map(|pair| Some([index(&pair.between.link)?, index(&pair.between.other)?]))
        .collect())
}
