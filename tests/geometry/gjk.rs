//! Distances and intersection tests of bodies at rest: closed forms, the independent oracle, and inputs that once gave
//! wrong answers.

use std::ops::ControlFlow;

use nalgebra::{
    Isometry2, Isometry3, Quaternion, SVector, Translation3, UnitComplex, UnitQuaternion, Vector3,
    vector,
};
use photofinish::epa::penetration;
use photofinish::gjk::{Closest, distance, intersects, visit};
use photofinish::shape::{Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet};
use photofinish::support::{Feature, Posed};
use photofinish::{Extrusion, Real, SupportMap, Tracker, supporting_distance};
use photofinish_judge::soundness::{FromOracle, body};
use photofinish_oracle::generate::{Case, Family};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn closest<T: Real, const D: usize>(found: Option<Closest<T, D>>) -> Closest<T, D> {
    found.expect("the bodies are apart")
}

fn cuboid(x: f64, y: f64, z: f64) -> Cuboid<f64, 3> {
    Cuboid::new(vector![x, y, z]).expect("a box")
}

/// A long block and a small one are close together. Along the long side, rounding is larger than their distance; across
/// it, rounding is much smaller. The intersection test and the distance must agree, whichever way they decide.
#[test]
fn bodies_whose_rounding_differs_by_axis_touch_iff_they_have_no_distance() {
    let long = Cuboid::new(vector![5e5, 0.5]).expect("a block");
    let small = Cuboid::new(vector![0.5, 1.0]).expect("a block");
    for gap in [1e-13, 1e-12, 1e-10, 3e-9, 1e-7] {
        let a = Posed::new(long, &Isometry2::translation(-5e5, -0.5)).expect("a pose");
        let above = Isometry2::translation(0.5 - 8e-10, 1.0 + gap);
        let b = Posed::new(small, &above).expect("a pose");
        let touch = intersects(&a, &b, &mut SVector::zeros());
        assert_eq!(touch, distance(&a, &b).is_none(), "{gap:e}");
        let mut tracker = Tracker::new();
        let touch = tracker.intersects(&a, &b);
        assert_eq!(
            touch,
            tracker.distance(&a, &b).is_none(),
            "tracked, {gap:e}"
        );
    }
}

#[test]
fn faces_edges_and_vertices_are_as_far_apart_as_geometry_says() {
    let unit = cuboid(1.0, 1.0, 1.0);
    let at = |x: f64, y: f64, z: f64| {
        Posed::new(unit, &Isometry3::translation(x, y, z)).expect("a pose")
    };
    let face = closest(distance(&unit, &at(3.0, 0.5, 0.25)));
    assert!(face.distance == 1.0 && (face.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-15);
    let edge = closest(distance(&unit, &at(5.0, 6.0, 0.5)));
    assert!(
        (edge.distance - 5.0).abs() < 1e-14
            && (edge.contact.normal - vector![0.6, 0.8, 0.0]).norm() < 1e-14
    );
    let vertex = closest(distance(&unit, &at(3.0, 4.0, 4.0)));
    assert!((vertex.distance - 3.0).abs() < 1e-14);
    assert!((vertex.contact.witness_a - vector![1.0, 1.0, 1.0]).norm() < 1e-14);
    assert!((vertex.contact.witness_b - vector![2.0, 3.0, 3.0]).norm() < 1e-14);
}

#[test]
fn radii_are_subtracted_exactly() {
    let ball = |x: f64| {
        Posed::new(
            Ball::new(1.0).expect("a ball"),
            &Isometry3::translation(x, 0.0, 0.0),
        )
        .expect("a pose")
    };
    let apart = closest(distance(&ball(0.0), &ball(3.0)));
    assert_eq!(
        (
            apart.distance,
            apart.contact.witness_a.x,
            apart.contact.witness_b.x
        ),
        (1.0, 1.0, 2.0)
    );
    let capsule = Capsule::new(2.0, 0.5).expect("a capsule");
    let across = Posed::new(
        capsule,
        &Isometry3::new(vector![0.0, 0.0, 3.0], vector![0.0, 0.0, 1.0]),
    )
    .expect("a pose");
    let crossed: f64 = closest(distance(&capsule, &across)).distance;
    assert!((crossed - 2.0).abs() < 1e-14);
    let overlap = penetration(&ball(0.0), &ball(1.5)).expect("they overlap");
    assert_eq!(overlap.depth, 0.5);
    assert_eq!(overlap.contact.normal, vector![1.0, 0.0, 0.0]);
}

/// Checks both bounds, the witness points and the intersection test against the oracle, at time 0 or 0.9 of random
/// cases.
fn check_against_oracle<T: Real, R: FromOracle<T, D>, const D: usize>(relative: f64) {
    let mut overlapping = 0;
    for family in Family::ALL {
        for seed in 0..60 {
            let case = Case::<D>::random(family, 77_000 + seed);
            let time = if seed % 3 == 0 { 0.9 } else { 0.0 };
            let origin = SVector::zeros();
            let (a, b) = (body::<T, R, D>(&case.a), body::<T, R, D>(&case.b));
            let (a, b) = (a.slice(T::of(time), &origin), b.slice(T::of(time), &origin));
            let truth = case.pair().distance_at(T::of(time).as_f64());
            // the resolution of the scalar and the poses at these coordinates, and the relative error
            let error =
                photofinish_judge::soundness::resolution(&a, &b).as_f64() + relative * truth.upper;
            let name = format!("{family:?} {seed}");
            let mut axis = SVector::zeros();
            let touching = intersects(&a, &b, &mut axis);
            if !touching {
                assert!(supporting_distance(&a, &b, &axis) > T::zero(), "{name}");
            }
            match distance(&a, &b) {
                Some(found) => {
                    assert!(!touching, "{name}");
                    assert!(found.lower_bound <= found.distance, "{name}");
                    assert!(found.lower_bound.as_f64() <= truth.upper + error, "{name}");
                    let off = (found.distance.as_f64() - truth.upper).abs();
                    assert!(off <= error, "{name}: off by {off:e}, {error:e}");
                    let apart = (found.contact.witness_b - found.contact.witness_a)
                        .norm()
                        .as_f64();
                    assert!(
                        (apart - truth.upper).abs() <= error,
                        "{name}: {apart} {}",
                        truth.upper
                    );
                }
                None => {
                    overlapping += 1;
                    assert!(touching || truth.lower <= error, "{name}");
                    assert!(truth.lower <= error, "{name}: {}", truth.lower);
                }
            }
        }
    }
    assert!(overlapping > 10, "some pairs overlap: {overlapping}");
}

#[test]
fn distances_are_those_of_the_oracle() {
    check_against_oracle::<f64, UnitComplex<f64>, 2>(1e-8);
    check_against_oracle::<f64, UnitQuaternion<f64>, 3>(1e-8);
    check_against_oracle::<f32, UnitComplex<f32>, 2>(1e-4);
    check_against_oracle::<f32, UnitQuaternion<f32>, 3>(1e-4);
}

/// The slides of both bodies were added one by one, and their sum depended on the order.
#[test]
fn swapping_curved_bodies_mirrors_their_distance_to_the_last_bit() {
    let turned = |w: f64, x: f64, y: f64, z: f64| {
        UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z))
    };
    let cone = Cone::new(0.7468617515217992, 0.12903809378961376).expect("a cone");
    let disc = Cylinder::new(1e-12, 0.9563905992732351).expect("a cylinder");
    let at = Translation3::new(-2.689227840538217, -1.538260148003575, 1.2445602474209583);
    let turn = turned(0.7071067811744395, 0.0, 0.0, 0.7071067811986556);
    let a = Posed::new(cone, &Isometry3::from_parts(at, turn)).expect("a pose");
    let at = Translation3::new(0.0, 0.0, 0.07825837125920954);
    let turn = turned(
        -0.09212954858233778,
        0.19407222248230185,
        0.7798560678329188,
        -0.5879393099657244,
    );
    let b = Posed::new(disc, &Isometry3::from_parts(at, turn)).expect("a pose");
    let (one, other) = (closest(distance(&a, &b)), closest(distance(&b, &a)));
    assert_eq!(one.distance, other.distance);
    assert_eq!(one.lower_bound, other.lower_bound);
    assert_eq!(one.contact.normal, -other.contact.normal);
}

/// Searches among curved bodies converge about as fast as among polytopes, as the points of rims slide along them.
/// Without sliding the pairs below take 15 iterations on average, and nearly all end with bounds up to 4e-11 apart.
#[test]
fn curved_bodies_take_few_iterations() {
    let mut dice = StdRng::seed_from_u64(31);
    let mut draw = |from: f64, to: f64| dice.random_range(from..to);
    let (mut iterations, mut pairs, mut exact) = (0, 0, 0);
    while pairs < 400 {
        let poses = [(); 2].map(|()| {
            let at = Vector3::from_fn(|_, _| draw(-1.0, 1.0));
            Isometry3::new(at, Vector3::from_fn(|_, _| draw(-2.0, 2.0)))
        });
        let cylinder = Cylinder::new(draw(0.1, 0.5), draw(0.1, 0.5)).expect("a cylinder");
        let cone = Cone::new(draw(0.1, 0.5), draw(0.1, 0.5)).expect("a cone");
        let a = Posed::new(cylinder, &poses[0]).expect("a pose");
        let b = Posed::new(cone, &poses[1]).expect("a pose");
        if let Some(closest) = distance(&a, &b) {
            pairs += 1;
            iterations += closest.iterations;
            exact += u32::from(closest.distance - closest.lower_bound < 1e-14);
        }
    }
    assert!(iterations < 7 * pairs, "{iterations} in {pairs} pairs");
    assert!(2 * exact > pairs, "{exact} of {pairs} to the last digits");
}

/// Points of rims that nearly touch are far apart along a direction that is a little off, and slide twice. With one
/// slide in a row this disc and this cylinder took 44 iterations.
#[test]
fn rims_that_nearly_touch_slide_on() {
    let posed = |half_height: f64, radius: f64, (at, [x, y, z, w]): ([f64; 3], [f64; 4])| {
        let cylinder = Cylinder::new(half_height, radius).expect("a cylinder");
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
        let pose = Isometry3::from_parts(Vector3::from(at).into(), rotation);
        Posed::new(cylinder, &pose).expect("a pose")
    };
    let disc = posed(0.0, 0.87, ([0.0; 3], [-0.5, 1.0, 0.0, 0.0]));
    let cylinder = posed(0.9, 0.79, ([-1.2, -1.6, 0.5], [0.5, 0.0, 0.0, -1.0]));
    let found = closest(distance(&disc, &cylinder));
    let uncertainty = found.distance - found.lower_bound;
    assert!(found.iterations <= 16, "{}", found.iterations);
    assert!(uncertainty < 1e-12, "{uncertainty:e}");
}

#[test]
fn a_cached_axis_ends_the_intersection_test_at_once() {
    let still = cuboid(1.0, 2.0, 3.0);
    let mut axis = Vector3::zeros();
    let mut evaluations = 0;
    for step in 0..200 {
        let angle = 0.01 * f64::from(step);
        let moving = Posed::new(
            still,
            &Isometry3::new(vector![6.0, 0.0, 0.0], vector![angle, 0.3, 2.0 * angle]),
        )
        .expect("a pose");
        assert!(!intersects(&still, &moving, &mut axis));
        let first = visit(&still, &moving, axis, |_| {
            evaluations += 1;
            ControlFlow::Break(())
        });
        let stopped = first.expect("the first direction still separates them");
        assert!(stopped.distance.is_finite() && stopped.distance >= stopped.lower_bound);
    }
    assert_eq!(evaluations, 200);
    let inside = Posed::new(still, &Isometry3::translation(0.5, 0.0, 0.0)).expect("a pose");
    assert!(intersects(&still, &inside, &mut axis));
}

/// Across the way between two polytopes their shadows overlap, so that an axis there separates nothing.
#[test]
fn an_axis_that_fails_gives_way_to_the_line_of_centres() {
    let corners = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| [axis, -axis]);
    let still = PointSet::new(corners.concat()).expect("an octahedron");
    let between = vector![4.0, 0.3, 0.2];
    let other = Posed::new(&still, &Isometry3::translation(4.0, 0.3, 0.2)).expect("a pose");
    let mut axis = Vector3::y();
    assert!(!intersects(&still, &other, &mut axis));
    assert!((axis - between.normalize()).norm() < 1e-15, "{axis}");
    let mut tracker = Tracker::new().along(Vector3::y());
    assert!(!tracker.intersects(&still, &other));
    assert_eq!(tracker.axis(), Some(&axis));
    // bodies with one centre touch, and there is no line of centres
    let mut axis = Vector3::<f64>::y();
    assert!(intersects(&still, &still, &mut axis));
    assert!((axis.norm() - 1.0).abs() < 1e-15, "{axis}");
}

#[test]
fn every_iterate_bounds_the_distance_and_the_bounds_meet() {
    let a = cuboid(1.0, 2.0, 0.5);
    let b = Posed::new(
        cuboid(0.3, 0.3, 3.0),
        &Isometry3::new(vector![3.0, 2.0, 1.0], vector![0.4, 0.9, -0.2]),
    )
    .expect("a pose");
    let exact = closest(distance(&a, &b)).distance;
    let mut bounds = Vec::new();
    let found = closest(visit(&a, &b, vector![0.0, 1.0, 0.0], |iterate| {
        assert!((iterate.direction.norm() - 1.0).abs() < 1e-15);
        assert!(iterate.supporting_distance <= exact + 1e-14);
        bounds.push((iterate.lower_bound, iterate.upper_bound));
        ControlFlow::Continue(())
    }));
    assert!((found.distance - exact).abs() < 1e-14);
    assert_eq!(found.iterations as usize, bounds.len());
    assert!(
        bounds
            .windows(2)
            .all(|pair| pair[1].0 >= pair[0].0 && pair[1].1 <= pair[0].1)
    );
    assert!(
        bounds
            .iter()
            .all(|&(lower, upper)| lower <= exact + 1e-14 && upper >= exact - 1e-14)
    );
}

/// A needle is 5,000 times as long as wide and passes a box. In single precision, a tetrahedron of support points once
/// seemed to contain the origin.
#[test]
fn a_needle_does_not_overlap_what_it_only_passes() {
    let needle =
        Cuboid::new(vector![0.000_939_404_07_f32, 4.935_748, 0.000_939_404_07]).expect("a box");
    let block = Cuboid::new(vector![0.176_058_59_f32, 0.242_617_52, 0.157_879_95]).expect("a box");
    let turned = |x, y, z, w| UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    for step in 0..200 {
        let time = 0.001 * step as f32;
        let spin = UnitQuaternion::from_scaled_axis(
            vector![-0.172_008_12_f32, 0.255_505_06, -0.074_423_13] * time,
        );
        let a = Isometry3::from_parts(
            Translation3::new(1.520_737_6, 0.970_945_24, -1.123_451_8),
            spin * turned(0.624_233_7, 0.614_959_54, -0.280_514_9, -0.391_750_4),
        );
        let b = Isometry3::from_parts(
            Translation3::from(
                vector![1.082_799_f32, 1.172_550_4, -1.904_386_4]
                    + vector![1.834_353_8, -2.228_459_4, 2.616_280_6] * time,
            ),
            turned(0.377_446_68, -0.070_759_46, -0.910_667_9, -0.152_351_77),
        );
        let (a, b) = (
            Posed::new(needle, &a).expect("a pose"),
            Posed::new(block, &b).expect("a pose"),
        );
        assert!(!intersects(&a, &b, &mut Vector3::zeros()), "at {time}");
        closest(distance(&a, &b));
    }
}

/// The axis of a capsule pierces a triangle. The search settled on an upper bound of the distance of the cores, and
/// this bound was once taken for a depth.
#[test]
fn the_depth_of_cores_that_meet_is_not_an_upper_bound_of_their_distance() {
    let capsule = Posed::new(
        Capsule::new(1.0, 1.0).expect("a capsule"),
        &Isometry3::rotation(vector![std::f64::consts::FRAC_PI_2, 0.0, 0.0]),
    )
    .expect("a pose");
    let points = [
        vector![0.0, 0.0, 0.0],
        vector![1.0, 0.0, 0.0],
        vector![1.0, 1.0, 0.0],
    ];
    let at = |x, y| {
        let triangle = photofinish::shape::Triangle::new(points).expect("a triangle");
        let triangle = Posed::new(triangle, &Isometry3::translation(x, y, 0.0)).expect("a pose");
        penetration(&capsule, &triangle)
            .expect("they overlap")
            .depth
    };
    // the axis pierces the triangle near its edge
    assert!((at(-0.5, -0.01) - 1.01f64).abs() < 1e-12);
    assert!((at(0.5, 0.0) - 0.5).abs() < 1e-12);
}

/// A block is just above a floor that is far wider than the gap. The rounding along the floor was once compared with
/// the gap.
#[test]
fn a_wide_floor_does_not_hide_a_gap_that_its_thin_side_resolves() {
    let floor = Cuboid::new(vector![10.0_f32, 0.5, 10.0]).expect("a box");
    let floor = Posed::new(floor, &Isometry3::translation(0.0, -0.5, 0.0)).expect("a pose");
    let block = Cuboid::new(vector![0.397_939_6_f32, 0.181_474_13, 0.354_237_97]).expect("a box");
    let turned = UnitQuaternion::new_normalize(Quaternion::new(
        0.988_064_5,
        5.679_905_4e-5,
        0.154_039_08,
        0.000_750_838_7,
    ));
    for lift in [0.0, 1e-5, 1e-4] {
        let at = Translation3::new(-0.031_969_28, 0.182_115_75 + lift, -0.030_471_526);
        let block = Posed::new(block, &Isometry3::from_parts(at, turned)).expect("a pose");
        assert!(!intersects(&floor, &block, &mut Vector3::zeros()), "{lift}");
        let found = closest(distance(&floor, &block));
        assert!(
            (found.contact.normal - vector![0.0, 1.0, 0.0]).norm() < 1e-5,
            "{lift}: {}",
            found.contact.normal
        );
    }
}

/// Point sets have their location at the origin, wherever their points lie. Their size may be anything.
#[test]
fn bodies_located_at_the_origin_may_have_any_size() {
    for size in [1e-90, 1e-3, 1.0, 1e6, 1e90] {
        let set = |points: [[f64; 3]; 4]| {
            let points = points.map(|point| Vector3::from(point) * size);
            PointSet::new(points.to_vec()).expect("points")
        };
        let low = set([
            [-2.0, -1.5, 0.0],
            [2.0, -1.0, 0.0],
            [0.5, 2.0, 0.0],
            [0.0, 0.0, -3.0],
        ]);
        let high = set([
            [-1.5, 0.5, 0.75],
            [1.0, -2.0, 0.75],
            [1.5, 1.0, 0.75],
            [0.0, 0.1, 4.0],
        ]);
        let found = closest(distance(&low, &high));
        assert!(
            (found.distance / size - 0.75).abs() < 1e-14,
            "{} at {size}",
            found.distance
        );
        assert!(found.lower_bound / size > 0.75 - 1e-13, "{found:?}");
    }
}

/// The nearest point is a vertex of one body and inside a face of the other. All points of the simplex share that
/// vertex, and it counts once.
#[test]
fn a_vertex_that_faces_a_face_is_one_feature() {
    let corners = [
        vector![-1.0, 1.0, -0.75],
        vector![1.0, 1.5, -0.5],
        vector![0.25, 1.25, 1.0],
        vector![0.1, 0.25, 0.05],
    ];
    let peak = ConvexHull::new(&corners).expect("a hull");
    let tip = (0..4).find(|&vertex| peak.core_vertex(vertex) == Some(corners[3]));
    let ground = [
        vector![-3.0, 0.0, -2.5],
        vector![3.5, 0.0, -2.0],
        vector![0.25, 0.0, 4.0],
        vector![0.0, -1.0, 0.0],
    ];
    let ground = ConvexHull::new(&ground).expect("a hull");
    let found = closest(distance(&ground, &peak));
    assert!(f64::abs(found.distance - 0.25) < 1e-15);
    assert_eq!(
        found.contact.feature_b,
        Feature::Vertex(tip.expect("the tip"))
    );
    assert!(
        matches!(found.contact.feature_a, Feature::Face(_)),
        "{found:?}"
    );
}
