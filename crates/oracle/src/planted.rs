//! Random numbers, bodies and motions, and the planting of impacts.

use super::advance::Moving;
use super::motion::{Ballistic, Motion, Orientation, Sweep};
use super::shape::{Body, Core, Shape};
use super::{lift, lower};
use nalgebra::{SVector, Vector3};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A source of random cases. Every coordinate that it gives is exact in a scalar, which is `f32` unless another is given.
pub struct Dice {
    /// What is drawn first: a fuzzer gives these bytes.
    bytes: std::vec::IntoIter<u8>,
    random: Xoshiro256PlusPlus,
    round: fn(f64) -> f64,
}

/// Returns the number rounded to `f32`.
pub fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self::rounding(seed, single)
    }

    /// Returns dice whose numbers are rounded by a function.
    pub fn rounding(seed: u64, round: fn(f64) -> f64) -> Self {
        Self {
            bytes: Vec::new().into_iter(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            round,
        }
    }

    /// Returns dice that fall as the bytes say: a pick takes one of them, and a number two. After the last byte they are
    /// random, as zeros would never end a search for a good vector.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: Vec::from(bytes).into_iter(),
            ..Self::new(0)
        }
    }

    /// Returns the number rounded as all others.
    pub fn round(&self, x: f64) -> f64 {
        (self.round)(x)
    }

    /// Returns a number from 0 to 1.
    fn share(&mut self) -> f64 {
        match (self.bytes.next(), self.bytes.next()) {
            (Some(high), Some(low)) => f64::from(u16::from_be_bytes([high, low])) / 65_536.0,
            _ => self.random.random(),
        }
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = self.share();
        self.round(low + (high - low) * share)
    }

    /// Returns a number between `low` and `high` whose logarithm is evenly distributed.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        let logarithm = self.between(low.ln(), high.ln());
        self.round(logarithm.exp())
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }

    pub fn pick(&mut self, count: usize) -> usize {
        match self.bytes.next() {
            Some(byte) => usize::from(byte) % count,
            None => self.random.random_range(0..count),
        }
    }

    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Returns a vector in the unit ball that is longer than 1e-3.
    pub fn in_ball<const D: usize>(&mut self) -> SVector<f64, D> {
        loop {
            let v: SVector<f64, D> = SVector::from_fn(|_, _| self.between(-1.0, 1.0));
            if v.norm() < 1.0 && v.norm() > 1e-3 {
                return v;
            }
        }
    }

    /// Returns a vector of this length, to rounding in `f32`.
    pub fn vector<const D: usize>(&mut self, length: f64) -> SVector<f64, D> {
        (self.in_ball::<D>().normalize() * length).map(self.round)
    }

    /// Returns an angular velocity of this size, to rounding in `f32`.
    pub fn angvel<const D: usize>(&mut self, rate: f64) -> Vector3<f64> {
        if D == 2 {
            let sign = self.sign();
            Vector3::z() * (sign * self.round(rate))
        } else {
            self.vector::<3>(rate)
        }
    }

    pub fn orientation<const D: usize>(&mut self) -> Orientation {
        let turn = self.angvel::<D>(1.0);
        let angle = self.between(0.0, std::f64::consts::PI);
        turned::<D>(&turn, angle)
    }

    /// Returns an orientation along the axes. In space it is exact in any precision.
    pub fn square_orientation<const D: usize>(&mut self) -> Orientation {
        let quarters = self.pick(4) as f64;
        if D == 2 {
            return Orientation::Angle(self.round(quarters * std::f64::consts::FRAC_PI_2));
        }
        let axis = self.pick(3);
        let half = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [1.0, -1.0]][quarters as usize];
        let mut q = [0.0; 4];
        q[axis] = half[0];
        q[3] = half[1];
        Orientation::Quaternion(q)
    }

    /// Returns a share of a size, whose logarithm is evenly distributed.
    pub fn part(&mut self, size: f64, low: f64, high: f64) -> f64 {
        let share = self.scale(low, high);
        self.round(size * share)
    }

    /// Returns a point in the ball of this radius.
    pub fn point<const D: usize>(&mut self, radius: f64) -> SVector<f64, D> {
        (self.in_ball::<D>() * radius).map(self.round)
    }

    /// Returns a body of any kind with about this size (its bounding radius).
    pub fn body<const D: usize>(&mut self, size: f64) -> Body<D> {
        let kind = self.pick(8);
        let shape = self.shape(kind, size);
        let round = if self.chance(0.2) {
            self.part(size, 0.01, 0.3)
        } else {
            0.0
        };
        Body { shape, round }
    }

    /// Returns a shape of about this size, of one of eight kinds, in the order of [`Shape`].
    pub fn shape<const D: usize>(&mut self, kind: usize, size: f64) -> Shape<D> {
        let half = |dice: &mut Self| dice.part(size, 0.1, 0.7);
        match kind {
            0 => Shape::Ball {
                radius: self.round(size),
            },
            1 => self.cuboid(size),
            2 => Shape::Capsule {
                half_height: half(self),
                radius: half(self),
            },
            3 => Shape::Cylinder {
                half_height: half(self),
                radius: half(self),
            },
            4 => Shape::Cone {
                half_height: half(self),
                radius: half(self),
            },
            5 => Shape::Segment([(); 2].map(|()| self.point(size))),
            6 => Shape::Triangle([(); 3].map(|()| self.point(size))),
            _ => self.points(size),
        }
    }

    pub fn cuboid<const D: usize>(&mut self, size: f64) -> Shape<D> {
        let half = SVector::from_fn(|_, _| self.part(size, 0.05, 0.6));
        Shape::Cuboid { half }
    }

    /// Returns the hull of 4 to 24 points on an ellipsoid.
    pub fn points<const D: usize>(&mut self, size: f64) -> Shape<D> {
        let axes: SVector<f64, D> = SVector::from_fn(|_, _| self.scale(0.1, 1.0) * size);
        let count = 4 + self.pick(21);
        let point = |dice: &mut Self| {
            let unit: SVector<f64, D> = dice.in_ball::<D>().normalize();
            unit.component_mul(&axes).map(dice.round)
        };
        Shape::Points((0..count).map(|_| point(self)).collect())
    }

    /// Returns a body like a rod: a thin box, hull or capsule.
    pub fn rod<const D: usize>(&mut self, size: f64) -> Body<D> {
        let thin = self.part(size, 0.01, 0.1);
        Body::sharp(match self.pick(3) {
            0 => {
                let half = SVector::from_fn(|i, _| if i == 0 { self.round(size) } else { thin });
                Shape::Cuboid { half }
            }
            1 => {
                let point = |dice: &mut Self| {
                    let v: SVector<f64, D> = dice.in_ball::<D>().normalize();
                    SVector::from_fn(|i, _| dice.round(v[i] * if i == 0 { size } else { thin }))
                };
                Shape::Points((0..12).map(|_| point(self)).collect())
            }
            _ => Shape::Capsule {
                half_height: self.round(size),
                radius: thin,
            },
        })
    }

    /// Returns a motion that rests at the origin with a random orientation.
    pub fn resting<const D: usize>(&mut self) -> Ballistic<D> {
        Ballistic::at_rest(SVector::zeros(), self.orientation::<D>())
    }

    /// Returns a flight from the origin that turns by `turn` in unit time, or not at all, and moves by a few times the size
    /// or not at all.
    pub fn flight<const D: usize>(&mut self, size: f64, turn: f64) -> Ballistic<D> {
        let mut flight = self.resting();
        if self.chance(0.9) {
            flight.angvel = self.angvel::<D>(turn);
        }
        if self.chance(0.8) {
            let speed = size * self.scale(0.01, 10.0);
            flight.linvel = self.vector(speed);
        }
        if self.chance(0.4) {
            let acceleration = size * self.scale(0.1, 20.0);
            flight.acc = self.vector(acceleration);
        }
        if self.chance(0.4) {
            flight.center = self.point(2.0 * size);
        }
        flight
    }

    /// Returns a sweep near the origin that turns by at most `turn` and moves by about `length`.
    pub fn sweep<const D: usize>(&mut self, turn: f64, length: f64) -> Sweep<D> {
        let from = self.orientation::<D>();
        let by = self.angvel::<D>(1.0);
        let angle = self.between(0.0, turn);
        let to = match from {
            Orientation::Angle(start) => Orientation::Angle(self.round(start + by.z * angle)),
            Orientation::Quaternion(_) => {
                let matrix = turned::<3>(&by, angle).matrix() * from.matrix();
                let rotation = nalgebra::Rotation3::from_matrix_unchecked(matrix);
                let q = nalgebra::UnitQuaternion::from_rotation_matrix(&rotation);
                Orientation::Quaternion([q.i, q.j, q.k, q.w].map(self.round))
            }
        };
        Sweep {
            center: SVector::zeros(),
            positions: [SVector::zeros(), self.vector(length)],
            orientations: [from, to],
        }
    }
}

/// Returns the orientation after a turn about an axis, rounded to `f32`.
fn turned<const D: usize>(axis: &Vector3<f64>, angle: f64) -> Orientation {
    if D == 2 {
        return Orientation::Angle(single(angle * axis.z));
    }
    let v = axis.normalize() * (angle / 2.0).sin();
    Orientation::Quaternion([v.x, v.y, v.z, (angle / 2.0).cos()].map(single))
}

/// Moves B so that at the given time the bodies are `gap` apart along `normal`, with opposite support points.
///
/// Afterwards the position of B is rounded to `f32`, which moves it by up to 6e-8 of its coordinates.
pub fn plant<const D: usize>(
    a: &Moving<D>,
    b: &mut Moving<D>,
    time: f64,
    normal: &SVector<f64, D>,
    gap: f64,
) {
    let normal = lift(normal).normalize();
    let on_a = support_point(a, &a.body.core(), time, &normal);
    let on_b = support_point(b, &b.body.core(), time, &-normal);
    let shift: SVector<f64, D> = lower(&(on_a + normal * gap - on_b));
    shift_motion(&mut b.motion, &shift);
}

/// Moves the whole motion, and rounds its positions to `f32`.
pub fn shift_motion<const D: usize>(motion: &mut Motion<D>, shift: &SVector<f64, D>) {
    match motion {
        Motion::Ballistic(motion) => motion.position = (motion.position + shift).map(single),
        Motion::Sweep(sweep) => {
            for position in &mut sweep.positions {
                *position = (*position + shift).map(single);
            }
        }
        Motion::Path(_) => unreachable!("paths are not generated"),
    }
}

/// Returns the support point of the moving body along a unit vector at a time.
fn support_point<const D: usize>(
    moving: &Moving<D>,
    core: &Core,
    time: f64,
    normal: &Vector3<f64>,
) -> Vector3<f64> {
    let pose = moving.motion.pose(time);
    let local = pose.rotation.tr_mul(normal);
    pose.apply(&core.solid.support_point(&local)) + normal * core.radius
}
