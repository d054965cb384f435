//! Random pairs of moving bodies in families. In most pairs an impact or a near miss is planted at some time.
//!
//! Every coordinate is exact in `f32`, so that a case means the same in both precisions. Only quaternions are an
//! exception: they have unit length only to rounding in `f32`, and the oracle normalises them in `f64`. The interval
//! always is 0 to 1. The bodies are disjoint at its start.

use super::advance::{Advance, Moving, Pair, Search};
use super::families::{self, near};
use super::motion::Motion;
use super::planted::{Dice, plant, shift_motion};

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Both bodies move without turning.
    Translate,
    /// Both bodies move and turn by up to half a turn, some of them about a point off their middle.
    Tumble,
    /// A rod turns up to eight times.
    Spin,
    /// Boxes slide along parallel faces at a small gap.
    Slide,
    /// Bodies graze each other, with a gap or an overlap of 1e-6 to 1e-2 of their size.
    Graze,
    /// A small fast body and a large thin one.
    Bullet,
    /// Bodies are far apart compared to their size, at the planted time or before it.
    Far,
    /// Two boxes fall together, one above the other.
    Stack,
    /// Bodies lie along the axes: parallel faces, vertex on face, edge on edge, slivers, flat hulls.
    Degenerate,
    /// Bodies have very different sizes and are moved far from the origin.
    Offscale,
    /// Both bodies sweep from pose to pose with normalised linear interpolation.
    Sweep,
}

impl Family {
    pub const ALL: [Family; 11] = [
        Family::Translate,
        Family::Tumble,
        Family::Spin,
        Family::Slide,
        Family::Graze,
        Family::Bullet,
        Family::Far,
        Family::Stack,
        Family::Degenerate,
        Family::Offscale,
        Family::Sweep,
    ];
}

/// Two bodies that move from time 0 to time 1.
#[derive(Clone, Debug)]
pub struct Case<const D: usize> {
    pub family: Family,
    pub a: Moving<D>,
    pub b: Moving<D>,
}

impl<const D: usize> Case<D> {
    /// Returns a random case of the family. Equal seeds give equal cases.
    pub fn random(family: Family, seed: u64) -> Self {
        Self::drawn(
            family,
            &mut Dice::new(seed.wrapping_mul(64) + family as u64),
        )
    }

    /// Returns a random case of the family, as dice fall.
    pub fn drawn(family: Family, dice: &mut Dice) -> Self {
        loop {
            let case = Self::draw(family, dice);
            let start = case.pair().distance_at(0.0);
            if start.lower > 1e-6 * case.pair().size() {
                return case;
            }
        }
    }

    /// Returns the pair, prepared for queries.
    pub fn pair(&self) -> Pair<D> {
        Pair::new(&self.a, &self.b)
    }

    fn draw(family: Family, dice: &mut Dice) -> Self {
        if family == Family::Sweep {
            return Self::draw_sweep(dice);
        }
        let size = dice.scale(0.1, 10.0);
        let draft = match family {
            Family::Translate => families::moving(dice, size, 0.0),
            Family::Tumble => families::tumble(dice, size),
            Family::Spin => families::spin(dice, size),
            Family::Slide => families::slide(dice, size),
            Family::Graze => families::graze(dice, size),
            Family::Bullet => families::bullet(dice, size),
            Family::Far => families::far(dice, size),
            Family::Stack => families::stack(dice, size),
            Family::Degenerate => families::degenerate(dice, size),
            _ => families::offscale(dice, size),
        };
        let body = |(body, motion)| Moving {
            body,
            motion: Motion::Ballistic(motion),
        };
        let (mut a, mut b) = (body(draft.a), body(draft.b));
        let time = dice.between(0.1, 0.95);
        plant(&a, &mut b, time, &draft.normal, draft.gap);
        if family == Family::Offscale {
            let far = dice.scale(1.0, 1e3) * size;
            let carry = dice.vector(far);
            shift_motion(&mut a.motion, &carry);
            shift_motion(&mut b.motion, &carry);
        }
        Self { family, a, b }
    }

    fn draw_sweep(dice: &mut Dice) -> Self {
        let size = dice.scale(0.1, 10.0);
        let mut body = || {
            let length = size * dice.scale(0.1, 5.0);
            Moving {
                body: dice.body(size),
                motion: Motion::Sweep(dice.sweep(2.8, length)),
            }
        };
        let (a, mut b) = (body(), body());
        let gap = near(dice, 2.0 * size);
        let (time, normal) = (dice.between(0.1, 0.95), dice.vector(1.0));
        plant(&a, &mut b, time, &normal, gap);
        Self {
            family: Family::Sweep,
            a,
            b,
        }
    }
}

/// Returns the share of cases in which the distance falls to 1e-9 of the size of the pair or less.
pub fn share_of_hits<const D: usize>(cases: &[Case<D>]) -> f64 {
    let hits = |case: &&Case<D>| {
        let pair = case.pair();
        let search = Search::contact(1e-9 * pair.size());
        matches!(pair.advance(0.0, 1.0, &search), Advance::Hit { .. })
    };
    cases.iter().filter(hits).count() as f64 / cases.len() as f64
}
