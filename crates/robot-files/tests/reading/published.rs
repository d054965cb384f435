//! Published robots and scenes. They are in the directory that `PHOTOFINISH_ROBOTS` names, or in `../shared/robots`.
//! Without them the test is skipped.

use std::io::Write;
use std::path::PathBuf;

use photofinish_robot_files::{Reader, UrdfOptions, scene, srdf, urdf};

#[test]
fn the_published_robot_its_scenes_and_paths_are_read() {
    let named = std::env::var_os("PHOTOFINISH_ROBOTS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/robots");
    let robots = named.unwrap_or(beside);
    if !robots.is_dir() {
        // the harness hides what a test prints, unless it fails or writes directly
        let folder = robots.display();
        let message = format!("SKIPPED: there is no {folder}; PHOTOFINISH_ROBOTS can name it\n");
        std::io::stderr().write_all(message.as_bytes()).unwrap();
        return;
    }
    let mut panda = urdf(robots.join("panda/panda.urdf"), &UrdfOptions::new()).unwrap();
    let arm: Vec<_> = (1..=7).map(|joint| format!("panda_joint{joint}")).collect();
    assert_eq!(panda.coordinates().collect::<Vec<_>>(), arm);
    let pieces: usize = panda.links().iter().map(|link| link.pieces().len()).sum();
    assert_eq!(pieces, 11);
    let semantics = srdf(robots.join("panda/panda.srdf"), &mut panda).unwrap();
    assert_eq!(semantics.group("panda_arm").unwrap(), arm);
    let ready = semantics.state("panda_arm", "ready").unwrap();
    assert_eq!(ready[3], ("panda_joint4".to_owned(), -2.356));
    assert_eq!(semantics.virtual_joints().len(), 1);

    // the lines have keys of other programs
    let records = Reader::new().paths(robots.join("plans.jsonl")).unwrap();
    assert_eq!(records.len(), 272);
    let mut positions = records.iter().map(|record| &record.path.positions[0]);
    assert!(positions.all(|first| first.len() == 7));
    let mut scenes = 0;
    for kind in std::fs::read_dir(robots.join("problems")).unwrap() {
        for file in std::fs::read_dir(kind.unwrap().path()).unwrap() {
            let scene = scene(file.unwrap().path(), &panda).unwrap();
            assert!(!scene.objects().is_empty() && !scene.pairs().is_empty());
            assert_eq!(scene.joint_values().len(), 9);
            scenes += 1;
        }
    }
    assert!(scenes >= 70, "{scenes}");
}
