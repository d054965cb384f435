//! Makes a case smaller that is judged wrongly.

use photofinish::InitialContact;

use super::spec::{Asked, Case};

/// About how many smaller cases are tried.
const TRIES: usize = 400;

/// Returns a smaller case that is still wrong.
pub fn shrink<const D: usize>(case: &Case<D>, is_wrong: &dyn Fn(&Case<D>) -> bool) -> Case<D> {
    let mut best = case.clone();
    let mut tries = TRIES;
    let mut accept = |best: &mut Case<D>, smaller: Case<D>| {
        let ahead = tries > 0;
        tries = tries.saturating_sub(1);
        let accepted = ahead && is_wrong(&smaller);
        if accepted {
            *best = smaller;
        }
        accepted
    };
    for which in [0, 1, 0, 1] {
        let mut length = best.parts[which].count() / 2;
        while length > 0 {
            let mut start = 0;
            while start < best.parts[which].count() {
                let end = (start + length).min(best.parts[which].count());
                let mut smaller = best.clone();
                let smaller_parts = best.parts[which].without(start..end);
                let accepted = smaller_parts.is_some_and(|parts| {
                    smaller.parts[which] = parts;
                    accept(&mut best, smaller)
                });
                if !accepted {
                    start = end;
                }
            }
            length /= 2;
        }
    }
    type Change = fn(&mut Asked);
    let changes: [Change; 5] = [
        |asked| asked.exact_depth = false,
        |asked| asked.tolerance = None,
        |asked| asked.target = 0.0,
        |asked| asked.policy = InitialContact::Stop,
        |asked| asked.interval = [0.0, 1.0],
    ];
    for change in changes {
        let mut plain = best.clone();
        change(&mut plain.asked);
        accept(&mut best, plain);
    }
    best
}
