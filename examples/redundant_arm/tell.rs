//! The text that is printed.

use photofinish_robot::{ContactInterval, PathOutcome, Robot};

use crate::Failure;
use crate::args::Options;
use crate::arm::{LENGTHS, Posture, START_DEGREES, start};
use crate::check::Run;
use crate::plan::{END, LEGS, prescribed};

/// The end effector's start and destination as printed in \[3\], y and z.
const PRINTED: [[f64; 2]; 2] = [[-0.7877, 3.1918], [-0.0804, 2.3]];

/// Prints the arm and its task, beside the numbers of \[3\].
///
/// # Errors
/// There are none, as the start is a valid configuration.
pub fn task(robot: &Robot) -> Result<(), Failure> {
    let hand = Posture::new(robot, &start())?.hand();
    let goal = prescribed(hand, END);
    let [from, to] = PRINTED;
    let [lengths, angles] =
        [LENGTHS, START_DEGREES].map(|four| four.map(|one| one.to_string()).join(", "));
    println!("links of {lengths}; joint angles of {angles} degrees at first");
    let corner = LEGS[0].1;
    for (what, [y, z]) in [
        ("the hand then is at".to_owned(), [hand.y, hand.z]),
        (
            format!("after -y until t = {corner} and z until {END} at"),
            [goal.y, goal.z],
        ),
        ("start as printed in [3]".to_owned(), from),
        ("destination as printed in [3]".to_owned(), to),
    ] {
        println!("  {what:<40} y = {y:7.4}, z = {z:7.4}");
    }
    let miss = (goal.y - from[0]).hypot(goal.z - from[1]);
    println!("  The printed ones are exchanged, and the way ends {miss:.3} from where it should.");
    Ok(())
}

/// Prints a path and the answers about it.
pub fn run(run: &Run, options: &Options) {
    let count = run.path.positions.len();
    let head = match run.k {
        0.0 => "k = 0: the pyramids are not avoided".to_owned(),
        k => format!("k = {k}, d0 = {}", options.d0),
    };
    println!("\n{head}");
    println!(
        "  path         {count} waypoints joined by cubics, planned in {:.0} ms",
        run.planning.as_secs_f64() * 1e3
    );
    println!(
        "  hand         within {:.4} of its prescribed place",
        run.hand_error
    );
    outcome("all bodies", &run.outcome);
    if let PathOutcome::Separated(_) = &run.with_pyramids {
        outcome("pyramids", &run.with_pyramids);
    }
    println!(
        "  certificate  {} intervals for {} pairs of convex pieces, verified in {:.1} ms",
        run.certificate.intervals(),
        run.certificate.pairs.len(),
        run.verifying.as_secs_f64() * 1e3
    );
    for interval in &run.contacts {
        contact(interval);
    }
    waypoints(run);
}

fn outcome(of: &str, outcome: &PathOutcome) {
    match outcome {
        PathOutcome::Separated(separated) => {
            let nearest = separated.between.as_ref();
            let nearest = nearest.map_or(String::new(), |pair| format!(" ({pair})"));
            println!(
                "  {of:<12} clear: never nearer than {:.4}{nearest}",
                separated.clearance
            );
        }
        PathOutcome::Impact(first) => {
            let [_, y, z] = first.contact.witness_b.into();
            println!(
                "  {of:<12} contact: {} at t = {:.6}, at y = {y:.4}, z = {z:.4}",
                first.between, first.time
            );
        }
    }
}

fn contact(interval: &ContactInterval) {
    let until = match &interval.last {
        Some(last) => format!("to {:9.6}", last.time),
        None => "to the end".to_owned(),
    };
    let ContactInterval { first, .. } = interval;
    println!(
        "  contact      t = {:9.6} {until}, {}",
        first.time, first.between
    );
}

/// Prints what a check of the waypoints alone would have found.
fn waypoints(run: &Run) {
    let overlapping: Vec<_> = run
        .sampled
        .iter()
        .zip(run.times())
        .filter(|(near, _)| near.distance <= 0.0)
        .collect();
    let least = run
        .sampled
        .iter()
        .min_by(|one, other| one.distance.total_cmp(&other.distance));
    let Some(least) = least else { return };
    print!(
        "  waypoints    least distance to a pyramid {:.4}; ",
        least.distance
    );
    match overlapping.first() {
        None => println!("no overlap there, but perhaps in between"),
        Some((near, time)) => println!(
            "{} overlap, the first at t = {time:.2} ({})",
            overlapping.len(),
            near.between
        ),
    }
}
