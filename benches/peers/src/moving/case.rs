//! Pairs of moving bodies by family. All numbers of a body are exact in `f32`. This leaves its quaternion not quite of
//! unit length. The pose at the end is computed from these numbers, and each contender rounds it.

use std::fmt;

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::draw::draw;
use super::truth::Truth;
use crate::oracle::advance::{Moving, Pair};
use crate::oracle::motion::{Ballistic, Motion, Orientation, Sweep};
use crate::oracle::planted::Dice;
use crate::oracle::shape::Body as Solidity;
use crate::scenes::Solid;

/// The kind of a case. Unless said otherwise, sizes are about 0.3 and bodies move by a few sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Neither body turns.
    Translate,
    /// The bodies turn by up to 30 degrees.
    Tumble,
    /// A rod turns two to eight times.
    Spin,
    /// A small body flies through a thin plate, and moves by hundreds to thousands of its sizes. All hit.
    Bullet,
    /// The bodies pass each other at a distance, or a depth, of 1e-5 to 1e-2.
    Graze,
    /// Boxes, prisms and cylinders slide along parallel faces, about 1e-3 apart. In a third of the cases one body sinks
    /// by more than the distance.
    Slide,
    /// The bodies never come near each other. None hits.
    Far,
    /// Boxes lie on each other, 1e-3 apart, and move alike. None hits.
    Stack,
    /// A triangle or a segment, and another body.
    Meshy,
    /// A large and a small body, a thin and a thick one, or both far away from the origin.
    Offscale,
    /// As `Tumble`, with hulls of this many vertices. A seed gives the same sizes and motions in all of these families.
    Hulls8,
    Hulls32,
    Hulls256,
    Hulls2048,
}

impl Family {
    pub const ALL: [Family; 14] = [
        Family::Translate,
        Family::Tumble,
        Family::Spin,
        Family::Bullet,
        Family::Graze,
        Family::Slide,
        Family::Far,
        Family::Stack,
        Family::Meshy,
        Family::Offscale,
        Family::Hulls8,
        Family::Hulls32,
        Family::Hulls256,
        Family::Hulls2048,
    ];

    /// Returns a number for the random generator. Families with the same number get the same random numbers.
    fn stream(self) -> u64 {
        match self {
            Family::Hulls32 | Family::Hulls256 | Family::Hulls2048 => Family::Hulls8 as u64,
            family => family as u64,
        }
    }

    /// Returns whether all cases, or none of them, are hits. `None` means that both occur.
    fn must_hit(self) -> Option<bool> {
        match self {
            Family::Bullet => Some(true),
            Family::Far | Family::Stack => Some(false),
            _ => None,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

/// A body that moves from time 0 to time 1 at constant velocity, and turns about its origin at constant angular
/// velocity.
#[derive(Clone, Debug)]
pub struct Body {
    /// The body at time 0.
    pub solid: Solid,
    pub linear: Vector3<f64>,
    pub angular: Vector3<f64>,
}

/// Two moving bodies.
#[derive(Clone, Debug)]
pub struct Case {
    pub family: Family,
    pub seed: u64,
    pub a: Body,
    pub b: Body,
}

/// The motion of a body between two poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Constant velocity and constant angular velocity.
    Velocity,
    /// Between the poses at times 0 and 1: linear in position, normalised linear in the quaternion.
    Sweep,
}

impl Body {
    pub fn at_rest(solid: Solid) -> Self {
        Self {
            solid,
            linear: Vector3::zeros(),
            angular: Vector3::zeros(),
        }
    }

    /// Returns the body at time 1.
    pub fn end(&self) -> Solid {
        let [x, y, z, w] = self.solid.quaternion;
        let start = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
        let end = UnitQuaternion::from_scaled_axis(self.angular) * start;
        // of the two quaternions with this rotation, takes the one nearer to that at the start
        let near = if end.coords.dot(&start.coords) < 0.0 {
            -end.into_inner()
        } else {
            end.into_inner()
        };
        Solid {
            shape: self.solid.shape.clone(),
            position: self.solid.position + self.linear,
            quaternion: [near.i, near.j, near.k, near.w],
        }
    }

    /// Returns the body with its motion, for the oracle.
    pub fn moving(&self, model: Model) -> Moving<3> {
        let orientation = Orientation::Quaternion(self.solid.quaternion);
        let motion = match model {
            Model::Velocity => Motion::Ballistic(Ballistic {
                linvel: self.linear,
                angvel: self.angular,
                ..Ballistic::at_rest(self.solid.position, orientation)
            }),
            Model::Sweep => {
                let end = self.end();
                Motion::Sweep(Sweep {
                    center: Vector3::zeros(),
                    positions: [self.solid.position, end.position],
                    orientations: [orientation, Orientation::Quaternion(end.quaternion)],
                })
            }
        };
        Moving {
            body: Solidity::sharp(self.solid.shape.clone()),
            motion,
        }
    }
}

impl Case {
    /// Returns a random case of the family, disjoint at the start. The same seed gives the same case.
    pub fn random(family: Family, seed: u64) -> Self {
        let mut dice = Dice::new(seed.wrapping_mul(64) + family.stream());
        loop {
            let (a, b) = draw(family, &mut dice);
            let (a, b) = if dice.chance(0.5) { (b, a) } else { (a, b) };
            let case = Self { family, seed, a, b };
            if case.is_meant() {
                return case;
            }
        }
    }

    /// Returns whether the bodies are disjoint at the start, and hit each other if their family must.
    fn is_meant(&self) -> bool {
        let truth = Truth::new(self, Model::Velocity);
        let apart = truth.starts_apart_by() > 1e-4 * truth.small;
        let decided = truth.known().is_some();
        let must = self.family.must_hit();
        apart && decided && must.is_none_or(|must| truth.impact().is_some() == must)
    }

    pub fn pair(&self, model: Model) -> Pair<3> {
        Pair::new(&self.a.moving(model), &self.b.moving(model))
    }

    pub fn is_rotating(&self) -> bool {
        [&self.a, &self.b]
            .iter()
            .any(|body| body.angular != Vector3::zeros())
    }

    /// Returns whether the poses at the start and the end say which way the bodies turn.
    pub fn is_swept(&self) -> bool {
        let half_turn = std::f64::consts::PI;
        [&self.a, &self.b]
            .iter()
            .all(|body| body.angular.norm() < half_turn)
    }
}
