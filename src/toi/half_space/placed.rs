//! A body over a half-space at one time.

use nalgebra::SVector;

use super::search::Search;
use crate::half_space::Floor;
use crate::toi::{Outcome, Query};
use crate::{Contact, Extrusion, QueryError, Real, Span};

/// How far a body is from a half-space at one time. The half-space is body A.
pub(crate) struct Above<T, const D: usize> {
    /// The answer for bodies in contact, or `None` if they are apart.
    pub(crate) touching: Option<Outcome<T, D>>,
    /// The proven gap beyond the target distance.
    pub(crate) gap: T,
    /// The signed distance, rounded, and by how much it may be off.
    pub(crate) distance: (T, T),
    /// The normal in the world's frame, and by how much it may be off.
    pub(crate) normal: (SVector<T, D>, T),
    pub(crate) contact: Contact<T, D>,
    /// The tolerance, asked for or the default.
    tolerance: T,
    is_default: bool,
}

impl<T: Real, const D: usize> Above<T, D> {
    /// Returns the tolerance of an impact at `time` that rounding may make early by the height `early`. The default
    /// gives way to rounding.
    pub(crate) fn tolerance(&self, time: T, early: T) -> Result<T, QueryError> {
        if self.is_default || self.tolerance >= early {
            return Ok(self.tolerance.max(early));
        }
        Err(QueryError::ToleranceTooSmall {
            tolerance: self.tolerance.as_f64(),
            resolution: early.as_f64(),
            clear_until: time.as_f64(),
        })
    }
}

impl<T: Real> Query<T> {
    /// Returns how far a body is from a half-space at `time`.
    pub(crate) fn above<F, B, const D: usize>(
        &self,
        floor: &F,
        body: &B,
        time: T,
    ) -> Result<Above<T, D>, QueryError>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        let mut search = Search::new(self, (floor, body), Span::known(time, time), None);
        let seen = search.see(time)?;
        let turned = search.vector.at(&search.problem.setting, time);
        let normal_error = turned.map_or(T::zero(), |(_, error)| error);
        Ok(Above {
            touching: search.at_start(&seen),
            gap: seen.gap,
            distance: (seen.distance, seen.error),
            normal: (seen.normal, normal_error),
            contact: search.contact(&seen),
            tolerance: search.asked_tolerance(&seen),
            is_default: self.tolerance.is_none(),
        })
    }
}
