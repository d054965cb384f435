//! Prints what the simulation took, beside the figures of [2].

use std::time::Duration;

use photofinish_experiments::torso::{Frame, RATE, World};

/// Prints all figures.
pub fn all(frames: &[Frame], world: &World) {
    let pieces: usize = world.hulls().iter().map(Vec::len).sum();
    let (count, triangles) = (world.bones().len(), world.surface().triangles.len());
    println!("{count} bones of {pieces} convex pieces, a plant of {triangles} triangles");
    let simulated = frames.len() as f64 / f64::from(RATE);
    let last = frames
        .last()
        .map_or((0, 0), |frame| (frame.awake, frame.gone));
    println!(
        "{simulated:.2} s simulated; {} bones still move, {} have fallen past the plant\n",
        last.0, last.1
    );
    costs(frames, simulated);
    let sum = |of: fn(&Frame) -> usize| frames.iter().map(of).sum::<usize>();
    let micro = sum(Frame::micro);
    println!(
        "\n{} impacts, and {micro} microcollisions; bodies slid on {} times, and waited {} times",
        sum(|frame| frame.hits.len()) - micro,
        sum(|frame| frame.slid),
        sum(|frame| frame.waited),
    );
    println!(
        "{} queries, {} without an answer; nothing is proven of {} pairs after an event",
        sum(|frame| frame.queries),
        sum(|frame| frame.undecided),
        sum(|frame| frame.unproven),
    );
    let nearest = frames
        .iter()
        .filter_map(|frame| frame.nearest)
        .fold(f32::INFINITY, f32::min);
    let compared = sum(|frame| frame.compared);
    println!(
        "the least distance at the end of any frame, of {compared} pairs near each other: {:.6} m",
        nearest
    );
}

fn costs(frames: &[Frame], simulated: f64) {
    let mut times: Vec<f64> = frames
        .iter()
        .map(|frame| frame.spent.as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    let total: Duration = frames.iter().map(|frame| frame.spent).sum();
    let worst = times.last().copied().unwrap_or(0.0);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    println!(
        "a frame of 1/{RATE} s takes {:.2} ms in the mean, {median:.2} ms in the median, {worst:.2} ms at most",
        total.as_secs_f64() * 1e3 / frames.len().max(1) as f64
    );
    println!(
        "execution over simulated time: {:.4} in the mean, {:.3} at most; [2] on a processor of 500 MHz: 1.0 to 7.9",
        total.as_secs_f64() / simulated,
        worst * 1e-3 * f64::from(RATE)
    );
}
