//! Changes of a trial: changes of any size, mostly small, and changes that make it degenerate.

use photofinish::Real;

use super::Trial;
use crate::soundness::convert::{Kind, changed as changed_body, motion_parts, numbers, parts};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::Orientation;
use photofinish_oracle::planted::{Dice, plant, shift_motion};

/// The largest number allowed, for `f32` and for `f64`. Beyond it, the squares of `f32` lose all small numbers added to
/// them.
const LARGEST: [f64; 2] = [1e6, 1e9];

/// Returns the largest number of the shape, about half its size.
fn size<const D: usize>(moving: &Moving<D>) -> f64 {
    let mut body = moving.body.clone();
    let (points, lengths) = parts(&mut body);
    let largest = points.iter().map(|p| p.amax()).fold(1e-9, f64::max);
    lengths.into_iter().map(|x| *x).fold(largest, f64::max)
}

/// Returns a number of either sign, mostly small, sometimes large.
fn nudge(dice: &mut Dice) -> f64 {
    dice.sign() * dice.scale(1e-9, 2.0)
}

/// Returns the trial after random changes, if it is still valid.
pub fn changed<T: Real, const D: usize>(trial: &Trial<D>, dice: &mut Dice) -> Option<Trial<D>> {
    let mut next = trial.clone();
    let times = 1 + dice.pick(3);
    for _ in 0..times {
        change::<T, D>(&mut next, dice);
    }
    let largest = LARGEST[usize::from(T::EPSILON == T::of(f64::EPSILON))];
    let is_valid = |moving: &mut Moving<D>| {
        let all = numbers(moving);
        let turns = all.iter().filter(|(_, kind)| *kind == Kind::Turn);
        let is_turn = D == 2 || turns.map(|(x, _)| **x * **x).sum::<f64>() > 0.5;
        let fits = |x: f64, kind| x.abs() <= largest && (kind != Kind::Length || x >= 0.0);
        is_turn && all.iter().all(|(x, kind)| fits(**x, *kind))
    };
    (is_valid(&mut next.case.a) && is_valid(&mut next.case.b)).then_some(next)
}

fn change<T: Real, const D: usize>(trial: &mut Trial<D>, dice: &mut Dice) {
    let Trial { case, asked } = trial;
    let first = dice.chance(0.5);
    let moving = if first { &mut case.a } else { &mut case.b };
    let length = size(moving);
    match dice.pick(12) {
        // change a number by a share of itself, by a share of the size, or by ulps
        0..=2 => {
            let by = 1.0 + nudge(dice);
            let x = any_number(moving, dice);
            *x *= by.abs();
        }
        3 => {
            let by = length * nudge(dice);
            *any_number(moving, dice) += by;
        }
        4 => {
            let ulps = (dice.pick(9) as f64 - 4.0) * T::EPSILON.as_f64();
            *any_number(moving, dice) *= 1.0 + ulps;
        }
        5 => {
            let other = *any_number(moving, dice);
            *any_number(moving, dice) = [0.0, other, -other, other.signum()][dice.pick(4)];
        }
        6 => align(moving, dice),
        7 => resize(moving, dice),
        8 => asked.until = dice.scale(1e-3, 1.0),
        9 => {
            asked.target = if dice.chance(0.5) {
                0.0
            } else {
                dice.scale(1e-6, 0.3)
            };
            asked.tolerance = dice.chance(0.3).then(|| dice.scale(1e-5, 1e-2));
        }
        10 => {
            let far = length * dice.scale(1e-2, 1e4);
            let by = dice.vector(far);
            shift_motion(&mut case.a.motion, &by);
            shift_motion(&mut case.b.motion, &by);
        }
        _ => {
            // make the bodies touch, or nearly touch, at the start, at the end, or in between
            let smaller = size(&case.a).min(size(&case.b));
            let time = [0.0, asked.until, dice.between(0.0, asked.until)][dice.pick(3)];
            let gap = if dice.chance(0.2) {
                0.0
            } else {
                dice.sign() * smaller * dice.scale(1e-9, 0.3)
            };
            let normal = dice.vector(1.0);
            plant(&case.a, &mut case.b, time, &normal, gap);
        }
    }
}

fn any_number<'x, const D: usize>(moving: &'x mut Moving<D>, dice: &mut Dice) -> &'x mut f64 {
    let mut all = numbers(moving);
    let index = dice.pick(all.len());
    all.swap_remove(index).0
}

/// Turns the body onto the axes, or almost onto them.
fn align<const D: usize>(moving: &mut Moving<D>, dice: &mut Dice) {
    let mut square = dice.square_orientation::<D>();
    if let Orientation::Quaternion(parts) = &mut square {
        let by = if dice.chance(0.5) {
            0.0
        } else {
            nudge(dice) * 0.1
        };
        parts[dice.pick(4)] += by;
        let norm = parts.iter().map(|x| x * x).sum::<f64>().sqrt();
        parts.iter_mut().for_each(|x| *x /= norm);
    }
    match motion_parts(&mut moving.motion).1 {
        [turn] => *turn = square,
        turns => turns[dice.pick(2)] = square,
    }
}

/// Scales the shape by a power of ten.
fn resize<const D: usize>(moving: &mut Moving<D>, dice: &mut Dice) {
    let factor = [1e-3, 0.1, 0.5, 2.0, 10.0, 1e3][dice.pick(6)];
    moving.body = changed_body(&moving.body, |x| x * factor);
}
