//! Pairs of points that a seed names, where they are along a direction.

use nalgebra::SVector;

use super::as_carried;
use super::newton::turned_at_vertex;
use crate::support::{CurvePoint, Difference, VertexName, along, back};
use crate::{Real, SupportMap};

/// A single pair of points, and how they slide.
pub(super) struct Pair<const D: usize> {
    pub(super) points: [SVector<f64, D>; 2],
    pub(super) slides: [SVector<f64, D>; 2],
}

impl<const D: usize> Pair<D> {
    /// Returns where the points with these names are along `s`.
    #[inline]
    pub(super) fn find<A, B, T>(
        bodies: &Difference<A, B, T, D>,
        &[name_a, name_b]: &[VertexName; 2],
        s: &SVector<T, D>,
    ) -> Option<Self>
    where
        T: Real,
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let p = look_up(&bodies.a, name_a, &along(s))?;
        let q = look_up(&bodies.b, name_b, &back(s))?;
        Some(Self {
            points: [p.point, q.point],
            slides: [p.slide, q.slide],
        })
    }

    /// Returns the vector between the points of bodies at an offset.
    #[inline]
    pub(super) fn apart(&self, offset: &SVector<f64, D>) -> SVector<f64, D> {
        let [p, q] = self.points;
        (q - p) + offset
    }

    /// Returns the direction s + e and |v|, which is negative if v points against `s`, for bodies at an offset.
    #[inline]
    pub(super) fn turned<T: Real>(
        &self,
        offset: &SVector<f64, D>,
        s: &SVector<T, D>,
    ) -> Option<(SVector<T, D>, f64)> {
        let (v, s) = (self.apart(offset), s.map(T::as_f64));
        as_carried(turned_at_vertex(&self.slides, &v, &s), &v, &s)
    }
}

/// The point of a body that was looked up last: pairs of a seed often share one.
pub(super) struct Latest<const D: usize>(pub(super) Option<(VertexName, CurvePoint<f64, D>)>);

impl<const D: usize> Latest<D> {
    /// Returns the point with this name, where it is along a direction.
    #[inline]
    pub(super) fn find<S, T>(
        &mut self,
        body: &S,
        name: VertexName,
        direction: &SVector<T, D>,
    ) -> Option<CurvePoint<f64, D>>
    where
        T: Real,
        S: SupportMap<T, D>,
    {
        if let Some((known, point)) = self.0
            && known == name
        {
            return Some(point);
        }
        let point = look_up(body, name, direction)?;
        self.0 = Some((name, point));
        Some(point)
    }
}

/// Returns the point of a body with this name, where it is along a direction.
#[inline]
fn look_up<S, T, const D: usize>(
    body: &S,
    name: VertexName,
    direction: &SVector<T, D>,
) -> Option<CurvePoint<f64, D>>
where
    T: Real,
    S: SupportMap<T, D>,
{
    Some(match name {
        VertexName::Corner(index) => CurvePoint {
            point: body.core_vertex(index)?.map(T::as_f64),
            slide: SVector::zeros(),
        },
        VertexName::Curve(index) => {
            let at = body.core_curve(index, direction)?;
            CurvePoint {
                point: at.point.map(T::as_f64),
                slide: at.slide.map(T::as_f64),
            }
        }
    })
}
