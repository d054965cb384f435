//! The bodies at the start: a tower of blocks, and bodies that are poured into a bowl.

use std::collections::VecDeque;
use std::f32::consts::TAU;
use std::sync::Arc;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::ShapeError;
use photofinish::pieces::{MeshError, TriMesh};
use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid, Cylinder};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::body::Body;
use super::world::{HeapError, STEP, World};

/// The density of wood, in kilograms per cubic metre.
const WOOD: f32 = 600.0;
/// The density of lead.
const LEAD: f32 = 11_340.0;

/// How high above the floor the tower begins, in metres.
const DROP: f32 = 0.8;
/// Half the sides of a block, in metres.
const BLOCK: [f32; 3] = [0.2, 0.12, 0.2];
/// How far apart blocks are at the start, in metres.
const GAP: f32 = 0.012;
/// The radius of the ball that is shot, in metres, its speed, and when it arrives.
const SHOT: f32 = 0.15;
/// See [`SHOT`]: 1.5 m in a step.
const SHOT_SPEED: f32 = 90.0;
/// See [`SHOT`]: the tower has just landed then.
const SHOT_ARRIVES: f32 = 0.6;

/// The radius of the bowl for one body, in metres; its depth, over its radius; its lowest point, in metres.
const BOWL: [f32; 3] = [0.33, 0.55, 0.5];
/// About how long the sides of the bowl's triangles are, in metres.
const SIDES: f32 = 0.4;
/// How far apart layers of bodies are, and bodies in a layer, in metres. No body is wider than this.
const LAYERS: f32 = 0.6;
/// How fast bodies come, in metres per second: a layer in every fourth step.
const POURED: f32 = 9.0;
/// The number of steps after which all bodies have come.
const POURING: usize = 360;
/// The sizes of poured bodies, in metres.
const SIZES: [f32; 2] = [0.1, 0.2];
/// How many shapes of each form there are.
const SHAPES: usize = 8;

impl World {
    /// Returns a tower of this many blocks above the floor, as wide as an eighth of its height, and a ball on its way
    /// to its middle.
    ///
    /// # Errors
    /// [`HeapError`].
    pub fn stack(blocks: usize, seed: u64) -> Result<Self, HeapError> {
        let mut rng = StdRng::seed_from_u64(seed);
        let wide = ((blocks as f32).cbrt() / 2.0).round().max(1.0) as usize;
        let [x, y, z] = BLOCK;
        let shape = Arc::new(AnyShape::from(Cuboid::new(vector![x, y, z])?));
        let middle = 0.5 * (wide - 1) as f32;
        let mut bodies: Vec<_> = (0..blocks)
            .map(|block| {
                let cell = [block % wide, block / wide % wide, block / wide / wide];
                let [column, row, layer] = cell.map(|cell| cell as f32);
                let place = vector![
                    (column - middle) * (2.0 * x + GAP),
                    DROP + layer * (2.0 * y + GAP) + y,
                    (row - middle) * (2.0 * z + GAP)
                ];
                let off = Vector3::from_fn(|_, _| rng.random_range(-0.2..0.2) * GAP);
                let turn = Vector3::y() * rng.random_range(-0.2..0.2) * GAP / x;
                let pose = Isometry3::new(place + off, turn);
                Body::new(shape.clone(), WOOD, pose, Vector3::zeros())
            })
            .collect();
        let layers = blocks.div_ceil(wide * wide) as f32;
        let height = 0.4 * layers * 2.0 * y;
        // on its way the ball falls by this length, and the tower, which falls for as long, by as much
        let fall = 0.5 * 9.81 * SHOT_ARRIVES * SHOT_ARRIVES;
        let place = vector![-SHOT_SPEED * SHOT_ARRIVES, height + fall, 0.3 * z];
        let ball = Arc::new(AnyShape::from(Ball::new(SHOT)?));
        let velocity = Vector3::x() * SHOT_SPEED;
        bodies.push(Body::new(ball, LEAD, Isometry3::from(place), velocity));
        Self::new(bodies, VecDeque::new(), None)
    }

    /// Returns a bowl into which this many bodies are poured, in six seconds: balls, cuboids, cylinders, capsules and
    /// hulls.
    ///
    /// # Errors
    /// [`HeapError`].
    pub fn bowl(count: usize, seed: u64) -> Result<Self, HeapError> {
        let mut rng = StdRng::seed_from_u64(seed);
        let shapes = shapes(&mut rng)?;
        let radius = BOWL[0] * (count as f32).cbrt();
        let every = (LAYERS / POURED / STEP).round() as usize;
        let layers = POURING / every;
        let side = ((count as f32 / layers as f32).sqrt().ceil() as usize).max(1);
        let middle = 0.5 * (side - 1) as f32;
        let top = BOWL[2] + 2.0 * BOWL[1] * radius;
        let waiting = (0..count).map(|number| {
            let (layer, cell) = (number / (side * side), number % (side * side));
            let [x, z] = [cell % side, cell / side].map(|cell| cell as f32 - middle);
            // each layer is turned by the golden angle, so that bodies do not fall onto each other in columns
            let (sine, cosine) = (layer as f32 * 2.4).sin_cos();
            let place = vector![x * cosine - z * sine, 0.0, x * sine + z * cosine] * LAYERS;
            let turn = Vector3::from_fn(|_, _| rng.random_range(-2.0..2.0));
            let pose = Isometry3::new(place + Vector3::y() * top, turn);
            let shape = &shapes[rng.random_range(0..shapes.len())];
            let velocity = Vector3::y() * -POURED;
            (
                layer * every,
                Body::new(shape.clone(), WOOD, pose, velocity),
            )
        });
        let waiting: VecDeque<_> = waiting.collect();
        Self::new(Vec::new(), waiting, Some(mesh(radius)?))
    }
}

/// Returns shapes that keep within half the distance of the layers.
fn shapes(rng: &mut StdRng) -> Result<Vec<Arc<AnyShape<f32, 3>>>, ShapeError> {
    let mut shapes: Vec<AnyShape<f32, 3>> = Vec::new();
    for _ in 0..SHAPES {
        let size = rng.random_range(SIZES[0]..SIZES[1]);
        let mut part = || size * rng.random_range(0.4..0.7);
        shapes.push(Ball::new(0.8 * size)?.into());
        shapes.push(Cuboid::new(vector![part(), part(), part()])?.into());
        shapes.push(Cylinder::new(part(), part())?.into());
        shapes.push(Capsule::new(0.7 * part(), part())?.into());
        shapes.push(hull(rng, size)?.into());
    }
    Ok(shapes.into_iter().map(Arc::new).collect())
}

/// Returns a hull of points on a ball, about its centre of mass.
fn hull(rng: &mut StdRng, size: f32) -> Result<ConvexHull<f32, 3>, ShapeError> {
    let points: Vec<Vector3<f64>> = (0..12)
        .map(|_| {
            let direction = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0f64));
            direction.normalize() * f64::from(size)
        })
        .collect();
    let center = crate::solid::mass(&[ConvexHull::new(&points)?], 1.0).center;
    let centered = points
        .iter()
        .map(|point| (point - center).map(|x| x as f32));
    ConvexHull::new(&centered.collect::<Vec<_>>())
}

/// Returns a bowl: a paraboloid that is open above.
fn mesh(radius: f32) -> Result<TriMesh<f32>, MeshError> {
    let [_, depth, low] = BOWL;
    let [rings, sectors] = [radius, TAU * radius].map(|length| (length / SIDES).ceil() as u32);
    let mut points = vec![vector![0.0, low, 0.0]];
    let mut triangles = Vec::new();
    for ring in 1..=rings {
        let share = ring as f32 / rings as f32;
        for sector in 0..sectors {
            let (sine, cosine) = (sector as f32 / sectors as f32 * TAU).sin_cos();
            let height = low + depth * radius * share * share;
            points.push(vector![
                radius * share * cosine,
                height,
                radius * share * sine
            ]);
            let number = |ring: u32, sector: u32| 1 + (ring - 1) * sectors + sector % sectors;
            let outer = [number(ring, sector), number(ring, sector + 1)];
            if ring == 1 {
                triangles.push([0, outer[1], outer[0]]);
            } else {
                let inner = [number(ring - 1, sector), number(ring - 1, sector + 1)];
                triangles.push([inner[0], outer[1], outer[0]]);
                triangles.push([inner[0], inner[1], outer[1]]);
            }
        }
    }
    TriMesh::new(points, triangles)
}
