//! Who finds the overlapping pairs of boxes.

use nalgebra::SVector;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use photofinish::Real;
use photofinish::broad_phase::overlapping_pairs;
use photofinish::swept::SweptBox;
use rstar::{AABB, RTree, RTreeObject};

/// What a contender found.
pub struct Found {
    pub pairs: Vec<[usize; 2]>,
    /// How many pairs of boxes it compared, if it tells.
    pub tests: Option<u64>,
}

pub fn photofinish<T: Real, const D: usize>(boxes: &[SweptBox<T, D>]) -> Found {
    let found = overlapping_pairs(boxes);
    Found {
        pairs: found.pairs,
        tests: Some(found.tests),
    }
}

/// Sorts the boxes along the axis along which their middles differ most, and compares neighbours.
pub fn sweep_and_prune<T: Real, const D: usize>(boxes: &[SweptBox<T, D>]) -> Found {
    let spread = |axis: usize| {
        let middles = boxes.iter().map(|b| (b.min[axis] + b.max[axis]).as_f64());
        let (sum, squares) = middles.fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
        squares - sum * sum / boxes.len() as f64
    };
    let axis = (0..D).max_by(|&a, &b| spread(a).total_cmp(&spread(b)));
    let axis = axis.expect("there are axes");
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| {
        boxes[a].min[axis]
            .as_f64()
            .total_cmp(&boxes[b].min[axis].as_f64())
    });
    let sorted: Vec<_> = order.iter().map(|&place| boxes[place]).collect();
    let (mut pairs, mut tests) = (Vec::new(), 0);
    for (place, one) in sorted.iter().enumerate() {
        for (after, other) in sorted[place + 1..].iter().enumerate() {
            if other.min[axis] > one.max[axis] {
                break;
            }
            tests += 1;
            if one.overlaps(other) {
                pairs.push(sorted_pair(order[place], order[place + 1 + after]));
            }
        }
    }
    pairs.sort_unstable();
    Found {
        pairs,
        tests: Some(tests),
    }
}

/// A box in rstar's tree.
#[derive(Clone, Copy)]
struct Boxed<T: Real, const D: usize>(usize, SweptBox<T, D>);

impl RTreeObject for Boxed<f64, 3> {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.1.min.into(), self.1.max.into())
    }
}

/// Builds rstar's tree of all boxes, and joins it with itself.
pub fn rstar(boxes: &[SweptBox<f64, 3>]) -> Found {
    let items = boxes
        .iter()
        .enumerate()
        .map(|(place, swept)| Boxed(place, *swept));
    let tree = RTree::bulk_load(items.collect());
    let joined = tree.intersection_candidates_with_other_tree(&tree);
    let pairs = joined.filter(|(a, b)| a.0 < b.0).map(|(a, b)| [a.0, b.0]);
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    Found { pairs, tests: None }
}

/// Builds parry's tree of all boxes, and searches it together with itself. It is in single precision.
pub fn parry(boxes: &[SweptBox<f64, 3>]) -> Found {
    let point = |p: SVector<f64, 3>| Vector::new(p.x as f32, p.y as f32, p.z as f32);
    let aabbs: Vec<_> = boxes
        .iter()
        .map(|b| Aabb::new(point(b.min), point(b.max)))
        .collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &aabbs);
    let (mut pairs, mut workspace) = (Vec::new(), BvhWorkspace::default());
    tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| {
        pairs.push(sorted_pair(a as usize, b as usize));
    });
    pairs.sort_unstable();
    Found { pairs, tests: None }
}

fn sorted_pair(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
