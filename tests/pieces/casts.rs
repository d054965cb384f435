//! Casts at bodies of pieces, against casts at every piece alone, and against closed forms.

use super::*;
use nalgebra::Point3;
use photofinish::Extrusion;
use photofinish::cast::{CastError, Ray, RayCast, ShapeCast};

/// How far a ray goes, if it hits: 0 if it starts inside.
fn far_of_ray<T: Real>(cast: &RayCast<T, 3>) -> Option<T> {
    match cast {
        RayCast::Hit(hit) => Some(hit.distance),
        RayCast::Miss => None,
        RayCast::Inside => Some(T::zero()),
    }
}

/// How far a shape goes, if it hits: 0 if it starts in contact.
fn far_of_shape<T: Real>(cast: &ShapeCast<T, 3>) -> Option<T> {
    match cast {
        ShapeCast::Hit(hit) => Some(hit.distance),
        ShapeCast::Miss => None,
        ShapeCast::Overlapping(_) => Some(T::zero()),
    }
}

/// Checks how far a cast goes against those at all pieces alone. `alone` may be off by rounding, and tells of hits within
/// a tolerance.
fn compare<T: Real>(found: Option<T>, piece: Option<u32>, alone: &[Option<T>], slack: f64) {
    let first = alone.iter().flatten().copied().reduce(T::min);
    assert_eq!(found.is_some(), first.is_some());
    assert_eq!(found.is_some(), piece.is_some());
    if let (Some(far), Some(piece)) = (found, piece) {
        for other in [first, alone[piece as usize]] {
            let other = other.expect("the piece is hit alone too");
            assert!((far - other).abs().as_f64() < slack, "{far} {other}");
        }
    }
}

fn at_stars<T: Real>(slack: f64) {
    let mut random = random(11);
    let (mut hits, mut inside, mut misses) = (0, 0, 0);
    for round in 0..60 {
        let star = star::<T>(&mut random, 1 + round % 40);
        let body = MovingPieces::new(&star, flight(&mut random, 1.0));
        let time = T::of(random.random_range(0.0..1.0));
        let center = body.motion().pose(time).translation.vector.map(T::as_f64);
        let start = center + direction(&mut random) * random.random_range(0.0..4.0);
        let to = center + direction(&mut random) * 0.5 - start;
        let to: Vector3<T> = to.normalize().map(T::of);
        let most = [T::of(f64::INFINITY), T::of(1.0)][round % 2];
        let pieces = 0..star.tree().pieces() as u32;
        let slices: Vec<_> = pieces
            .map(|piece| body.piece(piece).expect("a piece"))
            .collect();
        let slices = || {
            slices
                .iter()
                .map(|piece| piece.slice(time, &Vector3::zeros()))
        };

        let query = Query::new();
        let ray = Ray::new(start.map(T::of), to).unwrap();
        let found = query.cast_ray_at_pieces(&ray, &body, time, most).unwrap();
        let alone = slices().map(|piece| far_of_ray(&query.cast_ray(&ray, &piece, most).unwrap()));
        let far = far_of_ray(&found.cast);
        compare(far, found.piece, &alone.collect::<Vec<_>>(), slack);
        if let RayCast::Hit(hit) = found.cast {
            let beside = (hit.point - ray.at(hit.distance)).norm();
            assert!(beside <= hit.tolerance + T::of(slack), "{beside}");
            assert!(hit.normal.dot(&to) <= T::of(slack));
        }
        match far {
            None => misses += 1,
            Some(far) if far > T::zero() => hits += 1,
            Some(_) => inside += 1,
        }

        let query = Query::new().target_distance(T::of([0.0, 0.1, -0.01][round % 3]));
        let half = Vector3::from_fn(|_, _| T::of(random.random_range(0.01..0.3)));
        let pose = Isometry3::new(start, direction(&mut random)).cast::<T>();
        let block = Posed::new(Cuboid::new(half).unwrap(), &pose).unwrap();
        let found = query.cast_shape_at_pieces(&block, to, &body, time, most);
        let found = found.unwrap();
        let alone = slices().map(|piece| query.cast_shape(&block, to, &piece, most).unwrap());
        let alone: Vec<_> = alone.map(|cast| far_of_shape(&cast)).collect();
        compare(far_of_shape(&found.cast), found.piece, &alone, slack);
    }
    assert!(hits > 10 && misses > 5 && inside > 0, "{hits} {misses}");
}

#[test]
fn casts_at_bodies_are_the_first_of_casts_at_their_pieces() {
    at_stars::<f64>(1e-8);
    at_stars::<f32>(2e-3);
}

/// A field of hills, far from the world's origin and turned, in single precision.
#[test]
fn every_ray_that_leads_down_hits_a_height_field() {
    let mut random = random(5);
    let heights: [f32; 33 * 33] = std::array::from_fn(|_| random.random_range(0.0..2.0));
    let hills = TriMesh::height_field(&heights, 33, [1.0, 1.0]).unwrap();
    let pose = Isometry3::new(vector![5e4, -3e4, 1e4], vector![0.3, 1.0, -0.2]);
    let body = MovingPieces::new(&hills, AtRest::new(pose).unwrap());
    for _ in 0..100 {
        let [x, z] = [(); 2].map(|()| random.random_range(0.5..31.5));
        let [aside, ahead] = [(); 2].map(|()| random.random_range(-0.1..0.1));
        if ![x + 5.0 * aside, z + 5.0 * ahead]
            .iter()
            .all(|end| (0.0..=32.0).contains(end))
        {
            continue;
        }
        let start = pose * Point3::new(x, 5.0, z);
        let ray = Ray::new(start.coords, pose * vector![aside, -1.0, ahead]).unwrap();
        let found = Query::new().cast_ray_at_pieces(&ray, &body, 0.0, f32::INFINITY);
        assert!(found.unwrap().piece.is_some(), "{ray:?}");
    }
}

#[test]
fn bad_input_is_named() {
    let line = line(&[[0.0, 0.0], [1.0, 0.0]]);
    let body = MovingPieces::new(&line, slide([0.0, 0.0], [1.0, 0.0], 0.0));
    let ray = Ray::new(vector![0.0, 1.0], vector![0.0, -1.0]).unwrap();
    let query = Query::new();
    let cast = |query: Query<f64>, time, most| {
        let found = query.cast_ray_at_pieces(&ray, &body, time, most);
        found.unwrap_err()
    };
    for bad in [f64::NAN, f64::NEG_INFINITY] {
        assert!(matches!(cast(query, bad, 1.0), CastError::NotFinite(_)));
        let found = cast(query, 0.0, bad);
        assert!(matches!(found, CastError::InvalidDistance { .. }));
    }
    let found = cast(query.tolerance(-1.0), 0.0, 1.0);
    assert!(matches!(found, CastError::Query(_)));
    let ball = Ball::new(1.0).unwrap();
    let found = query.cast_shape_at_pieces(&ball, vector![0.0, 0.0], &body, 0.0, 1.0);
    assert_eq!(found, Err(CastError::NoDirection));
}
