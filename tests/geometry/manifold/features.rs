//! Features other than two faces, by closed forms.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use crate::bodies::*;

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
    beside(cuboid([10.0, 0.5, 10.0]), [0.0, -0.5, 0.0])
}

/// For bodies that are not turned.
const FLAT: [f64; 3] = [0.0; 3];

/// The turn that makes a cube stand on a corner.
fn on_a_corner() -> [f64; 3] {
    let angle = 2.0_f64.sqrt().atan();
    [angle * 0.5_f64.sqrt(), 0.0, -angle * 0.5_f64.sqrt()]
}

/// The corners of a rectangle with sides of 2 and 4.
const RECTANGLE: [[f64; 2]; 4] = [[1.0, 2.0], [1.0, -2.0], [-1.0, 2.0], [-1.0, -2.0]];

/// Checks the places of contact points on B, in any order, seen from above.
fn assert_places(points: &[ContactPoint<f64, 3>], expected: &[[f64; 2]]) {
    let near = |p: &ContactPoint<f64, 3>, q: &[f64; 2]| {
        (p.witness_b.x - q[0]).hypot(p.witness_b.z - q[1]) < 1e-6
    };
    let all = expected.iter().all(|q| points.iter().any(|p| near(p, q)));
    let is_right = all && points.len() == expected.len();
    assert!(is_right, "{points:#?} are not {expected:?}");
}

/// Checks the places in which a body touches the floor, either body first.
fn check(
    shape: impl Into<AnyShape<f64, 3>>,
    place: [f64; 3],
    turn: [f64; 3],
    expected: &[[f64; 2]],
) {
    let (floor, body) = (floor(), at(shape.into(), place, turn));
    assert_places(&touch(&floor, &body), expected);
    assert_eq!(touch(&body, &floor).len(), expected.len());
}

#[test]
fn round_bodies_touch_a_floor_in_points_and_segments() {
    let lying = [0.0, 0.0, FRAC_PI_2];
    let ends = [[-1.0, 2.0], [3.0, 2.0]];
    let standing = [[1.5, 2.0], [0.5, 2.0], [1.0, 2.5], [1.0, 1.5]];
    check(ball(0.5), [1.0, 0.51, 2.0], FLAT, &[[1.0, 2.0]]);
    check(capsule(2.0, 0.5), [1.0, 0.49, 2.0], lying, &ends);
    check(capsule(2.0, 0.5), [1.0, 2.49, 2.0], FLAT, &[[1.0, 2.0]]);
    check(cylinder(2.0, 0.5), [1.0, 0.5, 2.0], lying, &ends);
    check(cylinder(2.0, 0.5), [1.0, 2.0, 2.0], FLAT, &standing);
    check(cone(2.0, 0.5), [1.0, 2.0, 2.0], FLAT, &standing);
    // on its side: the mantle leans against the axis by an angle with the tangent 1/8
    let leaning = 0.125_f64.atan();
    let apex = 1.0 - 2.0 * leaning.cos();
    let mantle = [[apex, 2.0], [apex + 4.0_f64.hypot(0.5), 2.0]];
    let turn = [0.0, 0.0, FRAC_PI_2 + leaning];
    check(cone(2.0, 0.5), [1.0, 0.25, 2.0], turn, &mantle);
}

#[test]
fn edges_and_flat_bodies_touch_a_floor_in_their_corners() {
    // a beam on an edge, which once reaches over the side of the floor, and a cube on a corner
    let beam = cuboid([0.5, 0.5, 2.0]);
    let turn = [0.0, 0.0, FRAC_PI_4];
    let half = 0.5_f64.sqrt();
    check(beam, [0.0, half, 0.0], turn, &[[0.0, -2.0], [0.0, 2.0]]);
    check(beam, [0.0, half, 9.0], turn, &[[0.0, 7.0], [0.0, 10.0]]);
    check(
        cuboid([0.5, 0.5, 0.5]),
        [0.0, 0.9, 0.0],
        on_a_corner(),
        &[[0.0, 0.0]],
    );

    let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
    let places = [[0.0, 0.0], [3.0, 0.0], [0.0, 2.0]];
    let upright = [-FRAC_PI_2, 0.0, 0.0];
    for shape in [AnyShape::from(triangle(corners)), hull_of(&corners).into()] {
        check(shape.clone(), [0.0, 0.25, 0.0], FLAT, &places);
        check(shape, [0.0, 0.25, 0.0], upright, &places[..2]);
    }
    check(cuboid([1.0, 0.0, 2.0]), [0.0, 0.25, 0.0], FLAT, &RECTANGLE);
    let side = [[1.0, 0.0], [-1.0, 0.0]];
    check(cuboid([1.0, 2.0, 0.0]), [0.0, 2.25, 0.0], FLAT, &side);
    let stick = segment([[0.0, 0.1, 0.0], [2.0, 0.1, 1.0]]);
    check(stick, [0.0; 3], FLAT, &[[0.0, 0.0], [2.0, 1.0]]);
}

#[test]
fn bodies_made_of_others_touch_as_these_do() {
    let pillow = rounded(cuboid([1.0, 1.0, 2.0]), 0.25);
    check(pillow, [0.0, 1.3, 0.0], FLAT, &RECTANGLE);
    let map = Matrix3::from_diagonal(&vector![2.0, -1.0, 0.5]);
    for size in [1.0, 1e-3] {
        let image = AffineImage::new(cuboid([0.5, 1.0, 4.0]), map * size, vector![0.0, size, 0.0]);
        let corners = RECTANGLE.map(|at| at.map(|x| x * size));
        check(image.expect("a map"), [0.0; 3], FLAT, &corners);
    }
    let ellipsoid = AffineImage::new(ball(1.0), map, Vector3::zeros()).expect("a map");
    check(ellipsoid, [0.5, 1.1, 0.0], FLAT, &[[0.5, 0.0]]);
    let sum = MinkowskiSum::new(cuboid([1.0; 3]), ball(1.0));
    assert_eq!(touch(&floor(), &at(sum, [0.0, 2.1, 0.0], FLAT)).len(), 1);
    let block = at(cuboid([1.0, 1.0, 2.0]), [0.0, 1.0, 0.0], FLAT);
    let boxed: Box<dyn SupportMap<f64, 3>> = Box::new(block);
    assert_places(&touch(&floor(), &boxed), &RECTANGLE);
}

#[test]
fn points_have_the_names_of_the_features_and_the_gap() {
    let floor = floor();
    let point = touch(&floor, &beside(ball(0.5), [1.0, 0.51, 2.0]))[0];
    assert!((point.separation - 0.01).abs() < 1e-12 && (point.witness_b.y - 0.01).abs() < 1e-12);
    assert_eq!(point.id.feature_b, Feature::Vertex(0));
    let cube = at(cuboid([0.5, 0.5, 0.5]), [0.0, 0.8, 0.0], on_a_corner());
    assert!(matches!(
        touch(&floor, &cube)[0].id.feature_b,
        Feature::Vertex(_)
    ));
    // a beam lies across another one, edge on edge
    let beam = cuboid([0.5, 0.5, 2.0]);
    let turn = [0.0, 0.0, FRAC_PI_4];
    let lower = at(beam, [0.0, 0.5_f64.sqrt(), 0.0], turn);
    let across = Isometry3::new(vector![0.2, 4.5_f64.sqrt(), 0.3], Vector3::y() * FRAC_PI_2);
    let upper = posed(beam, &(across * Isometry3::rotation(turn.into())));
    let crossed = touch(&lower, &upper);
    assert_places(&crossed, &[[0.0, 0.3]]);
    let names = [crossed[0].id.feature_a, crossed[0].id.feature_b];
    assert!(
        matches!(names, [Feature::Edge(_), Feature::Edge(_)]),
        "{names:?}"
    );
}

/// The margin of an engine is larger than the plate is thick. The plate's upper corners touch nothing.
#[test]
fn a_thin_plate_touches_with_its_lower_side_only() {
    let floor = floor();
    let tilt = [0.002, 0.0, 0.001];
    let plate = at(cuboid([1.0, 0.001, 1.0]), [0.0, 0.001, 0.0], tilt);
    let below = plate.support_point(&-Vector3::y()).y;
    let found = manifold(&floor, &plate, Manifold::new().within(0.05).merging(1e-5));
    assert_eq!(found.len(), 4);
    for point in &found {
        assert!((below - 1e-12..below + 0.0065).contains(&point.separation));
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
        let lifts = [
            [1.0, 1.0, bump],
            [-1.0, 1.0, 0.0],
            [-1.0, -1.0, bump],
            [1.0, -1.0, 0.0],
        ];
        let corners = lifts.map(|[x, z, lift]| [[x, lift, z], [x, -1.0, z]]);
        let corners = corners.concat();
        let brick = hull_of(&corners);
        assert_eq!(brick.faces().len(), 7);
        let above = beside(cuboid([0.5; 3]), [0.2, 0.51, 0.1]);
        let settings = Manifold::new().within(2.0 * bump).merging(bump);
        let found = manifold(&brick, &above, settings);
        let below = [[0.7, 0.6], [0.7, -0.4], [-0.3, 0.6], [-0.3, -0.4]];
        assert_places(&found, &below);
        // the gap is that over the ridge, or over either side of it
        for point in &found {
            let [x, z] = [point.witness_b.x, point.witness_b.z];
            let height = bump * (1.0 - 0.5 * (x - z).abs());
            let off = point.witness_a.y - height;
            assert!(off.abs() < 1e-9, "{point:?} {height}");
        }
    }
}

#[test]
fn an_impact_has_its_manifold_far_from_the_origin_too() {
    for far in [0.0, 1e6_f64] {
        let start = Isometry3::translation(far + 0.3, 2.0, 0.0);
        let fall = ConstantVelocity::new(start, vector![0.0, -1.0, 0.0], Vector3::zeros())
            .expect("a motion");
        let brick = Moving::new(cuboid([0.5, 0.5, 0.5]), fall);
        let ground = AtRest::new(Isometry3::translation(far, -0.5, 0.0)).expect("a pose");
        let ground = Moving::new(cuboid([10.0, 0.5, 10.0]), ground);
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
