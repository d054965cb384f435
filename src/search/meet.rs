//! When and along which vector the nearest features meet.

use super::Notes;
use super::simplex::Simplex;
use crate::number::Vector;
use crate::proof::{Gap, Kernel, Moment};
use crate::simplex::Near;

/// How many times may be tried.
const TRIES: usize = 10;
/// The part of the tolerance in which the features shall meet, and where in it.
const BAND: (f64, f64) = (0.3, 0.9);
const GOAL: f64 = 0.5;

/// Where the features were at a time: their distance beyond what is to be kept, and its rate.
#[derive(Clone, Copy)]
struct Sample {
    time: f64,
    distance: f64,
    rate: f64,
}

impl Sample {
    /// The time at which the distance falls to `goal`: Newton's, or that of the cubic of time over distance through two
    /// samples with their rates.
    #[inline(always)]
    fn falls_to(&self, goal: f64, before: Option<Sample>) -> f64 {
        match before {
            Some(before) if self.rate < 0.0 => {
                let span = self.distance - before.distance;
                let u = (goal - before.distance) / span;
                let v = 1.0 - u;
                let back = (before.time - self.time) * (1.0 + 2.0 * u) * v * v;
                self.time + back + span * u * v * (v / before.rate - u / self.rate)
            }
            _ => self.time + (goal - self.distance) / self.rate,
        }
    }
}

/// Guesses when the features of the simplex come within the tolerance. Points of the bodies that are found deeper there
/// become features too. Returns a gap at that time, and leaves its moment in `then`.
#[inline(never)]
pub(super) fn meet<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    now: &Moment<'id, D>,
    then: &mut Moment<'id, D>,
    simplex: &mut Simplex<'id, D>,
    near: Near<D>,
    notes: &mut Notes<'_, D>,
) -> Option<Gap<'id, D>> {
    let (tolerance, margin) = (kernel.tolerance(), now.margin());
    let goal = GOAL * tolerance;
    let mut s = near.unit();
    let mut sample = Sample {
        time: now.time(),
        distance: near.length - margin,
        rate: kernel.rate(now, s, simplex.witness()),
    };
    let mut before = None;
    let mut tries = 0;
    loop {
        let mut next = sample.falls_to(goal, before);
        if !(next > now.time() && next < kernel.end()) {
            return None;
        }
        if before.is_none() {
            // where the gap bends by more than itself, the rate tells nothing
            let x = next - now.time();
            if 0.5 * kernel.bend(s) * x * x > sample.distance {
                return None;
            }
        }
        loop {
            tries += 1;
            let distance = features_at(kernel, next, then, simplex, &mut s) - margin;
            notes.tried(now, then, distance);
            if distance.abs() > 0.5 * sample.distance.abs() {
                return None;
            }
            if !(distance > BAND.0 * tolerance && distance <= BAND.1 * tolerance) {
                before = Some(sample);
                sample.distance = distance;
                break;
            }
            sample.distance = distance;
            let gap = kernel.gap(then, s, 1.0, simplex.next());
            if gap.value() > kernel.aim() {
                return Some(gap);
            }
            next += (goal - gap.value()) / sample.rate;
            if !(next > now.time()) || tries >= TRIES {
                return None;
            }
            simplex.keep();
        }
        if tries >= TRIES {
            return None;
        }
        sample.time = then.time();
        sample.rate = kernel.rate(then, s, simplex.witness());
    }
}

/// Returns the signed distance of the features at a time, and the vector along which they have it: negative where they
/// have passed through each other.
#[inline(always)]
fn features_at<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    time: f64,
    then: &mut Moment<'id, D>,
    simplex: &mut Simplex<'id, D>,
    s: &mut Vector<D>,
) -> f64 {
    kernel.place(time, then);
    simplex.place(then);
    let near = simplex.nearest(true);
    let passed = simplex.count() == D && near.direction.dot(*s) < 0.0;
    let sign = if passed { -1.0 } else { 1.0 };
    *s = near.direction * (sign * near.inverse);
    near.length * sign
}
