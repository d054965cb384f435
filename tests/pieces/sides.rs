//! One-sided surfaces: nothing goes through from the front, as samples of points tell.

use nalgebra::{Isometry2, Isometry3, SVector, vector};
use photofinish::motion::{AtRest, Motion, Rotor};
use photofinish::pieces::{MovingPieces, PieceContact, Pieces, Polyline, TriMesh};
use photofinish::{Query, Real};
use rand::RngExt;
use rand::rngs::StdRng;

use crate::bodies::{direction, flight, random, slide};

type Points<T, const D: usize> = Vec<SVector<T, D>>;

/// Triangles that look anywhere.
fn soup<T: Real>(random: &mut StdRng, count: u32, size: f64) -> TriMesh<T> {
    let mut points = Points::new();
    for _ in 0..count {
        let middle = direction(random) * random.random_range(0.0..2.5 * size);
        points.extend((0..3).map(|_| (middle + direction(random) * size).map(T::of)));
    }
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    TriMesh::new(points, triangles.collect()).unwrap()
}

/// A line of segments that look anywhere.
fn zigzag<T: Real>(random: &mut StdRng, count: usize, size: f64) -> Polyline<T> {
    let place = |_| {
        let at = direction(random) * random.random_range(0.1..1.0) * size;
        vector![T::of(at.x), T::of(at.y)]
    };
    Polyline::open((0..=count).map(place).collect()).unwrap()
}

fn normal<const D: usize>(corners: &[SVector<f64, D>]) -> SVector<f64, D> {
    let along = corners[1] - corners[0];
    if D == 2 {
        let right: SVector<f64, D> = SVector::from_fn(|i, _| [along[1], -along[0]][i]);
        return right.normalize();
    }
    let other = corners[2] - corners[0];
    let across: SVector<f64, D> = SVector::from_fn(|i, _| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        along[j] * other[k] - along[k] * other[j]
    });
    across.normalize()
}

/// Returns whether a point between two corners, or three, by its distance from all edges.
fn is_within<const D: usize>(
    point: &SVector<f64, D>,
    corners: &[SVector<f64, D>],
    rim: f64,
) -> bool {
    let n = normal(corners);
    (0..D).all(|i| {
        let (p, q) = (corners[i], corners[(i + 1) % D]);
        if D == 2 {
            return (point - p).dot(&(q - p)) > rim * (q - p).norm();
        }
        let inward: SVector<f64, D> = SVector::from_fn(|r, _| {
            let (s, t) = ((r + 1) % D, (r + 2) % D);
            n[s] * (q - p)[t] - n[t] * (q - p)[s]
        });
        (point - p).dot(&inward) > rim * inward.norm()
    })
}

/// Returns the steepest that points of a body come back to a surface's piece that does not move, as seen from samples.
fn most_back<const D: usize>(at: &dyn Fn(f64) -> Points<f64, D>, n: &SVector<f64, D>) -> f64 {
    let steps = 200;
    let places: Vec<_> = (0..=steps)
        .map(|i| at(f64::from(i) / f64::from(steps)))
        .collect();
    let back = |pair: &[Points<f64, D>]| {
        let ways = pair[0].iter().zip(&pair[1]);
        ways.map(|(p, q)| (p - q).dot(n)).fold(f64::MIN, f64::max) * f64::from(steps)
    };
    places.windows(2).map(back).fold(f64::MIN, f64::max)
}

/// Checks that no point of a body goes through a piece of a surface from its front to its back before a time.
fn goes_through_none<const D: usize>(
    at: &dyn Fn(f64) -> Points<f64, D>,
    corners: &[SVector<f64, D>],
    until: f64,
) {
    let (n, steps) = (normal(corners), 100);
    let height = |p: &SVector<f64, D>| (p - corners[0]).dot(&n);
    let mut last = at(0.0);
    for step in 1..=steps {
        let next = at(until * f64::from(step) / f64::from(steps));
        for (p, q) in last.iter().zip(&next) {
            let (before, after) = (height(p), height(q));
            if before > 0.0 && after < 0.0 {
                let through = p + (q - p) * (before / (before - after));
                assert!(!is_within(&through, corners, 0.02), "in step {step}");
            }
        }
        last = next;
    }
}

/// A surface that rests, and a body whose pieces have corners too.
struct Scene<'x, P, M, T: Real, R: Rotor<T, D>, const D: usize> {
    two_sided: MovingPieces<&'x P, AtRest<T, R, D>, T, D>,
    one_sided: MovingPieces<&'x P, AtRest<T, R, D>, T, D>,
    body: MovingPieces<&'x P, M, T, D>,
}

fn corners<T: Real, const D: usize>(surface: &impl Pieces<T, D>, piece: u32) -> Points<f64, D> {
    let surface = surface.surface().unwrap();
    let corner = |&index: &u32| surface.points()[index as usize].map(|x| x.as_f64());
    surface.pieces()[piece as usize]
        .iter()
        .map(corner)
        .collect()
}

/// How many contacts there were from the front, and pairs that were let pass.
#[derive(Debug, Default)]
struct Seen {
    contacts: u32,
    let_pass: u32,
}

fn judge<T, P, M, R, const D: usize>(scene: &Scene<'_, P, M, T, R, D>, seen: &mut Seen)
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
    R: Rotor<T, D>,
{
    let Scene {
        two_sided,
        one_sided,
        body,
    } = scene;
    let (query, during) = (Query::new(), || T::zero()..=T::one());
    let all = query.all_contacts(body, two_sided, during()).unwrap();
    let listed = query.all_contacts(body, one_sided, during()).unwrap();
    let (answer, certificate) = query
        .certify_first_contact(body, one_sided, during())
        .unwrap();
    let time = answer.contact.map(|contact| contact.time);
    assert_eq!(listed.contacts.first().map(|contact| contact.time), time);
    let at = |piece: u32, time: f64| -> Points<f64, D> {
        let placement = body.motion().placement(T::of(time), &SVector::zeros());
        let turn = placement.rotation.map(|x| x.as_f64());
        let way = placement.translation.map(|x| x.as_f64());
        let points = corners(body.pieces(), piece);
        points.iter().map(|point| turn * point + way).collect()
    };
    for contact in &all.contacts {
        let (piece, triangle) = contact.pieces;
        let is_listed = |other: &PieceContact<T, D>| other.pieces == contact.pieces;
        if listed.contacts.iter().any(is_listed) {
            seen.contacts += 1;
            continue;
        }
        seen.let_pass += 1;
        let n = normal(&corners(two_sided.pieces(), triangle));
        let back = most_back(&|time| at(piece, time), &n);
        assert!(back < 1e-4, "{:?}: {back}", contact.pieces);
    }
    let until = time.map_or(1.0, T::as_f64);
    for piece in 0..body.pieces().tree().pieces() as u32 {
        for triangle in 0..one_sided.pieces().tree().pieces() as u32 {
            let corners = corners(two_sided.pieces(), triangle);
            goes_through_none(&|time| at(piece, time), &corners, until);
        }
    }
    if until > 0.0 {
        let claim = T::zero()..=time.unwrap_or(T::one());
        certificate
            .verify(body, one_sided, T::zero(), claim)
            .unwrap();
    }
}

fn in_space<T: Real>(seed: u64, cases: usize) -> Seen {
    let (mut random, mut seen) = (random(seed), Seen::default());
    for case in 0..cases {
        let mesh = soup::<T>(&mut random, 12, 0.6);
        let other = mesh.clone().one_sided();
        let body = soup::<T>(&mut random, 3, 0.2);
        let turns = [0.0, 0.1, 1.0][case % 3];
        let still = || AtRest::new(Isometry3::identity()).unwrap();
        let scene = Scene {
            two_sided: MovingPieces::new(&mesh, still()),
            one_sided: MovingPieces::new(&other, still()),
            body: MovingPieces::new(&body, flight(&mut random, turns)),
        };
        judge(&scene, &mut seen);
    }
    seen
}

fn in_the_plane<T: Real>(seed: u64, cases: usize) -> Seen {
    let (mut random, mut seen) = (random(seed), Seen::default());
    for case in 0..cases {
        let line = zigzag::<T>(&mut random, 8, 2.0);
        let other = line.clone().one_sided();
        let body = zigzag::<T>(&mut random, 3, 0.4);
        let spin = [0.0, 0.5, 6.0][case % 3];
        let start = direction(&mut random) * 2.5;
        let way = direction(&mut random) * 2.0 - start * 1.5;
        let still = || AtRest::new(Isometry2::identity()).unwrap();
        let scene = Scene {
            two_sided: MovingPieces::new(&line, still()),
            one_sided: MovingPieces::new(&other, still()),
            body: MovingPieces::new(&body, slide([start.x, start.y], [way.x, way.y], spin)),
        };
        judge(&scene, &mut seen);
    }
    seen
}

/// A triangle lets a piece pass only if samples of its points say so.
/// No sampled point goes through from the front before the first contact. Certificates hold.
#[test]
fn no_point_goes_through_from_the_front() {
    let runs = [
        in_space::<f64>(71, 12),
        in_space::<f32>(72, 12),
        in_the_plane::<f64>(73, 15),
        in_the_plane::<f32>(74, 15),
    ];
    for seen in runs {
        assert!(seen.contacts > 3 && seen.let_pass > 3, "{seen:?}");
    }
}
