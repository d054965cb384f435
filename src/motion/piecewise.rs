//! Motions one after the other.

use nalgebra::{Isometry, SVector};

use super::{AtRest, Ballistic, ConstantVelocity, FixedAxis, Law, Motion, Placement, Rotor, Sweep};
use crate::error::finite;
use crate::vector::length_of;
use crate::{MotionError, Real, Span, ToF64};

/// A motion made of pieces, one after the other, each between two knots.
///
/// The first piece also holds before the first knot, and the last piece after the last knot. All pieces are of one
/// type. To mix several, use an enum of them, or `Box<dyn Motion<T, D, Rotation = R>>`.
///
/// There are no bounds over a span with a knot inside. Queries split their interval at the knots, so that their answers
/// are certified all the same.
///
/// ```
/// use nalgebra::{Isometry2, Vector2};
/// use photofinish::motion::{ConstantVelocity, Motion, Piecewise};
///
/// // out to x = 2 within one second, and back within two
/// let (home, away) = (Isometry2::identity(), Isometry2::translation(2.0, 0.0));
/// let out = ConstantVelocity::between((0.0, home), (1.0, away), Vector2::zeros())?;
/// let back = ConstantVelocity::between((1.0, away), (3.0, home), Vector2::zeros())?;
/// let path = Piecewise::new(vec![0.0, 1.0, 3.0], vec![out, back])?;
///
/// assert_eq!(path.pose(0.5).translation.x, 1.0);
/// assert_eq!(path.pose(2.0).translation.x, 1.0);
/// assert_eq!(path.next_knot(0.5), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piecewise<T, M> {
    knots: Vec<T>,
    pieces: Vec<M>,
    /// The largest distance between the poses of two pieces at the knot between them: a length and an angle.
    mismatch: (T, T),
}

impl<T: Real, M> Piecewise<T, M> {
    /// Returns the motion that follows `pieces[i]` between `knots[i]` and `knots[i + 1]`.
    ///
    /// Neighbours must have the same pose at their common knot, up to rounding. Let e be 1.5e-8 for `f64` and 3.5e-4
    /// for `f32`. The angle between the two poses may be up to e, and their distance up to e times 1 plus the distance
    /// from the world's origin. What they differ by counts as a rounding error of the pose there.
    ///
    /// # Errors
    /// [`MotionError::NoPieces`], [`MotionError::KnotCount`], [`MotionError::KnotOrder`], [`MotionError::NotFinite`] and
    /// [`MotionError::Discontinuous`].
    pub fn new<const D: usize>(knots: Vec<T>, pieces: Vec<M>) -> Result<Self, MotionError>
    where
        M: Motion<T, D>,
    {
        if pieces.is_empty() {
            return Err(MotionError::NoPieces);
        }
        if knots.len() != pieces.len() + 1 {
            return Err(MotionError::KnotCount {
                pieces: pieces.len(),
                knots: knots.len(),
            });
        }
        for pair in knots.windows(2) {
            finite("knot", pair[0])?;
            finite("knot", pair[1])?;
            if pair[0] >= pair[1] {
                return Err(MotionError::KnotOrder {
                    knot: pair[0].as_f64(),
                    next: pair[1].as_f64(),
                });
            }
        }
        let gaps = gaps(&knots, &pieces);
        for gap in &gaps {
            gap.check()?;
        }
        Ok(Self::joined(knots, pieces, &gaps))
    }

    /// Returns the times of the knots, in order: one more than there are pieces.
    pub fn knots(&self) -> &[T] {
        &self.knots
    }

    /// Returns the pieces. The piece with index i holds between the knots i and i + 1.
    pub fn pieces(&self) -> &[M] {
        &self.pieces
    }

    /// Returns the motion of pieces that have these gaps at their knots.
    fn joined(knots: Vec<T>, pieces: Vec<M>, gaps: &[Gap<T>]) -> Self {
        let largest = |of: fn(&Gap<T>) -> T| gaps.iter().map(of).fold(T::zero(), T::max);
        Self {
            mismatch: (largest(|gap| gap.mismatch.0), largest(|gap| gap.mismatch.1)),
            knots,
            pieces,
        }
    }

    /// Returns the piece that holds at `time`; at a knot between two pieces, the later one.
    fn piece(&self, time: T) -> &M {
        let inner = &self.knots[1..self.pieces.len()];
        &self.pieces[inner.partition_point(|&knot| knot <= time)]
    }

    /// Returns the piece that holds during the whole span. `None` if a knot is inside: no piece's bounds hold then.
    fn piece_during(&self, during: Span<T>) -> Option<&M> {
        let inner = &self.knots[1..self.pieces.len()];
        let index = inner.partition_point(|&knot| knot <= during.start());
        let ends_within = inner.get(index).is_none_or(|&knot| during.end() <= knot);
        ends_within.then(|| &self.pieces[index])
    }

    fn has_knot_at(&self, time: T) -> bool {
        let next = self.knots.partition_point(|&knot| knot < time);
        self.knots.get(next).is_some_and(|&knot| knot == time)
    }
}

/// Ulps that a sum with the length of a vector may lose: a length 1.25, the sum and the last product half an ulp each.
const CENTER_ULPS: f64 = 8.0;

/// Ulps that the distance of two poses may lose. The norm of the difference of two matrices is the longest sum: the
/// difference loses half an ulp, nine squares and their root 5.5 halves, two sums and the last product 3. Together that
/// is 9.5 halves.
const MISMATCH_ULPS: f64 = 16.0;

/// Returns a bound of the distance from `center` of all points within `reach` of the origin, rounding included.
fn from_center<T: Real, const D: usize>(reach: T, center: &SVector<T, D>) -> T {
    if *center == SVector::<T, D>::zeros() {
        return reach;
    }
    (reach + length_of(center)) * (T::one() + T::EPSILON * T::of(CENTER_ULPS))
}

/// How far the poses of two neighbours are apart at their knot.
struct Gap<T> {
    knot: T,
    apart: T,
    /// The largest distance at which they count as equal.
    allowed: T,
    angle: T,
    /// A bound of both, a length and an angle, rounding included.
    mismatch: (T, T),
}

impl<T: Real> Gap<T> {
    fn at<const D: usize, M: Motion<T, D>>(before: &M, after: &M, knot: T) -> Self {
        let position = before.pose(knot).translation.vector;
        let [before, after] = [before, after].map(|motion| motion.placement(knot, &position));
        let apart = length_of(&(before.translation - after.translation));
        // a turn by a small angle changes two columns of a matrix by that angle
        let turned = (before.rotation - after.rotation).norm();
        // the poses are rounded themselves, far from the origin or after many turns, which adds to both; the Frobenius
        // norm stands for the angle, since no difference of matrices moves a point at distance one farther than that
        let mut mismatch = (apart, turned);
        for placement in [before, after] {
            mismatch.0 += length_of(&placement.translation_error);
            mismatch.1 += placement.angle_error;
        }
        let own = T::one() + T::EPSILON * T::of(MISMATCH_ULPS);
        Self {
            knot,
            apart,
            allowed: T::SQRT_EPSILON * (T::one() + length_of(&position)),
            angle: turned * T::of(std::f64::consts::FRAC_1_SQRT_2),
            mismatch: (mismatch.0 * own, mismatch.1 * own),
        }
    }

    /// # Errors
    /// [`MotionError::Discontinuous`].
    fn check(&self) -> Result<(), MotionError> {
        let is_near = self.apart <= self.allowed;
        // written so that NaN is refused too
        if is_near && self.angle <= T::SQRT_EPSILON {
            return Ok(());
        }
        let gap = if is_near { self.angle } else { self.apart };
        Err(MotionError::Discontinuous {
            knot: self.knot.as_f64(),
            gap: gap.as_f64(),
        })
    }
}

/// Returns the gaps between neighbours.
fn gaps<T: Real, const D: usize, M: Motion<T, D>>(knots: &[T], pieces: &[M]) -> Vec<Gap<T>> {
    let pairs = pieces.windows(2).zip(&knots[1..]);
    pairs
        .map(|(pair, &knot)| Gap::at(&pair[0], &pair[1], knot))
        .collect()
}

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Piecewise<T, M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
        self.piece(time).pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let mut placement = self.piece(time).placement(time, origin);
        if self.has_knot_at(time) {
            // a span that ends here has the bounds of the piece before, whose pose here may differ by this much
            placement.translation_error.add_scalar_mut(self.mismatch.0);
            placement.angle_error += self.mismatch.1;
        }
        placement
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.piece(time).reference(time)
    }

    /// Returns zero: every piece turns about a centre of its own, so that bounds are measured from the frame's origin.
    fn center(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let piece = self.piece_during(during)?;
        piece.acceleration_bound(along, during, from_center(reach, &piece.center()))
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let piece = self.piece_during(during)?;
        piece.speed_bound(along, during, from_center(reach, &piece.center()))
    }

    fn next_knot(&self, after: T) -> Option<T> {
        let own = self.knots.partition_point(|&knot| knot <= after);
        let own = self.knots.get(own).copied();
        let of_piece = self.piece(after).next_knot(after);
        match (own, of_piece) {
            // written so that NaN is passed on
            (Some(own), Some(inner)) => Some(if own < inner { own } else { inner }),
            (own, inner) => own.or(inner),
        }
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let piece = self.piece_during(during)?;
        let moves = piece.fixed_axis(during)?;
        // the axis must go through `center()`, the origin of the frame, which a piece's own axis may not
        let same_center = piece.center() == SVector::<T, D>::zeros() || !moves.turns();
        same_center.then_some(moves)
    }

    fn has_pieces(&self) -> bool {
        true
    }

    fn law(&self, during: Span<T>) -> Option<&Law<D>> {
        self.piece_during(during)?.law(during)
    }
}

/// Copies paths whose pieces are motions of the crate. The number of dimensions is not part of a path's type, so that
/// it has to come from that of the pieces.
macro_rules! paths_to_f64 {
    ($($piece:ident),*) => {$(
        impl<const D: usize, R: Rotor<f32, D>> ToF64 for Piecewise<f32, $piece<f32, R, D>> {
            type F64 = Piecewise<f64, $piece<f64, R::F64, D>>;

            /// Pieces that met within the rounding of `f32` need not meet within that of `f64`. What they miss each
            /// other by counts as a rounding error, as before.
            fn to_f64(&self) -> Self::F64 {
                let knots: Vec<f64> = self.knots.iter().copied().map(f64::from).collect();
                let pieces: Vec<_> = self.pieces.iter().map(ToF64::to_f64).collect();
                let gaps = gaps(&knots, &pieces);
                Piecewise::joined(knots, pieces, &gaps)
            }
        }
    )*};
}

paths_to_f64!(AtRest, ConstantVelocity, Ballistic, Sweep);

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The sum of a reach and the length of a centre may be rounded down.
    #[test]
    fn no_point_is_farther_from_the_centre_than_is_said() {
        let mut rng = StdRng::seed_from_u64(3);
        for _ in 0..1000 {
            let reach = rng.random_range(0.0..4.0f32);
            let center = SVector::<f32, 3>::from_fn(|_, _| rng.random_range(-2.0..2.0));
            let exact = f64::from(reach) + center.map(f64::from).norm();
            let bound = from_center(reach, &center);
            assert!(f64::from(bound) >= exact, "{bound} < {exact}");
            assert!(f64::from(bound) < exact * (1.0 + 1e-5), "{bound} {exact}");
        }
    }
}
