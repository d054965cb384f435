//! Acceleration bounds of single points against closed forms: exact where the bounds should be, never below elsewhere.

use nalgebra::{Isometry3, Vector3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::motion::{Ballistic3, ConstantVelocity3, Motion};
use crate::separation::{TurnedEnds, turns_by_less_than_half};
use crate::shape::PointSet;
use crate::{Extrusion, Moving, Real, Span};

type Body<T> = Moving<PointSet<T, 3>, Ballistic3<T>, T, 3>;

/// A point that turns about a centre in free flight. All its numbers fit single precision.
struct Flight {
    /// The position of the frame at time 0, and its rotation as a rotation vector.
    start: [Vector3<f64>; 2],
    velocity: Vector3<f64>,
    fall: Vector3<f64>,
    spin: Vector3<f64>,
    center: Vector3<f64>,
    point: Vector3<f64>,
}

impl Flight {
    fn random(dice: &mut StdRng) -> Self {
        let mut vector = |size: f64| {
            let number = |_, _| f64::from(dice.random_range(-size..size) as f32);
            Vector3::from_fn(number)
        };
        Self {
            start: [vector(4.0), Vector3::zeros()],
            velocity: vector(3.0),
            fall: vector(2.0),
            spin: vector(2.0),
            center: vector(1.0),
            point: vector(2.0),
        }
    }

    fn motion<T: Real>(&self) -> Ballistic3<T> {
        let cast = |v: &Vector3<f64>| v.map(T::of);
        let pose = Isometry3::new(cast(&self.start[0]), cast(&self.start[1]));
        ConstantVelocity3::new(pose, cast(&self.velocity), cast(&self.spin))
            .and_then(|motion| motion.about(cast(&self.center)))
            .and_then(|motion| Ballistic3::new(motion, cast(&self.fall)))
            .expect("a motion")
    }

    fn body<T: Real>(&self) -> Body<T> {
        let point = PointSet::new(vec![self.point.map(T::of)]).expect("a point");
        Moving::new(point, self.motion())
    }

    /// From the centre to the point.
    fn arm(&self, time: f64) -> Vector3<f64> {
        self.motion::<f64>().pose(time).rotation * (self.point - self.center)
    }

    /// Returns the largest s . p'' during a span, and about how large its terms are.
    fn fastest_along(&self, s: &Vector3<f64>, [start, end]: [f64; 2]) -> (f64, f64) {
        let (w, rate, r) = (&self.spin, self.spin.norm(), self.arm(start));
        let across = w.cross(&w.cross(&r));
        // c cos x + d sin x, with the angle x turned
        let (c, d) = (s.dot(&across), s.dot(&w.cross(&across)) / rate);
        let last = rate * (end - start);
        let peak = d.atan2(c).rem_euclid(std::f64::consts::TAU);
        let largest = if peak < last {
            c.hypot(d)
        } else {
            c.max(c * last.cos() + d * last.sin())
        };
        let size = rate * rate * r.norm() + self.fall.norm();
        (s.dot(&self.fall) + largest, size)
    }
}

fn unit_vector(dice: &mut StdRng) -> Vector3<f64> {
    let any = Vector3::from_fn(|_, _| dice.random_range(-1.0..1.0f64));
    any.normalize().map(|x| f64::from(x as f32))
}

/// The bound by support of a single point, which moves on a circle: exact up to `slack` of its terms, and never below.
fn by_support<T: Real>(slack: f64) {
    let mut dice = StdRng::seed_from_u64(0x7375_7070);
    for round in 0..500 {
        let flight = Flight::random(&mut dice);
        let s = unit_vector(&mut dice);
        let start = f64::from(dice.random_range(0.0..1.0f32));
        // some spans have half a turn and more
        let most = dice.random_range(0.0..3.2) / flight.spin.norm();
        let end = f64::from((start + most) as f32);
        let body = flight.body::<T>();
        let origin = Vector3::zeros();
        let during = Span::known(T::of(start), T::of(end));
        let slices = [start, end].map(|time| body.slice(T::of(time), &origin));
        let moves = body.fixed_axis(during).expect("an axis");
        let frames = [start, end].map(|time| body.frame(T::of(time), &origin).expect("a frame"));
        let turned = flight.spin.norm() * (end - start);
        if !turns_by_less_than_half(&moves, during) {
            assert!(turned > 2.999, "{round}: {turned}");
            continue;
        }
        let ends = TurnedEnds {
            moves: &moves,
            slices: slices.each_ref(),
            frames: frames.each_ref(),
            during,
        };
        let bound = ends.acceleration(&s.map(T::of)).as_f64();
        let (exact, size) = flight.fastest_along(&s, [start, end]);
        assert!(bound >= exact - 1e-13 * size, "{round}: {bound} < {exact}");
        // near half a turn the sine of the angle is small
        let allowed = slack * size / turned.sin().abs().clamp(0.1, 1.0);
        assert!(bound <= exact + allowed, "{round}: {bound} > {exact}");
    }
}

#[test]
fn a_single_point_is_accelerated_as_its_support_says() {
    by_support::<f64>(1e-11);
    by_support::<f32>(1e-3);
}
