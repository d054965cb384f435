//! Motions behind pointers.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Span;
use photofinish::motion::{ConstantVelocity, Motion, Piecewise};

/// A pointer to a motion behaves as the motion, with its centre, knots and errors.
#[test]
fn pointers_to_motions_are_motions() {
    type Boxed = Box<dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>>;
    let spin = ConstantVelocity::new(
        Isometry3::new(vector![1.0, 2.0, 3.0], vector![0.1, 0.2, 0.3]),
        vector![1.0, 0.0, 0.0],
        vector![0.0, 5.0, 0.0],
    );
    let spin = spin.and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]));
    let spin = spin.expect("a motion");
    let next = ConstantVelocity::new(spin.pose(1.0), Vector3::zeros(), Vector3::zeros());
    let pieces = vec![spin, next.expect("a motion")];
    let mut path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they fit");
    let along = Vector3::z();
    let span = Span::new(0.2, 0.9).expect("in order");
    let facts = |motion: &dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>| {
        let placed = motion.placement(1.0, &along);
        (
            (motion.pose(0.3), motion.reference(0.3), motion.center()),
            (placed.rotation, placed.translation, placed.angle_error),
            placed.translation_error,
            motion.next_knot(0.3),
            motion.acceleration_bound(&along, span, 1.0),
            motion.speed_bound(&along, span, 1.0),
        )
    };
    for (motion, center) in [(facts(&spin), 2.0), (facts(&path), 0.0)] {
        assert_eq!(motion.0.2, vector![center, 0.0, 0.0]);
    }
    let expected = facts(&path);
    assert_eq!(expected.3, Some(1.0));
    assert_eq!(facts(&&path), expected);
    assert_eq!(facts(&std::rc::Rc::new(path.clone())), expected);
    assert_eq!(facts(&std::sync::Arc::new(path.clone())), expected);
    let boxed: Boxed = Box::new(path.clone());
    assert_eq!(facts(&boxed), expected);
    assert_eq!(facts(&&mut path), expected);
}
