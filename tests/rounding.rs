//! What rounding is said to have moved, held against the same bodies and motions in double precision.

use nalgebra::{
    Complex, Isometry, Isometry2, Isometry3, Quaternion, SMatrix, SVector, Translation,
    UnitComplex, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::motion::{
    AtRest, Ballistic, ConstantVelocity, Motion, Piecewise, Placement, Sweep,
};
use photofinish::shape::{Ball, ConvexHull, Cuboid};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{Extrusion, Moving, MovingPoints, Span, SupportMap, resolution};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const SEED: u64 = 0x726f_756e_6421;
const ULP: f64 = f32::EPSILON as f64;

/// A number in single precision, as large as this, or by some orders of magnitude smaller.
fn number(rng: &mut StdRng, size: f64) -> f32 {
    (rng.random_range(-size..size) * 10f64.powf(rng.random_range(-3.0..0.0))) as f32
}

fn vector_of(rng: &mut StdRng, size: f64) -> Vector3<f32> {
    Vector3::from_fn(|_, _| number(rng, size))
}

/// A rotation near one by right angles, or any, with the rounding of its four numbers.
fn turn(rng: &mut StdRng) -> UnitQuaternion<f32> {
    let quarter = f64::from(rng.random_range(0..4_u8)) * std::f64::consts::FRAC_PI_2;
    let tilt = vector_of(rng, 1.0) * number(rng, 1.0);
    UnitQuaternion::from_scaled_axis(Vector3::z() * quarter as f32)
        * UnitQuaternion::from_scaled_axis(tilt)
}

fn pose(rng: &mut StdRng, size: f64) -> Isometry3<f32> {
    Isometry::from_parts(Translation::from(vector_of(rng, size)), turn(rng))
}

/// A box from thin to very long.
fn bar(rng: &mut StdRng) -> (Cuboid<f32, 3>, Cuboid<f64, 3>) {
    let half = Vector3::from_fn(|_, _| 10f64.powf(rng.random_range(-3.0..6.0)) as f32);
    let exact = half.map(f64::from);
    (
        Cuboid::new(half).expect("a box"),
        Cuboid::new(exact).expect("a box"),
    )
}

/// Every corner is within the stated rounding of where it is exactly.
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
    for _ in 0..4000 {
        let (single, exact) = bar(&mut rng);
        let at = pose(&mut rng, 1e3);
        let single = Posed::new(single, &at).expect("a pose");
        let exact = Posed::new(exact, &at.cast::<f64>()).expect("a pose");
        corners_are_where_they_are_said(&single, &exact);
        // the same placed once more, so that both locations may cancel
        let again = pose(&mut rng, 1.0).rotation;
        let back = -(again * at.translation.vector) + vector_of(&mut rng, 1e-2);
        let again = Isometry::from_parts(Translation::from(back), again);
        let single = Posed::new(single, &again).expect("a pose");
        let exact = Posed::new(exact, &again.cast::<f64>()).expect("a pose");
        corners_are_where_they_are_said(&single, &exact);
    }
}

/// The identity is no rotation to be rounded, and costs nothing.
#[test]
fn a_shift_alone_states_no_more_than_the_shape() {
    let long = Cuboid::new(vector![1e6f32, 1.0, 1.0]).expect("a box");
    let shifted = Posed::new(long, &Isometry3::translation(5.0, 6.0, 7.0)).expect("a pose");
    assert_eq!(shifted.rounding(), long.rounding());
}

/// The sum of two locations is rounded though neither body is turned.
#[test]
fn corners_of_boxes_shifted_twice() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..1000 {
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
    for _ in 0..2000 {
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
    for _ in 0..1000 {
        let starts: Vec<_> = (0..4).map(|_| vector_of(&mut rng, 1e4)).collect();
        let (epoch, origin) = if rng.random_bool(0.5) {
            (0.0, Vector3::zeros())
        } else {
            (number(&mut rng, 8.0), vector_of(&mut rng, 1e4))
        };
        let time: f32 = epoch + rng.random_range(0.5..2.0f32);
        // or stay where they are, far from the origin
        let share = if rng.random_bool(0.5) { 1.0 } else { 0.0 };
        let back = |start: &Vector3<f32>| (origin - start) * share / (time - epoch);
        let velocities: Vec<_> = starts.iter().map(back).collect();
        let wide = |points: &[Vector3<f32>]| points.iter().map(|p| p.map(f64::from)).collect();
        let exact = MovingPoints::new(wide(&starts), wide(&velocities), f64::from(epoch));
        let exact = exact.expect("points");
        // the time since the epoch is exact here, and the points are where velocity and time say
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
    for _ in 0..2000 {
        let (single, exact) = bar(&mut rng);
        let size = 10f64.powf(rng.random_range(-6.0..6.0));
        let linear = SMatrix::<f32, 3, 3>::from_fn(|_, _| number(&mut rng, size));
        corners_are_where_they_are_said(
            &AffineImage::new(single, linear, Vector3::zeros()).expect("a map"),
            &AffineImage::new(exact, linear.map(f64::from), Vector3::zeros()).expect("a map"),
        );
    }
}

/// An image's rounding is what its body states, mapped as the body is.
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

/// A sum states what both of its bodies do: one is a hull that has lost a corner of 0.05.
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

/// 2^24 and -1 are 2^24 + 1 apart, which single precision has no number for.
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

/// What a motion states of its placement's error, against the same motion in double precision.
fn placed_where_stated<const D: usize>(placed: &Placement<f32, D>, exact: &Placement<f64, D>) {
    for axis in 0..D {
        let off = (f64::from(placed.translation[axis]) - exact.translation[axis]).abs();
        let stated = f64::from(placed.translation_error[axis]);
        assert!(off <= stated, "off by {off}, not {stated}");
    }
    let off = turned_by(&placed.rotation.map(f64::from), &exact.rotation);
    let stated = f64::from(placed.angle_error);
    assert!(off <= stated, "turned by {off}, not {stated}");
}

/// How far two rotations are from each other, in radians.
fn turned_by<const D: usize>(first: &SMatrix<f64, D, D>, second: &SMatrix<f64, D, D>) -> f64 {
    (first - second).norm() / std::f64::consts::SQRT_2
}

/// A constant velocity in both precisions.
fn spinning(
    start: Isometry3<f32>,
    [velocity, spin, center]: [Vector3<f32>; 3],
) -> (
    ConstantVelocity<f32, UnitQuaternion<f32>, 3>,
    ConstantVelocity<f64, UnitQuaternion<f64>, 3>,
) {
    let single = ConstantVelocity::new(start, velocity, spin);
    let exact = ConstantVelocity::new(
        start.cast::<f64>(),
        velocity.map(f64::from),
        spin.map(f64::from),
    );
    (
        single
            .and_then(|motion| motion.about(center))
            .expect("a motion"),
        exact
            .and_then(|motion| motion.about(center.map(f64::from)))
            .expect("a motion"),
    )
}

/// A frame says where its centre is, and how far that may be off.
#[test]
fn centres_of_moving_bodies_are_where_they_are_said() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut most = 0.0f64;
    for _ in 0..3000 {
        let start = Isometry3::from(Translation::from(vector_of(&mut rng, 1e3)));
        let vectors = [10.0, 3.0, 1e3].map(|size| vector_of(&mut rng, size));
        let (single, exact) = spinning(start, vectors);
        let time: f32 = rng.random_range(0.0..2.0);
        let ball = Moving::new(Ball::new(1.0f32).expect("a ball"), single);
        let exact = Moving::new(Ball::new(1.0f64).expect("a ball"), exact);
        let said = ball.frame(time, &Vector3::zeros()).expect("it is rigid");
        let truth = exact.frame(f64::from(time), &Vector3::zeros());
        let truth = truth.expect("it is rigid");
        let off = (said.center.map(f64::from) - truth.center).norm();
        let stated = f64::from(said.center_error);
        assert!(off <= stated, "off by {off}, not {stated}");
        most = most.max(off / stated);
        let off = turned_by(&said.rotation.map(f64::from), &truth.rotation);
        assert!(off <= f64::from(said.angle_error), "turned by {off}");
        assert!(f64::from(said.reach) >= truth.reach);
    }
    assert!(most > 0.02, "the bound is idle: {most}");
}

/// The angle of a body that has turned a thousand times is known to a thousandth of a turn's digits.
#[test]
fn placements_after_many_turns() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..1000 {
        let spin = vector_of(&mut rng, 1e4);
        let vectors = [Vector3::zeros(), spin, Vector3::zeros()];
        let (single, exact) = spinning(Isometry3::identity(), vectors);
        let time: f32 = rng.random_range(0.5..2.0);
        placed_where_stated(
            &single.placement(time, &Vector3::zeros()),
            &exact.placement(f64::from(time), &Vector3::zeros()),
        );
    }
}

#[test]
fn placements_about_a_centre_far_from_the_frame() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..2000 {
        let start = Isometry::from_parts(Translation::identity(), turn(&mut rng));
        let center = vector_of(&mut rng, 1e4);
        let vectors = [Vector3::zeros(), vector_of(&mut rng, 3.0), center];
        let (single, exact) = spinning(start, vectors);
        let time: f32 = rng.random_range(0.0..1.0);
        placed_where_stated(
            &single.placement(time, &Vector3::zeros()),
            &exact.placement(f64::from(time), &Vector3::zeros()),
        );
    }
}

/// Velocity and fall cancel when a body that was thrown comes down again.
#[test]
fn placements_of_a_body_that_comes_down_again() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..1000 {
        let up = rng.random_range(1e3..1e4f32);
        let down = vector![0.0, -rng.random_range(1.0..10.0f32), 0.0];
        let vectors = [vector![0.0, up, 0.0], Vector3::zeros(), Vector3::zeros()];
        let (single, exact) = spinning(Isometry3::identity(), vectors);
        let single = Ballistic::new(single, down).expect("a motion");
        let exact = Ballistic::new(exact, down.map(f64::from)).expect("a motion");
        let time = -2.0 * up / down.y;
        placed_where_stated(
            &single.placement(time, &Vector3::zeros()),
            &exact.placement(f64::from(time), &Vector3::zeros()),
        );
    }
}

/// Near half a turn the interpolated vector is short, and rounding turns it far.
#[test]
fn placements_of_a_sweep_by_almost_half_a_turn() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..4000 {
        let short = 10f64.powf(rng.random_range(-3.3..-1.7)) as f32;
        let to = UnitComplex::new_unchecked(Complex::new(-1.0f32, short));
        let ends = [UnitComplex::identity(), to]
            .map(|turn| Isometry2::from_parts(Translation::identity(), turn));
        let sweep = Sweep::new((0.0, ends[0]), (1.0, ends[1]), Vector2::zeros());
        let time = (0.5 + f64::from(short) * rng.random_range(-1.0..1.0)) as f32;
        let placed = sweep.expect("a motion").placement(time, &Vector2::zeros());
        let (u, far) = (f64::from(time), Complex::new(-1.0, f64::from(short)));
        let truth = UnitComplex::new_normalize(Complex::new(1.0 - u, 0.0) + far / far.norm() * u);
        let truth = truth.to_rotation_matrix().into_inner();
        let off = turned_by(&placed.rotation.map(f64::from), &truth);
        let stated = f64::from(placed.angle_error);
        assert!(
            off <= stated,
            "turned by {off}, not {stated}, at {time} near {short}"
        );
    }
}

/// A span that ends at a knot is bounded by the piece before it: what is stated there covers the poses of both.
#[test]
fn the_placement_at_a_knot_covers_both_pieces() {
    for (shift, turn) in [(9e-9, 0.0), (0.0, 9e-9), (-5e-9, 7e-9)] {
        let before = Isometry2::new(vector![0.5, 0.0], 0.3);
        let after = Isometry2::new(vector![0.5, shift], 0.3 + turn);
        let pieces = [before, after].map(|pose| AtRest::new(pose).expect("a motion"));
        let path = Piecewise::new(vec![-1.0, 0.0, 1.0], pieces.to_vec()).expect("they fit");
        for knot in [0.0, -0.0] {
            let placed = path.placement(knot, &Vector2::zeros());
            for piece in pieces {
                let truth = piece.placement(knot, &Vector2::zeros());
                let off = (placed.translation - truth.translation).amax();
                assert!(off <= placed.translation_error.min(), "{off}");
                let off = turned_by(&placed.rotation, &truth.rotation);
                assert!(off <= placed.angle_error, "{off}");
            }
        }
        // elsewhere nothing is added
        assert!(
            path.placement(0.5, &Vector2::zeros())
                .translation_error
                .max()
                < 1e-14
        );
    }
}

/// Along the axis of a spin the points of a body hardly move: what is left of w x s is rounding.
#[test]
fn bounds_along_the_axis_of_a_spin() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let span = Span::new(0.0f32, 1.0).expect("in order");
    for _ in 0..4000 {
        let spin = vector_of(&mut rng, 10.0);
        let vectors = [Vector3::zeros(), spin, Vector3::zeros()];
        let (single, _) = spinning(Isometry3::identity(), vectors);
        let along = spin.normalize();
        let (w, s) = (spin.map(f64::from), along.map(f64::from));
        let speed = w.cross(&s).norm() * 2.0;
        let bound = single.speed_bound(&along, span, 2.0).expect("a bound");
        assert!(f64::from(bound) >= speed, "{speed} > {bound}");
        let bound = single
            .acceleration_bound(&along, span, 2.0)
            .expect("a bound");
        assert!(
            f64::from(bound) >= speed * w.norm(),
            "{} > {bound}",
            speed * w.norm()
        );
        assert!(f64::from(bound) <= (speed + 40.0 * ULP * w.norm()) * w.norm() * 1.01);
    }
}

/// The same along the axis of a sweep: bounds of single precision are no smaller than those of double precision.
#[test]
fn bounds_along_the_axis_of_a_sweep() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let span = (Span::new(0.0f32, 1.0), Span::new(0.0f64, 1.0));
    let (single_span, span) = (span.0.expect("in order"), span.1.expect("in order"));
    for _ in 0..4000 {
        let turn = vector_of(&mut rng, 1.0);
        let ends = [Vector3::zeros(), turn].map(|turn| Isometry3::new(Vector3::zeros(), turn));
        let along = turn.normalize();
        let single = Sweep::new((0.0, ends[0]), (1.0, ends[1]), Vector3::zeros());
        let [from, to] = ends.map(|end| end.cast::<f64>());
        let exact = Sweep::new((0.0, from), (1.0, to), Vector3::zeros());
        let (Ok(single), Ok(exact)) = (single, exact) else {
            continue;
        };
        let wide = along.map(f64::from);
        let bounds = [
            (
                single.speed_bound(&along, single_span, 2.0),
                exact.speed_bound(&wide, span, 2.0),
            ),
            (
                single.acceleration_bound(&along, single_span, 2.0),
                exact.acceleration_bound(&wide, span, 2.0),
            ),
        ];
        for (bound, least) in bounds {
            let (bound, least) = (bound.expect("a bound"), least.expect("a bound"));
            assert!(f64::from(bound) >= least * (1.0 - 1e-9), "{bound} {least}");
        }
    }
}

/// Scaling a rotation of single precision to unit length loses what is stated, and its matrix turns nothing further.
#[test]
fn matrices_of_rotations_are_off_by_less_than_eight_ulps() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut worst = 0.0f64;
    for _ in 0..20_000 {
        let given = turn(&mut rng).into_inner() * (1.0 + number(&mut rng, 3e-4));
        let rest = Isometry3::from_parts(
            Translation::identity(),
            UnitQuaternion::new_unchecked(given),
        );
        let placed = AtRest::new(rest)
            .expect("a pose")
            .placement(0.0, &Vector3::zeros());
        let exact = Quaternion::from(given.coords.map(f64::from));
        let exact = UnitQuaternion::new_normalize(exact).to_rotation_matrix();
        let off = (placed.rotation.map(f64::from) - exact.matrix()).norm();
        worst = worst.max(off);
        if placed.angle_error == 0.0 {
            assert!(off < 1e-12, "{off}");
        } else {
            assert!(off <= f64::from(placed.angle_error), "{off}");
        }
    }
    assert!(worst > 2.0 * ULP && worst < 8.0 * ULP, "{worst}");
}

/// The box around a placed body, and the ball around the origin, have its exact corners inside.
#[test]
fn nothing_that_is_moved_leaves_its_box() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..2000 {
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

/// Two poses a little apart or far, in both precisions: what leads from one to the other is a small difference of numbers
/// near one, and the travel of a centre far from the frame one of large numbers.
fn ends(rng: &mut StdRng) -> ([Isometry3<f32>; 2], Vector3<f32>) {
    let from = pose(rng, 1.0);
    let apart = 10f64.powf(rng.random_range(-8.0..0.0));
    let turned = UnitQuaternion::from_scaled_axis(vector_of(rng, apart)) * from.rotation;
    let shift = vector_of(rng, 1.0);
    let to = Isometry3::from_parts((from.translation.vector + shift).into(), turned);
    let center = vector_of(rng, 1.0) * 10f32.powi(rng.random_range(-1..4));
    ([from, to], center)
}

/// The poses in double precision, their rotations scaled to unit length in it.
fn exactly(ends: [Isometry3<f32>; 2]) -> [Isometry3<f64>; 2] {
    ends.map(|pose| {
        let numbers = pose.rotation.into_inner().coords.map(f64::from);
        let rotation = UnitQuaternion::new_normalize(Quaternion::from(numbers));
        Isometry3::from_parts(pose.translation.vector.map(f64::from).into(), rotation)
    })
}

/// Where a motion between poses is, and how fast, is said of the one that leads from one to the other exactly.
fn moves_between_as_stated(
    rng: &mut StdRng,
    single: &impl Motion<f32, 3>,
    exact: &impl Motion<f64, 3>,
) {
    let time: f32 = rng.random_range(0.0..1.0);
    placed_where_stated(
        &single.placement(time, &Vector3::zeros()),
        &exact.placement(f64::from(time), &Vector3::zeros()),
    );
    let during = Span::new(0.0f32, 1.0).expect("in order");
    let exactly = Span::new(f64::from(time), f64::from(time)).expect("in order");
    let (along, reach) = (vector_of(rng, 1.0).normalize(), number(rng, 2.0).abs());
    let (s, radius) = (along.map(f64::from), f64::from(reach));
    let stated = single.speed_bound(&along, during, reach).expect("a bound");
    let speed = exact.speed_bound(&s, exactly, radius).expect("a bound");
    // the exact bound has rounding of its own, which counts for nothing in single precision
    let own = 1e-12 * (1.0 + speed.abs() + f64::from(single.center().norm()));
    assert!(f64::from(stated) >= speed - own, "{speed} > {stated}");
    let stated = single.acceleration_bound(&along, during, reach);
    let bent = exact
        .acceleration_bound(&s, exactly, radius)
        .expect("a bound");
    let stated = f64::from(stated.expect("a bound"));
    assert!(stated >= bent - 1e-12 * (1.0 + bent), "{bent} > {stated}");
}

#[test]
fn motions_between_poses_count_the_rounding_of_travel_and_turn() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..4000 {
        let (single, center) = ends(&mut rng);
        let (exact, about) = (exactly(single), center.map(f64::from));
        let (from, to) = ((0.0, single[0]), (1.0, single[1]));
        let (start, end) = ((0.0, exact[0]), (1.0, exact[1]));
        moves_between_as_stated(
            &mut rng,
            &Sweep::new(from, to, center).expect("a motion"),
            &Sweep::new(start, end, about).expect("a motion"),
        );
        moves_between_as_stated(
            &mut rng,
            &ConstantVelocity::between(from, to, center).expect("a motion"),
            &ConstantVelocity::between(start, end, about).expect("a motion"),
        );
    }
}

/// A turn by 8e-5 was slower than the one that it was rounded from: the smallest input of a search for wrong claims.
#[test]
fn the_speed_of_a_small_turn_counts_what_its_angle_lost() {
    let turned = |k: f32, w: f32| {
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, 0.0, 0.0, k));
        Isometry3::from_parts(Translation::identity(), rotation)
    };
    let single = [
        turned(
            std::f32::consts::FRAC_1_SQRT_2,
            -std::f32::consts::FRAC_1_SQRT_2,
        ),
        turned(0.707_080_1, -0.707_133_5),
    ];
    let exact = exactly(single);
    let during = Span::new(0.0, 1.0).expect("in order");
    let rate = exact[0].rotation.angle_to(&exact[1].rotation);
    let (from, to) = ((0.0, single[0]), (1.0, single[1]));
    let sweep = Sweep::new(from, to, Vector3::zeros()).expect("a motion");
    let slerp = ConstantVelocity::between(from, to, Vector3::zeros()).expect("a motion");
    for bound in [
        sweep.speed_bound(&Vector3::x(), during, 1.0),
        slerp.speed_bound(&Vector3::x(), during, 1.0),
    ] {
        let bound = f64::from(bound.expect("a bound"));
        assert!(
            bound >= rate && bound <= rate + 40.0 * ULP,
            "{rate} {bound}"
        );
    }
}
