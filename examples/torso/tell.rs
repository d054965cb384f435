//! Prints what the simulation took, beside the figures of [2].

use std::time::Duration;

use photofinish::Real;
use photofinish::pieces::Pieces;
use photofinish_experiments::crash::{Frame, Solver, World};

use crate::args::Options;

/// Prints all figures.
pub fn all<T: Real>(frames: &[Frame], world: &World<T>, options: &Options) {
    let pieces: usize = world
        .bodies()
        .iter()
        .map(|body| body.shape().tree().pieces())
        .sum();
    let (count, triangles) = (world.bodies().len(), world.surface().triangles.len());
    println!(
        "{count} bones of {pieces} convex pieces, a plant of {triangles} triangles, {:?}",
        options.scalar
    );
    let simulated: f64 = frames.iter().map(|frame| frame.length).sum();
    let last = frames
        .last()
        .map_or((0, 0), |frame| (frame.awake, frame.gone));
    println!(
        "{simulated:.2} s simulated; {} bones still move, {} have fallen past the plant\n",
        last.0, last.1
    );
    costs(frames, simulated, options.rate);
    solver(frames);
    let hits = || frames.iter().flat_map(|frame| &frame.hits);
    let micro = hits().filter(|hit| hit.micro).count();
    println!(
        "\n{} impacts, and {micro} microcollisions",
        hits().count() - micro
    );
    let sum = |of: fn(&Frame) -> u64| frames.iter().map(of).sum::<u64>();
    println!(
        "{} questions about pairs of bodies, {} undecided; {} contacts of wedged bodies; {} frames cut short",
        sum(|frame| frame.queries),
        sum(|frame| frame.undecided.into()),
        sum(|frame| frame.wedged.into()),
        sum(|frame| frame.cut_short.into()),
    );
    let nearest = frames
        .iter()
        .filter_map(|frame| frame.nearest)
        .fold(f64::INFINITY, f64::min);
    let compared = sum(|frame| frame.compared as u64);
    println!(
        "the least distance at the end of any frame, of {compared} pairs near each other: {:.6} m",
        nearest
    );
}

fn costs(frames: &[Frame], simulated: f64, rate: u32) {
    let mut times: Vec<f64> = frames
        .iter()
        .map(|frame| frame.spent.as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    let total: Duration = frames.iter().map(|frame| frame.spent).sum();
    let worst = times.last().copied().unwrap_or(0.0);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    println!(
        "a frame of 1/{rate} s takes {:.2} ms in the mean, {median:.2} ms in the median, {worst:.2} ms at most",
        total.as_secs_f64() * 1e3 / frames.len().max(1) as f64
    );
    println!(
        "execution over simulated time: {:.4} in the mean, {:.3} at most; [2] on a processor of 500 MHz: 1.0 to 7.9",
        total.as_secs_f64() / simulated,
        worst * 1e-3 * f64::from(rate)
    );
}

fn solver(frames: &[Frame]) {
    let mut all = Solver::default();
    frames.iter().for_each(|frame| all.add(&frame.solver));
    println!(
        "\nThe solver, in questions about two pieces in which no first separating vector lasts:\n"
    );
    println!("                          here     [2]");
    println!("  questions         {:10}", all.questions);
    println!("  runs              {:10}", all.runs);
    println!("  iterations, mean  {:10.2} {:7.1}", all.mean(), 2.2);
    println!("  iterations, worst {:10} {:7}", all.worst, 43);
    println!(
        "  photo finishes    {:8.0} % {:5} %",
        100.0 * all.share(),
        70
    );
}
