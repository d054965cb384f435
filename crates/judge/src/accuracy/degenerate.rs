//! Pairs that are hard because of rounding.

use nalgebra::Vector3;
use std::f64::consts::TAU;

use super::model::{Kind, Model, direction, in_ball, plant, rounded};
use super::thin;
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::{Body, Shape, Solid};

/// The largest number of points of a hull. It is small, because every case builds hulls of its own.
const POINTS: usize = 12;

/// What makes a pair hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Both bodies have parallel faces, at a gap or overlap of up to their size.
    ParallelFaces,
    /// They touch, or nearly touch, along a normal of a face or cap of A.
    KissingFaces,
    /// They touch, or nearly touch, in the middle of two edges. In the plane, an edge touches a vertex.
    KissingEdges,
    /// They touch, or nearly touch, at two vertices, or at the points farthest along any normal.
    KissingVertices,
    /// One body twice, at one pose or at two very close ones.
    Coincident,
    /// The bodies are much longer along some axes than along others.
    Slivers,
    /// The bodies have no thickness. Half of the pairs lie in one plane.
    Flat,
    /// A small body is deep inside a large one, or exactly at its middle.
    Nested,
    /// The bodies differ much in size.
    SizeRatio,
    /// The bodies are about a million away from the origin.
    FarFromOrigin,
    /// The bodies are very large.
    Huge,
    /// The bodies are very small.
    Tiny,
}

impl Family {
    pub const ALL: [Family; 12] = [
        Family::ParallelFaces,
        Family::KissingFaces,
        Family::KissingEdges,
        Family::KissingVertices,
        Family::Coincident,
        Family::Slivers,
        Family::Flat,
        Family::Nested,
        Family::SizeRatio,
        Family::FarFromOrigin,
        Family::Huge,
        Family::Tiny,
    ];
}

type Pair<const D: usize> = [Model<D>; 2];

/// Returns a random pair of the family.
pub fn pair<const D: usize>(dice: &mut Dice, family: Family, is_single: bool) -> Pair<D> {
    let size = dice.scale(0.1, 10.0);
    match family {
        Family::ParallelFaces => parallel_faces(dice, size),
        Family::KissingFaces => kissing_faces(dice, size),
        Family::KissingEdges => kissing_edges(dice, size),
        Family::KissingVertices => {
            let normal = direction::<D>(dice);
            kissing(dice, size, |_| normal)
        }
        Family::Coincident => coincident(dice, size),
        Family::Slivers => thin::slivers(dice, size),
        Family::Flat => thin::flat(dice, size),
        Family::Nested => nested(dice, size),
        Family::SizeRatio => {
            let ratio = dice.scale(1e-6, 1e6);
            meeting(dice, [size, size * ratio], Vector3::zeros())
        }
        Family::FarFromOrigin => {
            let size = size * if is_single { 100.0 } else { 1.0 };
            let at = direction::<D>(dice) * 1e6;
            meeting(dice, [size, size], at)
        }
        Family::Huge => {
            let size = size * if is_single { 1e6 } else { 1e15 };
            meeting(dice, [size, size], Vector3::zeros())
        }
        Family::Tiny => meeting(dice, [1e-12 * size; 2], Vector3::zeros()),
    }
}

/// Returns a body of any kind in any orientation, at the origin.
pub fn any_body<const D: usize>(dice: &mut Dice, size: f64) -> Model<D> {
    let kind = Kind::ALL[dice.pick(Kind::ALL.len())];
    let body = kind.body(dice, size, POINTS);
    Model::new(body, dice.orientation::<D>())
}

/// Returns two bodies of any kind near each other, with A at the place `at`.
fn meeting<const D: usize>(dice: &mut Dice, sizes: [f64; 2], at: Vector3<f64>) -> Pair<D> {
    let [mut a, mut b] = sizes.map(|size| any_body(dice, size));
    a.location = at;
    let normal = direction::<D>(dice);
    let gap = sizes[0].min(sizes[1]) * dice.sign() * dice.scale(1e-6, 1.0);
    plant(&a, &mut b, &normal, gap);
    [a, b]
}

/// Returns zero, or a gap or overlap from 1e-12 to 1e-3.
pub fn kiss(dice: &mut Dice) -> f64 {
    if dice.chance(0.15) {
        0.0
    } else {
        dice.sign() * dice.scale(1e-12, 1e-3)
    }
}

/// Returns a body with flat faces at right angles to some of its axes, and one of these axes.
fn with_faces<const D: usize>(dice: &mut Dice, size: f64) -> (Body<D>, usize) {
    let axis = dice.pick(D);
    match dice.pick(4) {
        0 => (Kind::Cuboid.body(dice, size, POINTS), axis),
        1 => (Kind::RoundCuboid.body(dice, size, POINTS), axis),
        2 => (Kind::Cylinder.body(dice, size, POINTS), 1),
        _ => (prism(dice, size), 1),
    }
}

/// Returns a prism: a polygon extended along the y axis. In the plane it is a rectangle.
fn prism<const D: usize>(dice: &mut Dice, size: f64) -> Body<D> {
    let sides = 3 + dice.pick(4);
    let [height, radius] = [(); 2].map(|()| dice.part(size, 0.1, 1.0));
    let corner = |n: usize, y: f64| {
        let (sin, cos) = (TAU * n as f64 / sides as f64).sin_cos();
        let x = if D == 2 { cos.signum() } else { cos };
        rounded::<D>(dice, &Vector3::new(radius * x, y * height, radius * sin))
    };
    let ring = |y: f64| (0..sides).map(move |n| (n, y));
    let points = ring(-1.0).chain(ring(1.0)).map(|(n, y)| corner(n, y));
    Body::sharp(Shape::Points(points.collect()))
}

fn parallel_faces<const D: usize>(dice: &mut Dice, size: f64) -> Pair<D> {
    let orientation = if dice.chance(0.5) {
        dice.square_orientation::<D>()
    } else {
        dice.orientation::<D>()
    };
    let ((body_a, axis), (body_b, _)) = (with_faces(dice, size), with_faces(dice, size));
    let (a, mut b) = (
        Model::new(body_a, orientation),
        Model::new(body_b, orientation),
    );
    let normal: Vector3<f64> = a.matrix.column(axis) * dice.sign();
    let gap = if dice.chance(0.1) {
        0.0
    } else {
        dice.sign() * dice.scale(1e-12, 1.0) * a.size.min(b.size)
    };
    let aside = if dice.chance(0.5) {
        in_ball::<D>(dice) * size
    } else {
        Vector3::zeros()
    };
    // planting also moves B along the face; only its move along the normal is kept
    plant(&a, &mut b, &normal, gap);
    b.location = aside + normal * normal.dot(&(b.location - aside));
    [a, b]
}

/// Plants a body of any kind on another one, along a normal that depends on the other one.
fn kissing<const D: usize>(
    dice: &mut Dice,
    size: f64,
    normal: impl Fn(&Model<D>) -> Vector3<f64>,
) -> Pair<D> {
    let [mut a, mut b] = [size, size].map(|size| any_body(dice, size));
    a.location = in_ball::<D>(dice) * size;
    let normal = normal(&a).normalize();
    let gap = kiss(dice) * a.size.min(b.size);
    plant(&a, &mut b, &normal, gap);
    [a, b]
}

fn kissing_faces<const D: usize>(dice: &mut Dice, size: f64) -> Pair<D> {
    let (which, angle, otherwise) = (
        dice.pick(1 << 20),
        dice.between(0.0, TAU),
        direction::<D>(dice),
    );
    kissing(dice, size, |a| {
        let core = &a.core;
        let local = match (&a.facets, &core.solid) {
            (Some(facets), _) => {
                let count = facets.normals.len().max(1);
                *facets.normals.get(which % count).unwrap_or(&otherwise)
            }
            (
                None,
                &Solid::Cone {
                    half_height,
                    radius,
                },
            ) if which % 2 == 0 => {
                let out = 2.0 * half_height;
                Vector3::new(out * angle.cos(), radius, out * angle.sin())
            }
            _ => -Vector3::y(),
        };
        a.matrix * local
    })
}

/// Returns two boxes that touch edge on edge. In the plane, a vertex touches an edge.
fn kissing_edges<const D: usize>(dice: &mut Dice, size: f64) -> Pair<D> {
    let block = |dice: &mut Dice| {
        let body = Kind::Cuboid.body(dice, size, POINTS);
        (Model::<D>::new(body, dice.orientation::<D>()), dice.pick(D))
    };
    let ((a, along_a), (mut b, along_b)) = (block(dice), block(dice));
    let edge = |body: &Model<D>, axis: usize| -> Vector3<f64> { body.matrix.column(axis).into() };
    let other = if D == 2 {
        Vector3::z()
    } else {
        edge(&b, along_b)
    };
    let normal = edge(&a, along_a).cross(&other).normalize();
    let middle = |body: &Model<D>, s: &Vector3<f64>, axis: usize| {
        let mut local = body.matrix.tr_mul(&body.support_point(s));
        local[axis] = 0.0;
        body.matrix * local
    };
    let on_a = middle(&a, &normal, along_a);
    let on_b = if D == 2 {
        b.support_point(&-normal)
    } else {
        middle(&b, &-normal, along_b)
    };
    let gap = kiss(dice) * a.size.min(b.size);
    b.location = on_a - on_b + normal * gap;
    [a, b]
}

fn coincident<const D: usize>(dice: &mut Dice, size: f64) -> Pair<D> {
    let mut a = any_body(dice, size);
    a.location = in_ball::<D>(dice) * size;
    let mut b = a.clone();
    if dice.chance(0.5) {
        b.location += direction::<D>(dice) * (size * dice.scale(1e-16, 1e-6));
    }
    [a, b]
}

fn nested<const D: usize>(dice: &mut Dice, size: f64) -> Pair<D> {
    let small = size * dice.scale(1e-3, 0.3);
    let [a, mut b] = [size, small].map(|size| any_body(dice, size));
    if dice.chance(0.5) {
        b.location = in_ball::<D>(dice) * (0.1 * size);
    }
    if dice.chance(0.5) { [b, a] } else { [a, b] }
}
