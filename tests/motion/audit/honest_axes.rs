//! True claims about fixed axes: those of the crate's motions, and some that are as rough as claims may be.

use nalgebra::{Complex, Isometry2, UnitComplex, Vector2, matrix, vector};
use photofinish::audit::audit_motion;
use photofinish::motion::{
    ConstantVelocity, FixedAxis, Motion, Piecewise, Placement, Rotor, Sweep,
};
use photofinish::{Real, Span};

use super::right::{Poses, motions, poses2, poses3};
use super::{point, span};

/// A hand of a clock: it turns at a constant rate from angle 0 at time 0.
struct Hand {
    speed: f64,
    /// How far a point at distance 1 is off at about half of all times. Placements at other times are exact to an ulp.
    off: f64,
    claim: FixedAxis<f64, 2>,
}

impl Hand {
    /// Returns a hand that is as exact as its sines, and claims just that.
    fn exact(speed: f64) -> Self {
        Self {
            speed,
            off: 0.0,
            claim: FixedAxis {
                axis: matrix![0.0, -1.0; 1.0, 0.0],
                slowest: speed,
                fastest: speed,
                ..FixedAxis::without_turning()
            },
        }
    }

    fn at(angle: f64) -> UnitComplex<f64> {
        let (sin, cos) = angle.sine_and_cosine();
        UnitComplex::new_unchecked(Complex::new(cos, sin))
    }

    fn passes(&self) {
        let hand: &dyn Motion<f64, 2, Rotation = UnitComplex<f64>> = self;
        audit_motion(hand, span(-1.0, 4.5), 1.0).expect("an honest motion");
    }
}

impl Motion<f64, 2> for Hand {
    type Rotation = UnitComplex<f64>;

    fn pose(&self, time: f64) -> Isometry2<f64> {
        Isometry2::from_parts(Vector2::zeros().into(), Self::at(self.speed * time))
    }

    fn placement(&self, time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
        let is_off = (1e4 * time).sine_and_cosine().0 > 0.0;
        let off = if is_off { self.off } else { 0.0 };
        let angle = self.speed * time + 2.0 * (0.5 * off).asin();
        Placement {
            rotation: Self::at(angle).to_rotation_matrix().into_inner(),
            translation: -origin,
            translation_error: Vector2::zeros(),
            angle_error: off + f64::EPSILON,
        }
    }

    fn center(&self) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn next_knot(&self, _after: f64) -> Option<f64> {
        None
    }

    fn fixed_axis(&self, _during: Span<f64>) -> Option<FixedAxis<f64, 2>> {
        Some(self.claim)
    }
}

/// The speed is a power of two, so that a time multiplied by it is exact. What rounding adds to so many turns is due to
/// the audit alone.
#[test]
fn a_fast_hand_passes() {
    Hand::exact(1_048_576.0).passes();
}

#[test]
fn an_axis_may_be_off_by_some_ulps() {
    let mut hand = Hand::exact(2.0);
    hand.claim.axis *= 1.0 + 6.0 * f64::EPSILON;
    hand.passes();
}

/// An error is a length at distance 1, and the angle is larger.
#[test]
fn placements_may_be_off_by_all_that_they_state() {
    let mut hand = Hand::exact(2.0);
    hand.off = 0.45;
    hand.passes();
}

/// Over most spans these rates leave open how many full turns the hand makes, and nothing follows for its angular
/// acceleration.
#[test]
fn claims_may_be_looser_than_the_truth() {
    let mut hand = Hand::exact(2.0);
    (hand.claim.slowest, hand.claim.fastest) = (0.0, 50.0);
    hand.passes();
}

fn all_speeds_pass<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    for (speed, far) in [(1e-6, 0.0), (0.1, 1e5), (30.0, 1.0), (1e6, 1e5)] {
        let mut poses = poses;
        for pose in &mut poses {
            pose.translation.vector += point::<T, D>(1.0) * T::of(far);
        }
        for motion in motions(poses, R::scaled(spin, T::of(speed))) {
            audit_motion(&*motion, span(-1.0, 4.5), T::one()).expect("a motion");
        }
        // the pieces of a path turn about the origin of its frame, or the path has no fixed axis
        let [from, to] = poses.map(|mut pose| {
            pose.translation.vector *= T::of(0.5);
            pose
        });
        let knots = [-1.0, 2.0, 5.0].map(T::of);
        let center = nalgebra::SVector::zeros();
        let there = Sweep::new((knots[0], from), (knots[1], to), center).expect("a motion");
        let back = Sweep::new((knots[1], to), (knots[2], from), center).expect("a motion");
        let path = Piecewise::new(knots.to_vec(), vec![there, back]).expect("they fit");
        assert!(
            path.fixed_axis(span(0.0, 1.0))
                .is_some_and(|moves| moves.turns())
        );
        let path: &dyn Motion<T, D, Rotation = R> = &path;
        audit_motion(path, span(-1.0, 4.5), T::one()).expect("a path");
    }
}

/// All motions but the path with a centre elsewhere claim a fixed axis.
#[test]
fn motions_of_all_speeds_and_places_pass() {
    all_speeds_pass::<f64, 2, _>(poses2(), 3.0);
    all_speeds_pass::<f32, 2, _>(poses2(), 3.0);
    all_speeds_pass::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    all_speeds_pass::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    let claims = motions(poses2::<f64>(), 3.0);
    let claims = claims
        .iter()
        .map(|motion| motion.fixed_axis(span(0.0, 1.0)));
    assert_eq!(claims.filter(Option::is_some).count(), 6);
}

/// Positions of bodies that hardly move underflow.
#[test]
fn motions_of_the_smallest_speeds_are_right() {
    let second = Span::new(0.0f32, 1.0).expect("a span");
    for speed in [1e-36f32, 1e-40, 1e-43] {
        let motion = ConstantVelocity::new(Isometry2::identity(), vector![speed, 0.0], 0.0);
        let audited = audit_motion(&motion.expect("a motion"), second, 1.0);
        assert_eq!(audited, Ok(()), "{speed}");
    }
    for speed in [1e-310, 1e-320] {
        let motion = ConstantVelocity::new(Isometry2::identity(), vector![speed, 0.0], 0.0);
        let audited = audit_motion(&motion.expect("a motion"), span(0.0, 1.0), 1.0);
        assert_eq!(audited, Ok(()), "{speed}");
    }
}
