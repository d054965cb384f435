//! Motions that start late or end early.

use photofinish::motion::Clamped;
use photofinish_audit::audit_motion;

use crate::build::*;

fn spin(rate: f64) -> ConstantVelocity<f64, UnitQuaternion<f64>, 3> {
    let velocity = vector![1.0, -2.0, 0.5];
    steady(Isometry3::identity(), velocity, Vector3::z() * rate)
}

#[test]
fn a_clamped_motion_rests_before_and_after_its_span() {
    let motion = spin(3.0);
    let clamped = Clamped::new(motion, span(0.5, 2.0));
    for (time, same_as) in [
        (-1.0, 0.5),
        (0.5, 0.5),
        (1.25, 1.25),
        (2.0, 2.0),
        (9.0, 2.0),
    ] {
        assert_eq!(clamped.pose(time), motion.pose(same_as));
        assert_eq!(clamped.reference(time), motion.reference(same_as));
    }
    assert!(clamped.pose(f64::NAN).translation.x.is_nan());
    // both ends are knots, and so are those of the motion in between
    let pieces = path(&[0.0, 1.0, 2.0, 3.0], [spin(1.0); 3]);
    let clamped = Clamped::new(pieces, span(0.5, 1.5));
    let next = [-1.0, 0.5, 1.0, 1.5].map(|after| clamped.next_knot(after));
    assert_eq!(next, [Some(0.5), Some(1.0), Some(1.5), None]);
}

#[test]
fn bounds_are_those_of_rest_or_of_the_motion() {
    let motion = spin(3.0);
    let clamped = Clamped::new(motion, span(1.0, 2.0));
    fn bounds(motion: &impl Motion<f64, 3>, start: f64, end: f64) -> [Option<f64>; 3] {
        let (along, during) = (Vector3::x(), span(start, end));
        [
            motion.acceleration_bound(&along, during, 2.0),
            motion.speed_bound(&along, during, 2.0),
            motion.fixed_axis(during).map(|moves| moves.fastest),
        ]
    }
    assert_eq!(bounds(&clamped, 0.0, 1.0), [Some(0.0); 3]);
    assert_eq!(bounds(&clamped, 2.0, 5.0), [Some(0.0); 3]);
    assert_eq!(bounds(&clamped, 1.25, 2.0), bounds(&motion, 1.25, 2.0));
    for (start, end) in [(0.0, 1.5), (1.5, 3.0), (0.0, 3.0)] {
        assert_eq!(bounds(&clamped, start, end), [None; 3]);
    }
    for (start, end) in [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)] {
        audit_motion(&clamped, span(start, end), 2.0).expect("its claims hold");
    }
}

#[test]
fn a_clamped_motion_can_be_copied_to_double_precision() {
    let roll = steady(Isometry2::translation(0.1f32, 0.0), vector![2.0, 0.0], 0.3);
    let clamped = Clamped::new(roll, span(0.25, 0.75));
    let wide = clamped.to_f64();
    assert_eq!((wide.during().start(), wide.during().end()), (0.25, 0.75));
    assert_eq!(wide.pose(9.0), clamped.motion().to_f64().pose(0.75));
}
