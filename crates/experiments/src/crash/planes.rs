//! Planes between parts of two bones.
//!
//! Bones are not convex, but parts of them are kept apart by planes: often whole bones, or else a few parts of each.

use std::ops::ControlFlow;

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::ConvexHull;
use photofinish::support::Posed;
use photofinish::{Real, SupportMap, Tracker};

use super::approach::{Approach, Nearness};
use super::boxes::Node;

/// A direction is good enough if parts are apart along it by this share of their distance. Nearer to 1: more iterations.
const GOOD: f64 = 0.9;

/// A search looks ahead for so many times as long as it is asked to, if that is proven as easily. From 1 to 16 there is
/// hardly a difference: more is looked at again, or bounds are less sharp.
const LOOKS_AHEAD: f64 = 4.0;

/// Two bones at a time.
pub(super) struct Planes<'x, T: Real> {
    /// The hulls of what is in each box.
    pub(super) hulls: [&'x [ConvexHull<T, 3>]; 2],
    pub(super) poses: [Isometry3<T>; 2],
    /// For how many seconds the bounds of the approach hold.
    pub(super) valid: f64,
}

impl<T: Real> Planes<'_, T> {
    /// Looks at two parts along the direction along which they were apart, and if that does not do, along the one along
    /// which they are farthest apart now. Returns also that.
    pub(super) fn look(
        &self,
        parts: (u32, u32),
        side: Vector3<f64>,
        looks: (&Approach, [&Node; 2], f64),
    ) -> (Nearness, Vector3<f64>) {
        let near = self.along(parts, &side, looks);
        let are_pieces = looks.1.iter().all(|node| node.content.is_piece());
        if are_pieces || near.free >= looks.2 {
            return (near, side);
        }
        let posed = |body: usize| Posed::new(self.hull(body, parts), &self.poses[body]);
        let (Ok(a), Ok(b)) = (posed(0), posed(1)) else {
            return (near, side);
        };
        let mut tracker = Tracker::new().along(side.map(T::of));
        let found = tracker.separate(&a, &b, |now| {
            if now.lower_bound > T::of(GOOD) * now.upper_bound {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let found = found.normal.map(T::as_f64).try_normalize(0.0);
        let side = found.unwrap_or(side);
        (near.or(self.along(parts, &side, looks)), side)
    }

    /// Looks at two parts along a direction.
    fn along(
        &self,
        parts: (u32, u32),
        side: &Vector3<f64>,
        (approach, boxes, within): (&Approach, [&Node; 2], f64),
    ) -> Nearness {
        let times = (within, self.valid.min(LOOKS_AHEAD * within));
        approach.of_hulls(boxes, side, times, |body, along| {
            let hull = self.hull(body, parts);
            hull.core_support_value(&along.map(T::of)).as_f64()
        })
    }

    fn hull(&self, body: usize, (a, b): (u32, u32)) -> &ConvexHull<T, 3> {
        &self.hulls[body][[a, b][body] as usize]
    }
}
