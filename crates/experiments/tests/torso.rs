//! The torso falls, and crashes into the plant: no bone overlaps anything.

use photofinish_experiments::crash::{Settings, World};

/// Bodies keep 2 mm, and those that stay in contact half of it.
const KEPT: f64 = 5e-4;

#[test]
fn bones_keep_their_distance() {
    let mut world = World::<f32>::new(&Settings::default()).unwrap();
    let (mut hits, mut compared) = (0, 0);
    for _ in 0..17 {
        let frame = world.advance().unwrap();
        hits += frame.hits.len();
        compared += frame.compared;
        assert!(!frame.cut_short && frame.undecided == 0);
        let nearest = frame.nearest.expect("bones are near each other");
        assert!(nearest > KEPT, "{nearest}");
        // most pairs are proven free by their distance
        assert!(frame.queries < 60 * frame.hits.len() as u64 + 3000);
    }
    assert!(hits > 500 && compared > 1000, "{hits} {compared}");
}
