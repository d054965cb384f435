//! The audit of support mappings: farthest points, cores and radii, and the boxes and balls around them.

use nalgebra::SVector;
use photofinish::{Real, SupportMap};

use crate::SupportFault;
use crate::numbers::listed;
use crate::sample::Samples;
use crate::thickness::{directions, room_between};
use crate::touching::touches;
use crate::tuning::AUDITED_DIRECTIONS;

/// How many ulps of a coordinate are allowed for the products and sums of this audit, and for the location of a support
/// point.
const AUDIT_ULPS: f64 = 16.0;

/// Checks that a support mapping describes one convex body, and that its core, radius, extents, reach, inner diameter,
/// vertices and the parts with which it touches planes fit that body.
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use photofinish::SupportMap;
/// use photofinish_audit::{SupportFault, audit_support_map};
///
/// /// A disc of radius 2 whose extents are those of a disc of radius 1.
/// struct Disc;
///
/// impl SupportMap<f64, 2> for Disc {
///     fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
///         direction.try_normalize(0.0).unwrap_or_default() * 2.0
///     }
///
///     fn extents(&self) -> Vector2<f64> {
///         vector![1.0, 1.0]
///     }
/// }
///
/// let fault = audit_support_map(&Disc);
/// assert!(matches!(fault, Err(SupportFault::OutsideExtents { .. })));
/// ```
///
/// # Errors
/// The first [`SupportFault`].
pub fn audit_support_map<T, const D: usize, S>(body: &S) -> Result<(), SupportFault>
where
    T: Real,
    S: SupportMap<T, D> + ?Sized,
{
    // `&S` is a body of known size
    check(&body)
}

/// Compiled once for all bodies.
fn check<T: Real, const D: usize>(body: &dyn SupportMap<T, D>) -> Result<(), SupportFault> {
    let audit = Audit::new(body)?;
    let mut samples = Samples::new();
    let mut seen = Vec::with_capacity(AUDITED_DIRECTIONS);
    for index in 0..AUDITED_DIRECTIONS {
        // directions need not have unit length
        let scale = T::of([1.0, 1e-3, 1e3][index % 3]);
        let along = samples.direction::<T, D>(index) * scale;
        let point = audit.point_along(&along)?;
        audit.core_along(&along, &point)?;
        touches(body, &along, &audit.rounding)?;
        audit.contains_its_ball(&directions(&mut samples, index))?;
        seen.push((along.map(T::as_f64), point));
    }
    finite(
        "a support point",
        &body.support_point(&SVector::zeros()),
        &SVector::zeros(),
    )?;
    for (along, point) in &seen {
        audit.farthest(along, point, &seen)?;
    }
    let sizes = audit.extents + audit.location.abs();
    for index in 0..4 {
        let center = samples.point::<D>().component_mul(&sizes) * f64::from(index);
        audit.within_reach(&center.map(T::of), &seen)?;
    }
    Ok(())
}

fn finite<T: Real, const D: usize>(
    what: &'static str,
    vector: &SVector<T, D>,
    along: &SVector<T, D>,
) -> Result<SVector<f64, D>, SupportFault> {
    match vector.iter().find(|x| !x.is_finite()) {
        Some(value) => Err(SupportFault::NotFinite {
            what,
            value: value.as_f64(),
            along: listed(along),
        }),
        None => Ok(vector.map(T::as_f64)),
    }
}

/// Returns a vector of lengths, if none of them is negative.
fn lengths<T: Real, const D: usize>(
    what: &'static str,
    vector: &SVector<T, D>,
) -> Result<SVector<f64, D>, SupportFault> {
    let lengths = finite(what, vector, &SVector::zeros())?;
    match lengths.iter().find(|x| **x < 0.0) {
        Some(&value) => Err(SupportFault::Negative { what, value }),
        None => Ok(lengths),
    }
}

/// A body, and what it says of itself that does not depend on a direction.
struct Audit<'b, T, const D: usize> {
    body: &'b dyn SupportMap<T, D>,
    location: SVector<f64, D>,
    extents: SVector<f64, D>,
    /// By how much a point may be off along each axis.
    rounding: SVector<f64, D>,
    radius: f64,
}

impl<'b, T: Real, const D: usize> Audit<'b, T, D> {
    fn new(body: &'b dyn SupportMap<T, D>) -> Result<Self, SupportFault> {
        let location = finite("the location", &body.location(), &SVector::zeros())?;
        let extents = lengths("an extent", &body.extents())?;
        lengths(
            "the rounding of a turn",
            &SVector::<T, D>::repeat(body.turn_rounding()),
        )?;
        lengths(
            "the inner diameter",
            &SVector::<T, D>::repeat(body.inner_diameter()),
        )?;
        let radius = lengths("the radius", &SVector::<T, D>::repeat(body.radius()))?[0];
        let stated = lengths("the rounding", &body.rounding())?;
        let sizes = (extents + location.abs()).add_scalar(radius);
        Ok(Self {
            body,
            location,
            extents,
            rounding: stated + sizes * (AUDIT_ULPS * T::EPSILON.as_f64()),
            radius,
        })
    }

    /// Returns by how much the difference of two heights along a direction may be off.
    fn error(&self, along: &SVector<f64, D>) -> f64 {
        2.0 * along.abs().dot(&self.rounding)
    }

    /// Checks that the ball that the body claims to contain fits between planes that touch it.
    fn contains_its_ball(&self, along: &[SVector<T, D>]) -> Result<(), SupportFault> {
        let stated = self.body.inner_diameter().as_f64();
        let room = room_between(self.body, along);
        if stated <= room {
            return Ok(());
        }
        Err(SupportFault::TooThick {
            along: along.iter().map(listed).collect(),
            room,
            stated,
        })
    }

    /// Returns the support point, if it is finite and inside the extents.
    fn point_along(&self, along: &SVector<T, D>) -> Result<SVector<f64, D>, SupportFault> {
        let point = finite("a support point", &self.body.support_point(along), along)?;
        let room = self.extents + self.rounding;
        if (0..D).any(|axis| point[axis].abs() > room[axis]) {
            return Err(SupportFault::OutsideExtents {
                point: listed(&point),
                extents: listed(&self.extents),
            });
        }
        Ok(point)
    }

    /// Compares location, core and radius with the support point.
    fn core_along(
        &self,
        along: &SVector<T, D>,
        point: &SVector<f64, D>,
    ) -> Result<(), SupportFault> {
        let s = along.map(T::as_f64);
        let core = finite(
            "a core's support point",
            &self.body.core_support_point(along),
            along,
        )?;
        let (of_point, whole) = (s.dot(&core), s.dot(point));
        let of_core = of_point + s.dot(&self.location) + s.norm() * self.radius;
        if !((of_core - whole).abs() <= self.error(&s)) {
            return Err(SupportFault::Core {
                along: listed(along),
                of_core,
                value: whole,
            });
        }
        let agrees = |what: &'static str, value: f64| {
            let close = (value - of_point).abs() <= self.error(&s);
            close.then_some(()).ok_or_else(|| SupportFault::Value {
                what,
                along: listed(along),
                value,
                of_point,
            })
        };
        agrees(
            "support value",
            self.body.core_support_value(along).as_f64(),
        )?;
        // `near` is a hint and may be any number
        for near in [None, Some(1), Some(u32::MAX)] {
            let vertex = self.body.core_support_vertex(along, near);
            let position = finite("a vertex", &vertex.point, along)?;
            agrees("support vertex", s.dot(&position))?;
            let Some(index) = vertex.index else {
                continue;
            };
            let Some(known) = self.body.core_vertex(index) else {
                let along = listed(along);
                return Err(SupportFault::UnknownVertex { index, along });
            };
            agrees("vertex of that index", s.dot(&known.map(T::as_f64)))?;
        }
        let interior = finite("the interior point", &self.body.interior_point(), along)?;
        if s.dot(&interior) > of_point + self.error(&s) {
            return Err(SupportFault::InteriorOutside {
                along: listed(along),
                value: of_point,
                interior: s.dot(&interior),
            });
        }
        Ok(())
    }

    /// Checks that no support point seen is farther along a direction than the one found for it.
    fn farthest(
        &self,
        along: &SVector<f64, D>,
        point: &SVector<f64, D>,
        seen: &[(SVector<f64, D>, SVector<f64, D>)],
    ) -> Result<(), SupportFault> {
        let value = along.dot(point);
        let farther = |other: &SVector<f64, D>| along.dot(other) > value + self.error(along);
        match seen.iter().find(|(_, other)| farther(other)) {
            Some((_, other)) => Err(SupportFault::NotFarthest {
                along: listed(along),
                point: listed(point),
                value,
                other: listed(other),
                other_value: along.dot(other),
            }),
            None => Ok(()),
        }
    }

    /// Checks that every support point seen is within the reach of a centre.
    fn within_reach(
        &self,
        center: &SVector<T, D>,
        seen: &[(SVector<f64, D>, SVector<f64, D>)],
    ) -> Result<(), SupportFault> {
        let reach = lengths(
            "the reach",
            &SVector::<T, D>::repeat(self.body.reach(center)),
        )?[0];
        let center = center.map(T::as_f64);
        let ulps = AUDIT_ULPS * T::EPSILON.as_f64() * center.norm();
        for (_, point) in seen {
            let distance = (point - center).norm();
            if distance > reach + self.rounding.norm() + ulps {
                return Err(SupportFault::OutsideReach {
                    point: listed(point),
                    center: listed(&center),
                    distance,
                    reach,
                });
            }
        }
        Ok(())
    }
}
