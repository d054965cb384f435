use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::shifted;
use crate::HalfSpace;

/// A half-space that is asked about in the world is where it is in its frame to the last bit.
#[test]
fn half_spaces_of_the_world_are_exactly_where_they_were() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut counts = [0; 2];
    for case in 0..1000 {
        // coordinates of some bits, so that many sums are exact
        let mut vector = || {
            let size = 2.0f32.powi(rng.random_range(-12..12));
            Vector3::from_fn(|_, _| rng.random_range(-4096..4096) as f32 * size)
        };
        let (point, way) = (vector(), vector());
        let normal = match case % 2 {
            0 => Vector3::y(),
            _ => vector![0.6, 0.0, 0.8],
        };
        let floor = HalfSpace::new(normal, point).expect("a half-space");
        let pose = Isometry3::from_parts(Translation3::from(way), UnitQuaternion::identity());
        let found = shifted(&floor, &pose);
        counts[usize::from(found.is_some())] += 1;
        let Some(found) = found else { continue };
        assert_eq!(found.normal(), floor.normal());
        // double precision holds these sums
        let [place, point, way] = [*found.point(), point, way].map(|v| v.cast::<f64>());
        for axis in (0..3).filter(|&axis| normal[axis] != 0.0) {
            assert_eq!(place[axis], point[axis] + way[axis], "case {case}");
        }
    }
    assert!(counts.iter().all(|&count| count > 150), "{counts:?}");
}
