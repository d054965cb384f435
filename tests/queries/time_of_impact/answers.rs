//! What answers promise about the tolerance, the target distance, symmetry, warm starts and certificates.

use super::*;

/// A caller that is generic in the dimension needs no where clause beyond the extrusions.
fn first_touch<T: Real, const D: usize>(
    a: &impl Extrusion<T, D>,
    b: &impl Extrusion<T, D>,
) -> Option<T> {
    match time_of_impact(a, b, T::zero()..=T::one()).ok()?.outcome {
        Outcome::Impact(impact) => Some(impact.time),
        _ => None,
    }
}

#[test]
fn balls_meet_when_their_centres_are_two_radii_apart() {
    // |(4 - 3t, 0.6)| = 1 at t = (4 - 0.8) / 3
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let b = Moving::new(ball(0.5), gliding([4.0, 0.6], [-3.0, 0.0]));
    let found = impact(time_of_impact(&a, &b, 0.0..=2.0).expect("an answer"));
    assert!((found.time - 3.2 / 3.0).abs() < 1e-7 && found.time <= 3.2 / 3.0);
    assert!((found.contact.normal - vector![0.8, 0.6]).norm() < 1e-6);
    assert!((found.contact.witness_a - vector![0.4, 0.3]).norm() < 1e-6);
    assert!(found.distance >= 0.0 && found.distance < 1e-7);
}

#[test]
fn the_target_distance_is_kept() {
    let a = Moving::new(cuboid([1.0, 1.0]), at(0.0, 0.0));
    let b = Moving::new(cuboid([1.0, 1.0]), gliding([5.0, 0.3], [-1.0, 0.0]));
    for target in [0.0, 0.25, 1.0] {
        let query = Query::new().target_distance(target).tolerance(1e-9);
        let found = impact(query.time_of_impact(&a, &b, 0.0..=10.0).expect("an answer"));
        assert!(found.time <= 3.0 - target && found.time > 3.0 - target - 1e-8);
        assert!(found.distance >= target && found.distance <= target + 1e-9);
    }
    // bodies that start closer than the target distance have an impact at the start, not an overlap
    let query = Query::new().target_distance(3.5);
    assert_eq!(
        impact(query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer")).time,
        0.0
    );
}

#[test]
fn an_impact_is_reported_within_the_tolerance_asked_for() {
    let corner = ConstantVelocity2::new(
        Isometry2::new(vector![4.0, 0.1], 0.4),
        vector![-1.0, 0.0],
        1.3,
    )
    .expect("a motion");
    let a = Moving::new(cuboid([1.0, 0.5]), corner);
    let b = Moving::new(cuboid([0.5, 2.0]), at(0.0, 0.0));
    let mut last = 0.0;
    for tolerance in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12] {
        let found = impact(
            Query::new()
                .tolerance(tolerance)
                .time_of_impact(&a, &b, 0.0..=5.0)
                .expect("an answer"),
        );
        assert!(
            found.distance > 0.0 && found.distance <= tolerance,
            "{} {tolerance}",
            found.distance
        );
        assert!(found.time >= last, "a smaller tolerance is reached later");
        last = found.time;
    }
}

/// A large tolerance ends the search before the distance is known to the last digit. The answer is then an upper bound.
#[test]
fn the_distance_at_an_impact_is_known_to_a_share_of_the_tolerance() {
    let mut rng = StdRng::seed_from_u64(0x6c6f6f73);
    let mut vector = |size: f64| Vector3::from_fn(|_, _| rng.random_range(-size..size));
    let (mut loose, mut impacts) = (0, 0);
    for index in 0..400 {
        let half = vector(1.0).abs().add_scalar(0.1);
        let a = Moving::new(
            Cuboid::new(half).expect("a box"),
            AtRest3::new(Isometry3::identity()).expect("a pose"),
        );
        let start = Isometry3::new(vector![5.0, 0.0, 0.0] + vector(1.0), vector(3.0));
        let motion = ConstantVelocity3::new(start, vector![-2.0, 0.0, 0.0], vector(1.0));
        let b = Moving::new(
            Capsule::new(1.0, 0.2).expect("a capsule"),
            motion.expect("a motion"),
        );
        let tolerance = [1e-6, 1e-2, 0.1, 1.0, 10.0, 1e6][index % 6];
        let target = [0.0, 0.5, -0.05][index % 3];
        let query = Query::new().tolerance(tolerance).target_distance(target);
        let Ok(Outcome::Impact(found)) = query.time_of_impact(&a, &b, 0.0..=4.0).map(|s| s.outcome)
        else {
            continue;
        };
        let origin = Vector3::zeros();
        let there =
            photofinish::proximity(&a.slice(found.time, &origin), &b.slice(found.time, &origin));
        let excess = found.distance - there.signed_distance();
        assert!(
            excess >= -1e-12 && excess <= tolerance / 32.0 + 1e-12,
            "{excess} {tolerance}"
        );
        assert!(found.distance <= target + tolerance);
        impacts += 1;
        loose += usize::from(excess > 1e-3);
    }
    assert!(impacts > 100 && loose > 10, "{impacts} {loose}");
}

/// The balls start a hair farther apart than the tolerance, so their impact is later, even if rounding hides the hair.
#[test]
fn rounding_makes_no_impact_farther_apart_than_the_tolerance() {
    let mut dice = StdRng::seed_from_u64(0x6861_6972);
    let exact = |v: Vector2<f32>| v.map(f64::from);
    for _ in 0..400 {
        let [p, q] = [0, 1].map(|_| Vector2::from_fn(|_, _| dice.random_range(-99.0..99.0f32)));
        let velocity = (p - q) * 0.75;
        let distance = |time: f32| {
            let way = exact(velocity) * f64::from(time);
            (exact(q) + way - exact(p)).norm() - 0.75
        };
        let apart = distance(0.0);
        // the largest number of the scalar below the distance
        let tolerance = Some(apart as f32).filter(|&near| f64::from(near) < apart);
        let tolerance = tolerance.unwrap_or((apart as f32).next_down());
        if tolerance < 1.0 {
            continue;
        }
        let rest = AtRest2::new(Isometry2::translation(p.x, p.y)).expect("a motion");
        let coming = Isometry2::translation(q.x, q.y);
        let coming = ConstantVelocity2::new(coming, velocity, 0.0).expect("a motion");
        let a = Moving::new(ball(0.25), rest);
        let b = Moving::new(ball(0.5), coming);
        let query = Query::new().tolerance(tolerance);
        let found = impact(query.time_of_impact(&a, &b, 0.0..=2.0).expect("an answer"));
        let left = distance(found.time);
        assert!(
            left <= f64::from(tolerance),
            "{left} apart at {}, not {tolerance}",
            found.time
        );
    }
}

#[test]
fn swapping_the_bodies_mirrors_the_answer_bit_by_bit() {
    fn check<T: Real>() {
        let [a, b] = tumbling::<T>(Vector3::zeros());
        let one = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        let other = impact(time_of_impact(&b, &a, T::zero()..=T::of(2.0)).expect("an answer"));
        assert_eq!(one.time, other.time);
        assert_eq!(one.distance, other.distance);
        assert_eq!(one.contact.normal, -other.contact.normal);
        assert_eq!(
            (one.contact.witness_a, one.contact.witness_b),
            (other.contact.witness_b, other.contact.witness_a)
        );
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn an_offset_that_the_scalar_holds_changes_nothing_but_the_witness_points() {
    fn check<T: Real>(offset: f64) {
        // the coordinates of the pair are multiples of 1/8, so adding these offsets is exact
        let offset = vector![T::of(offset), T::of(-offset), T::of(3.0 * offset)];
        let [a, b] = tumbling::<T>(Vector3::zeros());
        let here = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        let [a, b] = tumbling::<T>(offset);
        let there = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        assert_eq!(here.time, there.time);
        assert_eq!(here.distance, there.distance);
        assert_eq!(here.contact.normal, there.contact.normal);
    }
    check::<f64>(1e9);
    check::<f32>(65_536.0);
}

#[test]
fn a_warm_start_gives_the_outcome_of_a_cold_one_for_less_work() {
    let a = Moving::new(cuboid([2.0, 0.5]), at(0.0, 0.0));
    let mut warm = WarmStart::new();
    assert!(warm.axis().is_none());
    let (mut cold_work, mut warm_work) = (0, 0);
    for step in 0..100 {
        let x = -3.0 + 0.06 * f64::from(step);
        let b = Moving::new(cuboid([0.5, 0.5]), turning([x, 1.4], 0.1));
        let query = Query::new();
        let cold = query.time_of_impact(&a, &b, 0.0..=0.5).expect("an answer");
        let warmed = query
            .warm_started(&a, &b, 0.0..=0.5, &mut warm)
            .expect("an answer");
        assert_eq!(is_separated(&cold), is_separated(&warmed));
        cold_work += cold.statistics.support_evaluations;
        warm_work += warmed.statistics.support_evaluations;
    }
    assert!(warm_work < cold_work, "{warm_work} {cold_work}");
    // a warm start from another pair costs time, but the answer is right
    let b = Moving::new(cuboid([0.5, 0.5]), gliding([0.0, -5.0], [0.0, 1.0]));
    let found = impact(
        Query::new()
            .warm_started(&a, &b, 0.0..=5.0, &mut warm)
            .expect("an answer"),
    );
    assert!((found.time - 4.0).abs() < 1e-7);
    // it came from below
    let axis = warm.axis().expect("a vector separated them");
    assert!((axis - vector![0.0, -1.0]).norm() < 1e-6);
}

#[test]
fn an_interval_of_one_instant_is_a_static_test() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let apart = Moving::new(ball(1.0), gliding([2.5, 0.0], [-1.0, 0.0]));
    let solution = time_of_impact(&a, &apart, 0.25..=0.25).expect("an answer");
    let Outcome::Separated(separated) = solution.outcome else {
        panic!("they are apart");
    };
    assert!((separated.clearance - 0.25).abs() < 1e-12);
    assert!(!is_separated(
        &time_of_impact(&a, &apart, 0.75..=0.75).expect("an answer")
    ));
}

#[test]
fn statistics_count_the_work() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let counted = solution.statistics;
    assert_eq!(counted.subintervals as usize, certificate.intervals.len());
    assert_eq!(
        counted.gjk_runs,
        counted.subintervals + 1,
        "one run before every span, and one that finds the impact"
    );
    assert!(
        counted.support_evaluations >= u64::from(counted.gjk_iterations + counted.root_iterations)
    );
    assert!(!counted.photo_finish);
}

/// Bodies that do not turn are followed in one run of GJK. A turn too slow to matter makes the search take the general
/// way, which must find the same impacts.
#[test]
fn bodies_that_do_not_turn_meet_when_those_that_hardly_turn_do() {
    let mut dice = StdRng::seed_from_u64(77);
    let (mut impacts, mut runs) = (0, 0);
    for _ in 0..300 {
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| dice.random_range(-scale..scale));
        let starts =
            [-3.0, 3.0].map(|x| Isometry3::new(vector![x, 0.0, 0.0] + vector(0.4), vector(2.0)));
        let velocities = [4.0, -4.0].map(|x| vector![x, 0.0, 0.0] + vector(0.5));
        let edges = vector(0.4).abs().add_scalar(0.1);
        let shapes: [AnyShape<f64, 3>; 2] = [
            Cuboid::new(edges).expect("a box").into(),
            Cylinder::new(edges.x, edges.y).expect("a cylinder").into(),
        ];
        let solve = |turn: f64| {
            let [a, b] = [0, 1].map(|body: usize| {
                let turn = Vector3::repeat(turn);
                let motion = ConstantVelocity3::new(starts[body], velocities[body], turn);
                Moving::new(&shapes[body], motion.expect("a motion"))
            });
            Query::new()
                .certify(&a, &b, 0.0..=1.5)
                .map(|(solution, certificate)| {
                    if let Some(covered) = certificate.covers() {
                        certificate.verify(&a, &b, 0.0, covered).expect("it holds");
                    }
                    solution
                })
        };
        let [straight, turning] = [0.0, 1e-13].map(|turn| solve(turn).expect("an answer"));
        runs += straight.statistics.gjk_runs;
        match (&straight.outcome, &turning.outcome) {
            (Outcome::Impact(one), Outcome::Impact(other)) => {
                impacts += 1;
                // the relative speed is less than 10, and at grazing impacts much less of it is along the normal
                let speed = (velocities[0] - velocities[1]).dot(&one.contact.normal);
                let apart = (one.time - other.time).abs() * speed.abs();
                assert!(
                    apart <= 4.0 * (one.tolerance + other.tolerance),
                    "{apart:e}"
                );
            }
            (Outcome::Separated(_), Outcome::Separated(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(impacts > 150, "{impacts}");
    assert!(runs <= 310, "{runs} runs for 300 queries");
}

#[test]
fn generic_callers_write_short_signatures() {
    let point = PointSet::new(vec![Vector2::zeros()]).expect("a point");
    let (a, b) = (
        Moving::new(&point, at(0.0, 0.0)),
        Moving::new(&point, gliding([0.5, 0.0], [-1.0, 0.0])),
    );
    let time = first_touch(&a, &b).expect("two points that meet");
    assert!(time <= 0.5 && time > 0.5 - 1e-6);
}

/// A huge target distance counted as rounding of the bodies, and what is closer than its rounding was said to overlap.
#[test]
fn bodies_that_are_apart_do_not_overlap_however_large_the_target_is() {
    fn check<T: Real>(apart: f64, target: f64) {
        let place = Isometry2::translation(T::of(1.0 + apart), T::zero());
        let a = Moving::new(
            ball::<T>(0.5),
            AtRest::new(Isometry2::identity()).expect("a pose"),
        );
        let b = Moving::new(ball::<T>(0.5), AtRest::new(place).expect("a pose"));
        let query = Query::new().target_distance(T::of(target));
        let solution = query
            .time_of_impact(&a, &b, T::zero()..=T::one())
            .expect("an answer");
        let Outcome::Impact(impact) = solution.outcome else {
            panic!("{apart} apart, target {target}: {:?}", solution.outcome);
        };
        assert_eq!(impact.time, T::zero());
        let distance = impact.distance.as_f64();
        assert!(
            (distance - apart).abs() < 1e-5,
            "{apart} apart, target {target}: {distance}"
        );
    }
    for target in [1e3, 1e7, 1e14] {
        check::<f32>(2.0, target);
        check::<f64>(0.2, target);
    }
    check::<f64>(0.2, 1e100);
}
