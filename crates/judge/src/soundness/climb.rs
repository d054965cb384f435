//! A search for wrong claims by hill climbing on "claimed minus true".
//!
//! A climb starts from a random case of some family and picks one kind of [`Claim`]. It keeps every change of the case
//! that brings this claim nearer to being wrong. Most changes are small, and many make the case more degenerate
//! (`moves`). A case with a wrong claim is then simplified as far as possible (`shrink`).

pub mod claims;
mod motions;
pub(super) mod moves;
pub(super) mod shrink;

use std::collections::BTreeMap;
use std::fmt;

use photofinish::Real;

use super::convert::FromOracle;
use super::judge::Asked;
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

/// How many cases were tried, how often each claim was climbed on, and which claims were wrong.
#[derive(Default)]
pub struct Climbs {
    pub tried: u64,
    pub climbed: BTreeMap<Claim, u64>,
    /// Each wrong claim, the smallest input found that shows it, and its seed.
    pub wrong: Vec<String>,
}

impl Climbs {
    /// Tries about `count` cases in scalar `T`. A seed always gives the same cases.
    pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(&mut self, seed: u64, count: u64) {
        let until = self.tried + count;
        for number in 0.. {
            if self.tried >= until {
                return;
            }
            self.climb::<T, R, D>(seed + number, None);
        }
    }

    /// Climbs from one seed only, on every kind of claim. So what a seed finds does not depend on other seeds.
    pub fn run_alone<T: Real, R: FromOracle<T, D>, const D: usize>(&mut self, seed: u64, _: u64) {
        for claim in Claim::ALL {
            self.climb::<T, R, D>(seed, Some(claim));
        }
    }

    /// Climbs from a seed on the wanted claim, or else on the claim that was climbed on least.
    fn climb<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
        seed: u64,
        wanted: Option<Claim>,
    ) {
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
        self.tried += 1;
        let claims = excesses::<T, R, D>(&best);
        if self.keep_wrong::<T, R, D>(seed, &best, &claims) {
            return;
        }
        let kinds = claims.iter().map(|excess| excess.claim);
        let claim = kinds
            .filter(|&kind| wanted.is_none_or(|wanted| kind == wanted))
            .min_by_key(|kind| self.climbed.get(kind).copied().unwrap_or(0));
        let Some(claim) = claim else { return };
        *self.climbed.entry(claim).or_default() += 1;
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
            self.tried += 1;
            let claims = excesses::<T, R, D>(&next);
            if self.keep_wrong::<T, R, D>(seed, &next, &claims) {
                return;
            }
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

    /// Keeps the first claim that is wrong, and returns whether there is one.
    fn keep_wrong<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
        seed: u64,
        trial: &Trial<D>,
        claims: &[Excess],
    ) -> bool {
        let Some(wrong) = claims.iter().find(|excess| excess.is_wrong()) else {
            return false;
        };
        let (smallest, excess) = shrink::shrunk(trial, *wrong, |trial| {
            let mut claims = excesses::<T, R, D>(trial).into_iter();
            claims.find(|excess| excess.claim == wrong.claim && excess.is_wrong())
        });
        let bits = size_of::<T>() * 8;
        self.wrong
            .push(format!("{D}D f{bits} seed {seed}: {excess}\n{smallest:?}"));
        true
    }

    /// Adds what another search found.
    pub fn merge(&mut self, other: Self) {
        self.tried += other.tried;
        for (claim, count) in other.climbed {
            *self.climbed.entry(claim).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

impl fmt::Display for Climbs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for wrong in &self.wrong {
            writeln!(f, "{wrong}")?;
        }
        for (claim, count) in &self.climbed {
            writeln!(f, "{claim:?}: {count} climbs")?;
        }
        writeln!(
            f,
            "{} cases climbed through, {} wrong",
            self.tried,
            self.wrong.len()
        )
    }
}
