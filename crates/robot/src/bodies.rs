//! The convex pieces of a robot and its scene, and the pairs of them that may not touch.

use std::collections::HashMap;
use std::ops::Index;

use super::following::Limits;
use super::kinematics::{Fixed, FrameId, Kinematics, ViewId, WORLD};
use super::motion::Mount;
use super::pose::{Pose, RoundedPose};
use super::touching::Touching;
use super::tuning::LEAST_GROUP;
use super::{Link, Robot, RobotError, Rules, Scene};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish::support::Posed;

/// The factor by which a reach is rounded up. The extents lose up to 4 halves of an ulp, the difference to the centre
/// one, a length 2.5, and a sum and a difference with the radius two: 9.5 halves, or 5 ulps.
const REACH_FACTOR: f64 = 1.0 + 8.0 * f64::EPSILON;

/// A body placed in the frame that it is seen from.
pub(super) type PosedShape<'c> = Posed<&'c AnyShape<f64, 3>, f64, 3>;

/// The link or object that a piece belongs to, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    Link(usize),
    Object(usize),
}

impl Owner {
    pub(super) fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }
}

/// A convex piece, or the hull of all pieces of an owner.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) owner: Owner,
    /// The index of this piece among those of its owner.
    pub(super) piece: usize,
    pub(super) shape: AnyShape<f64, 3>,
    pub(super) at: Fixed,
}

impl Body {
    /// Returns where a shape is in its frame, and how far the points of its core are from the mount's centre and from the
    /// origin of the shape's frame.
    pub(super) fn measured(shape: &AnyShape<f64, 3>, at: &RoundedPose) -> (Mount, f64, f64) {
        let core_reach = |center| {
            let reach = shape.reach(&center);
            reach * REACH_FACTOR - SupportMap::<f64, 3>::radius(shape)
        };
        let center = shape.interior_point() + SupportMap::<f64, 3>::location(shape);
        let of_origin = core_reach(nalgebra::Vector3::zeros());
        (Mount::new(at, center), core_reach(center), of_origin)
    }
}

/// A body seen from a frame.
#[derive(Clone, Debug)]
pub(super) struct SeenBody {
    pub(super) body: BodyId,
    /// None if it is at rest in that frame.
    pub(super) view: Option<ViewId>,
    pub(super) mount: Mount,
    /// The largest distance of a point of the core from the mount's centre.
    pub(super) reach: f64,
    /// The largest distance of a point of the core from the origin of the shape's frame.
    pub(super) reach_of_origin: f64,
}

/// Two bodies that may not touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The bodies as they are seen from `base`.
    pub(super) a: SeenId,
    pub(super) b: SeenId,
    /// The frame that they are seen from.
    pub(super) base: FrameId,
    /// Iff some joint moves one of them in that frame.
    pub(super) moves: bool,
    /// The distance that they must keep.
    pub(super) target_distance: f64,
}

/// The index of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BodyId(usize);

/// The index of a body as it is seen from a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeenId(usize);

/// The index of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairId(u32);

impl SeenId {
    /// Returns the index of the body in lists of something for each seen body.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

impl PairId {
    /// Returns the index of the pair in lists of something for each pair.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Index<BodyId> for Bodies {
    type Output = Body;

    fn index(&self, body: BodyId) -> &Body {
        &self.all[body.0]
    }
}

impl Index<SeenId> for Bodies {
    type Output = SeenBody;

    fn index(&self, seen: SeenId) -> &SeenBody {
        &self.seen[seen.0]
    }
}

impl Index<PairId> for Bodies {
    type Output = Pair;

    fn index(&self, pair: PairId) -> &Pair {
        &self.pairs[pair.index()]
    }
}

/// All bodies, as they are and as they are seen, and the pairs of them that may not touch.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    /// All pieces, and after them the hulls of owners.
    all: Vec<Body>,
    of_pieces: usize,
    pub(super) seen: Vec<SeenBody>,
    /// All pairs of pieces, and after them the groups.
    pairs: Vec<Pair>,
    groups: Groups,
    /// The index of each seen body, by body and view.
    known: HashMap<(BodyId, Option<ViewId>), SeenId>,
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
        let all = all_bodies(robot, scene, &excluded, kinematics);
        let mut bodies = Self {
            of_pieces: all.len(),
            all,
            seen: Vec::new(),
            pairs: Vec::new(),
            groups: Groups::default(),
            known: HashMap::new(),
        };
        let touching = Touching::new(robot, scene);
        let is_object = |body: &Body| body.owner.is_object();
        // objects may touch objects, and come after links
        let of_links = bodies.all.partition_point(|body| !is_object(body));
        for second in 0..bodies.all.len() {
            for first in 0..second.min(of_links) {
                let owners = [first, second].map(|body| bodies[BodyId(body)].owner);
                if !touching.may(owners) && (rules.with_self || owners.iter().any(Owner::is_object))
                {
                    let names = owners.map(|owner| touching.name(owner));
                    let with_object = owners.iter().any(Owner::is_object);
                    let distance = rules.distance_between(names, with_object);
                    bodies.pair([first, second].map(BodyId), distance, kinematics);
                }
            }
        }
        bodies.group(kinematics);
        Ok(bodies)
    }

    /// Returns the indices of all pairs of pieces.
    pub(super) fn pair_ids(&self) -> impl ExactSizeIterator<Item = PairId> + use<> {
        (0..self.piece_pairs().len() as u32).map(PairId)
    }

    /// Returns the pairs of pieces.
    pub(super) fn piece_pairs(&self) -> &[Pair] {
        &self.pairs[..self.groups.first]
    }

    /// Returns the pieces, those of links first.
    pub(super) fn pieces(&self) -> &[Body] {
        &self.all[..self.of_pieces]
    }

    /// Returns the indices of both pieces of a pair.
    pub(super) fn bodies_of(&self, pair: PairId) -> [usize; 2] {
        let Pair { a, b, .. } = self[pair];
        [a, b].map(|seen| self[seen].body.0)
    }

    /// Returns whom the bodies of a pair, or of a group, belong to.
    pub(super) fn owners_of(&self, pair: PairId) -> [Owner; 2] {
        let Pair { a, b, .. } = self[pair];
        [a, b].map(|seen| self[self[seen].body].owner)
    }

    /// Returns the number of pairs of pieces and of groups.
    pub(super) fn pairs_and_groups(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the groups, and the pairs of pieces that are in no group.
    pub(super) fn roots(&self) -> &[PairId] {
        &self.groups.roots
    }

    /// Returns the pairs of pieces of a group, or none for a pair of pieces.
    pub(super) fn members(&self, pair: PairId) -> Option<&[PairId]> {
        let group = pair.index().checked_sub(self.groups.first)?;
        Some(&self.groups.members[group])
    }

    /// Returns a body placed where its frame is at a pose that may be off by these limits.
    #[inline]
    pub(super) fn placed<'c>(
        &'c self,
        seen: &SeenBody,
        frame: &Pose,
        limits: &Limits,
    ) -> PosedShape<'c> {
        let shape = &self[seen.body].shape;
        let placement = seen.mount.placement(frame, limits);
        Posed::placed(shape, seen.reach_of_origin, placement)
    }

    /// Adds a pair, unless both are links that are fixed to the same frame.
    fn pair(
        &mut self,
        [first, second]: [BodyId; 2],
        target_distance: f64,
        kinematics: &mut Kinematics,
    ) {
        let (a, b) = (&self[first], &self[second]);
        let of_links = [a, b].map(|body| matches!(body.owner, Owner::Link(_)));
        if a.at.frame == b.at.frame && of_links == [true, true] {
            return;
        }
        let base = kinematics.common(a.at.frame, b.at.frame);
        let a = self.seen(first, base, kinematics);
        let b = self.seen(second, base, kinematics);
        let moves = [a, b].iter().any(|&seen| self[seen].view.is_some());
        self.pairs.push(Pair {
            a,
            b,
            base,
            moves,
            target_distance,
        });
    }

    /// Returns the index of a body as it is seen from `base`, and adds it if it is new.
    fn seen(&mut self, body: BodyId, base: FrameId, kinematics: &mut Kinematics) -> SeenId {
        let Body { at, shape, .. } = &self.all[body.0];
        let view = kinematics.view(base, at.frame);
        let new = SeenId(self.seen.len());
        let known = *self.known.entry((body, view)).or_insert(new);
        if known != new {
            return known;
        }
        let (mount, reach, reach_of_origin) = Body::measured(shape, &at.at);
        self.seen.push(SeenBody {
            body,
            view,
            mount,
            reach,
            reach_of_origin,
        });
        new
    }
}

/// The groups: pairs of hulls around all pieces of two owners. Whatever separates the hulls separates all of their
/// pieces.
#[derive(Clone, Debug, Default)]
struct Groups {
    /// The index of the first group among the pairs.
    first: usize,
    /// The pairs of pieces of each group.
    members: Vec<Vec<PairId>>,
    roots: Vec<PairId>,
}

impl Bodies {
    /// Makes a group for each two owners with many pairs of pieces, if their hulls are known.
    fn group(&mut self, kinematics: &mut Kinematics) {
        self.groups.first = self.pairs.len();
        let mut of_owners: HashMap<[Owner; 2], Vec<PairId>> = HashMap::new();
        let mut order = Vec::new();
        for pair in self.pair_ids() {
            let owners = self.owners_of(pair);
            let members = of_owners.entry(owners).or_default();
            if members.is_empty() {
                order.push(owners);
            }
            members.push(pair);
        }
        let mut hulls = HashMap::new();
        for owners in order {
            let members = of_owners.remove(&owners).unwrap_or_default();
            let both = match members.len() {
                0..LEAST_GROUP => None,
                _ => Some(owners.map(|owner| self.whole(owner, &mut hulls))),
            };
            let Some([Some(a), Some(b)]) = both else {
                self.groups.roots.extend(members);
                continue;
            };
            self.groups.roots.push(PairId(self.pairs.len() as u32));
            // all of them are of the same two owners
            let distance = self[members[0]].target_distance;
            self.groups.members.push(members);
            self.pair([a, b], distance, kinematics);
        }
    }

    /// Returns the body that is all of an owner: its only piece, or else the hull of its pieces. There is none if not
    /// all of them are hulls in the frame of the owner.
    fn whole(
        &mut self,
        owner: Owner,
        known: &mut HashMap<Owner, Option<BodyId>>,
    ) -> Option<BodyId> {
        if let Some(known) = known.get(&owner) {
            return *known;
        }
        let pieces = self.all.iter().enumerate();
        let pieces: Vec<_> = pieces.filter(|(_, body)| body.owner == owner).collect();
        let whole = match pieces[..] {
            [(only, _)] => Some(BodyId(only)),
            _ => hull_of(&pieces).map(|hull| {
                self.all.push(hull);
                BodyId(self.all.len() - 1)
            }),
        };
        known.insert(owner, whole);
        whole
    }
}

/// Returns the hull of an owner's pieces. All of them must be at one pose, so that no vertex is rounded.
fn hull_of(pieces: &[(usize, &Body)]) -> Option<Body> {
    let (_, first) = pieces.first()?;
    let mut points = Vec::new();
    for (_, body) in pieces {
        match &body.shape {
            AnyShape::ConvexHull(hull) if body.at.at.pose == first.at.at.pose => {
                points.extend(hull.vertices())
            }
            _ => return None,
        }
    }
    let shape = ConvexHull::new(&points).ok()?.into();
    Some(Body {
        shape,
        ..(*first).clone()
    })
}

fn all_bodies(
    robot: &Robot,
    scene: &Scene,
    excluded: &[usize],
    kinematics: &Kinematics,
) -> Vec<Body> {
    let links = robot.links().iter().enumerate();
    let of_links = links
        .filter(|(index, _)| !excluded.contains(index))
        .flat_map(|(index, link)| pieces(Owner::Link(index), link, *kinematics.link(index)));
    let objects = scene.given().iter().enumerate();
    let of_objects = objects
        .flat_map(|(index, (pose, object))| pieces_at_rest(Owner::Object(index), object, pose));
    of_links.chain(of_objects).collect()
}

/// Returns the pieces of a link or an object that is fixed to a frame.
fn pieces(owner: Owner, link: &Link, fixed: Fixed) -> impl Iterator<Item = Body> {
    let pieces = link.pieces().iter().enumerate();
    pieces.map(move |(index, piece)| Body {
        owner,
        piece: index,
        shape: piece.shape.clone(),
        at: Fixed {
            at: fixed.at.then(&RoundedPose::from(&piece.pose)),
            ..fixed
        },
    })
}

/// Returns the pieces of an object at a pose in the world.
pub(super) fn pieces_at_rest(
    owner: Owner,
    object: &Link,
    pose: &nalgebra::Isometry3<f64>,
) -> impl Iterator<Item = Body> {
    let fixed = Fixed {
        frame: WORLD,
        at: RoundedPose::from(pose),
    };
    pieces(owner, object, fixed)
}
