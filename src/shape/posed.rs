//! Shapes placed in the frame of a body.

use nalgebra::{Isometry, SVector};

use super::AnyShape;
use crate::error::finite_point;
use crate::motion::{Rotor, matrix_of_numbers};
use crate::support::Posed;
use crate::to_f64::vector_to_f64;
use crate::{PoseError, Real, ToF64};

/// A shape placed in the frame of a body, as one of the shapes that an [`AnyShape`] may be.
///
/// [`Posed`] places any body, but only as a rounded matrix. This one keeps the pose as it was given, so that it can be
/// copied to double precision and serialised.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish::SupportMap;
/// use photofinish::shape::{AnyShape, Ball, PosedShape};
///
/// // the head of a hammer, whose frame has its origin at the end of the handle
/// let head = PosedShape::new(Ball::new(0.5)?, &Isometry3::translation(0.0, 3.0, 0.0))?;
/// let head: AnyShape<f64, 3> = head.into();
/// assert_eq!(head.support_point(&Vector3::y()).y, 3.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar",
        try_from = "Written<T, D>",
        into = "Written<T, D>"
    )
)]
pub struct PosedShape<T, const D: usize> {
    posed: Posed<AnyShape<T, D>, T, D>,
    /// The [numbers](Rotor::numbers) of the rotation as given: scaled to unit length again they would be rounded again.
    rotation: [T; 4],
    translation: SVector<T, D>,
}

/// A posed shape as it stands in a file. The rotation is in the plane its cosine and sine and two zeros, in space the
/// x, y, z and w of a quaternion.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "T: crate::serial::Scalar")]
struct Written<T, const D: usize> {
    shape: AnyShape<T, D>,
    rotation: [T; 4],
    translation: SVector<T, D>,
}

#[cfg(feature = "serde")]
impl<T: Real, const D: usize> TryFrom<Written<T, D>> for PosedShape<T, D> {
    type Error = PoseError;

    fn try_from(written: Written<T, D>) -> Result<Self, PoseError> {
        Self::by_numbers(written.shape, written.rotation, written.translation)
    }
}

#[cfg(feature = "serde")]
impl<T: Real, const D: usize> From<PosedShape<T, D>> for Written<T, D> {
    fn from(shape: PosedShape<T, D>) -> Self {
        Self {
            shape: shape.posed.shape().clone(),
            rotation: shape.rotation,
            translation: shape.translation,
        }
    }
}

impl<T: Real, const D: usize> PosedShape<T, D> {
    /// `shape` placed by `pose`, which maps its frame to that of the body.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] and [`PoseError::NotARotation`].
    pub fn new<R: Rotor<T, D>>(
        shape: impl Into<AnyShape<T, D>>,
        pose: &Isometry<T, R, D>,
    ) -> Result<Self, PoseError> {
        let numbers = pose.rotation.numbers();
        Self::by_numbers(shape.into(), numbers, pose.translation.vector)
    }

    fn by_numbers(
        shape: AnyShape<T, D>,
        rotation: [T; 4],
        translation: SVector<T, D>,
    ) -> Result<Self, PoseError> {
        let turned = matrix_of_numbers(rotation)?;
        let translation = finite_point("position", translation)?;
        Ok(Self {
            posed: Posed::turned(shape, turned, translation),
            rotation,
            translation,
        })
    }

    /// Returns the body that this is: the shape, its rotation as a matrix and its translation, in the frame of the
    /// body.
    pub fn posed(&self) -> &Posed<AnyShape<T, D>, T, D> {
        &self.posed
    }
}

impl<const D: usize> ToF64 for PosedShape<f32, D> {
    type F64 = PosedShape<f64, D>;

    fn to_f64(&self) -> PosedShape<f64, D> {
        let shape = self.posed.shape().to_f64();
        let translation = vector_to_f64(&self.translation);
        PosedShape::by_numbers(shape, self.rotation.map(f64::from), translation)
            .expect("a pose that is right in single precision")
    }
}
