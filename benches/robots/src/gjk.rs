//! Samples paths with photofinish's own static test: bounding boxes first, then GJK, which starts from the axis of its
//! previous run.

use anyhow::Result;
use nalgebra::Vector3;
use photofinish::SupportMap;
use photofinish::gjk::intersects;
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish_robot::Scene;

use crate::data::Data;
use crate::kinematics::{Chain, Placement};
use crate::sampling::StaticTest;

/// A box around a body, along the axes of some frame.
#[derive(Clone, Copy)]
struct Bounds {
    center: Vector3<f64>,
    half: Vector3<f64>,
}

impl Bounds {
    fn overlap(&self, other: &Self) -> bool {
        let between = (other.center - self.center).abs();
        let reach = self.half + other.half;
        between.x <= reach.x && between.y <= reach.y && between.z <= reach.z
    }

    /// Returns the box along the axes of the world that contains this box, placed like this.
    fn placed(&self, placement: &Placement) -> Self {
        Self {
            center: placement.point(&self.center),
            half: placement.rotation.abs() * self.half,
        }
    }
}

/// An object of the scene, and its box.
struct Obstacle {
    posed: Posed<AnyShape<f64, 3>, f64, 3>,
    bounds: Bounds,
}

/// A body of the robot, and its box in the body's frame.
struct Link {
    shape: AnyShape<f64, 3>,
    bounds: Bounds,
    moves: bool,
}

/// The robot in one scene.
pub struct Gjk {
    links: Vec<Link>,
    obstacles: Vec<Obstacle>,
    /// The axis with which GJK starts, for each link with each obstacle.
    axes: Vec<Vector3<f64>>,
}

/// Returns the robot in each of the scenes.
pub fn tests(data: &Data) -> Result<Vec<Gjk>> {
    let test = |scene| Gjk::new(&data.chain, scene);
    data.scenes.iter().map(test).collect()
}

impl Gjk {
    fn new(chain: &Chain, scene: &Scene) -> Result<Self> {
        let links = chain.bodies.iter().map(|body| Link {
            shape: body.shape.clone(),
            bounds: bounds(&body.shape),
            moves: body.moves(),
        });
        let pieces = scene.objects().iter().flat_map(|object| object.pieces());
        let obstacles = pieces.map(|piece| {
            let posed = Posed::new(piece.shape.clone(), &piece.pose)?;
            let bounds = bounds(&posed);
            Ok(Obstacle { posed, bounds })
        });
        let (links, obstacles): (Vec<_>, Vec<_>) =
            (links.collect(), obstacles.collect::<Result<_>>()?);
        Ok(Self {
            axes: vec![Vector3::zeros(); links.len() * obstacles.len()],
            links,
            obstacles,
        })
    }
}

fn bounds(body: &impl SupportMap<f64, 3>) -> Bounds {
    let along = |axis: usize, sign: f64| {
        let direction = Vector3::ith(axis, sign);
        body.support_point(&direction)[axis]
    };
    let (least, largest) = (
        Vector3::from_fn(|axis, _| along(axis, -1.0)),
        Vector3::from_fn(|axis, _| along(axis, 1.0)),
    );
    Bounds {
        center: (least + largest) / 2.0,
        half: (largest - least) / 2.0,
    }
}

impl StaticTest for Gjk {
    fn forget(&mut self) {
        self.axes.fill(Vector3::zeros());
    }

    fn collides(&mut self, bodies: &[Placement]) -> bool {
        let axes = self.axes.chunks_exact_mut(self.obstacles.len().max(1));
        for ((link, placement), axes) in self.links.iter().zip(bodies).zip(axes) {
            if !link.moves {
                continue;
            }
            let bounds = link.bounds.placed(placement);
            let mut posed = None;
            for (obstacle, axis) in self.obstacles.iter().zip(axes) {
                if !bounds.overlap(&obstacle.bounds) {
                    continue;
                }
                let posed = posed.get_or_insert_with(|| {
                    Posed::new(&link.shape, &placement.pose).expect("a pose of finite numbers")
                });
                if intersects(posed, &obstacle.posed, axis) {
                    return true;
                }
            }
        }
        false
    }
}
