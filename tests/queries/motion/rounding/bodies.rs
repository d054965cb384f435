//! Points of placed, moving, mapped and added bodies, and the boxes around them.

use photofinish::resolution;

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

/// The box around a placed body and the ball around the origin contain the exact corners.
#[test]
fn corners_of_placed_boxes() {
    repeat(800, |rng| {
        let at = pose(rng, 1e3);
        let (single, exact) = posed(bar(rng), &at);
        corners_are_where_they_are_said(&single, &exact);
        let room = single.extents().map(f64::from);
        let reach = f64::from(single.reach(&Vector3::zeros())) * (1.0 + 8.0 * ULP);
        for index in 0..8 {
            let corner = exact.location() + exact.core_vertex(index).expect("a corner");
            assert!((0..3).all(|axis| corner[axis].abs() <= room[axis] * (1.0 + ULP)));
            assert!(corner.norm() <= reach);
        }
        // the body is placed once more, so that the two locations may cancel
        let again = pose(rng, 1.0).rotation;
        let back = -(again * at.translation.vector) + vector_of(rng, 1e-2);
        let again = Isometry::from_parts(Translation::from(back), again);
        let (single, exact) = posed((single, exact), &again);
        corners_are_where_they_are_said(&single, &exact);
    });
}

/// The sum of two locations is rounded, even if no body is turned.
#[test]
fn corners_of_boxes_shifted_twice() {
    repeat(300, |rng| {
        let half = vector![1e-4f32, 1e-4, 1e-4];
        let grain = Cuboid::new(half).expect("a box");
        let exact = Cuboid::new(half.map(f64::from)).expect("a box");
        let [first, second] = [0, 1].map(|_| Isometry3::from(vector_of(rng, 1e3)));
        let (single, exact) = posed(posed((grain, exact), &first), &second);
        corners_are_where_they_are_said(&single, &exact);
    });
}

#[test]
fn corners_of_moving_boxes() {
    repeat(400, |rng| {
        let (single, exact) = bar(rng);
        let start = Isometry3::from(vector_of(rng, 10.0));
        let moves = [10.0, 30.0].map(|size| vector_of(rng, size));
        let motion = spinning(start, [moves[0], moves[1], Vector3::zeros()]);
        let time: f32 = rng.random_range(0.0..2.0);
        corners_are_where_they_are_said(
            &Moving::new(single, motion).slice(time, &Vector3::zeros()),
            &Moving::new(exact, motion.to_f64()).slice(f64::from(time), &Vector3::zeros()),
        );
    });
}

#[test]
fn moving_points_that_come_back_near_the_origin() {
    repeat(300, |rng| {
        let starts: Vec<_> = (0..4).map(|_| vector_of(rng, 1e4)).collect();
        let (epoch, origin) = if rng.random_bool(0.5) {
            (0.0, Vector3::zeros())
        } else {
            (number(rng, 8.0), vector_of(rng, 1e4))
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
        if f64::from(time - epoch) == elapsed {
            let single = MovingPoints::new(starts, velocities, epoch).expect("points");
            corners_are_where_they_are_said(&single.slice(time, &origin), &there);
        }
    });
}

/// The rounding of an image is the stated rounding of its body, mapped as the body is.
#[test]
fn corners_of_affine_images() {
    repeat(400, |rng| {
        let (single, exact) = posed(bar(rng), &pose(rng, 1e3));
        let size = 10f64.powf(rng.random_range(-6.0..6.0));
        let linear = SMatrix::<f32, 3, 3>::from_fn(|_, _| number(rng, size));
        corners_are_where_they_are_said(
            &AffineImage::new(single, linear, Vector3::zeros()).expect("a map"),
            &AffineImage::new(exact, linear.map(f64::from), Vector3::zeros()).expect("a map"),
        );
    });
}

#[test]
fn the_sum_of_two_radii_is_rounded() {
    for (one, two) in [(1.0f32, 16_777_216.0), (0.1, 3e6), (16_777_215.0, 2.0)] {
        for (inner, added) in [(one, two), (two, one)] {
            let body = Ball::new(inner).expect("a ball");
            let rounded = Rounded::new(body, added).expect("a radius");
            let radius = SupportMap::<f32, 3>::radius(&rounded);
            let off = (f64::from(radius) - (f64::from(one) + f64::from(two))).abs();
            let stated: Vector3<f32> = rounded.rounding();
            assert!(f64::from(stated.min()) >= off, "{stated} for {off}");
        }
    }
}

/// The points 2^24 and -1 are 2^24 + 1 apart, and single precision has no such number.
#[test]
fn the_way_between_two_locations_is_rounded() {
    let at = |x: f32| {
        let place = Isometry3::translation(x, 0.0, 0.0);
        Posed::new(ball::<f32>(0.0), &place).expect("a pose")
    };
    let (near, far) = (at(-1.0), at(16_777_216.0));
    let resolution = resolution(&near, &far).x;
    let apart = supporting_distance(&near, &far, &Vector3::x());
    assert!(resolution >= 1.0 && apart - resolution <= 16_777_216.0);
}
