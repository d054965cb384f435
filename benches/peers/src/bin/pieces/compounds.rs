//! Two stars of boxes that fly past or into each other, turning.

use std::f64::consts::TAU;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use parry3d_f64::query::cast_shapes_nonlinear;
use photofinish::Query;
use photofinish::pieces::MovingPieces;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::{direction, motion, star};
use crate::{Times, Work};

/// How much later than the true time an answer counts as late.
const LATE: f64 = 1e-3;

pub fn compare(cases: usize, alone: bool) {
    println!("two compounds; microseconds as median / mean; parry: cast_shapes_nonlinear");
    println!(
        "pieces turns | photofinish | its pairs of boxes / queries about pieces | parry | hits | parry missed, late by more than {LATE}"
    );
    for (pieces, turns) in [
        (10, 0.3),
        (30, 0.3),
        (100, 0.3),
        (300, 0.3),
        (100, 1.0),
        (10, 8.0),
        (100, 8.0),
    ] {
        let cases = if pieces < 100 {
            cases
        } else {
            cases.div_ceil(4)
        };
        compare_stars(pieces, turns, cases, alone);
    }
}

fn compare_stars(pieces: usize, turns: f64, cases: usize, alone: bool) {
    let mut random = StdRng::seed_from_u64(7);
    let (mut ours, mut theirs) = (Times::default(), Times::default());
    let (mut hits, mut missed, mut late, mut work) = (0, 0, 0, Work::default());
    for _ in 0..cases {
        let (a, b) = (star(&mut random, pieces), star(&mut random, pieces));
        let start = direction(&mut random) * random.random_range(1.2..2.6);
        let aside = direction(&mut random) * random.random_range(0.0..1.5);
        let mut spin = || direction(&mut random) * (TAU * turns * random.random_range(0.3..1.0));
        let (spin_a, spin_b) = (spin(), spin());
        let turn = UnitQuaternion::from_scaled_axis(direction(&mut random) * 2.0);
        let placed = Isometry3::from_parts(start.into(), turn);
        let motion_a = motion(placed, aside - start * 2.0, spin_a);
        let motion_b = motion(Isometry3::identity(), Vector3::zeros(), spin_b);
        let answer = ours.of(|| {
            let a = MovingPieces::new(&a.0, motion_a.0);
            let b = MovingPieces::new(&b.0, motion_b.0);
            Query::new().first_contact(&a, &b, 0.0..=1.0)
        });
        let answer = answer.expect("a valid query");
        work.add(&answer.statistics);
        let their_answer = (!alone).then(|| {
            theirs
                .of(|| cast_shapes_nonlinear(&motion_a.1, &a.1, &motion_b.1, &b.1, 0.0, 1.0, true))
        });
        let Some(contact) = answer.contact else {
            continue;
        };
        hits += 1;
        match their_answer.map(|answer| answer.ok().flatten()) {
            Some(None) => missed += 1,
            Some(Some(hit)) if hit.time_of_impact > contact.time + LATE => late += 1,
            _ => {}
        }
    }
    println!(
        "{pieces:6} {turns:5} | {} | {} | {} | {hits} of {cases} | {missed}, {late}",
        ours.summary(),
        work.summary(),
        theirs.summary()
    );
}
