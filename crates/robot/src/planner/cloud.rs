//! Points with a shape around each, in a tree.

use std::borrow::Cow;

use nalgebra::Vector3;

use super::parts::BOX_SLACK;
use super::side::Side;
use super::tree::{Bounds, Leaf, Tree};
use crate::bodies::Owner;
use crate::scene;
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Cuboid};

/// The number of points that are tested as one box before they are tested alone.
const OF_CLUSTER: usize = 16;

/// The points of a cloud.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Cloud {
    pub(in crate::planner) owner: Owner,
    shape: AnyShape<f64, 3>,
    points: Vec<Vector3<f64>>,
    /// Half of the lengths of a box around the shape.
    half: Vector3<f64>,
    pub(in crate::planner) tree: Tree,
}

impl Cloud {
    pub(in crate::planner) fn new(cloud: &scene::Cloud, owner: Owner) -> Self {
        let shape = cloud.shape().clone();
        let half = SupportMap::<f64, 3>::extents(&shape);
        let points: Vec<_> = cloud.points().map(Vector3::from).collect();
        let mut new = Self {
            owner,
            shape,
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

    /// Returns a point's shape, where it is.
    pub(in crate::planner) fn side(&self, point: u32) -> Side<'_> {
        Side::around(self.points[point as usize], Cow::Borrowed(&self.shape))
    }

    /// Returns a box around the shapes of all points of a leaf.
    pub(in crate::planner) fn cluster(&self, leaf: Leaf) -> Side<'_> {
        let Bounds { min, max } = self.tree.bounds(leaf);
        let middle = 0.5 * (min + max);
        let slack = BOX_SLACK * (middle.amax() + (max - min).amax());
        let half = (0.5 * (max - min)).add_scalar(slack);
        let shape = Cuboid::new(half).expect("a box around shapes").into();
        Side::around(middle, Cow::Owned(shape))
    }
}
