//! What serialises, and what is refused when it is read.

use nalgebra::Matrix2;
use photofinish::motion::AnyMotion2;
use photofinish::shape::PosedShape;
use serde_json::{from_str, json, to_string, to_value};

use crate::build::*;

#[test]
fn every_shape_comes_back_as_it_was() {
    let points = [vector![0.0, 1.0], vector![2.0, 0.5], vector![-1.0, 0.25]];
    let pose = Isometry2::new(vector![3.0, 0.1], 0.7);
    let shapes: Result<Vec<AnyShape<f64, 2>>, ShapeError> = (|| {
        let (capsule, cone) = (Capsule::new(1.0, 0.5)?, Cone::new(1.0, 0.5)?);
        let posed = PosedShape::new(capsule, &pose).expect("a pose");
        // the entries are small enough to be scaled for directions
        let map = Matrix2::new(0.1, 0.02, 0.03, 0.4);
        Ok(vec![
            Ball::new(0.1)?.into(),
            Cuboid::new(vector![1.0, 2.0])?.into(),
            capsule.into(),
            Cylinder::new(1.0, 0.5)?.into(),
            cone.into(),
            Segment::new([points[0], points[1]])?.into(),
            Triangle::new(points)?.into(),
            PointSet::new(points.to_vec())?.into(),
            ConvexHull::new(&points)?.into(),
            ConvexHull::welded(&points, 0.25)?.into(),
            Ellipsoid::new(vector![0.5, 2.0])?.into(),
            Rounded::new(ConvexHull::new(&points)?, 0.25)?.into(),
            posed.into(),
            AffineImage::new(Rounded::new(cone, 0.1)?, map, points[1])?.into(),
        ])
    })();
    for shape in shapes.expect("good shapes") {
        let line = to_string(&shape).expect("a line");
        let back: AnyShape<f64, 2> = from_str(&line).expect("a shape");
        assert_eq!(back, shape, "{line}");
    }
}

#[test]
fn shapes_that_constructors_refuse_are_refused_when_read() {
    for line in [
        r#"{"ball":{"radius":-1}}"#,
        r#"{"ball":{"radius":1e200}}"#,
        r#"{"cuboid":{"half_extents":[1,-1]}}"#,
        r#"{"capsule":{"half_height":1,"radius":-0.1}}"#,
        r#"{"cylinder":{"half_height":-1,"radius":0.1}}"#,
        r#"{"cone":{"half_height":1}}"#,
        r#"{"segment":{"points":[[0,0],[1e200,0]]}}"#,
        r#"{"point_set":{"points":[]}}"#,
        r#"{"point_set":{"points":[[1e200,0]]}}"#,
        r#"{"convex_hull":{"points":[]}}"#,
        r#"{"convex_hull":{"points":[[1e200,0]]}}"#,
        r#"{"convex_hull":{"points":[[0,0]],"tolerance":-1}}"#,
        r#"{"convex_hull":{"points":[[0,0]],"deviation":-1}}"#,
        r#"{"posed":{"shape":{"ball":{"radius":-1}},"rotation":[1,0,0,0],"translation":[0,0]}}"#,
        r#"{"posed":{"shape":{"ball":{"radius":1}},"rotation":[1,1,0,0],"translation":[0,0]}}"#,
        r#"{"posed":{"shape":{"ball":{"radius":1}},"rotation":[0.6,0,0,0.8],"translation":[0,0]}}"#,
        r#"{"posed":{"shape":{"ball":{"radius":1}},"rotation":[1,0,0,0],"translation":[0,1e200]}}"#,
        r#"{"ellipsoid":{"half_axes":[1,-1]}}"#,
        r#"{"ellipsoid":{"half_axes":[1,1e200]}}"#,
        r#"{"rounded":{"body":{"ball":{"radius":1}},"radius":-1}}"#,
        r#"{"rounded":{"body":{"ball":{"radius":-1}},"radius":1}}"#,
        r#"{"affine_image":{"body":{"ball":{"radius":1}},"linear":[1,0,0,1e200],"offset":[0,0]}}"#,
        r#"{"affine_image":{"body":{"ball":{"radius":1}},"linear":[1,0,0,1],"offset":[1e200,0]}}"#,
    ] {
        assert!(from_str::<AnyShape<f64, 2>>(line).is_err(), "{line}");
    }
}

#[test]
fn a_convex_hull_is_read_from_its_points_and_remembers_those_it_left_out() {
    let line = r#"{"points":[[0,0],[1,0],[1,1],[0.5,1.05],[0,1]],"tolerance":0.1}"#;
    let hull: ConvexHull<f64, 2> = from_str(line).expect("a hull");
    assert!(hull.vertices().len() == 4 && hull.deviation() > 0.05);
    let again: ConvexHull<f64, 2> = from_str(&to_string(&hull).expect("a line")).expect("a hull");
    assert_eq!(again.vertices(), hull.vertices());
    assert_eq!(again.edges(), hull.edges());
    assert_eq!(again.deviation(), hull.deviation());
    let exact: ConvexHull<f64, 2> = from_str(r#"{"points":[[0,0],[1,0]]}"#).expect("a hull");
    let written = to_string(&exact).expect("a line");
    assert_eq!(written, r#"{"points":[[0.0,0.0],[1.0,0.0]]}"#);
}

#[test]
fn answers_and_settings_serialise() {
    let coming = gliding([3.0, 0.0], [-1.0, 0.0]);
    let value = to_value(coming).expect("a value");
    assert_eq!(value["linear"], json!([-1.0, 0.0]));
    let (a, b) = (moving(ball(0.5), at(0.0, 0.0)), moving(ball(0.5), coming));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (solution, certificate) = query.certify(&a, &b, 0.0..=5.0).expect("an answer");
    let value = to_value(solution).expect("a value");
    assert_eq!(value["outcome"]["outcome"], "impact");
    assert!(value["outcome"]["time"].as_f64().expect("a time") > 1.99);
    let value = to_value(&certificate).expect("a value");
    assert_eq!(value["intervals"][0]["order"], "second");
    let back: Query<f64> = from_str(&to_string(&query).expect("a line")).expect("a query");
    assert_eq!(back, query);
}

/// Returns each motion that a file may hold.
fn motions() -> Result<[AnyMotion2<f64>; 4], MotionError> {
    let [here, there] = [0.3, 1.0].map(|angle| Isometry2::new(vector![3.0, angle], angle));
    let center = vector![0.5, -0.25];
    let steady = steady(here, vector![1.0, 2.0], 0.7);
    let steady = steady.about(center)?.starting_at(0.5)?;
    Ok([
        rest(here).into(),
        steady.into(),
        Ballistic::new(steady, vector![0.0, -9.81])?.into(),
        Sweep::new((0.0, here), (2.0, there), center)?.into(),
    ])
}

#[test]
fn motions_come_back_as_they_were() {
    for motion in motions().expect("good motions") {
        let line = to_string(&motion).expect("a line");
        let back: AnyMotion2<f64> = from_str(&line).expect("a motion");
        for time in [-1.0, 0.0, 0.7, 2.0] {
            let (first, second) = (motion.pose(time), back.pose(time));
            let apart = first.translation.vector - second.translation.vector;
            assert!(apart.norm() < 1e-14, "{line}");
            assert!(first.rotation.angle_to(&second.rotation) < 1e-14, "{line}");
        }
        assert_eq!(motion.center(), back.center());
        let bound = |motion: &AnyMotion2<f64>| {
            let bound = motion.acceleration_bound(&Vector2::x(), span(0.25, 0.75), 2.0);
            bound.expect("a bound")
        };
        assert!((bound(&back) - bound(&motion)).abs() < 1e-12);
    }
}

#[test]
fn motions_that_constructors_refuse_are_refused_when_read() {
    let [rest, steady, flight, sweep] = motions()
        .expect("good motions")
        .map(|motion| to_string(&motion).expect("a line"));
    let huge = r#""angular":1e200"#;
    for (line, from, to, reason) in [
        (&rest, "[3.0,0.3]", "[3.0,null]", "invalid type: null"),
        (&rest, "[3.0,0.3]", "[3.0,1e200]", "position"),
        (&rest, "pose", "place", "unknown field `place`"),
        (&steady, r#""angular":0.7"#, huge, "angular velocity"),
        (&steady, r#""epoch":0.5,"#, "", "missing field `epoch`"),
        (&flight, "-9.81", "-1e200", "acceleration"),
        (&sweep, r#""end":2.0"#, r#""end":0.0"#, "0.0"),
    ] {
        let damaged = line.replacen(from, to, 1);
        assert_ne!(&damaged, line, "{from}");
        let error = from_str::<AnyMotion2<f64>>(&damaged).expect_err(to);
        assert!(error.to_string().contains(reason), "{damaged}: {error}");
    }
    let rest = r#"{"at_rest":{"pose":{"position":[0,0],"rotation":[1,1]}}}"#;
    assert!(from_str::<AnyMotion2<f64>>(rest).is_err());
}

#[test]
fn any_motion_serialises_by_its_name_unless_it_is_a_function() {
    let rest = at(0.0, 0.0);
    let value = to_value(AnyMotion2::from(rest)).expect("a value");
    assert_eq!(value["at_rest"], to_value(rest).expect("a value"));
    let still = |_: &Vector2<f64>, _, _| bounds(Some(0.0), None);
    let function = FromFn::new(|_: f64| Isometry2::identity(), still);
    assert!(to_value(AnyMotion2::other(function)).is_err());
}
