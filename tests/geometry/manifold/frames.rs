//! The names of contact points last from frame to frame.

use std::collections::HashSet;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{AnyShape, ConvexHull, Cuboid, Cylinder};
use photofinish::support::Posed;
use photofinish::{ContactId, Manifold, Tracker};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How far a frame may push a body, and turn it.
const JITTER: f64 = 1e-4;

/// A stack that a solver shakes: equal boxes exactly over each other, a smaller one across, a cylinder and a hull. In
/// each of 1000 frames all bodies are pushed and turned a little, and sunk into each other by about a thousandth.
#[test]
fn a_shaken_stack_keeps_the_names_of_its_contacts() {
    let cube = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
    let corners = cube_corners();
    let bodies: [(AnyShape<f64, 3>, f64, [f64; 2]); 6] = [
        (
            Cuboid::new(vector![5.0, 0.5, 5.0]).expect("a box").into(),
            0.0,
            [0.0, 0.0],
        ),
        (cube.into(), 0.0, [0.0, 0.0]),
        (cube.into(), 0.0, [0.0, 0.0]),
        (cube.into(), 0.0, [0.25, 0.0]),
        (
            ConvexHull::new(&corners).expect("points").into(),
            0.6,
            [0.25, 0.0],
        ),
        (
            Cylinder::new(0.5, 0.2).expect("sizes").into(),
            0.3,
            [0.2, 0.05],
        ),
    ];
    let mut rng = StdRng::seed_from_u64(0x7374_6163);
    let mut manifold = Manifold::new().within(0.01).merging(0.002);
    let mut trackers = [Tracker::new(); 5];
    let mut first: [Option<HashSet<ContactId>>; 5] = Default::default();
    for frame in 0..1000 {
        let posed: Vec<_> = (0..)
            .zip(&bodies)
            .map(|(level, (shape, turn, [x, z]))| {
                let mut shake = || Vector3::from_fn(|_, _| rng.random_range(-JITTER..JITTER));
                let place = vector![*x, 0.999 * f64::from(level), *z] + shake();
                let pose = Isometry3::new(place, vector![0.0, *turn, 0.0] + shake());
                Posed::new(shape, &pose).expect("a pose")
            })
            .collect();
        for (pair, bodies) in posed.windows(2).enumerate() {
            let found = trackers[pair].proximity(&bodies[0], &bodies[1]);
            let points = manifold
                .update(&bodies[0], &bodies[1], found.contact())
                .expect("finite");
            assert_eq!(points.len(), 4, "frame {frame}, pair {pair}: {points:#?}");
            for point in points {
                assert!((point.separation + 0.001).abs() < 1e-3);
            }
            let names: HashSet<_> = points.iter().map(|point| point.id).collect();
            assert_eq!(names.len(), 4);
            let before = first[pair].get_or_insert_with(|| names.clone());
            assert_eq!(*before, names, "frame {frame}, pair {pair}");
        }
    }
}

fn cube_corners() -> Vec<Vector3<f64>> {
    let signs = [-0.5, 0.5];
    let corner = |index: usize| {
        vector![
            signs[index & 1],
            signs[index >> 1 & 1],
            signs[index >> 2 & 1]
        ]
    };
    (0..8).map(corner).collect()
}
