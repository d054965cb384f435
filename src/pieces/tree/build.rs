//! How a tree is built.

use super::Node;
use super::corners::Corners;
use crate::Real;

/// Adds the box around `pieces`, and below it the tree of one half of them and that of the other.
pub(super) fn grow<T: Real, const D: usize>(
    nodes: &mut Vec<Node<T, D>>,
    pieces: &mut [(Corners<T, D>, u32)],
) -> Corners<T, D> {
    let here = nodes.len();
    if let [(corners, piece)] = pieces {
        nodes.push(Node {
            piece: *piece,
            ..Node::around(corners)
        });
        return nodes[here].corners();
    }
    nodes.push(Node::around(&pieces[0].0));
    let axis = widest(pieces);
    let half = pieces.len().div_ceil(2);
    pieces.select_nth_unstable_by(half, |(one, first), (other, second)| {
        let order = one
            .middle(axis)
            .as_f64()
            .total_cmp(&other.middle(axis).as_f64());
        order.then(first.cmp(second))
    });
    let (one, other) = pieces.split_at_mut(half);
    let low = grow(nodes, one);
    let second = nodes.len() as u32;
    let corners = low.with(&grow(nodes, other));
    nodes[here] = Node {
        second,
        ..Node::around(&corners)
    };
    nodes[here].corners()
}

/// Returns the axis along which the middles of the boxes spread most.
fn widest<T: Real, const D: usize>(pieces: &[(Corners<T, D>, u32)]) -> usize {
    let spread = |axis: usize| {
        let middles = pieces.iter().map(|(corners, _)| corners.middle(axis));
        let (low, high) = middles.fold((T::LARGEST, -T::LARGEST), |(low, high), x| {
            (low.min(x), high.max(x))
        });
        high - low
    };
    let spreads: [T; D] = std::array::from_fn(spread);
    (1..D).fold(0, |best, axis| {
        if spreads[axis] > spreads[best] {
            axis
        } else {
            best
        }
    })
}
