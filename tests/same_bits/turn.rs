//! Random choices, vectors, poses and rotations.

use nalgebra::{
    Complex, Isometry, Quaternion, SVector, Translation, UnitComplex, UnitQuaternion, Vector3,
};
use photofinish::Real;
use photofinish::motion::Rotor;

use crate::dice::Dice;

impl Dice {
    /// Returns a number from 0 to `count` - 1.
    pub fn pick(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    pub fn vector<T: Real, const D: usize>(&mut self, size: f64) -> SVector<T, D> {
        SVector::from_fn(|_, _| T::of(self.between(-size, size)))
    }

    pub fn pose<T: Real, R: Turn<T, D>, const D: usize>(&mut self, size: f64) -> Isometry<T, R, D> {
        let position: SVector<T, D> = self.vector(size);
        Isometry::from_parts(Translation::from(position), R::random(self))
    }
}

/// Random rotations of the plane and of space.
pub trait Turn<T: Real, const D: usize>: Rotor<T, D, Velocity: Sync> + Sync {
    fn random(dice: &mut Dice) -> Self;
    /// Returns a rotation less than a quarter of a turn away from this one.
    fn near(&self, dice: &mut Dice) -> Self;
    fn velocity(dice: &mut Dice, size: f64) -> Self::Velocity;
}

impl<T: Real> Turn<T, 2> for UnitComplex<T> {
    fn random(dice: &mut Dice) -> Self {
        let [re, im] = [0.1, -1.0].map(|least| T::of(dice.between(least, 1.0)));
        Self::new_normalize(Complex::new(re, im))
    }

    fn near(&self, dice: &mut Dice) -> Self {
        let im = T::of(dice.between(-1.0, 1.0));
        *self * Self::new_normalize(Complex::new(T::one(), im))
    }

    fn velocity(dice: &mut Dice, size: f64) -> T {
        T::of(dice.between(-size, size))
    }
}

impl<T: Real> Turn<T, 3> for UnitQuaternion<T> {
    fn random(dice: &mut Dice) -> Self {
        let [w, x, y, z] = [0.1, -1.0, -1.0, -1.0].map(|least| T::of(dice.between(least, 1.0)));
        Self::new_normalize(Quaternion::new(w, x, y, z))
    }

    fn near(&self, dice: &mut Dice) -> Self {
        let [x, y, z] = [(); 3].map(|()| T::of(dice.between(-0.5, 0.5)));
        *self * Self::new_normalize(Quaternion::new(T::one(), x, y, z))
    }

    fn velocity(dice: &mut Dice, size: f64) -> Vector3<T> {
        dice.vector(size)
    }
}
