//! A body of one piece has the manifold of this piece.

use std::collections::HashSet;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use photofinish::pieces::Compound;
use photofinish::shape::{AnyShape, Capsule, ConvexHull, Cylinder};
use photofinish::support::Posed;
use photofinish::{BodyManifold, Manifold, Real, proximity};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{at, cuboid};

fn shapes<T: Real>(rng: &mut StdRng) -> Vec<AnyShape<T, 3>> {
    let points: Vec<Vector3<T>> = (0..12)
        .map(|_| Vector3::from_fn(|_, _| T::of(rng.random_range(-1.0..1.0))))
        .collect();
    vec![
        cuboid([1.0, 2.0, 1.5]),
        Capsule::new(T::of(0.5), T::of(0.3)).expect("sizes").into(),
        Cylinder::new(T::of(0.5), T::of(0.7)).expect("sizes").into(),
        ConvexHull::new(&points).expect("points").into(),
    ]
}

/// Bodies in any pose, moved along the normal so that they are a little apart or overlap a little.
fn all_points_are_the_same<T: Real>() {
    let mut rng = StdRng::seed_from_u64(0x6f6e_6521);
    let margin = T::of(0.05);
    let allowed = T::SQRT_EPSILON * T::of(32.0);
    let mut several = 0;
    for case in 0..400 {
        let shapes = shapes::<T>(&mut rng);
        let [a, b] = [&shapes[case % 4], &shapes[case / 4 % 4]];
        let mut turn = || {
            let axis = Vector3::from_fn(|_, _| T::of(rng.random_range(-3.0..3.0)));
            // one in two stands straight
            let size = if rng.random_ratio(1, 2) {
                T::of(0.0)
            } else {
                T::of(1.0)
            };
            UnitQuaternion::new(axis * size)
        };
        let (pose_a, mut pose_b) = (turn(), turn());
        let pose_a = Isometry3::from_parts(Vector3::repeat(T::of(3.0)).into(), pose_a);
        let way = Vector3::new(T::of(0.3), T::of(5.0), T::of(-0.2));
        let pose = |rotation, way: Vector3<T>| {
            Isometry3::from_parts((pose_a.translation.vector + way).into(), rotation)
        };
        let apart = proximity(
            &Posed::new(a, &pose_a).expect("a pose"),
            &Posed::new(b, &pose(pose_b, way)).expect("a pose"),
        );
        pose_b = UnitQuaternion::new_normalize(pose_b.into_inner());
        let gap = T::of(rng.random_range(-0.04..0.04));
        let pose_b = pose(
            pose_b,
            way - apart.contact().normal * (apart.signed_distance() - gap),
        );
        let (placed_a, placed_b) = (
            Posed::new(a, &pose_a).expect("a pose"),
            Posed::new(b, &pose_b).expect("a pose"),
        );
        let found = proximity(&placed_a, &placed_b);
        let (contact, within) = (found.contact(), margin - found.signed_distance());
        let mut manifold = Manifold::new().within(within).max_points(99);
        let expected = manifold
            .update(&placed_a, &placed_b, contact)
            .expect("finite bodies");

        let lone = |shape: &AnyShape<T, 3>| Compound::new(vec![shape.clone()]).expect("a piece");
        let (as_shapes, as_pieces) = (
            [at(a.clone(), pose_a), at(b.clone(), pose_b)],
            [at(lone(a), pose_a), at(lone(b), pose_b)],
        );
        for [a, b] in [&as_shapes, &as_pieces] {
            let mut manifold = BodyManifold::new(margin).max_points(99);
            let points = manifold.update_at(a, b, T::of(0.0)).expect("finite bodies");
            let near = expected.iter().filter(|point| point.separation <= margin);
            let names: HashSet<_> = near.clone().map(|point| point.id).collect();
            let found: HashSet<_> = points.iter().map(|point| point.id.features).collect();
            assert!(points.iter().all(|point| point.id.pieces == (0, 0)));
            // rounding decides which of two corners at one place has a name
            assert!(
                T::EPSILON > T::of(1e-10) || names == found,
                "case {case}: {points:#?}"
            );
            for turn in 0..24 {
                let (sin, cos) = (f64::from(turn) * 0.3).sin_cos();
                let aside = Vector3::new(T::of(sin), T::of(cos), T::of(0.5 * sin));
                let aside = aside.cross(&contact.normal);
                let reach = |places: &mut dyn Iterator<Item = Vector3<T>>| {
                    places
                        .map(|place| place.dot(&aside))
                        .fold(-T::LARGEST, T::max)
                };
                let [one, other] = [
                    reach(&mut points.iter().map(|point| point.witness_a)),
                    reach(&mut near.clone().map(|point| point.witness_a)),
                ];
                assert!((one - other).abs() <= allowed, "case {case}: {points:#?}");
            }
            several += usize::from(points.len() > 1);
        }
    }
    assert!(several > 300, "{several}");
}

#[test]
fn all_points_are_the_same_in_double_precision() {
    all_points_are_the_same::<f64>();
}

#[test]
fn all_points_are_the_same_in_single_precision() {
    all_points_are_the_same::<f32>();
}
