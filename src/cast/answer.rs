//! The answers of casts.

use nalgebra::SVector;

use crate::epa::Penetration;
use crate::support::Feature;
use crate::{Contact, Real};

/// The answer of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "cast"))]
pub enum RayCast<T, const D: usize> {
    /// The ray meets the body. A ray that starts outside, but within the tolerance, may hit at distance 0, even if it
    /// leads away. One that starts on a body without an inside, such as a triangle, hits at distance 0.
    Hit(RayHit<T, D>),
    /// The ray does not meet the body within the largest distance.
    Miss,
    /// The ray starts inside the body, or so near its surface that rounding hides whether it does: on the face of a
    /// hull, say, also if it leads away. Nothing is known about where it leaves the body.
    Inside,
}

impl<T, const D: usize> RayCast<T, D> {
    /// Returns the answer about a point as that about a ray.
    pub(crate) fn of_point(cast: ShapeCast<T, D>) -> Self
    where
        T: Real,
    {
        match cast {
            ShapeCast::Hit(hit) => Self::Hit(RayHit {
                distance: hit.distance,
                point: hit.contact.witness_b,
                normal: -hit.contact.normal,
                feature: hit.contact.feature_b,
                tolerance: hit.tolerance,
            }),
            ShapeCast::Miss => Self::Miss,
            ShapeCast::Overlapping(_) => Self::Inside,
        }
    }

    /// Returns the hit, if the ray starts outside and meets the body.
    pub fn hit(&self) -> Option<&RayHit<T, D>> {
        match self {
            Self::Hit(hit) => Some(hit),
            Self::Miss | Self::Inside => None,
        }
    }
}

/// The place where a ray meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct RayHit<T, const D: usize> {
    /// How far the ray goes: a length. No point of the ray before that is in the body.
    pub distance: T,
    /// The point of the body that is nearest to the end of the ray, in the world's frame. It is on the surface up to a
    /// small share of the tolerance.
    pub point: SVector<T, D>,
    /// The outward unit normal of the body there, in the world's frame. On edges and vertices it is one of several. If
    /// the ray starts on a body without an inside, it is that of the side from which the ray comes.
    pub normal: SVector<T, D>,
    /// The vertex, edge or face of the body on which the point lies.
    pub feature: Feature,
    /// The tolerance that applied: the end of the ray is no farther from the body, or from the query's target distance.
    pub tolerance: T,
}

/// The answer of a shape cast.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "cast"))]
pub enum ShapeCast<T, const D: usize> {
    /// The moving body meets the other one. Bodies that start apart, but within the tolerance, may hit at distance 0,
    /// even if they part.
    Hit(ShapeHit<T, D>),
    /// The bodies do not meet within the largest distance.
    Miss,
    /// The bodies overlap at the start, or touch so closely that rounding hides whether they do. That goes for bodies
    /// without an inside too: a plate that lies on a triangle overlaps it by a depth of about 0. The depth is rough
    /// unless the query asks for the [exact depth](crate::Query::exact_depth).
    Overlapping(Penetration<T, D>),
}

impl<T, const D: usize> ShapeCast<T, D> {
    /// Returns the same answer with the bodies of the contact swapped.
    pub(super) fn swapped(mut self) -> Self
    where
        T: Real,
    {
        if let Some(contact) = self.contact_mut() {
            *contact = contact.swapped();
        }
        self
    }

    fn contact_mut(&mut self) -> Option<&mut Contact<T, D>> {
        match self {
            Self::Hit(hit) => Some(&mut hit.contact),
            Self::Overlapping(penetration) => Some(&mut penetration.contact),
            Self::Miss => None,
        }
    }

    /// Returns the same answer with the witness points moved from another origin into the world.
    pub(crate) fn shifted(mut self, origin: &SVector<T, D>) -> Self
    where
        T: Real,
    {
        if let Some(contact) = self.contact_mut() {
            contact.witness_a += origin;
            contact.witness_b += origin;
        }
        self
    }

    /// Returns the hit, if the bodies start apart and meet.
    pub fn hit(&self) -> Option<&ShapeHit<T, D>> {
        match self {
            Self::Hit(hit) => Some(hit),
            Self::Miss | Self::Overlapping(_) => None,
        }
    }
}

/// The place where a body that moves straight ahead meets another one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct ShapeHit<T, const D: usize> {
    /// How far the body moves: a length. It is proven free before that.
    pub distance: T,
    /// The normal from the moving body A to the body B at rest, the witness points and the features, with A moved by
    /// the distance.
    pub contact: Contact<T, D>,
    /// The tolerance that applied: the bodies are no farther apart, or from the query's target distance.
    pub tolerance: T,
}
