//! Points with a shape around each, in a tree.

use nalgebra::{Isometry3, Vector3};

use super::parts::BOX_SLACK;
use super::tree::{Bounds, Leaf, Tree};
use crate::bodies::{Body, Owner};
use crate::motion::Mount;
use crate::pose::RoundedPose;
use crate::scene;
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Cuboid};

/// The number of points that are tested as one box before they are tested alone.
const OF_CLUSTER: usize = 16;

/// The points of a cloud.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Cloud {
    pub(in crate::planner) owner: Owner,
    pub(in crate::planner) shape: AnyShape<f64, 3>,
    /// How far points of the shape's core are from its middle.
    pub(in crate::planner) reach: f64,
    points: Vec<Vector3<f64>>,
    /// Half of the lengths of a box around the shape.
    half: Vector3<f64>,
    pub(in crate::planner) tree: Tree,
}

impl Cloud {
    pub(in crate::planner) fn new(cloud: &scene::Cloud, owner: Owner) -> Self {
        let shape = cloud.shape().clone();
        let (_, reach, _) = Body::measured(&shape, &RoundedPose::identity());
        let half = SupportMap::<f64, 3>::extents(&shape);
        let points: Vec<_> = cloud.points().map(Vector3::from).collect();
        let mut new = Self {
            owner,
            shape,
            reach,
            half,
            points,
            tree: Tree::default(),
        };
        let boxes: Vec<_> = (0..new.points.len())
            .map(|at| new.bounds(at as u32))
            .collect();
        new.tree = Tree::new(&boxes, OF_CLUSTER);
        new
    }

    /// Returns a box around a point's shape.
    #[inline]
    pub(in crate::planner) fn bounds(&self, point: u32) -> Bounds {
        let middle = self.points[point as usize];
        let half = self
            .half
            .add_scalar(BOX_SLACK * (middle.amax() + self.half.amax()));
        Bounds {
            min: middle - half,
            max: middle + half,
        }
    }

    /// Returns where a point's shape is.
    pub(in crate::planner) fn mount(&self, point: u32) -> Mount {
        still(self.points[point as usize])
    }

    /// Returns a box around the shapes of all points of a leaf, where it is, and how far its points are from its middle.
    pub(in crate::planner) fn cluster(&self, leaf: Leaf) -> (AnyShape<f64, 3>, Mount, f64) {
        let Bounds { min, max } = self.tree.bounds(leaf);
        let middle = 0.5 * (min + max);
        let slack = BOX_SLACK * (middle.amax() + (max - min).amax());
        let half = (0.5 * (max - min)).add_scalar(slack);
        let shape: AnyShape<f64, 3> = Cuboid::new(half).expect("a box around shapes").into();
        let (_, reach, _) = Body::measured(&shape, &RoundedPose::identity());
        (shape, still(middle), reach)
    }
}

fn still(middle: Vector3<f64>) -> Mount {
    let at = RoundedPose::from(&Isometry3::from(middle));
    Mount::new(&at, Vector3::zeros())
}
