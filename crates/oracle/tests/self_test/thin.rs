//! Bodies that are long and thin, or have thin features: each was once wrong for another reason.

use nalgebra::Vector3;
use photofinish_oracle::features::{segment_segment, triangle_to_origin};
use photofinish_oracle::hull::Hull;
use photofinish_oracle::motion::{Ballistic, Orientation};
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::Shape;

use crate::{UPRIGHT, assert_distance, ball, beside, pair};

/// The end of a needle was no face of its hull once, so that a point on it seemed to be as deep as the needle is thick.
#[test]
fn a_point_on_the_end_of_a_needle_has_no_depth() {
    for thickness in [1e-3, 1e-7, 1e-10] {
        let can = Shape::Cylinder {
            half_height: 1.0625,
            radius: thickness,
        };
        let half = Vector3::new(thickness, 1.0625, thickness);
        let corner =
            |i: usize| half.map_with_location(|row, _, x| if i >> row & 1 == 0 { -x } else { x });
        let points = Shape::Points((0..8).map(corner).collect());
        for needle in [can, points] {
            let bodies = beside(needle, ball(0.0), [0.0, 1.0625, 0.0]);
            assert!(bodies.penetration_at(0.0) < 1e-14, "{thickness}");
        }
    }
}

/// The cone of directions that separate a body of length 1700 by 1e-8 is so narrow that it seemed to vanish.
#[test]
fn a_long_segment_that_nearly_touches_does_not_overlap_for_certain() {
    let can = Shape::Cylinder {
        half_height: 0.5,
        radius: 0.5,
    };
    let orientation = Orientation::Quaternion([
        4.3462493028013114e-5,
        -0.6093558988724811,
        0.7928968322678067,
        0.0,
    ]);
    let of_can = Ballistic {
        linvel: Vector3::new(2.0, 0.000109, 0.45792324711985977),
        acc: Vector3::new(0.06, 1.965880827038987, 0.33),
        angvel: Vector3::repeat(0.5),
        ..Ballistic::at_rest(Vector3::new(0.5, 4.0, -1220.0), orientation)
    };
    let segment = Shape::Segment([Vector3::new(4.0, -0.0013, 12.3), Vector3::repeat(1000.0)]);
    let position = Vector3::new(-135.6734619140625, -129.08448791503906, -1364.873046875);
    let of_segment = Ballistic {
        linvel: Vector3::repeat(1000.0),
        angvel: Vector3::repeat(1000.0),
        ..Ballistic::at_rest(position, Orientation::Quaternion([0.5; 4]))
    };
    // just after, they are 5.4e-9 apart, and come nearer by 4000 per unit of time
    let time = 0.03139291166283534;
    let pair = pair((can, of_can), (segment, of_segment));
    assert!(pair.distance_at_most(time) > 5e-9 + pair.rounding_until(time));
}

/// The normal of this face came from its sharpest corner, and the point straight below another one was not in the face.
#[test]
fn the_foot_on_a_face_with_a_sharp_corner_lies_in_the_face() {
    let (down, back) = (0.022, 1.9998779278248264);
    let corners = [
        [4.0, -down, -back],
        [4e-6, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [-22.0, -down, -back],
    ];
    let face = Shape::Points(corners.map(Vector3::from).to_vec());
    let bodies = beside(face, ball(0.0), [0.0, 0.0, -0.375]);
    assert_distance(&bodies, 0.375 * down / down.hypot(back));
}

/// The closest points of thin triangles and of nearly parallel segments came from determinants, whose error was that of
/// the angle squared. A normal of two such edges was not normal to them, so that a crossing seemed to have a depth.
#[test]
fn thin_features_that_touch_have_neither_distance_nor_depth() {
    let mut dice = Dice::new(13);
    for _ in 0..1000 {
        let along: Vector3<f64> = dice.in_ball();
        let near = along + dice.in_ball::<3>() * dice.scale(1e-7, 1e-2);
        let (s, t) = (dice.between(0.1, 0.4), dice.between(0.1, 0.4));

        let corner = -(along * s + near * t);
        let triangle = [corner, corner + along, corner + near];
        let weights = triangle_to_origin(triangle);
        let nearest = (0..3).map(|i| triangle[i] * weights[i]);
        assert!(nearest.sum::<Vector3<f64>>().norm() < 1e-15);

        let a = [-along * s, along * (1.0 - s)];
        let b = [-near * t, near * (1.0 - t)];
        let contact = segment_segment(a, b);
        assert!((contact.on_b - contact.on_a).norm() < 1e-15);

        let segments = beside(Shape::Segment(a), Shape::Segment(b), [0.0; 3]);
        assert!(segments.penetration_at(0.0) < 1e-15);
    }
}

/// The normals of thin triangles are not exact, and none of them was the axis along which these bodies only touch.
#[test]
fn a_needle_that_touches_a_thin_triangle_has_no_depth() {
    let needle = Shape::Cylinder {
        half_height: 1.0,
        radius: 5.6e-5,
    };
    let lying = Orientation::Quaternion([
        -0.5031862079899215,
        2.3868967376396455e-5,
        -0.8641676180696478,
        0.004238796860784665,
    ]);
    let points = vec![
        Vector3::new(-0.5, 0.5, -0.796185244525826),
        Vector3::new(-1.8134126802471962, -1.121141374837873, -1.0),
        Vector3::new(1.02e-5, 0.0, 0.0),
        Vector3::zeros(),
    ];
    let normal = Vector3::new(
        0.05505477043229993,
        0.004702662931539309,
        -0.9984722616147127,
    );
    let beside = Ballistic::at_rest(normal * 5.6e-5, UPRIGHT);
    let needle = (needle, Ballistic::at_rest(Vector3::zeros(), lying));
    let touching = pair(needle, (Shape::Points(points), beside));
    assert!(touching.penetration_at(0.0) < 1e-12);
}

/// The flat base of this hull has a bend by less than the tolerance of the oracle, which took it for one face. The
/// plane of that face left out a corner, so that a point in the base seemed to be deeper than it is.
#[test]
fn a_point_on_a_face_that_is_nearly_in_the_plane_of_others_has_no_depth() {
    let corners = [
        [4.0, 2.5e-6, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.5, 2e-7],
        [-2.0, 0.0, 0.0],
        [0.125, -2.875, 4.0],
    ];
    let points = Shape::Points(corners.map(Vector3::from).to_vec());
    // of the face through the first, the third and the fourth corner
    let middle = [2.0 / 3.0, 0.5000025 / 3.0, 2e-7 / 3.0];
    let bodies = beside(points, ball(0.0), middle);
    assert!(bodies.penetration_at(0.0) < 1e-14);
}

/// Corners in a plane through the origin were sorted by -0 before 0. If the order was then not that along their line,
/// the corner at the end of a side was lost in favour of a point in the middle.
#[test]
fn a_flat_hull_keeps_its_corners_whatever_points_are_on_its_sides() {
    let mirrors = [-1.0, 1.0];
    let slopes = [-1.0, 0.0, 1.0];
    let tips = slopes.map(|z| mirrors.map(|y| (y, z))).concat();
    for (x, (y, z)) in tips.iter().flat_map(|tip| mirrors.map(|x| (x, *tip))) {
        let side = [1.0, 0.75, 0.5, 0.25, 0.0].map(|share| Vector3::new(x * share + 0.0, 0.0, 0.0));
        let mut points = side.to_vec();
        points.push(Vector3::new(0.5, y, z));
        for _turn in 0..3 {
            points.iter_mut().for_each(|p| *p = p.zxy());
            let hull = Hull::new(&points);
            let [face] = &hull.faces[..] else {
                panic!("faces of {points:?}: {:?}", hull.faces);
            };
            let mut corners = face.corners.clone();
            corners.sort();
            assert_eq!(corners, [0, 4, 5], "of {points:?}");
        }
    }
}
