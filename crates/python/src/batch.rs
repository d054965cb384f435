//! Many questions at once, on one thread or on several, without the lock of the interpreter.

use std::ops::Range;

use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::invalid;

/// How many questions are asked before signals are looked at. Larger: Ctrl-C waits. Smaller: threads wait for each other.
/// Paths of seconds make it wait longer.
const BLOCK: usize = 4096;
/// How many questions a thread takes at once. Smaller: what each of them begins with is made more often.
const TASK: usize = 64;

/// Answers `count` questions, which `answer` does for a range of them. Answers are in their order, whatever the number of
/// threads; 0 stands for all cores. Threads belong to the call: a process that was forked has none of its parent's.
pub fn run<T: Send>(
    py: Python<'_>,
    count: usize,
    threads: usize,
    answer: impl Fn(Range<usize>) -> PyResult<Vec<T>> + Sync,
) -> PyResult<Vec<T>> {
    let pool = if threads == 1 || count <= TASK {
        None
    } else {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        Some(builder.build().map_err(invalid)?)
    };
    let mut answers = Vec::with_capacity(count);
    for start in (0..count).step_by(BLOCK) {
        let block = start..count.min(start + BLOCK);
        let tasks = block
            .clone()
            .step_by(TASK)
            .map(|at| at..block.end.min(at + TASK));
        let tasks: Vec<_> = tasks.collect();
        let found: PyResult<Vec<Vec<T>>> = py.detach(|| match &pool {
            None => tasks.into_iter().map(&answer).collect(),
            Some(pool) => pool.install(|| tasks.into_par_iter().map(&answer).collect()),
        });
        answers.extend(found?.into_iter().flatten());
        py.check_signals()?;
    }
    Ok(answers)
}
