//! Acceleration bounds of single points against closed forms: exact where the bounds should be, never below elsewhere.

mod sweeps;

use nalgebra::{Isometry2, Isometry3, Point3, SVector, Vector2, Vector3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::motion::{AtRest2, Ballistic3, ConstantVelocity3, Motion, Sweep2, Sweep3};
use crate::proof::Frame;
use crate::separation::Instant;
use crate::separation::fixed::{Fixed, Setting};
use crate::separation::turning::{BodyEnd, Turning as Moves, acceleration_by_support};
use crate::shape::PointSet;
use crate::vector::unit;
use crate::{Extrusion, Moving, Real, Span, SupportMap};

type Body<T> = Moving<PointSet<T, 3>, Ballistic3<T>, T, 3>;

/// Returns the vector fixed in a body that has this direction in the world at `time`, or `None` for a body that is not
/// rigid.
fn turning_vector<A, B, T: Real, const D: usize>(
    frame: Frame,
    direction: &SVector<T, D>,
    setting: &Setting<'_, A, B, T, D>,
    time: T,
) -> Option<Fixed<T, D>>
where
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let body = if frame == Frame::A {
        setting.a.frame(time, &setting.origin)?
    } else {
        setting.b.frame(time, &setting.origin)?
    };
    Some(Fixed {
        direction: unit(body.rotation.tr_mul(direction)),
        frame,
    })
}

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

/// Position, velocity and acceleration of a point.
type Jet = [Vector3<f64>; 3];

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

    /// The jet of the centre at a time.
    fn of_center(&self, time: f64) -> Jet {
        let center = Point3::from(self.center);
        let at = self.motion::<f64>().pose(time).transform_point(&center);
        [at.coords, self.velocity + self.fall * time, self.fall]
    }

    /// The jet of the point at a time.
    fn of_point(&self, time: f64) -> Jet {
        let (w, r) = (self.spin, self.arm(time));
        let turns = [r, w.cross(&r), w.cross(&w.cross(&r))];
        let center = self.of_center(time);
        std::array::from_fn(|n| center[n] + turns[n])
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

fn two_flights(dice: &mut StdRng) -> [Flight; 2] {
    [0, 1].map(|_| Flight::random(dice))
}

fn bodies<T: Real>([first, second]: &[Flight; 2]) -> [Body<T>; 2] {
    [first.body(), second.body()]
}

fn setting<T: Real>([a, b]: &[Body<T>; 2]) -> Setting<'_, Body<T>, Body<T>, T, 3> {
    let origin = Vector3::zeros();
    Setting { a, b, origin }
}

fn instant<T: Real>(
    time: T,
    [a, b]: &[Body<T>; 2],
) -> Instant<impl SupportMap<T, 3>, impl SupportMap<T, 3>, T, 3> {
    let origin = Vector3::zeros();
    Instant::new(
        time,
        a.slice(time, &origin),
        b.slice(time, &origin),
        T::zero(),
    )
}

fn unit_vector(dice: &mut StdRng) -> Vector3<f64> {
    let any = Vector3::from_fn(|_, _| dice.random_range(-1.0..1.0f64));
    any.normalize().map(|x| f64::from(x as f32))
}

/// The bound by support of a single point, which moves on a circle: exact up to `slack` of its terms, and never below.
fn by_support<T: Real>(slack: f64) {
    let mut dice = StdRng::seed_from_u64(0x7375_7070);
    for round in 0..3000 {
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
        let ends = BodyEnd::new(&body, [&slices[0], &slices[1]], during, &origin);
        let bound = acceleration_by_support(&ends, &s.map(T::of)).expect("a bound");
        let (exact, size) = flight.fastest_along(&s, [start, end]);
        let bound = bound.as_f64();
        assert!(bound >= exact - 1e-13 * size, "{round}: {bound} < {exact}");
        let turned = flight.spin.norm() * (end - start);
        // beyond three radians the bound falls back to the one by reach
        if turned < 2.999 {
            // near half a turn the sine of the angle is small
            let allowed = slack * size / turned.sin().abs().clamp(0.1, 1.0);
            assert!(bound <= exact + allowed, "{round}: {bound} > {exact}");
        }
    }
}

#[test]
fn a_single_point_is_accelerated_as_its_support_says() {
    by_support::<f64>(1e-11);
    by_support::<f32>(1e-3);
}

/// G'' for G = s . d with a vector s that turns at w.
fn second_derivative(s: &Vector3<f64>, w: &Vector3<f64>, d: &Jet) -> f64 {
    let turns = [w.cross(s), w.cross(&w.cross(s))];
    turns[1].dot(&d[0]) + 2.0 * turns[0].dot(&d[1]) + s.dot(&d[2])
}

/// Two bodies, and the frame of the one with which a vector turns.
struct Turning<'x> {
    own: &'x Flight,
    other: &'x Flight,
    frame: Frame,
}

impl Turning<'_> {
    /// Returns the jet from the own centre to this point of the other body, with the sign of a vector from A to B.
    fn apart(&self, of_other: &Jet, time: f64) -> Jet {
        let own = self.own.of_center(time);
        let sign = if self.frame == Frame::A { 1.0 } else { -1.0 };
        std::array::from_fn(|n| (of_other[n] - own[n]) * sign)
    }

    /// The second derivative of s . (q - p), with p or q the own centre, where s is `first` at `start`.
    fn accelerates(&self, first: &Vector3<f64>, start: f64, time: f64) -> f64 {
        let turned = nalgebra::Rotation3::from_scaled_axis(self.own.spin * (time - start));
        let apart = self.apart(&self.other.of_point(time), time);
        second_derivative(&(turned * first), &self.own.spin, &apart)
    }

    /// Returns the bound over an instant: the part of the centres, and |r| times the most that turning adds.
    fn at_once(&self, s: &Vector3<f64>, time: f64) -> f64 {
        let apart = self.apart(&self.other.of_center(time), time);
        let (w, v) = (self.own.spin, self.other.spin);
        let of_point = (v - w).norm_squared() + w.cross(&v).norm();
        second_derivative(s, &w, &apart) + of_point * self.other.arm(time).norm()
    }

    fn size(&self, time: f64) -> f64 {
        let fast = self.own.spin.norm() + self.other.spin.norm();
        let [x, v, a] = self.apart(&self.other.of_point(time), time);
        fast * fast * (x.norm() + 4.0) + fast * v.norm() + a.norm()
    }
}

/// Returns the bound along a vector that turns with a body.
fn along_turning<A, B, T, const D: usize>(
    vector: &Fixed<T, D>,
    setting: &Setting<'_, A, B, T, D>,
    during: Span<T>,
) -> Option<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let moves = Moves::new(setting, setting.moves(during)?, during)?;
    Some(moves.acceleration(vector, &moves.at_ends(vector)))
}

/// The bound along a vector that turns with A or with B equals its formula over a short span, and is never below a
/// point's acceleration over any span.
fn in_body<T: Real>(slack: f64) {
    let mut dice = StdRng::seed_from_u64(0x626f_6479);
    for round in 0..2000 {
        let flights = two_flights(&mut dice);
        let bodies = bodies::<T>(&flights);
        let start = f64::from(dice.random_range(0.0..1.0f32));
        let is_short = dice.random_bool(0.3);
        let length = if is_short {
            1e-3
        } else {
            dice.random_range(0.01..2.5)
        };
        let end = f64::from((start + length) as f32);
        let during = Span::known(T::of(start), T::of(end));
        let setting = setting(&bodies);
        let s = unit_vector(&mut dice);
        for (frame, own) in [(Frame::A, 0), (Frame::B, 1)] {
            let turning = Turning {
                own: &flights[own],
                other: &flights[1 - own],
                frame,
            };
            let vector = turning_vector(frame, &s.map(T::of), &setting, T::of(start));
            let vector = vector.expect("it is rigid");
            let bound = along_turning(&vector, &setting, during);
            let bound = bound.expect("its axis is fixed").as_f64();
            let size = turning.size(start);
            // the vector was rounded when it was turned into the body
            let turned = flights[own].motion::<f64>().pose(start).rotation;
            let s = turned * vector.direction.map(T::as_f64);
            for look in 0..=20 {
                let time = start + (end - start) * f64::from(look) / 20.0;
                let exact = turning.accelerates(&s, start, time);
                let least = exact - slack * size;
                assert!(bound >= least, "{round} {frame:?}: {bound} < {exact}");
            }
            if is_short {
                let expected = turning.at_once(&s, start);
                let off = (bound - expected).abs();
                assert!(off < 2e-2 * size, "{round} {frame:?}: {bound} {expected}");
            }
        }
    }
}

#[test]
fn along_a_vector_that_turns_with_a_body_points_are_accelerated_as_derived() {
    in_body::<f64>(1e-12);
    in_body::<f32>(1e-12);
}

/// Bodies that turn together about one point do not move against each other.
#[test]
fn bodies_that_turn_together_are_not_accelerated_against_each_other() {
    let mut dice = StdRng::seed_from_u64(0x746f_6765);
    for _ in 0..200 {
        let first = Flight::random(&mut dice);
        let point = Flight::random(&mut dice).point;
        let both = [first.point, point].map(|point| Flight {
            start: first.start,
            velocity: Vector3::zeros(),
            fall: Vector3::zeros(),
            spin: first.spin,
            center: first.center,
            point,
        });
        let bodies = bodies::<f64>(&both);
        let setting = setting(&bodies);
        let s = unit_vector(&mut dice);
        for frame in [Frame::A, Frame::B] {
            for end in [0.1, 1.0, 10.0] {
                let vector = turning_vector(frame, &s, &setting, 0.0).expect("it is rigid");
                let bound = along_turning(&vector, &setting, Span::known(0.0, end));
                let bound = bound.expect("its axis is fixed");
                // the error of a turned matrix, times the squares of spins up to some tens and of distances
                assert!((0.0..2e-11).contains(&bound), "{bound}");
            }
        }
    }
}

/// Of bodies about one centre whose spins differ by an ulp, rounding may hide all that they do against each other. The
/// bound counts it.
#[test]
fn the_rounding_of_axes_counts_where_bodies_turn_nearly_together() {
    let mut dice = StdRng::seed_from_u64(0x6e65_6172);
    let mut hidden = 0;
    for round in 0..4000 {
        let both = two_flights(&mut dice);
        let spins = [0, 1].map(|n| {
            let ulps =
                |x: f64| f64::from(x as f32 * (1.0 + f32::EPSILON * (n * (round % 3)) as f32));
            let spin = both[0].spin;
            Vector3::new(ulps(spin.x), spin.y, spin.z)
        });
        let flights = [0, 1].map(|n| Flight {
            start: [Vector3::zeros(), Vector3::zeros()],
            velocity: Vector3::zeros(),
            fall: Vector3::zeros(),
            spin: spins[n],
            center: Vector3::zeros(),
            point: both[n].point,
        });
        let bodies = bodies::<f32>(&flights);
        let setting = setting(&bodies);
        let s = unit_vector(&mut dice);
        for (frame, own) in [(Frame::A, 0), (Frame::B, 1)] {
            let turning = Turning {
                own: &flights[own],
                other: &flights[1 - own],
                frame,
            };
            let vector = turning_vector(frame, &s.map(|x| x as f32), &setting, 0.0);
            let vector = vector.expect("it is rigid");
            let bound = along_turning(&vector, &setting, Span::known(0.0, 1e-3));
            let bound = f64::from(bound.expect("its axis is fixed"));
            let exact = turning.accelerates(&vector.direction.map(f64::from), 0.0, 0.0);
            assert!(
                bound >= exact - 1e-14 * turning.size(0.0),
                "{round}: {bound} < {exact}"
            );
            hidden += usize::from(exact > 1e-8);
        }
    }
    assert!(hidden > 1000, "{hidden}");
}

/// After many turns a vector that turns with a body is known only to many ulps. The gap along it must be less than the
/// distance by these ulps times the distance of the bodies.
#[test]
fn no_gap_along_a_vector_that_turns_is_more_than_the_distance() {
    let mut dice = StdRng::seed_from_u64(0x6761_7073);
    let mut most = 0.0f64;
    for _ in 0..2000 {
        let flights = two_flights(&mut dice);
        let bodies = bodies::<f32>(&flights);
        let time = dice.random_range(10.0..100.0f32);
        let setting = setting(&bodies);
        let now = instant(time, &bodies);
        let exact_time = f64::from(time);
        let [p, q] = [0, 1].map(|n| flights[n].of_point(exact_time)[0]);
        let direction = unit_vector(&mut dice);
        for (frame, own) in [(Frame::A, 0), (Frame::B, 1)] {
            let turned = flights[own].motion::<f64>().pose(exact_time).rotation;
            let exact = (turned * direction).dot(&(q - p));
            let direction = direction.map(|x| x as f32);
            let gap = f64::from(Fixed { direction, frame }.gap(&setting, &now));
            assert!(gap <= exact, "{frame:?}: {gap} > {exact}");
            most = most.max((exact - gap) / (q - p).norm());
        }
    }
    assert!(most < 1e-2, "far below: {most}");
}

/// Along a vector of the world both bodies' bounds are added, B's along it and A's against it.
#[test]
fn the_sharp_bounds_of_both_bodies_are_added() {
    let mut dice = StdRng::seed_from_u64(0x0073_756d);
    let mut sharp = 0;
    for round in 0..1000 {
        let flights = two_flights(&mut dice);
        let bodies = bodies::<f64>(&flights);
        let setting = setting(&bodies);
        let span = [0.0, dice.random_range(0.01..0.5)];
        let [now, then] = span.map(|time| instant(time, &bodies));
        let s = unit_vector(&mut dice);
        let gap = dice.random_range(0.01..1.0);
        let tested = Fixed::in_world(s).test(&setting, (&now, gap), (&then, gap));
        // no sharp bound is kept if the plain bound proves no less
        let Some(bound) = tested.acceleration else {
            continue;
        };
        sharp += 1;
        let (of_a, size_a) = flights[0].fastest_along(&-s, span);
        let (of_b, size_b) = flights[1].fastest_along(&s, span);
        let off = (bound - (of_a + of_b)).abs();
        assert!(off < 1e-10 * (size_a + size_b), "{round}: {bound}");
    }
    assert!(sharp > 200, "{sharp}");
}
