//! Placements and bounds of motions.

use nalgebra::{Complex, Normed};

use super::*;

/// A frame states where its centre is, and by how much that may be off.
#[test]
fn centres_of_moving_bodies_are_where_they_are_said() {
    let mut most = 0.0f64;
    repeat(600, |rng| {
        let start = Isometry3::from(vector_of(rng, 1e3));
        let vectors = [10.0, 3.0, 1e3].map(|size| vector_of(rng, size));
        let single = spinning(start, vectors);
        let (exact, time) = (single.to_f64(), rng.random_range(0.0..2.0f32));
        let said = Moving::new(ball::<f32>(1.0), single).frame(time, &Vector3::zeros());
        let truth = Moving::new(ball::<f64>(1.0), exact).frame(f64::from(time), &Vector3::zeros());
        let (said, truth) = (said.expect("it is rigid"), truth.expect("it is rigid"));
        let off = (said.center.map(f64::from) - truth.center).norm();
        let stated = f64::from(said.center_error);
        assert!(off <= stated, "off by {off}, not {stated}");
        most = most.max(off / stated);
        let off = turned_by(&said.rotation.map(f64::from), &truth.rotation);
        assert!(off <= f64::from(said.angle_error), "turned by {off}");
        assert!(f64::from(said.reach) >= truth.reach);
    });
    assert!(most > 0.02, "the bound is too large: {most}");
}

/// After a thousand turns the angle is known to three digits less. A centre may be far from the frame. Where a body that
/// was thrown up comes down again, its velocity and its fall cancel.
#[test]
fn placements_of_flights() {
    repeat(300, |rng| {
        let zero = Vector3::zeros();
        let (home, spin) = (Isometry3::identity(), vector_of(rng, 1e4));
        let spins = spinning(home, [zero, spin, zero]);
        goes_where_stated(&spins, &spins.to_f64(), rng.random_range(0.5..2.0));
        let start = Isometry::from_parts(Translation::identity(), turn(rng));
        let swings = spinning(start, [zero, vector_of(rng, 3.0), vector_of(rng, 1e4)]);
        goes_where_stated(&swings, &swings.to_f64(), rng.random_range(0.0..1.0));
        let up = rng.random_range(1e3..1e4f32);
        let down = vector![0.0, -rng.random_range(1.0..10.0f32), 0.0];
        let throw = spinning(home, [Vector3::y() * up, zero, zero]);
        let falls = Ballistic::new(throw, down).expect("a motion");
        goes_where_stated(&falls, &falls.to_f64(), -2.0 * up / down.y);
    });
}

/// Near half a turn the interpolated vector is short, so rounding turns it far.
#[test]
fn placements_of_a_sweep_by_almost_half_a_turn() {
    repeat(800, |rng| {
        let short = 10f64.powf(rng.random_range(-3.3..-1.7)) as f32;
        let to = UnitComplex::new_unchecked(Complex::new(-1.0f32, short));
        let [start, end] = [UnitComplex::identity(), to]
            .map(|turn| Isometry2::from_parts(Translation::identity(), turn));
        let sweep = Sweep::new((0.0, start), (1.0, end), Vector2::zeros());
        let sweep = sweep.expect("a motion");
        let time = (0.5 + f64::from(short) * rng.random_range(-1.0..1.0)) as f32;
        let placed = sweep.placement(time, &Vector2::zeros());
        let held = sweep.given_poses()[1].1.rotation.into_inner();
        let (u, far) = (
            f64::from(time),
            Complex::new(f64::from(held.re), f64::from(held.im)),
        );
        let truth = Complex::new(1.0 - u, 0.0) + far / Normed::norm(&far) * u;
        let truth = UnitComplex::new_normalize(truth).to_rotation_matrix();
        let off = turned_by(&placed.rotation.map(f64::from), truth.matrix());
        let stated = f64::from(placed.angle_error);
        assert!(
            off <= stated,
            "turned by {off}, not {stated}, at {time} near {short}"
        );
    });
}

/// A span that ends at a knot is bounded by the piece before the knot. So the error stated at the knot covers the poses
/// of both pieces. Zero and minus zero are one time.
#[test]
fn the_placement_at_a_knot_covers_both_pieces() {
    let origin = Vector2::zeros();
    for (shift, turn) in [(9e-9, 0.0), (0.0, 9e-9), (-5e-9, 7e-9)] {
        let before = Isometry2::new(vector![0.5, 0.0], 0.3);
        let after = Isometry2::new(vector![0.5, shift], 0.3 + turn);
        let pieces = [before, after].map(rest);
        for (knot, time) in [(0.0, 0.0), (0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0)] {
            let path = path(&[-1.0, knot, 1.0], pieces);
            let placed = path.placement(time, &origin);
            for piece in pieces {
                let truth = piece.placement(time, &origin);
                let off = (placed.translation - truth.translation).amax();
                assert!(off <= placed.translation_error.min(), "{off}");
                let off = turned_by(&placed.rotation, &truth.rotation);
                assert!(off <= placed.angle_error, "{off}");
            }
            assert_eq!(placed.translation.y, shift);
            assert_eq!(path.next_knot(time), Some(1.0));
            // away from the knot nothing is added
            let placed = path.placement(0.5, &origin);
            assert!(placed.translation_error.max() < 1e-14);
        }
    }
}

/// Along the axis of a spin the points of a body hardly move, and what remains of w x s is rounding.
#[test]
fn bounds_along_the_axis_of_a_spin() {
    let during: Span<f32> = span(0.0, 1.0);
    repeat(800, |rng| {
        let spin = vector_of(rng, 10.0);
        let single = steady(Isometry3::identity(), Vector3::zeros(), spin);
        let along = spin.normalize();
        let (w, s) = (spin.map(f64::from), along.map(f64::from));
        let speed = w.cross(&s).norm() * 2.0;
        let bound = single.speed_bound(&along, during, 2.0).expect("a bound");
        assert!(f64::from(bound) >= speed, "{speed} > {bound}");
        let bound = single.acceleration_bound(&along, during, 2.0);
        let (bound, least) = (f64::from(bound.expect("a bound")), speed * w.norm());
        assert!(bound >= least, "{least} > {bound}");
        assert!(bound <= (speed + 40.0 * ULP * w.norm()) * w.norm() * 1.01);
    });
}
