//! Motions behind pointers, which say of themselves what the motion inside says.

use crate::build::*;

type Any<'m> = &'m dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>;

fn facts(motion: Any) -> String {
    let (along, during) = (vector![0.6, 0.0, 0.8], span(0.2, 0.9));
    let places = (
        motion.pose(0.3),
        motion.placement(1.0, &along),
        motion.reference(0.3),
        motion.center(),
        motion.next_knot(0.3),
    );
    let rates = (
        motion.acceleration_bound(&along, during, 2.0),
        motion.speed_bound(&along, during, 2.0),
        motion.fixed_axis(during),
    );
    format!("{places:?} {rates:?}")
}

#[test]
fn pointers_to_motions_are_motions() {
    type Boxed = Box<dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>>;
    let start = Isometry3::new(vector![1.0, 2.0, 3.0], vector![0.1, 0.2, 0.3]);
    let spin = steady(start, Vector3::x(), vector![0.0, 5.0, 0.0]);
    let spin = spin.about(vector![2.0, 0.0, 0.0]).expect("a motion");
    let next = steady(spin.pose(1.0), Vector3::zeros(), Vector3::zeros());
    let mut path = path(&[0.0, 1.0, 2.0], [spin, next]);
    assert_eq!((spin.center().x, path.center().x), (2.0, 0.0));
    let expected = facts(&path);
    assert_ne!(expected, facts(&spin));
    let boxed: Boxed = Box::new(path.clone());
    let (counted, shared) = (
        std::rc::Rc::new(path.clone()),
        std::sync::Arc::new(path.clone()),
    );
    let pointers: [Any; 4] = [&&path, &counted, &shared, &boxed];
    assert!(pointers.iter().all(|motion| facts(*motion) == expected));
    assert_eq!(facts(&&mut path), expected);
}
