//! Random pairs of all kinds of shapes.

use std::sync::Arc;

use nalgebra::Vector3;
use photofinish::Real;

use super::degenerate::{self, Family};
use super::dice::Dice;
use super::model::{Kind, Model, Placed, Turn, plant};

/// Hulls of many points. They are shared because they take long to build.
pub struct Pool<T, const D: usize>(Vec<Arc<Model<T, D>>>);

/// The number of hulls in the pool.
const HULLS: usize = 64;
/// The number of points of the largest hull.
const POINTS: usize = 40;

impl<T: Real, const D: usize> Pool<T, D> {
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new::<T>(seed);
        let hull = |_| {
            let size = dice.scale(0.1, 10.0);
            Model::new(Kind::Hull.body(&mut dice, size, POINTS))
        };
        Self((0..HULLS).map(hull).collect())
    }

    /// Returns a model of a kind. A hull comes from the pool, with the size that it has there.
    fn model(&self, dice: &mut Dice, kind: Kind, size: f64) -> Arc<Model<T, D>> {
        match kind {
            Kind::Hull => self.0[dice.pick(self.0.len())].clone(),
            _ => Model::new(kind.body(dice, size, POINTS)),
        }
    }
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Kinds(Kind, Kind),
    Degenerate(Family),
}

impl Group {
    pub fn all() -> Vec<Self> {
        let mut groups = Vec::new();
        for (n, &first) in Kind::ALL.iter().enumerate() {
            for &second in &Kind::ALL[n..] {
                groups.push(Self::Kinds(first, second));
            }
        }
        groups.extend(Family::ALL.map(Self::Degenerate));
        groups
    }

    /// Returns the n-th pair of the group. The pair depends only on the seed and the number.
    pub fn pair<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        pool: &Pool<T, D>,
        seed: u64,
        number: u64,
    ) -> [Placed<T, R, D>; 2] {
        let group = match self {
            Self::Kinds(first, second) => first as u64 * 16 + second as u64,
            Self::Degenerate(family) => 256 + family as u64,
        };
        let seed = seed.wrapping_mul(512).wrapping_add(group);
        let mut dice = Dice::new::<T>(seed.wrapping_mul(1 << 32).wrapping_add(number));
        match self {
            Self::Kinds(first, second) => random_pair(&mut dice, pool, [first, second]),
            Self::Degenerate(family) => degenerate::pair(&mut dice, family),
        }
    }
}

fn random_pair<T: Real, R: Turn<T, D>, const D: usize>(
    dice: &mut Dice,
    pool: &Pool<T, D>,
    kinds: [Kind; 2],
) -> [Placed<T, R, D>; 2] {
    let size = dice.scale(0.1, 10.0);
    let ratio = dice.scale(0.1, 10.0);
    let order = if dice.chance(0.5) { [0, 1] } else { [1, 0] };
    let mut place = |which: usize, size: f64| {
        let model = pool.model(dice, kinds[which], size);
        Placed::new(model, &dice.orientation::<D>())
    };
    let (mut a, mut b) = (place(order[0], size), place(order[1], size * ratio));
    let at: Vector3<f64> = dice.in_ball::<D>() * size;
    a.move_to(&at);
    let normal = dice.direction::<D>();
    let smaller = a.model.size.min(b.model.size);
    // some of the bodies that overlap here are moved apart again below
    let sense = if dice.chance(0.3) { 1.0 } else { -1.0 };
    let gap = smaller * sense * dice.scale(1e-6, 2.0);
    plant(&a, &mut b, &normal, gap);
    if dice.chance(0.5) {
        let aside = dice.in_ball::<D>() * smaller;
        let aside = aside - normal * normal.dot(&aside);
        let to = b.location() + aside;
        b.move_to(&to);
    }
    [a, b]
}
