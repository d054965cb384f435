//! Tests of what `photofinish validate` heeds beside the shapes: limits of joints, distances, and links that touch at rest
//! or cannot be touched.

use std::fs;

use crate::validate::{BACK, HALF, ROBOT, SCENE, SWING};
use crate::validate::{folder, in_scene, notes, outcomes, swing_in, validate};
use crate::{answers, program, status, text};

#[test]
fn paths_that_leave_the_limits_of_joints_are_not_clear() {
    let folder = folder("limits");
    let lines = [
        r#"{"joints":["hinge"],"waypoints":[[0],[-60]]}"#,
        r#"{"joints":["slide"],"waypoints":[[0],[1.2]]}"#,
        BACK,
    ];
    let output = in_scene(&folder, &[], &lines);
    let outside = "outside_limits";
    assert_eq!(outcomes(&output), [outside, outside, "separated"]);
    assert_eq!(status(&output), 1);
    let answers = answers(&output);
    assert_eq!(answers[0]["joint"], "hinge");
    assert_eq!(answers[0]["value"], -60.0);
    assert_eq!(answers[0]["may_be_degrees"], true);
    assert_eq!(answers[1]["may_be_degrees"], false);
    assert!(text(&output.stderr).contains("1 clear, 0 in contact, 0 undecided, 2 outside limits"));
    let output = in_scene(&folder, &["--ignore-limits"], &lines);
    assert_eq!(outcomes(&output), ["impact", "separated", "separated"]);
}

/// The bar comes within 0.14 of the ball, and the tip, which may not touch it, is 0.06 off the base's frame.
#[test]
fn pairs_have_distances_of_their_own() {
    let folder = folder("distances");
    let rules = "target_distance: 0.2\npairs: [{link: bar, other: ball, target_distance: 0.05}]\n";
    fs::write(folder.join("rules.yaml"), rules).expect("a file");
    for (options, expected) in [
        ("--target-distance 0.2", "impact"),
        ("--object-distance 0.2", "impact"),
        ("--link-distance 0.2", "separated"),
        ("--pair-distance bar,ball=0.2", "impact"),
        ("--pair-distance tip,ball=0.2", "separated"),
        ("--rules rules.yaml", "separated"),
        ("--rules rules.yaml --pair-distance ball,bar=0.2", "impact"),
    ] {
        let words: Vec<_> = options.split(' ').collect();
        let output = in_scene(&folder, &words, &[HALF]);
        assert_eq!(outcomes(&output), [expected], "{options}");
    }
    let output = in_scene(&folder, &["--pair-distance", "bar,bal=0.2"], &[HALF]);
    let expected = "error: distances: there is neither a link nor an object named \"bal\": did you mean `ball`?\n";
    assert_eq!((text(&output.stderr), status(&output)), (expected, 2));
}

/// An option about an object of one scene does not matter to the others, but one that fits no scene is a mistake.
#[test]
fn options_may_name_objects_of_some_scenes() {
    let folder = folder("some");
    let other = SCENE.replace("id: ball", "id: post");
    fs::write(folder.join("scenes/post.yaml"), other).expect("a file");
    let lines = ["ball", "post"].map(swing_in);
    let lines = lines.each_ref().map(String::as_str);
    let allowing = |pair| {
        let words = ["--scenes", "scenes", "--allow", pair];
        validate(&folder, &words, &lines)
    };
    assert_eq!(outcomes(&allowing("bar,ball")), ["separated", "impact"]);
    let output = allowing("bar,bal");
    let expected = "error: --allow: there is neither a link nor an object named \"bal\": did you mean `ball`?\n";
    assert_eq!((text(&output.stderr), status(&output)), (expected, 2));
}

/// Links that touch at rest matter where a path brings them into contact, and whether hulls are to blame.
#[test]
fn links_that_touch_at_rest_are_noted_where_a_path_meets_them() {
    let folder = folder("rest");
    let meets = [r#"{"joints":["slide"],"waypoints":[[1],[0]]}"#];
    let stays_away = [r#"{"joints":["slide"],"waypoints":[[1],[0.5]]}"#];
    // a knob at the end of the bar, which the tip runs into
    let knob = "<link name=\"knob\"><collision><geometry><sphere radius=\"0.02\"/></geometry></collision></link>
        <joint name=\"k\" type=\"fixed\"><parent link=\"bar\"/><child link=\"knob\"/><origin xyz=\"0 1.03 0\"/></joint></robot>";
    let robot = ROBOT.replace("</robot>", knob);
    fs::write(folder.join("robot.urdf"), &robot).expect("a file");
    let output = validate(&folder, &[], &meets);
    assert_eq!(outcomes(&output), ["impact"]);
    let expected = "note: link \"tip\" and link \"knob\" touch at rest too, 0.040000 deep: as the robot is described, they \
        collide there";
    assert_eq!(notes(&output, "note: "), [expected]);
    assert!(notes(&validate(&folder, &[], &stays_away), "note: ").is_empty());
    let mesh = "v 0 0 0.02\nv 0 0.02 0\nv 0.02 0 0\nv 0 0 -0.02\nf 1 2 3\nf 1 2 4\n";
    fs::write(folder.join("knob.obj"), mesh).expect("a file");
    let robot = robot.replace("<sphere radius=\"0.02\"/>", "<mesh filename=\"knob.obj\"/>");
    fs::write(folder.join("robot.urdf"), robot).expect("a file");
    let output = validate(&folder, &["--meshes", "hull"], &meets);
    assert_eq!(outcomes(&output), ["impact"]);
    let [note] = notes(&output, "note: ")[..] else {
        panic!("{output:?}");
    };
    assert!(note.contains("--meshes pieces"), "{note}");
}

#[test]
fn a_link_that_is_only_drawn_is_warned_of() {
    let folder = folder("drawn");
    let robot = ROBOT.replacen("collision>", "visual>", 2);
    fs::write(folder.join("robot.urdf"), robot).expect("a file");
    let output = in_scene(&folder, &[], &[BACK]);
    let expected = "warning: robot.urdf:3:3: link \"bar\" is drawn, but without collision geometry: nothing can touch it";
    assert_eq!(notes(&output, "warning: "), [expected]);
    assert_eq!(status(&output), 0);
    let words = ["--deny-warnings", "--drawn-only", "bar"];
    let [denied, known] = [&words[..1], &words].map(|words| in_scene(&folder, words, &[BACK]));
    assert_eq!((status(&denied), status(&known)), (2, 0));
}

/// Both joints of the robot have a velocity of 1 at most.
#[test]
fn paths_that_are_too_fast_are_not_clear() {
    let folder = folder("rates");
    let limits = "joint_limits: {hinge: {has_acceleration_limits: true, max_acceleration: 0.4}}\n";
    fs::write(folder.join("limits.yaml"), limits).expect("a file");
    let lines = [
        r#"{"joints":["hinge"],"waypoints":[[0],[-1.5]],"times":[0,1]}"#,
        r#"{"joints":["hinge"],"waypoints":[[0],[-0.5],[-0.4]],"times":[0,1,2]}"#,
        r#"{"joints":["hinge"],"waypoints":[[0],[-1.5]]}"#,
    ];
    let output = in_scene(&folder, &[], &lines);
    let [fast, fine] = ["rate_exceeded", "separated"];
    assert_eq!(outcomes(&output), [fast, fine, fine]);
    assert_eq!(status(&output), 1);
    let answer = &answers(&output)[0];
    assert_eq!(
        [&answer["joint"], &answer["quantity"]],
        ["hinge", "velocity"]
    );
    assert_eq!([&answer["value"], &answer["limit"]], [-1.5, 1.0]);
    assert!(text(&output.stderr).contains("2 clear, 0 in contact, 0 undecided, 1 outside limits"));
    let output = in_scene(&folder, &["--joint-limits", "limits.yaml"], &lines);
    assert_eq!(outcomes(&output), [fast, fast, fine]);
    let answer = &answers(&output)[1];
    assert_eq!(answer["quantity"], "acceleration");
    assert_eq!(answer["waypoint"], 1);
    let output = in_scene(&folder, &["--ignore-limits"], &lines);
    assert_eq!(outcomes(&output), [fine; 3]);
}

/// The ball of the scene, as a point with a radius: by an option, and by the scene itself.
#[test]
fn clouds_are_obstacles() {
    let folder = folder("clouds");
    let points =
        "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n-0.8 0 0\n";
    fs::write(folder.join("ball.pcd"), points).expect("a file");
    let scene =
        "world: {collision_objects: [{id: cloud, points: {file: ../ball.pcd, radius: 0.1}}]}\n";
    fs::write(folder.join("scenes/cloud.yaml"), scene).expect("a file");
    let swing = [SWING];
    let expected = answers(&in_scene(&folder, &[], &swing));
    for (words, name) in [
        ("--points ball.pcd=0.1", "ball"),
        ("--scene scenes/cloud.yaml", "cloud"),
    ] {
        let words: Vec<_> = words.split(' ').collect();
        let found = answers(&validate(&folder, &words, &swing));
        assert_eq!(found[0]["between"]["other"], name);
        for key in ["outcome", "time", "configuration", "distance"] {
            assert_eq!(found[0][key], expected[0][key], "{key}");
        }
        let pair = format!("bar,{name}");
        let allowed = [&words[..], &["--allow", &pair]].concat();
        let output = validate(&folder, &allowed, &swing);
        assert_eq!(outcomes(&output), ["separated"]);
    }
    let output = validate(&folder, &["--octomap", "ball.pcd"], &swing);
    assert!(text(&output.stderr).contains("an octomap begins with"));
    assert_eq!(status(&output), 2);
}

/// An angle of two plates, whose hull would fill the corner between them.
#[test]
fn cuts_of_meshes_are_kept_if_asked_for() {
    let folder = folder("cuts");
    let angle = "v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 1 4\nv 1 1 4\nv 1 4 4\nv 0 4 4\n\
                 f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
    fs::write(folder.join("angle.obj"), angle).expect("a file");
    let mesh = "<mesh filename=\"angle.obj\" scale=\"0.05 0.05 0.05\"/>";
    let robot = ROBOT.replace("<box size=\"0.1 1 0.1\"/>", mesh);
    fs::write(folder.join("robot.urdf"), robot).expect("a file");
    let words = ["--meshes", "pieces", "--mesh-cache", "a/cache"];
    let swing = [SWING];
    let expected = in_scene(&folder, &words[..2], &swing);
    for _ in 0..2 {
        let output = in_scene(&folder, &words, &swing);
        assert_eq!(text(&output.stdout), text(&expected.stdout));
        let cuts = fs::read_dir(folder.join("a/cache")).expect("a folder");
        assert_eq!(cuts.count(), 1);
    }
    let words = "pairs --robot robot.urdf --meshes pieces --mesh-cache b";
    let words: Vec<_> = words.split(' ').collect();
    assert_eq!(status(&program(&folder, &words)), 0);
    assert_eq!(fs::read_dir(folder.join("b")).expect("a folder").count(), 1);
    let output = in_scene(&folder, &["--mesh-cache", "robot.urdf"], &swing);
    assert!(text(&output.stderr).contains("error: robot.urdf: "));
}
