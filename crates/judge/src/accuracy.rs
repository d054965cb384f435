//! Distances, depths, normals and witness points against checks that share no code with the crate.
//!
//! The bodies are built from their definitions and the exact numbers of their poses, in double precision. No second
//! solver is used. A normal proves a lower bound of the distance and an upper bound of the depth. The witness points
//! prove the opposite bounds. Whether an overlap is the least is checked along all axes that could give a smaller one.
//!
//! Errors are counted in ulps of the coordinates: the sizes of both bodies and the offset between them, along the
//! normal. How far the bodies are from the world's origin counts only for witness points, which are points of the
//! world.
//!
//! Reading order: [`pairs`] makes the pairs, [`mod@reference`] computes what is known of them, [`mod@judge`] checks the
//! answers.

pub mod answer;
pub mod degenerate;
pub mod depth;
pub mod facets;
pub mod features;
pub mod judge;
pub mod judgement;
pub mod membership;
pub mod model;
pub mod pairs;
pub mod reference;
pub mod tally;
pub mod thin;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use photofinish::{Real, Tracker, proximity};

use judge::judge;
use model::Turn;
use pairs::Group;
use tally::Tally;

/// Judges the pairs of every group whose numbers are in a range.
pub fn campaign<T: Real, R: Turn<T, D>, const D: usize>(
    groups: &[Group],
    seed: u64,
    numbers: Range<u64>,
) -> Tally {
    let mut tally = Tally::default();
    for &group in groups {
        let row = tally.0.entry(group).or_default();
        let mut tracker = Tracker::new();
        for number in numbers.clone() {
            let [a, b] = group.pair::<T, R, D>(seed, number);
            let judgement = judge(&a, &b, &mut tracker);
            row.add(judgement, || {
                let found = catch_unwind(AssertUnwindSafe(|| proximity(&a.posed(), &b.posed())));
                let pair = format!("a: {}\n  b: {}", a.literal(), b.literal());
                format!("{number}\n  {pair}\n  {found:?}")
            });
        }
    }
    tally
}
