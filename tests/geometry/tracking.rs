//! A tracker needs few iterations where bodies move a little, and never changes an answer.

use std::ops::ControlFlow;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Triangle};
use photofinish::support::{Feature, Posed};
use photofinish::{
    Proximity, Real, SupportMap, Tracker, proximity, resolution, supporting_distance,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn random_vector<T: Real>(random: &mut StdRng, size: f64) -> Vector3<T> {
    Vector3::from_fn(|_, _| T::of(random.random_range(-size..size)))
}

fn hull<T: Real>(random: &mut StdRng, count: usize) -> ConvexHull<T, 3> {
    let points: Vec<_> = (0..count)
        .map(|_| random_vector::<T>(random, 1.0).normalize())
        .collect();
    ConvexHull::new(&points).expect("finite points")
}

/// Returns one shape of most kinds.
fn shapes<T: Real>(random: &mut StdRng) -> Vec<AnyShape<T, 3>> {
    let of = T::of;
    vec![
        Ball::new(of(0.5)).expect("a ball").into(),
        Capsule::new(of(0.5), of(0.3)).expect("a capsule").into(),
        Cuboid::new(vector![of(0.5), of(1.0), of(0.2)])
            .expect("a box")
            .into(),
        Cylinder::new(of(0.5), of(0.4)).expect("a cylinder").into(),
        Cone::new(of(0.5), of(0.4)).expect("a cone").into(),
        Triangle::new([0.0, 1.0, 2.0].map(|a: f64| vector![of(a.cos()), of(a.sin()), of(0.1)]))
            .expect("a triangle")
            .into(),
        hull(random, 12).into(),
        hull(random, 300).into(),
    ]
}

/// Returns how far two answers may differ if both are right.
fn allowance<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    distance: T,
) -> T {
    resolution(a, b).norm() * T::of(8.0) + distance.abs() * T::RELATIVE_TOLERANCE * T::of(4.0)
}

/// Checks that a tracker that has seen other bodies, poses and contacts answers like a new one.
fn stale<T: Real>() {
    let mut random = StdRng::seed_from_u64(20);
    let shapes = shapes::<T>(&mut random);
    let mut tracker = Tracker::new();
    let mut overlapping = 0;
    for _ in 0..3000 {
        let [first, second] = [(); 2].map(|()| &shapes[random.random_range(0..shapes.len())]);
        let [a, b] = [first, second].map(|shape| {
            let turn = random_vector(&mut random, 3.0);
            Posed::new(
                shape,
                &Isometry3::new(random_vector(&mut random, 1.0), turn),
            )
            .expect("a pose")
        });
        let fresh = proximity(&a, &b);
        let tracked = tracker.proximity(&a, &b);
        let distance = fresh.signed_distance();
        let error = allowance(&a, &b, distance);
        let off = (tracked.signed_distance() - distance).abs();
        assert!(off <= error, "{fresh:?}\n{tracked:?}");
        overlapping += u32::from(matches!(fresh, Proximity::Overlapping(_)));
        if distance.abs() > error {
            assert_eq!(
                tracker.intersects(&a, &b),
                distance < T::zero(),
                "{fresh:?}"
            );
        }
    }
    assert!((900..2100).contains(&overlapping), "{overlapping} overlap");
}

#[test]
fn a_stale_tracker_never_changes_an_answer() {
    stale::<f64>();
    stale::<f32>();
}

/// Returns the mean number of iterations along a path in small steps.
fn mean_iterations<T: Real>(a: &AnyShape<T, 3>, b: &AnyShape<T, 3>, tracked: bool) -> f64 {
    let mut tracker = Tracker::new();
    let mut iterations = 0;
    for step in 0..200 {
        let angle = T::of(0.002 * f64::from(step));
        let pose = Isometry3::new(
            vector![T::of(3.0) + angle, T::of(0.4), T::of(0.2) - angle],
            vector![angle, T::of(0.5), T::of(0.3)],
        );
        if !tracked {
            tracker = Tracker::new();
        }
        let found = tracker.distance(a, &Posed::new(b, &pose).expect("a pose"));
        iterations += found.expect("they are apart").iterations;
    }
    f64::from(iterations) / 200.0
}

#[test]
fn polytopes_that_move_a_little_take_about_one_iteration() {
    let shapes = shapes::<f64>(&mut StdRng::seed_from_u64(21));
    let polytopes: Vec<_> = shapes
        .iter()
        .filter(|shape| !matches!(shape, AnyShape::Cylinder(_) | AnyShape::Cone(_)))
        .collect();
    for a in &polytopes {
        for b in &polytopes {
            let tracked = mean_iterations(a, b, true);
            assert!(tracked < 1.3, "{tracked}: {a:?} {b:?}");
        }
    }
    // smooth shapes have no vertices to keep: only the direction is reused, which still helps on average
    let mean = |tracked: bool| -> f64 {
        let pairs = shapes
            .iter()
            .flat_map(|a| shapes.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| mean_iterations(a, b, tracked)).sum()
    };
    assert!(
        mean(true) < 0.7 * mean(false),
        "{} {}",
        mean(true),
        mean(false)
    );
}

/// The bodies overlap, come apart and meet again.
#[test]
fn a_tracker_follows_bodies_through_contact() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let mut tracker = Tracker::new();
    for step in 0..400 {
        let x = 2.0 + (0.05 * f64::from(step)).sin();
        let other = Posed::new(cube, &Isometry3::translation(x, 0.25, -0.5)).expect("a pose");
        let found = tracker.proximity(&cube, &other);
        assert!(
            (found.signed_distance() - (x - 2.0)).abs() < 1e-15,
            "{found:?}"
        );
        assert!((found.contact().normal - vector![1.0, 0.0, 0.0]).norm() < 1e-15);
    }
}

#[test]
fn invalid_tolerances_are_refused() {
    for tolerance in [0.0, -1.0, 1.0, f64::NAN, f64::INFINITY] {
        assert!(
            Tracker::<f64, 3>::new()
                .relative_tolerance(tolerance)
                .is_err()
        );
    }
    let cone = Cone::new(1.0, 0.5).expect("a cone");
    let other = Posed::new(
        cone,
        &Isometry3::new(vector![3.0, 1.0, 0.5], vector![1.0, 2.0, 3.0]),
    )
    .expect("a pose");
    let mut last = 0;
    for tolerance in [1e-1, 1e-3, 1e-6, 1e-9] {
        let mut tracker = Tracker::new()
            .relative_tolerance(tolerance)
            .expect("a tolerance");
        let found = tracker.distance(&cone, &other).expect("they are apart");
        assert!(found.distance - found.lower_bound <= tolerance * found.distance);
        assert!(found.iterations >= last);
        last = found.iterations;
    }
}

#[test]
fn the_features_are_those_that_face_each_other() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let hull = ConvexHull::new(
        &[1.0, -1.0]
            .map(|x| [1.0, -1.0].map(|y| [1.0, -1.0].map(|z| vector![x, y, z])))
            .concat()
            .concat(),
    )
    .expect("a cube");
    let at = |x: f64, y: f64, z: f64| Isometry3::translation(x, y, z);
    let features = |pose: &Isometry3<f64>| {
        let of_cuboid = proximity(&cube, &Posed::new(cube, pose).expect("a pose"))
            .contact()
            .features();
        let of_hull = proximity(&hull, &Posed::new(&hull, pose).expect("a pose"))
            .contact()
            .features();
        for (one, other) in of_cuboid.iter().zip(of_hull) {
            assert_eq!(std::mem::discriminant(one), std::mem::discriminant(&other));
        }
        of_cuboid
    };
    assert!(matches!(
        features(&at(3.0, 0.5, 0.25)),
        [Feature::Face(1), Feature::Face(0)]
    ));
    assert!(matches!(
        features(&at(3.0, 3.0, 0.25)),
        [Feature::Edge(_), Feature::Edge(_)]
    ));
    assert!(matches!(
        features(&at(3.0, -3.0, 3.0)),
        [Feature::Vertex(_), Feature::Vertex(_)]
    ));
    // the features of bodies that overlap
    assert!(matches!(
        features(&at(1.75, 0.5, 0.25)),
        [Feature::Face(1), Feature::Face(0)]
    ));
    // a radius does not change the features of the core
    let ball = Posed::new(Ball::new(0.5).expect("a ball"), &at(0.2, 2.0, 0.3)).expect("a pose");
    assert_eq!(
        proximity(&cube, &ball).contact().features(),
        [Feature::Face(3), Feature::Vertex(0)]
    );
    let cone =
        Posed::new(Cone::new(1.0, 0.5).expect("a cone"), &at(0.2, 3.0, 0.3)).expect("a pose");
    assert_eq!(
        proximity(&cube, &cone).contact().features()[1],
        Feature::Curved
    );
}

/// Returns two cubes of side 2 whose faces are 1.5 apart along x.
fn cubes() -> (Cuboid<f64, 3>, Posed<Cuboid<f64, 3>, f64, 3>) {
    let cube = Cuboid::new(Vector3::repeat(1.0)).expect("a cube");
    let there = Isometry3::translation(3.5, 0.25, 0.0);
    (cube, Posed::new(cube, &there).expect("a pose"))
}

#[test]
fn a_direction_of_any_length_proves_no_more_than_the_distance() {
    let (a, b) = cubes();
    let toward = vector![1.0, 0.3, -0.2];
    for length in [1e-200, 0.1, 1.0, 2.0, 1e100] {
        let mut tracker = Tracker::new().along(toward * length);
        let found = tracker.separate(&a, &b, |_| ControlFlow::Break(()));
        assert_eq!(found.iterations, 1);
        assert!((found.normal.norm() - 1.0).abs() < 1e-15);
        let along = supporting_distance(&a, &b, &toward.normalize());
        assert!((found.lower_bound - along).abs() < 1e-14, "{length:e}");
    }
}

#[test]
fn a_search_for_a_direction_ends_at_the_distance_and_is_remembered() {
    let (a, b) = cubes();
    let mut tracker = Tracker::new();
    assert_eq!(tracker.axis(), None);
    let found = tracker.separate(&a, &b, |_| ControlFlow::Continue(()));
    assert!(found.lower_bound <= 1.5 && found.lower_bound > 1.5 - 1e-14);
    assert!(found.upper_bound >= 1.5 && found.upper_bound < 1.5 + 1e-14);
    assert_eq!(tracker.axis(), Some(&found.normal));
    let again = tracker.separate(&a, &b, |_| ControlFlow::Continue(()));
    assert_eq!((again.normal, again.iterations), (Vector3::x(), 1));
}

/// Rims that nearly touch slide on, though the bounds of their distance are no share of each other yet. It took 12 to 20
/// iterations where they did not.
#[test]
fn rims_that_nearly_touch_take_few_iterations_again() {
    let cylinder = Cylinder::new(0.2286, 0.5611).expect("a cylinder");
    let cone = Cone::new(0.0020588, 0.3795).expect("a cone");
    let still = Posed::new(cylinder, &Isometry3::identity()).expect("a pose");
    let mut tracker = Tracker::new();
    for step in 0..8 {
        let steps = f64::from(step);
        let at = vector![0.82405, -0.2278, 0.0] + vector![-1.7e-7, -1.46e-6, 5.4e-6] * steps;
        let turn =
            vector![-1.064e-4, -2.045e-4, 1.275e-4] + vector![3.67e-6, -3.25e-6, -5.53e-6] * steps;
        let moving = Posed::new(cone, &Isometry3::new(at, turn)).expect("a pose");
        let found = tracker.distance(&still, &moving).expect("they are apart");
        assert!(found.distance < 3e-5);
        assert!(step == 0 || found.iterations <= 5, "{}", found.iterations);
    }
}
