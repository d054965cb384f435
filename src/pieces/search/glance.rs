//! The first look at two bodies of which one does not turn: mostly the other one passes all of its boxes.

use super::Search;
use super::walk::Over;
use crate::pieces::Body;
use crate::pieces::front::Entry;
use crate::pieces::slabs::View;
use crate::pieces::straight::Walk;
use crate::{Real, Span};

/// What is seen at first of a span without a knot.
pub(super) enum Glance<'x, T: Real, const D: usize> {
    /// The bodies pass each other.
    Passes,
    /// They may meet. What tells when, if it does so over all of the span.
    MayMeet(Option<Over<'x, T, D>>),
}

impl<'x, T: Real, const D: usize> Search<'x, T, D> {
    /// Looks at a span without a knot. If the bodies may meet in it, walks begin with the boxes that are left.
    ///
    /// A body that turns, or that has several pieces, counts as the ball around its centre. That moves with the centre
    /// alone, so it may be seen over a span in which the body turns far.
    #[inline]
    pub(super) fn glance(&mut self, during: Span<T>) -> Glance<'x, T, D> {
        let is_a = self.a.tree().pieces() <= self.b.tree().pieces();
        let (still, mover) = if is_a {
            (self.b, self.a)
        } else {
            (self.a, self.b)
        };
        let is_straight = |body: &Body<'_, T, D>| {
            let axis = body.motion().fixed_axis(during);
            axis.is_some_and(|axis| axis.is_straight())
        };
        let is_exact = mover.tree().pieces() == 1 && is_straight(mover) && is_straight(still);
        // an observer is shown which directions separate boxes
        let view = match (self.log.keeps(), is_exact) {
            (true, _) => None,
            (_, true) => View::new((still, mover), during, &self.origin, self.clear_distance),
            _ => View::of_ball((still, mover), during, &self.origin, self.clear_distance),
        };
        self.nearby.clear();
        let Some(view) = view else {
            self.nearby.push((during.start(), Entry::ROOT));
            return Glance::MayMeet(None);
        };
        let mut walk = Walk::new(still.tree(), &view, during.end());
        let found = loop {
            let Some(found) = walk.next_box() else {
                self.statistics.box_pairs += walk.boxes;
                return Glance::Passes;
            };
            let node = still.tree().node(found.0);
            if view.meets_closely(node).is_some() {
                break found;
            }
        };
        self.statistics.box_pairs += walk.boxes;
        let entry = |&(index, least): &(u32, T)| {
            let (a, b) = if is_a { (0, index) } else { (index, 0) };
            (
                least,
                Entry {
                    a,
                    b,
                    ..Entry::ROOT
                },
            )
        };
        let left = walk.waiting().iter().chain([&found]);
        self.nearby.extend(left.map(entry));
        Glance::MayMeet(is_exact.then_some(Over::Alone(view, is_a)))
    }
}
