//! Prints what the simulation took.

use std::time::Duration;

use photofinish_experiments::heap::{Total, World};

/// Prints all figures.
pub fn all(total: &Total, world: &World) {
    let steps = total.steps.max(1);
    let simulated = steps as f64 * World::step_length();
    println!(
        "{} of {} bodies, {simulated:.2} s simulated in {steps} steps; the fastest still moves at {:.2} m/s",
        world.bodies().len(),
        world.count(),
        world.largest_speed()
    );
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mut spent = total.spent.clone();
    spent.sort();
    let sum: Duration = spent.iter().sum();
    let [passing, solving, measuring] = total.parts.map(|part| ms(part) / steps as f64);
    println!(
        "a step takes {:.2} ms in the mean, {:.2} ms in the median, {:.2} ms at most",
        ms(sum) / steps as f64,
        spent.get(steps / 2).copied().map_or(0.0, ms),
        spent.last().copied().map_or(0.0, ms)
    );
    println!(
        "of the mean, the pass takes {passing:.2} ms, the contact solver {solving:.2} ms, \
         the static test with its contact points {measuring:.2} ms"
    );
    println!(
        "execution over simulated time: {:.3}",
        sum.as_secs_f64() / simulated
    );
    println!(
        "{} impacts, at up to {:.1} m/s; {} pairs driven together at the start of a step",
        total.impacts, total.fastest, total.driven
    );
    println!(
        "{} queries of the pass, {} undecided or too deep; {} pairs unproven after an event",
        total.queries, total.undecided, total.unproven
    );
    match total.nearest {
        Some(nearest) => println!(
            "the least distance at the end of any step, of {} pairs near each other: {:.3} mm",
            total.measured,
            nearest * 1e3
        ),
        None => println!("no two bodies came near each other"),
    }
}
