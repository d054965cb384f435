//! Times of impact, and claims about them that are false.

use nalgebra::Vector3;
use photofinish_oracle::advance::{Advance, Search, Violation};
use photofinish_oracle::shape::Shape;
use std::f64::consts::PI;

use crate::{at, ball, cube, hit_time, pair};

#[test]
fn times_of_straight_and_falling_bodies() {
    let mut b = at(0.0, 10.0, 0.0);
    b.linvel.y = -4.0;
    let balls = pair((ball(1.0), at(0.0, 0.0, 0.0)), (ball(1.0), b.clone()));
    assert!((hit_time(&balls, 10.0) - 2.0).abs() < 1e-10);
    // The ball is thrown up and comes down again: 10 + 2 t - t^2 / 2 = 2.
    b.linvel.y = 2.0;
    b.acc.y = -1.0;
    let falling = pair((ball(1.0), at(0.0, 0.0, 0.0)), (ball(1.0), b.clone()));
    assert!((hit_time(&falling, 10.0) - (2.0 + 20.0_f64.sqrt())).abs() < 1e-10);
    // Two bodies that fall together keep their distance.
    let mut a = at(0.0, 7.999, 0.0);
    (a.linvel, a.acc) = (b.linvel, b.acc);
    let together = pair((cube(1.0), a), (cube(1.0), b));
    assert!(matches!(
        together.advance(0.0, 100.0, &Search::contact(1e-9)),
        Advance::Free { closest_distance, .. } if (closest_distance - 0.001).abs() < 1e-9
    ));
}

/// The end of a bar of half length 2 and half width 0.1 sweeps a circle of radius `hypot(2, 0.1)`. A ball of radius
/// 0.25 lies at distance 1.5 from the pivot. The long side meets it when the angle from the bar's axis to the ball's
/// centre is asin(0.35 / 1.5).
#[test]
fn time_of_a_spinning_bar() {
    let bar = Shape::Cuboid {
        half: Vector3::new(2.0, 0.1, 0.1),
    };
    let mut spinning = at(0.0, 0.0, 0.0);
    let touching = PI / 2.0 - (0.35_f64 / 1.5).asin();
    for turns in [1.0, 7.0, 101.0] {
        spinning.angvel.z = turns;
        let with_ball = |y: f64| {
            let bar = (bar.clone(), spinning.clone());
            pair(bar, (ball(0.25), at(0.0, y, 0.0)))
        };
        assert!((hit_time(&with_ball(1.5), 10.0) * turns - touching).abs() < 1e-9);
        // The ball is just out of reach of the corner, then just within reach.
        let reach = 2.0_f64.hypot(0.1) + 0.25;
        let advance = with_ball(reach + 1e-7).advance(0.0, 1.0, &Search::contact(1e-9));
        assert!(matches!(advance, Advance::Free { .. }), "{advance:?}");
        let corner = PI / 2.0 - (0.1_f64 / 2.0).atan();
        assert!((hit_time(&with_ball(reach - 1e-7), 10.0) * turns - corner).abs() < 1e-3);
    }
}

#[test]
fn violations_are_found() {
    let mut b = at(0.0, 10.0, 0.0);
    b.linvel.y = -4.0;
    let balls = pair((ball(1.0), at(0.0, 0.0, 0.0)), (ball(1.0), b));
    assert_eq!(balls.first_violation(0.0, 1.999, 1e-6), Violation::None);
    assert!(matches!(
        balls.first_violation(0.0, 2.0, 1e-6),
        Violation::Close { .. }
    ));
    assert!(matches!(
        balls.first_violation(0.0, 2.001, 1e-6),
        Violation::Overlap { .. }
    ));
}
