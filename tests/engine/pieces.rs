//! Bodies of pieces in a pass: compounds, meshes and lines.

use super::*;
use nalgebra::{Isometry3, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass, PassError, Response, Then, candidates};
use photofinish::pieces::{AnyPieces, Compound, Polyline, TriMesh};
use photofinish::shape::{PosedShape, Segment};
use photofinish::{HalfSpace, Query, QueryError};
use rand::{RngExt, SeedableRng};

type Form = AnyForm<AnyShape<f64, 2>, AnyPieces<f64, 2>>;
type Mixed<'s> = Body<&'s AnyShape<f64, 2>, f64, UnitComplex<f64>, 2, &'s AnyPieces<f64, 2>>;

fn line(points: &[[f64; 2]]) -> AnyPieces<f64, 2> {
    let points = points.iter().map(|&point| Vector2::from(point)).collect();
    Polyline::open(points).expect("a line").into()
}

/// A bar of length 2 along x, with a ball at either end.
fn dumbbell() -> AnyPieces<f64, 2> {
    let end = |x: f64| {
        PosedShape::new(ball(0.3), &at(x, 0.0))
            .expect("a pose")
            .into()
    };
    Compound::new(vec![cuboid(1.0, 0.1), end(-1.0), end(1.0)])
        .expect("three pieces")
        .into()
}

fn solid(pieces: &AnyPieces<f64, 2>, start: Isometry2<f64>, end: Isometry2<f64>) -> Mixed<'_> {
    Body::of(AnyForm::Pieces(pieces), start, end)
}

fn round(shape: &AnyShape<f64, 2>, start: Isometry2<f64>, end: Isometry2<f64>) -> Mixed<'_> {
    Body::of(AnyForm::Shape(shape), start, end)
}

/// A ball falls on a ground of segments: the event names the segment, whichever of both comes first.
#[test]
fn a_ball_stops_on_the_segment_below_it() {
    let ground = line(&[[-4.0, 1.0], [0.0, 0.0], [4.0, 0.0], [8.0, 3.0]]);
    let shape = ball(0.5);
    let ground = Mixed::fixed_of(AnyForm::Pieces(&ground), at(1.0, -1.0));
    let falls = round(&shape, at(3.0, 5.0), at(3.0, -15.0));
    let allowed = 0.01;
    for (mut bodies, pieces, up) in [
        ([ground, falls], [1, 0], 1.0),
        ([falls, ground], [0, 1], -1.0),
    ] {
        let pass = Pass::new().allowed_overlap(allowed);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        let events = report.expect("a step").events;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].pieces, pieces);
        let expected = (5.0 + 1.0 - 0.5 + allowed) / 20.0;
        assert!(events[0].time <= expected && events[0].time > expected - 1e-7);
        let normal = events[0].kind.contact().expect("a touch").normal;
        assert!((normal - vector![0.0, up]).norm() < 1e-6);
        let lower = bodies.iter().map(|body| body.pose().translation.y);
        assert!(lower.fold(9.0, f64::min) == -1.0);
    }
}

#[test]
fn compounds_meet_with_the_pieces_that_are_nearest() {
    let shape = dumbbell();
    // one stands upright above the right end of the other
    let upright = |y: f64| Isometry2::new(vector![1.0, y], std::f64::consts::FRAC_PI_2);
    let mut bodies = [
        solid(&shape, at(0.0, 0.0), at(0.0, 1.0)),
        solid(&shape, upright(5.0), upright(-5.0)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 1]], |event| event.usual_response());
    let event = report.expect("a step").events[0];
    // its lower end is piece 1, which meets piece 2
    assert_eq!(event.pieces, [2, 1]);
    let expected = (4.0 - 0.6) / 11.0;
    assert!(event.time <= expected && event.time > expected - 1e-7);
}

#[test]
fn a_compound_meets_a_floor_with_its_lowest_piece() {
    let shape = dumbbell();
    let floor = HalfSpace::new(vector![0.0, 1.0], Vector2::zeros()).expect("a normal");
    let tilted = |y: f64| Isometry2::new(vector![0.0, y], -0.5);
    let mut bodies = [
        solid(&shape, tilted(3.0), tilted(-7.0)),
        Mixed::fixed_floor(floor, at(0.0, -1.0)),
    ];
    assert_eq!(candidates(&bodies, 0.0), Ok(vec![[0, 1]]));
    let report = Pass::new().run(&mut bodies, [[0, 1]], |event| event.usual_response());
    let event = report.expect("a step").events[0];
    assert_eq!(event.pieces, [2, 0]);
    let expected = (3.0 + 1.0 - 0.3 - 0.5f64.sin()) / 10.0;
    assert!(event.time <= expected && event.time > expected - 1e-7);
    let normal = event.kind.contact().expect("a touch").normal;
    assert!((normal + Vector2::y()).norm() < 1e-12);
}

/// A ball bounces in a closed line, whose sides it meets at times in closed form. It is asked about again and again.
#[test]
fn a_ball_bounces_in_a_room_of_segments() {
    let room = Polyline::closed(
        [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]]
            .map(Vector2::from)
            .to_vec(),
    );
    let room: AnyPieces<f64, 2> = room.expect("a room").into();
    let shape = ball(0.5);
    let mut bodies = [
        Mixed::fixed_of(AnyForm::Pieces(&room), Isometry2::identity()),
        round(&shape, at(1.0, 1.0), at(31.0, 1.0)),
    ];
    let mut right = true;
    let report = Pass::new().moves(9).run(&mut bodies, [[0, 1]], |event| {
        right = !right;
        let left = 30.0 * (1.0 - event.time);
        let way = if right { left } else { -left };
        Response {
            a: Then::Continue,
            b: Then::MoveTo(at(event.poses[1].translation.x + way, 1.0)),
        }
    });
    let report = report.expect("a step");
    // from x = 1 to 3.5, then 3 from side to side
    let times = (0..10).map(|k| (2.5 + 3.0 * f64::from(k)) / 30.0);
    assert_eq!(report.events.len(), 10);
    for (k, (event, expected)) in report.events.iter().zip(times).enumerate() {
        assert!(
            (event.time - expected).abs() < 1e-5,
            "{} {expected}",
            event.time
        );
        assert_eq!(event.pieces, [if k % 2 == 0 { 1 } else { 3 }, 0]);
    }
    assert_eq!(report.out_of_moves, [1]);
}

/// A crate that lies on a mesh, a little deep, slides over the inner edges without an event.
#[test]
fn a_crate_slides_over_the_edges_of_a_flat_mesh() {
    let field = TriMesh::height_field(&[0.0; 400], 20, [1.0, 1.0]).expect("a grid");
    let field: AnyPieces<f64, 3> = field.into();
    let crate_: AnyShape<f64, 3> = Cuboid::new(vector![0.4, 0.3, 0.6]).expect("a box").into();
    let place = |x: f64, z: f64, turn: f64| {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * turn);
        Isometry3::from_parts(vector![x, 0.3 - 0.004, z].into(), turn)
    };
    let mut bodies = [
        Body::fixed_of(AnyForm::Pieces(&field), Isometry3::identity()),
        Body::of(
            AnyForm::Shape(&crate_),
            place(2.0, 3.0, 0.3),
            place(14.0, 11.0, 1.5),
        ),
    ];
    let pass = Pass::new().allowed_overlap(0.005);
    let pairs = candidates(&bodies, 0.0).expect("boxes");
    assert_eq!(pairs, [[0, 1]]);
    let report = pass.run(&mut bodies, pairs, |event| event.usual_response());
    let report = report.expect("a step");
    assert_eq!(report.events, []);
    assert_eq!(report.queries, 1);
}

/// Two bodies of pieces without thickness may not overlap at all, whatever is allowed. They do not pass.
#[test]
fn lines_do_not_pass_through_each_other() {
    let (ground, arrow) = (
        line(&[[-5.0, 0.0], [5.0, 0.0]]),
        line(&[[-1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]),
    );
    let mut bodies = [
        Mixed::fixed_of(AnyForm::Pieces(&ground), Isometry2::identity()),
        solid(&arrow, at(0.5, 2.0), at(0.5, -8.0)),
    ];
    let pass = Pass::new().allowed_overlap(0.01);
    let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
    let event = report.expect("a step").events[0];
    assert!(event.time <= 0.2 && event.time > 0.2 - 1e-7, "{event:?}");
    assert!(matches!(event.kind, Kind::Touch(_)));
}

/// The earliest events of all pairs are those of their pieces, each a body of its own on the same way.
#[test]
fn first_events_are_those_of_the_pieces_alone() {
    // a compound of segments, as bodies slide over those of a polyline differently than over each alone
    let corners = [[-1.0, 0.0], [0.0, 0.7], [1.0, -0.3], [1.5, 0.5]].map(Vector2::from);
    let sides = corners.windows(2).map(|ends| {
        let segment = Segment::new([ends[0], ends[1]]);
        segment.expect("a segment").into()
    });
    let zigzag = Compound::new(sides.collect()).expect("three pieces");
    let shapes = [dumbbell(), zigzag.into()];
    let pieces: Vec<Vec<AnyShape<f64, 2>>> = shapes
        .iter()
        .map(|shape| {
            use photofinish::pieces::Pieces;
            let count = shape.tree().pieces() as u32;
            (0..count)
                .map(|index| shape.piece(index).into_owned())
                .collect()
        })
        .collect();
    let mut rng = rand::rngs::StdRng::seed_from_u64(0x7069_6563);
    let mut number = |size: f64| rng.random_range(-size..size);
    let mut met = [0, 0];
    for _ in 0..25 {
        let ends: Vec<_> = (0..6)
            .map(|_| [0; 2].map(|_| Isometry2::new(vector![number(4.0), number(4.0)], number(1.5))))
            .collect();
        let mut bodies: Vec<Mixed> = ends
            .iter()
            .enumerate()
            .map(|(k, ends)| solid(&shapes[k % 2], ends[0], ends[1]))
            .collect();
        let pairs = candidates(&bodies, 0.0).expect("boxes");
        let pass = Pass::new();
        let report = pass.run(&mut bodies, pairs.clone(), |_| Response::pass());
        let report = report.expect("a step");

        let (mut alone, mut owner) = (Vec::new(), Vec::new());
        for (k, ends) in ends.iter().enumerate() {
            for (index, piece) in pieces[k % 2].iter().enumerate() {
                alone.push(Body2::new(piece, ends[0], ends[1]));
                owner.push((k, index as u32));
            }
        }
        let all = (0..alone.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let all = all.filter(|&[a, b]| owner[a].0 != owner[b].0);
        let expected = pass.run(&mut alone, all, |_| Response::pass());
        let mut expected = expected.expect("a step").events;
        // events of all pieces are in the order of time: keep the first of each pair of bodies
        let mut seen = std::collections::BTreeSet::new();
        expected.retain(|event| seen.insert(event.pair.map(|piece| owner[piece].0)));
        assert_eq!(report.events.len(), expected.len());
        for event in &report.events {
            let is_pair = |other: &&Event2| other.pair.map(|piece| owner[piece].0) == event.pair;
            let other = expected.iter().find(is_pair).expect("the same pair");
            assert_eq!(event.time, other.time);
            met[usize::from(event.time == 0.0)] += 1;
            if event.time > 0.0 {
                assert_eq!(event.pieces, other.pair.map(|piece| owner[piece].1));
            }
        }
        for event in &expected {
            assert!(pairs.contains(&event.pair.map(|piece| owner[piece].0)));
        }
    }
    assert!(met[0] > 60 && met[1] > 10, "{met:?}");
}

/// A star tumbles in a closed mesh without a way out, and stops wherever it meets a side. It never gets out.
#[test]
fn nothing_leaves_a_closed_mesh() {
    let corners: Vec<Vector3<f64>> = (0..8)
        .map(|k| Vector3::from_fn(|axis, _| if k >> axis & 1 == 1 { 2.0 } else { -2.0 }))
        .collect();
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
    ];
    let others = [
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let mesh = TriMesh::new(corners, [faces, others].concat()).expect("a mesh");
    let bar: AnyShape<f64, 3> = Cuboid::new(vector![0.8, 0.1, 0.1]).expect("a box").into();
    let turned = UnitQuaternion::from_scaled_axis(Vector3::z() * 1.4);
    let turned = Isometry3::from_parts(Vector3::zeros().into(), turned);
    let other = PosedShape::new(bar.clone(), &turned).expect("a pose");
    let star = Compound::new(vec![bar, other.into()]).expect("two pieces");
    let (mesh, star): (AnyPieces<f64, 3>, AnyPieces<f64, 3>) = (mesh.into(), star.into());
    let mut rng = rand::rngs::StdRng::seed_from_u64(0x6d65_7368);
    let mut touched = 0;
    for _ in 0..40 {
        let mut arrow = |size: f64| Vector3::from_fn(|_, _| rng.random_range(-size..size));
        let start = Isometry3::new(arrow(0.5), arrow(2.0));
        let turn = UnitQuaternion::from_scaled_axis(arrow(1.5));
        let end = Isometry3::from_parts(arrow(9.0).into(), turn * start.rotation);
        let mut bodies = [
            Body::of(AnyForm::<&AnyShape<f64, 3>, _>::Pieces(&star), start, end),
            Body::fixed_of(AnyForm::Pieces(&mesh), Isometry3::identity()),
        ];
        let pass = Pass::new().allowed_overlap(0.01);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        touched += report.expect("a step").events.len();
        // its four tips
        for tip in [-0.8, 0.8].map(|x| vector![x, 0.0, 0.0]) {
            for tip in [tip, turned * tip] {
                let place = bodies[0].pose() * nalgebra::Point3::from(tip);
                assert!(place.coords.amax() < 2.011, "{place}");
            }
        }
    }
    assert!(touched > 25, "{touched}");
}

#[test]
fn errors_name_what_is_wrong_with_pieces() {
    let ground = line(&[[-5.0, 0.0], [5.0, 0.0]]);
    let shape = ball(0.5);
    let mut bodies = [
        Mixed::fixed_of(AnyForm::Pieces(&ground), Isometry2::identity()),
        round(&shape, at(0.0, 2.0), at(0.0, 1e300)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 1]], |_| Response::stop());
    assert!(
        matches!(report, Err(PassError::Sweep { body: 1, .. })),
        "{report:?}"
    );
    let form = Form::from(dumbbell());
    assert!(matches!(form, AnyForm::Pieces(_)));
    // a query with the same allowance refuses what the pass asks without one
    let query = Query::new().target_distance(-0.01);
    let rest = photofinish::motion::AtRest::new(Isometry2::identity()).expect("a pose");
    let body = photofinish::pieces::MovingPieces::new(&ground, rest);
    let answer = query.first_contact(&body, &body, 0.0..=1.0);
    let is_refused = |error| {
        matches!(
            error,
            photofinish::pieces::ContactError::Query(QueryError::AllowanceTooLarge { .. })
        )
    };
    assert!(answer.is_err_and(is_refused));
}
