//! The pieces of a robot and of its surroundings, as a planner's search sees them.

use nalgebra::{Isometry3, Unit, Vector3};

use super::cloud::Cloud;
use super::tree::{Bounds, Tree};
use crate::Link;
use crate::bodies::{self, Bodies, Body, Owner, PairId};
use crate::cloud;
use crate::following::Limits;
use crate::kinematics::{FrameId, ViewId};
use crate::motion::Mount;
use crate::pose::Pose;
use photofinish::SupportMap;
use photofinish::shape::AnyShape;

/// A piece of a link or of an object.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Part {
    pub(in crate::planner) owner: Owner,
    pub(in crate::planner) shape: AnyShape<f64, 3>,
    pub(in crate::planner) frame: FrameId,
    /// The view of its frame from the world; none if it is at rest there.
    pub(in crate::planner) view: Option<ViewId>,
    pub(in crate::planner) mount: Mount,
    /// How far points of the core are from the mount's centre, and from the origin of the shape's frame.
    pub(in crate::planner) reach: f64,
    pub(in crate::planner) reach_of_origin: f64,
    /// The middle of a box around it, in its frame, and half of the box's lengths.
    middle: Vector3<f64>,
    half: Vector3<f64>,
    /// How far points of the box are from the frame's origin.
    box_reach: f64,
}

/// The share of the coordinates by which a box is widened. A box is some dozen sums and products of them, of which each
/// loses half an ulp: less than 1e-14.
pub(in crate::planner) const BOX_SLACK: f64 = 1e-12;

impl Part {
    fn new(body: &Body, view: Option<ViewId>) -> Self {
        let Body {
            owner, shape, at, ..
        } = body;
        let (mount, reach, reach_of_origin) = Body::measured(shape, &at.at);
        let placed = mount.placement(&Pose::identity(), &Limits::AT_REST);
        let placed = photofinish::support::Posed::placed(shape, reach_of_origin, placed);
        let side = |axis: Unit<Vector3<f64>>| placed.support_point(&axis).dot(&axis);
        let axes = [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()];
        let max = Vector3::from(axes.map(side));
        let min = Vector3::from(axes.map(|axis| -side(-axis)));
        let rounding = placed.rounding().amax() + placed.turn_rounding();
        let slack = rounding + BOX_SLACK * (max.amax() + min.amax());
        let (middle, half) = (0.5 * (max + min), 0.5 * (max - min).add_scalar(2.0 * slack));
        Self {
            owner: *owner,
            shape: shape.clone(),
            frame: at.frame,
            view,
            mount,
            reach,
            reach_of_origin,
            box_reach: middle.norm() + half.norm(),
            middle,
            half,
        }
    }

    /// Returns half the length of its box.
    pub(in crate::planner) fn size(&self) -> f64 {
        self.half.norm()
    }

    /// Returns a box around it in the world, where its frame is at a pose that may be off by these limits.
    #[inline]
    pub(in crate::planner) fn bounds(&self, frame: &Pose, limits: &Limits) -> Bounds {
        let middle = frame.point(&self.middle);
        let sizes = frame.translation.amax() + self.box_reach;
        let slack =
            limits.translation_error + limits.angle_error * self.box_reach + BOX_SLACK * sizes;
        let half = (frame.rotation.abs() * self.half).add_scalar(slack);
        Bounds {
            min: middle - half,
            max: middle + half,
        }
    }
}

/// The number of pieces beside a tree from which on there may be a new tree.
const LEAST_FRESH: usize = 32;
/// The number of pieces of objects in a leaf of their tree.
const OF_LEAF: usize = 4;

/// Two pieces of links that may not touch, and that some joint moves past each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::planner) struct Own {
    pub(in crate::planner) pair: PairId,
    /// The places of both among the parts of links.
    pub(in crate::planner) parts: [usize; 2],
}

/// What a planner's search knows of a robot and its surroundings.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The pieces of links.
    pub(in crate::planner) links: Vec<Part>,
    pub(in crate::planner) own: Vec<Own>,
    /// The pieces of objects, with their boxes.
    pub(in crate::planner) objects: Vec<(Part, Bounds)>,
    pub(in crate::planner) tree: Tree,
    pub(in crate::planner) clouds: Vec<Cloud>,
    /// Pieces of objects that are not in the tree: those from here on.
    fresh: usize,
    /// The distance that each object must keep from each link, NaN if they may touch; by object, then by link.
    kept: Vec<f64>,
    of_links: usize,
    /// The largest distance that any two pieces must keep.
    pub(in crate::planner) widest: f64,
}

impl Parts {
    /// Takes the parts of a robot and its scene. `bases` are the views from the world of all frames, and `kept` returns
    /// the distance that a link and an object must keep, none if they may touch.
    pub(crate) fn new(
        (bodies, bases): (&Bodies, &[Option<ViewId>]),
        clouds: &[cloud::Cloud],
        (of_links, of_objects): (usize, usize),
        kept: impl Fn([Owner; 2]) -> Option<f64>,
    ) -> Self {
        let (mut links, mut objects, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        for body in bodies.pieces() {
            let part = Part::new(body, bases[body.at.frame.0]);
            if body.owner.is_object() {
                let bounds = part.bounds(&Pose::identity(), &Limits::AT_REST);
                boxes.push(bounds);
                objects.push((part, bounds));
            } else {
                links.push(part);
            }
        }
        let own = bodies.pair_ids().filter_map(|pair| {
            let parts = bodies.bodies_of(pair);
            let is_own = bodies[pair].moves && parts.iter().all(|&part| part < links.len());
            is_own.then_some(Own { pair, parts })
        });
        let owners = of_objects + clouds.len();
        let clouds = clouds.iter().enumerate();
        let clouds = clouds
            .map(|(index, cloud)| Cloud::new(cloud, Owner::Object(of_objects + index)))
            .collect();
        let of_own = |own: &Own| bodies[own.pair].target_distance;
        let own: Vec<_> = own.collect();
        let mut parts = Self {
            widest: own.iter().map(of_own).fold(0.0, f64::max),
            own,
            kept: Vec::new(),
            tree: Tree::new(&boxes, OF_LEAF),
            fresh: objects.len(),
            clouds,
            links,
            objects,
            of_links,
        };
        (0..owners).for_each(|object| parts.keep(object, &kept));
        parts
    }

    /// Notes the distances that all links must keep from an object. Its number is the next one, or that of one that was
    /// taken away.
    fn keep(&mut self, object: usize, kept: impl Fn([Owner; 2]) -> Option<f64>) {
        let links = 0..self.of_links;
        let all = links.map(|link| kept([Owner::Link(link), Owner::Object(object)]));
        let all: Vec<_> = all.map(|kept| kept.unwrap_or(f64::NAN)).collect();
        self.widest = all.iter().copied().fold(self.widest, f64::max);
        let from = object * self.of_links;
        let to = self.kept.len().min(from + self.of_links);
        self.kept.splice(from..to, all);
    }

    /// Adds an object at rest.
    pub(crate) fn add(
        &mut self,
        (index, object, pose): (usize, &Link, &Isometry3<f64>),
        kept: impl Fn([Owner; 2]) -> Option<f64>,
    ) {
        self.keep(index, kept);
        self.place(index, object, pose);
    }

    /// Adds a cloud.
    pub(crate) fn add_cloud(
        &mut self,
        (index, cloud): (usize, &cloud::Cloud),
        kept: impl Fn([Owner; 2]) -> Option<f64>,
    ) {
        self.keep(index, kept);
        self.clouds.push(Cloud::new(cloud, Owner::Object(index)));
    }

    /// Puts the pieces of an object where they are. It costs as much as these pieces, and now and then a new tree.
    pub(crate) fn place(&mut self, index: usize, object: &Link, pose: &Isometry3<f64>) {
        for body in bodies::pieces_at_rest(Owner::Object(index), object, pose) {
            let part = Part::new(&body, None);
            let bounds = part.bounds(&Pose::identity(), &Limits::AT_REST);
            self.objects.push((part, bounds));
        }
        let fresh = self.objects.len() - self.fresh;
        if fresh > LEAST_FRESH && fresh * fresh > self.objects.len() {
            self.objects
                .retain(|(_, bounds)| bounds.min.x <= bounds.max.x);
            let boxes: Vec<_> = self.objects.iter().map(|(_, bounds)| *bounds).collect();
            self.tree = Tree::new(&boxes, OF_LEAF);
            self.fresh = boxes.len();
        }
    }

    /// Takes the pieces of an object away.
    pub(crate) fn remove(&mut self, index: usize) {
        let owner = Owner::Object(index);
        for (part, bounds) in &mut self.objects {
            if part.owner == owner {
                *bounds = Bounds::nothing();
            }
        }
        self.clouds.retain(|cloud| cloud.owner != owner);
    }

    /// Visits the pieces of objects whose boxes overlap `bounds`.
    #[inline]
    pub(in crate::planner) fn near(&self, bounds: &Bounds, mut visit: impl FnMut(u32, &Part)) {
        let mut each = |number: u32| {
            let (part, around) = &self.objects[number as usize];
            if around.overlaps(bounds) {
                visit(number, part);
            }
        };
        self.tree.near(bounds, |leaf| {
            self.tree.numbers(leaf).iter().for_each(|&n| each(n))
        });
        (self.fresh..self.objects.len()).for_each(|number| each(number as u32));
    }

    /// Returns the distance that a link must keep from an object, NaN if they may touch.
    #[inline]
    pub(in crate::planner) fn kept(&self, link: Owner, object: Owner) -> f64 {
        let (Owner::Link(link), Owner::Object(object)) = (link, object) else {
            return f64::NAN;
        };
        self.kept[object * self.of_links + link]
    }
}
