//! Sampling with photofinish's own static test: bounding boxes, then GJK from the axis that it ended with before.

use std::f64::consts::FRAC_PI_2;

use anyhow::Result;
use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::gjk::intersects;
use photofinish::shape::{AnyShape, Ball, ConvexHull, Cuboid, Cylinder};
use photofinish::support::Posed;
use photofinish::{ShapeError, SupportMap};

use crate::data::{Data, Object, Shape};
use crate::kinematics::{Chain, Placement};
use crate::sampling::StaticTest;

/// A box around a body along the axes of some frame.
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

    /// Those in the world of what these are around.
    fn placed(&self, placement: &Placement) -> Self {
        Self {
            center: placement.point(&self.center),
            half: placement.rotation.abs() * self.half,
        }
    }
}

/// An object of the scene, and the bounds of it.
struct Obstacle {
    posed: Posed<AnyShape<f64, 3>, f64, 3>,
    bounds: Bounds,
}

/// A body of the robot, and the bounds of it in its own frame.
struct Link {
    hull: ConvexHull<f64, 3>,
    bounds: Bounds,
}

/// The robot in one scene.
pub struct Gjk {
    links: Vec<Link>,
    obstacles: Vec<Obstacle>,
    /// Where the search starts, of each link with each obstacle.
    axes: Vec<Vector3<f64>>,
}

/// The robot in each of the scenes.
pub fn tests(data: &Data) -> Result<Vec<Gjk>> {
    let test = |objects| Gjk::new(&data.robot, objects);
    data.scenes.iter().map(|objects| test(objects)).collect()
}

impl Gjk {
    fn new(robot: &Chain, objects: &[Object]) -> Result<Self> {
        let links = robot.bodies.iter().map(|body| Link {
            hull: body.hull.clone(),
            bounds: bounds(&body.hull),
        });
        let obstacles = objects.iter().map(|object| {
            let (shape, upright) = shape(&object.shape)?;
            let posed = Posed::new(shape, &(object.pose * upright))?;
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

/// The shape, and its pose in the frame of the object: cylinders stand along y here.
fn shape(shape: &Shape) -> Result<(AnyShape<f64, 3>, Isometry3<f64>), ShapeError> {
    let upright = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2);
    Ok(match *shape {
        Shape::Box { sizes } => (Cuboid::new(sizes / 2.0)?.into(), Isometry3::identity()),
        Shape::Cylinder { height, radius } => (
            Cylinder::new(height / 2.0, radius)?.into(),
            Isometry3::from_parts(vector![0.0, 0.0, 0.0].into(), upright),
        ),
        Shape::Ball { radius } => (Ball::new(radius)?.into(), Isometry3::identity()),
    })
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
            let bounds = link.bounds.placed(placement);
            let mut posed = None;
            for (obstacle, axis) in self.obstacles.iter().zip(axes) {
                if !bounds.overlap(&obstacle.bounds) {
                    continue;
                }
                let posed = posed.get_or_insert_with(|| {
                    Posed::new(&link.hull, &placement.pose).expect("a pose of finite numbers")
                });
                if intersects(posed, &obstacle.posed, axis) {
                    return true;
                }
            }
        }
        false
    }
}
