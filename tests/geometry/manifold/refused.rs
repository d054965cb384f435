//! Bad input is refused with the number that is wrong.

use crate::bodies::*;

/// A ball that says it touches nowhere, or not at all.
struct Odd {
    touches: Option<f64>,
}

impl SupportMap<f64, 3> for Odd {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        ball(0.5).support_point(direction)
    }

    fn core_touching(&self, _: &Vector3<f64>, _: f64, touching: &mut Touching<f64, 3>) {
        if let Some(x) = self.touches {
            touching.add_edge([0, 1], [vector![x, 0.0, 0.0], Vector3::zeros()]);
        }
    }
}

#[test]
fn settings_that_are_no_lengths_are_refused() {
    let cube = cuboid([1.0; 3]);
    let contact = *proximity(&cube, &cube).contact();
    let ask = |mut manifold: Manifold<f64, 3>| {
        let answer = manifold.update(&cube, &cube, &contact);
        answer.map(<[_]>::len)
    };
    for bad in [-1.0, f64::NAN, f64::INFINITY, 1e200] {
        for manifold in [Manifold::new().within(bad), Manifold::new().merging(bad)] {
            let answer = ask(manifold);
            let is_named = matches!(answer, Err(ManifoldError::InvalidLength { .. }));
            assert!(is_named, "{bad}: {answer:?}");
        }
    }
    for (most, expected) in [(0, Err(ManifoldError::NoPoints)), (1, Ok(1)), (4, Ok(4))] {
        let manifold = Manifold::new().max_points(most).merging(0.0).within(0.0);
        assert_eq!(ask(manifold), expected);
    }
}

#[test]
fn contacts_without_a_normal_are_refused() {
    let cube = cuboid([1.0; 3]);
    let mut manifold = Manifold::new();
    let mut contact = *proximity(&cube, &cube).contact();
    assert!(manifold.update(&cube, &cube, &contact).is_ok());
    for zero in [0.0, -0.0] {
        contact.normal = nalgebra::SVector::repeat(zero);
        let answer = manifold.update(&cube, &cube, &contact);
        assert_eq!(answer.err(), Some(ManifoldError::NoNormal));
        assert!(manifold.points().is_empty());
    }
}

#[test]
fn bodies_that_touch_nowhere_are_refused_or_touch_in_their_contact() {
    let cube = cuboid([1.0; 3]);
    let above = |touches| beside(Odd { touches }, [0.0, 2.0, 0.0]);
    let mut manifold = Manifold::new();
    for touches in [f64::NAN, f64::INFINITY] {
        let body = above(Some(touches));
        let found = proximity(&cube, &body);
        let answer = manifold.update(&cube, &body, found.contact());
        let is_refused = matches!(answer, Err(ManifoldError::NotFinite(_)));
        assert!(is_refused, "{answer:?}");
    }
    let body = above(None);
    let found = proximity(&cube, &body);
    let points = manifold.update(&cube, &body, found.contact());
    let points = points.expect("one point");
    assert_eq!(points.len(), 1);
    assert_eq!(points[0].witness_a, found.contact().witness_a);
}
