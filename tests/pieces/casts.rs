//! Casts at bodies of pieces, against casts at every piece alone, and against closed forms.

use nalgebra::{Isometry2, Isometry3, SVector, Vector3, vector};
use photofinish::cast::{CastError, Ray, RayCast, ShapeCast};
use photofinish::motion::{AtRest, Motion};
use photofinish::pieces::{MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Extrusion, Query, Real};
use rand::RngExt;

use crate::bodies::{comb, direction, flight, random, slide, star};

/// How far a cast goes, if it hits: 0 if it starts inside.
trait Far<T> {
    fn far(&self) -> Option<T>;
}

impl<T: Real, const D: usize> Far<T> for RayCast<T, D> {
    fn far(&self) -> Option<T> {
        match self {
            Self::Hit(hit) => Some(hit.distance),
            Self::Miss => None,
            Self::Inside => Some(T::zero()),
        }
    }
}

impl<T: Real, const D: usize> Far<T> for ShapeCast<T, D> {
    fn far(&self) -> Option<T> {
        match self {
            Self::Hit(hit) => Some(hit.distance),
            Self::Miss => None,
            Self::Overlapping(_) => Some(T::zero()),
        }
    }
}

/// Checks a cast against those at all pieces alone. `alone` may be off by rounding, and tells of hits within a
/// tolerance.
fn compare<T: Real, C: Far<T>>(
    found: &C,
    piece: Option<u32>,
    alone: impl Iterator<Item = C>,
    slack: f64,
) -> Option<T> {
    let alone: Vec<_> = alone.map(|cast| cast.far()).collect();
    let first = alone.iter().flatten().copied().reduce(T::min);
    assert_eq!(found.far().is_some(), first.is_some());
    assert_eq!(found.far().is_some(), piece.is_some());
    let (far, first) = (found.far()?, first?);
    assert!((far - first).abs().as_f64() < slack, "{far} {first}");
    let of_piece = alone[piece? as usize].expect("the piece is hit alone too");
    assert!((far - of_piece).abs().as_f64() < slack, "{far} {of_piece}");
    Some(far)
}

fn at_stars<T: Real>(slack: f64) {
    let mut random = random(11);
    let (mut hits, mut inside, mut misses) = (0, 0, 0);
    for round in 0..60 {
        let star = star::<T>(&mut random, 1 + round % 40);
        let body = MovingPieces::new(&star, flight(&mut random, 1.0));
        let time = T::of(random.random_range(0.0..1.0));
        let center = body.motion().pose(time).translation.vector.map(T::as_f64);
        let far = random.random_range(0.0..4.0);
        let start = center + direction(&mut random) * far;
        let to = center + direction(&mut random) * 0.5 - start;
        let to: Vector3<T> = to.normalize().map(T::of);
        let most = [T::of(f64::INFINITY), T::of(1.0)][round % 2];
        let query = Query::new();
        let pieces = 0..star.tree().pieces() as u32;
        let slices = pieces.map(|piece| body.piece(piece).expect("a piece"));
        let slices: Vec<_> = slices.collect();
        let origin = SVector::zeros();

        let ray = Ray::new(start.map(T::of), to).unwrap();
        let found = query.cast_ray_at_pieces(&ray, &body, time, most).unwrap();
        let alone = slices.iter().map(|slice| {
            let slice = slice.slice(time, &origin);
            query.cast_ray(&ray, &slice, most).unwrap()
        });
        let of_ray = compare(&found.cast, found.piece, alone, slack);
        if let RayCast::Hit(hit) = found.cast {
            let beside = (hit.point - ray.at(hit.distance)).norm();
            assert!(beside <= hit.tolerance + T::of(slack), "{beside}");
            assert!(hit.normal.dot(&to) <= T::of(slack));
        }

        let half = Vector3::from_fn(|_, _| T::of(random.random_range(0.01..0.3)));
        let pose = Isometry3::new(start, direction(&mut random)).cast::<T>();
        let block = Posed::new(Cuboid::new(half).unwrap(), &pose).unwrap();
        let query = Query::new().target_distance(T::of([0.0, 0.1, -0.01][round % 3]));
        let found = query
            .cast_shape_at_pieces(&block, to, &body, time, most)
            .unwrap();
        let alone = slices.iter().map(|slice| {
            let slice = slice.slice(time, &origin);
            query.cast_shape(&block, to, &slice, most).unwrap()
        });
        compare(&found.cast, found.piece, alone, slack);
        match of_ray {
            None => misses += 1,
            Some(far) if far > T::zero() => hits += 1,
            Some(_) => inside += 1,
        }
    }
    assert!(
        hits > 10 && misses > 5 && inside > 0,
        "{hits} {misses} {inside}"
    );
}

#[test]
fn casts_at_bodies_are_the_first_of_casts_at_their_pieces() {
    at_stars::<f64>(1e-8);
    at_stars::<f32>(2e-3);
}

fn at_combs<T: Real>(slack: f64) {
    let comb = comb::<T>(20);
    let body = MovingPieces::new(&comb, slide([5.0, -3.0], [1.0, 2.0], 0.0));
    // at time 2 its foot is at (7, 1); tooth 3 rises by 4 for every 1 along x, from x = 10
    let at = |x: f64, y: f64| vector![T::of(x), T::of(y)];
    let ray = Ray::new(at(3.0, 1.5), at(1.0, 0.0)).unwrap();
    let cast = |time: f64, most: f64| {
        Query::new()
            .cast_ray_at_pieces(&ray, &body, T::of(time), T::of(most))
            .unwrap()
    };
    let found = cast(2.0, f64::INFINITY);
    let hit = *found.cast.hit().expect("the first tooth is ahead");
    assert_eq!(found.piece, Some(0));
    assert!((hit.distance.as_f64() - 4.125).abs() < slack && hit.distance.as_f64() <= 4.125 + 1e-6);
    assert!((hit.normal.map(T::as_f64) - vector![-4.0, 1.0] / 17f64.sqrt()).norm() < 1e-3);
    assert_eq!(cast(2.0, 4.0).piece, None);
    assert_eq!(cast(0.0, f64::INFINITY).piece, None);
    // downwards between teeth 3 and 4, onto the ground
    let ball = Posed::new(
        Ball::new(T::of(0.0625)).unwrap(),
        &Isometry2::translation(T::of(10.75), T::of(9.0)),
    );
    let found = Query::new()
        .cast_shape_at_pieces(
            &ball.unwrap(),
            at(0.0, -1.0),
            &body,
            T::of(2.0),
            T::of(100.0),
        )
        .unwrap();
    let hit = *found.cast.hit().expect("the ground is below");
    assert_eq!(found.piece, Some(11));
    assert!((hit.distance.as_f64() - 7.9375).abs() < slack);
}

#[test]
fn casts_in_the_plane_hit_the_segments_ahead() {
    at_combs::<f64>(1e-6);
    at_combs::<f32>(4e-3);
}

/// A field of hills, far from the world's origin and turned, in single precision.
#[test]
fn every_ray_that_leads_down_hits_a_height_field() {
    let mut random = random(5);
    let heights: Vec<f32> = (0..33 * 33)
        .map(|_| random.random_range(0.0..2.0))
        .collect();
    let hills = TriMesh::height_field(&heights, 33, [1.0, 1.0]).unwrap();
    let pose = Isometry3::new(vector![5e4, -3e4, 1e4], vector![0.3, 1.0, -0.2]);
    let body = MovingPieces::new(&hills, AtRest::new(pose).unwrap());
    for _ in 0..100 {
        let above = vector![
            random.random_range(0.5..31.5),
            5.0,
            random.random_range(0.5..31.5)
        ];
        let slope = vector![
            random.random_range(-0.1..0.1),
            -1.0,
            random.random_range(-0.1..0.1)
        ];
        let inside = (0.0..=32.0).contains(&(above.x + 5.0 * slope.x))
            && (0.0..=32.0).contains(&(above.z + 5.0 * slope.z));
        if !inside {
            continue;
        }
        let start = pose * nalgebra::Point3::from(above);
        let ray = Ray::new(start.coords, pose * slope).unwrap();
        let found = Query::new()
            .cast_ray_at_pieces(&ray, &body, 0.0, f32::INFINITY)
            .unwrap();
        assert!(found.piece.is_some(), "{ray:?}");
    }
}

#[test]
fn bad_input_is_named() {
    let line = Polyline::open(vec![vector![0.0, 0.0], vector![1.0, 0.0]]).unwrap();
    let body = MovingPieces::new(&line, slide([0.0, 0.0], [1.0, 0.0], 0.0));
    let ray = Ray::new(vector![0.0, 1.0], vector![0.0, -1.0]).unwrap();
    let query = Query::new();
    let cast = |time, most| {
        query
            .cast_ray_at_pieces(&ray, &body, time, most)
            .unwrap_err()
    };
    for bad in [f64::NAN, f64::NEG_INFINITY] {
        assert!(matches!(cast(bad, 1.0), CastError::NotFinite(_)));
        assert!(matches!(cast(0.0, bad), CastError::InvalidDistance { .. }));
    }
    let ball = Ball::new(1.0).unwrap();
    let found = query.cast_shape_at_pieces(&ball, vector![0.0, 0.0], &body, 0.0, 1.0);
    assert_eq!(found, Err(CastError::NoDirection));
    let found = query
        .tolerance(-1.0)
        .cast_ray_at_pieces(&ray, &body, 0.0, 1.0);
    assert!(matches!(found, Err(CastError::Query(_))), "{found:?}");
}
