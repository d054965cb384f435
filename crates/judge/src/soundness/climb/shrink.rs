//! Plainer trials than one that shows a wrong claim.

use super::Trial;
use crate::soundness::convert::{Kind, numbers};
use crate::soundness::judge::Asked;
use photofinish_oracle::advance::Moving;
use photofinish_oracle::shape::Shape;

fn of<const D: usize>(trial: &mut Trial<D>, body: usize) -> &mut Moving<D> {
    if body == 0 {
        &mut trial.case.a
    } else {
        &mut trial.case.b
    }
}

/// Returns trials with a plainer question, with one point less, or with a plainer number. All differ from the trial.
pub fn plainer<const D: usize>(trial: &Trial<D>) -> Vec<Trial<D>> {
    let (asked, case) = (trial.asked, &trial.case);
    let questions = [
        Asked::default(),
        Asked {
            target: 0.0,
            ..asked
        },
        Asked {
            tolerance: None,
            ..asked
        },
    ];
    let others = questions.into_iter().filter(|other| *other != asked);
    let with = |asked| Trial {
        asked,
        case: case.clone(),
    };
    let mut found: Vec<_> = others.map(with).collect();
    for body in 0..2 {
        for index in 0.. {
            let mut fewer = trial.clone();
            match &mut of(&mut fewer, body).body.shape {
                Shape::Points(points) if points.len() > 1 && index < points.len() => {
                    points.remove(index);
                }
                _ => break,
            }
            found.push(fewer);
        }
        for index in 0..numbers(of(&mut trial.clone(), body)).len() {
            let each = [0, 1, 2, 4].map(|digits| simplified(trial, (body, index), digits));
            found.extend(each.into_iter().flatten());
        }
    }
    found
}

/// Sets a number to zero, or rounds it to this many digits. Returns `None` if that changes nothing or is not allowed.
fn simplified<const D: usize>(
    trial: &Trial<D>,
    (body, index): (usize, usize),
    digits: usize,
) -> Option<Trial<D>> {
    let mut next = trial.clone();
    let (x, kind) = numbers(of(&mut next, body)).swap_remove(index);
    let plain = match digits {
        0 => 0.0,
        _ => format!("{:.*e}", digits - 1, *x).parse().ok()?,
    };
    let changes = plain != *x && kind != Kind::Turn;
    *x = plain;
    changes.then_some(next)
}
