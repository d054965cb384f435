//! Half-spaces, as body A of a question. Only the outward normal separates, and the kernel itself supplies it.
//!
//! A half-space is the point c of its boundary, with the normal n, which turns with it. Body B keeps the distance d iff
//! n . (q - c) >= d for all its points q: n is the only vector that counts, and it counts exactly, as a vector that is
//! off by an angle e changes that by up to e |q - c|, and the plane has no end.
//!
//! - The direction of the normal and the point are exact as they were given. The normal is scaled to unit length anew, in
//!   double precision, so that one in single precision has the length that it stands for. That loses 8 units of 2^-53.
//! - The law says where the exact normal is at a time, up to the errors that it states. The computed one, s, is the scaled
//!   one turned by the matrix. So |s - n| is at most the angle's error, and 12 units: the `tilt`, which is half of
//!   `tilt_error` or less. Where a half-space does not turn, it has a tilt too: one of a rotation that rounding made.
//! - For the nearest point y + c that was found along s, and any other one q, n . (q - c) >= s . y - tilt |q - c| less
//!   the errors of a gap. And |q - c| is at most |y| and the diameter of B. That is subtracted from every gap.
//! - The bound of the bend is that of n. It is computed from s, and widened by the tilt.
//!
//! The normal stays fixed in A, and if A does not turn, in the world.

use super::kernel::BEND_ERROR;
use super::{
    Asked, Body, Course, Facts, Frame, Gap, Kernel, Moment, Movement, Point, Subject, Touch,
};
use crate::half_space::sealed::HasBoundary;
use crate::motion::{Law, Motion};
use crate::number::{Both, Vector};
use crate::vector::numbers;
use crate::{HalfSpace, MovingHalfSpace, Real};

/// The largest tilt of which anything is proven. What is neglected are its squares.
const MOST_TILT: f64 = 1e-3;

impl<T: Real, const D: usize> Subject<D> for HalfSpace<T, D> {
    fn body(&self, _from: f64, end: f64) -> (Body<'_, D>, f64) {
        let point = numbers(self.point());
        let body = Body {
            shape: Asked::Point(point),
            facts: Facts::of_any::<T>(),
            movement: Movement::Law(&Law::REST),
            pivot: [0.0; D],
            reach: point.iter().map(|x| x.abs()).sum::<f64>() * BEND_ERROR,
            outward: Some(scaled(numbers(self.normal()))),
        };
        (body, end)
    }

    fn reference(&self, _time: f64) -> [f64; D] {
        numbers(self.point())
    }
}

impl<M: Motion<T, D>, T: Real, const D: usize> Subject<D> for MovingHalfSpace<M, T, D> {
    fn body(&self, from: f64, end: f64) -> (Body<'_, D>, f64) {
        let (body, until) = self.boundary().body(from, end);
        let body = Body {
            shape: Asked::Point(numbers(&self.boundary().shape().point())),
            facts: Facts::of_any::<T>(),
            outward: Some(scaled(numbers(self.outward()))),
            ..body
        };
        (body, until)
    }

    fn reference(&self, time: f64) -> [f64; D] {
        numbers(&self.motion().reference(T::of(time)))
    }
}

/// Scales a vector to unit length.
fn scaled<const D: usize>(normal: [f64; D]) -> [f64; D] {
    let normal = Vector::new(normal);
    (normal * (1.0 / normal.length())).numbers()
}

/// How far body B is above a half-space at a time.
struct Height<const D: usize> {
    normal: Vector<D>,
    /// Of the nearest point of the core above the plane.
    of_core: f64,
    /// Of the body beyond the target distance, and how far that may be off.
    beyond: f64,
    error: f64,
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Whether body A is a half-space. Gaps and contacts are then those of its normal alone: see
    /// [`above`](Self::above) and [`landing`](Self::landing).
    #[inline(always)]
    pub fn is_floor(&self) -> bool {
        self.a.outward.is_some()
    }

    /// The frame in which the normal of a half-space stays fixed.
    #[inline(always)]
    pub(super) fn frame_of_normal(&self) -> Frame {
        let turns = self.a.movement.law().is_some_and(Law::turns);
        if turns { Frame::A } else { Frame::World }
    }

    /// Measures the gap along the outward normal, and keeps the point of B that is nearest along it.
    #[inline(never)]
    pub fn above(&mut self, at: &Moment<'id, D>, point: &mut Point<'id, D>) -> Gap<'id, D> {
        let height = self.height(at, point);
        Gap {
            along: height.normal,
            reach: height.of_core,
            value: height.beyond - height.error,
            time: at.time,
            brand: at.brand,
        }
    }

    /// Claims a contact with a half-space, if the point of B that is nearest to it is near enough.
    #[inline(never)]
    pub fn landing(&mut self, at: &Moment<'id, D>) -> Option<Touch<'id, D>> {
        let mut point = Point::none();
        let height = self.height(at, &mut point);
        // written so that what is no number claims nothing
        if !(height.beyond + height.error <= self.tolerance) {
            return None;
        }
        let radius = self.b.radius_at(at.time, &self.origin);
        let of_core = at.turned.times(point.local()).b();
        let center = Vector::new(self.b.center_at(at.time, &self.origin));
        let on_b = center + of_core - height.normal * radius;
        let on_a = on_b - height.normal * (height.of_core - radius);
        Some(Touch {
            time: at.time,
            normal: height.normal,
            distance: height.beyond,
            points: [on_a.numbers(), on_b.numbers()],
            features: self.features(at, &[point], &[1.0], height.normal),
            brand: at.brand,
        })
    }

    fn height(&mut self, at: &Moment<'id, D>, point: &mut Point<'id, D>) -> Height<D> {
        // without a normal nothing is proven
        let normal = Vector::new(self.a.outward.unwrap_or([f64::NAN; D]));
        let normal = -at.turned.times(Both::same(normal)).a();
        self.nearest(at, normal, point);
        let of_core = normal.dot(point.y);
        let tilt = 0.5 * self.tilt_error[0];
        let distance = point.y.length() + 2.0 * self.b.reach_at(at.time, &self.origin);
        let error = at.error * (1.0 + 2.0 * tilt) + tilt * distance;
        Height {
            normal,
            of_core,
            beyond: of_core - at.margin,
            // written so that nothing is known of what is no number
            error: if tilt <= MOST_TILT {
                error * BEND_ERROR
            } else {
                f64::INFINITY
            },
        }
    }

    /// Makes the bound for a vector that of the exact normal, which is a tilt away. What the tilt does to a gap was
    /// subtracted from that.
    #[inline(never)]
    pub(super) fn bound_above(&self, course: &mut Course<'_, 'id, D>) {
        course.blur = 0.0;
        let tilt = 0.5 * self.tilt_error[0] * BEND_ERROR;
        if course.frame == Frame::A {
            // a turning vector is bounded with its tilt
            return;
        }
        if self.has_laws {
            let most = (self.turns.bend * self.reach).sum() + self.acceleration;
            course.bend += tilt * most;
            return;
        }
        // without a bound there is nothing to widen, and no motion may be asked about times outside of the question
        if course.bend == f64::INFINITY && course.speeds.is_none() {
            return;
        }
        let (bodies, during) = ([self.a, self.b], course.during());
        let fastest =
            bodies.map(|body| in_any_direction(|s| body.movement.speed(s, during, body.reach)));
        let most = bodies
            .map(|body| in_any_direction(|s| body.movement.acceleration(s, during, body.reach)));
        course.bend += tilt * (most[0] + most[1]);
        let slip = tilt * (fastest[0] + fastest[1]);
        course.speeds = course
            .speeds
            .map(|[falling, rising]| [falling + slip, rising + slip]);
    }
}

/// Returns a bound along any unit vector, from those along the axes; infinite if there is none.
fn in_any_direction<const D: usize>(of: impl Fn(&[f64; D]) -> Option<f64>) -> f64 {
    let along = |i: usize, x: f64| {
        let axis = std::array::from_fn(|k| if i == k { x } else { 0.0 });
        of(&axis).unwrap_or(f64::INFINITY)
    };
    (0..D)
        .map(|i| along(i, 1.0).abs() + along(i, -1.0).abs())
        .sum()
}
