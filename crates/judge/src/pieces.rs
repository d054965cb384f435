//! Answers about bodies of many pieces, compared with those about each pair of pieces alone, and with the oracle.
//!
//! A seed stands for one case in one dimension and one precision. Reading order: [`spec`] says what a case is,
//! [`generate`] makes them, [`build`] converts them, [`pairs`] and [`proven`] judge the answers, [`damage`] damages
//! certificates, [`shrink`] knows what is smaller than a wrong case. [`sliding`] has cases of its own.

pub mod build;
pub mod damage;
pub mod generate;
pub mod pairs;
pub mod proven;
pub mod shrink;
pub mod sliding;
pub mod spec;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use photofinish::Real;
use photofinish_oracle::planted::Dice;

use crate::findings::{Findings, OfFamilies};
use crate::in_every_space;
use crate::refine::shrunk;
use build::Surfaces;
pub use generate::{Against, Drawn};
use spec::Case;

/// What was found in one case: how often each thing was seen, and what is wrong.
pub type Found = Findings<&'static str>;
/// What was found in each family.
pub type Tally = OfFamilies<&'static str>;

/// Judges the cases with these seeds. Some of them are made degenerate.
pub fn campaign(seeds: Range<u64>, against: Against) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (2 + seed % 2));
        let drawn = Drawn {
            seed,
            most: 200.99,
            changes: [0, 0, 0, 3][(seed / 4 % 4) as usize],
            against,
        };
        one(&mut tally, &mut dice, drawn);
    }
    tally
}

/// Judges one case. Its seed says in which space it is.
pub fn one(tally: &mut Tally, dice: &mut Dice, drawn: Drawn) {
    let space = [0, 2, 1, 3][(drawn.seed % 4) as usize];
    in_every_space!(add)[space](tally, dice, drawn);
}

fn add<T: Real, R: Surfaces<T, D>, const D: usize>(
    tally: &mut Tally,
    dice: &mut Dice,
    drawn: Drawn,
) {
    let case = generate::case::<R::Double, D>(dice, drawn);
    let mut found = judge::<T, R, D>(&case, drawn.against);
    let name = format!("{D}D f{} {:?}", size_of::<T>() * 8, case.family);
    if !found.wrong.is_empty() {
        let wrong = |case: &Case<D>| {
            let found = judge::<T, R, D>(case, drawn.against).wrong;
            (!found.is_empty()).then_some(found)
        };
        let (small, still) = shrunk((case, found.wrong), shrink::plainer, wrong);
        let still = still.join("\n  and ");
        let note = format!("seed {} {name}: {still}\n  there: {small:?}", drawn.seed);
        found.wrong = vec![note];
    }
    found.count("cases");
    tally.of_family(&name, found);
}

/// Judges a case. A panic is wrong too.
pub fn judge<T: Real, R: Surfaces<T, D>, const D: usize>(
    case: &Case<D>,
    against: Against,
) -> Found {
    let check = || match against {
        Against::Pairs => pairs::check::<T, R, D>(case),
        Against::Oracle => proven::check::<T, R, D>(case),
    };
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
        let mut found = Found::default();
        found.blame("a panic");
        found
    })
}
