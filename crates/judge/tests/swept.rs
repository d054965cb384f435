//! Random bodies, which the oracle moves: none of their points is beyond a bound. `examples/swept.rs` is the long form.

use photofinish_judge::findings::Findings;
use photofinish_judge::{in_every_space, swept};

/// How many scenes are judged for each dimension and scalar.
const SCENES: u64 = 1000;

#[test]
fn no_body_is_beyond_its_bounds() {
    for run in in_every_space!(swept::run) {
        let mut found = Findings::default();
        run(&mut found, 0..SCENES);
        assert!(found.wrong.is_empty(), "{:?}", found.wrong);
        let counts = &found.counts;
        assert!(found.of(&"claims") > 7 * SCENES, "{counts:?}");
    }
}
