//! Bodies and motions that several tests ask about.

use nalgebra::{Isometry2, Isometry3, UnitComplex, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity, Motion};
use photofinish::pieces::{Compound, Convex, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{Real, SupportMap};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub type Boxes<T> = Compound<Posed<Cuboid<T, 3>, T, 3>, T, 3>;
pub type Flight<T> = ConstantVelocity<T, UnitQuaternion<T>, 3>;

pub fn random(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub fn direction(random: &mut StdRng) -> Vector3<f64> {
    loop {
        let v = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// Arms of boxes that point everywhere.
pub fn star<T: Real>(random: &mut StdRng, pieces: usize) -> Boxes<T> {
    let boxes = (0..pieces).map(|_| {
        let out = direction(random) * random.random_range(0.0..1.0);
        let turn = UnitQuaternion::from_scaled_axis(direction(random) * 2.0);
        let pose = Isometry3::from_parts(out.into(), turn);
        let half = vector![T::of(0.2), T::of(0.06), T::of(0.1)];
        Posed::new(Cuboid::new(half).unwrap(), &pose.cast()).unwrap()
    });
    Compound::new(boxes.collect()).unwrap()
}

/// A flight past the origin, or into it, with up to `turns` turns.
pub fn flight<T: Real>(random: &mut StdRng, turns: f64) -> Flight<T> {
    let start = direction(random) * random.random_range(1.5..3.0);
    let velocity = direction(random) * random.random_range(0.0..8.0) - start * 2.0;
    let spin = direction(random) * (std::f64::consts::TAU * turns * random.random_range(0.2..1.0));
    let turn = UnitQuaternion::from_scaled_axis(direction(random) * 3.0);
    let pose = Isometry3::from_parts(start.into(), turn).cast();
    ConstantVelocity::new(pose, velocity.map(T::of), spin.map(T::of)).unwrap()
}

/// A turn in place.
pub fn spin<T: Real>(random: &mut StdRng, turns: f64) -> Flight<T> {
    let spin = direction(random) * (std::f64::consts::TAU * turns);
    ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), spin.map(T::of)).unwrap()
}

/// A comb with this many teeth, each 1 long and 1 apart from the next, upwards from the origin.
pub fn comb<T: Real>(teeth: usize) -> Polyline<T> {
    let mut points: Vec<Vector2<T>> = Vec::new();
    for tooth in 0..teeth {
        let x = tooth as f64;
        for (dx, y) in [(0.0, 0.0), (0.25, 1.0), (0.5, 0.0)] {
            points.push(vector![T::of(x + dx), T::of(y)]);
        }
    }
    Polyline::open(points).unwrap()
}

/// A mesh of points and triangles.
pub fn mesh(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> TriMesh<f64> {
    let points = points.iter().map(|&point| Vector3::from(point)).collect();
    TriMesh::new(points, triangles.to_vec()).unwrap()
}

/// A polyline of points.
pub fn line(points: &[[f64; 2]]) -> Polyline<f64> {
    let points = points.iter().map(|&point| Vector2::from(point)).collect();
    Polyline::open(points).unwrap()
}

/// A body of one piece.
pub fn moving<T: Real, S: SupportMap<T, D>, M: Motion<T, D>, const D: usize>(
    shape: S,
    motion: M,
) -> MovingPieces<Convex<S, T, D>, M, T, D> {
    MovingPieces::new(Convex::new(shape).unwrap(), motion)
}

/// A body of the plane that rests in its frame.
pub fn still2<T: Real, P: Pieces<T, 2>>(
    pieces: P,
) -> MovingPieces<P, AtRest<T, UnitComplex<T>, 2>, T, 2> {
    MovingPieces::new(pieces, AtRest::new(Isometry2::identity()).unwrap())
}

/// A body of space that rests in its frame.
pub fn still3<T: Real, P: Pieces<T, 3>>(
    pieces: P,
) -> MovingPieces<P, AtRest<T, UnitQuaternion<T>, 3>, T, 3> {
    MovingPieces::new(pieces, AtRest::new(Isometry3::identity()).unwrap())
}

/// A motion in the plane.
pub fn slide<T: Real>(
    start: [f64; 2],
    velocity: [f64; 2],
    spin: f64,
) -> ConstantVelocity<T, UnitComplex<T>, 2> {
    let [start, velocity] = [start, velocity].map(|v| Vector2::from(v).map(T::of));
    ConstantVelocity::new(Isometry2::from(start), velocity, T::of(spin)).unwrap()
}

/// A motion in space, without a turn.
pub fn fly<T: Real>(start: [f64; 3], velocity: [f64; 3]) -> Flight<T> {
    let [start, velocity] = [start, velocity].map(|v| Vector3::from(v).map(T::of));
    ConstantVelocity::new(Isometry3::from(start), velocity, Vector3::zeros()).unwrap()
}
