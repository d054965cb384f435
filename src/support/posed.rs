//! A body placed in the world. Only here does a support mapping take a [`Placement`].

use nalgebra::{Isometry, SMatrix, SVector};

use super::{Feature, SUPPORT_ULPS, SupportMap, Touching, Vertex, rounded_support_point};
use crate::motion::{Placement, Rotor, checked_pose, matrix_and_ulps};
use crate::number::Vector;
use crate::{PoseError, Real};

/// Ulps of the size of its core that a posed body may lose when it is posed again. [`SUPPORT_ULPS`] has room for
/// one pose. The second pose turns the direction once more: that loses half an ulp in each term of a product, and
/// twice that in the support point found along it. It also turns the point, which loses as many ulps as the
/// direction. A product in space has three terms. In halves of an ulp that is 2 x 3 + 3 = 9, or 4.5 ulps.
const NESTED_ULPS: f64 = 5.0;

/// Ulps that a computed reach may lose: the extents up to 4 halves of an ulp, the difference to the centre one, a
/// length 2.5, and a sum and a difference with the radius two. Together that is 9.5 halves.
const REACH_ULPS: f64 = 8.0;

/// A body placed in the world: rotated, then translated.
///
/// ```
/// use std::f64::consts::FRAC_PI_4;
///
/// use nalgebra::{Isometry2, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Posed;
///
/// // a square and another one that stands on its corner beside it
/// let square = Cuboid::new(vector![1.0, 1.0])?;
/// let turned = Posed::new(square, &Isometry2::new(vector![3.0, 0.0], FRAC_PI_4))?;
/// let closest = distance(&square, &turned).expect("they are apart");
/// assert!((closest.distance - (2.0 - 2f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A reference to a shape is a shape: `Posed::new(&hull, &pose)` does not copy the hull.
///
/// The rotation need not have unit length to the last digit: the nearest rotation is taken. Its rounding error counts
/// as [`rounding`](SupportMap::rounding) of the image. The identity has no such error. The support mapping is \[1\]
/// theorem 1 with an orthogonal matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<S, T, const D: usize> {
    shape: S,
    rotation: SMatrix<T, D, D>,
    location: SVector<T, D>,
    rounding: SVector<T, D>,
    /// The part of `rounding` that comes from the error of the rotation, equal on every axis.
    turn_rounding: T,
    radius: T,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> Posed<S, T, D> {
    /// `shape` placed by `pose`, which maps its frame to the world.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] and [`PoseError::NotARotation`].
    pub fn new<R: Rotor<T, D>>(shape: S, pose: &Isometry<T, R, D>) -> Result<Self, PoseError> {
        let pose = checked_pose(pose)?;
        let turned = matrix_and_ulps(&pose.rotation);
        Ok(Self::turned(shape, turned, pose.translation.vector))
    }

    /// Returns `shape` turned by a matrix that may be off by some ulps, and then translated.
    pub(crate) fn turned(
        shape: S,
        (rotation, ulps): (SMatrix<T, D, D>, T),
        translation: SVector<T, D>,
    ) -> Self {
        let reach = core_reach(&shape, &SVector::zeros());
        let placement = Placement {
            rotation,
            translation,
            translation_error: SVector::zeros(),
            angle_error: ulps * T::EPSILON,
        };
        let mut posed = Self::placed(shape, reach, placement);
        if ulps > T::zero() {
            let once_more = posed.rotation.abs() * posed.shape.rounding();
            posed.rounding += once_more * T::of(NESTED_ULPS / SUPPORT_ULPS);
        }
        posed
    }

    /// Returns the shape, in its own frame.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the rotation, which maps directions of the shape's frame to the world.
    pub fn rotation(&self) -> &SMatrix<T, D, D> {
        &self.rotation
    }

    /// Returns the position of the shape's frame in the world; of a shape in motion, measured from the origin that its
    /// slice was asked for.
    ///
    /// It is as it was given, but for the rounding of two sums if the shape has a
    /// [location](SupportMap::location) of its own.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Matrix2, vector};
    /// use photofinish::shape::Cuboid;
    /// use photofinish::support::Posed;
    ///
    /// let posed = Posed::new(Cuboid::new(vector![2.0, 1.0])?, &Isometry2::translation(3.0, 4.0))?;
    /// assert_eq!(posed.shape().half_extents(), &vector![2.0, 1.0]);
    /// assert_eq!(posed.rotation(), &Matrix2::identity());
    /// assert_eq!(posed.translation(), vector![3.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn translation(&self) -> SVector<T, D> {
        self.location - self.rotation * self.shape.location()
    }

    /// Places `shape`, whose core is at most `reach` from its origin, by a placement that is itself rounded.
    #[inline(always)]
    pub fn placed(shape: S, reach: T, placement: Placement<T, D>) -> Self {
        let turn_rounding = placement.angle_error * reach;
        let mut rounding = placement.rotation.abs() * shape.rounding()
            + placement.translation_error.add_scalar(turn_rounding);
        let mut location = placement.translation;
        let inner = shape.location();
        if inner != SVector::<T, D>::zeros() {
            let moved = placement.rotation * inner;
            // the terms of the product may cancel, but their rounding does not
            let terms = placement.rotation.abs() * inner.abs() + location.abs();
            rounding += terms * (T::EPSILON * T::of(SUPPORT_ULPS));
            location += moved;
        }
        Self {
            radius: shape.radius(),
            shape,
            rotation: placement.rotation,
            location,
            rounding,
            turn_rounding,
        }
    }
}

/// The largest distance from `center` to a point of the core, rounding included.
pub(crate) fn core_reach<T: Real, const D: usize>(
    shape: &impl SupportMap<T, D>,
    center: &SVector<T, D>,
) -> T {
    shape.reach(center) * (T::one() + T::EPSILON * T::of(REACH_ULPS)) - shape.radius()
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> SupportMap<T, D> for Posed<S, T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let core = self.core_support_point(direction) + self.location;
        rounded_support_point(core, self.radius, direction)
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.location
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.rotation.tr_mul(direction);
        self.rotation * self.shape.core_support_point(&local)
    }

    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let local = self.rotation.tr_mul(direction);
        let vertex = self.shape.core_support_vertex(&local, near);
        Vertex {
            point: self.rotation * vertex.point,
            ..vertex
        }
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.shape.core_vertex(index).map(|v| self.rotation * v)
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let local = self.rotation.tr_mul(direction);
        self.shape.core_feature(vertices, &local)
    }

    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        let start = touching.points().len();
        let local = self.rotation.tr_mul(direction);
        self.shape.core_touching(&local, depth, touching);
        touching.map_from(start, |point| self.rotation * point);
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let local = self.rotation.tr_mul(direction);
        self.shape.core_support_value(&local)
    }

    #[inline]
    fn radius(&self) -> T {
        self.radius
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.rotation * self.shape.interior_point()
    }

    /// The box has room for the rounding error of the rotation.
    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.rotation.abs() * self.shape.extents() + self.location.abs() + self.rounding
    }

    fn inner_diameter(&self) -> T {
        self.shape.inner_diameter()
    }

    #[inline(always)]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        let rotation = |i, k| self.rotation[(i, k)].as_f64();
        let d = direction.numbers();
        let local = std::array::from_fn(|k| (0..D).map(|i| rotation(i, k) * d[i]).sum());
        let point = self.shape.core_farthest(Vector::new(local), hint);
        std::array::from_fn(|i| (0..D).map(|k| rotation(i, k) * point[k]).sum())
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        self.rounding
    }

    #[inline]
    fn turn_rounding(&self) -> T {
        self.turn_rounding
    }
}
