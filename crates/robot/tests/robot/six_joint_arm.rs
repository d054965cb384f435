//! The arm of the examples on its paths: three are clear, and two name their contacts.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};

use photofinish_robot::{BodyPair, Checker, PairOutcome};
use photofinish_robot_files as files;

/// Returns the arm in its scene, and its folder.
fn arm() -> (Checker, PathBuf) {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/six_joint_arm");
    let urdf = files::urdf(folder.join("arm.urdf"), &files::UrdfOptions::new());
    let mut robot = urdf.expect("the arm");
    files::srdf(folder.join("arm.srdf"), &mut robot).expect("the allowed pairs");
    let scene = files::scene(folder.join("shelf.yaml"), &robot).expect("the scene");
    (Checker::new(&robot, &scene).expect("a checker"), folder)
}

/// Certificates hold. The clearance of each pair is no more than the least distance in dense samples, and less by a tenth at
/// most. A pair is in contact only if it is in the samples.
#[test]
fn three_paths_are_clear_and_each_pair_has_the_clearance_that_samples_have() {
    let (checker, folder) = arm();
    let mut found = Vec::new();
    for record in files::paths(folder.join("paths.jsonl")).expect("the paths") {
        let path = record.path;
        let (solution, certificate) = checker.certify(&path).expect("a path");
        let proven = certificate.verify_outcome(&checker, &path, &solution.outcome);
        proven.expect("a certificate that holds");
        let between = solution.impact().map(|impact| &impact.between);
        let between = between.map(|between| format!("{} {}", between.link, between.other));
        found.push(format!("{}: {between:?}", record.id.expect("an id")));
        let pairs = checker.clearances(&path).expect("a path");
        assert!(pairs.len() > 20 && pairs.is_sorted_by(|one, other| one.between < other.between));
        let mut sampled = BTreeMap::<BodyPair, f64>::new();
        let end = (path.positions.len() - 1) as f64;
        for sample in 0..=2000 {
            let time = end * f64::from(sample) / 2000.0;
            let configuration = checker.configuration(&path, time).expect("a time");
            let distances = checker.distances(&configuration).expect("a configuration");
            for pair in distances.into_iter().filter(|pair| pair.moves) {
                let least = sampled.entry(pair.between).or_insert(f64::INFINITY);
                *least = pair.distance.min(*least);
            }
        }
        assert!(sampled.keys().eq(pairs.iter().map(|pair| &pair.between)));
        let mut first = None;
        for (pair, least) in pairs.iter().zip(sampled.values()) {
            let is_so = match pair.outcome {
                // between samples the bodies come a little nearer
                PairOutcome::Separated { clearance } => {
                    (0.9 * least - 2e-3..=least + 1e-9).contains(&clearance)
                }
                PairOutcome::Impact { time } => {
                    first = Some(first.map_or(time, |first: f64| first.min(time)));
                    *least < 0.0
                }
                _ => false,
            };
            assert!(is_so, "{pair:?} {least}");
        }
        let checked = checker.check(&path).expect("decided");
        assert_eq!(first, checked.impact().map(|impact| impact.time));
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
