//! The normals of casts at surfaces, where pieces meet: those of the faces around, not those of an edge alone.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::cast::{Ray, RayCast};
use photofinish::motion::{AtRest, Motion};
use photofinish::pieces::{MovingPieces, TriMesh};
use photofinish::{Query, Real};
use rand::RngExt;

use crate::bodies::{direction, random};

fn hit<T: Real, M: Motion<T, 3>>(
    body: &MovingPieces<&TriMesh<T>, M, T, 3>,
    (start, way): (Vector3<T>, Vector3<T>),
) -> Vector3<T> {
    let ray = Ray::new(start, way).unwrap();
    let found = Query::new().cast_ray_at_pieces(&ray, body, T::zero(), T::of(100.0));
    match found.unwrap().cast {
        RayCast::Hit(hit) => hit.normal,
        other => panic!("the ray leads to the surface: {other:?}"),
    }
}

/// Rays down at the corners, the edges and the middles of the cells of a slope that lies anywhere.
fn at_a_slope<T: Real>() {
    let heights: Vec<T> = (0..25)
        .map(|place| T::of(f64::from(place % 5)) * T::of(0.5))
        .collect();
    let slope = TriMesh::height_field(&heights, 5, [T::one(), T::one()]).unwrap();
    let up = vector![-0.5, 1.0, 0.0].normalize().map(T::of);
    let mut random = random(5);
    for round in 0..6 {
        let (place, turn) = match round {
            0 => (Vector3::zeros(), Vector3::zeros()),
            // also far away
            _ => {
                let far = 10f64.powi((2 * round - 6).max(0));
                (direction(&mut random) * far, direction(&mut random) * 3.0)
            }
        };
        let pose = Isometry3::new(place.map(T::of), turn.map(T::of));
        let body = MovingPieces::new(&slope, AtRest::new(pose).unwrap());
        for (x, z) in (1..10).flat_map(|x| (1..10).map(move |z| (x, z))) {
            let [x, z] = [x, z].map(|quarters| T::of(f64::from(quarters) * 0.25));
            for side in [T::one(), -T::one()] {
                let above = vector![x, x * T::of(0.5) + side, z];
                let aside = T::of(random.random_range(-0.3..0.3));
                let way = vector![T::zero(), -side, aside];
                let start =
                    pose.transform_point(&(above - vector![T::zero(), T::zero(), aside]).into());
                let normal = hit(&body, (start.coords, pose.rotation * way));
                let off = (normal - pose.rotation * up * side).norm();
                assert!(off < T::EPSILON * T::of(100.0), "{x} {z} {side}: {off}");
            }
        }
    }
}

#[test]
fn rays_at_a_slope_hit_it_along_its_normal() {
    at_a_slope::<f64>();
    at_a_slope::<f32>();
}

/// On an edge between faces that are not in one plane, the normal lies between those of both; in a valley it is one of
/// them.
fn at_ridges_and_valleys<T: Real>() {
    let mut random = random(6);
    let (mut ridges, mut valleys) = (0, 0);
    for _ in 0..100 {
        let mut at = |x: f64, z: f64| vector![x, random.random_range(-0.7..0.7), z].map(T::of);
        let points = vec![at(0.0, 0.0), at(0.0, 1.0), at(1.0, 0.0), at(-1.0, 0.5)];
        let mesh = TriMesh::new(points.clone(), vec![[0, 1, 2], [0, 3, 1]]).unwrap();
        let up = |[a, b, c]: [usize; 3]| {
            let normal = (points[b] - points[a]).cross(&(points[c] - points[a]));
            normal.normalize()
        };
        let (one, other) = (up([0, 1, 2]), up([0, 3, 1]));
        let share = T::of(random.random_range(0.05..0.95));
        let on_edge = points[0].lerp(&points[1], share);
        let is_valley = (points[3] - points[0]).dot(&one) > T::zero();
        let body = MovingPieces::new(&mesh, AtRest::new(Isometry3::identity()).unwrap());
        let normal = hit(&body, (on_edge + Vector3::y(), -Vector3::y()));
        let slack = T::EPSILON * T::of(100.0);
        if is_valley {
            valleys += 1;
            let off = (normal - one).norm().min((normal - other).norm());
            assert!(off < slack, "{points:?}: {normal}");
        } else {
            ridges += 1;
            let widest = one.dot(&other) - slack;
            let [to_one, to_other] = [one, other].map(|face| face.dot(&normal));
            assert!(
                to_one >= widest && to_other >= widest,
                "{points:?}: {normal}"
            );
            let aside = normal.dot(&one.cross(&other)).abs();
            assert!(aside < slack, "{points:?}: {normal}");
        }
    }
    assert!(ridges > 20 && valleys > 20);
}

#[test]
fn rays_at_an_edge_hit_it_between_its_faces() {
    at_ridges_and_valleys::<f64>();
    at_ridges_and_valleys::<f32>();
}
