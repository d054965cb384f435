use nalgebra::{Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Polytope, exact_height};

/// Checks Euler's formula, that neighbours know each other, and that no point is beyond any facet.
fn check(polytope: &Polytope) {
    let living: Vec<u32> = polytope.facets().collect();
    let mut vertices: Vec<u32> = Vec::new();
    for &index in &living {
        let facet = polytope.facet(index);
        vertices.extend(facet.vertices);
        for (edge, &neighbor) in facet.neighbors.iter().enumerate() {
            assert!(polytope.is_alive(neighbor));
            let (from, to) = (facet.vertices[edge], facet.vertices[(edge + 1) % 3]);
            let other = polytope.facet(neighbor);
            let back = (0..3).find(|&k| other.vertices[k] == to).expect("shared");
            assert_eq!(other.vertices[(back + 1) % 3], from);
            assert_eq!(other.neighbors[back], index);
        }
        assert!(polytope.points().iter().all(|p| !polytope.sees(index, p)));
    }
    vertices.sort_unstable();
    vertices.dedup();
    assert_eq!(2 * vertices.len(), living.len() + 4);
}

/// Builds the hull of the points by trying every facet; `None` if they are coplanar.
fn grow(points: &[Vector3<f64>]) -> Option<Polytope> {
    let first = points[0];
    let second = points.iter().find(|&p| *p != first)?;
    let tetrahedra = points
        .iter()
        .flat_map(|c| points.iter().map(move |d| (c, d)));
    let mut polytope = tetrahedra
        .take(20_000)
        .find_map(|(c, d)| Polytope::tetrahedron([first, *second, *c, *d]))?;
    for point in points {
        let seen_from = polytope.facets().find(|&facet| polytope.sees(facet, point));
        if let Some(facet) = seen_from {
            let mut added = polytope.add(*point, facet);
            assert!(added.len() >= 3 && added.all(|new| polytope.is_alive(new)));
            assert!(
                polytope
                    .removed()
                    .iter()
                    .all(|&old| !polytope.is_alive(old))
            );
        }
    }
    check(&polytope);
    Some(polytope)
}

fn cloud(rng: &mut StdRng, count: usize) -> Vec<Vector3<f64>> {
    let mut coordinate = || rng.random_range(-1.0..1.0);
    (0..count)
        .map(|_| vector![coordinate(), coordinate(), coordinate()])
        .collect()
}

/// Returns the points of a grid with `side` points along each axis, in random order.
fn grid(rng: &mut StdRng, side: i32) -> Vec<Vector3<f64>> {
    let mut points = Vec::new();
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                points.push(vector![x, y, z].map(|i| f64::from(i) / f64::from(side - 1) - 0.5));
            }
        }
    }
    for last in (1..points.len()).rev() {
        points.swap(last, rng.random_range(0..=last));
    }
    points
}

#[test]
fn a_tetrahedron_turns_its_facets_outwards_and_is_none_if_coplanar() {
    let [o, x, y, z] = [Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()];
    for corners in [[o, x, y, z], [x, o, y, z]] {
        let polytope = Polytope::tetrahedron(corners).expect("a solid");
        check(&polytope);
        assert!(
            polytope
                .facets()
                .any(|f| polytope.sees(f, &vector![1.0, 1.0, 1.0]))
        );
        assert!(
            !polytope
                .facets()
                .any(|f| polytope.sees(f, &vector![0.1, 0.1, 0.1]))
        );
    }
    assert!(Polytope::tetrahedron([o, x, y, x + y]).is_none());
    assert!(Polytope::tetrahedron([o, x, x, z]).is_none());
    // a determinant that plain arithmetic rounds to zero
    assert!(Polytope::tetrahedron([o, x, y, vector![0.3, 0.3, 1e-200]]).is_some());
}

#[test]
fn grids_exact_and_jittered() {
    let mut rng = StdRng::seed_from_u64(0x6772_6964);
    for side in [2, 3, 5] {
        for jitter in [0.0, 1e-13, 1e-15, 1e-16, 1e-17] {
            let mut points = grid(&mut rng, side);
            for (point, noise) in points.iter_mut().zip(cloud(&mut rng, 125)) {
                *point += noise * jitter;
            }
            points.extend_from_within(..8);
            grow(&points).expect("a solid");
        }
    }
}

#[test]
fn a_point_in_the_plane_of_a_facet_extends_it() {
    let [o, x, y, z] = [Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()];
    let mut polytope = Polytope::tetrahedron([o, x, y, z]).expect("a solid");
    let corner = x + y;
    let seen: Vec<u32> = polytope
        .facets()
        .filter(|&facet| polytope.sees(facet, &corner))
        .collect();
    assert_eq!(seen.len(), 1);
    assert_eq!(polytope.add(corner, seen[0]).len(), 3);
    check(&polytope);
}

#[test]
fn heights_above_facets_have_exact_signs_at_any_distance() {
    let mut rng = StdRng::seed_from_u64(0x6865_6967);
    let mut beyond = 0;
    for _ in 0..2_000 {
        let corners: [_; 4] = cloud(&mut rng, 4).try_into().expect("four points");
        let polytope = Polytope::tetrahedron(corners).expect("a solid");
        let [a, b, c] = polytope.corners(0);
        // rounding hides on which side of the plane it is
        let away = 10_f64.powf(rng.random_range(-1.0..7.0));
        let point = a + ((b - a) * rng.random_range(-1.0..1.0) + (c - a)) * away;
        let exact = exact_height(a, b, c, &point);
        assert_eq!(polytope.sees(0, &point), exact > 0.0);
        assert_eq!(polytope.is_coplanar(0, &point), exact == 0.0);
        beyond += usize::from(exact > 0.0);
    }
    assert!((800..1_200).contains(&beyond), "{beyond}");
}

/// The heights of points above facets of a hull that has grown by a far point are as large as that point, and so is what
/// rounding may do to them.
#[test]
fn heights_above_facets_of_a_hull_that_has_grown_have_exact_signs() {
    let mut rng = StdRng::seed_from_u64(0x6772_6f77);
    let mut beyond = 0;
    for round in 0..2_000 {
        let size = 10_f64.powi(-(round % 7));
        // a plane through the origin, from which rounding moves its points
        let [u, v] = [(); 2].map(|()| cloud(&mut rng, 1)[0]);
        let normal = u.cross(&v).normalize();
        let mut in_plane = |size: f64| {
            let [x, y] = [(); 2].map(|()| rng.random_range(-1.0..1.0) * size);
            u * x + v * y
        };
        let (a, b) = (in_plane(size), in_plane(size));
        let (far, point) = (in_plane(1.0), in_plane(1.0));
        // above the plane, and beyond its edge as seen from the far point
        let back = (a + b) * 0.5 - far.normalize() * size;
        let corners = [a, b, back + normal * size, back + normal * (0.2 * size)];
        let Some(mut polytope) = Polytope::tetrahedron(corners) else {
            continue;
        };
        let Some(seen_from) = polytope.facets().find(|&facet| polytope.sees(facet, &far)) else {
            continue;
        };
        for facet in polytope.add(far, seen_from) {
            let [a, b, c] = polytope.corners(facet);
            let exact = exact_height(a, b, c, &point);
            assert_eq!(polytope.sees(facet, &point), exact > 0.0);
            beyond += usize::from(exact > 0.0);
        }
    }
    assert!(beyond > 1_000, "{beyond}");
}
