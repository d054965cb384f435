//! Robots, scenes and paths as plain data with their own kinematics. The tests compare the crate's answers with them.

use nalgebra::{Isometry3, Unit, UnitQuaternion, Vector3};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder};
use photofinish_robot::{Joint, Link, Path, Robot, Scene};

use photofinish_oracle::distance::{Bounds, distance};
use photofinish_oracle::motion::Pose;
use photofinish_oracle::shape::{Core, Shape};

/// The kind of a joint: it is fixed, turns about its axis or slides along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Fixed,
    Turns,
    Slides,
}

/// A joint and the link that hangs on it. Link i hangs on joint i - 1. Link 0 is the root.
#[derive(Clone, Debug)]
pub struct JointSpec {
    pub parent: usize,
    pub origin: Isometry3<f64>,
    pub kind: Kind,
    pub axis: Unit<Vector3<f64>>,
    /// The joint that this one follows, with the factor and the offset.
    pub mimic: Option<(usize, f64, f64)>,
}

/// A piece of a link or an object, in the terms of the oracle.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    pub shape: Shape<3>,
    pub core: Core,
    pub pose: Isometry3<f64>,
}

#[derive(Clone, Debug)]
pub struct Spec {
    pub base: Isometry3<f64>,
    pub links: Vec<Vec<PieceSpec>>,
    pub joints: Vec<JointSpec>,
    pub objects: Vec<Vec<PieceSpec>>,
    pub path: Path,
}

impl PieceSpec {
    /// Returns how far its points are from its origin at most.
    pub fn radius(&self) -> f64 {
        let radius = match &self.shape {
            Shape::Ball { radius } => *radius,
            Shape::Cuboid { half } => half.norm(),
            Shape::Points(points) => points.iter().map(|p| p.norm()).fold(0.0, f64::max),
            &Shape::Capsule {
                half_height,
                radius,
            }
            | &Shape::Cylinder {
                half_height,
                radius,
            }
            | &Shape::Cone {
                half_height,
                radius,
            } => half_height + radius,
            other => panic!("{other:?} is not a shape that these tests make"),
        };
        radius * (1.0 + 1e-9)
    }

    fn shape(&self) -> AnyShape<f64, 3> {
        let right = "a shape of positive sizes";
        match &self.shape {
            Shape::Ball { radius } => Ball::new(*radius).expect(right).into(),
            Shape::Cuboid { half } => Cuboid::new(*half).expect(right).into(),
            Shape::Points(points) => ConvexHull::new(points).expect(right).into(),
            &Shape::Capsule {
                half_height,
                radius,
            } => Capsule::new(half_height, radius).expect(right).into(),
            &Shape::Cylinder {
                half_height,
                radius,
            } => Cylinder::new(half_height, radius).expect(right).into(),
            &Shape::Cone {
                half_height,
                radius,
            } => Cone::new(half_height, radius).expect(right).into(),
            other => panic!("{other:?} is not a shape that these tests make"),
        }
    }
}

/// A piece of a link or of an object, by the indices of the link or object and of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    Link(usize, usize),
    Object(usize, usize),
}

impl Which {
    /// Returns the name of the link or object.
    pub fn name(self) -> String {
        match self {
            Self::Link(link, _) => format!("link {link}"),
            Self::Object(object, _) => format!("object {object}"),
        }
    }

    pub fn piece(self) -> usize {
        let (Self::Link(_, piece) | Self::Object(_, piece)) = self;
        piece
    }
}

impl Spec {
    /// Returns the times of the waypoints.
    pub fn times(&self) -> &[f64] {
        self.path.times.as_ref().expect("paths are timed")
    }

    /// Returns the times at which the path starts and ends.
    pub fn span(&self) -> (f64, f64) {
        (self.times()[0], self.times()[self.times().len() - 1])
    }

    /// Returns the joints with a value of their own.
    pub fn free(&self) -> Vec<usize> {
        let is_free = |j: &usize| {
            let joint = &self.joints[*j];
            joint.kind != Kind::Fixed && joint.mimic.is_none()
        };
        (0..self.joints.len()).filter(is_free).collect()
    }

    pub fn robot(&self) -> Robot {
        let links = self.links.iter().enumerate().map(|(index, pieces)| {
            let link = Link::new(format!("link {index}"));
            pieces
                .iter()
                .fold(link, |link, piece| link.with(piece.shape(), piece.pose))
        });
        let joints = self.joints.iter().enumerate().map(|(index, spec)| {
            let [name, parent, child] = [
                format!("joint {index}"),
                format!("link {}", spec.parent),
                format!("link {}", index + 1),
            ];
            let joint = Joint::fixed(name, parent, child).at(spec.origin);
            let joint = match spec.kind {
                Kind::Fixed => joint,
                Kind::Turns => joint.turning(spec.axis),
                Kind::Slides => joint.sliding(spec.axis),
            };
            match spec.mimic {
                Some((j, factor, offset)) => joint.mimicking(format!("joint {j}"), factor, offset),
                None => joint,
            }
        });
        let mut robot = Robot::new("random", links.collect(), joints.collect()).expect("a tree");
        robot.set_base(self.base).expect("a pose");
        robot
    }

    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new();
        for (index, object) in self.objects.iter().enumerate() {
            let (name, object) = (format!("object {index}"), &object[0]);
            scene
                .add(name, object.shape(), object.pose)
                .expect("a new name");
        }
        scene
    }

    /// Returns the poses of all links in the world.
    pub fn poses(&self, configuration: &[f64]) -> Vec<Isometry3<f64>> {
        let free = self.free();
        let own = |j: usize| {
            let place = free.iter().position(|&f| f == j);
            configuration[place.expect("a joint with a value of its own")]
        };
        let mut poses = vec![self.base];
        for (index, joint) in self.joints.iter().enumerate() {
            let value = || match joint.mimic {
                None => own(index),
                Some((leader, factor, offset)) => {
                    // The leader may itself follow another joint.
                    let (mut leader, mut factor, mut offset) = (leader, factor, offset);
                    while let Some((next, f, o)) = self.joints[leader].mimic {
                        offset += factor * o;
                        factor *= f;
                        leader = next;
                    }
                    factor * own(leader) + offset
                }
            };
            let moved = match joint.kind {
                Kind::Fixed => Isometry3::identity(),
                Kind::Turns => Isometry3::rotation(joint.axis.into_inner() * value()),
                Kind::Slides => Isometry3::from_parts(
                    (joint.axis.into_inner() * value()).into(),
                    UnitQuaternion::identity(),
                ),
            };
            poses.push(poses[joint.parent] * joint.origin * moved);
        }
        poses
    }

    /// Returns the joint values at a time, by Hermite's basis functions.
    pub fn configuration(&self, time: f64) -> Vec<f64> {
        let times = self.times();
        let last = times.len() - 2;
        let segment = times[1..]
            .iter()
            .position(|&end| time <= end)
            .unwrap_or(last);
        let h = times[segment + 1] - times[segment];
        let u = (time - times[segment]) / h;
        let (u2, u3, u4, u5) = (u * u, u.powi(3), u.powi(4), u.powi(5));
        let basis = match (&self.path.velocities, &self.path.accelerations) {
            (None, _) => [1.0 - u, u, 0.0, 0.0, 0.0, 0.0],
            (Some(_), None) => [
                2.0 * u3 - 3.0 * u2 + 1.0,
                -2.0 * u3 + 3.0 * u2,
                u3 - 2.0 * u2 + u,
                u3 - u2,
                0.0,
                0.0,
            ],
            (Some(_), Some(_)) => [
                1.0 - 10.0 * u3 + 15.0 * u4 - 6.0 * u5,
                10.0 * u3 - 15.0 * u4 + 6.0 * u5,
                u - 6.0 * u3 + 8.0 * u4 - 3.0 * u5,
                -4.0 * u3 + 7.0 * u4 - 3.0 * u5,
                0.5 * (u2 - 3.0 * u3 + 3.0 * u4 - u5),
                0.5 * (u3 - 2.0 * u4 + u5),
            ],
        };
        let of = |rows: &Option<Vec<Vec<f64>>>, waypoint: usize, i: usize| {
            rows.as_ref().map_or(0.0, |rows| rows[waypoint][i])
        };
        let positions = &self.path.positions;
        (0..positions[0].len())
            .map(|i| {
                basis[0] * positions[segment][i]
                    + basis[1] * positions[segment + 1][i]
                    + h * basis[2] * of(&self.path.velocities, segment, i)
                    + h * basis[3] * of(&self.path.velocities, segment + 1, i)
                    + h * h * basis[4] * of(&self.path.accelerations, segment, i)
                    + h * h * basis[5] * of(&self.path.accelerations, segment + 1, i)
            })
            .collect()
    }

    /// Returns the joints that move a link, in order from the root.
    pub fn movers(&self, link: usize) -> Vec<usize> {
        let mut movers = Vec::new();
        let mut link = link;
        while link > 0 {
            let joint = &self.joints[link - 1];
            if joint.kind != Kind::Fixed {
                movers.push(link - 1);
            }
            link = joint.parent;
        }
        movers.reverse();
        movers
    }

    /// Returns all pairs of pieces that must not touch. Pieces of one link, of neighbouring links and of links that
    /// move as one may touch.
    pub fn pairs(&self) -> Vec<(Which, Which)> {
        let pieces = self.links.iter().enumerate();
        let pieces = pieces.flat_map(|(link, all)| (0..all.len()).map(move |piece| (link, piece)));
        let pieces: Vec<_> = pieces.collect();
        let objects = self.objects.iter().enumerate();
        let objects =
            objects.flat_map(|(object, all)| (0..all.len()).map(move |piece| (object, piece)));
        let objects: Vec<_> = objects
            .map(|(object, piece)| Which::Object(object, piece))
            .collect();
        let mut pairs = Vec::new();
        for (index, &(link, piece)) in pieces.iter().enumerate() {
            let this = Which::Link(link, piece);
            for &(other, other_piece) in &pieces[index + 1..] {
                let neighbours = |a: usize, b: usize| b > 0 && self.joints[b - 1].parent == a;
                let may_touch = link == other
                    || neighbours(link, other)
                    || neighbours(other, link)
                    || self.movers(link) == self.movers(other);
                if !may_touch {
                    pairs.push((this, Which::Link(other, other_piece)));
                }
            }
            pairs.extend(objects.iter().map(|&object| (this, object)));
        }
        pairs
    }

    /// Returns whether some joint moves one piece of a pair relative to the other.
    pub fn moves(&self, (a, b): (Which, Which)) -> bool {
        let movers = |which| match which {
            Which::Link(link, _) => self.movers(link),
            Which::Object(..) => Vec::new(),
        };
        movers(a) != movers(b)
    }

    pub fn piece(&self, which: Which) -> &PieceSpec {
        match which {
            Which::Link(link, piece) => &self.links[link][piece],
            Which::Object(object, piece) => &self.objects[object][piece],
        }
    }

    /// Returns the pose of a piece in the world, given the poses of the links.
    pub fn placed(&self, which: Which, poses: &[Isometry3<f64>]) -> Isometry3<f64> {
        match which {
            Which::Link(link, _) => poses[link] * self.piece(which).pose,
            Which::Object(..) => self.piece(which).pose,
        }
    }

    /// Returns the oracle's bounds of the distance of two pieces at a configuration.
    pub fn distance(&self, pair: (Which, Which), configuration: &[f64]) -> Bounds {
        self.distance_at(pair, &self.poses(configuration))
    }

    /// Returns these bounds, given the poses of the links.
    pub fn distance_at(&self, (a, b): (Which, Which), poses: &[Isometry3<f64>]) -> Bounds {
        let [pose_a, pose_b] = [a, b].map(|which| {
            let pose = self.placed(which, poses);
            Pose {
                rotation: pose.rotation.to_rotation_matrix().into_inner(),
                translation: pose.translation.vector,
            }
        });
        let (core_a, core_b) = (&self.piece(a).core, &self.piece(b).core);
        distance((core_a, pose_a), (core_b, pose_b), None)
    }

    /// Returns the oracle's least distance from the links of this robot to those of another, 0 if some overlap.
    pub fn distance_to(&self, other: &Self, [own, others]: [&[f64]; 2]) -> f64 {
        let bodies = |spec: &Self, configuration: &[f64]| {
            let poses = spec.poses(configuration);
            let links = spec.links.iter().enumerate();
            let all = links.flat_map(|(link, all)| (0..all.len()).map(move |piece| (link, piece)));
            let body = |(link, piece)| {
                let which = Which::Link(link, piece);
                let pose = spec.placed(which, &poses);
                let pose = Pose {
                    rotation: pose.rotation.to_rotation_matrix().into_inner(),
                    translation: pose.translation.vector,
                };
                (spec.piece(which).core.clone(), pose)
            };
            all.map(body).collect::<Vec<_>>()
        };
        let (own, others) = (bodies(self, own), bodies(other, others));
        let pairs = own.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
        let distances = pairs.map(|(a, b)| {
            let bounds = distance((&a.0, a.1), (&b.0, b.1), None);
            if bounds.overlap { 0.0 } else { bounds.upper }
        });
        distances.fold(f64::INFINITY, f64::min)
    }
}
