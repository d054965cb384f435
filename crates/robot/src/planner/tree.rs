//! A tree of boxes, built once in n log n.

use std::ops::Range;

use nalgebra::Vector3;

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::planner) struct Bounds {
    pub(in crate::planner) min: Vector3<f64>,
    pub(in crate::planner) max: Vector3<f64>,
}

impl Bounds {
    /// Returns the box that contains nothing.
    pub(in crate::planner) fn nothing() -> Self {
        Self {
            min: Vector3::repeat(f64::INFINITY),
            max: Vector3::repeat(f64::NEG_INFINITY),
        }
    }

    /// Returns the box around two boxes.
    pub(in crate::planner) fn around(&self, other: &Self) -> Self {
        Self {
            min: self.min.inf(&other.min),
            max: self.max.sup(&other.max),
        }
    }

    /// Returns the box with each side moved outwards.
    pub(in crate::planner) fn widened(&self, by: f64) -> Self {
        Self {
            min: self.min.add_scalar(-by),
            max: self.max.add_scalar(by),
        }
    }

    /// Returns whether the boxes may have a point in common. One with NaN overlaps all others along that axis.
    #[inline]
    pub(in crate::planner) fn overlaps(&self, other: &Self) -> bool {
        let apart = |k: usize| self.max[k] < other.min[k] || other.max[k] < self.min[k];
        !(apart(0) | apart(1) | apart(2))
    }
}

/// Boxes with numbers, in a tree.
#[derive(Clone, Debug, Default)]
pub(in crate::planner) struct Tree {
    nodes: Vec<Node>,
    /// The numbers of the boxes, those of each leaf side by side.
    numbers: Vec<u32>,
}

/// A leaf of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::planner) struct Leaf(u32);

#[derive(Clone, Debug)]
struct Node {
    bounds: Bounds,
    /// The place of the second child, as the first comes next; or of a leaf's first number.
    place: u32,
    /// The number of boxes of a leaf, or 0.
    count: u32,
}

/// The largest depth of a tree of 2^32 boxes that is halved at each step.
const DEPTH: usize = 40;

impl Tree {
    /// Builds a tree of these boxes, which are numbered in their order, with at most so many in each leaf.
    pub(in crate::planner) fn new(boxes: &[Bounds], of_leaf: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(boxes.len()),
            numbers: (0..boxes.len() as u32).collect(),
        };
        if !boxes.is_empty() {
            tree.build(boxes, of_leaf, 0..boxes.len());
        }
        tree
    }

    fn build(&mut self, boxes: &[Bounds], of_leaf: usize, Range { start, end }: Range<usize>) {
        let numbers = &mut self.numbers[start..end];
        let bounds = numbers.iter().fold(Bounds::nothing(), |all, &number| {
            all.around(&boxes[number as usize])
        });
        let node = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            place: start as u32,
            count: (end - start) as u32,
        });
        if end - start <= of_leaf {
            return;
        }
        let axis = (bounds.max - bounds.min).imax();
        let middle = numbers.len() / 2;
        let key = |number: &u32| {
            let Bounds { min, max } = &boxes[*number as usize];
            min[axis] + max[axis]
        };
        numbers.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
        self.build(boxes, of_leaf, start..start + middle);
        let second = self.nodes.len() as u32;
        self.build(boxes, of_leaf, start + middle..end);
        (self.nodes[node].place, self.nodes[node].count) = (second, 0);
    }

    /// Visits the leaves near `bounds`, which have all boxes that overlap it, and some others.
    #[inline]
    pub(in crate::planner) fn near(&self, bounds: &Bounds, mut visit: impl FnMut(Leaf)) {
        if self.nodes.is_empty() {
            return;
        }
        let mut stack = [0; DEPTH];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let at = stack[height];
            let node = &self.nodes[at as usize];
            if !node.bounds.overlaps(bounds) {
                continue;
            }
            if node.count > 0 {
                visit(Leaf(at));
            } else {
                stack[height] = node.place;
                stack[height + 1] = at + 1;
                height += 2;
            }
        }
    }

    /// Returns the numbers of the boxes of a leaf.
    #[inline]
    pub(in crate::planner) fn numbers(&self, Leaf(leaf): Leaf) -> &[u32] {
        let Node { place, count, .. } = self.nodes[leaf as usize];
        &self.numbers[place as usize..(place + count) as usize]
    }

    /// Returns a box around the boxes of a leaf.
    pub(in crate::planner) fn bounds(&self, Leaf(leaf): Leaf) -> &Bounds {
        &self.nodes[leaf as usize].bounds
    }
}
