//! The arm of the examples on its paths: three are clear, and two name their contacts.

use std::path::Path as FilePath;

use photofinish_robot::Checker;
use photofinish_robot_files as files;

#[test]
fn three_paths_of_the_arm_are_clear() {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/six_joint_arm");
    let mut robot =
        files::urdf(folder.join("arm.urdf"), &files::UrdfOptions::new()).expect("the arm");
    files::srdf(folder.join("arm.srdf"), &mut robot).expect("the allowed pairs");
    let scene = files::scene(folder.join("shelf.yaml"), &robot).expect("the scene");
    let checker = Checker::new(&robot, &scene).expect("a checker");
    let mut found = Vec::new();
    for record in files::paths(folder.join("paths.jsonl")).expect("the paths") {
        let (solution, certificate) = checker.certify(&record.path).expect("a path");
        let proven = certificate.verify_outcome(&checker, &record.path, &solution.outcome);
        proven.expect("a certificate that holds");
        let impact = solution.impact().map(|impact| impact.between.clone());
        let between = impact.map(|between| format!("{} {}", between.link, between.other));
        found.push(format!("{}: {between:?}", record.id.expect("an id")));
    }
    let expected = [
        "reach_for_the_can: None",
        "over_the_table: None",
        "out_of_the_shelf: None",
        "past_the_side_of_the_shelf: Some(\"left_finger shelf\")",
        "wrist_against_the_upper_arm: Some(\"upper_arm right_finger\")",
    ];
    assert_eq!(found, expected);
}
