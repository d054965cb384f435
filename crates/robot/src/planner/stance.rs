//! A robot at one time of an edge.

use super::parts::Part;
use super::tree::Bounds;
use crate::following::Following;
use crate::kinematics::{Kinematics, ViewId, WORLD};
use crate::pose::Pose;

/// Where the frames of a robot are at one time, and boxes around its pieces.
#[derive(Clone, Debug, Default)]
pub(in crate::planner) struct Stance {
    pub(in crate::planner) time: f64,
    /// The pose of each frame that moves, in its parent and in the world.
    inner: Vec<Pose>,
    in_world: Vec<Pose>,
    /// The pose of the frame of each view that is known.
    seen: Vec<Option<Pose>>,
    /// A box around each piece of a link, in the world.
    pub(in crate::planner) boxes: Vec<Bounds>,
}

impl Stance {
    /// Places the robot at a time of the edge that is followed.
    pub(in crate::planner) fn place(
        &mut self,
        (kinematics, following): (&Kinematics, &Following),
        parts: &[Part],
        time: f64,
    ) {
        self.time = time;
        self.inner.clear();
        self.in_world.clear();
        self.seen.iter_mut().for_each(|known| *known = None);
        for (index, frame) in kinematics.frames().iter().enumerate() {
            let inner = frame.pose(following.value(index, time));
            let in_world = match frame.parent {
                WORLD => inner,
                parent => self.in_world[parent.moving()].then(&inner),
            };
            self.inner.push(inner);
            self.in_world.push(in_world);
        }
        self.boxes.clear();
        for part in parts {
            let bounds = part.bounds(&self.frame(part), following.limits(part.view));
            self.boxes.push(bounds);
        }
    }

    /// Returns the pose in the world of the frame of a piece.
    #[inline]
    pub(in crate::planner) fn frame(&self, part: &Part) -> Pose {
        match part.frame {
            WORLD => Pose::identity(),
            frame => self.in_world[frame.moving()],
        }
    }

    /// Computes the pose of a view's frame, in the frame that it is seen from, and of those that lead to it.
    pub(in crate::planner) fn know(&mut self, kinematics: &Kinematics, view: Option<ViewId>) {
        self.seen.resize(kinematics.views().len(), None);
        if view.is_none_or(|view| self.seen[view.index()].is_some()) {
            return;
        }
        let mut outer: Option<Pose> = None;
        for view in kinematics.chain(view).outwards() {
            let inner = &self.inner[kinematics.views()[view.index()].frame.moving()];
            let new = || outer.map_or(*inner, |outer| outer.then(inner));
            outer = Some(*self.seen[view.index()].get_or_insert_with(new));
        }
    }

    /// Returns the pose of a view's frame that is known, in the frame that it is seen from.
    #[inline]
    pub(in crate::planner) fn seen(&self, view: ViewId) -> Pose {
        self.seen[view.index()].expect("a known view")
    }
}
