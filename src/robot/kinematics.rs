//! The frames of a robot that move, and the frames that they are looked at from.

use std::collections::HashMap;

use nalgebra::{Isometry3, Matrix3, Vector3};

use super::{Joint, JointKind, Robot};

/// A rotation matrix and a translation: where one frame is in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    pub(super) rotation: Matrix3<f64>,
    pub(super) translation: Vector3<f64>,
}

impl Pose {
    pub(super) fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            translation: Vector3::zeros(),
        }
    }

    /// A point of the inner frame in the outer one.
    pub(super) fn point(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.translation
    }

    /// Where a frame in the inner frame is in the outer one.
    pub(super) fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            translation: self.point(&inner.translation),
        }
    }

    pub(super) fn isometry(&self) -> Isometry3<f64> {
        let rotation = nalgebra::Rotation3::from_matrix_unchecked(self.rotation);
        Isometry3::from_parts(self.translation.into(), rotation.into())
    }
}

impl From<&Isometry3<f64>> for Pose {
    fn from(pose: &Isometry3<f64>) -> Self {
        Self {
            rotation: pose.rotation.to_rotation_matrix().into_inner(),
            translation: pose.translation.vector,
        }
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
    /// It slides along an axis of the parent, its rotation constant.
    Slide { rotation: Matrix3<f64> },
}

/// A frame that moves: that of a joint which is not fixed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The frame that it moves in.
    pub(super) parent: usize,
    /// Its origin in the parent where the joint value is zero.
    pub(super) offset: Vector3<f64>,
    /// The joint's axis in the parent.
    pub(super) axis: Vector3<f64>,
    pub(super) action: Action,
    /// The coordinate that drives it, a factor and what is added.
    pub(super) drive: (usize, f64, f64),
    /// How many joints there are from its parent to it: it, and fixed ones.
    pub(super) joints: u32,
}

/// What is fixed to a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    pub(super) frame: usize,
    /// Where it is in the frame.
    pub(super) pose: Pose,
    /// How many fixed joints there are in between.
    pub(super) joints: u32,
}

impl Frame {
    fn new(mount: &Fixed, joint: &Joint, drive: (usize, f64, f64)) -> Self {
        let rotation = mount.pose.rotation;
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
            offset: mount.pose.translation,
            axis: rotation * axis.into_inner(),
            action,
            drive,
            joints: mount.joints,
        }
    }

    /// Where it is in its parent at a joint value.
    pub(super) fn pose(&self, value: f64) -> Pose {
        match self.action {
            Action::Turn {
                along,
                across,
                skew,
            } => {
                let (sin, cos) = value.sin_cos();
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

/// A frame as it is seen from another one that it hangs on.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) frame: usize,
    /// The same for the frame's parent; none if that is the frame looked from.
    pub(super) parent: Option<usize>,
}

/// The world, and the frames that joints move.
pub(super) const WORLD: usize = 0;

/// All frames of a robot, and those views of them that are asked for.
///
/// A pair of links is looked at from the frame where their chains part: only the joints in between move them there.
#[derive(Clone, Debug)]
pub(super) struct Kinematics {
    /// By index, less one: index 0 is the world. Parents come before children.
    frames: Vec<Frame>,
    links: Vec<Fixed>,
    views: Vec<View>,
    by_ends: HashMap<(usize, usize), usize>,
}

impl Kinematics {
    pub(super) fn new(robot: &Robot) -> Self {
        let mut frames = Vec::new();
        let drives = robot.drives();
        let root = Fixed {
            frame: WORLD,
            pose: Pose::from(robot.base()),
            joints: 1,
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
                pose: parent.pose.then(&Pose::from(joint.origin())),
                joints: parent.joints + 1,
            };
            links[link] = match drive {
                None => mount,
                Some(drive) => {
                    frames.push(Frame::new(&mount, joint, drive));
                    Fixed {
                        frame: frames.len(),
                        pose: Pose::identity(),
                        joints: 0,
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

    /// The frames that move; that with index i is at i - 1.
    pub(super) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    pub(super) fn views(&self) -> &[View] {
        &self.views
    }

    /// The frame that a link is fixed to.
    pub(super) fn link(&self, link: usize) -> &Fixed {
        &self.links[link]
    }

    /// The view of `frame` from `base`, which it hangs on; none if they are the same.
    pub(super) fn view(&mut self, base: usize, frame: usize) -> Option<usize> {
        if frame == base {
            return None;
        }
        if let Some(&known) = self.by_ends.get(&(base, frame)) {
            return Some(known);
        }
        let parent = self.view(base, self.frames[frame - 1].parent);
        self.views.push(View { frame, parent });
        let view = self.views.len() - 1;
        self.by_ends.insert((base, frame), view);
        Some(view)
    }

    /// The frame nearest to both on which both hang.
    pub(super) fn common(&self, mut first: usize, mut second: usize) -> usize {
        // parents have smaller indices
        while first != second {
            let later = if first > second {
                &mut first
            } else {
                &mut second
            };
            *later = self.frames[*later - 1].parent;
        }
        first
    }
}
