//! The check that links and joints make one tree.

use std::collections::HashMap;

use super::{Joint, JointKind, Link, RobotError};

/// The tree that links and joints make.
pub(super) struct Tree {
    /// The parent of each link, and the joint between them, by index; none for the root.
    pub(super) parents: Vec<Option<(usize, usize)>>,
    /// The links from the root outwards.
    pub(super) order: Vec<usize>,
}

impl Tree {
    pub(super) fn new(links: &[Link], joints: &[Joint]) -> Result<Self, RobotError> {
        let link_names = unique("link", links.iter().map(Link::name))?;
        let joint_names = unique("joint", joints.iter().map(Joint::name))?;
        let link = |name: &str| {
            let index = link_names.get(name).copied();
            index.ok_or_else(|| RobotError::unknown_link(name, links.iter().map(Link::name)))
        };
        let mut parents = vec![None; links.len()];
        for (index, joint) in joints.iter().enumerate() {
            let (parent, child) = (link(&joint.parent)?, link(&joint.child)?);
            if parents[child].replace((parent, index)).is_some() {
                return Err(RobotError::TwoParents {
                    link: joint.child.clone(),
                });
            }
        }
        check_mimics(joints, &joint_names)?;
        let order = outwards(links, &parents)?;
        Ok(Self { parents, order })
    }

    /// Returns the pairs of links that a joint connects, also one of several values, which is a chain of joints.
    pub(super) fn neighbours(
        &self,
        links: &[Link],
        joints: &[Joint],
    ) -> impl Iterator<Item = [usize; 2]> {
        let index = |name: &str| links.iter().position(|link| link.name == name);
        self.parents
            .iter()
            .enumerate()
            .filter_map(move |(child, hangs_on)| {
                let (parent, joint) = (*hangs_on)?;
                let first = joints[joint].chain_from.as_deref().and_then(index);
                Some(ordered(first.unwrap_or(parent), child))
            })
    }
}

/// Returns the links, parents before children.
fn outwards(links: &[Link], parents: &[Option<(usize, usize)>]) -> Result<Vec<usize>, RobotError> {
    let mut roots = (0..links.len()).filter(|&link| parents[link].is_none());
    let Some(root) = roots.next() else {
        return Err(RobotError::NoRoot);
    };
    if let Some(second) = roots.next() {
        return Err(RobotError::TwoRoots {
            first: links[root].name.clone(),
            second: links[second].name.clone(),
        });
    }
    let mut children = vec![Vec::new(); links.len()];
    for (child, parent) in parents.iter().enumerate() {
        if let Some((parent, _)) = *parent {
            children[parent].push(child);
        }
    }
    let mut order = vec![root];
    let mut next = 0;
    while let Some(&link) = order.get(next) {
        order.extend(&children[link]);
        next += 1;
    }
    let mut is_reached = vec![false; links.len()];
    for &link in &order {
        is_reached[link] = true;
    }
    match is_reached.iter().position(|&reached| !reached) {
        // links that are not reached hang on each other in a ring
        Some(lost) => Err(RobotError::Ring {
            name: links[lost].name.clone(),
        }),
        None => Ok(order),
    }
}

/// Checks that every chain of joints that follow each other ends at a joint that follows none, and that it moves. Each
/// chain is walked once.
fn check_mimics(joints: &[Joint], names: &HashMap<&str, usize>) -> Result<(), RobotError> {
    // for each joint, the first joint whose chain leads to it
    let mut seen_from = vec![None; joints.len()];
    for (first, joint) in joints.iter().enumerate() {
        let mut at = first;
        while joints[at].kind != JointKind::Fixed && seen_from[at].is_none() {
            seen_from[at] = Some(first);
            let Some(mimic) = &joints[at].mimic else {
                break;
            };
            let index = names.get(mimic.joint.as_str()).copied();
            let moves = index.filter(|&index| joints[index].kind != JointKind::Fixed);
            at = moves.ok_or_else(|| {
                let moving = joints.iter().filter(|joint| joint.kind != JointKind::Fixed);
                RobotError::unknown_joint(&mimic.joint, moving.map(Joint::name))
            })?;
            if seen_from[at] == Some(first) {
                return Err(RobotError::Ring {
                    name: joint.name.clone(),
                });
            }
        }
    }
    Ok(())
}

fn unique<'n>(
    kind: &'static str,
    names: impl Iterator<Item = &'n str>,
) -> Result<HashMap<&'n str, usize>, RobotError> {
    let mut indices = HashMap::new();
    for (index, name) in names.enumerate() {
        if indices.insert(name, index).is_some() {
            return Err(RobotError::DuplicateName {
                kind,
                name: name.to_owned(),
            });
        }
    }
    Ok(indices)
}

/// Returns a pair of links with the smaller index first.
pub(super) fn ordered(first: usize, second: usize) -> [usize; 2] {
    [first.min(second), first.max(second)]
}
