//! Rays and shapes that go straight ahead, one after another: at six kinds of shapes, and at a field of hills.

use std::hint::black_box;

use nalgebra::Isometry3;
use photofinish::cast::{Ray, RayCast, ShapeCast};
use photofinish::motion::{AtRest, AtRest3};
use photofinish::pieces::{MovingPieces, TriMesh};
use photofinish::shape::{AnyShape, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, Real};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::{cuboid, placed, shapes, vector};
use crate::queries::Ask;

/// The casts of a stream.
const CASTS: usize = 100;

/// Cells along a side of the field, and how long they are.
const CELLS: usize = 32;
const CELL: f64 = 0.5;

/// Where a cast starts, and where it leads.
type Line = [[f64; 3]; 2];

/// Returns the query for rays at shapes of six kinds. About half of them hit.
pub fn rays_at_shapes<T: Real>() -> Ask {
    let mut random = StdRng::seed_from_u64(2);
    let bodies = shapes::<T>().into_iter().cycle().take(CASTS);
    let casts: Vec<_> = bodies
        .map(|shape| (ray(&around(&mut random)), turned(shape)))
        .collect();
    Box::new(move || {
        let hits = casts.iter().filter(|(ray, body)| {
            let found =
                Query::new().cast_ray(black_box(ray), black_box(body), T::of(f64::INFINITY));
            matches!(black_box(found), Ok(RayCast::Hit(_)))
        });
        is_about_half(hits.count())
    })
}

/// Returns the query for a cuboid that is cast at shapes of six kinds. Most of them are hit.
pub fn casts_at_shapes<T: Real>() -> Ask {
    let mut random = StdRng::seed_from_u64(3);
    let bodies = shapes::<T>().into_iter().cycle().take(CASTS);
    let cast = |shape| {
        let [start, along] = around(&mut random);
        (block(start), vector::<T, 3>(along), turned(shape))
    };
    let casts: Vec<_> = bodies.map(cast).collect();
    Box::new(move || {
        let hits = casts.iter().filter(|(block, along, body)| {
            let found =
                Query::new().cast_shape(black_box(block), *along, black_box(body), T::of(9.0));
            matches!(black_box(found), Ok(ShapeCast::Hit(_)))
        });
        hits.count() > CASTS / 2
    })
}

/// Returns the query for rays down at the field. All of them hit.
pub fn rays_at_a_mesh<T: Real>() -> Ask {
    ask_rays_at_a_mesh::<T>(down, |hits| hits == CASTS)
}

/// Returns the query for rays that lead along the field. Many of them pass close by.
pub fn rays_along_a_mesh<T: Real>() -> Ask {
    ask_rays_at_a_mesh::<T>(along, is_about_half)
}

fn ask_rays_at_a_mesh<T: Real>(
    line: fn(&mut StdRng) -> Line,
    is_expected: fn(usize) -> bool,
) -> Ask {
    let (field, mut random) = (field::<T>(), StdRng::seed_from_u64(4));
    let rays: Vec<Ray<T, 3>> = (0..CASTS).map(|_| ray(&line(&mut random))).collect();
    Box::new(move || {
        let hits = rays.iter().filter(|ray| {
            let far = T::of(f64::INFINITY);
            let found = Query::new().cast_ray_at_pieces(black_box(*ray), &field, T::zero(), far);
            black_box(found).is_ok_and(|found| found.cast.hit().is_some())
        });
        is_expected(hits.count())
    })
}

/// Returns the query for a cuboid that is cast down at the field.
pub fn casts_at_a_mesh<T: Real>() -> Ask {
    let (field, mut random) = (field::<T>(), StdRng::seed_from_u64(5));
    let casts: Vec<_> = (0..CASTS).map(|_| down(&mut random)).collect();
    let casts = casts
        .into_iter()
        .map(|[start, along]| (block(start), vector::<T, 3>(along)));
    let casts: Vec<_> = casts.collect();
    Box::new(move || {
        casts.iter().all(|(block, along)| {
            let (block, far) = (black_box(block), T::of(f64::INFINITY));
            let found = Query::new().cast_shape_at_pieces(block, *along, &field, T::zero(), far);
            black_box(found).is_ok_and(|found| found.cast.hit().is_some())
        })
    })
}

fn is_about_half(hits: usize) -> bool {
    hits * 10 > CASTS * 3 && hits * 10 < CASTS * 7
}

/// A line towards the origin, past it by up to the size of the bodies.
fn around(random: &mut StdRng) -> Line {
    let mut any = |far: f64| [(); 3].map(|()| random.random_range(-far..far));
    let (start, to) = (any(3.0), any(0.6));
    let start = start.map(|x| x + 1.5f64.copysign(x));
    [start, [0, 1, 2].map(|k| to[k] - start[k])]
}

/// A line from above the field down to it.
fn down(random: &mut StdRng) -> Line {
    let mut any = |from: f64, to: f64| random.random_range(from..to);
    [
        [any(5.0, 11.0), any(3.0, 5.0), any(5.0, 11.0)],
        [any(-0.3, 0.3), -1.0, any(-0.3, 0.3)],
    ]
}

/// A line at the height of the hills.
fn along(random: &mut StdRng) -> Line {
    let mut any = |from: f64, to: f64| random.random_range(from..to);
    [
        [any(4.0, 12.0), any(1.5, 3.0), any(4.0, 12.0)],
        [any(-1.0, 1.0), any(-0.2, 0.0), any(-1.0, 1.0)],
    ]
}

fn ray<T: Real>([start, along]: &Line) -> Ray<T, 3> {
    Ray::new(vector(*start), vector(*along)).expect("a direction")
}

fn turned<T: Real>(shape: AnyShape<T, 3>) -> Posed<AnyShape<T, 3>, T, 3> {
    placed(shape, [0.1, -0.05, 0.2], [0.3, 0.5, -0.2]).at_rest()
}

fn block<T: Real>(start: [f64; 3]) -> Posed<Cuboid<T, 3>, T, 3> {
    cuboid::<T>([0.5, 0.3, 0.4], start, [0.2, -0.4, 0.1]).at_rest()
}

/// Hills over a square grid.
pub fn field<T: Real>() -> MovingPieces<TriMesh<T>, AtRest3<T>, T, 3> {
    let columns = CELLS + 1;
    let height = |index: usize| {
        let (x, z) = (
            (index % columns) as f64 * CELL,
            (index / columns) as f64 * CELL,
        );
        T::of(x.sin() + (0.7 * z).cos())
    };
    let heights: Vec<T> = (0..columns * columns).map(height).collect();
    let mesh = TriMesh::height_field(&heights, columns, [T::of(CELL); 2]).expect("a grid");
    MovingPieces::new(mesh, AtRest::new(Isometry3::identity()).expect("a pose"))
}
