//! Sweeps that begin anew on their way, against poses at many times.

use nalgebra::{
    Isometry, SVector, Translation, Unit, UnitComplex, UnitQuaternion, Vector3, vector,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Sweep;
use crate::motion::{ConstantVelocity, Motion, Rotor};
use crate::{Real, Span, ToF64};

/// Returns the angle between two rotations.
fn angle_between<T: Real, R: Rotor<T, D>, const D: usize>(one: &R, other: &R) -> f64 {
    let difference = (one.matrix() - other.matrix()).map(T::as_f64).norm();
    2.0 * (difference / 8f64.sqrt()).min(1.0).asin()
}

/// A body that goes on to the same end by a new sweep turns at other rates, by no more than the bound says. The bound is
/// sharp where little is left of the turn, and says that nothing changes where nothing does.
fn keeps_its_bound<T: Real, R: Rotor<T, D>, const D: usize>(
    mut turn: impl FnMut(f64, &mut StdRng) -> R,
) {
    let mut rng = StdRng::seed_from_u64(31);
    let (begin, duration) = (2.0, 0.5);
    let (mut sharpest, mut largest) = (0.0_f64, 0.0_f64);
    for case in 0..30 {
        // most turns are long, some are nearly half a turn
        let angle = match case % 4 {
            0 => 10f64.powf(rng.random_range(-6.0..0.0)),
            1 => rng.random_range(3.0..3.1),
            _ => rng.random_range(0.1..3.1),
        };
        let to = turn(angle, &mut rng);
        let at = |x: f64, rotation: R| {
            let way = SVector::<f64, D>::repeat(x).map(T::of);
            Isometry::from_parts(Translation::from(way), rotation)
        };
        let ends = (
            (T::of(begin), at(0.0, R::identity())),
            (T::of(begin + duration), at(3.0, to)),
        );
        let sweep = Sweep::new(ends.0, ends.1, SVector::zeros()).expect("no half turn");
        for share in [0.0, 0.03, 0.3, 0.5, 0.6, 0.9, 0.999, 1.0] {
            let since = T::of(begin + duration * share);
            let bound = sweep.retimed_by(since).as_f64();
            if share == 0.0 || share == 1.0 {
                assert!(bound < 1e3 * T::EPSILON.as_f64(), "{bound} at an end");
                continue;
            }
            let anew = Sweep::new((since, sweep.pose(since)), ends.1, SVector::zeros());
            let anew = anew.expect("less than before");
            let mut most = 0.0_f64;
            for step in 0..=40 {
                let passed = share + (1.0 - share) * f64::from(step) / 40.0;
                let time = T::of(begin + duration * passed);
                let off = angle_between(&sweep.pose(time).rotation, &anew.pose(time).rotation);
                // a rotation is off by some ulps, near half a turn by more of them
                let rounding = 64.0 * T::EPSILON.as_f64() / (0.5 * angle).cos().max(0.01);
                assert!(
                    off <= bound + rounding,
                    "{angle} from {share} on: {off}, not {bound}"
                );
                most = most.max(off);
            }
            if most > 1e-3 {
                sharpest = sharpest.max(most / bound);
                largest = largest.max(most);
            }
        }
    }
    assert!(sharpest > 0.9, "{sharpest}");
    assert!(largest > 0.1, "{largest}");
}

#[test]
fn sweeps_that_begin_anew_turn_at_rates_within_their_bound() {
    keeps_its_bound::<f64, UnitComplex<f64>, 2>(|angle, _| UnitComplex::new(angle));
    keeps_its_bound::<f32, UnitComplex<f32>, 2>(|angle, _| UnitComplex::new(-angle as f32));
    let axis = |rng: &mut StdRng| {
        let mut any = || rng.random_range(-1.0..1.0);
        Unit::new_normalize(vector![any(), any(), any()])
    };
    keeps_its_bound::<f64, UnitQuaternion<f64>, 3>(|angle, rng| {
        UnitQuaternion::from_axis_angle(&axis(rng), angle)
    });
    keeps_its_bound::<f32, UnitQuaternion<f32>, 3>(|angle, rng| {
        UnitQuaternion::from_axis_angle(&axis(rng), angle).cast()
    });
}

#[test]
fn points_beside_the_centre_bend_within_their_bound() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut sharpest, mut largest) = (0.0_f64, 0.0_f64);
    for _ in 0..200 {
        let angle = 10f64.powf(rng.random_range(-3.0..0.49));
        let sweep = turning(angle, 2.0, &mut rng);
        let point = SVector::<f32, 3>::from_fn(|_, _| rng.random_range(-3.0..3.0));
        let at = |time: f32| sweep.pose(time).transform_point(&point.into()).coords;
        let since = [0.0, 0.5, 1.3][rng.random_range(0..3)];
        let bound = sweep.bends_by(since, &point);
        let (from, to) = (at(since), at(2.0));
        for step in 1..20 {
            let share = step as f32 / 20.0;
            let straight = from + (to - from) * share;
            let off = (at(since + (2.0 - since) * share) - straight).norm();
            assert!(off <= bound + 1e-5, "{off}, not {bound}, for {angle}");
            largest = largest.max(off.into());
            if angle < 0.5 && bound > 1e-3 {
                sharpest = sharpest.max((off / bound).into());
            }
        }
    }
    assert!(sharpest > 0.8, "{sharpest}");
    assert!(largest > 1.0, "{largest}");
}

/// Returns a sweep that turns by about this angle, with numbers of single precision.
fn turning(angle: f64, duration: f32, rng: &mut StdRng) -> Sweep<f32, UnitQuaternion<f32>, 3> {
    let mut any = |size: f64| SVector::<f64, 3>::from_fn(|_, _| rng.random_range(-size..size));
    let (first, axis) = (UnitQuaternion::new(any(2.0)), any(1.0));
    let last = UnitQuaternion::from_axis_angle(&Unit::new_normalize(axis), angle) * first;
    let ends = [(0.0, first), (duration, last)].map(|(time, rotation)| {
        let place = Translation::from(SVector::zeros());
        (time, Isometry::from_parts(place, rotation.cast::<f32>()))
    });
    Sweep::new(ends[0], ends[1], SVector::zeros()).expect("less than half a turn")
}

/// Of a tiny turn, rounding leaves a share of the angle, and a small share of a long one. The rates of a sweep hold for
/// the exact turn between its poses all the same.
#[test]
fn the_slowest_and_the_fastest_rate_are_beyond_those_of_the_exact_turn() {
    let mut rng = StdRng::seed_from_u64(41);
    let mut tiny = 0;
    for case in 0..500 {
        let duration = [1e-3, 1.0, 1e3][case % 3];
        let angle = match case % 2 {
            0 => 10f64.powf(rng.random_range(-7.0..-4.0)),
            _ => rng.random_range(0.01..2.9),
        };
        let sweep = turning(angle, duration, &mut rng);
        let during = Span::new(duration * 0.25, duration * 0.5).expect("in order");
        let wide = Span::new(f64::from(during.start()), f64::from(during.end()));
        let [single, double] = [
            sweep
                .fixed_axis(during)
                .map(|moves| [moves.slowest, moves.fastest].map(f64::from)),
            sweep
                .to_f64()
                .fixed_axis(wide.expect("in order"))
                .map(|moves| [moves.slowest, moves.fastest]),
        ]
        .map(|rates| rates.expect("an axis"));
        // double precision is not exact either, of tiny turns to 1e-8
        assert!(
            single[0] <= double[0] * (1.0 + 1e-7),
            "{angle}: {single:?} {double:?}"
        );
        assert!(
            single[1] >= double[1] * (1.0 - 1e-7) || angle < 1e-5,
            "{angle}: {single:?} {double:?}"
        );
        tiny += usize::from(single[0] > 0.5 * double[0] && angle < 1e-4);
    }
    assert!(tiny > 1, "{tiny}");
}

/// Two rotations that differ by rounding alone are a turn, even if single precision finds none between them.
#[test]
fn points_move_no_faster_than_is_said_where_rounding_hides_the_turn() {
    let mut rng = StdRng::seed_from_u64(43);
    let during = Span::new(0.0f32, 1.0).expect("in order");
    let wide = Span::new(0.0, 1.0).expect("in order");
    let mut hidden = 0;
    for _ in 0..1_500 {
        let sweep = turning(rng.random_range(0.0..2e-7), 1.0, &mut rng);
        let double = sweep.to_f64();
        let along = SVector::<f32, 3>::from_fn(|_, _| rng.random_range(-1.0..1.0));
        let least = double
            .speed_bound(&along.map(f64::from), wide, 2.0)
            .expect("a bound");
        let bound = sweep.speed_bound(&along, during, 2.0).expect("a bound");
        assert!(
            f64::from(bound) >= least * (1.0 - 1e-7),
            "{bound} < {least}"
        );
        let [start, end] = sweep.given_poses();
        // its slerp is still in single precision, and says by what speed it may be off
        let slerp = ConstantVelocity::between(start, end, SVector::zeros()).expect("a motion");
        let bound = slerp.speed_bound(&along, during, 2.0).expect("a bound");
        assert!(f64::from(bound) >= least, "{bound} < {least}");
        let found = UnitQuaternion::turn_between(&start.1.rotation, &end.1.rotation);
        hidden += usize::from(found == Vector3::zeros() && least > 1e-8);
    }
    assert!(hidden > 3, "{hidden}");
}
