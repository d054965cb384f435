//! Records the search for a time of impact, for drawing.

use nalgebra::SVector;
use photofinish::{
    CertifiedInterval, Extrusion, Frame, Observer, Order, Real, Span, supporting_distance,
};

use crate::answer::{Answer, coordinates};

/// The number of straight lines that draw a certified bound.
const BOUND_POINTS: u32 = 32;

/// The steps of a query.
#[derive(Debug)]
pub struct Trace {
    /// The answer.
    pub answer: Answer,
    /// The intervals proven free, in order.
    pub intervals: Vec<Interval>,
    /// The separating vectors that GJK found: the time and the gap of each.
    pub vectors: Vec<(f64, f64)>,
    /// The times that were tried as the time of impact, and the gaps then.
    pub tried: Vec<(f64, f64)>,
}

/// An interval proven free by one vector.
#[derive(Debug)]
pub struct Interval {
    /// The time at which it begins.
    pub start: f64,
    /// The time at which it ends.
    pub end: f64,
    /// The separating vector, from A to B, in the axes of the frame in which it is fixed.
    pub direction: Vec<f64>,
    /// The least proven gap.
    pub margin: f64,
    /// The proven lower bound of the gap: times and values.
    pub bound: Vec<(f64, f64)>,
    /// The length of [`Trace::tried`] when the interval was proven.
    pub tried: usize,
}

/// The observer that records a query.
pub struct Recorder<'a, A, B, T> {
    a: &'a A,
    b: &'a B,
    target: T,
    intervals: Vec<Interval>,
    vectors: Vec<(f64, f64)>,
    tried: Vec<(f64, f64)>,
}

impl<'a, A, B, T: Real> Recorder<'a, A, B, T> {
    /// Returns an empty recorder for these bodies and this target distance.
    pub fn new(a: &'a A, b: &'a B, target: T) -> Self {
        Self {
            a,
            b,
            target,
            intervals: Vec::new(),
            vectors: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Returns the recorded steps with the answer.
    pub fn finish(self, answer: Answer) -> Trace {
        Trace {
            answer,
            intervals: self.intervals,
            vectors: self.vectors,
            tried: self.tried,
        }
    }

    /// Returns the lower bound of the gap that proves an interval. For a vector that turns with a body, the bound is
    /// the margin.
    ///
    /// With f the gaps at the ends a and b of the interval, the bound is one of two:
    /// - second order: the chord of f less (M/2) (t - a)(b - t), where M bounds the relative acceleration;
    /// - first order: the lines that fall from both ends at the greatest closing and opening speeds V and W.
    fn bound<const D: usize>(&self, interval: &CertifiedInterval<T, D>) -> Vec<(f64, f64)>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        if interval.frame != Frame::World {
            let kept = (interval.margin + interval.kept_distance - self.target).as_f64();
            return [interval.start, interval.end]
                .map(|time| (time.as_f64(), kept))
                .to_vec();
        }
        let (s, back) = (interval.direction, -interval.direction);
        let Ok(during) = Span::new(interval.start, interval.end) else {
            return Vec::new();
        };
        let gap = |time| {
            let origin = (self.a.reference(time) + self.b.reference(time)) * T::of(0.5);
            let slices = (self.a.slice(time, &origin), self.b.slice(time, &origin));
            (supporting_distance(&slices.0, &slices.1, &s) - self.target).as_f64()
        };
        let sum = |a: Option<T>, b: Option<T>| Some((a? + b?).as_f64());
        let (a, b) = (self.a, self.b);
        let acceleration = sum(
            a.acceleration_bound(&back, during),
            b.acceleration_bound(&s, during),
        );
        let closing = sum(a.speed_bound(&s, during), b.speed_bound(&back, during));
        let opening = sum(a.speed_bound(&back, during), b.speed_bound(&s, during));
        let (start, h) = (interval.start.as_f64(), during.length().as_f64());
        let (f_start, f_end) = (gap(interval.start), gap(interval.end));
        let at = |step: u32| {
            let u = f64::from(step) / f64::from(BOUND_POINTS);
            let chord = f_start + (f_end - f_start) * u;
            let value = match (interval.order, acceleration, closing, opening) {
                (Order::Second, Some(m), ..) => chord - 0.5 * m.max(0.0) * h * h * u * (1.0 - u),
                (Order::First, _, Some(v), Some(w)) => {
                    let falls = f_start - v.max(0.0) * h * u;
                    falls.max(f_end - w.max(0.0) * h * (1.0 - u)).min(chord)
                }
                // the bounds of a vector that turns with a body are not those of the world
                _ => chord,
            };
            (start + h * u, value)
        };
        (0..=BOUND_POINTS).map(at).collect()
    }
}

impl<A, B, T, const D: usize> Observer<T, D> for Recorder<'_, A, B, T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    fn separating_vector(&mut self, time: T, _direction: &SVector<T, D>, distance: T) {
        let gap = distance - self.target;
        self.vectors.push((time.as_f64(), gap.as_f64()));
    }

    fn tried(&mut self, time: T, distance: T) {
        let gap = distance - self.target;
        self.tried.push((time.as_f64(), gap.as_f64()));
    }

    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        let bound = self.bound(interval);
        self.intervals.push(Interval {
            start: interval.start.as_f64(),
            end: interval.end.as_f64(),
            direction: coordinates(&interval.direction),
            margin: interval.margin.as_f64(),
            bound,
            tried: self.tried.len(),
        });
    }
}
