//! Bodies that start exactly as deep as allowed, where rounding hides whether they are deeper.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::engine::{Body, Kind, Pass, Response};
use photofinish::shape::Capsule;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Body2, at, ball};

/// Lets two crossed capsules turn slowly into each other from the allowed depth. Returns how many pairs were undecided,
/// and how many were driven in.
fn crossed_capsules<T: Real>(seed: u64) -> [usize; 2] {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut counts = [0, 0];
    let capsule = Capsule::new(T::of(1.0), T::of(0.25)).expect("a capsule");
    let allowed = 0.005;
    for _ in 0..160 {
        let mut number = |size: f64| rng.random_range(-size..size);
        let spin = vector![number(1e-3), number(1e-3), number(1e-3)];
        let turn = vector![number(0.3), number(0.3), number(3.0)];
        // they cross above the origin or beside it, as deep as allowed along z
        let first = UnitQuaternion::identity();
        let other = UnitQuaternion::from_scaled_axis(Vector3::z() * turn.z);
        let place = vector![number(0.4), number(0.4), 0.5 - allowed];
        let end = UnitQuaternion::from_scaled_axis(spin) * other;
        let pose = |place: Vector3<f64>, turn: UnitQuaternion<f64>| -> Isometry3<T> {
            Isometry3::from_parts(place.into(), turn).cast()
        };
        let mut bodies = [
            Body::fixed(capsule, pose(Vector3::zeros(), first)),
            Body::new(capsule, pose(place, other), pose(place, end)),
        ];
        let pass = Pass::new().allowed_overlap(T::of(allowed));
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        for event in report.expect("a step").events {
            match event.kind {
                Kind::Undecided(_) => counts[0] += 1,
                _ => counts[1] += 1,
            }
        }
    }
    counts
}

#[test]
fn bodies_that_start_at_the_allowed_depth_are_not_undecided() {
    for [undecided, met] in [crossed_capsules::<f64>(1), crossed_capsules::<f32>(2)] {
        assert_eq!(undecided, 0, "{met}");
        assert!(met > 3, "{met}");
    }
}

/// An event says how deep bodies are: as deep as is allowed where they meet, and as they are where they start in contact.
#[test]
fn events_say_how_deep_bodies_are() {
    let (shape, allowed) = (ball(0.5), 0.01);
    // centres that are 1 apart touch
    for (start, end, depth) in [
        (3.0, 0.5, allowed),
        (0.97, 0.9, 0.03),
        (0.3, 0.2, 0.7),
        (0.2, 0.1, 0.8),
    ] {
        let mut bodies = [
            Body2::fixed(&shape, at(0.0, 0.0)),
            Body2::new(&shape, at(start, 0.0), at(end, 0.0)),
        ];
        let pass = Pass::new().allowed_overlap(allowed);
        let report = pass.run(&mut bodies, [[0, 1]], |_| Response::stop());
        let events = report.expect("a step").events;
        let found = events[0].kind.depth().expect("they touch");
        assert!((found - depth).abs() < 1e-5, "{start}: {found} {depth}");
    }
}
