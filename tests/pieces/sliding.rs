//! Bodies that slide over the inner edges of surfaces.

use super::*;
use photofinish::motion::Ballistic;
use photofinish::pieces::FirstContact;

/// A query of bodies that may be in contact at the start.
fn past<T: Real>(target: f64) -> Query<T> {
    let query = Query::new().target_distance(T::of(target));
    query.initial_contact(InitialContact::IgnoreSeparating)
}

/// Asks about a box with edges of length 1 that moves over a surface at rest: from a place, with a velocity, and turning
/// about y. Checks the certificate.
fn over<T: Real>(
    surface: &TriMesh<T>,
    query: &Query<T>,
    (place, velocity, spin): ([f64; 3], [f64; 3], f64),
) -> FirstContact<T, 3> {
    let pose = Isometry3::from(Vector3::from(place).map(T::of));
    let [velocity, spin] = [velocity, [0.0, spin, 0.0]].map(|v| Vector3::from(v).map(T::of));
    let motion = ConstantVelocity::new(pose, velocity, spin).unwrap();
    let cube = moving(Cuboid::new(Vector3::repeat(T::of(0.5))).unwrap(), motion);
    let (surface, during) = (still3(surface), || T::zero()..=T::one());
    let answer = query.first_contact(&cube, &surface, during()).unwrap();
    let certified = query.certify_first_contact(&cube, &surface, during());
    let (certified, certificate) = certified.unwrap();
    assert_eq!(certified.contact, answer.contact);
    let until = answer.contact.map_or(T::one(), |contact| contact.time);
    if until > T::zero() {
        let claim = (answer.kept_distance, T::zero()..=until);
        certificate
            .verify(&cube, &surface, claim.0, claim.1)
            .unwrap();
    }
    answer
}

fn field<T: Real>(height: impl Fn(f64, f64) -> f64) -> TriMesh<T> {
    let (columns, spacing) = (30, [0.37, 0.41]);
    let heights: Vec<T> = (0..columns * columns)
        .map(|index| [index % columns, index / columns])
        .map(|[x, z]| T::of(height(x as f64 * spacing[0], z as f64 * spacing[1])))
        .collect();
    TriMesh::height_field(&heights, columns, spacing.map(T::of)).unwrap()
}

/// Tells of boxes at these heights over the target distance, with these spins.
fn slides_over_a_plane<T: Real>(cases: &[(f64, f64, f64)]) {
    let floor = field::<T>(|_, _| 0.0);
    for &(target, height, spin) in cases {
        let way = ([2.0, 0.5 + target + height, 3.0], [1.5, 0.0, 0.9], spin);
        let answer = over(&floor, &past::<T>(target), way);
        assert!(answer.contact.is_none(), "{way:?}: {:?}", answer.contact);
        if height > 0.0 {
            continue;
        }
        assert_eq!(answer.clear_from, None);
        assert!(answer.kept_distance < T::of(target));
        let rounding = 4.0 * T::SQRT_EPSILON.as_f64();
        assert!(answer.kept_distance.as_f64() > target + height - rounding);
    }
}

/// A box that lies on a floor of triangles slides over their edges without a stop, exactly at the target distance and
/// within the tolerance of it. Above the plane it comes within the tolerance of a triangle from the side over each edge,
/// but along the normal of the plane they are apart.
#[test]
fn a_resting_box_slides_over_triangles_in_a_plane() {
    slides_over_a_plane::<f64>(&[
        (0.0, 0.0, 1.0),
        (-0.005, -1e-9, 0.0),
        (0.0, 3e-9, 0.0),
        (0.01, 1e-8, 1.0),
        (-0.005, 1e-9, 1.0),
    ]);
    slides_over_a_plane::<f32>(&[(0.0, -1e-5, 1.0)]);
}

/// A box that starts deeper than is allowed may slide on too, but gets no deeper.
#[test]
fn a_box_that_starts_deep_slides_and_gets_no_deeper() {
    let floor = field::<f64>(|_, _| 0.0);
    let falls = |speed: f64| {
        let way = ([2.1, 0.48, 3.1], [5.0, -speed, 3.0], 0.0);
        over(&floor, &past(0.0), way)
    };
    let slides = falls(0.0);
    assert!(slides.contact.is_none(), "{:?}", slides.contact);
    assert!(slides.kept_distance < -0.02 && slides.kept_distance > -0.020001);
    let contact = falls(0.01).contact.unwrap();
    assert!(contact.time < 1e-4, "{contact:?}");
    assert!((contact.normal.unwrap() + Vector3::y()).norm() < 1e-6);
}

/// Over a ridge a box slides on. In a valley, and at a step, the triangles that rise stop it, along their normals.
#[test]
fn a_box_slides_over_a_ridge_and_is_stopped_by_a_rise() {
    let top = 13.0 * 0.37;
    for allowed in [0.0, 0.01] {
        let way = ([2.0, 0.5 - allowed, 3.0], [5.0, 0.0, 0.0], 0.0);
        let ridge = field::<f64>(|x, _| -0.2 * (x - top).max(0.0));
        assert_eq!(over(&ridge, &past(-allowed), way).contact, None);
        let valley = field::<f64>(|x, _| 0.2 * (x - top).max(0.0));
        let step = field::<f64>(|x, _| if x > top + 0.1 { 0.3 } else { 0.0 });
        for (rising, slope) in [(valley, 0.2), (step, 0.3 / 0.37)] {
            let contact = over(&rising, &past(-allowed), way).contact.unwrap();
            let late = contact.time - (top - 2.5) / 5.0;
            assert!(late >= -1e-6 && late < 0.4 * allowed + 1e-6, "{late}");
            let rise = vector![slope, -1.0, 0.0].normalize();
            let off = (contact.normal.unwrap() - rise).norm();
            assert!(off < 1e-6, "{contact:?}");
        }
    }
}

/// A level line with a point at every whole number.
fn level_line() -> Polyline<f64> {
    let points: [_; 20] = std::array::from_fn(|x| [x as f64, 0.0]);
    line(&points)
}

/// A body that has left the surface meets it anew: nothing explains that contact, not even the one with the segment
/// before, which the body has left.
#[test]
fn a_ball_that_bounces_is_stopped() {
    let line = still2(level_line());
    for (speed, landed_on) in [(4.0, 5), (0.8, 2)] {
        let up = slide([1.5, 0.5], [speed, 1.0], 0.0);
        let hop = Ballistic::new(up, vector![0.0, -2.0]).unwrap();
        let ball = moving(Ball::new(0.5).unwrap(), hop);
        let answer = past(0.0).first_contact(&ball, &line, 0.0..=3.0).unwrap();
        let contact = answer.contact.unwrap();
        // it lands on another segment after a flight of 1
        assert!((contact.time - 1.0).abs() < 1e-6, "{contact:?}");
        assert_eq!(contact.pieces, (0, landed_on));
        let [left] = &answer.looked_past[..] else {
            panic!("{:?}", answer.looked_past)
        };
        assert_eq!((left.pieces, left.time), ((0, 1), 0.0));
        let clear_from = answer.clear_from.unwrap();
        assert!(clear_from > 0.0 && clear_from < 1e-6);
    }
}

/// Triangles with corners of their own are joined where these are at the same place, as in STL files.
#[test]
fn triangles_are_joined_where_their_corners_coincide() {
    let shared = field::<f64>(|_, _| 0.0);
    let corners = shared.triangles().as_flattened();
    let points = corners
        .iter()
        .map(|&corner| shared.points()[corner as usize]);
    let mut points: Vec<_> = points.collect();
    // a zero of the other sign is the same place
    points[0].y = -0.0;
    let count = points.len() as u32 / 3;
    let triangles = (0..count).map(|index| [3 * index, 3 * index + 1, 3 * index + 2]);
    let apart = TriMesh::new(points, triangles.collect()).unwrap();
    let (of_shared, of_apart) = (shared.surface().unwrap(), apart.surface().unwrap());
    for piece in 0..count {
        for corner in 0..3 {
            let across = of_shared.across(piece, corner);
            assert_eq!(of_apart.across(piece, corner), across);
        }
        assert_eq!(of_shared.joins(0, piece), of_apart.joins(0, piece));
    }
    let way = ([2.0, 0.5, 3.0], [5.0, 0.0, 3.0], 0.0);
    assert_eq!(over(&apart, &past(0.0), way).contact, None);
}

/// What is not joined is met as before: a floor whose halves have a slit between them stops the box at the slit.
#[test]
fn a_slit_is_no_inner_edge() {
    let sides = [0.0, 3.0, 3.0 + 1e-9, 9.0];
    let points = sides.map(|x| [[x, 0.0, 0.0], [x, 0.0, 9.0]]);
    let triangles = [[0, 1, 3], [0, 3, 2], [4, 5, 7], [4, 7, 6]];
    let floor = mesh(points.as_flattened(), &triangles);
    let way = ([2.0, 0.5, 3.0], [5.0, 0.0, 0.0], 0.0);
    let contact = over(&floor, &past(0.0), way).contact.unwrap();
    assert!((contact.time - 0.1).abs() < 1e-6, "{contact:?}");
}
