//! Builds the two bodies of a case. This is the only place that chooses the scalar and the dimension.

use std::hint::black_box;
use std::time::Instant;

use nalgebra::{SVector, UnitComplex, UnitQuaternion};
use photofinish::gjk;
use photofinish::motion::Rotor;
use photofinish::{
    Extrusion, InitialContact, Proximity, Query, Real, WarmStart, proximity, resolution,
    supporting_distance,
};
use photofinish_cases::{Case, CaseError, CaseRotor, Kind, MovingBody};
use thiserror::Error;

use crate::answer::Answer;
use crate::args::ScalarKind;
use crate::trace::{Recorder, Trace};

/// The number of rounding errors by which a distance may be off.
const ROUNDING_ERRORS: f64 = 8.0;

/// The reason why the bodies of a case cannot be built.
#[derive(Debug, Error)]
pub enum PairError {
    /// The dimension is neither 2 nor 3.
    #[error("`pos` needs 2 or 3 coordinates, but has {found}")]
    Dimension {
        /// The number of coordinates.
        found: usize,
    },
    /// A body cannot be built.
    #[error("body `{body}`: {error}")]
    Body {
        /// The key of the body.
        body: &'static str,
        /// The reason.
        error: CaseError,
    },
}

/// The settings of the queries.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The tolerance, or `None` for the library's default.
    pub tolerance: Option<f64>,
    /// The number of timed runs.
    pub repeat: u32,
}

/// The distance of two bodies at one time.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The distance; negative if it is the depth of an overlap.
    pub distance: f64,
    /// A lower bound of the distance, or of the negative depth.
    pub at_least: f64,
}

/// A case in any scalar and dimension. All numbers in its methods are in double precision.
pub trait Pair {
    /// Returns the answer, with the time that it took.
    fn answer(&self, settings: &Settings) -> Answer;

    /// Returns the steps of the search for the time of impact.
    fn trace(&self, settings: &Settings) -> Trace;

    /// Returns the distance at a time, by a static test.
    fn placed(&self, time: f64) -> Placed;

    /// Returns the supporting distance along a direction at a time: a lower bound of the signed distance.
    fn supporting_distance(&self, time: f64, direction: &[f64]) -> f64;

    /// Returns how far the distance at an impact may exceed the target distance. This is at least the library's
    /// tolerance.
    fn tolerance(&self, time: f64, settings: &Settings) -> f64;

    /// Returns how far a distance at a time may be off because of rounding in the pair's scalar.
    fn resolution(&self, time: f64) -> f64;
}

/// Builds the bodies of a case.
///
/// # Errors
/// A [`PairError`] if a body cannot be built.
pub fn build(case: &Case, scalar: ScalarKind) -> Result<Box<dyn Pair>, PairError> {
    Ok(match (case.dimension(), scalar) {
        (2, ScalarKind::F32) => Box::new(Bodies::<f32, UnitComplex<f32>, 2>::new(case)?),
        (2, ScalarKind::F64) => Box::new(Bodies::<f64, UnitComplex<f64>, 2>::new(case)?),
        (3, ScalarKind::F32) => Box::new(Bodies::<f32, UnitQuaternion<f32>, 3>::new(case)?),
        (3, ScalarKind::F64) => Box::new(Bodies::<f64, UnitQuaternion<f64>, 3>::new(case)?),
        (found, _) => return Err(PairError::Dimension { found }),
    })
}

struct Bodies<T: Real, R: Rotor<T, D>, const D: usize> {
    a: MovingBody<T, R, D>,
    b: MovingBody<T, R, D>,
    kind: Kind,
    start: T,
    end: T,
    target: T,
    initial_contact: InitialContact,
    /// The sizes of the numbers that the case gives for positions, velocities and accelerations.
    magnitudes: [f64; 3],
}

impl<T: Real, R: CaseRotor<T, D>, const D: usize> Bodies<T, R, D> {
    fn new(case: &Case) -> Result<Self, PairError> {
        let failed = |body| move |error| PairError::Body { body, error };
        let norm = |of: &Option<Vec<f64>>| of.as_ref().map_or(0.0, |vector| length(vector));
        let (a, b) = (&case.a, &case.b);
        Ok(Self {
            a: a.build().map_err(failed("a"))?,
            b: b.build().map_err(failed("b"))?,
            kind: case.kind,
            start: T::of(case.interval[0]),
            end: T::of(case.interval[1]),
            target: T::of(case.target_distance),
            initial_contact: case.params.initial_contact,
            magnitudes: [
                length(&a.pos) + length(&b.pos),
                norm(&a.linvel) + norm(&b.linvel),
                norm(&a.acc) + norm(&b.acc),
            ],
        })
    }

    fn query(&self, settings: &Settings) -> Query<T> {
        let query = Query::new()
            .exact_depth()
            .target_distance(self.target)
            .initial_contact(self.initial_contact);
        match settings.tolerance {
            Some(tolerance) => query.tolerance(T::of(tolerance)),
            None => query,
        }
    }

    /// Returns the point half way between the bodies. Coordinates measured from there have the least rounding.
    fn origin(&self, time: T) -> SVector<T, D> {
        (self.a.reference(time) + self.b.reference(time)) * T::of(0.5)
    }

    fn proximity(&self, time: T, origin: &SVector<T, D>) -> Proximity<T, D> {
        proximity(&self.a.slice(time, origin), &self.b.slice(time, origin))
    }

    /// Returns a bound of the rounding errors of a distance at a time, in any direction.
    fn rounding_errors(&self, time: T) -> f64 {
        let origin = self.origin(time);
        let [a, b] = [&self.a, &self.b].map(|body| body.slice(time, &origin));
        let of_target = self.target * T::EPSILON * T::of(4.0);
        resolution(&a, &b).add_scalar(of_target).norm().as_f64() * ROUNDING_ERRORS
    }
}

impl<T: Real, R: CaseRotor<T, D>, const D: usize> Pair for Bodies<T, R, D> {
    fn answer(&self, settings: &Settings) -> Answer {
        let (a, b, start) = (&self.a, &self.b, self.start);
        let repeat = settings.repeat;
        let origin = self.origin(start);
        match self.kind {
            Kind::TimeOfImpact => {
                let query = self.query(settings);
                timed(
                    repeat,
                    || query.time_of_impact(black_box(a), black_box(b), start..=self.end),
                    |result| Answer::of_query(result, start),
                )
            }
            Kind::Distance => timed(
                repeat,
                || black_box(self).proximity(start, &origin),
                |proximity| Answer::of_distance(proximity, &origin),
            ),
            Kind::Intersects => timed(
                repeat,
                || {
                    let mut axis = SVector::zeros();
                    let slices = (
                        black_box(a).slice(start, &origin),
                        black_box(b).slice(start, &origin),
                    );
                    (gjk::intersects(&slices.0, &slices.1, &mut axis), axis)
                },
                |(touch, axis)| Answer::of_intersects(*touch, axis),
            ),
        }
    }

    fn trace(&self, settings: &Settings) -> Trace {
        let mut recorder = Recorder::new(&self.a, &self.b, self.target);
        let interval = self.start..=self.end;
        let warm = &mut WarmStart::new();
        let query = self.query(settings);
        let result = query.observed(&self.a, &self.b, interval, warm, &mut recorder);
        recorder.finish(Answer::of_query(&result, self.start))
    }

    fn placed(&self, time: f64) -> Placed {
        let time = T::of(time);
        match self.proximity(time, &self.origin(time)) {
            Proximity::Disjoint(closest) => Placed {
                distance: closest.distance.as_f64(),
                at_least: closest.lower_bound.as_f64(),
            },
            Proximity::Overlapping(penetration) => Placed {
                distance: 0.0 - penetration.depth.as_f64(),
                at_least: -penetration.depth.as_f64(),
            },
        }
    }

    fn supporting_distance(&self, time: f64, direction: &[f64]) -> f64 {
        let time = T::of(time);
        let origin = self.origin(time);
        let slices = (self.a.slice(time, &origin), self.b.slice(time, &origin));
        // a direction found in single precision is not of unit length in double precision
        let s = SVector::<T, D>::from_fn(|row, _| T::of(direction[row])).normalize();
        supporting_distance(&slices.0, &slices.1, &s).as_f64()
    }

    fn tolerance(&self, time: f64, settings: &Settings) -> f64 {
        settings.tolerance.unwrap_or_else(|| {
            let (a, b) = (self.a.size(), self.b.size());
            let smaller = if a.min(b) > T::zero() {
                a.min(b)
            } else {
                a.max(b)
            };
            (smaller * T::SQRT_EPSILON).as_f64() + self.rounding_errors(T::of(time))
        })
    }

    fn resolution(&self, time: f64) -> f64 {
        let [place, speed, acceleration] = self.magnitudes;
        let t = time.abs();
        let given = place + t * (speed + t * acceleration);
        self.rounding_errors(T::of(time)) + given * T::EPSILON.as_f64()
    }
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Returns the answer of `ask`, with the median of its running times.
fn timed<V>(repeat: u32, ask: impl Fn() -> V, told: impl Fn(&V) -> Answer) -> Answer {
    let value = black_box(ask());
    let mut times: Vec<u128> = (0..repeat)
        .map(|_| {
            let start = Instant::now();
            black_box(ask());
            start.elapsed().as_nanos()
        })
        .collect();
    times.sort_unstable();
    let median = times[times.len() / 2];
    Answer {
        nanoseconds: u64::try_from(median).unwrap_or(u64::MAX),
        ..told(&value)
    }
}
