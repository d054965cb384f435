//! Placements and bounds of motions.

use nalgebra::{
    Complex, Isometry, Isometry2, Isometry3, Normed, Quaternion, Translation, UnitComplex,
    UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::motion::{AtRest, Ballistic, Motion, Piecewise, Sweep};
use photofinish::shape::Ball;
use photofinish::{Extrusion, Moving, Span};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// A frame states where its centre is, and by how much that may be off.
#[test]
fn centres_of_moving_bodies_are_where_they_are_said() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut most = 0.0f64;
    for _ in 0..600 {
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
    assert!(most > 0.02, "the bound is too large: {most}");
}

/// After a thousand turns the angle is known to three digits less.
#[test]
fn placements_after_many_turns() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..300 {
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
    for _ in 0..400 {
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

/// A body that is thrown up comes down again, and there its velocity and its fall cancel.
#[test]
fn placements_of_a_body_that_comes_down_again() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..300 {
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

/// Near half a turn the interpolated vector is short, so rounding turns it far.
#[test]
fn placements_of_a_sweep_by_almost_half_a_turn() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..800 {
        let short = 10f64.powf(rng.random_range(-3.3..-1.7)) as f32;
        let to = UnitComplex::new_unchecked(Complex::new(-1.0f32, short));
        let ends = [UnitComplex::identity(), to]
            .map(|turn| Isometry2::from_parts(Translation::identity(), turn));
        let sweep = Sweep::new((0.0, ends[0]), (1.0, ends[1]), Vector2::zeros());
        let time = (0.5 + f64::from(short) * rng.random_range(-1.0..1.0)) as f32;
        let placed = sweep.expect("a motion").placement(time, &Vector2::zeros());
        let (u, far) = (f64::from(time), Complex::new(-1.0, f64::from(short)));
        let truth =
            UnitComplex::new_normalize(Complex::new(1.0 - u, 0.0) + far / Normed::norm(&far) * u);
        let truth = truth.to_rotation_matrix().into_inner();
        let off = turned_by(&placed.rotation.map(f64::from), &truth);
        let stated = f64::from(placed.angle_error);
        assert!(
            off <= stated,
            "turned by {off}, not {stated}, at {time} near {short}"
        );
    }
}

/// A span that ends at a knot is bounded by the piece before the knot. So the error stated at the knot covers the poses
/// of both pieces.
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
        // away from the knot nothing is added
        assert!(
            path.placement(0.5, &Vector2::zeros())
                .translation_error
                .max()
                < 1e-14
        );
    }
}

/// Along the axis of a spin the points of a body hardly move, and what remains of w x s is rounding.
#[test]
fn bounds_along_the_axis_of_a_spin() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let span = Span::new(0.0f32, 1.0).expect("in order");
    for _ in 0..800 {
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

/// Along the axis of a sweep, the bounds in single precision are no smaller than those in double precision.
#[test]
fn bounds_along_the_axis_of_a_sweep() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let span = (Span::new(0.0f32, 1.0), Span::new(0.0f64, 1.0));
    let (single_span, span) = (span.0.expect("in order"), span.1.expect("in order"));
    for _ in 0..800 {
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

/// Scaling a rotation in single precision to unit length loses no more than is stated, and its matrix adds no further
/// turn.
#[test]
fn matrices_of_rotations_are_off_by_less_than_eight_ulps() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut worst = 0.0f64;
    for _ in 0..4000 {
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
