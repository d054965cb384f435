//! Two links, and the joints that move them relative to each other.

use std::f64::consts::PI;

use nalgebra::Vector3;

use crate::following::Limits;
use crate::joint::JointKind;
use crate::kinematics::{Action, Fixed, Frame, FrameId, Kinematics};
use crate::limits::LIMIT_TOLERANCE;
use crate::motion::Mount;
use crate::polynomial::Largest;
use crate::pose::{Pose, RoundedPose};
use crate::rounded::Rounded;
use crate::{Link, Robot};
use photofinish::SupportMap;
use photofinish::shape::AnyShape;
use photofinish::support::Posed;

/// The factor by which a computed reach is rounded up: extents, a difference, a length and a sum lose 9.5 halves of an
/// ulp, or 5 ulps.
const REACH_FACTOR: f64 = 1.0 + 8.0 * f64::EPSILON;
/// The value, in radians or units of length, that joints without limits are looked at up to where no proof is possible:
/// joints that slide without limits, or that follow one which turns without limits by a broken multiple.
const SOME_VALUE: f64 = PI;

/// The values that a joint may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The index of the joint's value in a configuration.
    pub(super) coordinate: usize,
    pub(super) least: f64,
    pub(super) largest: f64,
    /// How far values beyond these count too.
    pub(super) beyond: f64,
    /// Iff no other values matter.
    pub(super) is_whole: bool,
}

/// A joint on the way to a link.
#[derive(Clone, Debug)]
pub(super) struct Step<'k> {
    pub(super) frame: &'k Frame,
    /// The index of the range that its value comes from.
    pub(super) range: usize,
    pub(super) multiplier: Rounded,
    pub(super) offset: Rounded,
}

/// A convex piece of a link.
#[derive(Clone, Debug)]
pub(super) struct Solid<'r> {
    shape: &'r AnyShape<f64, 3>,
    pub(super) mount: Mount,
    /// The largest distance of a point of its core from the mount's centre.
    pub(super) reach: f64,
    reach_of_origin: f64,
}

/// A link, and the joints that lead to it from the frame that both links are seen from.
#[derive(Clone, Debug)]
pub(super) struct Side<'r> {
    pub(super) steps: Vec<Step<'r>>,
    pub(super) solids: Vec<Solid<'r>>,
    /// How far the link's frame may be off.
    pub(super) limits: Limits,
}

/// Two links, and the joints between them.
#[derive(Clone, Debug)]
pub(super) struct Relative<'r> {
    pub(super) sides: [Side<'r>; 2],
    /// The values of the joints between the links that have a value of their own.
    pub(super) ranges: Vec<Range>,
    rest: &'r [f64],
}

impl<'r> Relative<'r> {
    pub(super) fn new(robot: &'r Robot, kinematics: &'r Kinematics, links: [usize; 2]) -> Self {
        let ends = links.map(|link| *kinematics.link(link));
        let base = kinematics.common(ends[0].frame, ends[1].frame);
        let chains = ends.map(|end| chain(kinematics, base, end.frame));
        let ranges = ranges(robot, chains.iter().flatten().copied());
        let side = |index: usize| {
            let step = |frame: &'r Frame| Step {
                frame,
                range: ranges
                    .iter()
                    .position(|range| range.coordinate == frame.drive.coordinate)
                    .expect("every joint of the chains has a range"),
                multiplier: frame.drive.multiplier,
                offset: frame.drive.offset,
            };
            let steps: Vec<_> = chains[index].iter().copied().map(step).collect();
            let link = &robot.links()[links[index]];
            Side {
                limits: limits(&steps, &ranges),
                solids: solids(link, &ends[index]),
                steps,
            }
        };
        Self {
            sides: [side(0), side(1)],
            ranges,
            rest: robot.rest(),
        }
    }

    /// Returns the configuration of the robot with these values of the joints between the links.
    pub(super) fn configuration(&self, values: &[f64]) -> Vec<f64> {
        let mut configuration = self.rest.to_vec();
        for (range, &value) in self.ranges.iter().zip(values) {
            configuration[range.coordinate] = value;
        }
        configuration
    }

    /// Returns the values within the limits that are nearest to these.
    pub(super) fn clamped(&self, values: &[f64]) -> Vec<f64> {
        let ranges = self.ranges.iter().zip(values);
        ranges
            .map(|(range, value)| value.clamp(range.least, range.largest))
            .collect()
    }

    /// Returns all pairs of pieces, by their indices.
    pub(super) fn piece_pairs(&self) -> Vec<[usize; 2]> {
        let [a, b] = [0, 1].map(|side| self.sides[side].solids.len());
        (0..a).flat_map(|i| (0..b).map(move |j| [i, j])).collect()
    }
}

impl<'r> Side<'r> {
    /// Computes the poses of the frames along the chain, from the frame that it is seen from outwards.
    pub(super) fn pose(&self, values: &[f64], poses: &mut Vec<Pose>) {
        poses.clear();
        for step in &self.steps {
            let value = step.multiplier.value * values[step.range] + step.offset.value;
            let inner = step.frame.pose(value);
            let next = poses.last().map_or(inner, |outer| outer.then(&inner));
            poses.push(next);
        }
    }

    /// Returns a piece where these poses of the frames place it.
    pub(super) fn placed(
        &self,
        solid: usize,
        poses: &[Pose],
    ) -> Posed<&'r AnyShape<f64, 3>, f64, 3> {
        let solid = &self.solids[solid];
        let frame = poses.last().copied().unwrap_or(Pose::identity());
        let placement = solid.mount.placement(&frame, &self.limits);
        Posed::placed(solid.shape, solid.reach_of_origin, placement)
    }
}

/// Returns the frames that lead from `base` to `end`, without `base`.
fn chain(kinematics: &Kinematics, base: FrameId, mut end: FrameId) -> Vec<&Frame> {
    let mut chain = Vec::new();
    while end != base {
        let frame = &kinematics.frames()[end.moving()];
        chain.push(frame);
        end = frame.parent;
    }
    chain.reverse();
    chain
}

/// Returns the ranges of the values that move these frames.
fn ranges<'k>(robot: &Robot, frames: impl Iterator<Item = &'k Frame> + Clone) -> Vec<Range> {
    let mut coordinates: Vec<_> = frames.clone().map(|f| f.drive.coordinate).collect();
    coordinates.sort_unstable();
    coordinates.dedup();
    let free: Vec<_> = robot.joints().iter().filter(|j| j.is_free()).collect();
    let range = |coordinate: usize| {
        if let Some((least, largest)) = free[coordinate].limits() {
            return Range {
                coordinate,
                least,
                largest,
                beyond: LIMIT_TOLERANCE,
                is_whole: true,
            };
        }
        // a full turn is all there is if all joints turn by whole multiples of the value
        let turns = matches!(free[coordinate].kind(), JointKind::Revolute(_));
        let whole = frames
            .clone()
            .filter(|frame| frame.drive.coordinate == coordinate)
            .all(|frame| {
                let Rounded { value, error } = frame.drive.multiplier;
                matches!(frame.action, Action::Turn { .. }) && error == 0.0 && value.fract() == 0.0
            });
        Range {
            coordinate,
            least: -SOME_VALUE,
            largest: SOME_VALUE,
            // the number is less than pi by less than an ulp
            beyond: 4.0 * f64::EPSILON,
            is_whole: turns && whole,
        }
    };
    coordinates.into_iter().map(range).collect()
}

/// Returns how far the frame at the end of a chain may be off, whatever values the joints have.
fn limits(steps: &[Step<'_>], ranges: &[Range]) -> Limits {
    steps.iter().fold(Limits::AT_REST, |limits, step| {
        let range = &ranges[step.range];
        let most = range.least.abs().max(range.largest.abs()) + range.beyond;
        // an error of a sum or product is largest for the largest terms
        let size = |number: Rounded| Rounded {
            value: number.value.abs(),
            ..number
        };
        let value = size(step.multiplier) * most + size(step.offset);
        let largest = Largest {
            jet: [value.value + value.error, 0.0, 0.0, 0.0],
            errors: [value.error, 0.0, 0.0],
        };
        limits.then(step.frame, &largest)
    })
}

fn solids<'r>(link: &'r Link, end: &Fixed) -> Vec<Solid<'r>> {
    let solid = |piece: &'r crate::Piece| {
        let shape = &piece.shape;
        let center = shape.interior_point() + SupportMap::<f64, 3>::location(shape);
        let core_reach = |center: &Vector3<f64>| {
            shape.reach(center) * REACH_FACTOR - SupportMap::<f64, 3>::radius(shape)
        };
        Solid {
            shape,
            mount: Mount::new(&end.at.then(&RoundedPose::from(&piece.pose)), center),
            reach: core_reach(&center),
            reach_of_origin: core_reach(&Vector3::zeros()),
        }
    };
    link.pieces().iter().map(solid).collect()
}
