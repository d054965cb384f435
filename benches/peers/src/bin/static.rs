//! Compares photofinish, parry and Box3D on the same inputs: distance, intersection and signed distance of bodies at
//! rest. With the features `coal` and `jolt` it asks these libraries too.

use std::sync::Arc;

use clap::Parser;
use peers::contender::{self, Answer, Contender, Question};
use peers::scenes::{Case, Family};
use peers::table::Tables;
use peers::truth::Truth;
use peers::verdict::{Verdict, allowance, judge};
use peers::watch::{Reply, Timed, Watched, ask_all};

/// Asks photofinish, parry, Box3D and, if their features are on, coal and Jolt for the distance, intersection and depth
/// of the same bodies.
#[derive(Parser)]
struct Arguments {
    /// Cases per family.
    #[arg(long, default_value_t = 50)]
    cases: u64,
    /// The seed of the first case of each family. Further cases have the next seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this family.
    #[arg(long)]
    family: Option<String>,
    /// Print up to this many wrong answers, crashes and hangs of each contender and question.
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
    shown: Vec<[u32; 3]>,
    corrections: u32,
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some(contender::MAKE_HULL) {
        contender::make_hull();
    }
    let arguments = Arguments::parse();
    peers::assert_that_peers_are_optimised();
    // panics of contenders are counted, so their messages need not be printed
    std::panic::set_hook(Box::new(|_| {}));
    let contenders: Vec<_> = contender::ALL.iter().copied().map(Watched::new).collect();
    let names: Vec<_> = contenders
        .iter()
        .map(|contender| contender.about.name())
        .collect();
    let mut run = Run {
        shown: vec![[0; 3]; names.len()],
        tables: Tables::new(names),
        arguments,
        contenders,
        corrections: 0,
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
    println!(
        "the oracle overlooked a better axis in {} cases",
        run.corrections
    );
}

impl Run {
    fn case(&mut self, case: &Arc<Case>) {
        if self.arguments.verbose {
            println!("{case:#?}");
        }
        let mut truth = Truth::new(case);
        let replies = Question::ALL.map(|question| {
            let task = || (case.clone(), question);
            ask_all(&mut self.contenders, case.seed as usize, task)
        });
        // each direction that a contender finds proves a bound, which may be better than the oracle's
        let mut correction: f64 = 0.0;
        for reply in replies.iter().flatten().flatten() {
            if let Reply::Answered(timed) = reply
                && let Answer::Measured(measure) = &timed.answer
                && let Some(normal) = &measure.normal
            {
                correction = correction.max(truth.learn(normal));
            }
        }
        if correction > 1e-9 * truth.small {
            self.corrections += 1;
        }
        for (question, replies) in Question::ALL.into_iter().zip(&replies) {
            for (contender, reply) in replies.iter().enumerate() {
                self.record(case, &truth, question, contender, reply);
            }
        }
    }

    fn record(
        &mut self,
        case: &Case,
        truth: &Truth,
        question: Question,
        index: usize,
        reply: &Option<Reply<Answer>>,
    ) {
        let contender = &self.contenders[index].about;
        let tally = self.tables.at(question, case.family, index);
        let (answer, nanoseconds) = match reply {
            Some(Reply::Answered(Timed {
                answer,
                nanoseconds,
            })) => (answer, *nanoseconds),
            Some(Reply::Panicked) => return tally.panicked(),
            Some(Reply::Hung) => {
                println!(
                    "{} hangs: {} {}, {question:?}",
                    contender.name(),
                    case.family,
                    case.seed
                );
                return tally.hung();
            }
            None => return,
        };
        let allowed = allowance(truth, contender.epsilon(), contender.slack(question));
        let judged = judge(question, answer, truth, allowed);
        tally.judged(&judged, truth, contender.epsilon(), nanoseconds);
        let wrong = matches!(
            judged.verdict,
            Verdict::Wrong(_) | Verdict::Crashed | Verdict::Hung
        );
        let shown = &mut self.shown[index][question as usize];
        if self.arguments.verbose || (wrong && *shown < self.arguments.show) {
            *shown += 1;
            println!(
                "{} {}, {question:?}, {}: {:?}\n  {answer:?}\n  right: {:e} to {:e}, allowed {allowed:e}, size {}",
                case.family,
                case.seed,
                contender.name(),
                judged.verdict,
                truth.low,
                truth.high,
                truth.small
            );
        }
    }
}
