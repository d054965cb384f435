//! The convex pieces of a robot and its scene, and the pairs of them that may not touch.

use std::collections::{HashMap, HashSet};

use super::following::Limits;
use super::kinematics::{Fixed, Kinematics, WORLD};
use super::motion::Mount;
use super::pose::{Pose, RoundedPose};
use super::{Link, Robot, RobotError, Rules, Scene};
use photofinish::SupportMap;
use photofinish::shape::AnyShape;
use photofinish::support::Posed;

/// The factor by which a reach is rounded up. The extents lose up to 4 halves of an ulp, the difference to the centre one,
/// a length 2.5, and a sum and a difference with the radius two: 9.5 halves, or 5 ulps.
const REACH_FACTOR: f64 = 1.0 + 8.0 * f64::EPSILON;

/// A body placed in the frame that it is seen from.
pub(super) type PosedShape<'c> = Posed<&'c AnyShape<f64, 3>, f64, 3>;

/// The link or object that a piece belongs to, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Link(usize),
    Object(usize),
}

impl Owner {
    fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }
}

/// A convex piece.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) owner: Owner,
    /// The index of this piece among those of its owner.
    pub(super) piece: usize,
    pub(super) shape: AnyShape<f64, 3>,
    at: Fixed,
}

/// A body seen from a frame.
#[derive(Clone, Debug)]
pub(super) struct SeenBody {
    pub(super) body: usize,
    /// None if it is at rest in that frame.
    pub(super) view: Option<usize>,
    pub(super) mount: Mount,
    /// The largest distance of a point of the core from the mount's centre.
    pub(super) reach: f64,
    /// The largest distance of a point of the core from the origin of the shape's frame.
    pub(super) reach_of_origin: f64,
}

/// Two bodies that may not touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The bodies as they are seen from `base`, by index.
    pub(super) a: usize,
    pub(super) b: usize,
    /// The frame that they are seen from.
    pub(super) base: usize,
    /// Iff some joint moves one of them in that frame.
    pub(super) moves: bool,
}

/// All bodies, as they are and as they are seen, and the pairs of them that may not touch.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    pub(super) all: Vec<Body>,
    pub(super) seen: Vec<SeenBody>,
    pub(super) pairs: Vec<Pair>,
    /// The index of each seen body, by body and view.
    known: HashMap<(usize, Option<usize>), usize>,
}

impl Bodies {
    pub(super) fn new(
        robot: &Robot,
        scene: &Scene,
        rules: &Rules,
        kinematics: &mut Kinematics,
    ) -> Result<Self, RobotError> {
        let excluded = rules
            .excluded
            .iter()
            .map(|name| robot.link(name))
            .collect::<Result<Vec<_>, _>>()?;
        let mut bodies = Self {
            all: all_bodies(robot, scene, &excluded, kinematics),
            seen: Vec::new(),
            pairs: Vec::new(),
            known: HashMap::new(),
        };
        let allowed = Allowed::new(robot, scene);
        for second in 0..bodies.all.len() {
            for first in 0..second {
                let owners = [first, second].map(|body| bodies.all[body].owner);
                if !allowed.touch(owners)
                    && (rules.with_self || owners.iter().any(Owner::is_object))
                {
                    bodies.pair(first, second, kinematics);
                }
            }
        }
        Ok(bodies)
    }

    /// Returns a body placed where its frame is at a pose that may be off by these limits.
    #[inline]
    pub(super) fn placed<'c>(
        &'c self,
        seen: &SeenBody,
        frame: &Pose,
        limits: &Limits,
    ) -> PosedShape<'c> {
        let shape = &self.all[seen.body].shape;
        let placement = seen.mount.placement(frame, limits);
        Posed::placed(shape, seen.reach_of_origin, placement)
    }

    /// Adds a pair, unless both are links that are fixed to the same frame.
    fn pair(&mut self, first: usize, second: usize, kinematics: &mut Kinematics) {
        let (a, b) = (&self.all[first], &self.all[second]);
        let of_links = [a, b].map(|body| matches!(body.owner, Owner::Link(_)));
        if a.at.frame == b.at.frame && of_links == [true, true] {
            return;
        }
        let base = kinematics.common(a.at.frame, b.at.frame);
        let a = self.seen(first, base, kinematics);
        let b = self.seen(second, base, kinematics);
        let moves = [a, b].iter().any(|&index| self.seen[index].view.is_some());
        self.pairs.push(Pair { a, b, base, moves });
    }

    /// Returns the index of a body as it is seen from `base`, and adds it if it is new.
    fn seen(&mut self, body: usize, base: usize, kinematics: &mut Kinematics) -> usize {
        let Body { at, shape, .. } = &self.all[body];
        let view = kinematics.view(base, at.frame);
        let new = self.seen.len();
        let known = *self.known.entry((body, view)).or_insert(new);
        if known < new {
            return known;
        }
        let core_reach = |center| {
            let reach = shape.reach(&center);
            reach * REACH_FACTOR - SupportMap::<f64, 3>::radius(shape)
        };
        let center = shape.interior_point() + SupportMap::<f64, 3>::location(shape);
        self.seen.push(SeenBody {
            body,
            view,
            mount: Mount::new(&at.at, center),
            reach: core_reach(center),
            reach_of_origin: core_reach(nalgebra::Vector3::zeros()),
        });
        new
    }
}

fn all_bodies(
    robot: &Robot,
    scene: &Scene,
    excluded: &[usize],
    kinematics: &Kinematics,
) -> Vec<Body> {
    let pieces = |owner: Owner, link: &Link, fixed: Fixed| -> Vec<Body> {
        let pieces = link.pieces().iter().enumerate();
        pieces
            .map(|(index, piece)| Body {
                owner,
                piece: index,
                shape: piece.shape.clone(),
                at: Fixed {
                    at: fixed.at.then(&RoundedPose::from(&piece.pose)),
                    ..fixed
                },
            })
            .collect()
    };
    let links = robot.links().iter().enumerate();
    let of_links = links
        .filter(|(index, _)| !excluded.contains(index))
        .flat_map(|(index, link)| pieces(Owner::Link(index), link, *kinematics.link(index)));
    let objects = scene.given().iter().enumerate();
    let of_objects = objects.flat_map(|(index, (pose, object))| {
        let fixed = Fixed {
            frame: WORLD,
            at: RoundedPose::from(pose),
        };
        pieces(Owner::Object(index), object, fixed)
    });
    of_links.chain(of_objects).collect()
}

/// The pairs of bodies that may touch.
struct Allowed<'r> {
    robot: &'r Robot,
    scene: &'r Scene,
    pairs: HashSet<[&'r str; 2]>,
    anywhere: HashSet<&'r str>,
}

impl<'r> Allowed<'r> {
    fn new(robot: &'r Robot, scene: &'r Scene) -> Self {
        let names = scene.allowed().iter();
        let pairs = names.flat_map(|[one, other]| [[one.as_str(), other], [other.as_str(), one]]);
        Self {
            robot,
            scene,
            pairs: pairs.collect(),
            anywhere: scene
                .allowed_everywhere()
                .iter()
                .map(String::as_str)
                .collect(),
        }
    }

    /// Returns whether the pieces of two owners may touch. Objects may touch objects.
    fn touch(&self, owners: [Owner; 2]) -> bool {
        let name = |owner| match owner {
            Owner::Link(index) => self.robot.links()[index].name(),
            Owner::Object(index) => self.scene.objects()[index].name(),
        };
        let of_robot = match owners {
            [Owner::Object(_), Owner::Object(_)] => true,
            [Owner::Link(first), Owner::Link(second)] => {
                first == second || self.robot.allows(first, second)
            }
            _ => false,
        };
        let names = owners.map(name);
        of_robot
            || self.pairs.contains(&names)
            || names.iter().any(|name| self.anywhere.contains(name))
    }
}
