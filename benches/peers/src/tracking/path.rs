//! Paths: two bodies and their poses, step by step.

use std::fmt;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use photofinish::proximity;
use photofinish::support::Posed;

use crate::contender::photofinish::{pose, shape};
use crate::oracle::planted::Dice;
use crate::oracle::shape::Shape;
use crate::scenes::Solid;
use crate::scenes::bodies::{any, cuboid, points_on};

/// The question at every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How far are the bodies apart? They stay a few hundredths of their size to two sizes apart.
    Distance,
    /// Do the bodies have a point in common? They move in and out of contact.
    Intersects,
}

impl Question {
    pub const ALL: [Question; 2] = [Question::Distance, Question::Intersects];

    /// Returns the smallest and the largest signed distance of the bodies, in sizes.
    fn range(self) -> [f64; 2] {
        match self {
            Question::Distance => [0.03, 2.0],
            Question::Intersects => [-0.1, 0.3],
        }
    }
}

/// The kind of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Boxes,
    /// Balls, capsules, boxes, cylinders, cones and small hulls.
    Mixed,
    /// Hulls with this many vertices.
    Hulls8,
    Hulls32,
    Hulls256,
    Hulls2048,
}

impl Family {
    pub const ALL: [Family; 6] = [
        Family::Boxes,
        Family::Mixed,
        Family::Hulls8,
        Family::Hulls32,
        Family::Hulls256,
        Family::Hulls2048,
    ];

    fn shape(self, dice: &mut Dice, size: f64) -> Shape<3> {
        let count = match self {
            Family::Boxes => return cuboid(dice, size),
            Family::Mixed => return any(dice, size),
            Family::Hulls8 => 8,
            Family::Hulls32 => 32,
            Family::Hulls256 => 256,
            Family::Hulls2048 => 2048,
        };
        let axes = Vector3::from_fn(|_, _| dice.scale(0.3, 1.0) * size);
        points_on(dice, &axes, count)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

/// The number of steps of a path.
const STEPS: usize = 1000;
/// The range of the angle by which the bodies turn in a step, in degrees.
const TURNS: [f64; 2] = [0.1, 1.0];
/// The range of the distance by which B moves in a step, relative to its size.
const MOVES: [f64; 2] = [0.002, 0.01];

/// Two bodies with their poses and the right answers.
#[derive(Clone, Debug)]
pub struct Path {
    pub family: Family,
    pub question: Question,
    pub seed: u64,
    /// The shapes. Their poses along the path are in `poses`.
    pub a: Solid,
    pub b: Solid,
    pub poses: Vec<[Isometry3<f64>; 2]>,
    /// The signed distances in `f64`, by a search without memory.
    pub signed: Vec<f64>,
    /// The radius of the smaller body, or somewhat less.
    pub size: f64,
}

impl Path {
    /// Returns a random path. The same seed gives the same path.
    pub fn random(family: Family, question: Question, seed: u64) -> Self {
        let mut dice = Dice::new(seed.wrapping_mul(64) + family as u64 * 2 + question as u64);
        let dice = &mut dice;
        let size = dice.scale(0.2, 1.0);
        let (first, second) = (family.shape(dice, size), family.shape(dice, size));
        let (a, b) = (Solid::turned(dice, first), Solid::turned(dice, second));
        let mut path = Self {
            family,
            question,
            seed,
            poses: vec![[pose(&a), pose(&b)]],
            signed: Vec::with_capacity(STEPS),
            size,
            a,
            b,
        };
        path.walk(dice);
        path
    }

    /// Moves B to and fro between the smallest and the largest distance, while both bodies turn.
    fn walk(&mut self, dice: &mut Dice) {
        let made = |solid: &Solid| shape::<f64>(&solid.shape).expect("a shape");
        let shapes = [made(&self.a), made(&self.b)];
        let [near, far] = self.question.range().map(|share| share * self.size);
        let step = dice.scale(MOVES[0], MOVES[1]) * self.size;
        let turns = [(); 2].map(|()| {
            let degrees = dice.scale(TURNS[0], TURNS[1]);
            dice.angvel::<3>(degrees.to_radians())
        });
        let direction: Vector3<f64> = dice.vector(1.0);
        let mut poses = self.poses[0];
        poses[1].translation.vector = direction * (4.0 * self.size);
        self.poses.clear();
        let mut approaches = true;
        while self.signed.len() < STEPS {
            let [a, b] = [0, 1].map(|i: usize| Posed::new(&shapes[i], &poses[i]).expect("a pose"));
            let found = proximity(&a, &b);
            let signed = found.signed_distance();
            approaches = if approaches {
                signed > near
            } else {
                signed > far
            };
            // the path begins when B has come near for the first time
            let arrived = !self.poses.is_empty() || signed < far;
            if arrived && (self.question == Question::Intersects || signed > 0.0) {
                self.poses.push(poses);
                self.signed.push(signed);
            }
            let toward_a = if approaches { -1.0 } else { 1.0 };
            // B also moves to the side, so that the nearest features change
            let aside = direction.cross(&found.contact().normal) * 0.3;
            poses[1].translation.vector += (found.contact().normal * toward_a + aside) * step;
            for (pose, turn) in poses.iter_mut().zip(&turns) {
                pose.rotation = UnitQuaternion::from_scaled_axis(*turn) * pose.rotation;
            }
        }
    }
}
