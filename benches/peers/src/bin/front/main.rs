//! Draws the moving picture of the project's README: a bar that turns and a ball that flies past it. parry says that
//! they do not touch.
//!
//! The program first asks about many such pairs, with bars that turn half a turn to two turns, and counts the wrong
//! answers.

mod answer;
mod draw;
mod flight;
mod page;

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use peers::moving::case::Model;
use peers::moving::contender::{self, Answer, Contender, Role};
use peers::moving::truth::Truth;
use peers::moving::verdict::{Verdict, allowance, judge};
use peers::oracle::planted::Dice;

use flight::Flight;

/// Asks all contenders when a bar that turns and a ball that flies past it first touch.
#[derive(Parser)]
struct Arguments {
    /// How many random pairs.
    #[arg(long, default_value_t = 10_000)]
    flights: u64,
    /// The file of the picture.
    #[arg(long)]
    svg: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    peers::assert_that_peers_are_optimised();
    let moving = |role| !matches!(role, Role::Cast | Role::PlacedTest | Role::Test);
    let contenders: Vec<_> = contender::ALL
        .into_iter()
        .map(|make| make())
        .filter(|contender| moving(contender.role()))
        .collect();
    count(&contenders, arguments.flights);

    let flight = Flight::pictured();
    println!("\nthe pair of the picture");
    for contender in &contenders {
        let answer = ask(&**contender, &flight);
        println!("{:22} {answer:?}", contender.name());
        if is_parry(&**contender) && answer != Answer::Free {
            return Err(format!("{} does not miss this pair", contender.name()).into());
        }
    }
    if let Some(path) = arguments.svg {
        std::fs::write(&path, draw::draw(&flight)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn is_parry(contender: &dyn Contender) -> bool {
    contender.name().starts_with("parry")
}

fn ask(contender: &dyn Contender, flight: &Flight) -> Answer {
    let pair = contender.build(&flight.case());
    pair.map_or(Answer::NotOffered, |pair| pair.ask())
}

/// Prints how many answers about random flights are wrong. The motion is the true one, whatever a contender is given.
fn count(contenders: &[Box<dyn Contender>], flights: u64) {
    let mut wrong = vec![[0; 3]; contenders.len()];
    let (mut hits, mut missed_by_parry) = (0, 0);
    let mut dice = Dice::new(1);
    for _ in 0..flights {
        let flight = Flight::random(&mut dice);
        let truth = Truth::new(&flight.case(), Model::Velocity);
        hits += u64::from(truth.impact().is_some());
        let mut parry_misses = true;
        for (contender, wrong) in contenders.iter().zip(&mut wrong) {
            let allowed = allowance(&truth, contender.epsilon(), contender.slack(truth.small));
            let verdict = judge(ask(&**contender, &flight), &truth, allowed);
            parry_misses &= !is_parry(&**contender) || verdict == Verdict::Miss;
            match verdict {
                Verdict::Miss => wrong[0] += 1,
                Verdict::Late => wrong[1] += 1,
                Verdict::Nothing => wrong[2] += 1,
                Verdict::Right | Verdict::Early | Verdict::NotOffered => {}
            }
        }
        missed_by_parry += u64::from(parry_misses);
    }
    println!("{hits} of {flights} pairs touch; cast and sweep of parry miss {missed_by_parry}");
    println!("                       missed    late nothing");
    for (contender, [missed, late, nothing]) in contenders.iter().zip(wrong) {
        println!("{:22} {missed:6} {late:7} {nothing:7}", contender.name());
    }
}
