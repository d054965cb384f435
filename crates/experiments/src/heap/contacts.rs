//! The bodies near each other: their distances, and the points in which they touch.

use nalgebra::{Isometry3, Vector3};
use photofinish::broad_phase::overlapping_pairs;
use photofinish::manifold::ContactId;
use photofinish::pieces::{Pieces, TriMesh};
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish::swept::SweptBox;
use photofinish::{HalfSpace, Manifold, SupportMap, Tracker};

use super::HeapError;
use super::body::Body;
use crate::solid::around;

/// The distance, in metres, that the contact solver keeps between bodies. The pass lets them overlap by as much, so
/// that a solver that is off by less than twice the skin never meets the pass.
pub const SKIN: f32 = 4e-3;
/// Bodies farther apart than this and the skin are not near each other, in metres. The solver sees them coming at up to
/// 1.2 m/s, in a step of 1/60 s. The pass stops faster ones where they meet, and the solver sees them in the next step.
pub const MARGIN: f32 = 0.02;
/// How far a contact point may move across the normal and keep its name, in metres.
const MERGING: f32 = 1e-3;

/// A body in the place of the first one of a pair: a floor, or a triangle of the mesh.
pub const FLOOR: u32 = u32::MAX - 1;
/// See [`FLOOR`].
pub const BOWL: u32 = u32::MAX;

/// A pair: the number of A, that of B, and the triangle if A is the mesh.
pub type Key = [u32; 3];

/// Two bodies near each other.
#[derive(Clone, Debug)]
pub struct Touch {
    pub key: Key,
    pub distance: f32,
    /// From A to B.
    pub normal: Vector3<f32>,
    pub points: Vec<Point>,
    tracker: Tracker<f32, 3>,
}

/// A point in which bodies touch, with what the solver did there.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    id: ContactId,
    pub place: Vector3<f32>,
    pub separation: f32,
    /// The impulse of the last step: along the normal, and across it.
    pub push: f32,
    pub drag: Vector3<f32>,
}

/// What bodies fall on.
#[derive(Debug)]
pub struct Ground {
    pub floor: HalfSpace<f32, 3>,
    pub bowl: Option<TriMesh<f32>>,
}

/// Finds the bodies near each other where they are now, in the order of their keys. Touches of the last step pass on
/// what the solver did.
pub fn look(bodies: &[Body], ground: &Ground, last: Vec<Touch>) -> Result<Vec<Touch>, HeapError> {
    let placed: Result<Vec<_>, _> = bodies
        .iter()
        .map(|body| Posed::new(&**body.shape(), &body.pose))
        .collect();
    let placed = placed?;
    let mut old = last.into_iter().peekable();
    let mut manifold = Manifold::new().merging(MERGING);
    let mut touches = Vec::new();
    for key in keys(&placed, ground) {
        while old.next_if(|touch| touch.key < key).is_some() {}
        let mut touch = old
            .next_if(|touch| touch.key == key)
            .unwrap_or_else(|| Touch::new(key));
        let [a, b, piece] = key;
        let b = &placed[b as usize];
        match (a, &ground.bowl) {
            (FLOOR, _) => touch.find_on(&ground.floor, b, &mut manifold)?,
            (BOWL, Some(bowl)) => {
                let triangle = Posed::new(bowl.piece(piece), &Isometry3::identity())?;
                touch.find(&triangle, b, &mut manifold)?;
            }
            _ => touch.find(&placed[a as usize], b, &mut manifold)?,
        }
        touches.push(touch);
    }
    Ok(touches)
}

/// Returns the pairs whose boxes come near each other, in their order.
fn keys(placed: &[Posed<&AnyShape<f32, 3>, f32, 3>], ground: &Ground) -> Vec<Key> {
    let half = 0.5 * (SKIN + MARGIN);
    let boxes: Vec<_> = placed.iter().map(|body| around(body).grown(half)).collect();
    let pairs = overlapping_pairs(&boxes).pairs.into_iter();
    let mut keys: Vec<_> = pairs.map(|[a, b]| [a as u32, b as u32, 0]).collect();
    let level = ground.floor.point().y;
    for (body, swept) in (0..).zip(&boxes) {
        if swept.min.y <= level + half {
            keys.push([FLOOR, body, 0]);
        }
    }
    if let Some(bowl) = &ground.bowl {
        for (body, swept) in (0..).zip(&boxes) {
            for_pieces_near(bowl, &swept.grown(half), |piece| {
                keys.push([BOWL, body, piece]);
            });
        }
    }
    keys.sort_unstable();
    keys
}

/// Calls for each triangle whose box overlaps another one.
pub fn for_pieces_near(mesh: &TriMesh<f32>, near: &SweptBox<f32, 3>, mut found: impl FnMut(u32)) {
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        let Some(bounds) = mesh.tree().bounds(index) else {
            continue;
        };
        let own = SweptBox {
            min: bounds.center - bounds.half_extents,
            max: bounds.center + bounds.half_extents,
        };
        if near.overlaps(&own) {
            bounds.piece.into_iter().for_each(&mut found);
            open.extend(bounds.children.into_iter().flatten());
        }
    }
}

impl Touch {
    fn new(key: Key) -> Self {
        Self {
            key,
            distance: f32::INFINITY,
            normal: Vector3::zeros(),
            points: Vec::new(),
            tracker: Tracker::new(),
        }
    }

    /// Measures two bodies, and finds their points if they are near enough for the solver.
    fn find<A: SupportMap<f32, 3>, B: SupportMap<f32, 3>>(
        &mut self,
        a: &A,
        b: &B,
        manifold: &mut Manifold<f32, 3>,
    ) -> Result<(), HeapError> {
        let found = self.tracker.proximity(a, b);
        self.distance = found.signed_distance();
        self.normal = found.contact().normal;
        let old = std::mem::take(&mut self.points);
        if self.distance < SKIN + MARGIN {
            look_within(manifold, SKIN + MARGIN - self.distance);
            manifold.update(a, b, found.contact())?;
            self.keep(manifold, &old);
        }
        Ok(())
    }

    fn find_on<B: SupportMap<f32, 3>>(
        &mut self,
        floor: &HalfSpace<f32, 3>,
        b: &B,
        manifold: &mut Manifold<f32, 3>,
    ) -> Result<(), HeapError> {
        let found = floor.proximity(b);
        self.distance = found.signed_distance();
        self.normal = *floor.normal();
        let old = std::mem::take(&mut self.points);
        if self.distance < SKIN + MARGIN {
            look_within(manifold, SKIN + MARGIN - self.distance);
            manifold.update_on(floor, b, found.contact())?;
            self.keep(manifold, &old);
        }
        Ok(())
    }

    fn keep(&mut self, manifold: &Manifold<f32, 3>, old: &[Point]) {
        self.points.extend(manifold.points().iter().map(|point| {
            let known = old.iter().find(|old| old.id == point.id);
            Point {
                id: point.id,
                place: point.middle(),
                separation: point.separation,
                push: known.map_or(0.0, |old| old.push),
                drag: known.map_or_else(Vector3::zeros, |old| old.drag),
            }
        }));
    }
}

/// Lets a manifold list points whose bodies are this much farther apart than at the nearest point.
fn look_within(manifold: &mut Manifold<f32, 3>, length: f32) {
    *manifold = std::mem::take(manifold).within(length);
}
