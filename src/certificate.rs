//! Certificates of non-collision: intervals, each with a separating vector, that anyone can check again.

use nalgebra::SVector;
use thiserror::Error;

use crate::separation::{Instant, Order, relative_acceleration, relative_speeds};
use crate::{Extrusion, Real, Span};

/// A span of time over which one vector separates the bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct CertifiedInterval<T, const D: usize> {
    /// Where the span begins.
    pub start: T,
    /// Where it ends.
    pub end: T,
    /// The separating vector: a unit vector from A to B, in the world.
    pub direction: SVector<T, D>,
    /// During the span the bodies are at least this much farther apart than the target distance.
    pub margin: T,
    /// What the claim rests on.
    pub order: Order,
}

/// Proof that two moving bodies keep their distance from the start of a query up to some time.
///
/// It can be checked without GJK and without a root solver: for each interval two supporting distances and one
/// inequality ([`verify`](Self::verify)).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Certificate<T, const D: usize> {
    /// Where the certified time begins.
    pub start: T,
    /// The point from which the bodies' coordinates are measured.
    pub origin: SVector<T, D>,
    /// The distance that is kept.
    pub target_distance: T,
    /// The intervals in order, each beginning where the one before ends.
    pub intervals: Vec<CertifiedInterval<T, D>>,
}

/// Why a certificate does not hold.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CertificateError {
    /// An interval does not begin where the one before ends, or ends before it begins.
    #[error("interval {index} covers from {start} to {end}, but should begin at {expected}")]
    Gap {
        /// Which interval.
        index: usize,
        /// Where it begins.
        start: f64,
        /// Where it ends.
        end: f64,
        /// Where it should begin.
        expected: f64,
    },
    /// A separating vector is not of unit length.
    #[error("the vector of interval {index} has length {length}, not 1")]
    NotAUnitVector {
        /// Which interval.
        index: usize,
        /// The length of its vector.
        length: f64,
    },
    /// A knot of a motion lies inside an interval, so that the motion's bounds do not hold over it.
    #[error("interval {index} has the knot {knot} inside")]
    KnotInside {
        /// Which interval.
        index: usize,
        /// The knot.
        knot: f64,
    },
    /// The motions have no bounds, so that nothing is certified.
    #[error("interval {index} rests on no bound")]
    Uncertified {
        /// Which interval.
        index: usize,
    },
    /// The inequality does not hold.
    #[error(
        "interval {index} is not proven free: the gaps at its ends are {gap_start:e} and {gap_end:e}"
    )]
    NotProven {
        /// Which interval.
        index: usize,
        /// The gap at its start.
        gap_start: f64,
        /// The gap at its end.
        gap_end: f64,
    },
}

impl<T: Real, const D: usize> Certificate<T, D> {
    /// Up to when the bodies are certified to keep their distance.
    pub fn clear_until(&self) -> T {
        self.intervals.last().map_or(self.start, |last| last.end)
    }

    /// Checks every interval again, and that together they leave nothing out.
    ///
    /// Independent of how the certificate was found: with f(a), f(b) the gaps at the ends of an interval of length h,
    /// it holds if sqrt f(a) + sqrt f(b) > h sqrt(M/2), or if W f(a) + V f(b) > V W h, with the bounds M of the
    /// relative acceleration, V and W of the closing and opening speed along the vector.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn verify<A, B>(&self, a: &A, b: &B) -> Result<(), CertificateError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let mut covered = self.start;
        for (index, interval) in self.intervals.iter().enumerate() {
            self.check_interval(index, interval, covered, a, b)?;
            covered = interval.end;
        }
        Ok(())
    }

    fn check_interval<A, B>(
        &self,
        index: usize,
        interval: &CertifiedInterval<T, D>,
        expected: T,
        a: &A,
        b: &B,
    ) -> Result<(), CertificateError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let CertifiedInterval { start, end, .. } = *interval;
        let span = Span::new(start, end).ok().filter(|_| start == expected);
        let Some(during) = span else {
            return Err(CertificateError::Gap {
                index,
                start: start.as_f64(),
                end: end.as_f64(),
                expected: expected.as_f64(),
            });
        };
        let s = &interval.direction;
        let length = s.norm();
        // written so that NaN is refused too
        if !((length - T::one()).abs() <= T::EPSILON * T::of(8.0)) {
            return Err(CertificateError::NotAUnitVector {
                index,
                length: length.as_f64(),
            });
        }
        for knot in [a.next_knot(start), b.next_knot(start)]
            .into_iter()
            .flatten()
        {
            if knot < end {
                return Err(CertificateError::KnotInside {
                    index,
                    knot: knot.as_f64(),
                });
            }
        }
        let gap_at = |time| {
            let slices = (a.slice(time, &self.origin), b.slice(time, &self.origin));
            Instant::new(time, slices.0, slices.1, self.target_distance).gap(s)
        };
        let gaps = (gap_at(start), gap_at(end));
        let acceleration = relative_acceleration(a, b, s, during);
        let speeds = relative_speeds(a, b, s, during);
        if acceleration.is_none() && speeds.is_none() {
            return Err(CertificateError::Uncertified { index });
        }
        let h = during.length();
        let positive = gaps.0 > T::zero() && gaps.1 > T::zero();
        let second = acceleration.is_some_and(|m| {
            m <= T::zero() || gaps.0.sqrt() + gaps.1.sqrt() > h * (m * T::of(0.5)).sqrt()
        });
        let first = || {
            speeds.is_some_and(|(v, w)| {
                v <= T::zero() || w <= T::zero() || w * gaps.0 + v * gaps.1 > v * w * h
            })
        };
        if positive && (second || first()) {
            Ok(())
        } else {
            Err(CertificateError::NotProven {
                index,
                gap_start: gaps.0.as_f64(),
                gap_end: gaps.1.as_f64(),
            })
        }
    }
}
