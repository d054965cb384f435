//! Which bodies may touch, and the distances to keep, by a file and by options.

use std::collections::BTreeSet;
use std::error::Error;

use photofinish_robot::{Checker, Cloud, Link, Robot, Rules, Scene};
use photofinish_robot_files::{ReadError, Reader};
use photofinish_spelling::{nearest, question};

use super::ValidateArgs;

/// Reads the rules. Options come before what the file says.
pub fn read(args: &ValidateArgs, reader: &Reader) -> Result<Rules, ReadError> {
    let file = args.rules.as_ref().map(|file| reader.rules(file));
    let mut rules = file
        .transpose()?
        .unwrap_or_default()
        .accuracy(args.accuracy);
    for (distance, set) in [
        (
            args.target_distance,
            Rules::target_distance as fn(Rules, f64) -> Rules,
        ),
        (args.link_distance, Rules::target_distance_of_links),
        (args.object_distance, Rules::target_distance_to_objects),
        (args.tolerance, Rules::tolerance),
    ] {
        if let Some(distance) = distance {
            rules = set(rules, distance);
        }
    }
    for ([link, other], distance) in &args.pair_distance {
        rules = rules.target_distance_between(link, other, *distance);
    }
    if args.no_self {
        rules = rules.ignore_self();
    }
    for link in &args.exclude {
        rules = rules.exclude(link);
    }
    Ok(rules)
}

/// Returns the names of links and objects.
fn names<'n>(robot: &'n Robot, scene: &'n Scene) -> impl Iterator<Item = &'n str> {
    let attached = scene.attached().iter().map(|held| &held.object);
    let bodies = robot.links().iter().chain(scene.objects());
    let clouds = scene.clouds().iter().map(Cloud::name);
    bodies.chain(attached).map(Link::name).chain(clouds)
}

/// Checks that what the options and rules name is in one of the scenes at least. If a scene could not be read, it may
/// be there.
pub fn check_names<'s>(
    args: &ValidateArgs,
    rules: &Rules,
    (robot, scenes): (
        &Robot,
        impl Iterator<Item = &'s Result<Scene, String>> + Clone,
    ),
) -> Result<(), String> {
    let Ok(scenes) = scenes.map(Result::as_ref).collect::<Result<Vec<_>, _>>() else {
        return Ok(());
    };
    let none = Scene::new();
    let scenes = scenes.into_iter().chain([&none]);
    let known: BTreeSet<_> = scenes.flat_map(|scene| names(robot, scene)).collect();
    let allowed = args.allow.iter().flatten();
    let named = allowed.map(|name| ("--allow: ", name));
    let mut named = named.chain(rules.names().map(|name| ("distances: ", name)));
    match named.find(|(_, name)| !known.contains(name.as_str())) {
        None => Ok(()),
        Some((what, name)) => {
            let question = question(nearest(name, known));
            Err(format!(
                "{what}there is neither a link nor an object named {name:?}{question}"
            ))
        }
    }
}

/// Returns a checker for a scene. Options and rules about objects of other scenes do not matter to it.
pub fn checker(
    args: &ValidateArgs,
    rules: &Rules,
    (robot, scene): (&Robot, &Scene),
) -> Result<Checker, Box<dyn Error>> {
    let mut named = scene.clone();
    let known: BTreeSet<_> = names(robot, scene).collect();
    let is_here = |pair: &[String; 2]| pair.iter().all(|name| known.contains(name.as_str()));
    for pair in args.allow.iter().filter(|pair| is_here(pair)) {
        let [one, other] = pair;
        named.allow(one, other);
    }
    for (joint, value) in &args.set {
        robot.clone().set_rest(joint, *value)?;
        named.set_joint(joint, *value);
    }
    let rules = rules.clone().retain_pairs(is_here);
    Ok(Checker::with_rules(robot, &named, &rules)?)
}
