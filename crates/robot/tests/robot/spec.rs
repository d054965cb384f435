//! Robots, scenes and paths as plain data with their own kinematics. The tests compare the crate's answers with them.

use nalgebra::{Isometry3, Unit, Vector3};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder};
use photofinish_robot::{Joint, Link, Path, Robot, Scene};

use photofinish_oracle::distance::{Bounds, distance};
use photofinish_oracle::motion::Pose;
use photofinish_oracle::shape::{Body, Core, Shape};

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
    pub fn new(shape: Shape<3>, pose: Isometry3<f64>) -> Self {
        let core = Body::sharp(shape.clone()).core();
        Self { shape, core, pose }
    }

    /// Returns how far its points are from its origin at most.
    pub fn radius(&self) -> f64 {
        (self.core.solid.reach(&Vector3::zeros()) + self.core.radius) * (1.0 + 1e-9)
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

fn apart(bounds: &Bounds) -> f64 {
    if bounds.overlap { 0.0 } else { bounds.upper }
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

    /// Returns the values of all joints, 0 for those that are fixed. A leader may itself follow another joint.
    pub fn values(&self, configuration: &[f64]) -> Vec<f64> {
        let free = self.free();
        let value = |joint: usize| {
            let (mut joint, mut factor, mut offset) = (joint, 1.0, 0.0);
            while let Some((leader, f, o)) = self.joints[joint].mimic {
                (joint, offset, factor) = (leader, offset + factor * o, factor * f);
            }
            let place = free.iter().position(|&f| f == joint);
            place.map_or(0.0, |place| factor * configuration[place] + offset)
        };
        (0..self.joints.len()).map(value).collect()
    }

    /// Returns the poses of all links in the world.
    pub fn poses(&self, configuration: &[f64]) -> Vec<Isometry3<f64>> {
        let mut poses = vec![self.base];
        for (joint, value) in self.joints.iter().zip(self.values(configuration)) {
            let along = joint.axis.into_inner() * value;
            let moved = match joint.kind {
                Kind::Fixed => Isometry3::identity(),
                Kind::Turns => Isometry3::rotation(along),
                Kind::Slides => Isometry3::from(along),
            };
            poses.push(poses[joint.parent] * joint.origin * moved);
        }
        poses
    }

    /// Returns the joint values at a time. Control points make segments curves of Bézier, by de Casteljau's algorithm.
    pub fn configuration(&self, time: f64) -> Vec<f64> {
        let (times, path) = (self.times(), &self.path);
        let starts = &times[1..times.len() - 1];
        let segment = starts.iter().filter(|&&start| start < time).count();
        let h = times[segment + 1] - times[segment];
        let u = (time - times[segment]) / h;
        // those of an end of a segment, from the end on. The second end looks back
        let from = |waypoint: usize, h: f64, i: usize| {
            let of = |rows: &Option<Vec<Vec<f64>>>| Some(rows.as_ref()?[waypoint][i] * h);
            let q = path.positions[waypoint][i];
            match (of(&path.velocities), of(&path.accelerations)) {
                (None, _) => vec![q],
                (Some(v), None) => vec![q, q + v / 3.0],
                (Some(v), Some(a)) => vec![q, q + v / 5.0, q + v / 2.5 + a * h / 20.0],
            }
        };
        let value = |i: usize| {
            let mut points = from(segment, h, i);
            points.extend(from(segment + 1, -h, i).into_iter().rev());
            while points.len() > 1 {
                let mixed = points.windows(2).map(|two| two[0] + u * (two[1] - two[0]));
                points = mixed.collect();
            }
            points[0]
        };
        (0..path.positions[0].len()).map(value).collect()
    }

    /// Returns the joints that move a link, in order from the root.
    fn movers(&self, link: usize) -> Vec<usize> {
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

    /// Returns all pieces of links.
    fn own(&self) -> Vec<(usize, Which)> {
        let links = self.links.iter().enumerate();
        let of_link = |(link, all): (usize, &Vec<_>)| {
            (0..all.len()).map(move |piece| (link, Which::Link(link, piece)))
        };
        links.flat_map(of_link).collect()
    }

    /// Returns all pairs of pieces that must not touch. Pieces of one link, of neighbouring links and of links that
    /// move as one may touch.
    pub fn pairs(&self) -> Vec<(Which, Which)> {
        let pieces = self.own();
        let objects = self.objects.iter().enumerate();
        let objects = objects.flat_map(|(object, all)| {
            (0..all.len()).map(move |piece| Which::Object(object, piece))
        });
        let objects: Vec<_> = objects.collect();
        let neighbours = |a: usize, b: usize| b > 0 && self.joints[b - 1].parent == a;
        let mut pairs = Vec::new();
        for (index, &(link, this)) in pieces.iter().enumerate() {
            for &(other, that) in &pieces[index + 1..] {
                let may_touch = link == other
                    || neighbours(link, other)
                    || neighbours(other, link)
                    || self.movers(link) == self.movers(other);
                if !may_touch {
                    pairs.push((this, that));
                }
            }
            pairs.extend(objects.iter().map(|&object| (this, object)));
        }
        pairs
    }

    pub fn movers_of(&self, which: Which) -> Vec<usize> {
        match which {
            Which::Link(link, _) => self.movers(link),
            Which::Object(..) => Vec::new(),
        }
    }

    /// Returns whether some joint moves one piece of a pair relative to the other.
    pub fn moves(&self, (a, b): (Which, Which)) -> bool {
        self.movers_of(a) != self.movers_of(b)
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

    /// Returns the oracle's bounds of the distance of two pieces, given the poses of the links.
    pub fn distance(&self, (a, b): (Which, Which), poses: &[Isometry3<f64>]) -> Bounds {
        distance(self.body(a, poses), self.body(b, poses), None)
    }

    /// Returns how far two pieces are apart, 0 if they overlap.
    pub fn apart(&self, pair: (Which, Which), poses: &[Isometry3<f64>]) -> f64 {
        apart(&self.distance(pair, poses))
    }

    /// Returns a piece where the oracle can see it.
    fn body(&self, which: Which, poses: &[Isometry3<f64>]) -> (&Core, Pose) {
        let pose = self.placed(which, poses);
        let pose = Pose {
            rotation: pose.rotation.to_rotation_matrix().into_inner(),
            translation: pose.translation.vector,
        };
        (&self.piece(which).core, pose)
    }

    /// Returns the oracle's least distance from the links of this robot to those of another, 0 if some overlap.
    pub fn distance_to(&self, other: &Self, [own, others]: [&[f64]; 2]) -> f64 {
        let (own_poses, other_poses) = (self.poses(own), other.poses(others));
        let mut least = f64::INFINITY;
        for (_, a) in self.own() {
            for (_, b) in other.own() {
                let (a, b) = (self.body(a, &own_poses), other.body(b, &other_poses));
                least = least.min(apart(&distance(a, b, None)));
            }
        }
        least
    }
}
