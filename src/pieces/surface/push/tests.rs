use nalgebra::{Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::Surface;
use super::{nearest_of_three, nearest_of_two};

fn direction(random: &mut StdRng) -> Vector3<f64> {
    loop {
        let any: Vector3<f64> = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&any.norm()) {
            return any.normalize();
        }
    }
}

/// Checks that a point is the nearest one of a cone: what is left of the way leads along no vector of the cone, and is
/// at right angles to the point.
fn is_nearest(point: &Vector3<f64>, near: &Vector3<f64>, of: &[Vector3<f64>]) -> bool {
    let rest = point - near;
    rest.dot(near).abs() < 1e-9 && of.iter().all(|one| rest.dot(one) < 1e-9)
}

#[test]
fn the_nearest_sum_of_two_and_three_vectors_is_found() {
    let mut random = StdRng::seed_from_u64(1);
    let mut inside = 0;
    for _ in 0..200 {
        let [point, one, other, last] = [(); 4].map(|()| direction(&mut random));
        let two = nearest_of_two(&point, [one, other]);
        assert!(is_nearest(&point, &two, &[one, other]), "{two:?}");
        let three = nearest_of_three(&point, [one, other, last]);
        let of = [one, other, last];
        assert!(is_nearest(&point, &three, &of), "{three:?} {of:?}");
        inside += u32::from(three == point);
    }
    assert!((12..80).contains(&inside), "{inside}");
}

/// Around a point between peaks and pits no push is steeper than the steepest triangle.
#[test]
fn a_corner_pushes_no_steeper_than_its_triangles() {
    let mut random = StdRng::seed_from_u64(2);
    let mut leaning = 0;
    for _ in 0..200 {
        let count: u32 = random.random_range(4..9);
        let mut points = vec![Vector3::zeros()];
        for spoke in 0..count {
            let angle = std::f64::consts::TAU * f64::from(spoke) / f64::from(count);
            let height = random.random_range(-1.0..1.0);
            points.push(vector![angle.sin(), height, angle.cos()]);
        }
        let triangles = (0..count).map(|spoke| [0, 1 + spoke, 1 + (spoke + 1) % count]);
        let fan = Surface::new(points, triangles.collect());
        let normals = (0..count).map(|piece| fan.normal(piece).unwrap());
        let least = normals.map(|normal| normal.y).fold(1.0, f64::min);
        let aside = direction(&mut random);
        for piece in 0..count {
            let pushed = fan.allowed(piece, aside, &vector![0.0, 3.0, 0.0]);
            let ways = [1, 2].map(|corner| fan.corners(piece)[corner].dot(&aside));
            // only where the inner corner is touched, as the outer edges are a rim
            if ways.iter().all(|way| *way < -0.01) {
                leaning += u32::from(pushed != fan.normal(piece).unwrap());
                assert!((pushed.norm() - 1.0).abs() < 1e-9);
                assert!(pushed.y > least - 1e-9, "{pushed:?} {least} {fan:?}");
            }
        }
    }
    assert!(leaning > 50, "{leaning}");
}

/// An edge that rises or falls by no more than rounding pushes no body sideways.
#[test]
fn an_edge_that_is_as_good_as_flat_pushes_straight() {
    for rise in [-5e-6, 0.0, 5e-6, 0.5] {
        let points = vec![
            vector![0.0, 0.0, -1.0],
            vector![0.0, 0.0, 1.0],
            vector![-1.0, 0.0, 0.0],
            vector![1.0, rise, 0.0],
        ];
        let fold = Surface::new(points, vec![[1, 0, 2], [0, 1, 3]]);
        let normal = fold.normal(0).unwrap();
        let up = vector![0.0, 1.0, 0.0];
        assert_eq!(normal, up);
        let aside = vector![0.8, 0.6, 0.0];
        assert_eq!(
            fold.allowed(0, aside, &vector![0.1, 1.0, 0.0]),
            normal,
            "{rise}"
        );
    }
}
