//! The torso falls, and crashes into the plant: no bone overlaps anything.

use photofinish_experiments::crash::{Frame, Settings, World};

/// Lets a torso fall until its bones have crashed into the plant.
fn crash(seed: u64, frames: u32) -> Vec<Frame> {
    let settings = Settings {
        seed,
        ..Settings::default()
    };
    let mut world = World::<f32>::new(&settings).unwrap();
    (0..frames).map(|_| world.advance().unwrap()).collect()
}

/// Returns the least distance at the end of any frame.
fn nearest(frames: &[Frame]) -> f64 {
    let all = frames
        .iter()
        .map(|frame| frame.nearest.expect("bones are near each other"));
    all.fold(f64::INFINITY, f64::min)
}

#[test]
fn bones_keep_their_distance() {
    let frames = crash(1, 17);
    let sum = |of: fn(&Frame) -> usize| frames.iter().map(of).sum::<usize>();
    let (hits, compared) = (sum(|frame| frame.hits.len()), sum(|frame| frame.compared));
    assert!(hits > 500 && compared > 1000, "{hits} {compared}");
    assert!(frames.iter().all(|frame| !frame.cut_short));
    assert_eq!(sum(|frame| frame.undecided as usize), 0);
    // bodies that are pressed together come nearer than the 2 mm at which they touch, but seldom much
    assert_eq!(sum(|frame| frame.wedged as usize), 0);
    let nearest = nearest(&frames);
    assert!(nearest > 1e-4, "{nearest}");
    // most pairs are proven free by their distance
    let queries = sum(|frame| frame.queries as usize);
    assert!(queries < 12 * hits, "{queries} {hits}");
}

/// Bones that would come too near stay where they are.
#[test]
fn wedged_bones_keep_apart() {
    let frames = crash(2, 16);
    let wedged: u32 = frames.iter().map(|frame| frame.wedged).sum();
    assert!(frames.iter().all(|frame| frame.undecided == 0));
    assert!(wedged > 0 && wedged < 50, "{wedged}");
    let nearest = nearest(&frames);
    assert!(nearest > 2e-5, "{nearest}");
}
