//! The frames of a robot that move, and the frames that they are seen from.

use std::collections::HashMap;

use nalgebra::{Matrix3, Vector3};

use super::drive::Drive;
use super::pose::{Pose, PoseError, RoundedPose};
use super::tuning::SHORT_CHAIN;
use super::{Joint, JointKind, Robot};
use photofinish::Real;

/// The index of a frame. The world is frame 0, and the frames that joints move come after it, parents before children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FrameId(pub(super) usize);

/// The world among the frames.
pub(super) const WORLD: FrameId = FrameId(0);

impl FrameId {
    /// Returns the index of a frame that moves among the [frames that move](Kinematics::frames).
    pub(super) fn moving(self) -> usize {
        self.0 - 1
    }
}

/// The index of a view. Parents come before children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ViewId(usize);

impl ViewId {
    /// Returns the index of the view in lists of something for each view.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// How a frame moves in its parent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// It turns: the rotation is `along + cos q across + sin q skew`.
    Turn {
        along: Matrix3<f64>,
        across: Matrix3<f64>,
        skew: Matrix3<f64>,
    },
    /// It slides along an axis of the parent, with a constant rotation.
    Slide { rotation: Matrix3<f64> },
}

/// A frame that moves: the frame of a joint that is not fixed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The frame that it moves in.
    pub(super) parent: FrameId,
    /// Its origin in the parent when the joint value is zero.
    pub(super) offset: Vector3<f64>,
    /// The joint's axis in the parent.
    pub(super) axis: Vector3<f64>,
    pub(super) action: Action,
    pub(super) drive: Drive,
    /// How far it may be off in its parent before the joint moves it, because of the fixed joints in between.
    pub(super) error: PoseError,
}

/// A place that is fixed to a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    pub(super) frame: FrameId,
    /// Its pose in the frame.
    pub(super) at: RoundedPose,
}

impl Frame {
    fn new(mount: &Fixed, joint: &Joint, drive: Drive) -> Self {
        let Pose {
            rotation,
            translation,
        } = mount.at.pose;
        let (axis, action) = match joint.kind() {
            JointKind::Revolute(axis) => {
                let along = rotation * axis.into_inner() * axis.transpose();
                let turn = Action::Turn {
                    along,
                    across: rotation - along,
                    skew: rotation * axis.cross_matrix(),
                };
                (axis, turn)
            }
            JointKind::Prismatic(axis) => (axis, Action::Slide { rotation }),
            JointKind::Fixed => unreachable!("fixed joints drive nothing"),
        };
        Self {
            parent: mount.frame,
            offset: translation,
            axis: rotation * axis.into_inner(),
            action,
            drive,
            error: mount.at.error,
        }
    }

    /// Returns its pose in the parent at a joint value.
    pub(super) fn pose(&self, value: f64) -> Pose {
        match self.action {
            Action::Turn {
                along,
                across,
                skew,
            } => {
                let (sin, cos) = value.sine_and_cosine();
                Pose {
                    rotation: along + across * cos + skew * sin,
                    translation: self.offset,
                }
            }
            Action::Slide { rotation } => Pose {
                rotation,
                translation: self.offset + self.axis * value,
            },
        }
    }
}

/// A frame as it is seen from another frame that it hangs on.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) frame: FrameId,
    /// The view of the frame's parent; none if the parent is the frame that it is seen from.
    pub(super) parent: Option<ViewId>,
}

/// All frames of a robot, and the views of them that were asked for.
///
/// A pair of links is seen from the frame where their chains of joints part: there only the joints after it move them.
#[derive(Clone, Debug)]
pub(super) struct Kinematics {
    /// The frames that move, parents before children.
    frames: Vec<Frame>,
    links: Vec<Fixed>,
    views: Vec<View>,
    by_ends: HashMap<(FrameId, FrameId), ViewId>,
}

impl Kinematics {
    pub(super) fn new(robot: &Robot) -> Self {
        let mut frames = Vec::new();
        let drives = robot.drives();
        let root = Fixed {
            frame: WORLD,
            at: RoundedPose::from(robot.base()),
        };
        let mut links = vec![root; robot.links().len()];
        for (link, hangs_on) in robot.outwards() {
            let Some((parent, joint)) = hangs_on else {
                continue;
            };
            let (drive, joint) = (drives[joint], &robot.joints()[joint]);
            let parent = links[parent];
            let mount = Fixed {
                frame: parent.frame,
                at: parent.at.then(&RoundedPose::from(joint.origin())),
            };
            links[link] = match drive {
                None => mount,
                Some(drive) => {
                    frames.push(Frame::new(&mount, joint, drive));
                    Fixed {
                        // the world is before them
                        frame: FrameId(frames.len()),
                        at: RoundedPose::identity(),
                    }
                }
            };
        }
        Self {
            frames,
            links,
            views: Vec::new(),
            by_ends: HashMap::new(),
        }
    }

    /// Returns the frames that move, by [`FrameId::moving`].
    pub(super) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    pub(super) fn views(&self) -> &[View] {
        &self.views
    }

    /// Returns the indices of all views, parents before children.
    pub(super) fn view_ids(&self) -> impl Iterator<Item = ViewId> + use<> {
        (0..self.views.len()).map(ViewId)
    }

    /// Returns the frame that a link is fixed to, and its pose there.
    pub(super) fn link(&self, link: usize) -> &Fixed {
        &self.links[link]
    }

    /// Returns the view of `frame` from `base`, which it hangs on; none if they are the same frame.
    pub(super) fn view(&mut self, base: FrameId, frame: FrameId) -> Option<ViewId> {
        let mut unseen = Vec::new();
        let mut at = frame;
        let mut parent = loop {
            if at == base {
                break None;
            }
            if let Some(&known) = self.by_ends.get(&(base, at)) {
                break Some(known);
            }
            unseen.push(at);
            at = self.frames[at.moving()].parent;
        };
        // from `base` outwards, so that parents come before children
        while let Some(frame) = unseen.pop() {
            let view = ViewId(self.views.len());
            self.views.push(View { frame, parent });
            self.by_ends.insert((base, frame), view);
            parent = Some(view);
        }
        parent
    }

    /// Returns the views that lead to this one.
    #[inline]
    pub(super) fn chain(&self, view: Option<ViewId>) -> ViewChain {
        let mut chain = ViewChain::default();
        let mut next = view;
        while let Some(view) = next {
            chain.push(view);
            next = self.views[view.index()].parent;
        }
        chain
    }

    /// Returns the last frame that both of these frames hang on.
    pub(super) fn common(&self, mut first: FrameId, mut second: FrameId) -> FrameId {
        // parents have smaller indices
        while first != second {
            let later = if first > second {
                &mut first
            } else {
                &mut second
            };
            *later = self.frames[later.moving()].parent;
        }
        first
    }
}

/// The views that lead from a frame outwards, kept in the opposite order.
#[derive(Clone, Debug, Default)]
pub(super) struct ViewChain {
    first: [ViewId; SHORT_CHAIN],
    length: usize,
    /// The views that `first` has no room for.
    more: Vec<ViewId>,
}

impl ViewChain {
    #[inline]
    fn push(&mut self, view: ViewId) {
        match self.first.get_mut(self.length) {
            Some(place) => {
                *place = view;
                self.length += 1;
            }
            None => self.more.push(view),
        }
    }

    /// Returns the views in the order of the chain, from the root outwards.
    #[inline]
    pub(super) fn outwards(&self) -> impl Iterator<Item = ViewId> {
        let first = self.first[..self.length].iter().rev();
        self.more.iter().rev().chain(first).copied()
    }
}
