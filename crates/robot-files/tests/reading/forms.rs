//! Tests of what meshes become: hulls, objects, pieces of a decomposition or of another file.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::Ball;
use photofinish_robot::{Checker, Path, Robot, Rules, Scene};
use photofinish_robot_files::{
    Decomposer, MeshForm, MeshReport, MeshShape, ReadError, Reader, UrdfOptions, Warning,
};

use crate::files::Directory;

/// The corners of a U in the plane, 3 wide and 3 high, its walls 1 thick.
const OUTLINE: &str = "0 0,3 0,3 3,2 3,2 1,1 1,1 3,0 3";

/// Returns a prism that is 1 deep, as OBJ, without its lid if it is `open`.
fn prism(outline: &str, open: bool) -> String {
    let corner = |z: i32| outline.split(',').map(move |xy| format!("v {xy} {z}\n"));
    let mut text: String = corner(0).chain(corner(1)).collect();
    let count = outline.split(',').count();
    let face = |corners: Vec<usize>| {
        let corners = corners.iter().map(|corner| format!(" {corner}"));
        format!("f{}\n", corners.collect::<String>())
    };
    text += &face((1..=count).rev().collect());
    if !open {
        text += &face((count + 1..=2 * count).collect());
    }
    for k in 1..=count {
        let next = k % count + 1;
        text += &face(vec![k, next, next + count, k + count]);
    }
    text
}

/// Returns the corners of a box, as OBJ.
fn block([left, right]: [f64; 2], [low, high]: [f64; 2], depths: [f64; 2]) -> String {
    let outline = [[left, low], [right, low], [right, high], [left, high]];
    let corners = |z: f64| outline.map(|[x, y]| format!("v {x} {y} {z}\n")).concat();
    depths.map(corners).concat()
}

/// The walls and the floor of the U, as objects.
fn pieces_of_u(floor: f64) -> String {
    let piece = |x, top| block(x, [0.0, top], [0.0, 1.0]) + "p -8 -7 -6 -5 -4 -3 -2 -1\n";
    let walls = [
        "o left\n",
        &piece([0.0, 1.0], 3.0),
        "o right\n",
        &piece([2.0, 3.0], 3.0),
    ];
    walls.concat() + "o floor\n" + &piece([0.0, 3.0], floor)
}

/// A U whose floor is along x, and a probe: a ball of radius 0.2 in its middle, 1.2 above the floor of the U, which two
/// joints lower and turn.
fn robot(
    directory: &Directory,
    mesh: &str,
    options: &UrdfOptions,
) -> (Result<Robot, ReadError>, Vec<MeshReport>, Vec<Warning>) {
    let text = format!(
        r#"<robot name="r"><link name="cup"><collision><geometry><mesh {mesh}/></geometry></collision></link>
        <link name="lift"/>
        <link name="probe"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>
        <joint name="down" type="prismatic"><parent link="cup"/><child link="lift"/><origin xyz="1.5 2.2 0.5"/>
        <axis xyz="0 -1 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
        <joint name="turn" type="continuous"><parent link="lift"/><child link="probe"/></joint></robot>"#
    );
    let file = directory.write("arm.urdf", text);
    let reader = Reader::new();
    let robot = reader.urdf(file, options);
    (robot, reader.meshes(), reader.warnings())
}

fn cup() -> Directory {
    let directory = Directory::new();
    directory.write("u.obj", prism(OUTLINE, false));
    directory.write("open.obj", prism(OUTLINE, true));
    directory.write("parts.obj", pieces_of_u(1.0));
    directory.write("thin.obj", pieces_of_u(0.75));
    directory
}

/// Returns the least distance of the probe from the cup at rest.
fn at_rest(robot: &Robot) -> f64 {
    let checker = Checker::new(robot, &Scene::new()).unwrap();
    let pairs = checker.distances(robot.rest()).unwrap();
    pairs
        .iter()
        .fold(f64::INFINITY, |least, pair| least.min(pair.distance))
}

/// Returns whether a small ball at a place in the world touches the robot at rest.
fn touches(robot: &Robot, radius: f64, place: Vector3<f64>) -> bool {
    let mut scene = Scene::new();
    let pose = Isometry3::from_parts(place.into(), Default::default());
    scene.add("pea", Ball::new(radius).unwrap(), pose).unwrap();
    scene.allow("pea", "probe");
    let rules = Rules::new().ignore_self().allow_nothing_to_check();
    let checker = Checker::with_rules(robot, &scene, &rules).unwrap();
    let path = Path::new(vec![robot.rest().to_vec()]);
    !checker.check(&path).unwrap().is_clear()
}

const U: &str = r#"filename="u.obj""#;

fn coarse() -> MeshShape {
    MeshShape::Decomposed(Decomposer::new().resolution(16))
}

/// The ball is 0.5 - 0.2 from both walls, of which cuts between voxels of 3 / 64 take up to two.
#[test]
fn a_hull_that_touches_at_rest_becomes_pieces_that_do_not() {
    let directory = cup();
    let of = |mesh: &str, shape: MeshShape| {
        let options = UrdfOptions::new().meshes(shape);
        let (robot, reports, warnings) = robot(&directory, mesh, &options);
        assert_eq!(warnings, []);
        (robot.unwrap(), reports[0].clone())
    };
    let (hull, report) = of(U, MeshShape::Hull);
    assert!(at_rest(&hull) < 0.0);
    assert_eq!((report.form, report.closed), (MeshForm::Hull, true));
    // shifted by its scale, the cup is elsewhere
    let (beside, report) = of(r#"filename="u.obj" scale="1 1 -1""#, MeshShape::Automatic);
    assert!((at_rest(&beside) - 0.3).abs() < 1e-9);
    assert_eq!(report.form, MeshForm::Hull);
    // three times as wide a wall: the ball is in it, and pieces would touch it too
    let (wide, report) = of(r#"filename="u.obj" scale="3 1 1""#, MeshShape::Automatic);
    assert!(at_rest(&wide) < 0.0);
    assert_eq!(report.form, MeshForm::Hull);

    let (robot, report) = of(U, MeshShape::Automatic);
    let distance = at_rest(&robot);
    assert!((0.2..0.3 + 1e-9).contains(&distance), "{distance}");
    let is_so = matches!(report.form, MeshForm::Decomposed(2..));
    assert!(is_so, "{report:?}");
    let expected = r#"the mesh "u.obj" of link "cup" is the pieces"#;
    assert!(report.to_string().contains(expected), "{report}");
    // lowered by 1, the ball is on the floor
    let checker = Checker::new(&robot, &Scene::new()).unwrap();
    let lowered = checker.check(&Path::new(vec![vec![0.0, 0.0], vec![2.0, 1.0]]));
    let impact = lowered
        .unwrap()
        .impact()
        .cloned()
        .expect("the floor is in the way");
    assert!((impact.configuration[0] - 1.0).abs() < 0.1, "{impact}");
}

#[test]
fn an_object_inside_a_mesh_is_in_contact_whatever_the_mesh_becomes() {
    let directory = cup();
    let forms = [
        MeshShape::Automatic,
        MeshShape::Hull,
        MeshShape::Decomposed(Decomposer::new().most_pieces(3).resolution(16)),
        MeshShape::Given(directory.path().join("parts.obj")),
    ];
    for form in forms {
        for (scale, sign) in [("1 1 1", 1.0), ("-1 1 1", -1.0)] {
            let options = UrdfOptions::new().meshes(form.clone());
            let mesh = format!(r#"filename="u.obj" scale="{scale}""#);
            let (robot, ..) = robot(&directory, &mesh, &options);
            let robot = robot.unwrap();
            // a lattice through the walls and the floor
            for i in 0..8 {
                for j in 0..8 {
                    for k in 0..3 {
                        let [x, y, z] = [i, j, k].map(|n| 0.05 + 0.4 * f64::from(n));
                        let in_gap = 1.0 < x && x < 2.0 && y > 1.0;
                        let there = vector![sign * x, y, z];
                        assert!(in_gap || touches(&robot, 1e-6, there), "{form:?} {there:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn choices_hold_for_the_robot_for_a_link_or_for_a_file() {
    let directory = cup();
    let given = || MeshShape::Given(directory.path().join("parts.obj"));
    let form = |options: &UrdfOptions| robot(&directory, U, options).1[0].form.clone();
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    assert_eq!(form(&options), MeshForm::Objects(1));
    let options = options.meshes_of_link("cup", coarse());
    assert!(matches!(form(&options), MeshForm::Decomposed(_)));
    let options = options.mesh_file("u.obj", given());
    assert_eq!(form(&options), MeshForm::Given(3));
    // the last choice counts
    let options = options.mesh_file("u.obj", MeshShape::Hull);
    assert_eq!(form(&options), MeshForm::Hull);
}

#[test]
fn given_pieces_that_leave_out_a_part_of_the_mesh_are_a_warning() {
    let directory = cup();
    for (file, expected) in [
        ("parts.obj", None),
        ("thin.obj", Some(r#""cup" reaches 0.25 out of"#)),
    ] {
        let given = UrdfOptions::new().meshes(MeshShape::Given(directory.path().join(file)));
        let (robot, _, warnings) = robot(&directory, U, &given);
        robot.unwrap();
        let is_so = match expected {
            None => warnings.is_empty(),
            Some(expected) => warnings.len() == 1 && warnings[0].message().contains(expected),
        };
        assert!(is_so, "{warnings:?}");
    }
}

#[test]
fn a_surface_with_holes_is_decomposed_and_reported() {
    let pieces = UrdfOptions::new().meshes(coarse());
    let (robot, reports, _) = robot(&cup(), r#"filename="open.obj""#, &pieces);
    assert!(!reports[0].closed && robot.is_ok());
    assert!(reports[0].to_string().contains("its surface has holes"));
}

#[test]
fn choices_that_fit_nothing_are_errors() {
    let directory = cup();
    let options = UrdfOptions::new;
    let given = MeshShape::Given(directory.path().join("none.obj"));
    let coarse = MeshShape::Decomposed(Decomposer::new().resolution(2));
    for (options, expected) in [
        (
            options().meshes_of_link("cop", MeshShape::Hull),
            r#"arm.urdf:1:1: there is no link named "cop": did you mean `cup`?"#,
        ),
        (
            options().mesh_file("v.obj", MeshShape::Hull),
            r#"arm.urdf:1:1: there is no mesh file named "v.obj": did you mean `u.obj`?"#,
        ),
        (options().meshes(given), "none.obj: "),
        (
            options().meshes(coarse),
            r#"arm.urdf:1:55: the mesh "u.obj" of link "cup" cannot be decomposed: resolution must be from 4.0 to 256.0, but is 2.0"#,
        ),
    ] {
        let message = directory.message(robot(&directory, U, &options).0);
        assert!(message.starts_with(expected), "{message}");
    }
}

/// A decomposition would take a body of many faces apart, although it is convex but for the rounding of its file.
#[test]
fn a_mesh_that_is_convex_already_is_one_piece() {
    let corner = |k: u32| {
        let (y, x) = (f64::from(k) * std::f64::consts::TAU / 24.0).sin_cos();
        format!("{x:.6} {y:.6}")
    };
    let round: Vec<_> = (0..24).map(corner).collect();
    let directory = cup();
    directory.write("round.obj", prism(&round.join(","), false));
    // the scale mirrors the mesh
    let mesh = r#"filename="round.obj" scale="1 2 -1""#;
    let (robot, reports, _) = robot(&directory, mesh, &UrdfOptions::new().meshes(coarse()));
    assert_eq!(reports[0].form, MeshForm::Decomposed(1));
    assert_eq!(robot.unwrap().links()[0].pieces().len(), 1);
}
