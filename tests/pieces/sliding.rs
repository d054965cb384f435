//! Bodies that slide over the inner edges of surfaces.

use nalgebra::{Isometry2, Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{Convex, FirstContact, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{InitialContact, Outcome, Query, Real};

use crate::bodies::slide;

/// A query of bodies that may be in contact at the start.
fn past<T: Real>(target: f64) -> Query<T> {
    let query = Query::new().target_distance(T::of(target));
    query.initial_contact(InitialContact::IgnoreSeparating)
}

/// Asks about a box with edges of length 1 that moves over a surface at rest.
fn over<T: Real>(
    surface: &TriMesh<T>,
    query: &Query<T>,
    (place, velocity, spin): ([f64; 3], [f64; 3], [f64; 3]),
) -> FirstContact<T, 3> {
    let cube = Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5].map(T::of)).unwrap()).unwrap();
    let pose = Isometry3::from(Vector3::from(place).map(T::of));
    let [velocity, spin] = [velocity, spin].map(|v| Vector3::from(v).map(T::of));
    let cube = MovingPieces::new(cube, ConstantVelocity::new(pose, velocity, spin).unwrap());
    let surface = MovingPieces::new(surface, AtRest::new(Isometry3::identity()).unwrap());
    let during = || T::zero()..=T::one();
    let answer = query.first_contact(&cube, &surface, during()).unwrap();
    let (certified, certificate) = query
        .certify_first_contact(&cube, &surface, during())
        .unwrap();
    assert_eq!(certified.contact, answer.contact);
    let until = answer.contact.map_or(T::one(), |contact| contact.time);
    if until > T::zero() {
        let kept = answer.kept_distance;
        certificate
            .verify(&cube, &surface, kept, T::zero()..=until)
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

fn slides_over_a_plane<T: Real>(cases: &[(f64, f64, f64)]) {
    let floor = field::<T>(|_, _| 0.0);
    for &(target, height, spin) in cases {
        let start = [2.0, 0.5 + target + height, 3.0];
        let way = (start, [1.5, 0.0, 0.9], [0.0, spin, 0.0]);
        let answer = over(&floor, &past::<T>(target), way);
        assert!(answer.contact.is_none(), "{way:?}: {:?}", answer.contact);
        if height > 0.0 {
            continue;
        }
        assert_eq!(answer.clear_from, None);
        let lowest = target + height.min(0.0);
        assert!(answer.kept_distance < T::of(target));
        assert!(answer.kept_distance.as_f64() > lowest - 4.0 * T::SQRT_EPSILON.as_f64());
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
    let slides = over(
        &floor,
        &past(0.0),
        ([2.1, 0.48, 3.1], [5.0, 0.0, 3.0], [0.0; 3]),
    );
    assert!(slides.contact.is_none(), "{:?}", slides.contact);
    assert!(slides.kept_distance < -0.02 && slides.kept_distance > -0.020001);
    let sinks = over(
        &floor,
        &past(0.0),
        ([2.1, 0.48, 3.1], [5.0, -0.01, 3.0], [0.0; 3]),
    );
    let contact = sinks.contact.unwrap();
    assert!(contact.time < 1e-4, "{contact:?}");
    assert!((contact.normal.unwrap() + Vector3::y()).norm() < 1e-6);
}

/// What rises out of the surface stops the box, whether it is joined to what the box lies on or not, and at once.
#[test]
fn a_step_stops_a_sliding_box() {
    let step = field::<f64>(|x, _| if x > 5.0 { 0.3 } else { 0.0 });
    // the face of the step leads from the column at 13 x 0.37 to the next
    let foot = 13.0 * 0.37;
    let answer = over(
        &step,
        &past(0.0),
        ([2.0, 0.5, 3.0], [5.0, 0.0, 0.0], [0.0; 3]),
    );
    let contact = answer.contact.unwrap();
    let expected = (foot - 2.5) / 5.0;
    assert!((contact.time - expected).abs() < 1e-6, "{contact:?}");
    let normal = contact.normal.unwrap();
    let slope = vector![0.3, -0.37, 0.0].normalize();
    assert!((normal - slope).norm() < 1e-6, "{normal:?}");
}

/// A ridge and a valley: over the one a box slides on, in the other the triangle that rises stops it, along its normal.
#[test]
fn a_box_slides_over_a_ridge_and_is_stopped_by_a_rise() {
    let top = 13.0 * 0.37;
    for allowed in [0.0, 0.01] {
        let ridge = field::<f64>(|x, _| -0.2 * (x - top).max(0.0));
        let way = ([2.0, 0.5 - allowed, 3.0], [5.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(over(&ridge, &past(-allowed), way).contact, None);
        let valley = field::<f64>(|x, _| 0.2 * (x - top).max(0.0));
        let contact = over(&valley, &past(-allowed), way).contact.unwrap();
        let expected = (top - 2.5) / 5.0;
        assert!(contact.time >= expected - 1e-6 && contact.time < expected + 0.2 * allowed + 1e-6);
        let rise = vector![0.2, -1.0, 0.0].normalize();
        assert!(
            (contact.normal.unwrap() - rise).norm() < 1e-6,
            "{contact:?}"
        );
    }
}

/// A body that has left the surface meets it anew: nothing explains that contact, not even the one with the segment
/// before, which the body has left.
#[test]
fn a_ball_that_bounces_is_stopped() {
    let line = Polyline::open((0..20).map(|x| vector![f64::from(x), 0.0]).collect()).unwrap();
    let line = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.5).unwrap()).unwrap();
    for (speed, landed_on) in [(4.0, 5), (0.8, 2)] {
        let up = slide([1.5, 0.5], [speed, 1.0], 0.0);
        let hop = photofinish::motion::Ballistic::new(up, vector![0.0, -2.0]).unwrap();
        let ball = MovingPieces::new(&ball, hop);
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
    let mut points = Vec::new();
    for triangle in shared.triangles() {
        points.extend(triangle.map(|corner| shared.points()[corner as usize]));
    }
    // a zero of the other sign is the same place
    points[0].y = -0.0;
    let count = points.len() as u32 / 3;
    let triangles = (0..count).map(|index| [3 * index, 3 * index + 1, 3 * index + 2]);
    let apart = TriMesh::new(points, triangles.collect()).unwrap();
    let (of_shared, of_apart) = (shared.surface().unwrap(), apart.surface().unwrap());
    for piece in 0..count {
        for corner in 0..3 {
            assert_eq!(
                of_shared.across(piece, corner),
                of_apart.across(piece, corner)
            );
        }
        assert_eq!(of_shared.joins(0, piece), of_apart.joins(0, piece));
    }
    let way = ([2.0, 0.5, 3.0], [5.0, 0.0, 3.0], [0.0; 3]);
    assert_eq!(over(&apart, &past(0.0), way).contact, None);
}

/// What is not joined is met as before: a floor whose halves have a slit between them stops the box at the slit.
#[test]
fn a_slit_is_no_inner_edge() {
    let quad = |from: f64, to: f64| {
        let corner = |x: f64, z: f64| vector![x, 0.0, z];
        [
            corner(from, 0.0),
            corner(from, 9.0),
            corner(to, 9.0),
            corner(to, 0.0),
        ]
    };
    let mut points = quad(0.0, 3.0).to_vec();
    points.extend(quad(3.0 + 1e-9, 9.0));
    let triangles = vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let floor = TriMesh::new(points, triangles).unwrap();
    let answer = over(
        &floor,
        &past(0.0),
        ([2.0, 0.5, 3.0], [5.0, 0.0, 0.0], [0.0; 3]),
    );
    let contact = answer.contact.unwrap();
    assert!((contact.time - 0.1).abs() < 1e-6, "{contact:?}");
}

/// All contacts list those that were looked past on the way, with the time at which they began.
#[test]
fn all_contacts_look_past_inner_edges_too() {
    let line = Polyline::open((0..10).map(|x| vector![f64::from(x), 0.0]).collect()).unwrap();
    let line = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
    let square = Convex::new(Cuboid::new(vector![0.25, 0.25]).unwrap()).unwrap();
    let square = MovingPieces::new(&square, slide([1.5, 0.25], [3.0, 0.0], 0.0));
    let answer = past(0.0).all_contacts(&square, &line, 0.0..=1.0).unwrap();
    assert!(answer.contacts.is_empty(), "{:?}", answer.contacts);
    let began: Vec<_> = answer
        .looked_past
        .iter()
        .map(|past| (past.pieces.1, past.time))
        .collect();
    let expected = [(1, 0.0), (2, 0.25 / 3.0), (3, 1.25 / 3.0), (4, 2.25 / 3.0)];
    assert_eq!(began.len(), expected.len(), "{began:?}");
    for (began, expected) in began.iter().zip(expected) {
        assert!(
            began.0 == expected.0 && (began.1 - expected.1).abs() < 1e-6,
            "{began:?}"
        );
    }
    assert!(answer.looked_past.iter().all(|past| {
        past.answer
            .is_ok_and(|it| !matches!(it.outcome, Outcome::DrivesIn(_)))
    }));
}
