//! Distances and depths, with their normals and witness points, are right up to rounding. The pairs are random ones of
//! all shapes and degenerate ones. The example `accuracy` runs many more, and prints how large the errors are.

use photofinish_judge::accuracy::campaign;
use photofinish_judge::accuracy::pairs::Group;
use photofinish_judge::accuracy::tally::Tally;
use photofinish_judge::findings::{shared_out, threads};
use photofinish_judge::in_every_space;

/// The number of pairs of every group.
const PAIRS: u64 = 60;

#[test]
fn distances_and_depths_are_right() {
    for campaign in in_every_space!(campaign) {
        let judge = |pairs| campaign(&Group::all(), 1, pairs);
        let tally = shared_out(0..PAIRS, threads(None), judge, Tally::merge);
        for wrong in tally.wrong() {
            eprintln!("{wrong}");
        }
        assert_eq!(tally.wrong().count(), 0, "wrong answers\n{tally}");
        let share = tally.share_of_overlaps();
        assert!((0.3..0.7).contains(&share), "{share} of the pairs overlap");
    }
}
