//! Allowed penetration, which is a target distance below zero.

use super::*;
use nalgebra::SMatrix;
use photofinish::motion::{Motion, Rotor};
use photofinish::shape::{ConvexHull, Cylinder};
use photofinish::{HalfSpace, QueryError};

/// A block that overlaps a floor by less than allowed is free, however it slides along the floor. If it is deeper, it
/// is not free.
#[test]
fn bodies_that_overlap_by_less_than_allowed_are_free() {
    let floor = Moving::new(cuboid([10.0, 0.5]), at(0.0, -0.5));
    let query = Query::new().target_distance(-0.005);
    for (depth, free) in [(0.004, true), (0.0049, true), (0.0051, false), (0.3, false)] {
        let block = Moving::new(cuboid([0.5, 0.5]), gliding([0.0, 0.5 - depth], [2.0, 0.0]));
        let (solution, certificate) = query.certify(&floor, &block, 0.0..=1.0).expect("an answer");
        assert_eq!(
            is_separated(&solution),
            free,
            "{depth}: {:?}",
            solution.outcome
        );
        if free {
            let clearance = certificate
                .verify(&floor, &block, -0.005, 0.0..=1.0)
                .expect("it holds");
            assert!((clearance - (0.005 - depth)).abs() < 1e-9);
            assert!(certificate.verify(&floor, &block, 0.0, 0.0..=1.0).is_err());
        }
    }
}

/// A block starts in a floor, less deep than allowed, and sinks. It is free until it is as deep as allowed.
#[test]
fn bodies_that_overlap_by_less_than_allowed_may_sink_that_deep() {
    let floor = Moving::new(cuboid([10.0, 0.5]), at(0.0, -0.5));
    for depth in [0.0, 0.002, 0.0045] {
        let sinking = gliding([0.0, 0.5 - depth], [2.0, -0.1]);
        let block = Moving::new(cuboid([0.5, 0.5]), sinking);
        let query = Query::new().target_distance(-0.005);
        let solution = query.time_of_impact(&floor, &block, 0.0..=1.0);
        let early = (0.005 - depth) / 0.1 - impact(solution.expect("an answer")).time;
        assert!((0.0..1e-6).contains(&early), "{depth}: {early:e}");
    }
}

/// A falling body sinks into another one. The time at which the allowance is used up must be that of the closed form,
/// for shapes with and without radius, in both scalars.
#[test]
fn an_impact_is_where_the_allowance_is_used_up() {
    fn check<T: Real>(round: bool) {
        let t = |x: f64| T::of(x);
        let depth = 0.01;
        let query = Query::<T>::new().target_distance(t(-depth));
        let exact = 1.0 + depth;
        let tolerance = T::EPSILON.as_f64().sqrt() * 4.0;
        let floor = Moving::new(
            Cuboid::new(vector![t(4.0), t(0.5)]).expect("a box"),
            AtRest2::new(Isometry2::translation(t(0.0), t(-0.5))).expect("a motion"),
        );
        let fall = ConstantVelocity2::new(
            Isometry2::translation(t(0.25), t(1.5)),
            vector![t(0.0), t(-1.0)],
            t(0.0),
        )
        .expect("a motion");
        let found = if round {
            let body = Moving::new(ball::<T>(0.5), fall);
            impact(
                query
                    .time_of_impact(&body, &floor, t(0.0)..=t(2.0))
                    .expect("an answer"),
            )
        } else {
            let body = Moving::new(Cuboid::new(vector![t(0.5), t(0.5)]).expect("a box"), fall);
            impact(
                query
                    .time_of_impact(&body, &floor, t(0.0)..=t(2.0))
                    .expect("an answer"),
            )
        };
        let time = found.time.as_f64();
        assert!(time <= exact + 1e-12 && time > exact - tolerance, "{time}");
        assert!((found.distance.as_f64() + depth).abs() < tolerance);
    }
    for round in [false, true] {
        check::<f32>(round);
        check::<f64>(round);
    }
}

#[test]
fn tumbling_solids_sink_in_as_deep_as_allowed() {
    let floor = Moving::new(
        cuboid([10.0, 0.5, 10.0]),
        AtRest3::new(Isometry3::translation(0.0, -0.5, 0.0)).expect("a motion"),
    );
    let points: Vec<_> = (0..12)
        .map(|k| {
            let (sin, cos) = (2.4 * f64::from(k)).sin_cos();
            let y = f64::from(k) / 6.0 - 11.0 / 12.0;
            vector![cos, y, sin] * 0.5
        })
        .collect();
    let fall = |spin: Vector3<f64>| {
        let start = Isometry3::translation(0.0, 2.0, 0.0);
        ConstantVelocity3::new(start, vector![0.0, -1.0, 0.0], spin).expect("a motion")
    };
    let spin = vector![1.0, 2.0, -3.0];
    let hull = Moving::new(ConvexHull::new(&points).expect("a hull"), fall(spin));
    let can = Moving::new(Cylinder::new(0.5, 0.3).expect("a cylinder"), fall(spin));
    for allowed in [1e-3, 0.01, 0.1] {
        let query = Query::new().target_distance(-allowed);
        let depth_at = |points: &dyn Fn(f64) -> f64, time: f64| -points(time);
        let lowest_of_hull = |time: f64| {
            let pose = photofinish::motion::Motion::pose(hull.motion(), time);
            let heights = points.iter().map(|p| (pose * nalgebra::Point3::from(*p)).y);
            heights.fold(f64::INFINITY, f64::min)
        };
        let (solution, certificate) = query.certify(&hull, &floor, 0.0..=3.0).expect("an answer");
        let time = impact(solution).time;
        let depth = depth_at(&lowest_of_hull, time);
        assert!(depth <= allowed && depth > allowed - 1e-6, "{depth}");
        certificate
            .verify(&hull, &floor, -allowed, 0.0..=time)
            .expect("it holds");
        for step in 0..1000 {
            let before = time * f64::from(step) / 1000.0;
            assert!(depth_at(&lowest_of_hull, before) < allowed);
        }
        let (solution, certificate) = query.certify(&can, &floor, 0.0..=3.0).expect("an answer");
        let time = impact(solution).time;
        certificate
            .verify(&can, &floor, -allowed, 0.0..=time)
            .expect("it holds");
    }
}

#[test]
fn an_allowance_that_bodies_could_pass_through_is_an_error() {
    let plate = Moving::new(cuboid([0.005, 5.0]), at(0.0, 0.0));
    let bullet = Moving::new(cuboid([0.01, 0.01]), gliding([-1.0, 0.0], [300.0, 0.0]));
    let ask = |allowed: f64| {
        Query::new()
            .target_distance(-allowed)
            .time_of_impact(&bullet, &plate, 0.0..=1.0)
    };
    // both bodies together are 0.03 thick
    assert!(matches!(
        ask(0.0149).expect("an answer").outcome,
        Outcome::Impact(_)
    ));
    for allowed in [0.015, 0.1, 1e9] {
        match ask(allowed) {
            Err(QueryError::AllowanceTooLarge { width, .. }) => {
                assert!((width - 0.03).abs() < 1e-12);
            }
            other => panic!("{allowed}: {other:?}"),
        }
    }
}

/// A body that is far away and spins fast is free for many turns at a time, with or without allowed penetration.
#[test]
fn an_allowance_does_not_split_motions_of_far_bodies_into_half_turns() {
    let resting = Moving::new(cuboid([0.5, 0.5]), at(0.0, 0.0));
    let spinning = Moving::new(cuboid([0.5, 0.5]), turning([20.0, 0.0], 1000.0));
    let spans = |target| {
        let query = Query::new().target_distance(target);
        let solution = query.time_of_impact(&resting, &spinning, 0.0..=1.0);
        let solution = solution.expect("an answer");
        assert!(is_separated(&solution));
        solution.statistics.subintervals
    };
    let (plain, allowing) = (spans(0.0), spans(-0.005));
    assert!(allowing <= plain + plain / 10, "{plain} {allowing}");
}

/// A box and a tilted table turn together about the table's edge. Whether the box overlaps the table by less than is
/// allowed, touches it, or nearly does, one vector that turns with them proves nearly all of it.
#[test]
fn bodies_that_turn_together_and_nearly_touch_are_free_in_two_spans() {
    let turning = |position, center| {
        ConstantVelocity3::new(position, Vector3::zeros(), Vector3::z() * 10.0)
            .and_then(|motion| motion.about(center))
            .expect("a motion")
    };
    let table = turning(Isometry3::identity(), Vector3::zeros());
    let table = Moving::new(cuboid([0.5, 0.5, 0.5]), table);
    for allowed in [0.001, 0.006] {
        let query = Query::new().target_distance(-allowed);
        for gap in [-0.0009, -1e-6, 0.0, 1e-9, 1e-7, 1e-4, 0.0009] {
            let place = vector![0.45, 0.6 + gap, 0.0];
            let carried = turning(Isometry3::from(place), -place);
            let carried = Moving::new(cuboid([0.1, 0.1, 0.1]), carried);
            let solution = query.time_of_impact(&table, &carried, 0.0..=1.0);
            let solution = solution.expect("an answer");
            assert!(is_separated(&solution));
            let spans = solution.statistics.subintervals;
            assert!(spans <= 2, "{allowed} {gap:e}: {spans}");
        }
    }
}

/// Returns how deep two boxes overlap, or minus how far apart they are at least: the least overlap along all normals of
/// faces and, in space, along all cross products of edges.
fn depth_of_boxes<const D: usize>(
    halves: [SVector<f64, D>; 2],
    frames: [SMatrix<f64, D, D>; 2],
    between: SVector<f64, D>,
) -> f64 {
    let columns = |frame: &SMatrix<f64, D, D>| -> Vec<SVector<f64, D>> {
        frame
            .column_iter()
            .map(|column| column.into_owned())
            .collect()
    };
    let edges = frames.map(|frame| columns(&frame));
    let mut directions = edges.concat();
    if D == 3 {
        let cross = |a: &SVector<f64, D>, b: &SVector<f64, D>| {
            SVector::<f64, D>::from_fn(|i, _| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                a[j] * b[k] - a[k] * b[j]
            })
        };
        for a in &edges[0] {
            for b in &edges[1] {
                let along = cross(a, b);
                if along.norm() > 1e-6 {
                    directions.push(along.normalize());
                }
            }
        }
    }
    let reach = |side: usize, along: &SVector<f64, D>| -> f64 {
        let terms = edges[side].iter().zip(halves[side].iter());
        terms.map(|(edge, half)| half * edge.dot(along).abs()).sum()
    };
    let overlaps = directions
        .iter()
        .map(|s| reach(0, s) + reach(1, s) - between.dot(s).abs());
    overlaps.fold(f64::INFINITY, f64::min)
}

/// Boxes tumble in and out of each other, and may overlap by so much. Their depth along the axes that separate boxes
/// says whether each answer is right.
fn boxes_keep_the_allowed_depth<T: Real, R: Rotor<T, D>, const D: usize>(
    mut motion: impl FnMut(&mut StdRng, f64) -> ConstantVelocity<T, R, D>,
) {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut impacts, mut free, mut dipped) = (0, 0, 0);
    for case in 0..160 {
        let halves = [0, 1].map(|_| SVector::<f64, D>::from_fn(|_, _| rng.random_range(0.3..0.6)));
        let halves_here = halves.map(|half| half.map(T::of));
        let halves = halves_here.map(|half| half.map(T::as_f64));
        let [a, b] = [0.0, rng.random_range(0.6..1.5)].map(|distance| motion(&mut rng, distance));
        let shapes = halves_here.map(|half| Cuboid::new(half).expect("a box"));
        let allowed = T::of(rng.random_range(0.02..0.25));
        let [a, b] = [Moving::new(shapes[0], a), Moving::new(shapes[1], b)];
        let query = Query::new().target_distance(-allowed);
        let depth = |time: T| {
            let poses = [a.motion(), b.motion()].map(|motion| motion.pose(time));
            let frames = [&poses[0], &poses[1]].map(|pose| pose.rotation.matrix().map(T::as_f64));
            let between = poses[1].translation.vector - poses[0].translation.vector;
            depth_of_boxes(halves, frames, between.map(T::as_f64))
        };
        let (solution, certificate) = query
            .certify(&a, &b, T::zero()..=T::one())
            .expect("an answer");
        let (allowed_here, rounding) = (allowed.as_f64(), 64.0 * T::EPSILON.as_f64());
        let until = match solution.outcome {
            Outcome::Separated(_) => {
                free += 1;
                T::one()
            }
            Outcome::Impact(impact) => {
                impacts += 1;
                let off = depth(impact.time) - allowed_here;
                assert!(
                    off.abs() <= impact.tolerance.as_f64() + rounding,
                    "{case}: {off}"
                );
                impact.time
            }
            Outcome::Overlapping(_) => {
                assert!(depth(T::zero()) > allowed_here - rounding, "{case}");
                continue;
            }
            outcome => panic!("{outcome:?}"),
        };
        let times = (0..=60).map(|step| until * T::of(f64::from(step) / 60.0));
        let deepest = times.map(depth).fold(f64::NEG_INFINITY, f64::max);
        assert!(
            deepest <= allowed_here + rounding,
            "{case}: {deepest} of {allowed_here}"
        );
        dipped += usize::from(deepest > 0.0);
        let proven = certificate.verify(&a, &b, -allowed, T::zero()..=until);
        assert!(proven.is_ok(), "{case}: {proven:?}");
    }
    assert!(
        impacts > 20 && free > 20 && dipped > 40,
        "{impacts} {free} {dipped}"
    );
}

#[test]
fn boxes_that_tumble_in_each_other_keep_the_allowed_depth() {
    fn in_the_plane<T: Real>(rng: &mut StdRng, distance: f64) -> ConstantVelocity2<T> {
        let mut any = |most: f64| T::of(rng.random_range(-most..most));
        let place = Isometry2::new(vector![T::of(distance), any(0.3)], any(3.0));
        ConstantVelocity2::new(place, vector![any(1.0), any(0.5)], any(4.0)).expect("a motion")
    }
    fn in_space<T: Real>(rng: &mut StdRng, distance: f64) -> ConstantVelocity3<T> {
        let mut any = |most: f64| T::of(rng.random_range(-most..most));
        let turn = vector![any(2.0), any(2.0), any(2.0)];
        let place = Isometry3::new(vector![T::of(distance), any(0.3), any(0.3)], turn);
        let spin = vector![any(3.0), any(3.0), any(3.0)];
        ConstantVelocity3::new(place, vector![any(1.0), any(0.5), any(0.5)], spin)
            .expect("a motion")
    }
    boxes_keep_the_allowed_depth(in_the_plane::<f64>);
    boxes_keep_the_allowed_depth(in_the_plane::<f32>);
    boxes_keep_the_allowed_depth(in_space::<f64>);
    boxes_keep_the_allowed_depth(in_space::<f32>);
}

type Flying = Moving<AnyShape<f32, 3>, ConstantVelocity3<f32>, f32, 3>;

/// A small body that is shot at a thin plate, and may overlap it by a share of the thinner one's size.
fn shot(rng: &mut StdRng) -> (f32, [Flying; 2]) {
    let any = |rng: &mut StdRng, from: f32, to: f32| rng.random_range(from..to);
    let scale = |rng: &mut StdRng, from: f32, to: f32| from * (to / from).powf(rng.random());
    let vector =
        |rng: &mut StdRng, most: f32| Vector3::from_fn(|_, _| rng.random_range(-most..most));
    let (thin, small) = (scale(rng, 0.002, 0.02), scale(rng, 0.004, 0.07));
    let wide = [any(rng, 0.5, 2.0), any(rng, 0.5, 2.0)];
    let plate = Cuboid::new(vector![wide[0], thin, wide[1]]).expect("a box");
    let bullet = match rng.random_range(0..3) {
        0 => AnyShape::from(Cuboid::new(vector![small, small, small]).expect("a box")),
        1 => AnyShape::from(Capsule::new(0.6 * small, 0.4 * small).expect("a capsule")),
        _ => AnyShape::from(Ball::new(small).expect("a ball")),
    };
    let speed = scale(rng, 5.0, 50.0);
    let velocity = vector(rng, speed);
    let spins = [vector(rng, 1.0), vector(rng, 3.0)];
    let time = any(rng, 0.1, 0.9);
    let from = vector(rng, 0.4) - velocity * time;
    let still = ConstantVelocity3::new(
        Isometry3::new(Vector3::zeros(), vector(rng, 3.0)),
        Vector3::zeros(),
        spins[0],
    );
    let flies = ConstantVelocity3::new(Isometry3::new(from, vector(rng, 3.0)), velocity, spins[1]);
    let allowed = thin.min(small) * [0.01, 0.1, 0.5][rng.random_range(0..3)];
    let bodies = [(AnyShape::from(plate), still), (bullet, flies)];
    (
        allowed,
        bodies.map(|(shape, motion)| Moving::new(shape, motion.expect("a motion"))),
    )
}

/// Single precision hides gaps that are small beside the way of a fast body. The default tolerance grows where it does,
/// and so each of these ends with an impact or a proof.
#[test]
fn fast_bodies_meet_in_single_precision_with_an_overlap_allowed() {
    let mut rng = StdRng::seed_from_u64(1911);
    let (mut impacts, mut began) = (0, 0);
    for case in 0..4000 {
        let (allowed, [plate, bullet]) = shot(&mut rng);
        let query = Query::new().target_distance(-allowed);
        let solution = query.time_of_impact(&plate, &bullet, 0.0..=1.0);
        match solution.expect("an answer").outcome {
            Outcome::Impact(impact) => {
                assert!(impact.distance <= impact.tolerance - allowed, "{case}");
                impacts += 1;
            }
            Outcome::Separated(_) => {}
            // a few are slow, and start in the plate
            Outcome::Overlapping(_) => began += 1,
            other => panic!("{case}: {other:?}"),
        }
    }
    assert!(impacts > 1000 && began < 200, "{impacts} {began}");
}

/// A block that sinks into a floor starts within the tolerance of the allowed depth. If it is less deep, it does not
/// count as overlapping: it has its impact at the start. It was once said to overlap. Half-spaces say the same.
#[test]
fn bodies_that_start_less_deep_than_allowed_by_less_than_the_tolerance_have_an_impact() {
    let floor = Moving::new(cuboid([10.0, 0.5]), at(0.0, -0.5));
    let half_space = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0]).expect("a normal");
    let query = Query::new().target_distance(-0.005).tolerance(1e-3);
    for (depth, overlaps) in [(0.0045, false), (0.00499, false), (0.00501, true)] {
        let sinking = gliding([0.0, 0.5 - depth], [0.0, -1.0]);
        let block = Moving::new(cuboid([0.5, 0.5]), sinking);
        let answers = [
            query.time_of_impact(&floor, &block, 0.0..=1.0),
            query.time_of_impact(&block, &floor, 0.0..=1.0),
            query.time_of_impact_on(&half_space, &block, 0.0..=1.0),
        ];
        for answer in answers {
            match answer.expect("an answer").outcome {
                Outcome::Overlapping(overlap) => {
                    assert!(overlaps && (overlap.depth - depth).abs() < 1e-12);
                }
                Outcome::Impact(impact) => {
                    assert!(!overlaps && impact.time == 0.0, "{depth}");
                    assert!((impact.distance + depth).abs() < 1e-12);
                    assert!(impact.distance <= -0.005 + impact.tolerance);
                }
                other => panic!("{depth}: {other:?}"),
            }
        }
    }
}
