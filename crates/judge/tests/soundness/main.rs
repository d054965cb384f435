//! Answers about two moving bodies, compared with the oracle: all shapes and motions, in the plane and in space, in `f32`
//! and `f64`. The example `soundness` judges many more.

mod half_spaces;
mod kernel;
mod random_pairs;

use std::ops::Range;

use photofinish_judge::soundness::{Tally, Verdict};

/// Judges this many cases of each family in every space. Less than the share `open` of the answers may stay open.
fn assert_right(runs: [fn(&mut Tally, Range<u64>); 4], cases: u64, open: f64) {
    for run in runs {
        let mut tally = Tally::default();
        run(&mut tally, 0..cases);
        assert!(tally.verdicts.wrong.is_empty(), "{tally:?}");
        let share = |count: u64| count as f64 / tally.verdicts.cases as f64;
        let hits = share(tally.of(Verdict::RightImpact));
        assert!((0.3..0.8).contains(&hits), "{hits} are hits: {tally:?}");
        assert!(share(tally.open.len() as u64) < open, "{:?}", tally.open);
    }
}
