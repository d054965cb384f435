//! Random pairs of all kinds of shapes.

use photofinish::Real;

use super::degenerate::{self, Family};
use super::model::{Kind, Model, Placed, Turn, direction, in_ball, plant};
use photofinish_oracle::planted::Dice;

/// The number of points of the largest hull.
const POINTS: usize = 40;

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
        seed: u64,
        number: u64,
    ) -> [Placed<T, R, D>; 2] {
        let group = match self {
            Self::Kinds(first, second) => first as u64 * 16 + second as u64,
            Self::Degenerate(family) => 256 + family as u64,
        };
        let seed = seed.wrapping_mul(512).wrapping_add(group);
        let seed = seed.wrapping_mul(1 << 32).wrapping_add(number);
        let mut dice = Dice::rounding(seed, |x| T::of(x).as_f64());
        let is_single = size_of::<T>() == 4;
        let pair = match self {
            Self::Kinds(first, second) => random_pair(&mut dice, [first, second]),
            Self::Degenerate(family) => degenerate::pair(&mut dice, family, is_single),
        };
        pair.map(Placed::new)
    }
}

fn random_pair<const D: usize>(dice: &mut Dice, mut kinds: [Kind; 2]) -> [Model<D>; 2] {
    let size = dice.scale(0.1, 10.0);
    let sizes = [size, size * dice.scale(0.1, 10.0)];
    if dice.chance(0.5) {
        kinds.reverse();
    }
    let [mut a, mut b] = [0, 1].map(|which: usize| {
        let body = kinds[which].body(dice, sizes[which], POINTS);
        Model::new(body, dice.orientation::<D>())
    });
    a.location = in_ball::<D>(dice) * size;
    let normal = direction::<D>(dice);
    let smaller = a.size.min(b.size);
    // some of the bodies that overlap here are moved apart again below
    let sense = if dice.chance(0.3) { 1.0 } else { -1.0 };
    let gap = smaller * sense * dice.scale(1e-6, 2.0);
    plant(&a, &mut b, &normal, gap);
    if dice.chance(0.5) {
        let aside = in_ball::<D>(dice) * smaller;
        b.location += aside - normal * normal.dot(&aside);
    }
    [a, b]
}
