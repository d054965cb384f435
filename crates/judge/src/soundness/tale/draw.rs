//! Tales to begin with: most are honest, so that claims of the wanted kind come out.

use photofinish::proof::Frame;

use super::claims::Kind;
use super::{Contact, Ground, Look, Step, Tale};
use crate::refine::{even, lowest};
use crate::soundness::climb::Trial;
use crate::soundness::judge::Asked;
use crate::soundness::liar::sharp;
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::lower;
use photofinish_oracle::planted::{Dice, plant, single};

pub const FRAMES: [Frame; 3] = [Frame::World, Frame::A, Frame::B];

/// How closely the time is looked for at which the bodies are nearest to each other.
const LOOKS: usize = 16;
const HALVINGS: i32 = 8;

impl<const D: usize> Tale<D> {
    /// Returns a random tale that may lead to claims of a kind.
    pub fn random(seed: u64, kind: Kind, dice: &mut Dice) -> Self {
        let mut case = pair(seed, dice);
        let meets = [0.0, dice.between(0.0, 1.0)][dice.pick(2)];
        let overlaps = matches!(kind, Kind::Common | Kind::Depth);
        let near = kind == Kind::Touch || overlaps;
        let size = Pair::new(&case.a, &case.b).size();
        if near && (overlaps || dice.chance(0.5)) {
            let gap = dice.scale(1e-3, 0.2) * size;
            let gap = if overlaps { -gap } else { gap };
            plant(&case.a, &mut case.b, meets, &dice.vector(1.0), gap);
        }
        let asked = asked(seed, near, dice);
        let ground = (!overlaps && dice.chance(0.15)).then(|| Ground {
            normal: dice.vector(1.0),
            point: dice.vector(size),
            is_at_rest: dice.chance(0.3),
        });
        let pair = Pair::new(&case.a, &case.b);
        let start = if near { meets } else { 0.0 };
        let at = if near { 0.0 } else { nearest(&pair) };
        let count = if overlaps {
            D + 2
        } else {
            1 + dice.pick(D + 1)
        };
        let honest = pair.distance_at(start + (1.0 - start) * at).direction;
        let noise = if overlaps { 2.0 } else { dice.scale(1e-4, 1.0) };
        let look = |dice: &mut Dice| Look {
            time: if near { at } else { around(at, dice) },
            along: lower::<D>(&honest) + dice.in_ball::<D>() * noise,
            stretch: 1.0,
        };
        let looks: Vec<_> = (0..count).map(|_| look(dice)).collect();
        let steps = (0..1 + dice.pick(3))
            .map(|_| step(count, at, dice))
            .collect();
        Self {
            trial: Trial { case, asked },
            ground,
            start,
            in_single: dice.chance(0.1),
            by_vectors: dice.chance(0.5),
            is_of_first_order: dice.chance(0.2),
            steps,
            contact: Contact {
                time: at,
                weights: looks.iter().map(|_| dice.between(0.0, 1.0)).collect(),
                is_solved: overlaps,
                deep: count - 1,
            },
            looks,
        }
    }
}

/// Returns a question. One about bodies that are near has a tolerance that lets them count as in contact.
fn asked(seed: u64, near: bool, dice: &mut Dice) -> Asked {
    Asked {
        target: target(dice),
        tolerance: (near || dice.chance(0.3)).then(|| dice.scale(1e-3, 0.5)),
        plain: [dice.chance(0.2), dice.chance(0.2)],
        loose: [dice.chance(0.2), dice.chance(0.2)],
        seed,
        ..Asked::default()
    }
}

fn pair<const D: usize>(seed: u64, dice: &mut Dice) -> Case<D> {
    let family = Family::ALL[dice.pick(Family::ALL.len())];
    if dice.chance(0.6) {
        return Case::random(family, seed);
    }
    let (a, b) = sharp(dice);
    Case { family, a, b }
}

/// Returns a target distance below, at or above zero, relative to the size.
pub fn target(dice: &mut Dice) -> f64 {
    let far = dice.scale(1e-5, 0.2);
    single([0.0, 0.0, far, -far][dice.pick(4)])
}

/// Returns about when the bodies are nearest to each other.
fn nearest<const D: usize>(pair: &Pair<D>) -> f64 {
    lowest(even(LOOKS), (0.5 / LOOKS as f64, HALVINGS), |time| {
        pair.distance_at(time).upper
    })
    .1
}

/// Returns a time around another one: an end, or one that may be near.
fn around(at: f64, dice: &mut Dice) -> f64 {
    match dice.pick(4) {
        0 => [0.0, 1.0][dice.pick(2)],
        _ => (at + dice.sign() * dice.scale(1e-3, 1.0)).clamp(0.0, 1.0),
    }
}

/// Returns a step along the vector of some look, to a time around another one. It is honest.
pub fn step(looks: usize, at: f64, dice: &mut Dice) -> Step {
    let (look, end) = (dice.pick(looks), around(at, dice));
    Step {
        look,
        at: look,
        frame: FRAMES[dice.pick(3)],
        to: end,
        other: end,
    }
}
