//! A liar that climbs: it changes a tale in small steps, and keeps what brings a claim nearer to being false.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use photofinish::Real;

use super::claims::Kind;
use super::truth::Truth;
use super::{Tale, moves};
use crate::findings::Findings;
use crate::refine;
use crate::soundness::climb::shrink;
use crate::soundness::convert::FromOracle;
use crate::soundness::excess::Excess;
use photofinish_oracle::planted::Dice;

/// The number of changes tried in one climb, and how many in a row may lead to no progress.
const STEPS: (u32, u32) = (120, 40);
/// How many tales are drawn for a climb before it is given up.
const DRAWS: u32 = 10;

/// Climbs once from each of these seeds, with bodies in scalar `T`. No climb depends on other seeds. Counts the tales,
/// and the climbs on each kind of claim.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Kind>,
    seeds: Range<u64>,
) {
    for seed in seeds {
        let Some(wrong) = climbed::<T, R, D>(found, seed) else {
            continue;
        };
        let kind = wrong.1.claim;
        let (tale, excess) = refine::shrunk(wrong, plainer, |tale| {
            let told = tale.tell::<T, R>()?;
            let mut claims = told.judged(Some(kind));
            claims.find(|excess| excess.claim == kind && excess.is_wrong())
        });
        let bits = size_of::<T>() * 8;
        let note = format!("{D}D f{bits} seed {seed}: {excess}\n{tale:?}");
        found.blame(note);
    }
}

/// Returns tales with plainer bodies.
fn plainer<const D: usize>(tale: &Tale<D>) -> Vec<Tale<D>> {
    let with = |trial| Tale {
        trial,
        ..tale.clone()
    };
    shrink::plainer(&tale.trial).into_iter().map(with).collect()
}

/// A tale and its truth.
type Place<const D: usize> = (Tale<D>, Truth<D>);
/// A tale of which a false claim comes, and the claim.
type Wrong<const D: usize> = (Tale<D>, Excess<Kind>);

/// Climbs from a seed, and counts the climb if it has begun. Returns the first tale of which a false claim comes.
fn climbed<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Kind>,
    seed: u64,
) -> Option<Wrong<D>> {
    let mut dice = Dice::new(seed ^ 0x5bd1_e995);
    // spans have most of the formulas
    let kind = match dice.pick(12) {
        0..=4 => Kind::Span,
        5 => Kind::Touch,
        which => Kind::ALL[which - 6],
    };
    // the part of its room that a claim uses may be climbed on, in place of its excess
    let by_share = kind == Kind::Span && dice.chance(0.7);
    let mut start = None;
    for _ in 0..DRAWS {
        let tale = Tale::random(seed, kind, &mut dice);
        match tell::<T, R, D>(found, tale, (kind, by_share)) {
            Break(wrong) => return Some(wrong),
            Continue(place) => start = place,
        }
        if start.is_some() {
            break;
        }
    }
    let start = start?;
    found.count(kind);
    refine::climb(start, STEPS, |(tale, truth)| {
        match moves::changed::<T, D>(tale, truth, &mut dice) {
            Some(next) => tell::<T, R, D>(found, next, (kind, by_share)),
            None => Continue(None),
        }
    })
}

/// Tells a tale. It ends the climb if a claim is false, and is a place if there are claims of the wanted kind.
fn tell<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Kind>,
    tale: Tale<D>,
    (kind, by_share): (Kind, bool),
) -> ControlFlow<Wrong<D>, Option<(Place<D>, f64)>> {
    let Some(told) = tale.tell::<T, R>() else {
        return Continue(None);
    };
    found.cases += 1;
    let claims: Vec<_> = told.judged(Some(kind)).collect();
    if let Some(excess) = claims.iter().find(|excess| excess.is_wrong()) {
        return Break((tale, *excess));
    }
    let wanted = claims.iter().filter(|excess| excess.claim == kind);
    let heights = wanted.map(|excess| excess.height(by_share));
    let highest = heights.reduce(f64::max);
    Continue(highest.map(|height| ((tale, told.truth), height)))
}
