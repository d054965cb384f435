//! Bodies that cannot be built, and questions that cannot be asked.

use nalgebra::{Isometry2, Vector2, vector};
use photofinish::motion::{AtRest, FromFn, MotionBounds};
use photofinish::pieces::{
    Compound, ContactError, Convex, MeshError, MovingPieces, PiecesError, Polyline, TriMesh,
    nearest_pieces, pieces_touch,
};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, QueryError};

use crate::bodies::{comb, slide};

#[test]
fn bad_bodies_are_refused_with_the_element_named() {
    let none: Vec<Ball<f64>> = Vec::new();
    let empty = Compound::<_, f64, 3>::new(none).unwrap_err();
    assert_eq!(empty, PiecesError::Empty);
    let mesh = |points: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let points = points.iter().map(|&point| point.into()).collect();
        TriMesh::new(points, triangles.to_vec()).unwrap_err()
    };
    let [o, x] = [[0.0; 3], [1.0, 0.0, 0.0]];
    assert_eq!(mesh(&[], &[]), MeshError::NoPieces);
    assert_eq!(mesh(&[o], &[]), MeshError::NoPieces);
    let error = mesh(&[o, x, [0.0, f64::NAN, 0.0]], &[[0, 1, 2]]);
    assert!(matches!(error, MeshError::PointNotFinite { index: 2, .. }));
    let said = error.to_string();
    assert!(said.contains("point 2") && said.contains("NaN"), "{said}");
    let (triangle, index, points) = (1, 2, 2);
    let error = MeshError::NoSuchPoint {
        triangle,
        index,
        points,
    };
    assert_eq!(mesh(&[o, x], &[[0, 1, 1], [0, 2, 1]]), error);
    for points in [0, 1] {
        let points = vec![vector![1.0, 2.0]; points];
        assert_eq!(
            Polyline::open(points.clone()).unwrap_err(),
            MeshError::NoPieces
        );
        assert_eq!(Polyline::closed(points).unwrap_err(), MeshError::NoPieces);
    }
    let error = Polyline::open(vec![vector![0.0, 0.0], vector![f64::INFINITY, 0.0]]).unwrap_err();
    assert!(matches!(error, MeshError::PointNotFinite { index: 1, .. }));
    for (heights, columns) in [(6, 4), (3, 3), (4, 1), (0, 2), (4, 0)] {
        let error = TriMesh::height_field(&vec![0.0; heights], columns, [1.0, 1.0]).unwrap_err();
        assert_eq!(error, MeshError::NotAGrid { heights, columns });
    }
    let spaced = |by| TriMesh::height_field(&[0.0; 4], 2, [1.0, by]).unwrap_err();
    for bad in [0.0, -1.0, f64::NAN] {
        assert!(matches!(spaced(bad), MeshError::NoSpacing { .. }), "{bad}");
    }
    assert!(matches!(
        spaced(f64::INFINITY),
        MeshError::PointNotFinite { index: 0, .. }
    ));
}

/// What harms nothing is allowed: triangles without an area, listed twice, and points that no triangle uses.
#[test]
fn harmless_meshes_are_built() {
    let points = vec![
        vector![0.0, 0.0, 0.0],
        vector![1.0, 0.0, 0.0],
        vector![9.0, 9.0, 9.0],
    ];
    let mesh = TriMesh::new(points, vec![[0, 1, 1], [0, 0, 0], [0, 1, 1]]).unwrap();
    let mesh = MovingPieces::new(&mesh, AtRest::new(nalgebra::Isometry3::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.25).unwrap()).unwrap();
    let place = nalgebra::Isometry3::translation(0.5, 1.0, 0.0);
    let ball = MovingPieces::new(&ball, AtRest::new(place).unwrap());
    let nearest = nearest_pieces(&ball, &mesh, 0.0).unwrap();
    assert_eq!(nearest.proximity.signed_distance(), 0.75);
    assert_eq!(nearest.pieces.1 % 2, 0);
}

#[test]
fn bad_questions_are_refused() {
    let comb = comb::<f64>(3);
    let still = MovingPieces::new(&comb, AtRest::new(Isometry2::identity()).unwrap());
    let moving = MovingPieces::new(&comb, slide([0.0, 3.0], [0.0, -1.0], 0.0));
    let ask = |query: Query<f64>, interval| query.first_contact(&moving, &still, interval);
    let (nan, query) = (f64::NAN, Query::new());
    for (query, interval) in [
        (query, 1.0..=0.0),
        (query, 0.0..=nan),
        (query.tolerance(-1.0), 0.0..=1.0),
        (query.tolerance(nan), 0.0..=1.0),
        (query.target_distance(nan), 0.0..=1.0),
        // lines have no inside to reach into
        (query.target_distance(-0.01), 0.0..=1.0),
    ] {
        let error = ask(query, interval).unwrap_err();
        assert!(matches!(error, ContactError::Query(_)), "{error}");
    }
    assert!(nearest_pieces(&moving, &still, nan).is_err());
    assert!(pieces_touch(&moving, &still, f64::INFINITY).is_err());
}

/// A motion that breaks down in the middle is reported, and not taken for free.
#[test]
fn motions_that_break_down_are_refused() {
    let comb = comb::<f64>(3);
    let still = MovingPieces::new(&comb, AtRest::new(Isometry2::identity()).unwrap());
    let pose = |time: f64| {
        let y = if time > 0.6 { f64::NAN } else { 3.0 - time };
        Isometry2::translation(0.1, y)
    };
    let broken = FromFn::new(pose, |along: &Vector2<f64>, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: Some(-along.y),
    });
    let broken = MovingPieces::new(&comb, broken);
    let error = Query::new()
        .first_contact(&broken, &still, 0.0..=1.0)
        .unwrap_err();
    assert!(matches!(
        error,
        ContactError::Query(QueryError::CoordinateNotFinite { .. })
    ));
}

/// The allowance must be less than half the thickness of the thinnest pieces.
#[test]
fn an_allowance_is_bounded_by_the_thinnest_piece() {
    let square = |half: f64, x: f64| {
        let square = Cuboid::new(Vector2::repeat(half)).unwrap();
        Posed::new(square, &Isometry2::translation(x, 0.0)).unwrap()
    };
    let mixed = Compound::new(vec![square(1.0, 0.0), square(0.1, 2.0)]).unwrap();
    let still = MovingPieces::new(&mixed, AtRest::new(Isometry2::identity()).unwrap());
    let moving = MovingPieces::new(&mixed, slide([0.0, 5.0], [0.0, -9.0], 0.0));
    let ask = |depth: f64| {
        Query::new()
            .target_distance(-depth)
            .first_contact(&moving, &still, 0.0..=1.0)
    };
    assert!(ask(0.19).unwrap().contact.is_some());
    let error = ask(0.21).unwrap_err();
    assert!(
        matches!(error, ContactError::Query(QueryError::AllowanceTooLarge { width, .. }) if (width - 0.4).abs() < 1e-9),
        "{error}"
    );
}
