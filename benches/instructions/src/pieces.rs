//! Bodies of pieces: what flies, falls and tumbles over a field of hills, and compounds that pass each other.

use std::hint::black_box;

use nalgebra::Isometry3;
use photofinish::motion::{AtRest, AtRest3, ConstantVelocity, ConstantVelocity3};
use photofinish::pieces::{AnyPieces, Compound, Convex, Front, MovingPieces, Pieces, TriMesh};
use photofinish::shape::{AnyShape, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, Real};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::{placed, shapes, vector};
use crate::casts::field;
use crate::queries::Ask;

/// The bodies of a stream.
const BODIES: usize = 60;

type Parts<T> = Compound<Posed<AnyShape<T, 3>, T, 3>, T, 3>;
type Flying<P, T> = MovingPieces<P, ConstantVelocity3<T>, T, 3>;

/// Returns the query for single shapes of six kinds that fly over the field and down to it, without turning.
pub fn flights_over_a_mesh<T: Real>() -> Ask {
    over_a_mesh::<T>(0.0, 6)
}

/// Returns the query for the same shapes, which tumble.
pub fn tumbling_over_a_mesh<T: Real>() -> Ask {
    over_a_mesh::<T>(2.0, 7)
}

fn over_a_mesh<T: Real>(spin: f64, seed: u64) -> Ask {
    let (field, mut random) = (field::<T>(), StdRng::seed_from_u64(seed));
    let shapes = shapes::<T>().into_iter().cycle().take(BODIES);
    let bodies: Vec<_> = shapes
        .map(|shape| flying(Convex::new(shape).expect("a shape"), &mut random, spin))
        .collect();
    Box::new(move || {
        let met = bodies.iter().filter(|body| {
            let found = Query::new().first_contact(black_box(*body), &field, T::zero()..=T::one());
            black_box(found).is_ok_and(|found| found.contact.is_some())
        });
        (BODIES / 5..BODIES).contains(&met.count())
    })
}

/// Returns the query for a cube that passes near a field, and near the layers of a grid of tetrahedra, at first without
/// turning. It is the commonest answer of a game that nothing is met.
pub fn near_misses<T: Real>() -> Ask {
    let (field, grid) = (field::<T>(), tetrahedra::<T>());
    let half = vector([0.15; 3]);
    let cube = Convex::new(Cuboid::new(half).expect("a size")).expect("a body");
    let mut random = StdRng::seed_from_u64(10);
    // the hills end at 2, the layers of the grid at 2.6 and 3.9, and the second one begins at 3.3
    let bodies: Vec<_> = (0..BODIES)
        .map(|index| {
            let mut any = |from: f64, to: f64| random.random_range(from..to);
            let height = if index % 2 == 0 { 2.4 } else { 2.95 };
            let start = placed((), [any(4.0, 12.0), height, any(4.0, 12.0)], [0.0; 3]).pose;
            let velocity = vector([any(-3.0, 3.0), 0.0, any(-3.0, 3.0)]);
            let spin = if index < BODIES / 3 { 0.0 } else { 4.0 };
            let spin = vector([(); 3].map(|()| spin * any(-1.0, 1.0)));
            let motion = ConstantVelocity::new(start, velocity, spin).expect("finite");
            MovingPieces::new(cube.clone(), motion)
        })
        .collect();
    Box::new(move || {
        bodies.iter().enumerate().all(|(index, body)| {
            let mesh = if index % 2 == 0 { &field } else { &grid };
            let found = Query::new().first_contact(black_box(body), mesh, T::zero()..=T::one());
            black_box(found).is_ok_and(|found| found.contact.is_none())
        })
    })
}

/// Two layers of tetrahedra above each other.
fn tetrahedra<T: Real>() -> MovingPieces<TriMesh<T>, AtRest3<T>, T, 3> {
    let corners = [
        [0.0, 0.0, 0.0],
        [0.6, 0.0, 0.0],
        [0.0, 0.6, 0.0],
        [0.0, 0.0, 0.6],
    ];
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for place in 0..2 * 16 * 16 {
        let at = [place % 16, place / 256, place / 16 % 16].map(f64::from);
        let first = points.len() as u32;
        points
            .extend(corners.map(|[x, y, z]| vector([at[0] + x, 2.0 + 1.3 * at[1] + y, at[2] + z])));
        let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        triangles.extend(faces.map(|face| face.map(|corner: u32| first + corner)));
    }
    let mesh = TriMesh::new(points, triangles).expect("a mesh");
    MovingPieces::new(mesh, AtRest::new(Isometry3::identity()).expect("a pose"))
}

/// Returns the query for a body of six pieces that tumbles over the field, step after step with the same front.
pub fn compound_over_a_mesh<T: Real>() -> Ask {
    let (field, mut random) = (field::<T>(), StdRng::seed_from_u64(8));
    let body = flying(parts::<T>(), &mut random, 2.0);
    Box::new(move || {
        let mut front = Front::new();
        (0..10).all(|step| {
            let during = T::of(f64::from(step) * 0.02)..=T::of(f64::from(step + 1) * 0.02);
            let found =
                Query::new().first_contact_from(black_box(&body), &field, during, &mut front);
            black_box(found).is_ok()
        })
    })
}

/// Returns the query for bodies of six pieces in one type for all, which tumble past each other or meet.
pub fn compounds<T: Real>() -> Ask {
    let mut random = StdRng::seed_from_u64(9);
    let compound: AnyPieces<T, 3> = Compound::new(shapes::<T>()).expect("shapes").into();
    let bodies: Vec<_> = (0..BODIES)
        .map(|_| flying(compound.clone(), &mut random, 2.0))
        .collect();
    Box::new(move || {
        let pairs = bodies.windows(2);
        let met = pairs.filter(|pair| {
            let found =
                Query::new().first_contact(black_box(&pair[0]), &pair[1], T::zero()..=T::one());
            black_box(found).is_ok_and(|found| found.contact.is_some())
        });
        (5..BODIES - 5).contains(&met.count())
    })
}

/// A body of six pieces around a middle.
fn parts<T: Real>() -> Parts<T> {
    let at = |index: usize| {
        let mut at = [0.0; 3];
        at[index % 3] = if index < 3 { 0.5 } else { -0.5 };
        at
    };
    let shapes = shapes::<T>().into_iter().enumerate();
    let parts = shapes.map(|(index, shape)| placed(shape, at(index), [0.1, 0.2, 0.3]).at_rest());
    Compound::new(parts.collect()).expect("shapes")
}

/// Throws a body over the field, forwards and a little down.
fn flying<P: Pieces<T, 3>, T: Real>(pieces: P, random: &mut StdRng, spin: f64) -> Flying<P, T> {
    let mut any = |from: f64, to: f64| random.random_range(from..to);
    let start = placed(
        (),
        [any(5.0, 11.0), any(2.6, 4.0), any(5.0, 11.0)],
        [0.4, 0.2, 0.1],
    )
    .pose;
    let velocity = vector([any(-3.0, 3.0), any(-5.0, 0.5), any(-3.0, 3.0)]);
    let spin = vector([(); 3].map(|()| spin * any(-1.0, 1.0)));
    MovingPieces::new(
        pieces,
        ConstantVelocity::new(start, velocity, spin).expect("finite"),
    )
}
