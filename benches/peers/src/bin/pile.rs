//! Compares the time that the pass of an engine takes in a pile of bodies: photofinish's own, and the same pass on
//! parry's sweep, which misses some impacts of bodies that turn.

use std::time::Instant;

use clap::Parser;
use peers::pile::simulation::{Frame, Pile};
use peers::pile::{Found, ours, theirs};
use peers::table::median;

/// Lets bodies fall into a pit, and makes the pass over recorded steps.
#[derive(Parser)]
struct Arguments {
    /// How many bodies.
    #[arg(long, default_value_t = 500)]
    count: usize,
    /// How fast the bodies fall at the start, in metres per second.
    #[arg(long, default_value_t = 5.0)]
    speed: f32,
    /// How many steps of the engine, 60 to the second.
    #[arg(long, default_value_t = 240)]
    steps: usize,
    /// Every how many steps one is recorded.
    #[arg(long, default_value_t = 5)]
    every: usize,
    /// How often each pass is made over all recorded steps.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let mut pile = Pile::new(arguments.count, arguments.speed);
    let mut frames = Vec::new();
    for step in 0..arguments.steps {
        pile.step();
        if step % arguments.every == 0 {
            frames.push(pile.frame());
        }
    }
    let shapes = theirs::shapes(&pile.things);
    let ours = |frame: &Frame| ours::pass(&pile.things, frame);
    let theirs = |frame: &Frame| theirs::pass(&pile.things, &shapes, frame);
    let names = ["photofinish f32", "parry f32"];
    let passes: [&dyn Fn(&Frame) -> Found; 2] = [&ours, &theirs];

    // times[pass][frame][round]
    let mut times = vec![vec![Vec::new(); frames.len()]; 2];
    let mut found = vec![vec![Found::default(); frames.len()]; 2];
    for round in 0..arguments.rounds {
        for (number, frame) in frames.iter().enumerate() {
            // the passes take turns to be first
            for turn in 0..2 {
                let which = (turn + round) % 2;
                let start = Instant::now();
                found[which][number] = passes[which](frame);
                times[which][number].push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    println!(
        "{} bodies that fall at {} m/s, {} steps of {}, {:.0} pairs in a step",
        arguments.count,
        arguments.speed,
        frames.len(),
        arguments.steps,
        mean(frames.iter().map(|frame| frame.pairs.len() as f64)),
    );
    println!("                   median us   mean us   queries a step   pairs stopped a step");
    for (which, name) in names.iter().enumerate() {
        let of_frames: Vec<_> = times[which].iter().map(|rounds| median(rounds)).collect();
        println!(
            "{name:16} {:11.0} {:9.0} {:16.0} {:22.1}",
            median(&of_frames),
            mean(of_frames.iter().copied()),
            mean(found[which].iter().map(|found| found.queries as f64)),
            mean(found[which].iter().map(|found| found.stopped as f64)),
        );
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<_> = numbers.collect();
    all.iter().sum::<f64>() / all.len() as f64
}
