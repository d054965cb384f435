//! The torso falls, and crashes into the plant: no bone overlaps anything.

use photofinish_experiments::torso::{Condition, World};

/// In how many frames the torso falls, crashes, and mostly comes to rest: 2 s.
const FRAMES: usize = 48;
/// How near bodies may come, in metres: those in contact may use up two tolerances of the skin, and rounding.
const LEAST: f32 = 1e-3 - 2.0 * 3e-4 - 2e-5;

#[test]
fn bones_keep_their_distance() {
    let mut world = World::new(1).unwrap();
    let frames: Vec<_> = (0..FRAMES).map(|_| world.advance().unwrap()).collect();
    let hits: usize = frames.iter().map(|frame| frame.hits.len()).sum();
    let micro: usize = frames.iter().map(|frame| frame.micro()).sum();
    assert!(hits - micro > 200 && micro > 500, "{hits} {micro}");
    let unproven = frames.iter().map(|frame| frame.undecided + frame.unproven);
    assert_eq!(unproven.sum::<usize>(), 0);
    let compared: usize = frames.iter().map(|frame| frame.compared).sum();
    let nearest = frames.iter().filter_map(|frame| frame.nearest);
    let nearest = nearest.fold(f32::INFINITY, f32::min);
    assert!(compared > 1000 && nearest > LEAST, "{compared} {nearest}");
    // most bones lie still on the plant, and some have fallen past it
    assert!(world.count(Condition::Asleep) > 20 && world.count(Condition::Gone) > 5);
}
