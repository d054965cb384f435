//! Pairs of bodies by family. Every number is exact in `f32`, so that a case means the same in both precisions. Only
//! quaternions differ, as each contender brings them to unit length in its own precision.

pub(crate) mod bodies;
pub(crate) mod placing;

use std::fmt;

use nalgebra::Vector3;

use crate::oracle::motion::{Orientation, Pose};
use crate::oracle::planted::{Dice, single};
use crate::oracle::shape::{Body, Core, Shape};
use bodies::{any, cuboid, flat, hull, prism, sliver};
use placing::{anywhere, overlapping, planted, tiny};

/// A shape with its pose.
#[derive(Clone, Debug)]
pub struct Solid {
    pub shape: Shape<3>,
    pub position: Vector3<f64>,
    /// x, y, z, w.
    pub quaternion: [f64; 4],
}

/// Two bodies at rest.
#[derive(Clone, Debug)]
pub struct Case {
    pub family: Family,
    pub seed: u64,
    pub a: Solid,
    pub b: Solid,
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Apart,
    Overlapping,
    /// Parallel faces lie on or near each other.
    Parallel,
    /// Touching, or apart or overlapping by 1e-7 to 1e-3 of the size.
    Kissing,
    /// One body is 1e3 to 1e6 times as large as the other.
    Ratio,
    /// Both are 1e6 sizes away from the origin.
    Far,
    /// The same body twice, in the same place or nearly.
    Coincident,
    /// One is inside the other.
    Nested,
    /// One or both are hulls of points in a plane.
    Flat,
    /// The middles are close together.
    Deep,
    /// One or both are 1e3 to 1e6 times as long as they are thin. This family comes last, as contenders hang in it.
    Sliver,
}

impl Family {
    pub const ALL: [Family; 11] = [
        Family::Apart,
        Family::Overlapping,
        Family::Parallel,
        Family::Kissing,
        Family::Ratio,
        Family::Far,
        Family::Coincident,
        Family::Nested,
        Family::Flat,
        Family::Deep,
        Family::Sliver,
    ];
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

impl Solid {
    fn new(shape: Shape<3>, orientation: Orientation) -> Self {
        let Orientation::Quaternion(quaternion) = orientation else {
            unreachable!("an angle is an orientation in the plane");
        };
        Self {
            shape,
            position: Vector3::zeros(),
            quaternion,
        }
    }

    pub(crate) fn turned(dice: &mut Dice, shape: Shape<3>) -> Self {
        let orientation = if dice.chance(0.15) {
            dice.square_orientation::<3>()
        } else {
            dice.orientation::<3>()
        };
        Self::new(shape, orientation)
    }

    pub fn core(&self) -> Core {
        Body::sharp(self.shape.clone()).core()
    }

    pub fn pose(&self) -> Pose {
        Pose {
            rotation: Orientation::Quaternion(self.quaternion).matrix(),
            translation: self.position,
        }
    }

    fn shift(&mut self, by: &Vector3<f64>) {
        self.position = (self.position + by).map(single);
    }
}

impl Case {
    /// Returns a random case of the family. The same seed gives the same case.
    pub fn random(family: Family, seed: u64) -> Self {
        let mut dice = Dice::new(seed.wrapping_mul(64) + family as u64);
        let dice = &mut dice;
        let (mut a, mut b) = draw(family, dice);
        if dice.chance(0.5) {
            std::mem::swap(&mut a, &mut b);
        }
        Self { family, seed, a, b }
    }
}

fn draw(family: Family, dice: &mut Dice) -> (Solid, Solid) {
    let size = dice.scale(0.2, 5.0);
    let pair = |dice: &mut Dice| {
        let (a, b) = (any(dice, size), any(dice, size));
        (Solid::turned(dice, a), Solid::turned(dice, b))
    };
    match family {
        Family::Apart => {
            let pair = pair(dice);
            let gap = size * dice.scale(1e-2, 10.0);
            planted(dice, pair, gap)
        }
        Family::Overlapping => {
            let pair = pair(dice);
            overlapping(dice, pair)
        }
        Family::Parallel => parallel(dice, size),
        Family::Kissing => {
            let pair = pair(dice);
            let gap = tiny(dice, size);
            planted(dice, pair, gap)
        }
        Family::Sliver => {
            let first = sliver(dice, size);
            let second = if dice.chance(0.5) {
                sliver(dice, size)
            } else {
                any(dice, size)
            };
            let pair = (Solid::turned(dice, first), Solid::turned(dice, second));
            anywhere(dice, pair, size)
        }
        Family::Ratio => {
            let (small, large) = (any(dice, size), 10f64.powf(dice.between(3.0, 6.0)) * size);
            let large = any(dice, single(large));
            let pair = (Solid::turned(dice, small), Solid::turned(dice, large));
            anywhere(dice, pair, size)
        }
        Family::Far => {
            let pair = pair(dice);
            let (mut a, mut b) = anywhere(dice, pair, size);
            let carry = dice.vector::<3>(1e6 * size);
            a.shift(&carry);
            b.shift(&carry);
            (a, b)
        }
        Family::Coincident => coincident(dice, size),
        Family::Nested => {
            let inner = any(dice, size * 0.05);
            let outer = any(dice, size);
            let pair = (Solid::turned(dice, inner), Solid::turned(dice, outer));
            overlapping(dice, pair)
        }
        Family::Flat => flat_pair(dice, size),
        Family::Deep => {
            let pair = pair(dice);
            deep(dice, pair, size)
        }
    }
}

fn deep(dice: &mut Dice, (a, mut b): (Solid, Solid), size: f64) -> (Solid, Solid) {
    let offset = size * dice.scale(1e-4, 0.1);
    b.position = dice.vector::<3>(offset);
    (a, b)
}

/// Returns boxes, prisms or cylinders turned alike: on top of each other, apart, or pushed into each other along an
/// axis.
fn parallel(dice: &mut Dice, size: f64) -> (Solid, Solid) {
    let block = |dice: &mut Dice| match dice.pick(4) {
        0 | 1 => cuboid(dice, size),
        2 => prism(dice, size),
        _ => Shape::Cylinder {
            half_height: single(size * dice.scale(0.1, 0.7)),
            radius: single(size * dice.scale(0.1, 0.7)),
        },
    };
    let orientation = match dice.pick(3) {
        0 => Orientation::Quaternion([0.0, 0.0, 0.0, 1.0]),
        1 => dice.square_orientation::<3>(),
        _ => dice.orientation::<3>(),
    };
    let (a, b) = (block(dice), block(dice));
    let (a, mut b) = (Solid::new(a, orientation), Solid::new(b, orientation));
    let gap = match dice.pick(3) {
        0 => size * dice.scale(1e-2, 1.0),
        1 => -size * dice.scale(1e-2, 0.5),
        _ => tiny(dice, size),
    };
    let up = Vector3::y();
    let height = |solid: &Solid| {
        let core = solid.core();
        up.dot(&core.solid.support_point(&up)) - up.dot(&core.solid.middle())
    };
    let side = size * dice.scale(1e-3, 1.0);
    let aside = [0.0, side][dice.pick(2)];
    let local = Vector3::new(
        aside,
        height(&a) + height(&b) + gap,
        [0.0, aside][dice.pick(2)],
    );
    b.position = (b.pose().rotation * local).map(single);
    (a, b)
}

fn coincident(dice: &mut Dice, size: f64) -> (Solid, Solid) {
    let shape = any(dice, size);
    let a = Solid::turned(dice, shape.clone());
    let mut b = a.clone();
    match dice.pick(4) {
        0 => {}
        1 => b.position = dice.vector::<3>(1.0) * (size * 1e-7),
        2 => {
            let step = size * dice.scale(1e-7, 1e-2);
            b.position = dice.vector::<3>(step);
        }
        _ => b = Solid::turned(dice, shape),
    }
    b.position = b.position.map(single);
    (a, b)
}

fn flat_pair(dice: &mut Dice, size: f64) -> (Solid, Solid) {
    let first = flat(dice, size);
    let second = match dice.pick(4) {
        0 | 1 => flat(dice, size),
        2 => hull(dice, size),
        _ => any(dice, size),
    };
    let mut pair = (Solid::turned(dice, first), Solid::turned(dice, second));
    if dice.chance(0.25) {
        // both lie in one plane, or in parallel planes
        pair.1.quaternion = pair.0.quaternion;
    }
    anywhere(dice, pair, size)
}
