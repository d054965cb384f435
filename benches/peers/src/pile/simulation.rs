//! Bodies that fall into a pit, moved by a simple engine with impulses and without friction.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish::{SupportMap, proximity};

use crate::contender::photofinish::shape;
use crate::oracle::planted::Dice;
use crate::oracle::shape::Shape;
use crate::scenes::bodies;

pub const STEP: f32 = 1.0 / 60.0;
/// How deep bodies may be in each other, in metres. Parry's documentation calls this length typical.
pub const SLOP: f32 = 0.005;
/// Half the width of the pit, for one body.
const HALF_WIDTH: f64 = 0.35;
/// How often all contacts of a step are looked at.
const PASSES: usize = 4;
/// The simulation cuts a step into so many, so that bodies overlap by little more than the slop.
const PARTS: usize = 8;
/// What share of an overlap beyond a half of the slop is pushed out in a part of a step.
const PUSH: f32 = 0.25;
/// What share of its velocity a body keeps in a part of a step: it comes to rest without friction.
const DAMPING: f32 = 0.999;

/// A body of the pile.
pub struct Thing {
    pub given: Shape<3>,
    pub shape: AnyShape<f32, 3>,
    pub pose: Isometry3<f32>,
    velocity: Vector3<f32>,
    spin: Vector3<f32>,
    /// The largest distance of a point from the origin of the frame.
    pub size: f32,
    pub is_fixed: bool,
}

impl Thing {
    fn new(given: Shape<3>, pose: Isometry3<f32>) -> Self {
        let shape = shape::<f32>(&given).unwrap_or_else(|_| panic!("{given:?} is a shape"));
        Self {
            size: farthest_point(&shape),
            given,
            shape,
            pose,
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
            is_fixed: false,
        }
    }

    fn after(&self, time: f32) -> Isometry3<f32> {
        if self.is_fixed {
            return self.pose;
        }
        let position = self.pose.translation.vector + self.velocity * time;
        let turn = UnitQuaternion::from_scaled_axis(self.spin * time);
        let mut rotation = turn * self.pose.rotation;
        rotation.renormalize();
        Isometry3::from_parts(Translation3::from(position), rotation)
    }

    /// The inverse of the inertia of a ball with a mass of 1.
    fn inverse_inertia(&self) -> f32 {
        2.5 / (self.size * self.size)
    }

    fn arm(&self, point: &Vector3<f32>) -> Vector3<f32> {
        point - self.pose.translation.vector
    }

    fn velocity_at(&self, point: &Vector3<f32>) -> Vector3<f32> {
        self.velocity + self.spin.cross(&self.arm(point))
    }

    fn push(&mut self, point: &Vector3<f32>, impulse: Vector3<f32>) {
        if !self.is_fixed {
            self.spin += self.arm(point).cross(&impulse) * self.inverse_inertia();
            self.velocity += impulse;
        }
    }

    fn yielding(&self, point: &Vector3<f32>, n: &Vector3<f32>) -> f32 {
        if self.is_fixed {
            return 0.0;
        }
        1.0 + self.arm(point).cross(n).norm_squared() * self.inverse_inertia()
    }
}

/// A step that was recorded: where each body starts and ends, and the pairs whose balls may meet on the way.
pub struct Frame {
    pub starts: Vec<Isometry3<f32>>,
    pub ends: Vec<Isometry3<f32>>,
    pub pairs: Vec<[usize; 2]>,
}

/// Bodies that fall into a pit.
pub struct Pile {
    pub things: Vec<Thing>,
}

impl Pile {
    /// Draws a pit and so many bodies above it, which fall at `speed`.
    pub fn new(count: usize, speed: f32) -> Self {
        let mut dice = Dice::new(count as u64);
        let half = HALF_WIDTH * (count as f64).cbrt();
        let wall = |x: f64, y: f64, z: f64, at: Vector3<f64>| {
            let pose = Isometry3::from(at.map(|x| x as f32));
            let given = Shape::Cuboid {
                half: vector![x, y, z],
            };
            Thing {
                is_fixed: true,
                ..Thing::new(given, pose)
            }
        };
        let (thick, high) = (0.5, 20.0 * half);
        let mut things = vec![wall(
            3.0 * half,
            thick,
            3.0 * half,
            vector![0.0, -thick, 0.0],
        )];
        for side in [-1.0, 1.0] {
            let place = side * (half + thick);
            things.push(wall(thick, high, 3.0 * half, vector![place, high, 0.0]));
            things.push(wall(3.0 * half, high, thick, vector![0.0, high, place]));
        }
        let columns = (half / 0.4) as usize * 2;
        for number in 0..count {
            let size = dice.scale(0.1, 0.25);
            let given = match dice.pick(4) {
                0 => Shape::Ball { radius: size },
                1 => bodies::cuboid(&mut dice, size),
                2 => Shape::Capsule {
                    half_height: 0.6 * size,
                    radius: 0.4 * size,
                },
                _ => bodies::hull(&mut dice, size),
            };
            let cell = [
                number % columns,
                number / columns % columns,
                number / columns / columns,
            ];
            let [x, z, y] = cell.map(|cell| cell as f32 * 0.6 + 0.4);
            let edge = half as f32;
            let turn = vector![x, y, z] * 7.0;
            let place = vector![x - edge, y + 0.2, z - edge];
            let mut thing = Thing::new(given, Isometry3::new(place, turn));
            thing.velocity = vector![0.0, -speed, 0.0];
            things.push(thing);
        }
        Self { things }
    }

    /// Returns the step that comes next.
    pub fn frame(&self) -> Frame {
        let ends: Vec<_> = self.things.iter().map(|thing| thing.after(STEP)).collect();
        Frame {
            pairs: self.pairs(&ends, 0.0),
            starts: self.things.iter().map(|thing| thing.pose).collect(),
            ends,
        }
    }

    /// Returns the pairs whose balls, swept from start to end, come nearer than `margin`.
    fn pairs(&self, ends: &[Isometry3<f32>], margin: f32) -> Vec<[usize; 2]> {
        // a ball around the way of each body
        let balls: Vec<_> = self
            .things
            .iter()
            .zip(ends)
            .map(|(thing, end)| {
                let ways = [thing.pose.translation.vector, end.translation.vector];
                (
                    (ways[0] + ways[1]) * 0.5,
                    (ways[1] - ways[0]).norm() * 0.5 + thing.size + margin,
                )
            })
            .collect();
        let fixed = self
            .things
            .iter()
            .take_while(|thing| thing.is_fixed)
            .count();
        let mut order: Vec<usize> = (fixed..balls.len()).collect();
        let low = |body: usize| balls[body].0.x - balls[body].1;
        order.sort_by(|&a, &b| low(a).total_cmp(&low(b)));
        let mut pairs = Vec::new();
        for (place, &a) in order.iter().enumerate() {
            let highest = balls[a].0.x + balls[a].1;
            for &b in order[place + 1..]
                .iter()
                .take_while(|&&b| low(b) <= highest)
            {
                let reach = balls[a].1 + balls[b].1;
                if (balls[a].0 - balls[b].0).norm_squared() <= reach * reach {
                    pairs.push([a, b]);
                }
            }
            for wall in 0..fixed {
                let Shape::Cuboid { half } = &self.things[wall].given else {
                    continue;
                };
                let from = (balls[a].0 - self.things[wall].pose.translation.vector).abs();
                if (from - half.map(|x| x as f32)).max() <= balls[a].1 {
                    pairs.push([wall, a]);
                }
            }
        }
        pairs
    }

    /// Makes a step without continuous collision detection.
    pub fn step(&mut self) {
        (0..PARTS).for_each(|_| self.part_of_step(STEP / PARTS as f32));
    }

    fn part_of_step(&mut self, duration: f32) {
        for thing in self.things.iter_mut().filter(|thing| !thing.is_fixed) {
            thing.velocity.y -= 9.81 * duration;
            thing.velocity *= DAMPING;
            thing.spin *= DAMPING;
        }
        let starts: Vec<_> = self.things.iter().map(|thing| thing.pose).collect();
        let mut contacts = Vec::new();
        for [a, b] in self.pairs(&starts, SLOP) {
            let placed = [a, b].map(|body| {
                let thing = &self.things[body];
                Posed::new(&thing.shape, &thing.pose).expect("a pose")
            });
            let found = proximity(&placed[0], &placed[1]);
            let distance = found.signed_distance();
            if distance < SLOP {
                let contact = found.contact();
                let point = (contact.witness_a + contact.witness_b) * 0.5;
                contacts.push(([a, b], contact.normal, point, distance, 0.0f32));
            }
        }
        for _ in 0..PASSES {
            for ([a, b], n, point, distance, sum) in &mut contacts {
                let approach = n.dot(
                    &(self.things[*b].velocity_at(point) - self.things[*a].velocity_at(point)),
                );
                // bodies may come so near that they touch in this part of the step
                let free = distance.max(0.0) / duration;
                let push = (-*distance - 0.5 * SLOP).max(0.0) * PUSH / duration;
                let yielding =
                    self.things[*a].yielding(point, n) + self.things[*b].yielding(point, n);
                let before = *sum;
                *sum = (before + (push - free - approach) / yielding).max(0.0);
                let impulse = *n * (*sum - before);
                self.things[*a].push(point, -impulse);
                self.things[*b].push(point, impulse);
            }
        }
        for thing in &mut self.things {
            thing.pose = thing.after(duration);
        }
    }
}

/// Returns an upper bound of the distance of the shape's points from the origin of its frame.
fn farthest_point(shape: &AnyShape<f32, 3>) -> f32 {
    let along = |axis: usize, side: f32| {
        let mut direction = Vector3::zeros();
        direction[axis] = side;
        shape.core_support_value(&direction) + shape.radius()
    };
    let corner = Vector3::from_fn(|axis, _| along(axis, 1.0).max(along(axis, -1.0)));
    corner.norm()
}
