//! Random cases.

mod families;
mod flights;

use nalgebra::SVector;
use photofinish::InitialContact;
use photofinish::SupportMap;
use photofinish::pieces::{Pieces, nearest_pieces, pieces_touch};
use photofinish_oracle::planted::{Dice, single};

use self::families::bodies;
use self::flights::flight;
use super::build::{Surfaces, body, reach};
use super::spec::{Asked, Case, Family, Flight, Parts};

/// What a case is to be checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Every pair of pieces asked about alone.
    Pairs,
    /// The oracle, which takes pieces without poses of their own, and motions with bounds.
    Oracle,
}

/// How a case is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    pub seed: u64,
    /// How many pieces a body has at most, or a few more. Most bodies have far fewer.
    pub most: f64,
    /// How many changes make it more degenerate.
    pub changes: usize,
    pub against: Against,
}

/// The largest number of pairs of pieces in most cases, and in a few.
const PAIRS: [usize; 2] = [100, 2000];

const TURN: f64 = std::f64::consts::TAU;

/// Returns a random case.
pub fn case<R: Surfaces<f64, D>, const D: usize>(dice: &mut Dice, drawn: Drawn) -> Case<D> {
    let against = drawn.against;
    let family = Family::ALL[dice.pick(Family::ALL.len())];
    let most = match against {
        Against::Pairs => PAIRS[usize::from(dice.chance(0.01))],
        Against::Oracle => 2 * PAIRS[0],
    };
    let one = dice.scale(2.0, drawn.most) as usize;
    let other = dice.scale(1.0, drawn.most) as usize;
    let counts = [one, other.min(most / one).max(1)];
    let (mut parts, place, interlocked) = bodies::<D>(dice, family, counts, against);
    let scale = if dice.chance(0.15) {
        dice.scale(0.01, 100.0)
    } else {
        1.0
    };
    parts = parts.map(|parts| parts.scaled(scale));
    let size: f64 = parts.iter().map(reach).sum();
    let flights = |dice: &mut Dice| {
        let slow = interlocked && dice.chance(0.8);
        let way = scale
            * if slow {
                dice.scale(0.01, 1.0)
            } else {
                dice.scale(0.1, 5.0)
            };
        let mut flights = [0, 1].map(|_| flight::<D>(dice, (way, slow), against == Against::Pairs));
        flights[1].shift(&place.map(|x| single(x * scale)));
        flights
    };
    let (mut moves, mut earlier) = (flights(dice), flights(dice));
    if !interlocked && dice.chance(0.9) {
        plant::<R, D>(dice, &parts, &mut moves, size);
    }
    if dice.chance(0.5) {
        parts.reverse();
        moves.reverse();
        earlier.reverse();
    }
    if dice.chance(0.1) {
        let far: SVector<f64, D> = dice.vector(scale * 10.0);
        let far = far * dice.scale(0.1, 100.0);
        for flight in moves.iter_mut().chain(&mut earlier) {
            flight.shift(&far);
        }
    }
    for _ in 0..drawn.changes {
        let which = dice.pick(2);
        change(&mut parts[which], dice);
    }
    let asked = asked::<R, D>(dice, &parts, &moves, against);
    Case {
        family,
        seed: drawn.seed,
        parts,
        flights: moves,
        earlier,
        asked,
    }
}

/// Changes a number of a body, most often so that it is as another one is, or makes two corners of a triangle one.
fn change<const D: usize>(parts: &mut Parts<D>, dice: &mut Dice) {
    if let Parts::Surface { corners, .. } = parts
        && D == 3
        && dice.chance(0.3)
    {
        let triangle = dice.pick(corners.len());
        corners[triangle][dice.pick(3)] = corners[dice.pick(corners.len())][dice.pick(3)];
        return;
    }
    let mut all = parts.numbers();
    let other = *all[dice.pick(all.len())].0;
    let which = dice.pick(all.len());
    let (x, is_length) = &mut all[which];
    let little = 1.0 + dice.sign() * dice.scale(1e-7, 0.1);
    let to = [0.0, other, -other, other.signum(), **x * little][dice.pick(5)];
    **x = single(if *is_length { to.abs() } else { to });
}

/// Moves B so that the bodies pass each other at a small distance, or meet, at some time.
fn plant<R: Surfaces<f64, D>, const D: usize>(
    dice: &mut Dice,
    parts: &[Parts<D>; 2],
    flights: &mut [Flight<D>; 2],
    size: f64,
) {
    let as_they_were = flights[1].clone();
    for attempt in 0..4 {
        flights[1] = as_they_were.clone();
        let far = size * dice.between(0.2, 1.5);
        let way: SVector<f64, D> = dice.vector(far);
        flights[1].shift(&way);
        let time = dice.between(0.05, 1.0);
        let gap = match dice.pick(4) {
            0 => 0.0,
            1 => size * dice.scale(1e-9, 1e-4),
            2 => size * dice.scale(1e-4, 0.3),
            _ => -size * dice.scale(1e-9, 1e-1),
        };
        for _ in 0..2 {
            let Some(a) = body::<f64, R, D>(&parts[0], &flights[0]) else {
                return;
            };
            let Some(b) = body::<f64, R, D>(&parts[1], &flights[1]) else {
                return;
            };
            let Ok(nearest) = nearest_pieces(&a, &b, time) else {
                return;
            };
            let proximity = nearest.proximity;
            let by = proximity.contact().normal * (gap - proximity.signed_distance());
            flights[1].shift(&by);
        }
        let ends = [0, 1].map(|i: usize| body::<f64, R, D>(&parts[i], &flights[i]));
        if let [Some(a), Some(b)] = ends
            && (attempt == 3 || matches!(pieces_touch(&a, &b, 0.0), Ok(None)))
        {
            return;
        }
        if dice.chance(0.1) {
            return;
        }
    }
}

fn asked<R: Surfaces<f64, D>, const D: usize>(
    dice: &mut Dice,
    parts: &[Parts<D>; 2],
    flights: &[Flight<D>; 2],
    against: Against,
) -> Asked {
    let built = [0, 1].map(|i: usize| body::<f64, R, D>(&parts[i], &flights[i]));
    let (mut thinnest, mut smallest) = (0.0, f64::INFINITY);
    for body in built.iter().flatten() {
        let pieces = body.pieces();
        let piece = |index: usize| pieces.piece(index as u32);
        let all = 0..pieces.tree().pieces();
        thinnest += all
            .clone()
            .map(|i| piece(i).inner_diameter())
            .fold(f64::INFINITY, f64::min);
        let sizes = all.map(|i| piece(i).extents().norm());
        smallest = smallest.min(sizes.fold(f64::INFINITY, f64::min));
    }
    let smallest = if smallest.is_finite() { smallest } else { 1.0 };
    let target = match dice.pick(5) {
        0 => dice.part(smallest, 1e-3, 1.0),
        1 if thinnest > 0.0 => -single(thinnest * dice.between(0.01, 0.45)),
        _ => 0.0,
    };
    let tolerance = match dice.pick(5) {
        0 => Some(dice.part(smallest, 1e-3, 1e-1)),
        _ => None,
    };
    let interval = match dice.pick(8) {
        0 => {
            let start = dice.between(0.0, 0.5);
            [start, start + dice.between(0.0, 0.5)]
        }
        _ => [0.0, 1.0],
    };
    let policy = match dice.pick(3) {
        0 => InitialContact::IgnoreSeparating,
        _ => InitialContact::Stop,
    };
    let starved = against == Against::Pairs && dice.chance(0.03);
    Asked {
        interval: interval.map(single),
        target,
        tolerance,
        budget: starved.then(|| dice.scale(20.0, 2000.0) as u64),
        policy,
        exact_depth: dice.chance(0.1),
    }
}
