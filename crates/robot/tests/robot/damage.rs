//! Tests of certificates as files. A damaged certificate is refused, or what it says is still true.

use photofinish_robot::{
    Checker, PathCertificate, PathCertificateError, PathInterval, PathIntervalError, PathOutcome,
    Rules,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::answer::{Answer, certify, verify};
use crate::certificates::{Prover, bodies};
use crate::generate::direction;
use crate::spec::Spec;

/// Returns a random robot, its checker, the answer for its path, and the certificate of the answer.
fn certified(seed: u64, target_distance: f64) -> Option<(Spec, Checker, Answer, PathCertificate)> {
    let spec = Spec::random(seed);
    let rules = Rules::new().target_distance(target_distance);
    let rules = rules.allow_nothing_to_check();
    let checker = Checker::with_rules(&spec.robot(), &spec.scene(), &rules).expect("a robot");
    let (answer, certificate) = certify(&checker, &spec.path);
    (certificate.intervals() > 0).then_some((spec, checker, answer, certificate))
}

#[test]
fn certificates_are_read_back_as_they_were_written() {
    let mut read = 0;
    for (spec, checker, answer, certificate) in (0..30).filter_map(|seed| certified(seed, 0.01)) {
        let text = serde_json::to_string(&certificate).expect("it serialises");
        assert!(text.starts_with(r#"{"format":"photofinish path certificate","version":2,"#));
        let back: PathCertificate = serde_json::from_str(&text).expect("it is read back");
        let proven = verify(&back, &checker, &spec.path, &answer);
        proven.unwrap_or_else(|error| panic!("{error}"));
        read += 1;
    }
    assert!(read > 20, "{read}");
}

#[test]
fn other_files_are_refused() {
    let (.., certificate) = (0..).find_map(|seed| certified(seed, 0.0)).expect("one");
    let value = serde_json::to_value(&certificate).expect("it serialises");
    let read = |change: &dyn Fn(&mut Value)| {
        let mut changed = value.clone();
        change(&mut changed);
        serde_json::from_value::<PathCertificate>(changed)
            .err()
            .map_or(String::new(), |error| error.to_string())
    };
    assert_eq!(read(&|_| {}), "");
    type Damage<'d> = (&'d dyn Fn(&mut Value), &'d str);
    let refused: [Damage<'_>; 7] = [
        (
            &|v| v["version"] = 1.into(),
            "the certificate has version 1, but only version 2 can be read",
        ),
        (
            &|v| v["format"] = "photofinish certificate".into(),
            "invalid value",
        ),
        (&|v| v["note"] = "mine".into(), "unknown field `note`"),
        (
            &|v| v["pairs"][0]["note"] = 1.into(),
            "unknown field `note`",
        ),
        (
            &|v| v["pairs"][0]["between"]["note"] = 1.into(),
            "unknown field `note`",
        ),
        (
            &|v| v["pairs"][0]["segments"][0][0]["order"] = 1.into(),
            "unknown field `order`",
        ),
        (&|v| v["until"] = Value::Null, "invalid type"),
    ];
    for (change, expected) in refused {
        let found = read(change);
        assert!(found.contains(expected), "{found}, not {expected}");
    }
}

#[test]
fn a_certificate_must_prove_the_answer_for_its_path() {
    let clear = (0..)
        .filter_map(|seed| certified(seed, 0.0))
        .find(|(spec, _, answer, _)| {
            let moving = spec.pairs().iter().any(|&pair| spec.moves(pair));
            moving && matches!(answer, Ok(PathOutcome::Separated(_)))
        });
    let (spec, checker, answer, certificate) = clear.expect("some path is clear");
    let after = |change: &dyn Fn(&mut PathCertificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        verify(&changed, &checker, &spec.path, &answer)
    };
    let wrong = |change: &dyn Fn(&mut PathInterval)| match after(&|c| {
        change(&mut c.pairs[0].segments[0][0])
    }) {
        Err(PathCertificateError::Wrong {
            interval: 0,
            source,
            ..
        }) => source,
        other => panic!("{other:?}"),
    };
    let proven = after(&|_| {}).expect("it was not changed");
    assert!(proven.is_whole && proven.pairs == certificate.pairs.len());
    for bad in [f64::NAN, -0.1, 0.1] {
        assert!(matches!(
            wrong(&|i| i.start = bad),
            PathIntervalError::Gap { .. }
        ));
    }
    for bad in [f64::NAN, f64::INFINITY, -1.0, 1.5] {
        assert!(matches!(
            wrong(&|i| i.end = bad),
            PathIntervalError::Gap { .. }
        ));
    }
    for bad in [f64::NAN, f64::INFINITY, -1e-9] {
        assert!(matches!(
            wrong(&|i| i.margin = bad),
            PathIntervalError::NotADistance { .. }
        ));
        assert!(matches!(
            wrong(&|i| i.kept_distance = bad),
            PathIntervalError::NotADistance { .. }
        ));
    }
    assert!(matches!(
        wrong(&|i| i.margin += 1e9),
        PathIntervalError::NotProven { .. }
    ));
    assert!(matches!(
        wrong(&|i| i.kept_distance += 1e9),
        PathIntervalError::NotProven { .. }
    ));
    assert!(matches!(
        wrong(&|i| i.direction *= 1.0 + 1e-14),
        PathIntervalError::NotAUnitVector { .. }
    ));
    assert!(matches!(
        wrong(&|i| i.direction.x = f64::NAN),
        PathIntervalError::NotAUnitVector { .. }
    ));
    for bad in [f64::NAN, certificate.start.next_up()] {
        assert!(matches!(
            after(&|c| c.start = bad),
            Err(PathCertificateError::OtherTimes { .. })
        ));
    }
    for bad in [f64::NAN, certificate.end.next_up()] {
        assert!(matches!(
            after(&|c| c.end = bad),
            Err(PathCertificateError::OtherTimes { .. })
        ));
    }
    for bad in [f64::NAN, 1.5, -0.5] {
        let change = |c: &mut PathCertificate| c.until.1 = bad;
        assert!(matches!(
            after(&change),
            Err(PathCertificateError::OtherTimes { .. })
        ));
    }
    for bad in [
        None,
        Some(f64::NAN),
        certificate.least_distance.map(f64::next_up),
    ] {
        let change = |c: &mut PathCertificate| c.least_distance = bad;
        assert!(matches!(
            after(&change),
            Err(PathCertificateError::Overstated { .. })
        ));
    }
    for bad in [
        None,
        Some(f64::NAN),
        certificate.clearance.map(f64::next_up),
    ] {
        let change = |c: &mut PathCertificate| c.clearance = bad;
        assert!(matches!(
            after(&change),
            Err(PathCertificateError::Overstated { .. })
        ));
    }
    for bad in [f64::NAN, -1.0, 1e-9] {
        let change = |c: &mut PathCertificate| c.pairs[0].target_distance = bad;
        assert!(matches!(
            after(&change),
            Err(PathCertificateError::OtherTargetDistance { .. })
        ));
    }
    let renamed = |c: &mut PathCertificate| c.pairs[0].between.other.push('!');
    assert!(matches!(
        after(&renamed),
        Err(PathCertificateError::OtherPair { index: 0, .. })
    ));
    let emptied = |c: &mut PathCertificate| c.pairs.clear();
    assert!(matches!(
        after(&emptied),
        Err(PathCertificateError::OtherBodies { found: 0, .. })
    ));
    // A certificate that covers no time may be true, but does not prove the answer.
    let nothing = |c: &mut PathCertificate| {
        (c.until, c.end) = ((0, 0.0), c.start);
        (c.clearance, c.least_distance) = (None, None);
        for pair in &mut c.pairs {
            pair.segments = vec![Vec::new()];
        }
    };
    assert!(matches!(
        after(&nothing),
        Err(PathCertificateError::LessThanAnswer { .. })
    ));
    let less = |c: &mut PathCertificate| c.clearance = c.clearance.map(|d| 0.5 * d);
    assert!(matches!(
        after(&less),
        Err(PathCertificateError::LessThanAnswer { .. })
    ));
}

/// Checks what a certificate says at some times of each of its intervals.
fn holds(spec: &Spec, certificate: &PathCertificate) -> bool {
    let mut least = f64::INFINITY;
    for pair in &certificate.pairs {
        let (a, b) = bodies(spec, pair);
        for (segment, intervals) in pair.segments.iter().enumerate() {
            let prover = Prover::new(spec, (a, b), segment);
            let mut reached = 0.0;
            for interval in intervals {
                let &PathInterval {
                    start,
                    end,
                    ref direction,
                    ..
                } = interval;
                let seen = (0..=8).map(|step| {
                    let share = start + (end - start) * f64::from(step) / 8.0;
                    prover.supporting_distance(share, direction)
                });
                let seen = seen.fold(f64::INFINITY, f64::min);
                if start != reached || seen < interval.distance() - 1e-12 {
                    return false;
                }
                reached = end;
                if pair.moves {
                    least = least.min(seen);
                }
            }
            let (last, share) = certificate.until;
            if reached < if segment < last { 1.0 } else { share } {
                return false;
            }
        }
    }
    certificate
        .least_distance
        .is_none_or(|claimed| claimed <= least + 1e-12)
}

fn damage(rng: &mut StdRng, number: &mut f64) {
    *number = match rng.random_range(0..9) {
        0 => number.next_up(),
        1 => number.next_down(),
        2 => *number + 1e-3,
        3 => *number * 1.01,
        4 => *number * 0.99,
        5 => -*number,
        6 => 0.0,
        7 => [f64::NAN, f64::INFINITY, 1e300, 1e-300][rng.random_range(0..4)],
        _ => rng.random_range(-1.0..1.0),
    };
}

fn damaged(rng: &mut StdRng, certificate: &PathCertificate) -> PathCertificate {
    let mut changed = certificate.clone();
    let PathCertificate {
        start,
        end,
        until,
        least_distance,
        clearance,
        pairs,
        ..
    } = &mut changed;
    let pair = rng.random_range(0..pairs.len());
    let segment = rng.random_range(0..pairs[pair].segments.len());
    let intervals = &mut pairs[pair].segments[segment];
    let index = rng.random_range(0..intervals.len().max(1));
    match (rng.random_range(0..17), intervals.get_mut(index)) {
        (0, _) => damage(rng, start),
        (1, _) => damage(rng, end),
        (2, _) => damage(rng, &mut until.1),
        (3, _) => until.0 = rng.random_range(0..4),
        (4, _) => damage(rng, &mut pairs[pair].target_distance),
        (5, _) => damage(rng, least_distance.get_or_insert(0.0)),
        (6, _) => intervals.truncate(index),
        (7, Some(_)) => drop(intervals.remove(index)),
        (8, _) => pairs[pair].segments.truncate(segment),
        (9, _) => drop(pairs.remove(pair)),
        (10, _) => pairs.swap(0, pair),
        (11, Some(interval)) => damage(rng, &mut interval.start),
        (12, Some(interval)) => damage(rng, &mut interval.end),
        (13, Some(interval)) => damage(rng, &mut interval.margin),
        (14, Some(interval)) => damage(rng, &mut interval.kept_distance),
        (15, Some(interval)) => interval.direction = direction(rng).into_inner(),
        (16, _) => damage(rng, clearance.get_or_insert(0.0)),
        _ => {}
    }
    changed
}

#[test]
fn a_damaged_certificate_is_refused_or_still_true() {
    let mut rng = StdRng::seed_from_u64(77);
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..24 {
        let target_distance = [0.0, 0.01][seed as usize % 2];
        let Some((spec, checker, _, certificate)) = certified(seed, target_distance) else {
            continue;
        };
        assert!(holds(&spec, &certificate), "seed {seed}");
        for round in 0..30 {
            let changed = damaged(&mut rng, &certificate);
            match changed.verify(&checker, &spec.path) {
                Err(_) => refused += 1,
                Ok(_) => {
                    assert!(
                        holds(&spec, &changed),
                        "seed {seed}, round {round}: {changed:?}"
                    );
                    accepted += usize::from(changed != certificate);
                }
            }
        }
    }
    assert!(refused > 300 && accepted > 10, "{refused} {accepted}");
}

/// The largest speeds are so large that their cubes overflow. Their certificates hold nevertheless.
#[test]
fn certificates_of_huge_speeds_hold() {
    use nalgebra::{Isometry3, Vector3};
    use photofinish::shape::Ball;
    use photofinish_robot::{Joint, Link, Path, Robot, Scene};

    let ball = || Ball::new(0.1).expect("a radius");
    let car = Link::new("car").with(ball(), Isometry3::identity());
    let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    let robot = Robot::new("rail", vec![Link::new("base"), car], vec![rail]).expect("a tree");
    let mut scene = Scene::new();
    scene
        .add("post", ball(), Isometry3::translation(0.0, 5.0, 0.0))
        .expect("a name");
    for speed in [1e3, 1e8, 1e15, 1e60, 1e119] {
        for rules in [Rules::new(), Rules::new().budget(200)] {
            let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
            let paths = [
                Path::new(vec![vec![-speed], vec![speed]]),
                Path::new(vec![vec![-1.0], vec![1.0]])
                    .times(vec![0.0, 1.0])
                    .velocities(vec![vec![speed], vec![speed]]),
            ];
            for path in paths {
                let (answer, certificate) = certify(&checker, &path);
                let proven = verify(&certificate, &checker, &path, &answer);
                proven.unwrap_or_else(|error| panic!("{speed}: {error}"));
            }
        }
    }
}
