//! Two robots in one cell, both on their paths, against dense samples by the oracle.

use nalgebra::Isometry3;
use photofinish_robot::{MovingObject, Rules, Scene};

use crate::build::checker;
use crate::generate::judged;
use crate::spec::Spec;

const SAMPLES: u32 = 60;

#[test]
fn two_robots_meet_where_samples_say_so() {
    let (mut clear, mut contacts) = (0, 0);
    for seed in 0..judged(60) {
        let (one, mut other) = (Spec::random(seed), Spec::random(seed + 1000));
        let place = Isometry3::translation(0.3, 0.2 * (seed % 4) as f64, 0.0);
        other.base = place * other.base;
        let target = [0.0, 0.02][seed as usize % 2];
        let rules = Rules::new().target_distance(target);
        let rules = rules.allow_nothing_to_check();
        let checker = checker(&one.robot(), &Scene::new(), &rules);
        let others = MovingObject::links(&other.robot(), &other.path).expect("a path");
        let impact = checker.first_among(&one.path, &others);
        let impact = impact.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let (start, end) = one.span();
        let (first, last) = other.span();
        let apart = |time: f64| {
            let others = other.configuration(time.clamp(first, last));
            one.distance_to(&other, [&one.configuration(time), &others])
        };
        let until = impact.as_ref().map_or(end, |impact| impact.time);
        for step in 0..SAMPLES {
            let time = start + (until - start) * f64::from(step) / f64::from(SAMPLES);
            if time < until {
                let nearest = apart(time);
                let is_so = nearest > 0.0 && nearest >= target;
                assert!(is_so, "seed {seed}: {nearest} at {time}");
            }
        }
        match impact {
            None => clear += 1,
            Some(impact) => {
                contacts += 1;
                let nearest = apart(impact.time);
                let is_so = nearest <= target + 1e-7;
                assert!(is_so, "seed {seed}: {impact:?} {nearest}");
            }
        }
    }
    assert!(clear > 15 && contacts > 15, "{clear}, {contacts}");
}
