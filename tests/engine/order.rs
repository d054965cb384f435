//! The order of pairs changes nothing.

use super::*;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

#[test]
fn the_order_of_pairs_changes_no_bit_of_a_report() {
    let mut rng = StdRng::seed_from_u64(0x6f72_6465);
    let shapes: [_; 10] = std::array::from_fn(|k| cuboid(0.2, 0.05 + 0.02 * k as f64));
    let mut events = 0;
    for _ in 0..8 {
        let mut number = |size: f64| rng.random_range(-size..size);
        let mut pose = || Isometry2::new([number(4.0), number(4.0)].into(), number(1.5));
        let given = shapes
            .each_ref()
            .map(|shape| Body2::new(shape, pose(), pose()));
        let run = |pairs: &[[usize; 2]]| {
            let mut bodies = given;
            let pairs = pairs.iter().copied();
            let report = Pass::new().run(&mut bodies, pairs, |_| Response::stop());
            (report.expect("a step"), bodies)
        };
        let mut pairs = all_pairs(10);
        let first = run(&pairs);
        pairs.shuffle(&mut rng);
        for pair in pairs.iter_mut().step_by(3) {
            pair.reverse();
        }
        pairs.extend_from_within(..5);
        pairs.push([4, 4]);
        assert!(run(&pairs) == first);
        events += first.0.events.len();
        assert!(first.0.events.is_sorted_by_key(|event| event.time));
    }
    assert!(events > 15, "{events}");
}
