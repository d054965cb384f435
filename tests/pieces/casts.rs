//! Casts at bodies of pieces, against casts at every piece alone, and against closed forms.

use super::*;
use photofinish::Extrusion;

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
        let bodies: Vec<_> = pieces.map(|piece| body.piece(piece).unwrap()).collect();
        let slices = bodies
            .iter()
            .map(|piece| piece.slice(time, &Vector3::zeros()));
        let slices: Vec<_> = slices.collect();

        let query = Query::new();
        let ray = Ray::new(start.map(T::of), to).unwrap();
        let found = query.cast_ray_at_pieces(&ray, &body, time, most).unwrap();
        let alone = slices
            .iter()
            .map(|piece| far_of_ray(&query.cast_ray(&ray, piece, most).unwrap()));
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
        let alone = slices.iter().map(|piece| {
            let cast = query.cast_shape(&block, to, piece, most);
            far_of_shape(&cast.unwrap())
        });
        let far = far_of_shape(&found.cast);
        compare(far, found.piece, &alone.collect::<Vec<_>>(), slack);
    }
    assert!(hits > 10 && misses > 5 && inside > 0, "{hits} {misses}");
}

#[test]
fn casts_at_bodies_are_the_first_of_casts_at_their_pieces() {
    at_stars::<f64>(1e-8);
    at_stars::<f32>(2e-3);
}
