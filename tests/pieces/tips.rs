//! Bodies that meet a surface at a tip or at a corner of its rim, thrown and cast: none is pushed on in the way that it
//! comes.

use super::*;
use photofinish::shape::ConvexHull;

fn is_pushed_back(
    surface: &TriMesh<f64>,
    shape: impl Into<AnyShape<f64, 3>>,
    (place, turn): ([f64; 3], [f64; 3]),
    velocity: [f64; 3],
) {
    type Motion = ConstantVelocity<f64, UnitQuaternion<f64>, 3>;
    let (shape, velocity) = (shape.into(), Vector3::from(velocity));
    let pose = Isometry3::new(place.into(), turn.into());
    let surface = still3(surface);
    let motion = Motion::new(pose, velocity, Vector3::zeros()).unwrap();
    let body = moving(shape.clone(), motion);
    let answer = Query::new().first_contact(&body, &surface, 0.0..=3.0);
    let contact = answer.unwrap().contact.expect("they meet");
    assert!(contact.normal.unwrap().dot(&velocity) > 0.0, "{contact:?}");
    let cast = Posed::new(shape, &pose).unwrap();
    let found = Query::new().cast_shape_at_pieces(&cast, velocity, &surface, 0.0, 100.0);
    let ShapeCast::Hit(hit) = found.unwrap().cast else {
        panic!("they meet");
    };
    assert!(hit.contact.normal.dot(&velocity) > 0.0, "{hit:?}");
}

/// Two triangles that meet in a valley, seen from above.
fn valley() -> TriMesh<f64> {
    let points = [[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0; 3]];
    mesh(&points, &[[0, 1, 2], [1, 3, 2]])
}

/// The box passes the back of one triangle, and meets the front of the next with its middle behind that.
#[test]
fn the_front_of_a_one_sided_surface_pushes_forward() {
    let cuboid = Cuboid::new(vector![0.48, 0.04, 0.46]).unwrap();
    let pose = ([-1.13, -0.01, 0.85], [0.0, -0.8, 0.0]);
    is_pushed_back(&valley().one_sided(), cuboid, pose, [3.25, 0.03, -1.01]);
}

/// The box comes at the end of the ridge. What pushes it is behind the slope on the other side.
#[test]
fn the_end_of_a_sharp_ridge_pushes_to_both_sides() {
    for height in [6.9, 7.9] {
        let sides = [(-1.0, 0.0), (0.0, height), (1.0, 0.0)];
        let points = sides.map(|(x, y)| [[x, y, -1.0], [x, y, 1.0]]);
        let strips = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
        let crossed = [[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
        for triangles in [strips, crossed] {
            let ridge = mesh(points.as_flattened(), &triangles);
            let cuboid = Cuboid::new(vector![0.2, 0.2, 0.4]).unwrap();
            let pose = ([1.2, 8.3, 0.4], [0.0, 0.0, -0.8]);
            is_pushed_back(&ridge, cuboid, pose, [-0.52, -0.6, -0.61]);
        }
    }
}

/// The hull comes from below at the corner of a rim. The triangle that it is said to meet is not the one that tells the
/// side: of all around the corner the nearest does.
#[test]
fn a_corner_of_a_rim_pushes_to_the_side_of_the_nearest_piece() {
    let hull = ConvexHull::new(&[
        vector![0.7, 0.0, 0.0],
        vector![0.0, 0.3, 0.0],
        vector![0.0, 0.0, 0.5],
        vector![-0.7, -0.3, -0.5],
    ]);
    let pose = ([0.9999999902966168, -1.151993370454437, -4.2e-9], [0.0; 3]);
    is_pushed_back(&valley(), hull.unwrap(), pose, [0.0, 1.0, 0.0]);
}
