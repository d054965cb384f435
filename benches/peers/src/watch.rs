//! Every contender has a thread of its own, so that one that never answers is left behind and the others go on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than this no query may take.
const LIMIT: Duration = Duration::from_secs(5);
/// After so many queries that never ended a contender is out: each leaves a thread behind that runs on.
const HANGS: u32 = 3;
/// A query is timed in so many batches; the fastest counts.
const BATCHES: u32 = 4;
/// How often a batch repeats a query that takes microseconds.
pub const REPEATS: u32 = 4;

/// Someone who answers, on a thread of its own.
pub trait Contestant: Send + 'static {
    /// What is asked, bodies and all.
    type Task: Send + 'static;
    type Answer: Clone + Send + 'static;

    /// The answer, and how long the query took.
    fn answer(&self, task: &Self::Task) -> Timed<Self::Answer>;
}

/// An answer and what it took, not a number if it was not timed.
#[derive(Clone, Copy, Debug)]
pub struct Timed<A> {
    pub answer: A,
    pub nanoseconds: f64,
}

/// What came of a query.
#[derive(Clone, Copy, Debug)]
pub enum Reply<A> {
    Answered(Timed<A>),
    Panicked,
    /// Not answered in time, ever.
    Hung,
}

/// A contender and its thread.
pub struct Watched<C: Contestant> {
    /// Another instance, to ask what does not change: its name and the like.
    pub about: C,
    make: fn() -> C,
    worker: Worker<C>,
    hangs: u32,
}

/// The ends of the channels to and from a thread.
struct Worker<C: Contestant> {
    tasks: Sender<C::Task>,
    replies: Receiver<Reply<C::Answer>>,
}

impl<C: Contestant> Watched<C> {
    pub fn new(make: fn() -> C) -> Self {
        Self {
            about: make(),
            make,
            worker: Worker::new(make()),
            hangs: 0,
        }
    }

    /// The reply; nothing if the contender is out.
    pub fn ask(&mut self, task: C::Task) -> Option<Reply<C::Answer>> {
        if self.hangs >= HANGS {
            return None;
        }
        let sent = self.worker.tasks.send(task);
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

impl<C: Contestant> Worker<C> {
    fn new(contender: C) -> Self {
        let (tasks, task) = channel::<C::Task>();
        let (reply, replies) = channel();
        thread::spawn(move || {
            for task in task {
                let answered = catch_unwind(AssertUnwindSafe(|| contender.answer(&task)));
                let answered = answered.map_or(Reply::Panicked, Reply::Answered);
                if reply.send(answered).is_err() {
                    return;
                }
            }
        });
        Self { tasks, replies }
    }
}

/// One reply per contender. Whoever comes first finds cold caches: who that is depends on `turn`.
pub fn ask_all<C: Contestant>(
    contenders: &mut [Watched<C>],
    turn: usize,
    task: impl Fn() -> C::Task,
) -> Vec<Option<Reply<C::Answer>>> {
    let count = contenders.len();
    let mut replies = vec![None; count];
    for place in 0..count {
        let next = (place + turn) % count;
        replies[next] = contenders[next].ask(task());
    }
    replies
}

/// The time of one run in nanoseconds: the mean of the fastest of a few batches of so many runs.
pub fn fastest(repeats: u32, mut run: impl FnMut()) -> f64 {
    let batch = |_| {
        let start = Instant::now();
        for _ in 0..repeats {
            run();
        }
        start.elapsed().as_nanos() as f64 / f64::from(repeats)
    };
    (0..BATCHES).map(batch).fold(f64::INFINITY, f64::min)
}
