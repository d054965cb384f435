//! Checks the closed forms of the fastest point against differences of poses.

use nalgebra::Vector3;
use photofinish_oracle::planted::Dice;

use crate::moving;

/// No point at distance 1 from the centre is faster along a direction than the closed form says, and some points are
/// nearly as fast.
#[test]
fn closed_forms_give_the_speed_of_the_fastest_points() {
    let mut dice = Dice::new(12);
    for round in 0..20 {
        let motion = moving(&mut dice, round, 2.5, 3.0);
        let (t, h) = (dice.between(0.05, 0.95), 1e-4);
        let s: Vector3<f64> = dice.in_ball::<3>().normalize();
        let [speed, acceleration] = motion.fastest(t, &s, 1.0);
        let mut seen = [f64::NEG_INFINITY; 2];
        for _ in 0..2000 {
            let point = motion.center() + dice.in_ball::<3>().normalize();
            let [before, now, after] =
                [t - h, t, t + h].map(|t| s.dot(&motion.pose(t).apply(&point)));
            seen[0] = seen[0].max((after - before) / (2.0 * h));
            seen[1] = seen[1].max((after - 2.0 * now + before) / (h * h));
        }
        let slack = 1e-6 * (1.0 + speed.abs() + acceleration.abs());
        let missed = [0.1, 0.08 * (1.0 + acceleration.abs())];
        for (i, exact) in [speed, acceleration].into_iter().enumerate() {
            let is_near = (exact - missed[i]..=exact + slack).contains(&seen[i]);
            assert!(is_near, "{seen:?} {speed} {acceleration}");
        }
    }
}
