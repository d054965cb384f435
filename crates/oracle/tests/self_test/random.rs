//! Tests of the oracle itself on random bodies: its two methods against each other, and its answers against samples.

use nalgebra::{SVector, Vector3, Vector4};
use photofinish_oracle::advance::{Advance, Moving, Search};
use photofinish_oracle::cutting;
use photofinish_oracle::distance::{Best, Bounds, Placed, distance, supporting_distance};
use photofinish_oracle::generate::{Case, Family, share_of_hits};
use photofinish_oracle::motion::{Motion, Orientation, Pose, Sweep};
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::Body;

use crate::moving;

/// Checks the forecasts of random points against the poses a little later.
#[test]
fn forecasts_hold_for_sweeps_and_spins() {
    let mut dice = Dice::new(11);
    for round in 0..500 {
        let motion = moving(&mut dice, round, 3.0, 10.0);
        let (t, h) = (dice.between(0.0, 0.9), dice.scale(1e-4, 0.1));
        let (s, point): (Vector3<f64>, Vector3<f64>) = (dice.in_ball(), dice.in_ball());
        let along = |t| s.dot(&motion.pose(t).apply(&point));
        let reach = (point - motion.center()).norm();
        let f = motion.forecast(t, &Vector3::zeros(), &s);
        let offset = motion.pose(t).apply(&point) - f.center;
        let straight = s.dot(&(f.center + f.velocity * h + f.acceleration * (h * h / 2.0)))
            + offset.dot(&(s + f.tilt * h));
        let rest = f.bend_per_reach * reach * h * h / 2.0;
        assert!((along(t + h) - straight).abs() <= rest + 1e-13);
    }
}

/// Checks poses against the normalised interpolation of the quaternions.
#[test]
fn sweeps_turn_from_end_to_end() {
    let mut dice = Dice::new(12);
    for _ in 0..100 {
        let sweep: Sweep<3> = dice.sweep(3.0, 2.0);
        let ends = sweep.orientations.map(|end| match end {
            Orientation::Quaternion(q) => Vector4::from(q).normalize(),
            Orientation::Angle(_) => unreachable!(),
        });
        let motion = Motion::Sweep(sweep);
        for t in [0.0, 0.3, 1.0] {
            let mix = ends[0] * (1.0 - t) + ends[1] * (t * ends[0].dot(&ends[1]).signum());
            let expected = Orientation::Quaternion(mix.into()).matrix();
            assert!((motion.pose(t).rotation - expected).norm() < 1e-14);
        }
    }
}

/// Checks pairs of all shapes at random gaps: the bounds agree, and they fit the gap.
#[test]
fn bounds_agree_for_all_kinds() {
    let mut dice = Dice::new(1);
    for _ in 0..1000 {
        let [a, b] = [(); 2].map(|()| {
            let size = dice.scale(0.1, 10.0);
            dice.body(size)
        });
        let gap = dice.sign() * dice.scale(1e-9, 10.0);
        let (pose_a, pose_b) = place(&mut dice, [&a, &b], gap);
        let (core_a, core_b) = (a.core(), b.core());
        let slack = 1e-9 * (core_a.extent() + core_b.extent());
        let bounds = distance((&core_a, pose_a), (&core_b, pose_b), None);
        let Bounds { lower, upper, .. } = bounds;
        let is_right = if gap > 0.0 {
            lower > gap * (1.0 - 1e-9) - slack
        } else {
            upper <= slack
        };
        let is_sharp = lower <= upper && upper - lower <= slack;
        assert!(is_right && is_sharp, "{a:?} {b:?} {bounds:?} {gap}");
    }
}

/// Compares the enumeration of features with the cutting planes on polytopes.
#[test]
fn both_methods_agree_on_polytopes() {
    let mut dice = Dice::new(2);
    for _ in 0..200 {
        let a = Body::<3>::sharp(dice.points(1.0));
        let b = Body::<3>::sharp(dice.points(1.0));
        let gap = dice.sign() * dice.scale(1e-9, 1.0);
        let (pose_a, pose_b) = place(&mut dice, [&a, &b], gap);
        let (core_a, core_b) = (a.core(), b.core());
        let bounds = distance((&core_a, pose_a), (&core_b, pose_b), None);
        let placed = [
            Placed::new(&core_a.solid, pose_a),
            Placed::new(&core_b.solid, pose_b),
        ];
        let mut best = Best::new(&placed[0], &placed[1], None);
        cutting::search(&placed[0], &placed[1], 1e-11, &mut best);
        let overlap = best.lower <= 0.0;
        assert_eq!(overlap, bounds.overlap);
        assert!((best.lower.max(0.0) - bounds.lower).abs() < 1e-10);
        let direction = bounds.direction;
        let (separation, ..) = supporting_distance(&placed[0], &placed[1], &direction);
        assert!(overlap || (separation - bounds.lower).abs() < 1e-13);
    }
}

/// Returns poses in which opposite support points along a random direction are `gap` apart. If `gap` is negative, the
/// bodies have a point in common.
fn place(dice: &mut Dice, [a, b]: [&Body<3>; 2], gap: f64) -> (Pose, Pose) {
    let moving = |dice: &mut Dice, body: &Body<3>| Moving {
        body: body.clone(),
        motion: Motion::Ballistic(dice.resting()),
    };
    let (of_a, mut of_b) = (moving(dice, a), moving(dice, b));
    // Corners and edges are the hard cases, so half of the normals are axes of a body.
    let mut normal: SVector<f64, 3> = dice.in_ball();
    if dice.chance(0.5) {
        normal = of_a.motion.pose(0.0).rotation.column(dice.pick(3)).into();
    }
    if dice.chance(0.3) {
        of_b.motion = of_a.motion.clone();
    }
    photofinish_oracle::planted::plant(&of_a, &mut of_b, 0.0, &normal, 0.0);
    let (pose_a, mut pose_b) = (of_a.motion.pose(0.0), of_b.motion.pose(0.0));
    // The gap is set after the rounding of `plant`, so that tiny gaps are as exact as f64 allows.
    let support = |body: &Body<3>, pose: &Pose, s: Vector3<f64>| {
        let core = body.core();
        pose.apply(&core.solid.support_point(&pose.rotation.tr_mul(&s))) + s * core.radius
    };
    let inner = |body: &Body<3>, pose: &Pose, s: Vector3<f64>| {
        let solid = body.core().solid;
        (pose.apply(&solid.support_point(&s)) + pose.apply(&solid.middle())) / 2.0
    };
    pose_b.translation += if gap < 0.0 {
        // Put a point of B where a point of A is.
        inner(a, &pose_a, dice.in_ball()) - inner(b, &pose_b, dice.in_ball())
    } else {
        let unit = normal.normalize();
        let apart = support(a, &pose_a, unit) - support(b, &pose_b, -unit);
        unit * (gap + unit.dot(&apart))
    };
    (pose_a, pose_b)
}

#[test]
fn generated_cases_hit_about_half_of_the_time() {
    fn check<const D: usize>() {
        let cases = |family| (0..12).map(move |seed| Case::<D>::random(family, seed));
        let all: Vec<_> = Family::ALL.into_iter().flat_map(cases).collect();
        let share = share_of_hits(&all);
        assert!((0.35..=0.65).contains(&share), "in {D}D: {share}");
    }
    check::<2>();
    check::<3>();
}

/// Checks every answer of the advancement against sampled times.
#[test]
fn advances_agree_with_samples() {
    fn check<const D: usize>() {
        for family in Family::ALL {
            for seed in 1000..1006 {
                let pair = Case::<D>::random(family, seed).pair();
                let search = Search::contact(1e-4 * pair.size());
                let (until, least) = match pair.advance(0.0, 1.0, &search) {
                    Advance::Free {
                        min_distance_lower_bound: least,
                        ..
                    } => (1.0, least),
                    Advance::Hit { time, .. } => {
                        let found = pair.distance_at(time);
                        let is_hit = found.lower > 0.0 && found.upper <= search.tolerance;
                        assert!(is_hit, "{family:?} {seed} {found:?}");
                        (time, 0.0)
                    }
                    unclear @ Advance::Unclear { .. } => panic!("{family:?} {seed}: {unclear:?}"),
                };
                for i in 0..200 {
                    let bounds = pair.distance_at(until * f64::from(i) / 200.0);
                    let is_apart = bounds.lower > 0.0 && bounds.upper >= least;
                    assert!(is_apart, "{family:?} {seed} {bounds:?}");
                }
            }
        }
    }
    check::<2>();
    check::<3>();
}
