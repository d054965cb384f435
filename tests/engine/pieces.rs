//! Bodies of pieces in a pass: compounds, meshes and lines.

use super::*;
use photofinish::body::AnyForm;
use photofinish::pieces::{AnyPieces, Compound, Polyline};
use photofinish::shape::PosedShape;

type Mixed<'s> = Body<&'s AnyShape<f64, 2>, f64, UnitComplex<f64>, 2, &'s AnyPieces<f64, 2>>;

fn line(points: &[[f64; 2]]) -> AnyPieces<f64, 2> {
    let points = points.iter().map(|&point| Vector2::from(point)).collect();
    Polyline::open(points).expect("a line").into()
}

/// A bar of length 2 with a ball at either end falls on a floor.
#[test]
fn a_compound_meets_a_floor_with_its_lowest_piece() {
    let end = |x: f64| PosedShape::new(ball(0.3), &at(x, 0.0)).expect("a pose");
    let pieces = vec![cuboid(1.0, 0.1), end(-1.0).into(), end(1.0).into()];
    let shape = Compound::new(pieces).expect("three pieces").into();
    let tilted = |y: f64| Isometry2::new(vector![0.0, y], -0.5);
    let mut bodies = [
        Mixed::of(AnyForm::Pieces(&shape), tilted(3.0), tilted(-7.0)),
        Mixed::fixed_floor(level(), at(0.0, -1.0)),
    ];
    assert_eq!(candidates(&bodies, 0.0), Ok(vec![[0, 1]]));
    let event = usual(&Pass::new(), &mut bodies).events[0];
    assert_eq!(event.pieces, [2, 0]);
    let expected = (3.0 + 1.0 - 0.3 - 0.5f64.sin()) / 10.0;
    assert!(event.time <= expected && event.time > expected - 1e-7);
    let normal = event.kind.contact().expect("a touch").normal;
    assert!((normal + Vector2::y()).norm() < 1e-12);
}

/// Two bodies of pieces without thickness may not overlap at all, whatever is allowed. They do not pass.
#[test]
fn lines_do_not_pass_through_each_other() {
    let ground = line(&[[-5.0, 0.0], [5.0, 0.0]]);
    let arrow = line(&[[-1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]);
    let mut bodies = [
        Mixed::fixed_of(AnyForm::Pieces(&ground), Isometry2::identity()),
        Mixed::of(AnyForm::Pieces(&arrow), at(0.5, 2.0), at(0.5, -8.0)),
    ];
    let event = usual(&Pass::new().allowed_overlap(0.01), &mut bodies).events[0];
    assert!(event.time <= 0.2 && event.time > 0.2 - 1e-7, "{event:?}");
    assert!(matches!(event.kind, Kind::Touch(_)));
}
