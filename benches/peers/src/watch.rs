//! Runs every contender in a thread of its own, so that a contender that never answers does not stop the others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which a query counts as a hang.
const LIMIT: Duration = Duration::from_secs(5);
/// The number of hangs after which a contender is out. Each hang leaves a thread behind that keeps running.
const HANGS: u32 = 3;
/// The number of batches in which a query is timed. The fastest batch counts.
const BATCHES: u32 = 4;
/// The number of runs in a batch, for a query that takes microseconds.
pub const REPEATS: u32 = 4;

/// A contender that answers in a thread of its own.
pub trait Contestant: Send + 'static {
    /// The question with its bodies.
    type Task: Send + 'static;
    type Answer: Clone + Send + 'static;

    /// Returns the answer, and how long the query took.
    fn answer(&self, task: &Self::Task) -> Timed<Self::Answer>;
}

/// An answer and its time, which is NaN if it was not taken.
#[derive(Clone, Copy, Debug)]
pub struct Timed<A> {
    pub answer: A,
    pub nanoseconds: f64,
}

/// The result of a query.
#[derive(Clone, Copy, Debug)]
pub enum Reply<A> {
    Answered(Timed<A>),
    Panicked,
    /// There was no answer within the time limit.
    Hung,
}

/// A contender and its thread.
pub struct Watched<C: Contestant> {
    /// Another instance, for facts that do not change, such as the name.
    pub about: C,
    make: fn() -> C,
    worker: Worker<C>,
    hangs: u32,
}

/// The near ends of the channels to and from a thread.
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

    /// Returns the reply, or `None` if the contender is out.
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

/// Returns one reply per contender. The first contender finds cold caches, and `turn` decides which one is first.
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

/// Returns the time of one run in nanoseconds: the mean over the fastest of several batches of `repeats` runs.
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
