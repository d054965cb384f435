//! Long questions, and many of them, on one thread or on several, without the lock of the interpreter. Signals, such as
//! that of Ctrl-C, end them.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::invalid;

/// How many questions a thread takes at once. Smaller: what each of them begins with is made more often.
const TASK: usize = 64;
/// How often signals are looked at. Larger: Ctrl-C waits. Smaller: the lock of the interpreter is taken more often.
const SIGNALS: Duration = Duration::from_millis(50);

/// Whether a question shall go on.
pub type GoOn<'g> = &'g dyn Fn() -> bool;

/// Answers a question on this thread. It may ask whether it shall go on: a signal stops it, and is raised.
pub fn stoppable<T: Send>(
    py: Python<'_>,
    question: impl FnOnce(GoOn<'_>) -> T + Send,
) -> PyResult<T> {
    let (found, raised) = py.detach(|| {
        let (looked, raised) = (Cell::new(Instant::now()), RefCell::new(None));
        let go_on = || {
            if raised.borrow().is_none() && looked.get().elapsed() >= SIGNALS {
                looked.set(Instant::now());
                *raised.borrow_mut() = Python::attach(|py| py.check_signals()).err();
            }
            raised.borrow().is_none()
        };
        let found = question(&go_on);
        (found, raised.into_inner())
    });
    raised.map_or(Ok(found), Err)
}

/// Answers a question on other threads, 0 for one on each core. A signal sets the flag that it gets, and is raised.
/// Threads belong to the call: a process that was forked has none of its parent's.
pub fn on_threads<T: Send>(
    py: Python<'_>,
    threads: usize,
    question: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (pool, stop) = (pool.map_err(invalid)?, AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            let (pool, flag) = (&pool, &stop);
            let asked = scope.spawn(move || {
                let found = pool.install(|| question(flag));
                // nobody listens any more after a signal
                tell.send(()).ok();
                found
            });
            while told.recv_timeout(SIGNALS).is_err() && !asked.is_finished() {
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(signal);
                }
            }
            asked.join().map_err(|panic| resume_unwind(panic))
        })
    })
}

/// Answers `count` questions. `begin` makes what the answers to some questions share. Answers are in the order of the
/// questions, whatever the number of threads; 0 stands for all cores.
pub fn run<S, T: Send>(
    py: Python<'_>,
    count: usize,
    threads: usize,
    begin: impl Fn() -> PyResult<S> + Sync,
    answer: impl Fn(&mut S, usize, GoOn<'_>) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let task = |range: Range<usize>, go_on: GoOn<'_>| -> PyResult<Vec<T>> {
        let mut shared = begin()?;
        let asked = range.take_while(|_| go_on());
        asked
            .map(|index| answer(&mut shared, index, go_on))
            .collect()
    };
    let tasks = (0..count).step_by(TASK);
    let tasks: Vec<_> = tasks.map(|at| at..count.min(at + TASK)).collect();
    let found: PyResult<Vec<Vec<T>>> = if threads == 1 || count <= TASK {
        stoppable(py, |go_on| {
            tasks.into_iter().map(|range| task(range, go_on)).collect()
        })?
    } else {
        on_threads(py, threads, |stop| {
            let on_thread = |range| task(range, &|| !stop.load(Ordering::Relaxed));
            tasks.into_par_iter().map(on_thread).collect()
        })?
    };
    Ok(found?.into_iter().flatten().collect())
}
