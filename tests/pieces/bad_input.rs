//! Bodies that cannot be built, and questions that cannot be asked.

use super::*;
use photofinish::pieces::{MeshError, PiecesError};

#[test]
fn bad_bodies_are_refused_with_the_element_named() {
    let empty = Compound::<Ball<f64>, f64, 3>::new(vec![]).unwrap_err();
    assert_eq!(empty, PiecesError::Empty);
    let [o, x, nan] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, f64::NAN, 0.0]];
    let mesh = |points: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let points = points.iter().map(|&point| point.into()).collect();
        TriMesh::new(points, triangles.to_vec()).unwrap_err()
    };
    assert_eq!(mesh(&[], &[]), MeshError::NoPieces);
    assert_eq!(mesh(&[o], &[]), MeshError::NoPieces);
    let error = mesh(&[o, x, nan], &[[0, 1, 2]]);
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
    let [one, far] = [[1.0, 2.0], [f64::INFINITY, 0.0]].map(Vector2::from);
    for points in [vec![], vec![one]] {
        let lines = [Polyline::open(points.clone()), Polyline::closed(points)];
        assert!(
            lines
                .into_iter()
                .all(|line| line.err() == Some(MeshError::NoPieces))
        );
    }
    let error = Polyline::open(vec![one, far]).unwrap_err();
    assert!(matches!(error, MeshError::PointNotFinite { index: 1, .. }));
    for (heights, columns) in [(6, 4), (3, 3), (4, 1), (0, 2), (4, 0)] {
        let error = TriMesh::height_field(&vec![0.0; heights], columns, [1.0, 1.0]).unwrap_err();
        assert_eq!(error, MeshError::NotAGrid { heights, columns });
    }
    let spaced = |by| TriMesh::height_field(&[0.0; 4], 2, [1.0, by]).unwrap_err();
    for bad in [0.0, -1.0, f64::NAN] {
        assert!(matches!(spaced(bad), MeshError::NoSpacing { .. }), "{bad}");
    }
    let error = spaced(f64::INFINITY);
    assert!(matches!(error, MeshError::PointNotFinite { index: 0, .. }));
}

/// What harms nothing is allowed: triangles without an area, listed twice, and points that no triangle uses.
#[test]
fn harmless_meshes_are_built() {
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [9.0; 3]];
    let mesh = still3(mesh(&points, &[[0, 1, 1], [0, 0, 0], [0, 1, 1]]));
    let place = Isometry3::translation(0.5, 1.0, 0.0);
    let ball = moving(Ball::new(0.25).unwrap(), AtRest::new(place).unwrap());
    let nearest = nearest_pieces(&ball, &mesh, 0.0).unwrap();
    assert_eq!(nearest.proximity.signed_distance(), 0.75);
    assert_eq!(nearest.pieces.1 % 2, 0);
}

#[test]
fn bad_questions_are_refused() {
    let comb = comb::<f64>(3);
    let still = still2(&comb);
    let moving = MovingPieces::new(&comb, slide([0.0, 3.0], [0.0, -1.0], 0.0));
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
        let error = query.first_contact(&moving, &still, interval).unwrap_err();
        assert!(matches!(error, ContactError::Query(_)), "{error}");
    }
    assert!(nearest_pieces(&moving, &still, nan).is_err());
    assert!(pieces_touch(&moving, &still, f64::INFINITY).is_err());
}

/// The allowance must be less than half the thickness of the thinnest pieces.
#[test]
fn an_allowance_is_bounded_by_the_thinnest_piece() {
    let square = |half: f64, x: f64| {
        let square = Cuboid::new(Vector2::repeat(half)).unwrap();
        Posed::new(square, &Isometry2::translation(x, 0.0)).unwrap()
    };
    let mixed = Compound::new(vec![square(1.0, 0.0), square(0.1, 2.0)]).unwrap();
    let falls = MovingPieces::new(&mixed, slide([0.0, 5.0], [0.0, -9.0], 0.0));
    let ask = |depth: f64| {
        let query = Query::new().target_distance(-depth);
        query.first_contact(&falls, &still2(&mixed), 0.0..=1.0)
    };
    assert!(ask(0.19).unwrap().contact.is_some());
    let found = ask(0.21);
    let Err(ContactError::Query(QueryError::AllowanceTooLarge { width, .. })) = found else {
        panic!("{found:?}");
    };
    assert!((width - 0.4).abs() < 1e-9, "{width}");
}
