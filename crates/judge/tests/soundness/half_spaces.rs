//! Random bodies over half-spaces at rest, sliding and turning, against the oracle.

use nalgebra::{SVector, UnitComplex, UnitQuaternion};
use photofinish::proof::{Extruded, Outcome as Answer, Question, Subject};
use photofinish::search::time_of_impact;
use photofinish::{
    Extrusion, Floor, HalfSpace, InitialContact, Moving as Rigid, MovingHalfSpace, Outcome, Query,
    QueryError, Real, Solution,
};
use photofinish_judge::soundness::plain::{Loose, Plain};
use photofinish_judge::soundness::{AnyBody, FromOracle, flight, given};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::lift;
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::planted::{Dice, single};

const CASES: u64 = 100;

/// A body over a half-space that moves too.
struct Scene<const D: usize> {
    body: Moving<D>,
    floor: Ballistic<D>,
    normal: SVector<f64, D>,
    point: SVector<f64, D>,
    target: f64,
}

impl<const D: usize> Scene<D> {
    /// The height of the body over the half-space.
    fn height(&self, time: f64) -> f64 {
        let floor = Motion::Ballistic(self.floor.clone()).pose(time);
        let body = self.body.motion.pose(time);
        let (core, normal) = (self.body.body.core(), floor.rotation * lift(&self.normal));
        let deepest = core.solid.support_point(&body.rotation.tr_mul(&-normal));
        normal.dot(&(body.apply(&deepest) - floor.apply(&lift(&self.point)))) - core.radius
    }

    /// The least height in a span: the lowest of many looks, refined by halving the steps around it.
    fn lowest(&self, start: f64, end: f64) -> f64 {
        const LOOKS: i32 = 100;
        let at = |share: f64| self.height(start + (end - start) * share.clamp(0.0, 1.0));
        let looks = (0..=LOOKS).map(|look| f64::from(look) / f64::from(LOOKS));
        let all = looks.map(|share| (at(share), share));
        let (mut lowest, mut best) = all
            .reduce(|a, b| if b.0 < a.0 { b } else { a })
            .expect("looks");
        let mut step = 1.0 / f64::from(LOOKS);
        for _ in 0..30 {
            step *= 0.5;
            for share in [best - step, best + step] {
                if at(share) < lowest {
                    (lowest, best) = (at(share), share);
                }
            }
        }
        lowest
    }

    /// A scene whose heights at the start and at the end are near zero in many cases.
    fn random(dice: &mut Dice) -> Self {
        let far = if dice.chance(0.2) { 1e3 } else { 1.0 };
        let normal = match dice.pick(3) {
            0 => SVector::from_fn(|row, _| [0.0, 1.0, 0.0][row]),
            1 => SVector::from_fn(|row, _| [3.0, 4.0, 0.0][row]),
            _ => dice.in_ball::<D>(),
        };
        let upright = match D {
            2 => Orientation::Angle(0.0),
            _ => Orientation::Quaternion([0.0, 0.0, 0.0, 1.0]),
        };
        let mut floor = Ballistic::at_rest(SVector::zeros(), upright);
        if dice.chance(0.5) {
            (floor.position, floor.linvel) = (dice.vector(1.0), dice.vector(1.0));
            floor.angvel = dice.angvel::<D>(1.0);
        }
        let point: SVector<f64, D> = dice.vector(far);
        let mut motion = dice.resting::<D>();
        motion.position = (point + dice.vector::<D>(2.0)).map(single);
        motion.center = dice.vector(0.3);
        motion.linvel = dice.vector(4.0);
        if dice.chance(0.8) {
            motion.angvel = dice.angvel::<D>(8.0);
        }
        if dice.chance(0.6) {
            motion.acc = dice.vector(10.0);
        }
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
        // move the body so that it begins at a given height, or has it as its lowest
        let lowest = match dice.chance(0.5) {
            true => scene.height(0.0),
            false => scene.lowest(0.0, 1.0),
        };
        let wanted = match dice.pick(8) {
            0 => 0.0,
            1 => -0.05,
            2 => dice.between(-1e-6, 1e-6),
            3 => dice.between(-1e-3, 1e-3),
            _ => dice.between(-1.0, 1.0),
        };
        let by = scene.normal * (wanted - lowest);
        motion.position = (motion.position + by).map(single);
        scene.body.motion = Motion::Ballistic(motion);
        scene
    }

    /// The size of the coordinates, of which the heights here lose some ulps.
    fn size(&self) -> f64 {
        let ends = [0.0, 1.0].map(|time| self.body.motion.pose(time).translation.norm());
        ends[0] + ends[1] + self.point.norm() + 20.0
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

/// Asserts what the answer claims against the oracle. Returns which kind of answer it is.
fn judge<T: Real, const D: usize>(scene: &Scene<D>, solution: &Solution<T, D>) -> usize {
    let (target, slack) = (scene.target, scene.size() * 2e-14);
    let mut from = 0.0;
    if let Some(report) = solution.initial_contact {
        let kept = report.kept_distance.as_f64();
        let lowest = scene.lowest(0.0, report.kept_until.as_f64());
        assert!(lowest > kept - slack, "{lowest} {kept}");
        from = report.resumed_at.map_or(from, T::as_f64);
    }
    match &solution.outcome {
        Outcome::Separated(free) => {
            let clearance = scene.lowest(from, 1.0) - target;
            assert!(
                clearance > free.clearance.as_f64().max(0.0) - slack,
                "{solution:?}"
            );
            0
        }
        Outcome::Impact(impact) => {
            let time = impact.time.as_f64();
            let lowest = scene.lowest(from, time);
            assert!(
                time == 0.0 || lowest > target - slack,
                "{lowest}: {solution:?}"
            );
            let height = scene.height(time);
            assert!(height <= target + impact.tolerance.as_f64() + slack);
            1
        }
        Outcome::DrivesIn(report) => {
            let lower = scene.height(report.kept_until.as_f64());
            assert!(lower < report.distance.as_f64() + slack);
            2
        }
        Outcome::Stays(report) => {
            assert_eq!(report.kept_until, T::one());
            3
        }
        Outcome::Overlapping(_) => panic!("contacts at the start are looked past"),
    }
}

/// Returns a random scene, and its half-space and body as those of the crate.
fn given_scene<T: Real, R: FromOracle<T, D>, const D: usize>(
    seed: u64,
) -> (Scene<D>, HalfSpace<T, D>, AnyBody<T, R, D>) {
    let mut scene = Scene::<D>::random(&mut Dice::new(seed));
    let (body, exact) = given::<T, R, D>(&scene.body);
    scene.body = exact;
    let floor = HalfSpace::<T, D>::new(scene.normal.map(T::of), scene.point.map(T::of));
    let floor = floor.expect("a normal");
    scene.normal = floor.normal().map(T::as_f64).normalize();
    (scene, floor, body)
}

fn campaign<T: Real, R: FromOracle<T, D>, const D: usize>() {
    let mut tally = [0; 4];
    for seed in 0..CASES {
        let (scene, floor, body) = given_scene::<T, R, D>(seed);
        let target = T::of(scene.target);
        let asked = if scene.floor.linvel.norm() == 0.0 {
            ask(&floor, &body, target)
        } else {
            let motion = flight::<T, R, D>(&scene.floor).expect("finite");
            ask(&MovingHalfSpace::new(floor, motion), &body, target)
        };
        let solution = asked.unwrap_or_else(|error| panic!("{seed}: {error}"));
        tally[judge(&scene, &solution)] += 1;
    }
    let [separated, impact, drives_in, _] = tally;
    let all = CASES as usize;
    assert!(
        separated > all / 8 && impact > all / 8 && drives_in > all / 50,
        "{tally:?}"
    );
}

#[test]
fn bodies_over_half_spaces_are_answered_right() {
    campaign::<f64, UnitComplex<f64>, 2>();
    campaign::<f32, UnitComplex<f32>, 2>();
    campaign::<f64, UnitQuaternion<f64>, 3>();
    campaign::<f32, UnitQuaternion<f32>, 3>();
}

/// Asks the kernel, and returns how many answers are separated, impacts and undecided.
fn kernel_campaign<T: Real, R: FromOracle<T, D>, const D: usize>() -> [u64; 3] {
    let mut tally = [0; 3];
    for seed in 0..CASES {
        let (scene, floor, body) = given_scene::<T, R, D>(seed);
        let is_at_rest = scene.floor.linvel.norm() == 0.0;
        let motion = flight::<T, R, D>(&scene.floor).expect("finite");
        let moving = MovingHalfSpace::new(floor, motion);
        let plain = Rigid::new(body.shape(), Plain(body.motion()));
        let loose = Loose {
            body: &body,
            is_of_first_order: seed % 8 == 1,
        };
        let subjects: [&dyn Subject<D>; 3] = [
            &Extruded::of(&body),
            &Extruded::of(&plain),
            &Extruded::of(&loose),
        ];
        let outcome = time_of_impact(&Question {
            a: if is_at_rest { &floor } else { &moving },
            // a normal that turns needs a law
            b: subjects[if is_at_rest { seed as usize % 3 } else { 0 }],
            start: 0.0,
            end: 1.0,
            target: scene.target,
            tolerance: None,
            in_single: size_of::<T>() == 4,
            by_vectors: false,
            may_pass: false,
        });
        let (target, slack) = (scene.target, scene.size() * 2e-14);
        let keeps = |until: f64| until == 0.0 || scene.lowest(0.0, until) > target - slack;
        let (which, is_right) = match outcome {
            Answer::Separated(_) => (0, keeps(1.0)),
            Answer::Impact(impact) => {
                let within = target + impact.tolerance() + slack;
                let is_near = scene.height(impact.time()) <= within;
                (1, is_near && keeps(impact.time()))
            }
            Answer::Undecided(undecided) => (2, keeps(undecided.clear_until())),
        };
        assert!(is_right, "{D}D seed {seed}: {outcome:?}");
        tally[which] += 1;
    }
    tally
}

#[test]
fn the_kernel_is_right_about_half_spaces() {
    let tallies = [
        kernel_campaign::<f64, UnitComplex<f64>, 2>(),
        kernel_campaign::<f32, UnitComplex<f32>, 2>(),
        kernel_campaign::<f64, UnitQuaternion<f64>, 3>(),
        kernel_campaign::<f32, UnitQuaternion<f32>, 3>(),
    ];
    for [separated, impact, undecided] in tallies {
        assert!(separated > CASES / 8 && impact > CASES / 8, "{tallies:?}");
        assert!(undecided <= CASES / 50, "{tallies:?}");
    }
}
