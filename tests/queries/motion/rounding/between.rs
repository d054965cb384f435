//! Motions from one pose to another.

use nalgebra::Quaternion;

use super::*;

/// Returns two poses, a little or far apart, and a centre. The turn between two close poses is a small difference of
/// numbers near one. The travel of a centre far from the frame is a difference of large numbers.
fn ends(rng: &mut StdRng) -> ([Isometry3<f32>; 2], Vector3<f32>) {
    let from = pose(rng, 1.0);
    let apart = 10f64.powf(rng.random_range(-8.0..0.0));
    let turned = UnitQuaternion::from_scaled_axis(vector_of(rng, apart)) * from.rotation;
    let shift = vector_of(rng, 1.0);
    let to = Isometry3::from_parts((from.translation.vector + shift).into(), turned);
    let center = vector_of(rng, 1.0) * 10f32.powi(rng.random_range(-1..4));
    // as a motion holds them: scaled to unit length in single precision
    ([from, to].map(|pose| rest(pose).resting_pose()), center)
}

/// Checks the stated placements and bounds of a motion between two poses against the motion that leads from one to the
/// other exactly.
fn moves_between_as_stated<M>(rng: &mut StdRng, single: &M)
where
    M: Motion<f32, 3> + ToF64<F64: Motion<f64, 3>>,
{
    let exact = follows(single);
    let time: f32 = rng.random_range(0.0..1.0);
    goes_where_stated(single, &exact, time);
    let during = span(0.0, 1.0);
    let at_time = span(f64::from(time), f64::from(time));
    let (along, reach) = (vector_of(rng, 1.0).normalize(), number(rng, 2.0).abs());
    let (s, radius) = (along.map(f64::from), f64::from(reach));
    let stated = single.speed_bound(&along, during, reach).expect("a bound");
    let speed = exact.speed_bound(&s, at_time, radius).expect("a bound");
    // the exact bound is rounded too, by amounts that do not matter in single precision
    let own = 1e-12 * (1.0 + speed.abs() + f64::from(single.center().norm()));
    assert!(f64::from(stated) >= speed - own, "{speed} > {stated}");
    let stated = single.acceleration_bound(&along, during, reach);
    let stated = f64::from(stated.expect("a bound"));
    let bent = exact.acceleration_bound(&s, at_time, radius);
    let bent = bent.expect("a bound");
    assert!(stated >= bent - 1e-12 * (1.0 + bent), "{bent} > {stated}");
}

#[test]
fn motions_between_poses_count_the_rounding_of_travel_and_turn() {
    repeat(800, |rng| {
        let ([from, to], center) = ends(rng);
        let (from, to) = ((0.0, from), (1.0, to));
        let sweep = Sweep::new(from, to, center).expect("a motion");
        moves_between_as_stated(rng, &sweep);
        let slerp = ConstantVelocity::between(from, to, center).expect("a motion");
        moves_between_as_stated(rng, &slerp);
    });
}

/// A turn by 8e-5 once had a smaller speed bound than the exact turn that it was rounded from. This is the smallest
/// input that a search for wrong claims found.
#[test]
fn the_speed_of_a_small_turn_counts_what_its_angle_lost() {
    use std::f32::consts::FRAC_1_SQRT_2;
    let turned = |k: f32, w: f32| {
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, 0.0, 0.0, k));
        Isometry3::from_parts(Translation::identity(), rotation)
    };
    let single = [
        turned(FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
        turned(0.707_080_1, -0.707_133_5),
    ];
    let exact = single.map(|pose| rest(pose).to_f64().resting_pose());
    let rate = exact[0].rotation.angle_to(&exact[1].rotation);
    let (from, to) = ((0.0, single[0]), (1.0, single[1]));
    let sweep = Sweep::new(from, to, Vector3::zeros()).expect("a motion");
    let slerp = ConstantVelocity::between(from, to, Vector3::zeros()).expect("a motion");
    for bound in [
        sweep.speed_bound(&Vector3::x(), span(0.0, 1.0), 1.0),
        slerp.speed_bound(&Vector3::x(), span(0.0, 1.0), 1.0),
    ] {
        let bound = f64::from(bound.expect("a bound"));
        let is_close = bound >= rate && bound <= rate + 40.0 * ULP;
        assert!(is_close, "{rate} {bound}");
    }
}
