//! Points of placed, moving, mapped and added bodies, and the boxes around them.

use nalgebra::{
    Isometry, Isometry3, SMatrix, SVector, Translation, UnitQuaternion, Vector3, vector,
};
use photofinish::motion::ConstantVelocity;
use photofinish::shape::{Ball, ConvexHull, Cuboid};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{Extrusion, Moving, MovingPoints, SupportMap, resolution};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// Checks that every corner differs from its exact position by no more than the stated rounding.
fn corners_are_where_they_are_said<const D: usize>(
    single: &impl SupportMap<f32, D>,
    exact: &impl SupportMap<f64, D>,
) {
    let corners = (0..).map_while(|index| single.core_vertex(index).zip(exact.core_vertex(index)));
    let location = single.location().map(f64::from) - exact.location();
    let stated = single.rounding().map(f64::from);
    for (corner, exactly) in corners.take(64) {
        let off = location + (corner.map(f64::from) - exactly);
        for axis in 0..D {
            let (off, stated) = (off[axis].abs(), stated[axis]);
            assert!(off <= stated, "off by {off}, not {stated}");
        }
    }
}

#[test]
fn corners_of_placed_boxes() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..800 {
        let (single, exact) = bar(&mut rng);
        let at = pose(&mut rng, 1e3);
        let single = Posed::new(single, &at).expect("a pose");
        let exact = Posed::new(exact, &at.cast::<f64>()).expect("a pose");
        corners_are_where_they_are_said(&single, &exact);
        // the body is placed once more, so that the two locations may cancel
        let again = pose(&mut rng, 1.0).rotation;
        let back = -(again * at.translation.vector) + vector_of(&mut rng, 1e-2);
        let again = Isometry::from_parts(Translation::from(back), again);
        let single = Posed::new(single, &again).expect("a pose");
        let exact = Posed::new(exact, &again.cast::<f64>()).expect("a pose");
        corners_are_where_they_are_said(&single, &exact);
    }
}

/// Turning by the identity is exact, so it adds no rounding.
#[test]
fn a_shift_alone_states_no_more_than_the_shape() {
    let long = Cuboid::new(vector![1e6f32, 1.0, 1.0]).expect("a box");
    let shifted = Posed::new(long, &Isometry3::translation(5.0, 6.0, 7.0)).expect("a pose");
    assert_eq!(shifted.rounding(), long.rounding());
}

/// The sum of two locations is rounded, even if no body is turned.
#[test]
fn corners_of_boxes_shifted_twice() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..300 {
        let half = vector![1e-4f32, 1e-4, 1e-4];
        let shifts = [0, 1].map(|_| Translation::from(vector_of(&mut rng, 1e3)));
        let [first, second] = shifts.map(|by| Isometry::from_parts(by, UnitQuaternion::identity()));
        let single = Cuboid::new(half).expect("a box");
        let single = Posed::new(single, &first).expect("a pose");
        let exact = Cuboid::new(half.map(f64::from)).expect("a box");
        let exact = Posed::new(exact, &first.cast::<f64>()).expect("a pose");
        corners_are_where_they_are_said(
            &Posed::new(single, &second).expect("a pose"),
            &Posed::new(exact, &second.cast::<f64>()).expect("a pose"),
        );
    }
}

#[test]
fn corners_of_moving_boxes() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..400 {
        let (single, exact) = bar(&mut rng);
        let start = Isometry3::from(Translation::from(vector_of(&mut rng, 10.0)));
        let (velocity, spin) = (vector_of(&mut rng, 10.0), vector_of(&mut rng, 30.0));
        let moving = ConstantVelocity::new(start, velocity, spin).expect("a motion");
        let (velocity, spin) = (velocity.map(f64::from), spin.map(f64::from));
        let exactly = ConstantVelocity::new(start.cast(), velocity, spin).expect("a motion");
        let time: f32 = rng.random_range(0.0..2.0);
        corners_are_where_they_are_said(
            &Moving::new(single, moving).slice(time, &Vector3::zeros()),
            &Moving::new(exact, exactly).slice(f64::from(time), &Vector3::zeros()),
        );
    }
}

#[test]
fn moving_points_that_come_back_near_the_origin() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..300 {
        let starts: Vec<_> = (0..4).map(|_| vector_of(&mut rng, 1e4)).collect();
        let (epoch, origin) = if rng.random_bool(0.5) {
            (0.0, Vector3::zeros())
        } else {
            (number(&mut rng, 8.0), vector_of(&mut rng, 1e4))
        };
        let time: f32 = epoch + rng.random_range(0.5..2.0f32);
        // half of the points come back, the others stay where they are, far from the origin
        let share = if rng.random_bool(0.5) { 1.0 } else { 0.0 };
        let back = |start: &Vector3<f32>| (origin - start) * share / (time - epoch);
        let velocities: Vec<_> = starts.iter().map(back).collect();
        let wide = |points: &[Vector3<f32>]| points.iter().map(|p| p.map(f64::from)).collect();
        let exact = MovingPoints::new(wide(&starts), wide(&velocities), f64::from(epoch));
        let exact = exact.expect("points");
        // here the time since the epoch is exact, and the points are where velocity and time put them
        let elapsed = f64::from(time) - f64::from(epoch);
        let there = exact.slice(f64::from(time), &origin.map(f64::from));
        for (index, (start, velocity)) in starts.iter().zip(&velocities).enumerate() {
            let place = start.map(f64::from) + velocity.map(f64::from) * elapsed;
            let found = there.core_vertex(index as u32).expect("a point");
            assert!((found - (place - origin.map(f64::from))).amax() < 1e-9);
            assert!((0..3).all(|axis| found[axis].abs() <= there.extents()[axis]));
        }
        if f64::from(time - epoch) != elapsed {
            continue;
        }
        let single = MovingPoints::new(starts, velocities, epoch).expect("points");
        corners_are_where_they_are_said(&single.slice(time, &origin), &there);
    }
}

#[test]
fn corners_of_affine_images() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..400 {
        let (single, exact) = bar(&mut rng);
        let size = 10f64.powf(rng.random_range(-6.0..6.0));
        let linear = SMatrix::<f32, 3, 3>::from_fn(|_, _| number(&mut rng, size));
        corners_are_where_they_are_said(
            &AffineImage::new(single, linear, Vector3::zeros()).expect("a map"),
            &AffineImage::new(exact, linear.map(f64::from), Vector3::zeros()).expect("a map"),
        );
    }
}

/// The rounding of an image is the stated rounding of its body, mapped as the body is.
#[test]
fn an_image_states_the_rounding_of_its_body_at_its_own_size() {
    let at = Isometry3::from_parts(
        Translation::identity(),
        UnitQuaternion::from_scaled_axis(vector![0.0, 0.0, 1.0f32]),
    );
    let bar = Posed::new(Cuboid::new(vector![1e6, 1.0, 1.0]).expect("a box"), &at).expect("a pose");
    for scale in [1e-3f32, 1.0, 1e3] {
        let image = AffineImage::new(&bar, SMatrix::identity() * scale, Vector3::zeros());
        let stated = image.expect("a map").rounding();
        assert!((0..3).all(|axis| stated[axis] >= bar.rounding()[axis] * scale));
    }
}

#[test]
fn the_sum_of_two_radii_is_rounded() {
    for (inner, outer) in [(1.0f32, 16_777_216.0), (0.1, 3e6), (16_777_215.0, 2.0)] {
        for body in [Ball::new(inner), Ball::new(outer)] {
            let added = if body == Ball::new(inner) {
                outer
            } else {
                inner
            };
            let rounded = Rounded::new(body.expect("a ball"), added).expect("a radius");
            let radius = SupportMap::<f32, 3>::radius(&rounded);
            let off = (f64::from(radius) - (f64::from(inner) + f64::from(outer))).abs();
            let stated: Vector3<f32> = rounded.rounding();
            assert!(f64::from(stated.min()) >= off, "{stated} for {off}");
        }
    }
}

/// A sum states the rounding of both bodies. One of them is a hull that leaves out a corner, 0.05 high.
#[test]
fn a_sum_states_the_rounding_of_both_bodies() {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.05), (0.0, 1.0)];
    let corners = corners.map(|(x, y)| vector![x, y]);
    let hull = ConvexHull::welded(&corners, 0.1).expect("points");
    let (lost, ball) = (hull.deviation(), Ball::new(1.0).expect("a ball"));
    assert!(lost > 0.04);
    let least = |body: &dyn SupportMap<f64, 2>| body.rounding().min();
    assert!(least(&MinkowskiSum::new(&hull, ball)) >= lost);
    assert!(least(&MinkowskiSum::new(ball, &hull)) >= lost);
    assert!(least(&MinkowskiSum::new(&hull, &hull)) >= 2.0 * lost);
}

/// The points 2^24 and -1 are 2^24 + 1 apart, and single precision has no such number.
#[test]
fn the_way_between_two_locations_is_rounded() {
    let at = |x: f32| {
        let point = Ball::new(0.0f32).expect("a point");
        Posed::new(point, &Isometry3::translation(x, 0.0, 0.0)).expect("a pose")
    };
    let (near, far) = (at(-1.0), at(16_777_216.0));
    assert!(resolution(&near, &far).x >= 1.0);
    assert!(
        photofinish::supporting_distance(&near, &far, &Vector3::x()) - resolution(&near, &far).x
            <= 16_777_216.0
    );
}

/// The box around a placed body and the ball around the origin contain the exact corners.
#[test]
fn nothing_that_is_moved_leaves_its_box() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..400 {
        let (single, exact) = bar(&mut rng);
        let at = pose(&mut rng, 1e3);
        let single = Posed::new(single, &at).expect("a pose");
        let exact = Posed::new(exact, &at.cast::<f64>()).expect("a pose");
        let room = single.extents().map(f64::from);
        let reach = f64::from(single.reach(&Vector3::zeros())) * (1.0 + 8.0 * ULP);
        for index in 0..8 {
            let corner: SVector<f64, 3> =
                exact.location() + exact.core_vertex(index).expect("a corner");
            assert!((0..3).all(|axis| corner[axis].abs() <= room[axis] * (1.0 + ULP)));
            assert!(corner.norm() <= reach);
        }
    }
}
