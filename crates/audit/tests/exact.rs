//! True claims about frames that are exact, or state no more than their errors: only the rounding of the audit is left.

use nalgebra::{Matrix3, Vector3, matrix};
use photofinish::motion::{FixedAxis, Placement};
use photofinish::shape::PointSet;
use photofinish::support::Posed;
use photofinish::{BodyFrame, Extrusion, Span};
use photofinish_audit::audit_extrusion;

use super::{span, turn};

/// A single point that turns about the origin.
struct Turning<F> {
    rotation: F,
    angle_error: f64,
    lever: Vector3<f64>,
    claim: Option<FixedAxis<f64, 3>>,
    origin: PointSet<f64, 3>,
}

impl<F: Fn(f64) -> Matrix3<f64>> Turning<F> {
    fn new(rotation: F, angle_error: f64) -> Self {
        Self {
            rotation,
            angle_error,
            lever: Vector3::zeros(),
            claim: None,
            origin: PointSet::new(vec![Vector3::zeros()]).expect("a point"),
        }
    }

    fn passes(&self, end: f64) {
        assert_eq!(audit_extrusion(self, span(0.0, end)), Ok(()));
    }
}

impl<F: Fn(f64) -> Matrix3<f64>> Extrusion<f64, 3> for Turning<F> {
    type Slice<'a>
        = Posed<&'a PointSet<f64, 3>, f64, 3>
    where
        Self: 'a;

    fn slice(&self, time: f64, origin: &Vector3<f64>) -> Self::Slice<'_> {
        let place = Placement {
            rotation: Matrix3::identity(),
            translation: (self.rotation)(time) * self.lever - origin,
            translation_error: Vector3::zeros(),
            angle_error: 0.0,
        };
        Posed::placed(&self.origin, 0.0, place)
    }

    fn reference(&self, _time: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn size(&self) -> f64 {
        0.0
    }

    fn acceleration_bound(&self, _along: &Vector3<f64>, _during: Span<f64>) -> Option<f64> {
        None
    }

    fn speed_bound(&self, _along: &Vector3<f64>, _during: Span<f64>) -> Option<f64> {
        None
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        Some(after.floor() + 1.0)
    }

    fn fixed_axis(&self, _during: Span<f64>) -> Option<FixedAxis<f64, 3>> {
        self.claim
    }

    fn frame(&self, time: f64, origin: &Vector3<f64>) -> Option<BodyFrame<f64, 3>> {
        Some(BodyFrame {
            rotation: (self.rotation)(time),
            angle_error: self.angle_error,
            center: -origin,
            center_error: 0.0,
            reach: self.lever.norm(),
        })
    }
}

/// Such turns are exact, and so is a lever turned. Only the sums of products differ.
#[test]
fn turns_by_a_third_are_exact() {
    let third = matrix![0.0, 0.0, 1.0; 1.0, 0.0, 0.0; 0.0, 1.0, 0.0];
    let turns = [Matrix3::identity(), third, third * third];
    let mut turning = Turning::new(|time| turns[time.min(2.0) as usize], 0.0);
    turning.lever = Vector3::new(2.0, -3.0, 6.0);
    turning.passes(3.0);
}

/// Sine and cosine are off by half an ulp each at most, which is less than 5.6e-17.
#[test]
fn rotations_may_be_off_by_less_than_an_ulp() {
    let turn = |time: f64| {
        let (m, n) = (100.0, time.floor() + 1.0);
        let (x, y, r) = (m * m - n * n, 2.0 * m * n, m * m + n * n);
        matrix![x / r, -y / r, 0.0; y / r, x / r, 0.0; 0.0, 0.0, 1.0]
    };
    Turning::new(turn, 7.9e-17).passes(99.0);
}

#[test]
fn rotations_may_stretch_by_their_error() {
    let longer = |_| Matrix3::identity() * 1.3;
    Turning::new(longer, 0.3 + f64::EPSILON).passes(1.0);
}

/// Returns a point that turns steadily at this rate about the y axis, and claims just that.
fn steady(rate: f64) -> Turning<impl Fn(f64) -> Matrix3<f64>> {
    let mut turning = Turning::new(move |time| turn(rate * time), f64::EPSILON);
    turning.claim = Some(FixedAxis {
        axis: matrix![0.0, 0.0, -1.0; 0.0, 0.0, 0.0; 1.0, 0.0, 0.0],
        slowest: rate,
        fastest: rate,
        ..FixedAxis::without_turning()
    });
    turning
}

/// The rate is a power of two, so that a time multiplied by it is exact. What rounding adds to so many turns is due to
/// the audit alone.
#[test]
fn fast_turns_pass() {
    steady(1_048_576.0).passes(4.5);
}

#[test]
fn an_axis_may_be_off_by_some_ulps() {
    let mut turning = steady(2.0);
    turning.claim.as_mut().expect("a claim").axis *= 1.0 + 6.0 * f64::EPSILON;
    turning.passes(4.5);
}

/// Over most spans these rates leave open how many full turns the point makes, and nothing follows for its angular
/// acceleration.
#[test]
fn claims_may_be_looser_than_the_truth() {
    let mut turning = steady(2.0);
    let claim = turning.claim.as_mut().expect("a claim");
    (claim.slowest, claim.fastest) = (0.0, 50.0);
    turning.passes(4.5);
}
