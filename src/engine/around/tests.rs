use std::convert::Infallible;

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion, Vector3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::engine::track::Track;
use crate::engine::{Body, Pass};
use crate::motion::{Motion, Rotor};
use crate::proximity::proximity;
use crate::shape::{AnyShape, Ball, Capsule, Cuboid};
use crate::support::Posed;

type Form<'s, T, R, const D: usize> = Body<&'s AnyShape<T, D>, T, R, D>;

type Way<'t, 's, T, R, const D: usize> = Track<'t, &'s AnyShape<T, D>, Infallible, T, R, D>;

fn vector<T: Real, const D: usize>(rng: &mut StdRng, most: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(rng.random_range(-most..most)))
}

/// Returns a rotation by up to this much about each axis.
fn rotation<T: Real, R: Rotor<T, D>, const D: usize>(rng: &mut StdRng, most: f64) -> R {
    let (axis, angle) = R::axis_and_speed(R::velocity_of(vector(rng, most)));
    R::turn(axis, angle)
}

fn shape<T: Real, const D: usize>(rng: &mut StdRng) -> AnyShape<T, D> {
    let sizes = Vector3::from_fn(|_, _| T::of(rng.random_range(0.01..0.4)));
    match rng.random_range(0..3) {
        0 => Ball::new(sizes[0]).expect("a ball").into(),
        1 => Capsule::new(sizes[0], sizes[1]).expect("a capsule").into(),
        _ => Cuboid::new(sizes.fixed_rows::<D>(0).into_owned())
            .expect("a cuboid")
            .into(),
    }
}

/// Returns the poses of a body that goes and turns by up to this much about each axis.
fn ends<T: Real, R: Rotor<T, D>, const D: usize>(
    rng: &mut StdRng,
    (way, turn): (f64, f64),
) -> [Isometry<T, R, D>; 2] {
    let place: SVector<T, D> = vector(rng, 0.4);
    let first: R = rotation(rng, 3.0);
    let turned = rotation::<T, R, D>(rng, turn) * first;
    let moved = place + vector::<T, D>(rng, way);
    [
        Isometry::from_parts(Translation::from(place), first),
        Isometry::from_parts(Translation::from(moved), turned),
    ]
}

/// Returns the body of a track at a time: its shape and its pose.
fn placed<'t, T: Real, R: Rotor<T, D>, const D: usize>(
    track: &'t Way<'_, '_, T, R, D>,
    time: T,
) -> (&'t AnyShape<T, D>, Isometry<T, R, D>) {
    match track.body() {
        AnyBody::Shape(body) => (body.shape(), body.motion().pose(time)),
        _ => unreachable!("all of them are shapes"),
    }
}

/// Checks at many times that bodies are within their boxes. Returns the mean excess of the boxes over the bodies at the
/// ends and in between, as a share of the radius.
fn boxes_contain_bodies<T: Real, R: Rotor<T, D>, const D: usize>(turn: f64) -> [f64; 2] {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut excess, mut count) = ([0.0; 2], 0.0);
    for _ in 0..40 {
        let (form, ends) = (
            shape::<T, D>(&mut rng),
            ends::<T, R, D>(&mut rng, (0.5, turn)),
        );
        let bodies = [Form::new(&form, ends[0], ends[1])];
        let mut track = Track::new(0, &bodies).expect("a sweep");
        let from = [0.0, 0.3][rng.random_range(0..2)];
        if from > 0.0 {
            track.head_for(T::of(from), ends[1]).expect("a sweep");
        }
        let place = track.place();
        let around = place.around.expect("no floor");
        for step in 0..=16 {
            let u = T::of(f64::from(step) / 16.0);
            let time = T::of(from) + (T::one() - T::of(from)) * u;
            let (form, pose) = placed(&track, time);
            let center = around.center(time);
            for (axis, sign) in (0..D).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
                let sign = T::of(sign);
                let mut outward = SVector::<T, D>::zeros();
                outward[axis] = sign;
                let along = pose.rotation.inverse_transform_vector(&outward);
                let reach = form.support_point(&along).dot(&along)
                    + (pose.translation.vector[axis] - center[axis]) * sign;
                let corner = around.corners[usize::from(sign > T::zero())];
                let side = corner[axis] * sign
                    + around.growth[axis] * u
                    + around.bulge[axis] * u * (T::one() - u)
                    + around.off[axis];
                assert!(reach <= side, "{reach} beyond {side} at {u}");
                let loose = ((side - reach) / around.radius).as_f64();
                excess[usize::from(step % 16 != 0)] += loose;
            }
        }
        count += f64::from(u8::try_from(2 * D).expect("few axes"));
    }
    [excess[0] / (2.0 * count), excess[1] / (15.0 * count)]
}

#[test]
fn boxes_contain_bodies_that_turn() {
    for (turn, most) in [(0.1, 1e-3), (0.6, 0.03), (1.5, 0.4)] {
        for [at_ends, between] in [
            boxes_contain_bodies::<f64, UnitQuaternion<f64>, 3>(turn),
            boxes_contain_bodies::<f32, UnitQuaternion<f32>, 3>(turn),
            boxes_contain_bodies::<f64, UnitComplex<f64>, 2>(turn),
            boxes_contain_bodies::<f32, UnitComplex<f32>, 2>(turn),
        ] {
            assert!(between < most, "{turn}: {between}");
            // what turns fast has the box around its ball
            assert!(at_ends < most, "{turn}: {at_ends}");
        }
    }
}

/// Checks at many times that two bodies overlap by no more than is allowed before the time that balls and boxes tell.
/// Returns how many pairs that start near are never asked about, and how many are asked about later.
fn bodies_overlap_by_no_more<T: Real, R: Rotor<T, D>, const D: usize>(
    seed: u64,
    off: f64,
) -> [usize; 2] {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut counts = [0; 2];
    for _ in 0..450 {
        let forms = [shape::<T, D>(&mut rng), shape(&mut rng)];
        let size = [(0.02, 0.05), (0.3, 0.5), (1.0, 1.2)][rng.random_range(0..3)];
        let ways = [ends::<T, R, D>(&mut rng, size), ends(&mut rng, size)];
        let bodies = [0, 1].map(|side| Form::new(&forms[side], ways[side][0], ways[side][1]));
        let allowed = T::of(rng.random_range(0.0..0.2));
        // such a tolerance is too large for thin bodies, which may not overlap then
        let tolerance = [1e-9, 1e-9, 1e-9, 0.2][rng.random_range(0..4)];
        let pass = Pass::new()
            .allowed_overlap(allowed)
            .tolerance(T::of(tolerance));
        let from = [0.0, 0.0, 0.4][rng.random_range(0..3)];
        let mut tracks = [0, 1].map(|side| Track::new(side, &bodies).expect("a sweep"));
        if from > 0.0 {
            tracks[0]
                .head_for(T::of(from), ways[0][1])
                .expect("a sweep");
        }
        let places = [tracks[0].place(), tracks[1].place()];
        let until = pass.shallow_until(
            [&places[0], &places[1]],
            (pass.base([&places[0], &places[1]]), T::of(from)),
        );
        let depth = |time: T| {
            let [a, b] = [0, 1].map(|side| placed(&tracks[side], time));
            let [a, b] = [a, b].map(|(shape, pose)| Posed::new(shape, &pose).expect("a pose"));
            -proximity(&a, &b).signed_distance().as_f64()
        };
        // a quarter of the thinner one that has a width
        let widths = [0, 1].map(|side| forms[side].inner_diameter().as_f64());
        let thinner = match widths.contains(&0.0) {
            true => widths[0].max(widths[1]),
            false => widths[0].min(widths[1]),
        };
        let most = allowed.as_f64().min(thinner * 0.25);
        let most = match widths[0] + widths[1] > 2.0 * (most + tolerance) {
            true => most,
            false => 0.0,
        };
        let start = T::of(from);
        if depth(start) < -0.05 || until == Some(start) {
            continue;
        }
        counts[usize::from(until.is_some())] += 1;
        let end = until.unwrap_or(T::one());
        for step in 0..=12 {
            let time = start + (end - start) * T::of(f64::from(step) / 12.0);
            let depth = depth(time);
            assert!(
                depth <= most + off,
                "{depth} of {most} at {time} before {until:?}"
            );
        }
    }
    counts
}

#[test]
fn before_balls_and_boxes_meet_bodies_overlap_by_no_more_than_is_allowed() {
    for counts in [
        bodies_overlap_by_no_more::<f64, UnitQuaternion<f64>, 3>(1, 1e-9),
        bodies_overlap_by_no_more::<f32, UnitQuaternion<f32>, 3>(2, 3e-5),
        bodies_overlap_by_no_more::<f64, UnitComplex<f64>, 2>(4, 1e-9),
        bodies_overlap_by_no_more::<f32, UnitComplex<f32>, 2>(3, 3e-5),
    ] {
        assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
    }
}

/// A ball beside another one, 0.01 deep. They may overlap by 0.02, unless the tolerance is as large as they are.
#[test]
fn bodies_that_are_thin_for_a_tolerance_are_asked_about_at_once() {
    let ball = AnyShape::from(Ball::new(0.1).expect("a ball"));
    let bodies = [0.0, 0.19].map(|x| {
        let pose = Isometry::<f64, UnitComplex<f64>, 2>::translation(x, 0.0);
        Form::new(&ball, pose, pose)
    });
    let places = [0, 1].map(|side| Track::new(side, &bodies).expect("a sweep").place());
    let places = [&places[0], &places[1]];
    for (tolerance, until) in [(1e-9, None), (0.2, Some(0.0))] {
        let pass = Pass::new().allowed_overlap(0.02).tolerance(tolerance);
        let base = pass.base(places);
        assert_eq!(pass.shallow_until(places, (base, 0.0)), until);
    }
}

/// A ball that gets 0.0205 deep into another one, where 0.02 is allowed.
#[test]
fn balls_that_get_a_little_too_deep_are_asked_about_just_before() {
    let ball = AnyShape::from(Ball::new(0.1).expect("a ball"));
    let at = Isometry::<f64, UnitComplex<f64>, 2>::translation;
    let bodies = [
        Form::new(&ball, at(0.0, 0.0), at(0.0, 0.0)),
        Form::new(&ball, at(0.2, 0.0), at(0.1795, 0.0)),
    ];
    let places = [0, 1].map(|side| Track::new(side, &bodies).expect("a sweep").place());
    let pass = Pass::new().allowed_overlap(0.02).tolerance(1e-9);
    let until = pass.shallow_until([&places[0], &places[1]], (0.02, 0.0));
    let exact = 0.02 / 0.0205;
    assert!(
        until.is_some_and(|until| (exact - 1e-4..=exact).contains(&until)),
        "{until:?}"
    );
}
