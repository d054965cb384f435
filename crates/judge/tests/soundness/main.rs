//! Answers about two moving bodies, compared with the oracle: all shapes and motions, in the plane and in space, in `f32`
//! and `f64`. The example `soundness` judges many more.

mod half_spaces;
mod kernel;
mod random_pairs;

use std::ops::Range;

use photofinish_judge::soundness::Verdict;
use photofinish_judge::soundness::families::Verdicts;

/// Judges this many cases of each family in every space. Less than the share `open` of the answers may stay open.
fn assert_right(runs: [fn(&mut Verdicts, Range<u64>); 4], cases: u64, open: f64) {
    for run in runs {
        let mut found = Verdicts::default();
        run(&mut found, 0..cases);
        assert!(found.wrong.is_empty(), "{found:?}");
        let share = |count: u64| count as f64 / found.cases as f64;
        let hits = share(found.total(&Verdict::RightImpact));
        assert!((0.3..0.8).contains(&hits), "{hits} are hits: {found:?}");
        assert!(share(found.open.len() as u64) < open, "{:?}", found.open);
    }
}
