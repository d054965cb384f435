//! Bodies of pieces in a pass: compounds, meshes and lines.

use super::*;
use nalgebra::{Vector2, vector};
use photofinish::HalfSpace;
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass, candidates};
use photofinish::pieces::{AnyPieces, Compound, Polyline};
use photofinish::shape::PosedShape;

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
