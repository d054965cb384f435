//! Casts with answers that can be worked out by hand: starts on the surface, grazing rays, rays far from the origin,
//! very long rays.

use nalgebra::point;

use crate::build::*;

#[test]
fn a_ray_that_starts_inside_or_on_the_surface_says_so() {
    let block = cuboid([1.0, 1.0]);
    let from = |x: f64, along: f64| {
        let ray = Ray::new(vector![x, 0.25], vector![along, 0.0]).unwrap();
        cast_ray(&ray, &block, 5.0).unwrap()
    };
    for along in [1.0, -1.0] {
        assert_eq!(from(0.3, along), RayCast::Inside);
        assert_eq!(from(-1.0, along), RayCast::Inside);
    }
    // clear of the tolerance it is outside
    assert_eq!(from(-1.0 - 1e-6, -1.0), RayCast::Miss);
    let near = from(-1.0 - 1e-6, 1.0);
    assert!(near.hit().unwrap().distance <= 1e-6);
}

/// Flat bodies have no inside: a ray that starts on one hits it at once, from whichever side it comes.
#[test]
fn a_ray_that_starts_on_a_body_without_an_inside_hits_it() {
    let turn = Isometry3::new(vector![0.3, 0.1, -0.7], vector![0.3, 0.2, 0.1]);
    let corners = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 2.0f64]];
    let bodies: [AnyShape<f64, 3>; 3] = [
        Triangle::new(corners.map(Vector3::from)).unwrap().into(),
        cuboid([2.0, 0.0, 2.0]).into(),
        Segment::new([corners[0], corners[2]].map(Vector3::from))
            .unwrap()
            .into(),
    ];
    let query = [Query::new(), Query::new().target_distance(0.1)];
    for (body, pose) in bodies
        .iter()
        .flat_map(|body| [(body, turn), (body, Isometry3::identity())])
    {
        let placed = Posed::new(body, &pose).unwrap();
        for way in [-1.0, 1.0].map(|up| pose * vector![0.0, up, 0.0]) {
            let on = pose.transform_point(&point![1.2, 0.0, 1.2]).coords;
            let ray = Ray::new(on, way).unwrap();
            for query in query {
                let cast = query.cast_ray(&ray, &placed, 9.0).unwrap();
                let hit = cast.hit().expect("it has no inside");
                assert_eq!(hit.distance, 0.0);
                assert!((hit.normal + way).norm() < 1e-9, "{body:?} {way:?} {hit:?}");
                assert!((hit.point - on).norm() < 1e-9);
            }
            // clear of the tolerance, it hits or misses as any other
            let above = Ray::new(on + way * 1e-3, way).unwrap();
            assert_eq!(cast_ray(&above, &placed, 9.0).unwrap(), RayCast::Miss);
        }
    }
    // a shape that touches one overlaps it
    let place = Isometry3::translation(1.0, 0.0, 1.0);
    let plate = Posed::new(cuboid([1.0, 0.0, 1.0]), &place).unwrap();
    let cast = cast_shape(&plate, -Vector3::y(), &bodies[0], 9.0).unwrap();
    assert!(matches!(cast, ShapeCast::Overlapping(overlap) if overlap.depth < 1e-12));
}

/// Casts from 3 in front of a cube, at `place` in the world, and returns by how much the hit is early.
fn early_at<T: Real>(cast: impl Fn(&Ray<T, 3>) -> RayCast<T, 3>, place: Vector3<f64>) -> f64 {
    let start = place + vector![-3.0, 0.25, 0.5];
    let ray = Ray::new(start.map(T::of), Vector3::x()).unwrap();
    2.0 - cast(&ray).hit().unwrap().distance.as_f64()
}

#[test]
fn rays_far_from_the_origin_and_very_long_ones_stay_exact() {
    let place = vector![1048576.0, -2097152.0, 524288.0];
    let pose = Isometry3::from(place);
    let body = Posed::new(cuboid([1.0; 3]), &pose).unwrap();
    let query = Query::new().tolerance(1e-12);
    for longest in [3.0, 1e30, 1e119, f64::INFINITY] {
        let early = early_at(|ray| query.cast_ray(ray, &body, longest).unwrap(), place);
        assert!((0.0..=1e-12).contains(&early), "{early:e} with {longest:e}");
    }
    // nor does a body lose digits whose middle is not one of the world's coordinates there
    let corner = |k: usize| Vector3::from_fn(|row, _| if k >> row & 1 == 0 { -1.0 } else { 1.3 });
    let hull = ConvexHull::new(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).unwrap();
    let body = Posed::new(hull, &pose).unwrap();
    let early = early_at(|ray| query.cast_ray(ray, &body, 9.0).unwrap(), place);
    assert!((0.0..=1e-12).contains(&early), "{early:e}");
    // single precision resolves an eighth there, but the places differ by exactly 3
    let body = Posed::new(cuboid([1.0; 3]), &pose.cast::<f32>()).unwrap();
    let query = Query::new().tolerance(1e-4);
    let cast = |ray: &_| query.cast_ray(ray, &body, f32::INFINITY).unwrap();
    let early = early_at(cast, place);
    assert!((0.0..=1e-4).contains(&early), "{early:e}");
}

/// A square on its corner comes down on a floor.
#[test]
fn boxes_that_are_turned_meet_at_a_corner() {
    let on_corner = Isometry2::new(vector![0.5, 5.0], std::f64::consts::FRAC_PI_4);
    let square = Posed::new(cuboid([1.0, 1.0]), &on_corner).unwrap();
    let floor = cuboid([10.0, 1.0]);
    let down = vector![0.0, -2.0];
    let cast = cast_shape(&square, down, &floor, f64::INFINITY).unwrap();
    let hit = cast.hit().unwrap();
    let distance = 4.0 - 2f64.sqrt();
    let is_right = hit.distance <= distance && hit.distance > distance - 1e-7;
    assert!(is_right, "{hit:?}");
    let off = (hit.contact.witness_a - vector![0.5, 1.0]).norm();
    assert!(off < 1e-6, "{hit:?}");

    // a query that looks past contacts still answers with the overlap
    let query = Query::new()
        .initial_contact(InitialContact::IgnoreSeparating)
        .exact_depth();
    let cast = query.cast_shape(&floor, down, &floor, 1.0).unwrap();
    let is_deep = |depth: f64| (depth - 2.0).abs() < 1e-12;
    assert!(matches!(cast, ShapeCast::Overlapping(overlap) if is_deep(overlap.depth)));
}

/// A point or a ray that meets a corner or an edge may be within the tolerance of a corner before the search knows the
/// face. The normal of the hit still has the whole body behind it.
#[test]
fn a_body_is_behind_the_normal_of_a_hit() {
    let mut dice = StdRng::seed_from_u64(8);
    let mut off_faces = 0;
    for round in 0..400 {
        let mut any = |far: f64| Vector3::from_fn(|_, _| dice.random_range(-far..far));
        let corners = [(); 3].map(|()| any(1.0));
        let (aside, away) = (any(0.05), any(3.0));
        let on = [
            corners[0],
            corners[1].lerp(&corners[2], 0.3),
            (corners[0] + corners[1] + corners[2]) / 3.0,
        ][round % 3];
        let triangle = Triangle::new(corners).unwrap();
        let above = |normal: Vector3<f64>, point| {
            let heights = corners.map(|corner| normal.dot(&(corner - point)));
            heights.into_iter().fold(f64::MIN, f64::max)
        };
        let start = on + away + aside;
        let ray = Ray::new(start, on - start).unwrap();
        let cast = cast_ray(&ray, &triangle, f64::INFINITY).unwrap();
        let hit = cast.hit().expect("the ray leads to the triangle");
        off_faces += usize::from(!matches!(hit.feature, Feature::Face(_)));
        let above_hit = above(hit.normal, hit.point);
        assert!(above_hit <= hit.tolerance * 2.0, "{round}: {hit:?}");
        let flight = moving(ball(0.0), flight3((on + away).into(), (-away).into()));
        let triangle = moving(triangle, rest3([0.0; 3]));
        let found = impact(time_of_impact(&flight, &triangle, 0.0..=2.0).unwrap());
        let above_hit = above(-found.contact.normal, found.contact.witness_b);
        assert!(above_hit <= found.tolerance * 2.0, "{round}: {found:?}");
    }
    assert!(off_faces > 130, "{off_faces}");
}
