//! Tests of the arm of the examples, with its scene and paths.

use std::path::Path as FilePath;

use photofinish_robot::Checker;
use photofinish_robot_files::{self as files, PathRecord};

fn arm() -> (Checker, Vec<PathRecord>) {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/six_joint_arm");
    let mut robot =
        files::urdf(folder.join("arm.urdf"), &files::UrdfOptions::new()).expect("the arm");
    files::srdf(folder.join("arm.srdf"), &mut robot).expect("the allowed pairs");
    let scene = files::scene(folder.join("shelf.yaml"), &robot).expect("the scene");
    let checker = Checker::new(&robot, &scene).expect("a checker");
    let paths = files::paths(folder.join("paths.jsonl")).expect("the paths");
    (checker, paths)
}

#[test]
fn three_paths_of_the_arm_are_clear() {
    let (checker, paths) = arm();
    let mut found = Vec::new();
    for record in &paths {
        let (solution, certificate) = checker.certify(&record.path).expect("a path");
        certificate
            .verify(&checker, &record.path)
            .expect("a certificate that holds");
        let impact = solution.impact().map(|impact| impact.between.clone());
        let id = record.id.as_deref().expect("an id");
        found.push((id, impact.map(|between| [between.link, between.other])));
    }
    let touching = |link: &str, other: &str| Some([link.to_owned(), other.to_owned()]);
    let expected = [
        ("reach_for_the_can", None),
        ("over_the_table", None),
        ("out_of_the_shelf", None),
        (
            "past_the_side_of_the_shelf",
            touching("left_finger", "shelf"),
        ),
        (
            "wrist_against_the_upper_arm",
            touching("upper_arm", "right_finger"),
        ),
    ];
    assert_eq!(found, expected);
}

/// Ten samples for each segment do not see the contact.
#[test]
fn sampling_misses_a_contact_that_checking_finds() {
    let (checker, paths) = arm();
    let is_meant =
        |record: &&PathRecord| record.id.as_deref() == Some("past_the_side_of_the_shelf");
    let path = &paths.iter().find(is_meant).expect("the path").path;
    let last = path.positions.len() - 1;
    for sample in 0..=10 * last {
        let time = sample as f64 / 10.0;
        let configuration = checker
            .configuration(path, time)
            .expect("a time of the path");
        let distances = checker.distances(&configuration).expect("a configuration");
        assert!(
            distances.iter().all(|near| near.distance > 0.0),
            "at {time}"
        );
    }
    assert!(checker.check(path).expect("a path").impact().is_some());
}
