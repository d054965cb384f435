//! Bodies stored in single precision, for queries in double precision.

use nalgebra::SVector;

/// A shape, motion or moving body in `f32` that queries in `f64` can be asked about.
///
/// The copy of [`to_f64`](Self::to_f64) is the same body on the same path, but queries about it only round to the
/// digits of `f64`. The [crate docs](crate#bodies-in-single-precision) say when an engine needs that.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::ToF64;
/// use photofinish::shape::ConvexHull;
///
/// let hull = ConvexHull::new(&[vector![0.1f32, 0.0], vector![0.7, 0.0], vector![0.0, 0.3]])?;
/// let wide = hull.to_f64();
/// assert_eq!(wide.vertices()[0].x, f64::from(0.1f32));
/// assert_eq!(wide.edges(), hull.edges());
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// # What stays the same
/// - **Shapes** have the same points. Vertices, edges and faces keep their numbers. A
///   [`ConvexHull`](crate::shape::ConvexHull) is not built again, so that this takes little time. Its
///   [`deviation`](crate::shape::ConvexHull::deviation) stays: some given points may still be that far outside.
/// - **Motions** have the same positions, velocities and times. A motion between two poses
///   ([`Sweep`](crate::motion::Sweep), [`ConstantVelocity::between`](crate::motion::ConstantVelocity::between)) goes
///   through the same two poses: its velocities are computed from them again, in `f64`.
/// - **Rotations** have unit length only to the digits of `f32`. In `f64` they are scaled to unit length again, which
///   gives the nearest rotation.
///
/// A rotation that is off unit length by no more than the rounding of its numbers is copied as it was given. Any other
/// is scaled to unit length when a motion is built, which in `f32` turns it by up to an ulp, 1.2e-7 radians; the rotation
/// scaled so is the one that is copied. To keep a rotation as the engine holds it, build the motion in `f64`:
/// `AtRest::new(pose.cast())`. That is the simpler way too where motions are built anew for every query.
///
/// # What cannot be copied
/// - A motion given by a function ([`FromFn`](crate::motion::FromFn)) computes in `f32`. Write the function in `f64`.
/// - A [`Piecewise`](crate::motion::Piecewise) motion can be copied if its pieces are motions of the crate.
/// - A [`Posed`](crate::support::Posed) body holds its rotation as a rounded matrix. Pose the copy of its shape.
///   A [`PosedShape`](crate::shape::PosedShape) can be copied.
/// - An [`AnyMotion`](crate::motion::AnyMotion) may hold a motion that cannot be copied: it has
///   [`try_to_f64`](crate::motion::AnyMotion::try_to_f64).
/// - A [`Moving`](crate::Moving) body whose shape is a reference, an `Arc` or an `Rc` shares it with others. Copy the
///   shape once, and give each body a reference to the copy: `Moving::new(&wide_shape, body.motion().to_f64())`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no copy in double precision",
    note = "copy a shared shape once, and give each body a reference to the copy: see the docs of `ToF64`"
)]
pub trait ToF64 {
    /// The same type in double precision.
    type F64;

    /// Returns the same shape, motion or body in double precision.
    fn to_f64(&self) -> Self::F64;
}

/// Returns the same vector in double precision.
pub(crate) fn vector_to_f64<const D: usize>(vector: &SVector<f32, D>) -> SVector<f64, D> {
    vector.map(f64::from)
}
