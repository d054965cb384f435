//! The normals of casts at surfaces, where pieces meet: those of the faces around, not those of an edge alone.

use super::*;

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

/// Rays down and up at the corners, the edges and the middles of the cells of a slope that lies anywhere.
fn at_a_slope<T: Real>() {
    let heights: [T; 25] = std::array::from_fn(|place| T::of(0.5 * (place % 5) as f64));
    let slope = TriMesh::height_field(&heights, 5, [T::one(), T::one()]).unwrap();
    let up = vector![-0.5, 1.0, 0.0].normalize().map(T::of);
    let mut random = random(5);
    for far in [0.0, 0.01, 1.0, 100.0, 1e4] {
        let place = direction(&mut random) * far;
        let turn = direction(&mut random) * (3.0 * f64::from(far > 0.0));
        let pose = Isometry3::new(place.map(T::of), turn.map(T::of));
        let body = MovingPieces::new(&slope, AtRest::new(pose).unwrap());
        for (x, z) in (1..10).flat_map(|x| (1..10).map(move |z| (x, z))) {
            let [x, z] = [x, z].map(|quarters| f64::from(quarters) * 0.25);
            for side in [1.0, -1.0] {
                let aside = random.random_range(-0.3..0.3);
                let start = vector![x, 0.5 * x + side, z - aside].map(T::of);
                let way = pose.rotation * vector![0.0, -side, aside].map(T::of);
                let normal = hit(&body, ((pose * nalgebra::Point::from(start)).coords, way));
                let off = (normal - pose.rotation * up * T::of(side)).norm();
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
        let [one, other] = [[0, 1, 2], [0, 3, 1]].map(|[a, b, c]: [usize; 3]| {
            let normal = (points[b] - points[a]).cross(&(points[c] - points[a]));
            normal.normalize()
        });
        let share = T::of(random.random_range(0.05..0.95));
        let on_edge = points[0].lerp(&points[1], share);
        let normal = hit(&still3(&mesh), (on_edge + Vector3::y(), -Vector3::y()));
        let slack = T::EPSILON * T::of(100.0);
        if (points[3] - points[0]).dot(&one) > T::zero() {
            valleys += 1;
            let off = (normal - one).norm().min((normal - other).norm());
            assert!(off < slack, "{points:?}: {normal}");
        } else {
            ridges += 1;
            let widest = one.dot(&other) - slack;
            let nearest = one.dot(&normal).min(other.dot(&normal));
            assert!(nearest >= widest, "{points:?}: {normal}");
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
