//! The names of contact points last from frame to frame.

use std::collections::HashSet;

use crate::bodies::*;

use super::{Body, at, boxes, cuboid};

/// How far a frame may push a body, and turn it.
const JITTER: f64 = 1e-4;

fn table() -> Compound<AnyShape<f64, 3>, f64, 3> {
    let leg = |x: f64, z: f64| ([0.2, 0.8, 0.2], [x, -0.5, z]);
    let top = ([1.0, 0.2, 1.0], [0.0; 3]);
    let legs = [
        leg(-0.4, -0.4),
        leg(-0.4, 0.4),
        leg(0.4, 0.4),
        leg(0.4, -0.4),
    ];
    boxes(&[legs[0], legs[1], legs[2], legs[3], top])
}

/// A box whose corners are over points of the floor, one whose corners are over its inner edges, a table of five pieces,
/// and one on top of it.
#[test]
fn a_shaken_stack_on_a_mesh_keeps_the_names_of_its_contacts() {
    let mut rng = StdRng::seed_from_u64(0x6d65_7368);
    let floor = TriMesh::height_field(&[0.0; 81], 9, [1.0, 1.0]).expect("a grid");
    let level = |height: f64, body: usize| height - 0.001 * (body as f64);
    // pairs of bodies that touch, by their numbers: the floor, two boxes, a table, a box on it
    let pairs = [[0, 1], [0, 2], [2, 3], [3, 4]];
    let mut manifold = BodyManifold::new(0.01).merging(0.002);
    let mut first: [Option<HashSet<BodyContactId>>; 4] = Default::default();
    for frame in 0..60 {
        let mut shaken = |[x, y, z]: [f64; 3]| {
            let mut shake = || Vector3::from_fn(|_, _| rng.random_range(-JITTER..JITTER));
            Isometry3::new(vector![x, y, z] + shake(), shake())
        };
        let bodies: [Body<f64>; 5] = [
            at(floor.clone(), shaken([0.0; 3])),
            at(cuboid([2.0, 1.0, 1.0]), shaken([2.0, level(0.5, 1), 2.5])),
            at(cuboid([2.0, 1.0, 2.0]), shaken([5.5, level(0.5, 1), 5.0])),
            at(table(), shaken([5.5, level(1.9, 2), 5.0])),
            at(cuboid([1.0, 1.0, 1.0]), shaken([5.5, level(2.5, 3), 5.0])),
        ];
        for (pair, [a, b]) in pairs.into_iter().enumerate() {
            let points = manifold
                .update_at(&bodies[a], &bodies[b], 0.0)
                .expect("finite bodies");
            assert_eq!(points.len(), 4, "frame {frame}, pair {pair}: {points:#?}");
            for point in points {
                assert!((point.separation + 0.001).abs() < 4e-3);
            }
            let names: HashSet<_> = points.iter().map(|point| point.id).collect();
            assert_eq!(names.len(), 4);
            let before = first[pair].get_or_insert_with(|| names.clone());
            assert_eq!(*before, names, "frame {frame}, pair {pair}");
        }
    }
    // the table stands on its four legs
    let legs: HashSet<u32> = first[2].iter().flatten().map(|id| id.pieces.1).collect();
    assert_eq!(legs, HashSet::from([0, 1, 2, 3]));
}
