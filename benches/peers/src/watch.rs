//! Every contender has a thread of its own, so that one that never answers is left behind and the others go on.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::contender::{Answer, Contender, Pair, Question, Slack};
use crate::scenes::Case;

/// Longer than this no query may take.
const LIMIT: Duration = Duration::from_secs(5);
/// After so many queries that never ended a contender is out: each leaves a thread behind that runs on.
const HANGS: u32 = 3;
/// A query is timed in so many batches of so many repetitions; the fastest batch counts.
const BATCHES: u32 = 4;
const REPEATS: u32 = 4;

/// What came of a query.
#[derive(Clone, Copy, Debug)]
pub enum Reply {
    Answered {
        answer: Answer,
        nanoseconds: f64,
    },
    Panicked,
    /// Not answered in time, ever.
    Hung,
}

/// A contender and its thread.
pub struct Watched {
    pub name: &'static str,
    pub epsilon: f64,
    pub slack: [Slack; 3],
    make: fn() -> Box<dyn Contender>,
    worker: Worker,
    hangs: u32,
}

/// The ends of the channels to and from a thread.
struct Worker {
    jobs: Sender<(Arc<Case>, Question)>,
    replies: Receiver<Reply>,
}

impl Watched {
    pub fn new(make: fn() -> Box<dyn Contender>) -> Self {
        let contender = make();
        Self {
            name: contender.name(),
            epsilon: contender.epsilon(),
            slack: Question::ALL.map(|question| contender.slack(question)),
            make,
            worker: Worker::new(contender),
            hangs: 0,
        }
    }

    /// The reply; nothing if the contender is out.
    pub fn ask(&mut self, case: &Arc<Case>, question: Question) -> Option<Reply> {
        if self.hangs >= HANGS {
            return None;
        }
        let sent = self.worker.jobs.send((case.clone(), question));
        let reply = sent
            .ok()
            .and_then(|()| self.worker.replies.recv_timeout(LIMIT).ok());
        if reply.is_none() {
            self.hangs += 1;
            self.worker = Worker::new((self.make)());
        }
        Some(reply.unwrap_or(Reply::Hung))
    }
}

impl Worker {
    fn new(contender: Box<dyn Contender>) -> Self {
        let (jobs, job) = channel::<(Arc<Case>, Question)>();
        let (reply, replies) = channel();
        thread::spawn(move || {
            for (case, question) in job {
                let answer = catch_unwind(AssertUnwindSafe(|| ask(&*contender, &case, question)));
                if reply.send(answer.unwrap_or(Reply::Panicked)).is_err() {
                    return;
                }
            }
        });
        Self { jobs, replies }
    }
}

fn ask(contender: &dyn Contender, case: &Case, question: Question) -> Reply {
    match contender.build(case) {
        Ok(pair) => timed(&*pair, question),
        Err(answer) => Reply::Answered {
            answer,
            nanoseconds: f64::NAN,
        },
    }
}

fn timed(pair: &dyn Pair, question: Question) -> Reply {
    let mut answer = pair.ask(question);
    if let (Question::Distance, Answer::Measured(measure)) = (question, &mut answer) {
        measure.points = measure.points.or_else(|| pair.closest_points());
    }
    let batch = |_| {
        let start = Instant::now();
        for _ in 0..REPEATS {
            black_box(black_box(pair).ask(question));
        }
        start.elapsed().as_nanos() as f64 / f64::from(REPEATS)
    };
    Reply::Answered {
        answer,
        nanoseconds: (0..BATCHES).map(batch).fold(f64::INFINITY, f64::min),
    }
}
