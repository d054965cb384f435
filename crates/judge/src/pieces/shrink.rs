//! Smaller cases than one that is judged wrongly.

use photofinish::InitialContact;

use super::spec::{Asked, Case};

/// Returns cases with fewer pieces, or with a plainer question.
pub fn plainer<const D: usize>(case: &Case<D>) -> Vec<Case<D>> {
    let mut found = Vec::new();
    for which in 0..2 {
        let count = case.parts[which].count();
        let mut length = count / 2;
        while length > 0 {
            for start in (0..count).step_by(length) {
                let end = (start + length).min(count);
                if let Some(parts) = case.parts[which].without(start..end) {
                    let mut smaller = case.clone();
                    smaller.parts[which] = parts;
                    found.push(smaller);
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
        let mut plain = case.clone();
        change(&mut plain.asked);
        if plain.asked != case.asked {
            found.push(plain);
        }
    }
    found
}
