//! Finds the points where two bodies touch. The library returns one pair of nearest points, but two faces that lie on
//! each other touch in a whole polygon, and a block comes to rest only if it is held up on all sides.

use nalgebra::{Vector2, Vector3};

use crate::impulse::Contact;
use photofinish::Real;
use photofinish::shape::AnyShape;
use photofinish::timewarp::Collision;

use crate::body::{Body, proximity};

/// Corners this near to the plane of the contact, in metres, count as touching it. With a smaller value, a block that
/// lies down rattles on its corners for longer; with a larger one, a block that visibly stands on an edge is held up at
/// its face.
const TOUCHING: f64 = 1e-3;

/// Returns where two bodies collide. If it is not known what follows, this is where they are nearest.
pub fn at<T: Real>(collision: &Collision<'_, Body<T>, T, 3>) -> Contact<T> {
    let [a, b] = collision.states;
    let nearest = || *proximity(a, b, collision.time).contact();
    let place = collision.contact.place().copied().unwrap_or_else(nearest);
    Contact {
        time: collision.time,
        normal: place.normal,
        point: (place.witness_a + place.witness_b) * T::of(0.5),
    }
}

/// Returns points that stand for a whole contact: the middle of the nearest points, and if two faces, or a face and an
/// edge, lie on each other, the corners of the polygon in which they overlap.
pub fn points<T: Real>(contact: &Contact<T>, a: &Body<T>, b: &Body<T>) -> Vec<Vector3<T>> {
    let across = Tangents::new(contact);
    let face_a = across.facing_corners(a, contact.normal);
    let face_b = across.facing_corners(b, -contact.normal);
    let overlap = if face_b.len() > 2 {
        clipped(face_a, &face_b)
    } else if face_a.len() > 2 {
        clipped(face_b, &face_a)
    } else {
        Vec::new()
    };
    let mut points = vec![contact.point];
    points.extend(overlap.iter().map(|corner| across.lifted(corner)));
    points
}

/// Coordinates in the plane of a contact.
struct Tangents<'c, T> {
    contact: &'c Contact<T>,
    axes: [Vector3<T>; 2],
}

impl<'c, T: Real> Tangents<'c, T> {
    fn new(contact: &'c Contact<T>) -> Self {
        let normal = contact.normal;
        let first = normal
            .cross(&Vector3::ith(normal.iamin(), T::one()))
            .normalize();
        Self {
            contact,
            axes: [first, normal.cross(&first)],
        }
    }

    /// Returns the corners of a body that lie farthest along `direction`, in turn around their middle.
    fn facing_corners(&self, body: &Body<T>, direction: Vector3<T>) -> Vec<Vector2<T>> {
        let corners = corners(body, self.contact.time);
        let farthest = corners
            .iter()
            .map(|corner| direction.dot(corner))
            .reduce(T::max);
        let mut facing: Vec<_> = corners
            .iter()
            .filter(|corner| Some(direction.dot(corner) + T::of(TOUCHING)) >= farthest)
            .map(|corner| {
                let arm = corner - self.contact.point;
                Vector2::from(self.axes.map(|axis| axis.dot(&arm)))
            })
            .collect();
        let count = T::of(facing.len() as f64);
        let middle = facing.iter().sum::<Vector2<T>>() / count;
        let angle = |corner: &Vector2<T>| (corner.y - middle.y).atan2(corner.x - middle.x).as_f64();
        facing.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        facing
    }

    fn lifted(&self, point: &Vector2<T>) -> Vector3<T> {
        self.contact.point + self.axes[0] * point.x + self.axes[1] * point.y
    }
}

/// Returns the corners of a cuboid at `time`; a ball has none.
pub fn corners<T: Real>(body: &Body<T>, time: T) -> Vec<Vector3<T>> {
    let AnyShape::Cuboid(cuboid) = body.shape() else {
        return Vec::new();
    };
    let pose = body.pose(time);
    let corner = |index: usize| {
        let sign = |axis: usize| {
            if index >> axis & 1 == 0 {
                T::one()
            } else {
                -T::one()
            }
        };
        let local = cuboid
            .half_extents()
            .component_mul(&Vector3::from_fn(|axis, _| sign(axis)));
        pose.rotation * local + pose.translation.vector
    };
    (0..8).map(corner).collect()
}

/// Returns the part of a polygon, a segment or a point that is inside a convex polygon, whose corners go around
/// counter-clockwise. One edge after the other cuts it (Sutherland and Hodgman 1974).
fn clipped<T: Real>(subject: Vec<Vector2<T>>, by: &[Vector2<T>]) -> Vec<Vector2<T>> {
    let mut kept = subject;
    for (index, from) in by.iter().enumerate() {
        let edge = by[(index + 1) % by.len()] - from;
        let inside = |point: &Vector2<T>| edge.perp(&(point - from));
        let whole = std::mem::take(&mut kept);
        for (index, point) in whole.iter().enumerate() {
            let next = &whole[(index + 1) % whole.len()];
            let (here, there) = (inside(point), inside(next));
            if here >= T::zero() {
                kept.push(*point);
            }
            if (here > T::zero() && there < T::zero()) || (here < T::zero() && there > T::zero()) {
                kept.push(point + (next - point) * (here / (here - there)));
            }
        }
    }
    kept
}
