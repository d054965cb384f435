//! Tests of published robots and paths. They are in the folder that `PHOTOFINISH_ROBOTS` names, or in
//! `../shared/robots`. Without them the test prints that it was skipped. `random` makes its own robots.

use std::collections::HashMap;
use std::path::PathBuf;

use photofinish_robot::{Checker, Path, PathOutcome, Rules};
use photofinish_robot_files as files;
use serde_json::Value;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("PHOTOFINISH_ROBOTS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/robots");
    let folder = named.unwrap_or(beside);
    folder.join("plans.jsonl").is_file().then_some(folder)
}

/// A path with the name of its scene, and whether dense sampling found a collision.
struct Plan {
    path: Path,
    scene: String,
    collides: bool,
}

fn plans(folder: &std::path::Path) -> Vec<Plan> {
    let text = std::fs::read_to_string(folder.join("plans.jsonl")).expect("the paths");
    // the lines have keys of their own, which a reader passes over
    let reader = files::Reader::new();
    let records = reader.path_lines(text.as_bytes(), "plans.jsonl");
    let records = records.map(|record| record.expect("a path"));
    let truth = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        line["sampled"]["colliding"].as_u64().expect("a count") > 0
    });
    let plan = |(record, collides): (files::PathRecord, bool)| Plan {
        path: record.path,
        scene: record.scene.expect("a scene"),
        collides,
    };
    records.zip(truth).map(plan).collect()
}

#[test]
fn planned_paths_collide_where_dense_sampling_says_so_or_the_data_is_missing_and_this_is_skipped() {
    let Some(folder) = folder() else {
        eprintln!("SKIPPED: there are no published plans; PHOTOFINISH_ROBOTS names their folder");
        return;
    };
    let urdf = folder.join("panda/panda.urdf");
    let mut robot = files::urdf(urdf, &files::UrdfOptions::new()).expect("the robot");
    let arm: Vec<_> = (1..=7).map(|joint| format!("panda_joint{joint}")).collect();
    assert_eq!(robot.coordinates().collect::<Vec<_>>(), arm);
    let pieces: usize = robot.links().iter().map(|link| link.pieces().len()).sum();
    assert_eq!(pieces, 11);
    let semantics = files::srdf(folder.join("panda/panda.srdf"), &mut robot);
    let semantics = semantics.expect("the allowed pairs");
    assert_eq!(semantics.group("panda_arm").expect("a group"), arm);
    let ready = semantics.state("panda_arm", "ready").expect("a state");
    assert_eq!(ready[3], ("panda_joint4".to_owned(), -2.356));
    let rules = Rules::new().exclude("panda_link0").ignore_self();
    let mut checkers: HashMap<String, Checker> = HashMap::new();
    let mut colliding = 0;
    for (index, plan) in plans(&folder).into_iter().enumerate() {
        let checker = checkers.entry(plan.scene.clone()).or_insert_with(|| {
            let file = folder.join("problems").join(&plan.scene);
            let scene = files::scene(file, &robot).expect("a scene");
            assert!(!scene.objects().is_empty() && !scene.pairs().is_empty());
            assert_eq!(scene.joint_values().len(), 9);
            Checker::with_rules(&robot, &scene, &rules).expect("a checker")
        });
        let (solution, certificate) = checker.certify(&plan.path).expect("a path");
        match (&solution.outcome, plan.collides) {
            (PathOutcome::Separated(_), false) => {}
            (PathOutcome::Impact(_), true) => colliding += 1,
            (outcome, _) => panic!("path {index}: {outcome:?}"),
        }
        let verified = certificate.verify_outcome(checker, &plan.path, &solution.outcome);
        verified.unwrap_or_else(|error| panic!("path {index}: {error}"));
    }
    assert_eq!(colliding, 116);
}
