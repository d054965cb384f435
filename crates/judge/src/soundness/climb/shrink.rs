//! Finds the plainest input that shows a wrong claim.

use super::Trial;
use super::moves::{Kind, numbers};
use crate::soundness::judge::Asked;
use photofinish_oracle::advance::Moving;
use photofinish_oracle::shape::Shape;

/// The number of rounds, in each of which every number is tried.
const ROUNDS: usize = 4;

/// Returns the plainest trial found of which a claim is still wrong, and its excess.
pub fn shrunk<E, const D: usize>(
    trial: &Trial<D>,
    wrong: E,
    still_wrong: impl Fn(&Trial<D>) -> Option<E>,
) -> (Trial<D>, E) {
    let mut best = (trial.clone(), wrong);
    for _ in 0..ROUNDS {
        for next in plainer(&best.0) {
            if let Some(excess) = still_wrong(&next) {
                best = (next, excess);
            }
        }
        for body in 0..2 {
            let count = numbers(of(&mut best.0, body)).len();
            for index in 0..count {
                for digits in [0, 1, 2, 4] {
                    let mut next = best.0.clone();
                    if simplify(&mut next, (body, index), digits)
                        && let Some(excess) = still_wrong(&next)
                    {
                        best = (next, excess);
                        break;
                    }
                }
            }
        }
    }
    best
}

fn of<const D: usize>(trial: &mut Trial<D>, body: usize) -> &mut Moving<D> {
    if body == 0 {
        &mut trial.case.a
    } else {
        &mut trial.case.b
    }
}

/// Sets a number to zero, or rounds it to this many digits. Returns whether that changes the number and is allowed.
fn simplify<const D: usize>(
    trial: &mut Trial<D>,
    (body, index): (usize, usize),
    digits: usize,
) -> bool {
    let mut all = numbers(of(trial, body));
    let (x, kind) = &mut all[index];
    let plain = if digits == 0 {
        0.0
    } else {
        let text = format!("{:.*e}", digits - 1, **x);
        text.parse().expect("a number was written")
    };
    let changes = plain != **x && *kind != Kind::Turn;
    **x = plain;
    changes
}

/// Returns trials with a plainer question, or with one point less.
fn plainer<const D: usize>(trial: &Trial<D>) -> Vec<Trial<D>> {
    let mut found = Vec::new();
    for asked in [
        Asked::default(),
        Asked {
            target: 0.0,
            ..trial.asked
        },
        Asked {
            tolerance: None,
            ..trial.asked
        },
    ] {
        found.push(Trial {
            asked,
            ..trial.clone()
        });
    }
    for body in 0..2 {
        let mut next = trial.clone();
        if let Shape::Points(points) = &mut of(&mut next, body).body.shape
            && points.len() > 1
        {
            for index in 0..points.len() {
                let mut fewer = trial.clone();
                if let Shape::Points(points) = &mut of(&mut fewer, body).body.shape {
                    points.remove(index);
                }
                found.push(fewer);
            }
        }
    }
    found
}
