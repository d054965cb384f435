//! Casts at half-spaces, against the height over the closing speed in double precision.

use photofinish::body::{AnyBody, AnyBody2, AnyBody3};
use photofinish::pieces::{MovingPieces, Polyline};

use super::judge::Found;
use crate::build::*;

/// Rounding of the oracle itself, for coordinates up to some tens.
const ROUNDING: f64 = 1e-13;

fn vector_in<T: Real, const D: usize>(random: &mut StdRng, size: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(random.random_range(-size..size)))
}

/// Returns in double precision how far a ray starts over a half-space, and how much nearer it comes on a way of 1.
fn height_and_speed<T: Real, const D: usize>(floor: &HalfSpace<T, D>, ray: &Ray<T, D>) -> [f64; 2] {
    let normal = floor.normal().map(T::as_f64).normalize();
    let from = ray.origin().map(T::as_f64) - floor.point().map(T::as_f64);
    [
        normal.dot(&from),
        -normal.dot(&ray.direction().map(T::as_f64)),
    ]
}

/// Casts rays, and balls along every other one.
fn random<T: Real, const D: usize>() {
    let mut random = StdRng::seed_from_u64(3);
    let mut counts = [0; 3];
    for round in 0..800 {
        let normal = vector_in::<T, D>(&mut random, 1.0);
        let floor = HalfSpace::new(normal, vector_in(&mut random, 10.0)).unwrap();
        let normal = *floor.normal();
        let mut direction = vector_in::<T, D>(&mut random, 1.0);
        let mut start = vector_in::<T, D>(&mut random, 10.0);
        let height = normal.dot(&(start - floor.point()));
        match round % 5 {
            // almost along the surface
            0 => {
                let lean = 10f64.powf(random.random_range(-18.0..0.0));
                direction -= normal * normal.dot(&direction) + normal * T::of(lean);
            }
            // from the surface, or near it
            1 => {
                let above = [0.0, 1e-7, 1e-3][round / 5 % 3];
                start -= normal * (height - T::of(above));
            }
            // from above it
            2 | 3 if height < T::zero() => start -= normal * (height + height),
            _ => {}
        }
        let ray = Ray::new(start, direction).unwrap();
        let radius = [0.0, 0.5][round % 2];
        let target = [0.0, 0.25, -0.125][round % 3];
        let most = [f64::INFINITY, 8.0, 0.0][round / 2 % 3];
        let query = Query::new().target_distance(T::of(target));
        let found: Found<D> = if radius == 0.0 {
            let cast = query.cast_ray_on(&ray, &floor, T::of(most));
            cast.unwrap().into()
        } else {
            let ball = Capsule::between(start, start, T::of(radius)).unwrap();
            let cast = query.cast_shape_on(&ball, *ray.direction(), &floor, T::of(most));
            cast.unwrap().into()
        };
        counts[is_right(&found, &floor, &ray, [radius, target, most])] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// Panics unless an answer is right, and returns which kind it is.
fn is_right<T: Real, const D: usize>(
    found: &Found<D>,
    floor: &HalfSpace<T, D>,
    ray: &Ray<T, D>,
    [radius, target, most]: [f64; 3],
) -> usize {
    let [height, speed] = height_and_speed(floor, ray);
    let apart = height - radius;
    let ulp = T::EPSILON.as_f64();
    match *found {
        Found::Inside => {
            assert!(apart <= target.min(0.0) + ulp * 1e3, "{apart}");
            0
        }
        Found::Hit {
            distance,
            point,
            normal,
            tolerance,
        } => {
            assert!((0.0..=most).contains(&distance), "{distance}");
            let left = apart - target - distance * speed;
            assert!(distance == 0.0 || left >= -ROUNDING, "late by {left:e}");
            assert!(left <= tolerance + ROUNDING, "early: {left:e}, {tolerance}");
            assert_eq!(normal, floor.normal().map(T::as_f64));
            // in the surface, up to the rounding of what is as far away
            let off = normal.dot(&(point - floor.point().map(T::as_f64))).abs();
            assert!(off <= ulp * 20.0 * (distance + 20.0), "{off:e}");
            1
        }
        Found::Miss => {
            let left = apart - target - most * speed;
            let is_parallel = speed <= ulp * 18.0;
            assert!(is_parallel || left >= -ROUNDING, "{left:e} deep unseen");
            2
        }
    }
}

#[test]
fn casts_go_as_far_as_the_height_over_the_closing_speed() {
    random::<f64, 2>();
    random::<f32, 2>();
    random::<f64, 3>();
    random::<f32, 3>();
}

/// Rounding may lead a ray along the surface into it, far away: it misses at any distance.
fn along<T: Real>() {
    let mut random = StdRng::seed_from_u64(5);
    let mut steepest = 0.0_f64;
    for round in 0..3000 {
        let mut normal = vector_in::<T, 3>(&mut random, 1.0);
        if round % 2 == 0 {
            normal = Vector3::repeat(T::one());
        }
        // as a user computes it: in the same precision
        let across = normal.cross(&vector_in(&mut random, 1.0));
        let floor = HalfSpace::new(normal, Vector3::zeros()).unwrap();
        let start = floor.normal() * T::of(random.random_range(0.01..10.0));
        let ray = Ray::new(start, across).unwrap();
        // a direction that cancels almost wholly is known to few digits only
        if across.norm() < T::of(0.1) {
            continue;
        }
        let [_, speed] = height_and_speed(&floor, &ray);
        steepest = steepest.max(speed / T::EPSILON.as_f64());
        for most in [0.0, 1e6, f64::INFINITY] {
            let found = Query::new().cast_ray_on(&ray, &floor, T::of(most)).unwrap();
            assert_eq!(found, RayCast::Miss, "{speed:e}");
        }
    }
    assert!(steepest > 0.75, "{steepest}");
}

#[test]
fn rays_along_the_surface_miss() {
    along::<f64>();
    along::<f32>();
}

#[test]
fn a_tolerance_that_is_too_small_for_the_way_is_an_error() {
    let slope = HalfSpace::new(vector![3.0, 4.0], vector![0.0, 0.0]).unwrap();
    // after a way of 1e12 the height of the ray over the slope is known to some 1e-3
    let slow = vector![0.8 - 0.6e-12, -0.6 - 0.8e-12];
    let slow = Ray::new(vector![0.6, 0.8], slow).unwrap();
    let query = Query::new().tolerance(1e-6);
    let found = query.cast_ray_on(&slow, &slope, f64::INFINITY);
    let Err(CastError::Query(QueryError::ToleranceTooSmall {
        resolution,
        clear_until,
        ..
    })) = found
    else {
        panic!("{found:?}");
    };
    assert!((1e-4..1e-2).contains(&resolution), "{resolution}");
    assert!((0.99e12..=1.01e12).contains(&clear_until), "{clear_until}");
}

type Flight<const D: usize, R> = ConstantVelocity<f64, R, D>;

/// A wall that turns about an axis in it while it moves: it is upright after a quarter turn.
#[test]
fn moving_half_spaces_are_met_where_they_are() {
    let turn = steady(Isometry3::identity(), Vector3::x(), Vector3::z());
    let floor = HalfSpace::new(Vector3::y(), Vector3::zeros()).unwrap();
    let body: AnyBody3<Flight<3, _>> = AnyBody::MovingFloor(MovingHalfSpace::new(floor, turn));
    let time = std::f64::consts::FRAC_PI_2;
    let cast = |along: f64| {
        let ray = Ray::new(vector![-5.0, 1.0, 2.0], Vector3::x() * along).unwrap();
        let found = Query::new().cast_ray_at_body(&ray, &body, time, 100.0);
        found.unwrap()
    };
    let found = cast(1.0);
    let hit = *found.cast.hit().expect("the wall is ahead");
    assert_eq!(found.piece, Some(0));
    assert!((hit.distance - 5.0 - time).abs() < 1e-7, "{hit:?}");
    assert!((hit.normal + Vector3::x()).norm() < 1e-13, "{hit:?}");
    let off = (hit.point - vector![time, 1.0, 2.0]).norm();
    assert!(off < 1e-7 && hit.feature == Feature::Face(0), "{hit:?}");
    let found = cast(-1.0);
    assert_eq!((found.cast, found.piece), (RayCast::Miss, None));
}

#[test]
fn casts_at_bodies_of_any_form_are_those_at_the_form() {
    let slide = |x: f64, y: f64| steady(Isometry2::translation(x, y), vector![1.0, 0.0], 0.5);
    let block = AnyShape::from(cuboid([0.5, 0.25]));
    let corners = [[-1.0, 0.0], [0.0, 0.5], [1.0, 0.0]].map(Into::into);
    let line = Polyline::open(corners.to_vec()).unwrap();
    let line = MovingPieces::new(line, slide(0.0, -2.0));
    let floor = HalfSpace::new(vector![0.0, 1.0], vector![0.0, -4.0]).unwrap();
    let bodies: [AnyBody2<Flight<2, _>>; 3] = [
        Moving::new(block.clone(), slide(-1.0, 0.0)).into(),
        MovingPieces::new(line.pieces().clone().into(), *line.motion()).into(),
        floor.into(),
    ];
    let (query, time, below) = (Query::new(), 1.0, vector![0.1, -1.0]);
    let placed = Posed::new(&block, &slide(-1.0, 0.0).pose(time)).unwrap();
    let ball = Posed::new(ball(0.125), &Isometry2::translation(0.0, 3.0)).unwrap();
    let ray = Ray::new(vector![0.0, 3.0], below).unwrap();
    for most in [f64::INFINITY, 1.0] {
        let rays = bodies
            .each_ref()
            .map(|body| query.cast_ray_at_body(&ray, body, time, most).unwrap());
        let shapes = bodies.each_ref().map(|body| {
            let found = query.cast_shape_at_body(&ball, below, body, time, most);
            found.unwrap()
        });
        let of_block = query.cast_ray(&ray, &placed, most).unwrap();
        assert_eq!(rays[0].cast.hit().is_some(), of_block.hit().is_some());
        let of_line = query.cast_ray_at_pieces(&ray, &line, time, most);
        assert_eq!(rays[1], of_line.unwrap());
        assert_eq!(rays[2].cast, query.cast_ray_on(&ray, &floor, most).unwrap());
        let of_line = query.cast_shape_at_pieces(&ball, below, &line, time, most);
        assert_eq!(shapes[1], of_line.unwrap());
        let of_floor = query.cast_shape_on(&ball, below, &floor, most).unwrap();
        assert_eq!(shapes[2].cast, of_floor);
        let pieces = [&rays[0], &rays[2]].map(|found| found.piece);
        assert_eq!(pieces, [(most > 1.0).then_some(0); 2]);
        assert_eq!([&shapes[0], &shapes[2]].map(|found| found.piece), pieces);
    }
    for body in &bodies {
        let found = query.cast_shape_at_body(&ball, below, body, f64::NAN, 1.0);
        assert_refused(&found, "NotFinite");
    }
}
