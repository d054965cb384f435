//! The contact solver: impulses, one contact point after the other, until all fit together.

use nalgebra::{Matrix3, Vector3};

use super::contacts::{BOWL, FLOOR, SKIN, Touch};

/// Up to this speed of approach, in metres per second, bodies do not bounce.
pub const SLOW: f32 = 1.0;
/// How often all points are looked at.
const ROUNDS: usize = 10;
/// The share of the approach speed that fast bodies get back.
const RESTITUTION: f32 = 0.3;
/// Coulomb's coefficient, as in \[2\].
const FRICTION: f32 = 0.4;
/// Bodies nearer than the skin are pushed apart by this share of what is missing in a step, but no faster than at this
/// speed, in metres per second.
const PUSH: f32 = 0.2;
/// See [`PUSH`].
const LARGEST_PUSH: f32 = 0.3;

/// A body as the solver sees it. Those that do not move have neither mass nor inertia.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub velocity: Vector3<f32>,
    pub spin: Vector3<f32>,
    pub inverse_mass: f32,
    pub inverse_inertia: Matrix3<f32>,
}

impl Mover {
    /// What never moves.
    pub fn fixed() -> Self {
        Self {
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
            inverse_mass: 0.0,
            inverse_inertia: Matrix3::zeros(),
        }
    }
}

/// A direction at a point, along which the solver pushes.
#[derive(Clone, Copy, Debug)]
struct Along {
    axis: Vector3<f32>,
    /// The torque of an impulse of 1, and the change of the spin, for both bodies.
    torques: [Vector3<f32>; 2],
    turns: [Vector3<f32>; 2],
    /// The impulse that changes the relative velocity by 1.
    mass: f32,
    impulse: f32,
}

/// A point: the normal, and two directions across it.
struct Row {
    bodies: [usize; 2],
    along: [Along; 3],
    /// The relative velocity along the normal that is asked for, at least.
    target: f32,
    /// Where the point is in its touch.
    place: (usize, usize),
}

/// Changes the velocities so that no bodies approach where they touch. The last body is the one that never moves.
pub fn solve(touches: &mut [Touch], places: &[Vector3<f32>], movers: &mut [Mover], step: f32) {
    let mut rows = rows(touches, places, movers, step);
    for row in &rows {
        for along in &row.along {
            push(movers, row.bodies, along, along.impulse);
        }
    }
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let [normal, across @ ..] = &mut row.along;
            let lacks = (row.target - speed(movers, row.bodies, normal)) * normal.mass;
            let sum = (normal.impulse + lacks).max(0.0);
            push(movers, row.bodies, normal, sum - normal.impulse);
            normal.impulse = sum;
            let limit = FRICTION * sum;
            let wanted =
                across.map(|along| along.impulse - speed(movers, row.bodies, &along) * along.mass);
            let size = wanted[0].hypot(wanted[1]);
            let share = if size > limit { limit / size } else { 1.0 };
            for (along, wanted) in across.iter_mut().zip(wanted) {
                let sum = wanted * share;
                push(movers, row.bodies, along, sum - along.impulse);
                along.impulse = sum;
            }
        }
    }
    for row in &rows {
        let point = &mut touches[row.place.0].points[row.place.1];
        let [normal, u, v] = &row.along;
        point.push = normal.impulse;
        point.drag = u.axis * u.impulse + v.axis * v.impulse;
    }
}

/// Two bodies that are pressed into each other at a place.
pub struct Pressed {
    pub bodies: [usize; 2],
    pub place: Vector3<f32>,
    /// From the first body to the second one.
    pub normal: Vector3<f32>,
}

/// Takes away the speed at which bodies approach that started a step in contact and came nearer in it.
///
/// The rounds of [`solve`] have left them that speed. If they kept it, they would stop in each step and gather speed as
/// they fall.
pub fn stop_approach(pressed: &[Pressed], places: &[Vector3<f32>], movers: &mut [Mover]) {
    for Pressed {
        bodies,
        place,
        normal,
    } in pressed
    {
        let arms = bodies.map(|body| {
            let center = places.get(body);
            center.map_or_else(Vector3::zeros, |center| place - center)
        });
        let along = Along::new(*normal, 0.0, *bodies, &arms, movers);
        let impulse = -speed(movers, *bodies, &along) * along.mass;
        if impulse > 0.0 && impulse.is_finite() {
            push(movers, *bodies, &along, impulse);
        }
    }
}

fn rows(touches: &[Touch], places: &[Vector3<f32>], movers: &[Mover], step: f32) -> Vec<Row> {
    let fixed = movers.len() - 1;
    let mut rows = Vec::new();
    for (index, touch) in touches.iter().enumerate() {
        let [a, b, _] = touch.key;
        let bodies = match a {
            FLOOR | BOWL => [fixed, b as usize],
            a => [a as usize, b as usize],
        };
        let [u, v] = across(&touch.normal);
        for (place, point) in touch.points.iter().enumerate() {
            let arms = bodies.map(|body| {
                places
                    .get(body)
                    .map_or_else(Vector3::zeros, |center| point.place - center)
            });
            let pushes = [point.push, point.drag.dot(&u), point.drag.dot(&v)];
            let axes = [touch.normal, u, v];
            let along = [0, 1, 2].map(|k| Along::new(axes[k], pushes[k], bodies, &arms, movers));
            let approach = -speed(movers, bodies, &along[0]);
            let free = point.separation - SKIN;
            rows.push(Row {
                bodies,
                along,
                target: target(free, approach, step),
                place: (index, place),
            });
        }
    }
    rows
}

/// Returns the speed at which bodies shall part at least, at a point that is so far from the skin.
fn target(free: f32, approach: f32, step: f32) -> f32 {
    if free > 0.0 {
        // they may come down to the skin
        return -free / step;
    }
    let push = (-free * PUSH / step).min(LARGEST_PUSH);
    let bounce = if approach > SLOW {
        RESTITUTION * approach
    } else {
        0.0
    };
    push.max(bounce)
}

impl Along {
    fn new(
        axis: Vector3<f32>,
        impulse: f32,
        bodies: [usize; 2],
        arms: &[Vector3<f32>; 2],
        movers: &[Mover],
    ) -> Self {
        let torques = arms.map(|arm| arm.cross(&axis));
        let turns = [0, 1].map(|side| movers[bodies[side]].inverse_inertia * torques[side]);
        let yielding: f32 = (0..2)
            .map(|side| movers[bodies[side]].inverse_mass + torques[side].dot(&turns[side]))
            .sum();
        Self {
            axis,
            torques,
            turns,
            mass: 1.0 / yielding,
            impulse,
        }
    }
}

/// Returns how fast B's point moves away from A's.
fn speed(movers: &[Mover], [a, b]: [usize; 2], along: &Along) -> f32 {
    let (a, b) = (&movers[a], &movers[b]);
    let [turns_a, turns_b] = &along.torques;
    along.axis.dot(&(b.velocity - a.velocity)) + b.spin.dot(turns_b) - a.spin.dot(turns_a)
}

fn push(movers: &mut [Mover], bodies: [usize; 2], along: &Along, impulse: f32) {
    for (side, sign) in [(0, -1.0), (1, 1.0)] {
        let mover = &mut movers[bodies[side]];
        mover.velocity += along.axis * (sign * impulse * mover.inverse_mass);
        mover.spin += along.turns[side] * (sign * impulse);
    }
}

/// Returns two directions across a unit vector and across each other.
fn across(normal: &Vector3<f32>) -> [Vector3<f32>; 2] {
    let least = normal.iamin();
    let u = normal.cross(&Vector3::ith(least, 1.0)).normalize();
    [u, normal.cross(&u)]
}
