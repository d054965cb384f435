//! The pieces of a cloud in a tree: points with a shape around each, or triangles.

use std::borrow::Cow;

use nalgebra::{Isometry3, Vector3};

use super::parts::BOX_SLACK;
use super::side::Side;
use super::tree::{Bounds, Leaf, Tree};
use crate::bodies::Owner;
use crate::cloud::{self, triangle};
use crate::pose::RoundedPose;
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Cuboid};

/// The number of pieces that are tested as one box before they are tested alone.
const OF_CLUSTER: usize = 16;

/// A cloud.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Cloud {
    pub(in crate::planner) owner: Owner,
    pieces: Pieces,
    pub(in crate::planner) tree: Tree,
}

#[derive(Clone, Debug)]
enum Pieces {
    Around {
        points: Vec<Vector3<f64>>,
        shape: AnyShape<f64, 3>,
        /// Half of the lengths of a box around the shape.
        half: Vector3<f64>,
    },
    Triangles(Vec<[Vector3<f64>; 3]>),
}

impl Pieces {
    /// Returns a box around a piece.
    #[inline]
    fn bounds(&self, piece: usize) -> Bounds {
        match self {
            Self::Around { points, half, .. } => {
                let middle = points[piece];
                let half = half.add_scalar(BOX_SLACK * (middle.amax() + half.amax()));
                Bounds {
                    min: middle - half,
                    max: middle + half,
                }
            }
            Self::Triangles(triangles) => {
                let [a, b, c] = &triangles[piece];
                Bounds {
                    min: a.inf(b).inf(c),
                    max: a.sup(b).sup(c),
                }
            }
        }
    }
}

impl Cloud {
    pub(in crate::planner) fn new(cloud: &cloud::Cloud, owner: Owner) -> Self {
        let pieces = match cloud.shape() {
            Some(shape) => Pieces::Around {
                points: cloud.points().map(Vector3::from).collect(),
                shape: shape.clone(),
                half: SupportMap::<f64, 3>::extents(shape),
            },
            None => Pieces::Triangles(cloud.corners().collect()),
        };
        let number = match &pieces {
            Pieces::Around { points, .. } => points.len(),
            Pieces::Triangles(triangles) => triangles.len(),
        };
        let boxes: Vec<_> = (0..number).map(|piece| pieces.bounds(piece)).collect();
        Self {
            owner,
            pieces,
            tree: Tree::new(&boxes, OF_CLUSTER),
        }
    }

    /// Returns a box around a piece.
    #[inline]
    pub(in crate::planner) fn bounds(&self, piece: u32) -> Bounds {
        self.pieces.bounds(piece as usize)
    }

    /// Returns a piece where it is.
    pub(in crate::planner) fn side(&self, piece: u32) -> Side<'_> {
        match &self.pieces {
            Pieces::Around { points, shape, .. } => {
                Side::fixed(at(points[piece as usize]), Cow::Borrowed(shape))
            }
            Pieces::Triangles(triangles) => {
                let shape = triangle(triangles[piece as usize]).into();
                Side::fixed(RoundedPose::identity(), Cow::Owned(shape))
            }
        }
    }

    /// Returns a box around all pieces of a leaf.
    pub(in crate::planner) fn cluster(&self, leaf: Leaf) -> Side<'_> {
        let Bounds { min, max } = self.tree.bounds(leaf);
        let middle = 0.5 * (min + max);
        let slack = BOX_SLACK * (middle.amax() + (max - min).amax());
        let half = (0.5 * (max - min)).add_scalar(slack);
        let shape = Cuboid::new(half).expect("a box around shapes").into();
        Side::fixed(at(middle), Cow::Owned(shape))
    }
}

fn at(point: Vector3<f64>) -> RoundedPose {
    RoundedPose::from(&Isometry3::from(point))
}
