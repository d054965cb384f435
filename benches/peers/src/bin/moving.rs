//! Compares photofinish, parry and Box3D on the same inputs: when do moving bodies first touch?

use std::sync::Arc;

use clap::Parser;
use peers::moving::case::{Case, Family, Model};
use peers::moving::contender::{self, Answer, Contender};
use peers::moving::tables::{Column, Event, Tables};
use peers::moving::targets;
use peers::moving::truth::Truth;
use peers::moving::verdict::{Verdict, allowance, judge};
use peers::watch::{Reply, Timed, Watched, ask_all};

/// Asks photofinish, parry and Box3D for the time of impact of the same moving bodies.
#[derive(Parser)]
struct Arguments {
    /// Cases per family.
    #[arg(long, default_value_t = 100)]
    cases: u64,
    /// The seed of the first case of each family. Further cases have the next seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this family.
    #[arg(long)]
    family: Option<String>,
    /// Run only the contenders with this in their names, and photofinish.
    #[arg(long)]
    contender: Option<String>,
    /// Print up to this many misses, late and early answers and failures of each contender.
    #[arg(long, default_value_t = 0)]
    show: u32,
    /// Print the bodies and all answers of every case, right or wrong.
    #[arg(long)]
    verbose: bool,
}

struct Run {
    arguments: Arguments,
    contenders: Vec<Watched<Box<dyn Contender>>>,
    tables: Tables,
    shown: Vec<u32>,
}

fn main() {
    let arguments = Arguments::parse();
    peers::assert_that_peers_are_optimised();
    // panics of contenders are counted, so their messages need not be printed
    std::panic::set_hook(Box::new(|_| {}));
    let wanted = |name: &str| {
        let part = arguments.contender.as_deref().unwrap_or_default();
        name.starts_with("photofinish") || name.contains(part)
    };
    let contenders: Vec<_> = contender::ALL
        .into_iter()
        .filter(|make| wanted(make().name()))
        .map(Watched::new)
        .collect();
    let column = |contender: &Watched<Box<dyn Contender>>| Column {
        name: contender.about.name(),
        role: contender.about.role(),
        epsilon: contender.about.epsilon(),
    };
    let columns: Vec<_> = contenders.iter().map(column).collect();
    let mut run = Run {
        shown: vec![0; columns.len()],
        tables: Tables::new(columns),
        arguments,
        contenders,
    };
    for family in Family::ALL {
        let wanted = run.arguments.family.as_ref();
        if wanted.is_some_and(|name| *name != family.to_string()) {
            continue;
        }
        for seed in run.arguments.seed..run.arguments.seed + run.arguments.cases {
            run.case(&Arc::new(Case::random(family, seed)));
        }
    }
    run.tables.print();
    targets::print(&run.tables);
}

impl Run {
    fn case(&mut self, case: &Arc<Case>) {
        if self.arguments.verbose {
            println!("{case:#?}");
        }
        let truths = [Model::Velocity, Model::Sweep].map(|model| Truth::new(case, model));
        let replies = ask_all(&mut self.contenders, case.seed as usize, || case.clone());
        for (index, reply) in replies.into_iter().enumerate() {
            let model = self.tables.columns[index].role.model(case);
            let event = self.judged(case, &truths[model as usize], index, reply);
            self.tables.at(case.family, index).record(&event);
        }
    }

    fn judged(
        &mut self,
        case: &Case,
        truth: &Truth,
        index: usize,
        reply: Option<Reply<Answer>>,
    ) -> Event {
        let contender = &self.contenders[index].about;
        let Timed {
            answer,
            nanoseconds,
        } = match reply {
            Some(Reply::Answered(timed)) => timed,
            Some(Reply::Panicked) => return Event::Panicked,
            Some(Reply::Hung) => {
                println!("{} hangs: {} {}", contender.name(), case.family, case.seed);
                return Event::Hung;
            }
            None => return Event::Out,
        };
        let allowed = allowance(truth, contender.epsilon(), contender.slack(truth.small));
        let verdict = if contender.role().is_static() && answer != Answer::NotOffered {
            Verdict::Right
        } else {
            judge(answer, truth, allowed)
        };
        let shown = &mut self.shown[index];
        let right = matches!(verdict, Verdict::Right | Verdict::NotOffered);
        if self.arguments.verbose || (!right && *shown < self.arguments.show) {
            *shown += 1;
            println!(
                "{} {}, {}: {verdict:?}\n  {answer:?}, right: {:?}, allowed {allowed:e}, size {}, depth in the end {:e}",
                case.family,
                case.seed,
                contender.name(),
                truth.impact(),
                truth.small,
                truth.deepest_until(1.0)
            );
        }
        Event::Judged {
            verdict,
            hit: matches!(answer, Answer::Hit { .. }),
            nanoseconds,
        }
    }
}
