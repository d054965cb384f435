//! Validates robot paths by photofinish and by sampling, in turns, and prints the times and the collisions found.

#[cfg(coal)]
mod coal;
mod contender;
mod data;
mod edges;
mod gjk;
mod growth;
mod kinematics;
mod ours;
mod rrt;
mod sampling;
mod table;
mod verify;

use std::hint::black_box;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Parser;

use contender::{Answer, Contender};
use data::{Case, Data};
use ours::WholePath;
use sampling::Sampling;
use table::{Column, Record};

/// Validates robot paths by photofinish and by sampling, in turns, and prints the times and the collisions found.
#[derive(Parser)]
struct Arguments {
    /// The folder with the robot, the scenes and the paths.
    #[arg(long, env = "PHOTOFINISH_ROBOTS")]
    data: Option<PathBuf>,
    /// The largest distance between two samples, in radians of joint space.
    #[arg(long, default_value_t = 0.005)]
    step: f64,
    /// How often each contender checks each path. The median time counts.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Run only the contenders with this in their names.
    #[arg(long)]
    contender: Option<String>,
    /// Check only this many paths, the first ones.
    #[arg(long)]
    paths: Option<usize>,
    /// Also print the paths on which answers differ.
    #[arg(long)]
    differences: bool,
    /// Instead of timing, certify all paths, verify the certificates, and compare the answers with sampling.
    #[arg(long)]
    verify: bool,
    /// Instead of paths, check this many clear and as many colliding edges of each length in each of five scenes.
    #[arg(long)]
    edges: Option<usize>,
    /// Instead of paths, plan with RRT-Connect, and then check edges that its planner asked about.
    #[arg(long)]
    rrt: bool,
    /// With edges and plans, the robot may not touch itself either, but for what its SRDF allows.
    #[arg(long)]
    with_self: bool,
    /// With edges and plans, another robot, as VAMP has it: the folder of its URDF, its SRDF and its problems.
    #[arg(long)]
    problems: Option<PathBuf>,
    /// Instead of paths, check edges among more and more balls and points.
    #[arg(long)]
    growth: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    ensure!(arguments.step > 0.0, "steps of {}", arguments.step);
    let beside = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/robots"
    ));
    let Some(folder) = arguments.data.or_else(|| beside.is_dir().then_some(beside)) else {
        println!("no robots to check: give their folder with --data or PHOTOFINISH_ROBOTS");
        return Ok(());
    };
    let mut data = match &arguments.problems {
        Some(robot) => data::read_problems(robot)?,
        None => data::read(&folder)?,
    };
    let part = arguments.contender.unwrap_or_default();
    let named = |contenders: &mut Vec<Box<dyn Contender>>| {
        contenders.retain(|contender| contender.name().contains(&part));
    };
    let (rounds, with_self) = (arguments.rounds.max(1), arguments.with_self);
    if arguments.growth {
        return growth::run(&data);
    }
    if arguments.rrt {
        let data = Rc::new(data);
        let mut contenders = edges::contenders(&data, arguments.step, with_self)?;
        named(&mut contenders);
        let stream = rrt::run(&data, &mut contenders, with_self)?;
        return edges::race(&mut contenders, &stream, rounds, &rrt::columns());
    }
    if let Some(count) = arguments.edges {
        let rules = ours::rules(&data, with_self).accuracy(1.0);
        let data = Rc::new(edges::draw(data, count, &rules)?);
        let mut contenders = edges::contenders(&data, arguments.step, with_self)?;
        named(&mut contenders);
        return edges::race(&mut contenders, &data.cases, rounds, &edges::columns());
    }
    data.cases.truncate(arguments.paths.unwrap_or(usize::MAX));
    let data = Rc::new(data);
    if arguments.verify {
        return verify::run(&data, arguments.step);
    }
    let mut contenders = contenders(&data, arguments.step)?;
    named(&mut contenders);
    ensure!(!contenders.is_empty(), "no contender is called {part}");
    let columns = race(&mut contenders, &data.cases, rounds);
    table::print(&columns, &data.cases);
    if arguments.differences {
        table::print_differences(&columns, &data.cases);
    }
    Ok(())
}

/// Returns all contenders, ready for all scenes. The others are compared with the first.
fn contenders(data: &Rc<Data>, step: f64) -> Result<Vec<Box<dyn Contender>>> {
    let rules = ours::rules(data, false);
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(WholePath::new("photofinish, whole path", data, &rules)?),
        Box::new(WholePath::new(
            "photofinish, clear or not",
            data,
            &rules.clone().accuracy(1.0),
        )?),
        Box::new(edges::OfPlanner::new(
            "photofinish, planner",
            data,
            &rules.accuracy(1.0),
        )?),
    ];
    #[cfg(coal)]
    contenders.push(Box::new(Sampling::new(
        "coal, sampling",
        data,
        coal::tests(data, &vec![Vec::new(); data.scenes.len()])?,
        step,
    )));
    #[cfg(not(coal))]
    println!("coal is not here: benches/robots/setup installs it");
    contenders.push(Box::new(Sampling::new(
        "GJK, sampling",
        data,
        gjk::tests(data)?,
        step,
    )));
    Ok(contenders)
}

/// Lets the contenders take turns at each path. Another one begins in each round.
fn race(contenders: &mut [Box<dyn Contender>], cases: &[Case], rounds: usize) -> Vec<Column> {
    let paths = cases.len();
    let mut times = vec![vec![Vec::new(); paths]; contenders.len()];
    let mut answers = vec![vec![Answer::Open; paths]; contenders.len()];
    for round in 0..rounds {
        for path in 0..paths {
            for turn in 0..contenders.len() {
                let index = (round + path + turn) % contenders.len();
                let start = Instant::now();
                answers[index][path] = black_box(
                    contenders[index].check(cases[path].scene, black_box(&cases[path].path)),
                );
                times[index][path].push(start.elapsed().as_secs_f64());
            }
        }
    }
    let columns = contenders.iter().zip(times).zip(answers);
    columns
        .map(|((contender, times), answers)| Column {
            name: contender.name().to_owned(),
            records: times
                .into_iter()
                .zip(answers)
                .map(|(times, answer)| Record {
                    answer,
                    seconds: table::median(times),
                })
                .collect(),
        })
        .collect()
}
