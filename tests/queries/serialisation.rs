//! What serialises, and what is refused when it is read.

use nalgebra::{Isometry2, Matrix2, vector};
use photofinish::motion::{AnyMotion2, AtRest, ConstantVelocity, FromFn};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape,
    Segment, Triangle,
};
use photofinish::support::{AffineImage, Rounded};
use photofinish::{InitialContact, Moving, Query, ShapeError};
use serde_json::{from_str, to_string, to_value};

fn posed(shape: Capsule<f64>, angle: f64) -> AnyShape<f64, 2> {
    let pose = Isometry2::new(vector![3.0, 0.1], angle);
    PosedShape::new(shape, &pose).expect("a pose").into()
}

#[test]
fn every_shape_comes_back_as_it_was() {
    let points = [vector![0.0, 1.0], vector![2.0, 0.5], vector![-1.0, 0.25]];
    let shapes: Result<Vec<AnyShape<f64, 2>>, ShapeError> = (|| {
        Ok(vec![
            Ball::new(0.1)?.into(),
            Cuboid::new(vector![1.0, 2.0])?.into(),
            Capsule::new(1.0, 0.5)?.into(),
            Cylinder::new(1.0, 0.5)?.into(),
            Cone::new(1.0, 0.5)?.into(),
            Segment::new([points[0], points[1]])?.into(),
            Triangle::new(points)?.into(),
            PointSet::new(points.to_vec())?.into(),
            ConvexHull::new(&points)?.into(),
            ConvexHull::welded(&points, 0.25)?.into(),
            Ellipsoid::new(vector![0.5, 2.0])?.into(),
            Rounded::new(ConvexHull::new(&points)?, 0.25)?.into(),
            posed(Capsule::new(1.0, 0.5)?, 0.7),
            // the entries are small enough to be scaled for directions
            AffineImage::new(
                Rounded::new(Cone::new(1.0, 0.5)?, 0.1)?,
                Matrix2::new(0.1, 0.02, 0.03, 0.4),
                points[1],
            )?
            .into(),
        ])
    })();
    for shape in shapes.expect("good shapes") {
        let line = to_string(&shape).expect("a line");
        assert_eq!(
            from_str::<AnyShape<f64, 2>>(&line).expect("a shape"),
            shape,
            "{line}"
        );
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
    assert_eq!(
        (again.vertices(), again.edges()),
        (hull.vertices(), hull.edges())
    );
    assert_eq!(again.deviation(), hull.deviation());
    let exact: ConvexHull<f64, 2> = from_str(r#"{"points":[[0,0],[1,0]]}"#).expect("a hull");
    assert_eq!(
        to_string(&exact).expect("a line"),
        r#"{"points":[[0.0,0.0],[1.0,0.0]]}"#
    );
}

#[test]
fn answers_and_settings_serialise() {
    let ball = Ball::new(0.5).expect("a ball");
    let a = Moving::new(ball, AtRest::new(Isometry2::identity()).expect("a motion"));
    let coming = ConstantVelocity::new(Isometry2::translation(3.0, 0.0), vector![-1.0, 0.0], 0.0)
        .expect("a motion");
    assert_eq!(
        to_value(coming).expect("a value")["linear"],
        serde_json::json!([-1.0, 0.0])
    );
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (solution, certificate) = query
        .certify(&a, &Moving::new(ball, coming), 0.0..=5.0)
        .expect("an answer");
    let value = to_value(solution).expect("a value");
    assert_eq!(value["outcome"]["outcome"], "impact");
    assert!(value["outcome"]["time"].as_f64().expect("a time") > 1.99);
    let value = to_value(&certificate).expect("a value");
    assert_eq!(value["intervals"][0]["order"], "second");
    let back: Query<f64> = from_str(&to_string(&query).expect("a line")).expect("a query");
    assert_eq!(back, query);
}

#[test]
fn any_motion_serialises_by_its_name_unless_it_is_a_function() {
    let rest = AtRest::new(Isometry2::<f64>::identity()).expect("a motion");
    let value = to_value(AnyMotion2::from(rest)).expect("a value");
    assert_eq!(value["at_rest"], to_value(rest).expect("a value"));
    let function = FromFn::new(|_: f64| Isometry2::identity());
    assert!(to_value(AnyMotion2::other(function)).is_err());
}
