//! Bodies of pieces: true ones, and some that state one thing wrongly.

use nalgebra::{Isometry3, Vector2, Vector3, vector};
use photofinish::pieces::{Compound, Convex, Pieces, Polyline, Surface, Tree, TriMesh};
use photofinish::shape::{Ball, Cuboid, Triangle};
use photofinish::support::Posed;
use photofinish::{Real, SupportMap};
use photofinish_audit::{PiecesFault, audit_pieces};

use super::{is_found, point, poses3};

fn own_bodies_pass<T: Real>() {
    let heights: Vec<T> = (0..400).map(|i| T::of(f64::from(i % 7) * 0.1)).collect();
    let field = TriMesh::height_field(&heights, 20, [T::of(0.3), T::of(0.7)]).unwrap();
    audit_pieces(&field).unwrap();
    let corners = (0..200).map(|i| vector![T::of(0.3 * f64::from(i)), T::of(f64::from(i % 3))]);
    audit_pieces(&Polyline::open(corners.collect()).unwrap()).unwrap();
    let plate = Cuboid::new(vector![0.2, 0.06, 0.1].map(T::of)).unwrap();
    let posed = |i: u32| {
        let [mut pose, _] = poses3::<T>();
        pose.translation.vector = point(f64::from(i));
        Posed::new(plate, &pose).unwrap()
    };
    audit_pieces(&Compound::new((0..15).map(posed).collect()).unwrap()).unwrap();
    audit_pieces::<T, 3, _>(&Convex::new(Ball::new(T::of(0.3)).unwrap()).unwrap()).unwrap();
}

#[test]
fn bodies_of_the_library_pass() {
    own_bodies_pass::<f64>();
    own_bodies_pass::<f32>();
    // far from the origin, where rounding is larger than the body
    let far = Isometry3::translation(1e7, 0.0, 1.0);
    let ball = Posed::new(Ball::new(1e-9).unwrap(), &far).unwrap();
    audit_pieces(&Convex::new(ball).unwrap()).unwrap();
}

/// A plate that stands on a place of the x axis.
#[derive(Clone, Copy)]
struct Plate {
    place: f64,
    height: f64,
    inner_diameter: f64,
    extents: Vector2<f64>,
}

impl Plate {
    fn new(index: u32) -> Self {
        let place = f64::from(index);
        Self {
            place,
            height: 1.0,
            inner_diameter: 0.2,
            extents: vector![place + 0.2, 1.1],
        }
    }
}

impl SupportMap<f64, 2> for Plate {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        let plate = Cuboid::new(vector![0.1, self.height]).unwrap();
        plate.support_point(direction) + vector![self.place, 0.0]
    }

    fn inner_diameter(&self) -> f64 {
        self.inner_diameter
    }

    fn extents(&self) -> Vector2<f64> {
        self.extents
    }
}

/// A row of plates. Its tree was built around others.
struct Row {
    plates: Vec<Plate>,
    tree: Tree<f64, 2>,
}

type Change = fn(&mut [Plate]);

impl Pieces<f64, 2> for Row {
    type Piece<'a> = Plate;

    fn tree(&self) -> &Tree<f64, 2> {
        &self.tree
    }

    fn piece(&self, index: u32) -> Plate {
        self.plates[index as usize]
    }
}

#[test]
fn false_statements_are_found_and_named() {
    let audited = |change: Change| {
        let mut plates: Vec<_> = (0..12).map(Plate::new).collect();
        let tree = Tree::around(plates.clone()).unwrap();
        change(&mut plates);
        audit_pieces(&Row { plates, tree })
    };
    audited(|_| {}).unwrap();
    let found = |kind, change: Change| is_found(audited(change), kind);
    found("OutsideBox { index: 7", |plates| plates[7].place += 0.01);
    found("OutsideBox { index: 7", |plates| plates[7].height = 1.01);
    found("OutsideBox { index: 2", |plates| plates.swap(2, 3));
    found("Thinner { index: 7, stated: 0.19", |plates| {
        plates[7].inner_diameter = 0.19
    });
    found("Piece { index: 7", |plates| {
        plates[7].extents = Vector2::zeros()
    });
}

/// The triangles of one mesh, joined as those of another one.
struct Mixed {
    triangles: TriMesh<f64>,
    surface: TriMesh<f64>,
}

impl Pieces<f64, 3> for Mixed {
    type Piece<'a> = Triangle<f64, 3>;

    fn tree(&self) -> &Tree<f64, 3> {
        self.triangles.tree()
    }

    fn piece(&self, index: u32) -> Triangle<f64, 3> {
        self.triangles.piece(index)
    }

    fn surface(&self) -> Option<&Surface<f64, 3>> {
        self.surface.surface()
    }
}

/// The surface tells on which side a triangle is touched, so it must have that triangle.
#[test]
fn a_surface_of_other_triangles_is_found() {
    let mesh = |raised: f64, triangles: &[[u32; 3]]| {
        let corners = [
            [0.0, raised, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 0.0, 1.0],
            [0.0, 0.0, 1.0],
        ];
        let corners = corners.map(Vector3::from).to_vec();
        TriMesh::new(corners, triangles.to_vec())
            .unwrap()
            .one_sided()
    };
    let square = [[0, 1, 2], [0, 2, 3]];
    let audited = |raised: f64, surface: &[[u32; 3]]| {
        audit_pieces(&Mixed {
            triangles: mesh(0.0, &square),
            surface: mesh(raised, surface),
        })
    };
    audited(0.0, &square).unwrap();
    // in another order of corners they are the same triangles
    audited(0.0, &[[2, 0, 1], [0, 2, 3]]).unwrap();
    let other = audited(0.0, &[[0, 1, 2], [1, 2, 3]]);
    is_found(other, "OtherSurface { index: 1");
    is_found(audited(1e-6, &square), "OtherSurface { index: 0");
    let [of_surface, pieces] = [1, 2];
    let fewer = audited(0.0, &[[0, 1, 2]]);
    assert_eq!(fewer, Err(PiecesFault::SurfaceCount { of_surface, pieces }));
}

/// Who prints an error and then its sources says each cause once: the message has that of its cause, which is no source.
#[test]
fn faults_say_their_cause_once() {
    let row = Row {
        tree: Tree::around([Plate::new(0)]).unwrap(),
        plates: vec![Plate {
            extents: Vector2::repeat(-1.0),
            ..Plate::new(0)
        }],
    };
    let fault = audit_pieces(&row).unwrap_err();
    let message = "piece 0: an extent must not be negative, but is -1.0";
    assert_eq!(fault.to_string(), message);
    assert!(std::error::Error::source(&fault).is_none());
}
