//! Changes of a tale, most of them small.

use super::draw::{FRAMES, step, target};
use super::truth::Truth;
use super::{Look, Step, Tale};
use crate::soundness::climb::moves as trial;
use photofinish::Real;
use photofinish_oracle::planted::Dice;

/// No more looks than a simplex of space has corners, and one, and no more steps.
const MOST: usize = 5;

/// What an inverse length is multiplied by, if that is to be mean: no length at all, lengths that are off by much, or by
/// about what is allowed.
const STRETCHES: [f64; 12] = [
    0.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    0.5,
    2.0,
    1e30,
    1.0 + 1e-5,
    1.0 - 1e-5,
    1.0 + 2e-15,
    1.0 - 2e-15,
    1.0,
];

/// Times that are mean: before, after, at an end, and none at all.
const TIMES: [f64; 6] = [0.0, 1.0, -0.5, 1.5, f64::NAN, f64::INFINITY];

/// Returns a size of a change, mostly small.
fn size(dice: &mut Dice) -> f64 {
    let least = [1e-9, 1e-3][dice.pick(2)];
    dice.scale(least, 1.0)
}

/// Returns a number of either sign, mostly small.
fn nudge(dice: &mut Dice) -> f64 {
    dice.sign() * size(dice)
}

/// Returns the tale after some random changes, if its bodies are still valid. The truth about it knows good vectors.
pub fn changed<T: Real, const D: usize>(
    tale: &Tale<D>,
    truth: &Truth<D>,
    dice: &mut Dice,
) -> Option<Tale<D>> {
    let mut next = tale.clone();
    for _ in 0..1 + dice.pick(2) {
        match dice.pick(10) {
            0..=2 => next.trial = trial::changed::<T, D>(&next.trial, dice)?,
            3..=5 => change_look(&mut next, truth, dice),
            6 | 7 => change_step(&mut next, dice),
            8 => change_contact(&mut next, dice),
            _ => change_question(&mut next, dice),
        }
    }
    Some(next)
}

fn changed_time(time: f64, dice: &mut Dice) -> f64 {
    match dice.pick(8) {
        0 => TIMES[dice.pick(TIMES.len())],
        1 => dice.between(0.0, 1.0),
        2 => time * (1.0 + nudge(dice) * 1e-7),
        _ => (time + nudge(dice)).clamp(0.0, 1.0),
    }
}

fn change_look<const D: usize>(tale: &mut Tale<D>, truth: &Truth<D>, dice: &mut Dice) {
    if tale.looks.is_empty() || (dice.chance(0.05) && tale.looks.len() < MOST) {
        tale.looks.push(Look {
            time: dice.between(0.0, 1.0),
            along: dice.vector(1.0),
            stretch: 1.0,
        });
        tale.contact.weights.push(dice.between(0.0, 1.0));
        return;
    }
    let which = dice.pick(tale.looks.len());
    let time = tale.time(tale.looks[which].time);
    let other = tale.looks[dice.pick(tale.looks.len())].time;
    let look = &mut tale.looks[which];
    let length = look.along.norm();
    match dice.pick(12) {
        0..=4 => look.along += dice.in_ball::<D>() * (length * size(dice)),
        5 => look.along = dice.vector(1.0),
        6 | 7 if (0.0..=1.0).contains(&time) => look.along = truth.direction(time),
        8 => look.along *= [-1.0, 0.0, 1e-130, 1e145, 3.0][dice.pick(5)],
        9 => look.stretch = STRETCHES[dice.pick(STRETCHES.len())],
        10 => look.time = other,
        _ => look.time = changed_time(look.time, dice),
    }
}

fn change_step<const D: usize>(tale: &mut Tale<D>, dice: &mut Dice) {
    let looks = tale.looks.len().max(1);
    if tale.steps.is_empty() || (dice.chance(0.05) && tale.steps.len() < MOST) {
        let at = dice.between(0.0, 1.0);
        tale.steps.push(step(looks, at, dice));
        return;
    }
    let which = dice.pick(tale.steps.len());
    let Step {
        look,
        at,
        frame,
        to,
        other,
    } = &mut tale.steps[which];
    match dice.pick(8) {
        0 => {
            *look = dice.pick(looks);
            *at = *look;
        }
        1 => *at = dice.pick(looks),
        2 => *frame = FRAMES[dice.pick(3)],
        3 => *to = changed_time(*to, dice),
        4 => *other = changed_time(*other, dice),
        _ => {
            *other = changed_time(*other, dice);
            *to = *other;
        }
    }
}

fn change_contact<const D: usize>(tale: &mut Tale<D>, dice: &mut Dice) {
    let looks = tale.looks.len().max(1);
    if let Some(deep) = tale.looks.get_mut(tale.contact.deep)
        && dice.chance(0.3)
    {
        deep.time = changed_time(deep.time, dice);
        return;
    }
    let contact = &mut tale.contact;
    let which = dice.pick(contact.weights.len().max(1));
    let weight = contact.weights.get_mut(which);
    match (dice.pick(8), weight) {
        (0, _) => contact.time = changed_time(contact.time, dice),
        (1, _) => contact.deep = dice.pick(looks),
        (2, _) => contact.is_solved = !contact.is_solved,
        (3, Some(weight)) => {
            *weight = [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, 1e-130, 1e130][dice.pick(7)];
        }
        (4, _) => contact.weights.iter_mut().for_each(|weight| *weight = 1.0),
        (_, Some(weight)) => *weight = (*weight + nudge(dice)).abs(),
        (_, None) => {}
    }
}

fn change_question<const D: usize>(tale: &mut Tale<D>, dice: &mut Dice) {
    let asked = &mut tale.trial.asked;
    match dice.pick(12) {
        0 => asked.target = target(dice),
        1 => asked.target *= 1.0 + nudge(dice),
        2 => asked.tolerance = asked.tolerance.map(|share| share * dice.scale(0.1, 1.5)),
        3 => asked.tolerance = dice.chance(0.7).then(|| dice.scale(1e-9, 0.5)),
        4 => asked.plain[dice.pick(2)] ^= true,
        5 => asked.loose[dice.pick(2)] ^= true,
        6 => tale.is_of_first_order ^= true,
        7 => tale.in_single ^= true,
        8 => tale.by_vectors ^= true,
        9 => tale.start = changed_time(tale.start, dice).clamp(0.0, 1.0),
        _ => {
            let Some(ground) = &mut tale.ground else {
                return;
            };
            match dice.pick(4) {
                0 => ground.is_at_rest ^= true,
                1 => ground.normal += dice.in_ball::<D>() * dice.scale(1e-6, 1.0),
                2 => ground.point *= 1.0 + nudge(dice),
                _ => ground.point += dice.vector::<D>(1.0) * dice.scale(1e-6, 1.0),
            }
        }
    }
}
