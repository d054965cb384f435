//! A search for wrong claims by hill climbing on "claimed minus true".
//!
//! A climb starts from a random case of some family and picks one kind of [`Claim`]. It keeps every change of the case
//! that brings this claim nearer to being wrong. Most changes are small, and many make the case more degenerate
//! (`moves`). A case with a wrong claim is then simplified as far as possible (`shrink`).

pub mod claims;
mod motions;
pub(super) mod moves;
pub(super) mod shrink;

use photofinish::Real;

use super::convert::FromOracle;
use super::judge::Asked;
use crate::findings::Findings;
pub use claims::{Claim, Excess, excesses};
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::planted::Dice;

/// A case and the question about it.
#[derive(Clone, Debug)]
pub struct Trial<const D: usize> {
    pub case: Case<D>,
    pub asked: Asked,
}

/// The number of changes tried in one climb.
const STEPS: u64 = 50;
/// A climb is given up after more than this many changes in a row without progress.
const PATIENCE: u32 = 20;

/// Climbs through about `count` cases in scalar `T`, and counts the climbs on each claim. A seed always gives the same
/// cases.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Claim>,
    seed: u64,
    count: u64,
) {
    let until = found.cases + count;
    for seed in seed.. {
        if found.cases >= until {
            return;
        }
        climb::<T, R, D>(found, seed);
    }
}

/// Climbs from a seed on the claim that was climbed on least.
fn climb<T: Real, R: FromOracle<T, D>, const D: usize>(found: &mut Findings<Claim>, seed: u64) {
    let mut dice = Dice::new(seed);
    let family = Family::ALL[dice.pick(Family::ALL.len())];
    let mut best = Trial {
        case: Case::<D>::random(family, seed),
        asked: Asked::of_seed(seed),
    };
    // the bodies of most families start apart: some changes make others start in contact
    for _ in 0..dice.pick(4) {
        best = moves::changed::<T, D>(&best, &mut dice).unwrap_or(best);
    }
    let Some(claims) = judged::<T, R, D>(found, seed, &best) else {
        return;
    };
    let kinds = claims.iter().map(|excess| excess.claim);
    let Some(claim) = kinds.min_by_key(|kind| found.of(kind)) else {
        return;
    };
    found.count(claim);
    let height = |claims: &[Excess]| {
        let of_kind = claims.iter().filter(|excess| excess.claim == claim);
        of_kind
            .map(Excess::height)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let mut highest = height(&claims);
    let mut in_vain = 0;
    for _ in 0..STEPS {
        let Some(next) = moves::changed::<T, D>(&best, &mut dice) else {
            continue;
        };
        let Some(claims) = judged::<T, R, D>(found, seed, &next) else {
            return;
        };
        let now = height(&claims);
        in_vain += 1;
        if now > highest {
            in_vain = 0;
        }
        if now >= highest {
            (highest, best) = (now, next);
        }
        if in_vain > PATIENCE {
            return;
        }
    }
}

/// Returns the claims about a trial if none is wrong. Otherwise keeps the first wrong one.
fn judged<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Claim>,
    seed: u64,
    trial: &Trial<D>,
) -> Option<Vec<Excess>> {
    found.cases += 1;
    let claims = excesses::<T, R, D>(trial);
    let Some(wrong) = claims.iter().find(|excess| excess.is_wrong()) else {
        return Some(claims);
    };
    let (smallest, excess) = shrink::shrunk(trial, *wrong, |trial| {
        let mut claims = excesses::<T, R, D>(trial).into_iter();
        claims.find(|excess| excess.claim == wrong.claim && excess.is_wrong())
    });
    let bits = size_of::<T>() * 8;
    let note = format!("{D}D f{bits} seed {seed}: {excess}\n{smallest:?}");
    found.wrong.push(note);
    None
}
