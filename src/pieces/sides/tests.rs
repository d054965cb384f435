use nalgebra::{Isometry3, Matrix3, Quaternion, Rotation3, UnitQuaternion, Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{gets_ahead, normal_error};
use crate::motion::{AtRest, ConstantVelocity, FixedAxis, Motion, Placement};
use crate::pieces::Surface;
use crate::{Real, Span};

type Flight = ConstantVelocity<f32, UnitQuaternion<f32>, 3>;

fn direction(random: &mut StdRng) -> Vector3<f64> {
    loop {
        let any: Vector3<f64> = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&any.norm()) {
            return any.normalize();
        }
    }
}

fn flight(velocity: Vector3<f64>) -> Flight {
    let velocity = velocity.map(f32::of);
    ConstantVelocity::new(Isometry3::identity(), velocity, Vector3::zeros()).unwrap()
}

/// Says of what moves nearly along a plane whether it gets ahead. What the exact velocity gains along the exact normal
/// must then not be negative.
fn judge(
    still: &impl Motion<f32, 3>,
    (normal, error): (Vector3<f32>, f32),
    exact: &Vector3<f64>,
    (gain, random): (f64, &mut StdRng),
) -> bool {
    let any = direction(random);
    let along = (any - exact * exact.dot(&any)).normalize();
    let speed = 10_f64.powf(random.random_range(-3.0..3.0));
    let mover = flight((along + exact * gain) * speed);
    let start = mover.linear_velocity().map(f64::from);
    let span = Span::new(0.0, 1.0).unwrap();
    let gets_ahead = gets_ahead((still, &mover), (normal, error), span, 0.1);
    assert!(
        !gets_ahead || start.dot(exact) >= 0.0,
        "{start:?} {exact:?}"
    );
    gets_ahead
}

/// The rounding of a normal that is computed from the corners, the more the thinner the triangle is, and that of its
/// turn into the frame of the world.
#[test]
fn rounding_of_the_normal_lets_nothing_come_back() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut ahead, mut cases) = (0, 0);
    for _ in 0..1_000 {
        let one = direction(&mut random);
        let thin = 10_f64.powf(random.random_range(-2.5..0.0));
        let place = direction(&mut random) * random.random_range(0.0..3.0);
        let corners = [
            place,
            place + one,
            place + one + direction(&mut random) * thin,
        ];
        let corners = corners.map(|corner| corner.map(f32::of));
        let triangle = Surface::new(corners.to_vec(), vec![[0, 1, 2]]);
        let Some((normal, sine)) = triangle.normal_and_sine(0) else {
            continue;
        };
        let exact = corners.map(|corner| corner.map(f64::from));
        let exact = (exact[1] - exact[0]).cross(&(exact[2] - exact[0]));
        let turned = UnitQuaternion::from_scaled_axis(direction(&mut random) * 2.0);
        let turned = turned.cast::<f32>();
        let exact_turn: Quaternion<f64> = turned.into_inner().cast();
        let exact = (UnitQuaternion::from_quaternion(exact_turn) * exact).normalize();
        let pose = Isometry3::from_parts(Vector3::zeros().into(), turned);
        let still = AtRest::new(pose).unwrap();
        let error = normal_error(sine);
        let ulps = random.random_range(-1.5..2.0);
        let ulps = if random.random_bool(0.5) { -1.0 } else { 1.0 } * 10_f64.powf(ulps);
        let gain = f64::from(f32::EPSILON) / f64::from(sine) * ulps;
        cases += 1;
        ahead += u32::from(judge(&still, (normal, error), &exact, (gain, &mut random)));
    }
    assert!(
        ahead > cases / 10 && ahead < cases * 9 / 10,
        "{ahead} of {cases}"
    );
}

/// A body whose placement is turned by some angle against the truth, and that says so.
struct TurnedBy(Matrix3<f32>, f32, Flight);

impl Motion<f32, 3> for TurnedBy {
    type Rotation = UnitQuaternion<f32>;

    fn pose(&self, time: f32) -> Isometry3<f32> {
        self.2.pose(time)
    }

    fn placement(&self, time: f32, origin: &Vector3<f32>) -> Placement<f32, 3> {
        let exact = self.2.placement(time, origin);
        Placement {
            rotation: self.0 * exact.rotation,
            angle_error: exact.angle_error + self.1,
            ..exact
        }
    }

    fn center(&self) -> Vector3<f32> {
        self.2.center()
    }

    fn next_knot(&self, after: f32) -> Option<f32> {
        self.2.next_knot(after)
    }

    fn speed_bound(&self, along: &Vector3<f32>, during: Span<f32>, reach: f32) -> Option<f32> {
        self.2.speed_bound(along, during, reach)
    }

    fn fixed_axis(&self, during: Span<f32>) -> Option<FixedAxis<f32, 3>> {
        self.2.fixed_axis(during)
    }
}

/// What a rotation may be off by counts as often as the way that points go in any direction.
#[test]
fn a_rotation_that_is_off_lets_nothing_come_back() {
    let mut random = StdRng::seed_from_u64(2);
    let (mut ahead, cases) = (0, 1_000);
    for _ in 0..cases {
        let off = 1e-2;
        let turn = Rotation3::new(direction(&mut random) * off).into_inner();
        let rests = flight(Vector3::zeros());
        let still = TurnedBy(turn.map(f32::of), f32::of(off * 1.0001), rests);
        let exact = direction(&mut random);
        let normal = exact.map(f32::of);
        let gain = off * random.random_range(-0.5..3.0);
        let error = normal_error(1.0);
        ahead += u32::from(judge(&still, (normal, error), &exact, (gain, &mut random)));
    }
    assert!(ahead > cases / 10 && ahead < cases * 9 / 10, "{ahead}");
}

/// A plane that moves itself is got ahead of by what is faster along its normal.
#[test]
fn a_plane_that_moves_counts_with_its_speed() {
    let up = vector![0.0_f32, 1.0, 0.0];
    let span = Span::new(0.0, 1.0).unwrap();
    for (own, other) in [(0.0, 1.0), (1.0, 1.1), (-1.0, -0.9), (-1.0, 0.0)] {
        let [slow, fast] = [own, other].map(|speed| flight(vector![3.0, speed, 0.0]));
        let at = (up, normal_error(1.0));
        assert!(gets_ahead((&slow, &fast), at, span, 0.1), "{own} {other}");
        assert!(!gets_ahead((&fast, &slow), at, span, 0.1), "{own} {other}");
    }
}
