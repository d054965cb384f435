//! The collision of two bodies.
//!
//! The unknown is the impulse j that B receives at the contact point; A receives -j. The velocity of B's point relative
//! to A's changes from u to u + K j, where K is the sum of both bodies' compliances there. Let n be the normal. The law
//! of A. Chatterjee and A. Ruina (1998) has two parts, p n and d:
//!
//! - p n is the impulse without friction that leaves the separating speed v: n . (u + K p n) = v, so
//!   p = (v - n . u) / (n . K n).
//! - d is the difference between the impulse that stops all relative motion, -K⁻¹ u, and the one that stops it along n:
//!   d = -K⁻¹ u + n (n . u) / (n . K n). It stops the sliding and leaves the normal speed alone: n . K d = 0.
//!
//! The impulse is j = p n + k d with the largest k in [0, 1] inside the friction cone |j_t| <= mu j_n, which is
//! k (|d_t| - mu d_n) <= mu p. As n and d are orthogonal with respect to K, the kinetic energy falls by the work of
//! each part on its own: it never rises through friction, and through p only if v exceeds the speed of approach.

use nalgebra::{Matrix3, Vector3};
use photofinish::{MotionError, Real};

/// A rigid body that can be pushed. Vectors are in the world.
pub trait Struck<T: Real> {
    /// Returns the velocity at `time` of the body's point that is at `point` then.
    fn velocity_at(&self, point: &Vector3<T>, time: T) -> Vector3<T>;

    /// Returns the matrix that maps an impulse at `point` to the change of the velocity there: m⁻¹ - \[r\] I⁻¹ \[r\]
    /// with the arm r. It is zero for a body that never moves.
    fn compliance_at(&self, point: &Vector3<T>, time: T) -> Matrix3<T>;

    /// Pushes the body at `point` and `time`.
    ///
    /// # Errors
    /// If it then moves faster than numbers do.
    fn push(&mut self, impulse: Vector3<T>, point: &Vector3<T>, time: T)
    -> Result<(), MotionError>;
}

/// Where two bodies touch.
#[derive(Clone, Copy, Debug)]
pub struct Contact<T> {
    /// The time, from the start of the frame.
    pub time: T,
    /// The normal, from A to B.
    pub normal: Vector3<T>,
    /// The middle of the nearest points.
    pub point: Vector3<T>,
}

/// The constants of a collision.
#[derive(Clone, Copy, Debug)]
pub struct Material<T> {
    /// The share of the approach speed that an impact gives back.
    pub restitution: T,
    /// Coulomb's coefficient.
    pub friction: T,
    /// The least separating speed after an impact, in metres per second. It is the speed of a *microcollision*, by
    /// which bodies rest on each other (\[2\] 6, after B. Mirtich 1996). Without it the impacts of a body that comes to
    /// rest would follow each other ever faster.
    pub hop: T,
}

/// The result of a collision.
#[derive(Clone, Copy, Debug)]
pub struct Collision {
    /// The largest speed of approach, in metres per second.
    pub approach: f64,
    /// The kinetic energy gained, in joules; negative if lost.
    pub gain: f64,
}

/// The largest number of impulses for one contact. Each may press on a corner that the last one freed.
const ROUNDS: u32 = 8;

/// Lets two bodies collide at a contact, which these points stand for. Returns `None` if they come apart there anyway.
///
/// # Errors
/// If a body then moves faster than numbers do.
pub fn collide<T: Real, A: Struck<T>, B: Struck<T>>(
    a: &mut A,
    b: &mut B,
    contact: &Contact<T>,
    points: &[Vector3<T>],
    material: &Material<T>,
) -> Result<Option<Collision>, MotionError> {
    let mut collision = None;
    for _ in 0..ROUNDS {
        let Some((point, approach)) = pressed_point(a, b, contact, points, material.hop) else {
            break;
        };
        let gain = strike(a, b, contact, &point, material)?;
        let so_far = collision.get_or_insert(Collision {
            approach: approach.as_f64(),
            gain: 0.0,
        });
        so_far.gain += gain.as_f64();
    }
    Ok(collision)
}

/// Returns the middle of the points that do not separate fast enough, each with the speed that it lacks as its weight,
/// and the largest speed of approach.
fn pressed_point<T: Real, A: Struck<T>, B: Struck<T>>(
    a: &A,
    b: &B,
    contact: &Contact<T>,
    points: &[Vector3<T>],
    hop: T,
) -> Option<(Vector3<T>, T)> {
    // half a hop is enough for the points beside the one that was struck
    let enough = hop * T::of(0.5);
    let mut sum = Vector3::zeros();
    let (mut weights, mut approach) = (T::zero(), -hop);
    for point in points {
        let speed = contact
            .normal
            .dot(&relative_velocity(a, b, point, contact.time));
        let weight = (enough - speed).max(T::zero());
        sum += (point - contact.point) * weight;
        weights += weight;
        approach = approach.max(-speed);
    }
    (weights > T::zero()).then(|| (contact.point + sum / weights, approach))
}

fn relative_velocity<T: Real, A: Struck<T>, B: Struck<T>>(
    a: &A,
    b: &B,
    point: &Vector3<T>,
    time: T,
) -> Vector3<T> {
    b.velocity_at(point, time) - a.velocity_at(point, time)
}

/// Applies the impulse that the module's head derives, and returns the kinetic energy gained: the impulse times the
/// mean of the relative velocities before and after.
fn strike<T: Real, A: Struck<T>, B: Struck<T>>(
    a: &mut A,
    b: &mut B,
    contact: &Contact<T>,
    point: &Vector3<T>,
    material: &Material<T>,
) -> Result<T, MotionError> {
    let (time, n) = (contact.time, contact.normal);
    let u = relative_velocity(a, b, point, time);
    let compliance = a.compliance_at(point, time) + b.compliance_at(point, time);
    let along_normal = n.dot(&(compliance * n));
    let speed = n.dot(&u);
    let separating = (-speed * material.restitution).max(material.hop);
    let p = (separating - speed) / along_normal;
    let stop = compliance
        .cholesky()
        .map_or(n * (-speed / along_normal), |k| -k.solve(&u));
    let d = stop + n * (speed / along_normal);
    let d_normal = n.dot(&d);
    let excess = (d - n * d_normal).norm() - material.friction * d_normal;
    let limit = material.friction * p;
    let share = if excess > limit {
        limit / excess
    } else {
        T::one()
    };
    let impulse = n * p + d * share;
    a.push(-impulse, point, time)?;
    b.push(impulse, point, time)?;
    let after = u + compliance * impulse;
    Ok(impulse.dot(&(u + after)) * T::of(0.5))
}
