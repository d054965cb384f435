//! What the audit of a body of pieces finds.

use nalgebra::{Vector2, Vector3, vector};
use photofinish::audit::{PiecesFault, audit_pieces};
use photofinish::pieces::{Convex, Pieces, Surface, Tree, TriMesh};
use photofinish::shape::{Ball, Cuboid, Triangle};
use photofinish::support::Posed;
use photofinish::{Real, SupportMap};

use crate::bodies::{comb, random, star};

#[test]
fn own_bodies_pass() {
    fn star_passes<T: Real>() {
        let mut random = random(5);
        audit_pieces(&star::<T>(&mut random, 15)).unwrap();
        audit_pieces(&comb::<T>(70)).unwrap();
        let heights: Vec<T> = (0..400).map(|i| T::of(f64::from(i % 7) * 0.1)).collect();
        let field = TriMesh::height_field(&heights, 20, [T::of(0.3), T::of(0.7)]).unwrap();
        audit_pieces(&field).unwrap();
        let ball = Convex::new(Ball::new(T::of(0.3)).unwrap()).unwrap();
        audit_pieces::<T, 3, _>(&ball).unwrap();
    }
    star_passes::<f64>();
    star_passes::<f32>();
    // far from the origin, where rounding is larger than the body
    let far = Posed::new(
        Ball::new(1e-9).unwrap(),
        &nalgebra::Isometry3::translation(1e7, 0.0, 1.0),
    );
    audit_pieces(&Convex::new(far.unwrap()).unwrap()).unwrap();
}

/// What a row of plates states wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Untrue {
    Nothing,
    /// Plate 7 stands elsewhere.
    Place,
    /// The plates are handed out in another order.
    Order,
    /// Plate 7 is larger.
    Larger,
    /// Plate 7 is thinner.
    Thinner,
    /// Plate 7 has no extents.
    Extents,
}

struct Row {
    untrue: Untrue,
    tree: Tree<f64, 2>,
}

#[derive(Clone, Copy)]
struct Plate {
    place: Vector2<f64>,
    plate: Cuboid<f64, 2>,
    untrue: Untrue,
}

impl Plate {
    fn new(index: u32, untrue: Untrue) -> Self {
        let size = if untrue == Untrue::Larger { 1.01 } else { 1.0 };
        let aside = if untrue == Untrue::Place { 0.01 } else { 0.0 };
        Self {
            place: vector![f64::from(index) + aside, 0.0],
            plate: Cuboid::new(vector![0.1, size]).unwrap(),
            untrue,
        }
    }
}

impl SupportMap<f64, 2> for Plate {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        self.plate.support_point(direction) + self.place
    }

    fn inner_diameter(&self) -> f64 {
        if self.untrue == Untrue::Thinner {
            0.19
        } else {
            0.2
        }
    }

    fn extents(&self) -> Vector2<f64> {
        if self.untrue == Untrue::Extents {
            Vector2::zeros()
        } else {
            self.place.abs() + vector![0.2, 1.1]
        }
    }
}

impl Pieces<f64, 2> for Row {
    type Piece<'a> = Plate;

    fn tree(&self) -> &Tree<f64, 2> {
        &self.tree
    }

    fn piece(&self, index: u32) -> Plate {
        match index {
            7 => Plate::new(7, self.untrue),
            2 if self.untrue == Untrue::Order => Plate::new(3, Untrue::Nothing),
            3 if self.untrue == Untrue::Order => Plate::new(2, Untrue::Nothing),
            _ => Plate::new(index, Untrue::Nothing),
        }
    }
}

/// A row of plates, of which the tree was built around true ones.
fn row(untrue: Untrue) -> Result<(), PiecesFault> {
    let plates = (0..12).map(|index| Plate::new(index, Untrue::Nothing));
    let tree = Tree::around(plates).unwrap();
    audit_pieces(&Row { untrue, tree })
}

#[test]
fn false_statements_are_found_and_named() {
    row(Untrue::Nothing).unwrap();
    for untrue in [Untrue::Place, Untrue::Larger] {
        let fault = row(untrue).unwrap_err();
        assert!(
            matches!(fault, PiecesFault::OutsideBox { index: 7, .. }),
            "{untrue:?}: {fault}"
        );
    }
    let fault = row(Untrue::Order).unwrap_err();
    assert!(
        matches!(fault, PiecesFault::OutsideBox { index: 2, .. }),
        "{fault}"
    );
    let fault = row(Untrue::Thinner).unwrap_err();
    assert!(
        matches!(fault, PiecesFault::Thinner { index: 7, .. }),
        "{fault}"
    );
    assert!(fault.to_string().contains("0.19"), "{fault}");
    let fault = row(Untrue::Extents).unwrap_err();
    assert!(
        matches!(fault, PiecesFault::Piece { index: 7, .. }),
        "{fault}"
    );
}

/// The boxes of a tree are there for users: each has its parts inside, and every piece has one.
#[test]
fn boxes_of_a_tree_can_be_read() {
    let comb = comb::<f64>(5);
    let tree = comb.tree();
    let boxes: Vec<_> = (0..tree.boxes() as u32)
        .map(|index| tree.bounds(index).unwrap())
        .collect();
    assert!(tree.bounds(tree.boxes() as u32).is_none());
    let mut pieces: Vec<u32> = boxes.iter().filter_map(|bounds| bounds.piece).collect();
    pieces.sort_unstable();
    assert!(pieces.into_iter().eq(0..tree.pieces() as u32));
    assert!(
        boxes
            .iter()
            .all(|bounds| bounds.piece.is_some() != bounds.children.is_some())
    );
    // from (0, 0) to (4.5, 1)
    let whole = boxes[0];
    assert!((whole.center - vector![2.25, 0.5]).norm() < 1e-12);
    assert!((whole.half_extents - vector![2.25, 0.5]).norm() < 1e-12);
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
    let points: Vec<Vector3<f64>> = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        .map(|[x, z]| vector![x, 0.0, z])
        .into();
    let mesh = |points: &[Vector3<f64>], triangles: &[[u32; 3]]| {
        TriMesh::new(points.to_vec(), triangles.to_vec())
            .unwrap()
            .one_sided()
    };
    let square = || mesh(&points, &[[0, 1, 2], [0, 2, 3]]);
    let audit = |surface| {
        audit_pieces(&Mixed {
            triangles: square(),
            surface,
        })
    };
    audit(square()).unwrap();
    // in another order of corners they are the same triangles
    audit(mesh(&points, &[[2, 0, 1], [0, 2, 3]])).unwrap();
    let other = audit(mesh(&points, &[[0, 1, 2], [1, 2, 3]]));
    assert!(
        matches!(other, Err(PiecesFault::OtherSurface { index: 1, .. })),
        "{other:?}"
    );
    let mut raised = points.clone();
    raised[0].y = 1e-6;
    let raised = audit(mesh(&raised, &[[0, 1, 2], [0, 2, 3]]));
    assert!(
        matches!(raised, Err(PiecesFault::OtherSurface { index: 0, .. })),
        "{raised:?}"
    );
    let fewer = audit(mesh(&points, &[[0, 1, 2]]));
    assert_eq!(
        fewer,
        Err(PiecesFault::SurfaceCount {
            of_surface: 1,
            pieces: 2
        })
    );
}
