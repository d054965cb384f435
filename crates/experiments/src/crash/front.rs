//! The front of a search: parts of two bodies that are looked at, all together the whole bodies.
//!
//! Where a search ends, the next one starts (\[2\] 5). Parts that are far apart are not even looked at again until
//! their bodies may have come as far.

use nalgebra::Vector3;

use super::approach::Nearness;
use super::boxes::{Content, Node};
use super::search::Pair;

/// Two parts, by their boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    pub(super) parts: (u32, u32),
    /// The direction from A to B along which they were apart last, if it is known.
    pub(super) side: Option<Vector3<f64>>,
    /// How far they were apart, and how far the bodies had come by then.
    budget: f64,
}

/// The parts that are looked at. There are none if nothing is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    parts: Vec<Apart>,
    /// How many there were after the search that began with the whole bodies.
    fresh: usize,
}

/// A front with more than so many times as many parts as a fresh one begins again with the whole bodies. Larger: more
/// parts that are far apart by now. Smaller: whole bodies are looked at in vain more often.
const STALE: usize = 2;
/// No front is stale that has as few parts.
const FEW: usize = 8;

/// How far bodies have come by now, the distance that they are to keep, and a bound of their speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going {
    pub(super) come: f64,
    pub(super) kept: f64,
    pub(super) speed: f64,
}

/// What a search down both trees finds.
pub(super) struct Near {
    /// The pieces that may meet.
    pub(super) pieces: Vec<(Pair, Nearness)>,
    /// How near all others are.
    pub(super) others: Nearness,
}

impl Front {
    /// Forgets what is known.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
    }

    /// Returns the pieces that may meet within so many seconds, and how near all others are. `look` looks at two parts.
    /// It returns how near these are, and a direction.
    pub(super) fn search(
        &mut self,
        boxes: [&[Node]; 2],
        (going, within): (Going, f64),
        mut look: impl FnMut(&Apart) -> (Nearness, Option<Vector3<f64>>),
    ) -> Near {
        if self.parts.len() > FEW.max(STALE * self.fresh) {
            self.parts.clear();
        }
        let is_fresh = self.parts.is_empty();
        if is_fresh {
            self.parts.push(Apart {
                parts: (0, 0),
                side: None,
                budget: f64::NEG_INFINITY,
            });
        }
        let (mut pieces, mut others, mut index) = (Vec::new(), Nearness::FAR, 0);
        while let Some(apart) = self.parts.get_mut(index) {
            let gap = apart.budget - going.come - going.kept;
            let mut near = Nearness {
                gap,
                free: if gap > 0.0 { gap / going.speed } else { 0.0 },
            };
            if near.free < within {
                let (found, side) = look(apart);
                near = near.or(found);
                apart.side = side;
                apart.budget = near.gap + going.come + going.kept;
            }
            if near.free >= within {
                others = others.and(near);
                index += 1;
                continue;
            }
            let (a, b) = apart.parts;
            let [of_a, of_b] = [&boxes[0][a as usize], &boxes[1][b as usize]];
            let parts = match (of_a.content, of_b.content) {
                (Content::Piece(a), Content::Piece(b)) => {
                    pieces.push(((a, b), near));
                    index += 1;
                    continue;
                }
                (Content::Boxes(parts), other)
                    if other.is_piece() || of_a.radius() >= of_b.radius() =>
                {
                    parts.map(|part| (part, b))
                }
                (_, Content::Boxes(parts)) => parts.map(|part| (a, part)),
                (Content::Boxes(_), Content::Piece(_)) => unreachable!("A is split then"),
            };
            let [one, other] = parts.map(|parts| Apart { parts, ..*apart });
            *apart = one;
            self.parts.push(other);
        }
        if is_fresh {
            self.fresh = self.parts.len();
        }
        Near { pieces, others }
    }
}
