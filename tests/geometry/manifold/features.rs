//! Features other than two faces, by closed forms.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use nalgebra::{Isometry2, Isometry3, Matrix3, SVector, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::{AffineImage, Feature, MinkowskiSum, Posed, Rounded};
use photofinish::{
    ContactPoint, Extrusion, Manifold, Moving, Outcome, Real, SupportMap, proximity, time_of_impact,
};

fn manifold<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    mut manifold: Manifold<T, D>,
) -> Vec<ContactPoint<T, D>> {
    let points = manifold.update(a, b, proximity(a, b).contact());
    points.expect("finite bodies").to_vec()
}

fn touch(a: &impl SupportMap<f64, 3>, b: &impl SupportMap<f64, 3>) -> Vec<ContactPoint<f64, 3>> {
    manifold(a, b, Manifold::new())
}

/// A floor with its top at y = 0.
fn floor() -> Posed<Cuboid<f64, 3>, f64, 3> {
    let slab = Cuboid::new(vector![10.0, 0.5, 10.0]).expect("a box");
    Posed::new(slab, &Isometry3::translation(0.0, -0.5, 0.0)).expect("a pose")
}

fn at<S: SupportMap<f64, 3>>(shape: S, at: [f64; 3], turn: Vector3<f64>) -> Posed<S, f64, 3> {
    Posed::new(shape, &Isometry3::new(Vector3::from(at), turn)).expect("a pose")
}

fn cuboid(x: f64, y: f64, z: f64) -> Cuboid<f64, 3> {
    Cuboid::new(vector![x, y, z]).expect("a box")
}

/// Checks the places of contact points on B, in any order, seen from above.
fn assert_places(points: &[ContactPoint<f64, 3>], expected: &[[f64; 2]]) {
    let near = |p: &ContactPoint<f64, 3>, q: &[f64; 2]| {
        (p.witness_b.x - q[0]).hypot(p.witness_b.z - q[1]) < 1e-6
    };
    let all = expected.iter().all(|q| points.iter().any(|p| near(p, q)));
    assert!(
        all && points.len() == expected.len(),
        "{points:#?} are not {expected:?}"
    );
}

#[test]
fn round_bodies_touch_a_floor_in_points_and_segments() {
    let floor = floor();
    let flat = Vector3::zeros();
    let lying = vector![0.0, 0.0, FRAC_PI_2];
    let of = |shape: AnyShape<f64, 3>, height: f64, turn| {
        touch(&floor, &at(shape, [1.0, height, 2.0], turn))
    };
    let ball = of(Ball::new(0.5).expect("a ball").into(), 0.51, flat);
    assert_places(&ball, &[[1.0, 2.0]]);
    assert!(
        (ball[0].separation - 0.01).abs() < 1e-12 && (ball[0].witness_b.y - 0.01).abs() < 1e-12
    );
    assert_eq!(ball[0].id.feature_b, Feature::Vertex(0));

    let capsule = Capsule::new(2.0, 0.5).expect("sizes");
    assert_places(&of(capsule.into(), 0.49, lying), &[[-1.0, 2.0], [3.0, 2.0]]);
    assert_places(&of(capsule.into(), 2.49, flat), &[[1.0, 2.0]]);

    let cylinder = Cylinder::new(2.0, 0.5).expect("sizes");
    assert_places(&of(cylinder.into(), 0.5, lying), &[[-1.0, 2.0], [3.0, 2.0]]);
    let standing = [[1.5, 2.0], [0.5, 2.0], [1.0, 2.5], [1.0, 1.5]];
    assert_places(&of(cylinder.into(), 2.0, flat), &standing);
    let cone = Cone::new(2.0, 0.5).expect("sizes");
    assert_places(&of(cone.into(), 2.0, flat), &standing);
    // on its side: the mantle leans against the axis by an angle with the tangent 1/8
    let leaning = (0.125_f64).atan();
    let half = 0.5 * 17.0_f64.sqrt();
    let turn = vector![0.0, 0.0, FRAC_PI_2 + leaning];
    let side = of(cone.into(), half, turn);
    assert_eq!(side.len(), 2, "{side:#?}");
    let length = (side[0].witness_b - side[1].witness_b).norm();
    assert!((length - 4.0_f64.hypot(0.5)).abs() < 1e-6);
}

#[test]
fn edges_touch_faces_in_segments_and_edges_in_points() {
    let floor = floor();
    let long = cuboid(0.5, 0.5, 2.0);
    let diagonal = 0.5_f64.sqrt();
    let on_edge = at(long, [0.0, diagonal, 0.0], vector![0.0, 0.0, FRAC_PI_4]);
    assert_places(&touch(&floor, &on_edge), &[[0.0, -2.0], [0.0, 2.0]]);
    // its edge reaches over the side of the floor
    let over = at(long, [0.0, diagonal, 9.0], vector![0.0, 0.0, FRAC_PI_4]);
    assert_places(&touch(&floor, &over), &[[0.0, 7.0], [0.0, 10.0]]);
    // a second beam lies across the first, edge on edge
    let quarter = Isometry3::rotation(vector![0.0, FRAC_PI_2, 0.0]);
    let roll = Isometry3::new(vector![0.2, 3.0 * diagonal, 0.3], vector![0.0, 0.0, 0.0]);
    let pose = roll * quarter * Isometry3::rotation(vector![0.0, 0.0, FRAC_PI_4]);
    let across = Posed::new(long, &pose).expect("a pose");
    let crossed = touch(&on_edge, &across);
    assert_places(&crossed, &[[0.0, 0.3]]);
    let id = crossed[0].id;
    assert!(
        matches!(
            (id.feature_a, id.feature_b),
            (Feature::Edge(_), Feature::Edge(_))
        ),
        "{id:?}"
    );
    // on its corner it touches in a point
    let corner = vector![1.0, 0.0, -1.0].normalize() * (2.0_f64.sqrt()).atan();
    let cube = at(cuboid(0.5, 0.5, 0.5), [0.0, 0.8, 0.0], corner);
    let pointed = touch(&floor, &cube);
    assert_eq!(pointed.len(), 1);
    assert!(matches!(pointed[0].id.feature_b, Feature::Vertex(_)));
}

#[test]
fn flat_bodies_touch_with_their_faces_and_their_edges() {
    let floor = floor();
    let corners = [
        vector![0.0, 0.0, 0.0],
        vector![3.0, 0.0, 0.0],
        vector![0.0, 0.0, 2.0],
    ];
    let triangle = Triangle::new(corners).expect("points");
    let hull = ConvexHull::new(&corners).expect("points");
    let places = [[0.0, 0.0], [3.0, 0.0], [0.0, 2.0]];
    let turned = vector![-FRAC_PI_2, 0.0, 0.0];
    let on_edge = [[0.0, 0.0], [3.0, 0.0]];
    let shapes: [AnyShape<f64, 3>; 2] = [triangle.into(), hull.into()];
    for shape in shapes {
        let lying = at(&shape, [0.0, 0.25, 0.0], Vector3::zeros());
        assert_places(&touch(&floor, &lying), &places);
        let standing = at(&shape, [0.0, 0.25, 0.0], turned);
        assert_places(&touch(&floor, &standing), &on_edge);
        // above the floor as A: the same, with bodies swapped
        assert_eq!(touch(&standing, &floor).len(), 2);
    }
    let plate = at(cuboid(1.0, 0.0, 2.0), [0.0, 0.25, 0.0], Vector3::zeros());
    let lying = touch(&floor, &plate);
    assert_places(
        &lying,
        &[[1.0, 2.0], [1.0, -2.0], [-1.0, 2.0], [-1.0, -2.0]],
    );
    let plate = at(cuboid(1.0, 2.0, 0.0), [0.0, 2.25, 0.0], Vector3::zeros());
    assert_places(&touch(&floor, &plate), &[[1.0, 0.0], [-1.0, 0.0]]);
    let points = [vector![0.0, 0.1, 0.0], vector![2.0, 0.1, 1.0]];
    let stick = at(
        Segment::new(points).expect("points"),
        [0.0; 3],
        Vector3::zeros(),
    );
    assert_places(&touch(&floor, &stick), &[[0.0, 0.0], [2.0, 1.0]]);
}

/// The margin of an engine is larger than the plate is thick. The plate's upper corners touch nothing.
#[test]
fn a_thin_plate_touches_with_its_lower_side_only() {
    let floor = floor();
    let plate = at(
        cuboid(1.0, 0.001, 1.0),
        [0.0, 0.001, 0.0],
        vector![0.002, 0.0, 0.001],
    );
    let found = manifold(&floor, &plate, Manifold::new().within(0.05).merging(1e-5));
    assert_eq!(found.len(), 4);
    for point in &found {
        let local = at(
            cuboid(1.0, 0.001, 1.0),
            [0.0, 0.001, 0.0],
            vector![0.002, 0.0, 0.001],
        );
        let below = local.support_point(&-Vector3::y()).y;
        assert!(point.separation >= below - 1e-12 && point.separation < below + 0.0065);
        let Feature::Vertex(vertex) = point.id.feature_b else {
            panic!("{point:?} is not at a corner");
        };
        assert_eq!(vertex & 2, 0, "a corner of the upper side touches");
    }
}

/// A brick whose upper side was meant to be flat, but is two triangles with a ridge: its points are off by a hair. The
/// ridge is higher than its two other corners, and still all four of them carry.
#[test]
fn sides_that_are_almost_flat_touch_as_a_whole() {
    for bump in [1e-9, 1e-7, 1e-5, 1e-3] {
        let mut corners = Vec::new();
        for (x, z, lift) in [
            (1.0, 1.0, bump),
            (-1.0, 1.0, 0.0),
            (-1.0, -1.0, bump),
            (1.0, -1.0, 0.0),
        ] {
            corners.push(vector![x, lift, z]);
            corners.push(vector![x, -1.0, z]);
        }
        let brick = ConvexHull::new(&corners).expect("points");
        assert_eq!(brick.faces().len(), 7);
        let above = at(cuboid(0.5, 0.5, 0.5), [0.2, 0.51, 0.1], Vector3::zeros());
        let found = manifold(
            &brick,
            &above,
            Manifold::new().within(2.0 * bump).merging(bump),
        );
        assert_places(
            &found,
            &[[0.7, 0.6], [0.7, -0.4], [-0.3, 0.6], [-0.3, -0.4]],
        );
        // the gap is that over the ridge, or over either side of it
        for point in &found {
            let [x, z] = [point.witness_b.x, point.witness_b.z];
            let height = bump * (1.0 - 0.5 * (x - z).abs());
            assert!(
                (point.witness_a.y - height).abs() < 1e-9,
                "{point:?} {height}"
            );
        }
    }
}

#[test]
fn bodies_made_of_others_touch_as_these_do() {
    let floor = floor();
    let base = cuboid(1.0, 1.0, 1.0);
    let flat = Vector3::zeros();
    let square = |half: f64| [[half, half], [half, -half], [-half, half], [-half, -half]];
    let pillow = Rounded::new(base, 0.25).expect("a radius");
    let found = touch(&floor, &at(pillow, [0.0, 1.3, 0.0], flat));
    assert_places(&found, &square(1.0));
    assert!(
        found
            .iter()
            .all(|point| (point.separation - 0.05).abs() < 1e-12)
    );
    let map = Matrix3::new(2.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.5);
    for size in [1.0, 1e-3] {
        let image = AffineImage::new(base, map * size, vector![0.0, size, 0.0]).expect("a map");
        let found = manifold(&floor, &at(&image, [0.0; 3], flat), Manifold::new());
        let [x, z] = [2.0 * size, 0.5 * size];
        assert_places(&found, &[[x, z], [x, -z], [-x, z], [-x, -z]]);
    }
    let ellipsoid =
        AffineImage::new(Ball::new(1.0).expect("a ball"), map, Vector3::zeros()).expect("a map");
    assert_places(
        &touch(&floor, &at(ellipsoid, [0.5, 1.1, 0.0], flat)),
        &[[0.5, 0.0]],
    );
    let sum = MinkowskiSum::new(base, Ball::new(0.5).expect("a ball"));
    assert_eq!(touch(&floor, &at(sum, [0.0, 1.6, 0.0], flat)).len(), 1);
    let boxed: Box<dyn SupportMap<f64, 3>> = Box::new(at(base, [0.0, 1.0, 0.0], flat));
    assert_places(&touch(&floor, &boxed), &square(1.0));
}

fn in_the_plane<T: Real>() {
    let of = T::of;
    let floor = Cuboid::new(vector![of(5.0), of(0.5)]).expect("a box");
    let block = Cuboid::new(vector![of(1.0), of(0.5)]).expect("a box");
    let cylinder = Cylinder::new(of(0.5), of(1.0)).expect("sizes");
    let cone = Cone::new(of(0.5), of(1.0)).expect("sizes");
    let ball = Ball::new(of(0.5)).expect("a ball");
    let capsule = Capsule::new(of(0.5), of(0.25)).expect("sizes");
    let corners = [[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0]];
    let corners = corners.map(|p: [f64; 2]| SVector::from(p).map(of));
    let hull = ConvexHull::new(&corners).expect("points");
    // each shape, its place, and the width of what touches
    let shapes: [(AnyShape<T, 2>, [f64; 2], Option<f64>); 7] = [
        (block.into(), [0.0, 1.0], Some(2.0)),
        (block.into(), [4.5, 1.0], Some(1.5)),
        (cylinder.into(), [0.0, 1.0], Some(2.0)),
        (cone.into(), [0.0, 1.0], Some(2.0)),
        (ball.into(), [0.0, 1.0], None),
        (capsule.into(), [0.0, 1.25], None),
        (hull.into(), [0.0, 0.5], Some(2.0)),
    ];
    for (shape, [x, y], exact) in shapes {
        let pose = Isometry2::translation(of(x), of(y));
        let body = Posed::new(&shape, &pose).expect("a pose");
        let found = manifold(&floor, &body, Manifold::new());
        let expected = 1 + usize::from(exact.is_some());
        assert_eq!(found.len(), expected, "{shape:?} {found:?}");
        for point in &found {
            assert!(point.separation.as_f64().abs() < 1e-5 && point.witness_a.x <= of(5.0));
        }
        if let Some(exact) = exact {
            let width = (found[0].witness_a.x - found[1].witness_a.x).abs().as_f64();
            assert!((width - exact).abs() < 1e-3, "{width}");
        }
    }
}

#[test]
fn bodies_of_the_plane_touch_in_one_or_two_points() {
    in_the_plane::<f64>();
    in_the_plane::<f32>();
}

#[test]
fn an_impact_has_its_manifold_far_from_the_origin_too() {
    for far in [0.0, 1e6] {
        let start = Isometry3::translation(far + 0.3, 2.0, 0.0);
        let fall = ConstantVelocity::new(start, vector![0.0, -1.0, 0.0], Vector3::zeros())
            .expect("a motion");
        let brick = Moving::new(cuboid(0.5, 0.5, 0.5), fall);
        let ground = AtRest::new(Isometry3::translation(far, -0.5, 0.0)).expect("a pose");
        let ground = Moving::new(cuboid(10.0, 0.5, 10.0), ground);
        let solution = time_of_impact(&brick, &ground, 0.0..=3.0).expect("decided");
        let Outcome::Impact(impact) = solution.outcome else {
            panic!("the brick falls on the ground");
        };
        let mut manifold = Manifold::new();
        let found = manifold.update_at(&brick, &ground, impact.time, &impact.contact);
        let found = found.expect("finite bodies");
        assert_eq!(found.len(), 4);
        let origin = vector![far, 0.0, 0.0];
        let distance = proximity(
            &brick.slice(impact.time, &origin),
            &ground.slice(impact.time, &origin),
        );
        for point in found {
            assert!((point.separation - distance.signed_distance()).abs() < 1e-12);
            assert!(((point.witness_a.x - far - 0.3).abs() - 0.5).abs() < 1e-9);
            assert!(point.middle().y.abs() < 1e-6);
        }
    }
}
