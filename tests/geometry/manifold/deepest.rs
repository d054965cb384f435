//! The deepest point is there, also where the parts that bodies list are not all of them.

use std::f64::consts::{FRAC_PI_8, PI};

use crate::bodies::*;

const DEPTH: f64 = 0.001;

/// Checks that the bodies overlap by `DEPTH`, and that the first point of their manifold does. Returns the count.
fn assert_deepest<const D: usize>(
    a: &impl SupportMap<f64, D>,
    b: &impl SupportMap<f64, D>,
    mut manifold: Manifold<f64, D>,
) -> usize {
    let found = proximity(a, b);
    assert!((found.signed_distance() + DEPTH).abs() < 1e-9, "{found:?}");
    let points = manifold.update(a, b, found.contact()).expect("finite");
    let deepest = &points[0];
    assert!((deepest.separation + DEPTH).abs() < 1e-9, "{points:#?}");
    let way = deepest.witness_b - deepest.witness_a;
    let along: SVector<f64, D> = found.contact().normal * deepest.separation;
    assert!((way - along).norm() < 1e-6, "{points:#?}");
    points.len()
}

/// A place on the rim of a disc of radius 1, half way between two corners of the octagon, and a little inside.
fn rim() -> Vector3<f64> {
    let (sin, cos) = FRAC_PI_8.sin_cos();
    vector![0.97 * cos, 0.5 - DEPTH, 0.97 * sin]
}

#[test]
fn what_touches_a_rim_beside_the_octagon_is_found() {
    let disc = cylinder(0.5, 1.0);
    let cone = at(cone(0.5, 1.0), [0.0; 3], [PI, 0.0, 0.0]);
    let top = vector![0.0, 8.0, 0.0];
    let segment = segment([rim().into(), top.into()]);
    // a rod whose round end touches at the same place
    let end = rim() + Vector3::y() * 0.1;
    let rod = Capsule::between(end, end + (top - rim()) * 0.5, 0.1).expect("a rod");
    for found in [
        assert_deepest(&disc, &segment, Manifold::new()),
        assert_deepest(&segment, &disc, Manifold::new()),
        assert_deepest(&disc, &rod, Manifold::new()),
        assert_deepest(&cone, &segment, Manifold::new()),
    ] {
        assert_eq!(found, 1);
    }
    // points that are farther apart may be there too, but do not stand for it
    assert!(assert_deepest(&disc, &segment, Manifold::new().within(0.5)) > 1);
}

#[test]
fn random_bodies_touch_a_box_as_deep_as_they_are() {
    let mut random = StdRng::seed_from_u64(0x0c7a_60e5);
    let block = cuboid([1.0, 0.7, 0.4]);
    let tetrahedron = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let bodies: [AnyShape<f64, 3>; 5] = [
        cylinder(0.5, 1.0).into(),
        cylinder(0.65, 0.0).into(),
        cone(0.5, 1.0).into(),
        point_set(&tetrahedron).into(),
        Ellipsoid::new(vector![1.0, 0.0, 0.5])
            .expect("a disc")
            .into(),
    ];
    for (index, body) in (0..500).map(|index| (index, &bodies[index % bodies.len()])) {
        let mut coordinate = || random.random_range(-1.5..1.5);
        let place = Vector3::from_fn(|_, _| coordinate());
        let turn = Vector3::from_fn(|_, _| coordinate() * 2.0);
        let mut pose = Isometry3::new(place, turn);
        for _ in 0..2 {
            let found = proximity(&block, &posed(body, &pose));
            let out = -DEPTH - found.signed_distance();
            pose.translation.vector += found.contact().normal * out;
        }
        let body = posed(body, &pose);
        let found = proximity(&block, &body);
        let mut manifold = Manifold::new();
        let points = manifold
            .update(&block, &body, found.contact())
            .expect("finite");
        let least = points.iter().map(|point| point.separation);
        let off = least.fold(f64::INFINITY, f64::min) - found.signed_distance();
        assert!(off.abs() < 1e-6, "body {index}: {off:e}, {points:#?}");
    }
}
