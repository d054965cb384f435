//! Random bodies over half-spaces at rest, sliding and turning, against the oracle.

use std::fmt::Debug;

use nalgebra::SVector;
use photofinish::proof::{Outcome as Answer, Question, Subject};
use photofinish::search::time_of_impact;
use photofinish::{
    Extrusion, Floor, HalfSpace, InitialContact, MovingHalfSpace, Outcome, Query, QueryError, Real,
    Solution,
};
use photofinish_judge::in_every_space;
use photofinish_judge::refine::{HALVINGS, even, lowest};
use photofinish_judge::soundness::convert::upright;
use photofinish_judge::soundness::plain::{States, Stating};
use photofinish_judge::soundness::tale::claimed;
use photofinish_judge::soundness::tale::claims::{Claim, Kind, Looks, Says};
use photofinish_judge::soundness::tale::truth::{Height, Truth};
use photofinish_judge::soundness::{AnyBody, FromOracle, flight, given};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::{Ballistic, Motion};
use photofinish_oracle::planted::{Dice, single};

const CASES: u64 = 100;
/// How closely heights are looked at.
const CLOSELY: Looks = (100, HALVINGS);

/// A body over a half-space that may move too.
struct Scene<const D: usize> {
    body: Moving<D>,
    floor: Ballistic<D>,
    normal: SVector<f64, D>,
    point: SVector<f64, D>,
    target: f64,
}

impl<const D: usize> Scene<D> {
    /// Returns a scene whose height at the start, or whose least height, is near zero in many cases.
    fn random(dice: &mut Dice) -> Self {
        let far = if dice.chance(0.2) { 1e3 } else { 1.0 };
        let normal = match dice.pick(3) {
            0 => SVector::from_fn(|row, _| [0.0, 1.0, 0.0][row]),
            1 => SVector::from_fn(|row, _| [3.0, 4.0, 0.0][row]),
            _ => dice.in_ball::<D>(),
        };
        let mut floor = Ballistic::at_rest(SVector::zeros(), upright::<D>());
        if dice.chance(0.5) {
            (floor.position, floor.linvel) = (dice.vector(1.0), dice.vector(1.0));
            floor.angvel = dice.angvel::<D>(1.0);
        }
        let point: SVector<f64, D> = dice.vector(far);
        let mut motion = dice.flight::<D>(1.0, 8.0);
        motion.position = (point + dice.vector::<D>(2.0)).map(single);
        let mut scene = Self {
            body: Moving {
                body: dice.body::<D>(1.0),
                motion: Motion::Ballistic(motion.clone()),
            },
            floor,
            normal: normal.normalize(),
            point,
            target: [0.0, 0.0, 0.015625, -0.0625][dice.pick(4)],
        };
        let heights = scene.heights();
        let seen = |time| heights.at(time) + heights.rounding_until(time);
        let least = match dice.chance(0.5) {
            true => heights.at(0.0),
            false => lowest(even(CLOSELY.0), (0.5 / CLOSELY.0 as f64, CLOSELY.1), seen).0,
        };
        let wanted = match dice.pick(8) {
            0 => 0.0,
            1 => -0.05,
            2 => dice.between(-1e-6, 1e-6),
            3 => dice.between(-1e-3, 1e-3),
            _ => dice.between(-1.0, 1.0),
        };
        let by = scene.normal * (wanted - least);
        motion.position = (motion.position + by).map(single);
        scene.body.motion = Motion::Ballistic(motion);
        scene
    }

    /// Returns a random scene as scalar `T` holds it, and its half-space and body as those of the crate.
    fn given<T: Real, R: FromOracle<T, D>>(seed: u64) -> (Self, HalfSpace<T, D>, AnyBody<T, R, D>) {
        let mut scene = Self::random(&mut Dice::new(seed));
        let (body, exact) = given::<T, R, D>(&scene.body);
        scene.body = exact;
        let floor = HalfSpace::new(scene.normal.map(T::of), scene.point.map(T::of));
        let floor = floor.expect("a normal");
        scene.normal = floor.normal().map(T::as_f64);
        scene.point = floor.point().map(T::as_f64);
        (scene, floor, body)
    }

    fn is_at_rest(&self) -> bool {
        self.floor.linvel.norm() == 0.0
    }

    fn heights(&self) -> Height<D> {
        let floor = Motion::Ballistic(self.floor.clone());
        Height::new([self.normal, self.point], Some(&floor), &self.body)
    }
}

/// Asks the query and checks its certificate for all that the answer claims.
fn ask<T: Real, const D: usize>(
    floor: &impl Floor<T, D>,
    body: &impl Extrusion<T, D>,
    target: T,
) -> Result<Solution<T, D>, QueryError> {
    let (zero, one) = (T::zero(), T::one());
    let query = Query::new().target_distance(target);
    let query = query.initial_contact(InitialContact::IgnoreSeparating);
    let asked = query.certify_on(floor, body, zero..=one);
    let (solution, certificate) = asked.map_err(|error| error.error)?;
    let stays_free = matches!(solution.outcome, Outcome::Separated(_));
    let touches = query.touches_on(floor, body, zero..=one)?;
    assert_eq!(touches, solution.initial_contact.is_some() || !stays_free);
    let verify = |distance, span| floor.verify(&certificate, body, distance, span).is_ok();
    let mut start = Some(zero);
    if let Some(report) = solution.initial_contact {
        let until = report.kept_until;
        assert!(until == zero || verify(report.kept_distance, zero..=until));
        start = report.resumed_at;
    }
    let end = match &solution.outcome {
        Outcome::Separated(_) => Some(one),
        Outcome::Impact(impact) => Some(impact.time),
        _ => None,
    };
    if let (Some(start), Some(end)) = (start, end) {
        assert!(start == end || verify(target, start..=end));
    }
    Ok(solution)
}

/// Asserts what an answer claims against the oracle.
fn assert_true<const D: usize>(scene: &Scene<D>, claims: Vec<Claim<D>>, answer: &impl Debug) {
    let truth = Truth::Ground(Box::new(scene.heights()));
    for claim in claims {
        let excess = claim.judged(&truth, CLOSELY);
        assert!(!excess.is_wrong(), "{excess}: {answer:?}");
    }
}

/// Asserts what the answer claims. Returns which kind of answer it is.
fn judge<T: Real, const D: usize>(scene: &Scene<D>, solution: &Solution<T, D>) -> usize {
    let claim = |kind, during: [T; 2], says| Claim::new(kind, during.map(T::as_f64), says);
    let kept = |distance, during| claim(Kind::Free, during, Says::AtLeast(distance));
    let near = |distance: T, time| claim(Kind::Touch, [time; 2], Says::AtMost(distance.as_f64()));
    let target = scene.target;
    let (mut claims, mut from) = (Vec::new(), T::zero());
    if let Some(report) = solution.initial_contact {
        let distance = report.kept_distance.as_f64();
        claims.push(kept(distance, [from, report.kept_until]));
        from = report.resumed_at.unwrap_or(from);
    }
    let which = match &solution.outcome {
        Outcome::Separated(free) => {
            let clearance = free.clearance.as_f64().max(0.0);
            claims.push(kept(target + clearance, [from, T::one()]));
            0
        }
        Outcome::Impact(impact) => {
            if from < impact.time {
                claims.push(kept(target, [from, impact.time]));
            }
            claims.push(near(T::of(target) + impact.tolerance, impact.time));
            1
        }
        Outcome::DrivesIn(report) => {
            claims.push(near(report.distance, report.kept_until));
            2
        }
        Outcome::Stays(report) => {
            assert_eq!(report.kept_until, T::one());
            3
        }
        Outcome::Overlapping(_) => panic!("contacts at the start are looked past"),
    };
    assert_true(scene, claims, solution);
    which
}

/// Asks the kernel, and asserts what it claims. Returns whether the answer is separated, an impact or undecided.
fn ask_kernel<T: Real, const D: usize>(
    scene: &Scene<D>,
    (a, b): (&dyn Subject<D>, &dyn Subject<D>),
) -> usize {
    let question = Question {
        a,
        b,
        start: 0.0,
        end: 1.0,
        target: scene.target,
        tolerance: None,
        in_single: size_of::<T>() == 4,
        by_vectors: false,
        may_pass: false,
    };
    let outcome = time_of_impact(&question);
    assert_true(scene, claimed(&question, &outcome), &outcome);
    match outcome {
        Answer::Separated(_) => 0,
        Answer::Impact(_) => 1,
        Answer::Undecided(_) => 2,
    }
}

/// Returns how many answers are separated, impacts, bodies driven in and bodies that stay, and how many of the kernel are
/// separated, impacts and undecided.
fn campaign<T: Real, R: FromOracle<T, D>, const D: usize>() -> ([u64; 4], [u64; 3]) {
    let (mut answers, mut of_kernel) = ([0; 4], [0; 3]);
    for seed in 0..CASES {
        let (scene, floor, body) = Scene::<D>::given::<T, R>(seed);
        let motion = flight::<T, R, D>(&scene.floor).expect("finite");
        let (moving, rests) = (MovingHalfSpace::new(floor, motion), scene.is_at_rest());
        let asked = match rests {
            true => ask(&floor, &body, T::of(scene.target)),
            false => ask(&moving, &body, T::of(scene.target)),
        };
        let solution = asked.unwrap_or_else(|error| panic!("{seed}: {error}"));
        answers[judge(&scene, &solution)] += 1;
        let stating = Stating::new(&body, seed % 8 == 1);
        let states = match seed % 3 {
            1 if rests => States::Bounds,
            2 if rests => States::Slices,
            // a normal that turns needs a law
            _ => States::Law,
        };
        let a: &dyn Subject<D> = if rests { &floor } else { &moving };
        of_kernel[ask_kernel::<T, D>(&scene, (a, &*stating.subject(states)))] += 1;
    }
    (answers, of_kernel)
}

#[test]
fn bodies_over_half_spaces_are_answered_right() {
    for campaign in in_every_space!(campaign) {
        let (answers, of_kernel) = campaign();
        let least = [answers[0], answers[1], of_kernel[0], of_kernel[1]];
        assert!(least.iter().all(|count| *count > CASES / 8), "{least:?}");
        let [drives_in, undecided] = [answers[2], of_kernel[2]];
        assert!(drives_in > CASES / 50 && undecided <= CASES / 50);
    }
}
