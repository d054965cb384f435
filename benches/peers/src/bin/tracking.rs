//! Compares photofinish, parry and Box3D, with and without memory: distance and intersection of bodies that move a
//! little from query to query.

use std::sync::Arc;

use clap::Parser;
use peers::tracking::contender::{self, Contender};
use peers::tracking::path::{Family, Path, Question};
use peers::tracking::tables::{Column, Tables};
use peers::watch::{Reply, Watched, ask_all};

/// Asks photofinish, parry and Box3D for distances and intersections of bodies that move a little from query to query.
#[derive(Parser)]
struct Arguments {
    /// Paths of 1000 steps per family and question.
    #[arg(long, default_value_t = 10)]
    paths: u64,
    /// The seed of the first path of each family. Further paths have the next seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this family.
    #[arg(long)]
    family: Option<String>,
    /// Run only the contenders with this in their names, and photofinish.
    #[arg(long)]
    contender: Option<String>,
}

fn main() {
    let arguments = Arguments::parse();
    peers::assert_that_peers_are_optimised();
    // the contender's name is printed after a panic, so the message of the panic is not needed
    std::panic::set_hook(Box::new(|_| {}));
    let part = arguments.contender.as_deref().unwrap_or_default();
    let mut contenders: Vec<_> = contender::ALL
        .into_iter()
        .filter(|make| make().is_ours() || make().name().contains(part))
        .map(Watched::new)
        .collect();
    let column = |contender: &Watched<Box<dyn Contender>>| Column {
        name: contender.about.name(),
        is_ours: contender.about.is_ours(),
        memory: contender.about.memory(),
        epsilon: contender.about.epsilon(),
    };
    let mut tables = Tables::new(contenders.iter().map(column).collect());
    for question in Question::ALL {
        for family in Family::ALL {
            let wanted = arguments.family.as_ref();
            if wanted.is_some_and(|name| *name != family.to_string()) {
                continue;
            }
            for seed in arguments.seed..arguments.seed + arguments.paths {
                let path = Arc::new(Path::random(family, question, seed));
                walk(&mut contenders, &path, &mut tables);
            }
        }
    }
    tables.print();
}

fn walk(contenders: &mut [Watched<Box<dyn Contender>>], path: &Arc<Path>, tables: &mut Tables) {
    let replies = ask_all(contenders, path.seed as usize, || path.clone());
    let about = (path.question, path.family);
    for (index, reply) in replies.into_iter().enumerate() {
        let name = contenders[index].about.name();
        match reply {
            Some(Reply::Answered(timed)) => {
                tables.add(about, index, timed.nanoseconds, timed.answer);
                continue;
            }
            Some(Reply::Panicked) => println!("{name} panics: {} {}", path.family, path.seed),
            Some(Reply::Hung) => println!("{name} hangs: {} {}", path.family, path.seed),
            None => {}
        }
        tables.add(about, index, f64::NAN, None);
    }
}
