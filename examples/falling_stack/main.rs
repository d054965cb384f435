//! A stack of blocks falls onto a floor while a bullet is shot through it: how to drive a physics engine with certified
//! times of impact.
//!
//! A frame is a step of the simulation, as in a film. Within a frame the engine goes from impact to impact (\[2\] 5). It
//! takes the pair of bodies that touches first, advances to exactly that time, lets the two bodies collide, and asks
//! again about all pairs with one of them. No body ever overlaps another, however fast it is and however long the
//! frame. `photofinish::timewarp` does all this; the example says how bodies fly, and what collisions do.
//!
//! Reading order: `world` has the physics and a frame of it, `body` the motion between impacts, `contact` the
//! places where bodies touch. What collisions do is in `impulse`. `scene` builds the bodies,
//! `compare` gives the answers of simpler tests, `tally` prints and `draw` draws. With `--race`, `race` handles
//! each frame by timewarp too.
//!
//! # What the orders of the work cost
//!
//! With its defaults `--race` finds the same 34,193 impacts in all orders, with the same bodies to the last bit. A
//! round is what is handled together, so that its questions can be asked on several cores; here all run on one. Times
//! are multiples of that of the plain queue:
//!
//! ```text
//!                       time   queries   handled    undone   at once    rounds
//! plain queue           1.00     96130     34193         0         0     34193
//! timewarp, no lead     1.01     96130     34193         0         0     30533
//! lead of 1/16 frame    1.28    120782     40901      6708         8     17515
//! lead of 1/4 frame     1.51    142729     47344     13151         8     17093
//! any lead              1.58    150864     50046     15853         8     17087
//! ```
//!
//! In a stack that rests, few impacts do not depend on each other: two in a round.
//!
//! \[2\] is K. Vlack, S. Tachi, Fast and Accurate Spacio-temporal Intersection Detection with the GJK Algorithm, 2001.

mod args;
mod body;
mod compare;
mod contact;
mod draw;
#[path = "../drawing/mod.rs"]
mod drawing;
#[path = "../impulse.rs"]
mod impulse;
mod plane;
mod race;
mod scene;
mod tally;
mod world;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use photofinish::Real;

use args::{Options, Scalar};
use draw::Picture;
use race::Race;
use tally::Tally;

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match options.scalar {
        Scalar::F32 => run::<f32>(&options),
        Scalar::F64 => run::<f64>(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run<T: Real>(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut world = scene::stack::<T>(options)?;
    let mut tally = Tally::new(options, world.energy());
    let mut picture = Picture::new(&world, options);
    let mut race = options.race.then(|| Race::new(&world));
    for _ in 0..options.frames() {
        let before = compare::Snapshot::new(&world);
        if let Some(race) = &mut race {
            race.run(&world)?;
        }
        let start = Instant::now();
        let frame = world.frame()?;
        let spent = start.elapsed();
        let compared = before.compare(&world, &frame);
        tally.add(
            (&frame, spent),
            (&compared, &before.ask(&world)?),
            world.energy(),
        );
        picture.add(&world, &frame);
    }
    tally.finish();
    race.iter().for_each(Race::print);
    picture.write(&options.svg)?;
    println!("\nThe picture is in {}.", options.svg.display());
    Ok(())
}
