//! Pieces that start in contact, and the policies for them.

use nalgebra::{Isometry2, Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{Convex, MovingPieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{InitialContact, Outcome, Query};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::slide;

/// A ball leaves the segment that it starts on, and meets another one. The policy holds for each pair of pieces.
#[test]
fn policies_hold_for_each_pair_of_pieces() {
    let corner = vec![
        vector![-3.0, 0.0],
        vector![0.0, 0.0],
        vector![3.0, 0.0],
        vector![3.0, 4.0],
    ];
    let corner = Polyline::open(corner).unwrap();
    let corner = MovingPieces::new(&corner, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.5).unwrap()).unwrap();
    let ball = MovingPieces::new(&ball, slide([1.0, 0.5], [1.0, 1.0], 0.0));
    let query = Query::new();
    let stopped = query.first_contact(&ball, &corner, 0.0..=2.0).unwrap();
    let contact = stopped.contact.unwrap();
    assert_eq!((contact.pieces, contact.time), ((0, 1), 0.0));

    let query = query.initial_contact(InitialContact::IgnoreSeparating);
    let answer = query.first_contact(&ball, &corner, 0.0..=2.0).unwrap();
    let contact = answer.contact.unwrap();
    assert_eq!(contact.pieces, (0, 2));
    assert!(contact.time <= 1.5 && contact.time > 1.5 - 1e-7);
    let passed: Vec<_> = answer
        .looked_past
        .iter()
        .map(|contact| contact.pieces)
        .collect();
    assert_eq!(passed, [(0, 1)]);
    let report = answer.looked_past[0]
        .answer
        .unwrap()
        .initial_contact
        .unwrap();
    assert!(report.resumed_at.is_some_and(|time| time < 1e-6));

    // driven into the floor instead
    let ball = MovingPieces::new(ball.pieces(), slide([1.0, 0.5], [1.0, -1.0], 0.0));
    let answer = query.first_contact(&ball, &corner, 0.0..=2.0).unwrap();
    let contact = answer.contact.unwrap();
    assert_eq!(contact.pieces, (0, 1));
    assert!(matches!(
        contact.answer.unwrap().outcome,
        Outcome::DrivesIn(_)
    ));
}

/// A box that lies on a floor of triangles, as deep as is allowed, slides over their edges without a stop.
#[test]
fn a_sliding_box_does_not_stop_at_inner_edges() {
    let floor = TriMesh::height_field(&[0.0; 30 * 30], 30, [0.37, 0.41]).unwrap();
    let floor = MovingPieces::new(&floor, AtRest::new(Isometry3::identity()).unwrap());
    let cube = Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5]).unwrap()).unwrap();
    for (depth, spin) in [(0.004, 0.0), (0.002, 1.0), (-0.001, 4.0)] {
        let start = Isometry3::translation(2.0, 0.5 - depth, 3.0);
        let glide = ConstantVelocity::new(start, vector![5.0, 0.0, 3.0], vector![0.0, spin, 0.0]);
        let block = MovingPieces::new(&cube, glide.unwrap());
        let query = Query::new().target_distance(-0.005);
        let answer = query.first_contact(&block, &floor, 0.0..=1.0).unwrap();
        assert!(
            answer.contact.is_none(),
            "{depth} {spin}: {:?}",
            answer.contact
        );
    }
    // a body that was stopped is as deep as is allowed, and slides on when it is pushed out a little
    let query = Query::new().target_distance(-0.005);
    let (mut x, mut y) = (2.0, 0.51f64);
    for step in 0..60 {
        let start = Isometry3::translation(x, y, 3.0);
        let glide = ConstantVelocity::new(start, vector![5.0, -0.6, 3.0], Vector3::zeros());
        let glide = MovingPieces::new(&cube, glide.unwrap());
        let contact = query
            .first_contact(&glide, &floor, 0.0..=1.0 / 60.0)
            .unwrap()
            .contact;
        if let Some(contact) = &contact {
            let normal = contact.place().expect("the query is decided").normal;
            assert!(normal.y < -0.999, "{step}: {normal:?}");
        }
        let time = contact.map_or(1.0 / 60.0, |contact| contact.time);
        x += 5.0 / 60.0;
        y = (y - 0.6 * time).max(0.5 - 0.8 * 0.005);
    }
    // into the floor it is stopped in time
    let start = Isometry3::translation(2.0, 0.5 - 0.004, 3.0);
    let dive = ConstantVelocity::new(start, vector![5.0, -0.01, 3.0], Vector3::zeros()).unwrap();
    let block = MovingPieces::new(&cube, dive);
    let contact = query
        .first_contact(&block, &floor, 0.0..=1.0)
        .unwrap()
        .contact
        .unwrap();
    assert!(
        contact.time <= 0.1 && contact.time > 0.1 - 1e-5,
        "{}",
        contact.time
    );
}

/// Bars stick in a ground of fine triangles and are drawn along through it, so that they would meet many more. Those in
/// contact at the start are asked about once each, and of all others few.
#[test]
fn a_contact_at_the_start_takes_few_queries() {
    let ground = TriMesh::height_field(&[0.0; 30 * 30], 30, [0.2, 0.2]).unwrap();
    let ground = MovingPieces::new(&ground, AtRest::new(Isometry3::identity()).unwrap());
    let bar = Convex::new(Cuboid::new(vector![0.02, 0.5, 0.02]).unwrap()).unwrap();
    let query = Query::new()
        .target_distance(-0.005)
        .initial_contact(InitialContact::IgnoreSeparating);
    let mut random = StdRng::seed_from_u64(1);
    let mut counts = [0; 2];
    for _ in 0..60 {
        let mut vector = |most: f64| Vector3::from_fn(|_, _| random.random_range(-most..most));
        let start = Isometry3::new(vector![3.0, -0.1, 3.0], vector(1.5));
        let mut velocity = vector(1.0);
        velocity.y = 0.0;
        let drawn = ConstantVelocity::new(start, velocity, vector(0.2)).unwrap();
        let answer = query.first_contact(&MovingPieces::new(&bar, drawn), &ground, 0.0..=1.0);
        let answer = answer.unwrap();
        let starts = answer.contact.is_some_and(|contact| contact.time == 0.0);
        counts[0] += u64::from(starts);
        counts[1] += answer.statistics.piece_queries;
    }
    let [starts, queries] = counts;
    assert!(starts > 40, "{starts}");
    assert!(queries < 600, "{queries}");
}
