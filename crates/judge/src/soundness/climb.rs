//! A search for wrong claims by hill climbing on "claimed minus true".
//!
//! A climb starts from a random case of some family and picks one kind of [`Claim`]. It keeps every change of the case
//! that brings this claim nearer to being wrong. Most changes are small, and many make the case more degenerate
//! (`moves`). A case with a wrong claim is then simplified as far as possible (`shrink`).

pub mod claims;
mod motions;
pub mod moves;
pub(super) mod shrink;

use std::ops::ControlFlow::{Break, Continue};

use photofinish::Real;

use super::convert::FromOracle;
use super::excess::Excess;
use super::judge::Asked;
use crate::findings::Findings;
use crate::refine;
pub use claims::{Claim, excesses};
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::planted::Dice;

/// A case and the question about it.
#[derive(Clone, Debug)]
pub struct Trial<const D: usize> {
    pub case: Case<D>,
    pub asked: Asked,
}

/// The number of changes tried in one climb.
const STEPS: u32 = 60;
/// A climb is given up after more than this many changes in a row without progress.
const PATIENCE: u32 = 25;

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
    let height = |claims: &[Excess<Claim>]| {
        let of_kind = claims.iter().filter(|excess| excess.claim == claim);
        let heights = of_kind.map(|excess| excess.height(false));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    let start = (best, height(&claims));
    refine::climb(start, (STEPS, PATIENCE), |best| {
        let Some(next) = moves::changed::<T, D>(best, &mut dice) else {
            return Continue(None);
        };
        match judged::<T, R, D>(found, seed, &next) {
            Some(claims) => Continue(Some((next, height(&claims)))),
            None => Break(()),
        }
    });
}

/// Returns the claims about a trial if none is wrong. Otherwise keeps the first wrong one.
fn judged<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Claim>,
    seed: u64,
    trial: &Trial<D>,
) -> Option<Vec<Excess<Claim>>> {
    found.cases += 1;
    let claims = excesses::<T, R, D>(trial);
    let Some(wrong) = claims.iter().find(|excess| excess.is_wrong()) else {
        return Some(claims);
    };
    let start = (trial.clone(), *wrong);
    let (smallest, excess) = refine::shrunk(start, shrink::plainer, |trial| {
        let mut claims = excesses::<T, R, D>(trial).into_iter();
        claims.find(|excess| excess.claim == wrong.claim && excess.is_wrong())
    });
    let bits = size_of::<T>() * 8;
    let note = format!("{D}D f{bits} seed {seed}: {excess}\n{smallest:?}");
    found.blame(note);
    None
}
