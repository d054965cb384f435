//! A tree of boxes that is built at once, and searched together with another one.

use std::ops::Range;

use super::{Boxed, Workers};
use crate::Real;
use crate::swept::SweptBox;
use crate::tuning::{BOXES_AT_ONCE, BOXES_IN_LEAF, NODES_AT_ONCE};

/// The number of a box that was removed.
const REMOVED: usize = usize::MAX - 1;

/// A balanced tree: each half of the boxes is on one side of the other along an axis, as far as their middles go.
#[derive(Clone, Debug)]
pub(super) struct Tree<T: Real, const D: usize> {
    /// The boxes, in the order of the leaves.
    items: Vec<Boxed<T, D>>,
    /// The root is the first. The first child of a node follows it.
    nodes: Vec<Node<T, D>>,
    live: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node<T: Real, const D: usize> {
    around: SweptBox<T, D>,
    /// Its boxes are those from `first` to before `end`.
    first: usize,
    end: usize,
    /// The second child, or 0 for a leaf.
    second: usize,
}

impl<T: Real, const D: usize> Node<T, D> {
    /// Returns a leaf with these boxes, of which the first has the place `first` among all, or `None` if there are
    /// none.
    fn around(items: &[Boxed<T, D>], first: usize) -> Option<Self> {
        let all = items.iter().map(|boxed| boxed.swept);
        let around = all.reduce(|one, other| one.merged(&other))?;
        Some(Self {
            around,
            first,
            end: first + items.len(),
            second: 0,
        })
    }

    /// Returns the node around two others, of which the second is to have this place.
    fn parent([one, other]: [&Self; 2], second: usize) -> Self {
        Self {
            around: one.around.merged(&other.around),
            first: one.first,
            end: other.end,
            second,
        }
    }

    /// Returns the node as it is in a list in which this many others come before it and its siblings.
    fn after(self, others: usize) -> Self {
        let second = if self.is_leaf() {
            0
        } else {
            self.second + others
        };
        Self { second, ..self }
    }

    fn is_leaf(&self) -> bool {
        self.second == 0
    }
}

impl<T: Real, const D: usize> Tree<T, D> {
    pub(super) fn new<W: Workers>(mut items: Vec<Boxed<T, D>>) -> Self {
        let live = items.len();
        let nodes = build::<W, T, D>(&mut items, 0);
        Self { items, nodes, live }
    }

    /// Returns how many boxes were not removed.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// Returns whether more boxes were removed than are left.
    pub(super) fn is_sparse(&self) -> bool {
        2 * self.live < self.items.len()
    }

    /// Removes a box. Returns how many are left.
    pub(super) fn remove(&mut self, item: usize) -> usize {
        self.items[item].number = REMOVED;
        self.live -= 1;
        self.live
    }

    pub(super) fn into_live(self) -> impl Iterator<Item = Boxed<T, D>> {
        let boxes = self.items.into_iter();
        boxes.filter(|boxed| boxed.number != REMOVED)
    }

    /// Returns the numbers of all boxes of a new tree, in the order of their places.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.items.iter().map(|boxed| boxed.number)
    }

    /// Returns the overlapping pairs of a new tree's boxes.
    pub(super) fn join_itself<W: Workers>(&self) -> Found {
        self.join_nodes::<W>(0..self.nodes.len())
    }

    /// Returns the overlapping pairs of boxes that are in one of these nodes, but not in the same child of it.
    fn join_nodes<W: Workers>(&self, nodes: Range<usize>) -> Found {
        if nodes.len() > NODES_AT_ONCE {
            let middle = nodes.start + nodes.len() / 2;
            let (low, high) = (nodes.start..middle, middle..nodes.end);
            let (mut found, mut others) =
                W::both(|| self.join_nodes::<W>(low), || self.join_nodes::<W>(high));
            found.pairs.append(&mut others.pairs);
            found.tests += others.tests;
            return found;
        }
        let mut found = Found::default();
        for index in nodes {
            let node = &self.nodes[index];
            if node.is_leaf() {
                let items = &self.items[node.first..node.end];
                for (place, one) in items.iter().enumerate() {
                    found.add_reached(one, &items[place + 1..]);
                }
            } else {
                self.join_from((index + 1, node.second), self, &mut found);
            }
        }
        found
    }

    /// Adds the pairs of a box of this tree, which is new, and one of another that it overlaps.
    pub(super) fn join(&self, other: &Self, found: &mut Found) {
        if !self.nodes.is_empty() && !other.nodes.is_empty() {
            self.join_from((0, 0), other, found);
        }
    }

    fn join_from(&self, roots: (usize, usize), other: &Self, found: &mut Found) {
        let mut ahead = vec![roots];
        while let Some((a, b)) = ahead.pop() {
            let (node_a, node_b) = (&self.nodes[a], &other.nodes[b]);
            found.tests += 1;
            if !node_a.around.overlaps(&node_b.around) {
                continue;
            }
            if node_a.is_leaf() && node_b.is_leaf() {
                for one in &self.items[node_a.first..node_a.end] {
                    let items = &other.items[node_b.first..node_b.end];
                    found.add_reached(one, items);
                }
            } else if node_b.is_leaf()
                || (!node_a.is_leaf() && width(&node_a.around) > width(&node_b.around))
            {
                ahead.extend([(node_a.second, b), (a + 1, b)]);
            } else {
                ahead.extend([(a, node_b.second), (a, b + 1)]);
            }
        }
    }
}

/// Pairs of overlapping boxes, and how many were compared.
#[derive(Default)]
pub(super) struct Found {
    pub(super) pairs: Vec<[usize; 2]>,
    pub(super) tests: u64,
}

impl Found {
    /// Adds the pairs of one box and those of a leaf that it overlaps.
    fn add_reached<T: Real, const D: usize>(&mut self, one: &Boxed<T, D>, items: &[Boxed<T, D>]) {
        self.tests += items.len() as u64;
        for other in items {
            if one.swept.overlaps(&other.swept) && other.number != REMOVED {
                self.pairs.push([one.number, other.number]);
            }
        }
    }
}

/// Returns the nodes around these boxes, of which the first has the place `first` among all, and sorts the boxes by
/// node.
fn build<W: Workers, T: Real, const D: usize>(
    items: &mut [Boxed<T, D>],
    first: usize,
) -> Vec<Node<T, D>> {
    let mut nodes = Vec::with_capacity(4 * items.len() / BOXES_IN_LEAF + 1);
    if items.len() <= BOXES_AT_ONCE {
        add_nodes(items, first, &mut nodes);
        return nodes;
    }
    let half = split(items);
    let (low, high) = items.split_at_mut(half);
    let below = W::both(
        || build::<W, T, D>(low, first),
        || build::<W, T, D>(high, first + half),
    );
    let children = [&below.0[0], &below.1[0]];
    nodes.push(Node::parent(children, 1 + below.0.len()));
    for part in [below.0, below.1] {
        let before = nodes.len();
        nodes.extend(part.into_iter().map(|node| node.after(before)));
    }
    nodes
}

/// Adds the nodes around these boxes one after the other.
fn add_nodes<T: Real, const D: usize>(
    items: &mut [Boxed<T, D>],
    first: usize,
    nodes: &mut Vec<Node<T, D>>,
) {
    let index = nodes.len();
    if items.len() <= BOXES_IN_LEAF {
        nodes.extend(Node::around(items, first));
        return;
    }
    // its place is taken by another node until its children are known
    nodes.extend(Node::around(&items[..1], first));
    let half = split(items);
    let (low, high) = items.split_at_mut(half);
    add_nodes(low, first, nodes);
    let second = nodes.len();
    add_nodes(high, first + half, nodes);
    nodes[index] = Node::parent([&nodes[index + 1], &nodes[second]], second);
}

/// Sorts boxes into two halves. Returns how many are in the first.
fn split<T: Real, const D: usize>(items: &mut [Boxed<T, D>]) -> usize {
    let axis = widest_axis(items);
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |a, b| {
        let ends = [a, b].map(|boxed| twice_middle(&boxed.swept, axis));
        // the numbers make the tree the same, in whatever order the boxes came
        ends[0].total_cmp(&ends[1]).then(a.number.cmp(&b.number))
    });
    half
}

/// Returns the axis along which the middles of the boxes are farthest apart.
fn widest_axis<T: Real, const D: usize>(items: &[Boxed<T, D>]) -> usize {
    let mut ends = [(f64::INFINITY, f64::NEG_INFINITY); D];
    for boxed in items {
        for (axis, (low, high)) in ends.iter_mut().enumerate() {
            let middle = twice_middle(&boxed.swept, axis);
            if middle.is_finite() {
                (*low, *high) = (low.min(middle), high.max(middle));
            }
        }
    }
    let spread = |axis: usize| ends[axis].1 - ends[axis].0;
    let wider = |&a: &usize, &b: &usize| spread(a).total_cmp(&spread(b));
    (0..D).max_by(wider).unwrap_or(0)
}

fn twice_middle<T: Real, const D: usize>(swept: &SweptBox<T, D>, axis: usize) -> f64 {
    (swept.min[axis] + swept.max[axis]).as_f64()
}

/// Returns the sum of the sides of a box.
fn width<T: Real, const D: usize>(swept: &SweptBox<T, D>) -> T {
    (swept.max - swept.min).sum()
}
