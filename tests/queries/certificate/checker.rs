//! Files of proofs, judged by the checker in Python that follows the page about them, and by the library.

mod damage;
mod forged;
mod page;
mod scales;

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use photofinish::motion::SerialRotor;
use photofinish::{Proof, Proof2, Proof3, ProofBody};
use serde_json::{Value, from_str, to_string};

use super::*;

const CHECKER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../examples/certificate/check.py"
);

/// What the checker says of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Holds,
    NoProof,
    Unreadable,
}

/// Runs the checker once for all of these files, and returns what it says of each. Its exit status is that of the worst.
fn check(name: &str, files: &[String]) -> Vec<(Verdict, String)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for files");
    let mut python = Command::new("python3");
    python.arg(CHECKER).current_dir(&folder);
    for (index, text) in files.iter().enumerate() {
        let file = format!("{index}.json");
        fs::write(folder.join(&file), text).expect("a file");
        python.arg(file);
    }
    let output = python
        .output()
        .expect("this test needs `python3`, which is not installed");
    let said = String::from_utf8(output.stdout).expect("text");
    let verdict = |(index, line): (usize, &str)| {
        let line = line.strip_prefix(&format!("{index}.json: "));
        let line = line.expect("a line for each file, in their order");
        let verdict = match line.split(':').next() {
            Some("holds") => Verdict::Holds,
            Some("no proof") => Verdict::NoProof,
            Some("cannot be read") => Verdict::Unreadable,
            _ => panic!("{line}"),
        };
        (verdict, line.to_owned())
    };
    let said: Vec<_> = said.lines().enumerate().map(verdict).collect();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.len(), files.len(), "{error}");
    let worst = said.iter().map(|(verdict, _)| *verdict as i32).max();
    assert_eq!(output.status.code(), worst);
    said
}

/// Checks that the checker says this of each file, with these words.
fn assert_said(name: &str, cases: &[(String, Verdict, &str)]) {
    let files: Vec<_> = cases.iter().map(|(file, ..)| file.clone()).collect();
    for ((file, expected, words), (verdict, line)) in cases.iter().zip(check(name, &files)) {
        assert!(
            verdict == *expected && line.contains(words),
            "{line}, not {words}: {file}"
        );
    }
}

/// Checks the same of files about the plane, and that the library reads and accepts just those that the checker does.
fn assert_agreed(name: &str, cases: &[(String, Verdict, &str)]) {
    assert_said(name, cases);
    for (file, verdict, words) in cases {
        let holds = *verdict == Verdict::Holds;
        assert_eq!(library_accepts(file), holds, "{words}: {file}");
        let is_read = from_str::<Proof2>(file).is_ok();
        assert_eq!(is_read, *verdict != Verdict::Unreadable, "{file}");
    }
}

fn vector<const D: usize>(dice: &mut StdRng, size: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| dice.random_range(-size..=size))
}

/// Returns a shape that the checker knows, and knows to be thick if asked for.
fn shape<const D: usize>(dice: &mut StdRng, thick: bool) -> AnyShape<f64, D> {
    let length = |dice: &mut StdRng| dice.random_range(0.1..0.8);
    let points = |dice: &mut StdRng| (0..12).map(|_| vector(dice, 0.7)).collect::<Vec<_>>();
    match dice.random_range(0..if thick { 3 } else { 7 }) {
        0 => Ball::new(length(dice)).map(AnyShape::from),
        1 => Capsule::new(length(dice), length(dice)).map(AnyShape::from),
        2 => Cuboid::new(SVector::from_fn(|_, _| length(dice))).map(AnyShape::from),
        3 => ConvexHull::new(&points(dice)).map(AnyShape::from),
        4 => PointSet::new(points(dice)).map(AnyShape::from),
        5 => Triangle::new([(); 3].map(|()| vector(dice, 0.7))).map(AnyShape::from),
        _ => Segment::new([(); 2].map(|()| vector(dice, 0.7))).map(AnyShape::from),
    }
    .expect("a shape")
}

/// Returns a body that starts near `at` and moves at about `along` during a second, as the checker knows motions.
fn body<R: SerialRotor<f64, D>, const D: usize>(
    dice: &mut StdRng,
    shape: AnyShape<f64, D>,
    [at, along]: [SVector<f64, D>; 2],
) -> ProofBody<R, D> {
    let turning = [0.0, 0.3, 2.0, 9.0][dice.random_range(0..4)];
    let far = [0.0, 0.4][dice.random_range(0..2)];
    let center = vector(dice, far);
    let pose = |dice: &mut StdRng, time: f64| {
        let position = at + along * time + vector(dice, 0.2);
        let numbers = [(); 4].map(|()| dice.random_range(-1.0..1.0));
        Isometry::from_parts(position.into(), R::of_numbers(numbers))
    };
    let steady = |dice: &mut StdRng| {
        let velocity = R::velocity_of(vector(dice, turning));
        let linear = along + vector(dice, 0.2);
        let motion = ConstantVelocity::new(pose(dice, 0.0), linear, velocity);
        motion.and_then(|motion| motion.about(center))
    };
    let motion: Result<AnyMotion<f64, R, D>, MotionError> = match dice.random_range(0..5) {
        0 => AtRest::new(pose(dice, 0.0)).map(AnyMotion::from),
        1 => steady(dice).map(AnyMotion::from),
        2 => steady(dice)
            .and_then(|start| Ballistic::new(start, vector(dice, 2.0)))
            .map(AnyMotion::from),
        3 => {
            let [first, second] = [0.0, 1.0].map(|time| (time, pose(dice, time)));
            Sweep::new(first, second, center).map(AnyMotion::from)
        }
        _ => {
            let [first, second, third] = [0.0, 0.4, 1.0].map(|time| (time, pose(dice, time)));
            let out = ConstantVelocity::between(first, second, center).expect("a motion");
            let back = ConstantVelocity::between(second, third, center).expect("a motion");
            let path = Piecewise::new(vec![0.0, 0.4, 1.0], vec![out.into(), back.into()]);
            return ProofBody::on_path(shape, path.expect("they meet"));
        }
    };
    ProofBody::new(shape, motion.expect("a motion"))
}

/// Returns two bodies that fly at each other or past each other, from the sides.
fn flying<R: SerialRotor<f64, D>, const D: usize>(
    dice: &mut StdRng,
    thick: bool,
) -> [ProofBody<R, D>; 2] {
    [-1.0, 1.0].map(|side| {
        let mut at = vector(dice, 0.6);
        at[0] += 2.0 * side;
        let speed = dice.random_range(-0.2..2.0);
        let mut along = vector(dice, 0.5);
        along[0] -= speed * side;
        let shape = shape(dice, thick);
        body(dice, shape, [at, along])
    })
}

/// By what lengths and times are multiplied, how far away all happens and how late, and how many units of time it takes.
struct Scale {
    length: f64,
    time: f64,
    away: f64,
    late: f64,
    long: f64,
}

const fn scale([length, time]: [f64; 2], away: f64, [late, long]: [f64; 2]) -> Scale {
    Scale {
        length,
        time,
        away,
        late,
        long,
    }
}

/// Returns a table that turns and a block on it that it nearly carries, in any order. The motions begin at time 0.
fn carried<R: SerialRotor<f64, D>, const D: usize>(
    dice: &mut StdRng,
    scale: &Scale,
    gap: f64,
) -> [ProofBody<R, D>; 2] {
    let away: SVector<f64, D> = vector(dice, scale.away);
    // after so long a time the angle of a turn is rounding alone
    let turning = if scale.long > 100.0 { 0.0 } else { 4.0 };
    let turn: Vector3<f64> = vector(dice, turning / scale.time);
    let slip = vector::<D>(dice, 0.01) * scale.length / scale.time;
    let boxed = |half: [f64; 3], place: [f64; 3], linear| {
        let [half, place] =
            [half, place].map(|v| SVector::<f64, D>::from_fn(|row, _| v[row] * scale.length));
        let pose = Isometry::from_parts((place + away).into(), R::identity());
        let motion = ConstantVelocity::new(pose, linear, R::velocity_of(turn));
        let motion = motion.and_then(|motion| motion.about(-place));
        ProofBody::new(Cuboid::new(half).expect("a box"), motion.expect("a motion"))
    };
    let table = boxed([2.0, 0.5, 2.0], [0.0; 3], SVector::zeros());
    let block = boxed([0.2; 3], [1.0, 0.7 + gap, 0.0], slip);
    if dice.random_range(0..2) == 0 {
        [table, block]
    } else {
        [block, table]
    }
}

/// Asks about two bodies, and returns the proof of what they keep as long as they are free.
fn proven<R: SerialRotor<f64, D>, const D: usize>(
    [a, b]: [ProofBody<R, D>; 2],
    distance: f64,
    during: RangeInclusive<f64>,
) -> Option<Proof<R, D>> {
    let query = Query::new()
        .target_distance(distance)
        .initial_contact(InitialContact::IgnoreSeparating);
    let (_, certificate) = query.certify(&a.moving(), &b.moving(), during).ok()?;
    let (start, end) = certificate.covers()?.into_inner();
    let kept = certificate
        .intervals
        .iter()
        .map(|interval| interval.kept_distance);
    let distance = kept.fold(distance, f64::min);
    (start < end).then(|| claim([a, b], distance, [start, end], certificate))
}

fn claim<R: SerialRotor<f64, D>, const D: usize>(
    [a, b]: [ProofBody<R, D>; 2],
    distance: f64,
    [start, end]: [f64; 2],
    certificate: Certificate<f64, D>,
) -> Proof<R, D> {
    Proof {
        a,
        b,
        distance,
        start,
        end,
        certificate,
    }
}

/// Returns honest proofs, of which each fourth is about bodies that turn together.
fn honest<R: SerialRotor<f64, D>, const D: usize>(seed: u64, count: usize) -> Vec<Proof<R, D>> {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut proofs = Vec::new();
    while proofs.len() < count {
        let distance = [-0.05, 0.0, 0.2][dice.random_range(0..3)];
        let bodies = if proofs.len() % 4 == 3 {
            let gap = dice.random_range(-0.01..0.01);
            carried(&mut dice, &scale([1.0, 1.0], 0.0, [0.0, 1.0]), gap)
        } else {
            flying(&mut dice, distance < 0.0)
        };
        proofs.extend(proven::<R, D>(bodies, distance, 0.0..=1.0));
    }
    proofs
}

fn written<R: SerialRotor<f64, D>, const D: usize>(proofs: &[Proof<R, D>]) -> Vec<String> {
    let file = |proof| to_string(proof).expect("a file");
    proofs.iter().map(file).collect()
}

/// Returns whether the library reads a file and finds that its proof holds.
fn library_accepts(file: &str) -> bool {
    let space = from_str::<Proof3>(file).map(|proof| proof.verify().is_ok());
    let plane = from_str::<Proof2>(file).map(|proof| proof.verify().is_ok());
    space.or(plane).unwrap_or(false)
}

/// Returns how much more than the claimed distance the checker finds proven.
fn beyond(line: &str) -> f64 {
    let number = line.rsplit_once(", and ").expect("a proof that holds").1;
    let number = number.strip_suffix(" more").expect("a margin");
    number.parse().expect("a number")
}

/// Returns whether a body of the proof has several motions. The library takes bounds about one centre for all of them.
fn has_path(file: &str) -> bool {
    let file: Value = from_str(file).expect("a file");
    let has_knots = |body| !file[body]["knots"].as_array().expect("a list").is_empty();
    has_knots("a") || has_knots("b")
}

fn honest_proofs_hold<R: SerialRotor<f64, D>, const D: usize>(name: &str, seed: u64) {
    let proofs = honest::<R, D>(seed, 60);
    let files = written(&proofs);
    let said = check(name, &files);
    let mut compared = 0;
    for ((proof, file), (verdict, line)) in proofs.iter().zip(&files).zip(&said) {
        assert_eq!(*verdict, Verdict::Holds, "{line}");
        assert!(library_accepts(file), "{line}");
        let (proven, kept) = (beyond(line), proof.verify().expect("it holds"));
        // what both prove differs by the rounding of the library alone
        assert!(proven >= kept, "{kept}, {line}");
        if !has_path(file) {
            assert!(proven < kept + 1e-9, "{kept}, {line}");
            compared += 1;
        }
    }
    assert!((30..60).contains(&compared), "{compared}");
    for frame in [Frame::World, Frame::A, Frame::B] {
        let is_used = |proof: &&Proof<R, D>| {
            let mut intervals = proof.certificate.intervals.iter();
            intervals.any(|interval| interval.frame == frame)
        };
        let found = proofs.iter().filter(is_used).count();
        assert!(found >= 2, "{frame:?}: {found}");
    }
}

#[test]
fn the_checker_accepts_honest_proofs() {
    honest_proofs_hold::<UnitQuaternion<f64>, 3>("honest_in_space", 1);
    honest_proofs_hold::<UnitComplex<f64>, 2>("honest_in_the_plane", 2);
}
