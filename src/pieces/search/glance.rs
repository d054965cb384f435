//! The first look at bodies, with the ball around one of them: mostly it passes all boxes of the other one.

use super::Search;
use crate::pieces::ahead::{Ahead, Queue};
use crate::pieces::front::Entry;
use crate::pieces::slabs::View;
use crate::pieces::{Bodies, Body};
use crate::tuning::BOXES_OF_BALL;
use crate::{Real, Span};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Returns whether the ball around one body passes all pieces of the other one in a span without a knot. If it does
    /// not, walks begin with the boxes that are left.
    ///
    /// The ball moves with the centre of its body alone, so it may be seen over a span in which that body turns far.
    pub(super) fn passes_all(&mut self, during: Span<T>) -> bool {
        let is_a = self.a.tree().pieces() <= self.b.tree().pieces();
        let bodies = if is_a {
            (self.b, self.a)
        } else {
            (self.a, self.b)
        };
        self.nearby.clear();
        let Some(view) = self.view_of_ball(bodies, during) else {
            self.nearby.push((during.start(), Entry::ROOT));
            return false;
        };
        let tree = bodies.0.tree();
        let mut queue = Queue::new();
        let mut boxes = 0;
        let mut add = |queue: &mut Queue<T, u32>, index: u32| {
            boxes += 1;
            if let Some(least) = view.meets(tree.node(index)) {
                let what = index;
                queue.push(Ahead { least, what });
            }
            boxes
        };
        let mut boxes = add(&mut queue, 0);
        while boxes < BOXES_OF_BALL
            && let Some(next) = queue.pop_if(|_| true)
        {
            let node = tree.node(next.what);
            if node.piece().is_none() {
                for child in tree.children(next.what) {
                    boxes = add(&mut queue, child);
                }
            } else if view.meets_closely(node).is_some() {
                queue.push(next);
                break;
            }
        }
        self.statistics.box_pairs += boxes;
        let entry = |index: u32| {
            let (a, b) = if is_a { (0, index) } else { (index, 0) };
            Entry {
                a,
                b,
                ..Entry::ROOT
            }
        };
        let left = queue.into_all();
        self.nearby
            .extend(left.map(|left| (left.least, entry(left.what))));
        self.nearby.is_empty()
    }

    /// Returns the ball around the second body, as it moves past the first one. A convex body that does not turn needs
    /// none: it is seen as it is over any span. An observer is shown which directions separate boxes.
    fn view_of_ball<'x>(
        &self,
        (still, mover): Bodies<'x, T, D>,
        during: Span<T>,
    ) -> Option<View<'x, T, D>> {
        let is_straight = |body: &Body<'_, T, D>| {
            let axis = body.motion().fixed_axis(during);
            axis.is_some_and(|axis| axis.is_straight())
        };
        if self.log.keeps() || mover.tree().pieces() == 1 && is_straight(mover) {
            return None;
        }
        View::of_ball((still, mover), during, &self.origin, self.clear_distance)
    }
}
