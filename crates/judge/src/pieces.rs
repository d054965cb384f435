//! Answers about bodies of many pieces, compared with those about each pair of pieces alone, and with the oracle.
//!
//! A seed stands for one case in one dimension and one precision. Reading order: [`spec`] says what a case is,
//! [`generate`] makes them, [`build`] converts them, [`pairs`] and [`proven`] judge the answers, [`damage`] damages
//! certificates, [`shrink`] makes a wrong case smaller. [`sliding`] has cases of its own.

pub mod build;
pub mod damage;
pub mod generate;
pub mod pairs;
pub mod proven;
pub mod shrink;
pub mod sliding;
pub mod spec;
mod tally;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::Real;

use build::Surfaces;
pub use generate::Against;
use spec::Case;
pub use tally::{Found, Tally};

/// Judges the cases with these seeds.
pub fn campaign(seeds: Range<u64>, against: Against) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match seed % 4 {
            0 => add::<f64, UnitComplex<f64>, UnitComplex<f64>, 2>(&mut tally, seed, against),
            1 => add::<f64, UnitQuaternion<f64>, UnitQuaternion<f64>, 3>(&mut tally, seed, against),
            2 => add::<f32, UnitComplex<f32>, UnitComplex<f64>, 2>(&mut tally, seed, against),
            _ => add::<f32, UnitQuaternion<f32>, UnitQuaternion<f64>, 3>(&mut tally, seed, against),
        }
    }
    tally
}

fn add<T: Real, R: Surfaces<T, D>, G: Surfaces<f64, D>, const D: usize>(
    tally: &mut Tally,
    seed: u64,
    against: Against,
) {
    let case = generate::case::<G, D>(seed, against);
    let found = judge::<T, R, D>(&case, against);
    let precision = size_of::<T>() * 8;
    if let Some(what) = found.wrong.first() {
        let is_wrong = |case: &Case<D>| !judge::<T, R, D>(case, against).wrong.is_empty();
        let small = shrink::shrink(&case, &is_wrong);
        let still = judge::<T, R, D>(&small, against).wrong;
        let text = format!(
            "{D}D f{precision} {:?}: {what}\n  smallest: {small:?}\n  there: {}",
            case.family,
            still.join("\n  and "),
        );
        tally.wrong.push((seed, text));
    }
    tally.add(format!("{D}D f{precision} {:?}", case.family), found);
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
        found.wrong.push("a panic".to_owned());
        found
    })
}
