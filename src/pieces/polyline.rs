//! Lines of segments in the plane.

use nalgebra::SVector;

use super::tree::Corners;
use super::{MeshError, Pieces, Surface, Tree, check_count};
use crate::error::finite_point;
use crate::shape::Segment;
use crate::vector::length_of;
use crate::{Real, ShapeError};

/// A line of segments in the plane, such as the ground of a level.
///
/// It has no inside, and bodies touch it from both sides, also if it is closed, unless it is
/// [`one_sided`](Self::one_sided). Two lines allow no penetration of each other. Bodies [slide over its inner
/// points](super#sliding). Points may coincide: a segment without length is a point.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::pieces::{Pieces, Polyline};
///
/// let ground = Polyline::open(vec![vector![0.0, 1.0], vector![2.0, 0.0], vector![5.0, 0.5]])?;
/// assert_eq!(ground.tree().pieces(), 2);
/// let room = Polyline::closed(vec![vector![0.0, 0.0], vector![4.0, 0.0], vector![2.0, 3.0]])?;
/// assert_eq!(room.tree().pieces(), 3);
/// // segment 2 leads from the last point back to the first
/// assert_eq!(room.piece(2).points(), &[vector![2.0, 3.0], vector![0.0, 0.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline<T>
where
    T: nalgebra::Scalar,
{
    surface: Surface<T, 2>,
    tree: Tree<T, 2>,
}

impl<T: Real> Polyline<T> {
    /// The line from each point to the next. Segment `i` begins at point `i`.
    ///
    /// # Errors
    /// [`MeshError::NoPieces`] for fewer than two points, [`MeshError::PointNotFinite`], and
    /// [`MeshError::TooManyPieces`].
    pub fn open(points: Vec<SVector<T, 2>>) -> Result<Self, MeshError> {
        let segments = points.len().saturating_sub(1);
        Self::new(points, segments)
    }

    /// The line from each point to the next, and from the last to the first. Segment `i` begins at point `i`.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn closed(points: Vec<SVector<T, 2>>) -> Result<Self, MeshError> {
        let segments = if points.len() < 2 { 0 } else { points.len() };
        Self::new(points, segments)
    }

    /// The same line, touched [from the front only](super#one-sided-surfaces): from the right of its segments, as one
    /// looks from their first point to their second.
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.surface.make_one_sided();
        self
    }

    fn new(points: Vec<SVector<T, 2>>, segments: usize) -> Result<Self, MeshError> {
        for (index, point) in points.iter().enumerate() {
            finite_point("point", *point)
                .map_err(|error| MeshError::PointNotFinite { index, error })?;
        }
        check_count(segments)?;
        let count = points.len() as u32;
        let ends = (0..segments as u32).map(|index| [index, (index + 1) % count]);
        let surface = Surface::new(points, ends.collect());
        let tree = Tree::new((0..segments as u32).map(|index| {
            let [p, q] = surface.corners(index);
            let reach = length_of(&p).max(length_of(&q));
            (Corners::of_points(&[p, q]), reach)
        }));
        Ok(Self { surface, tree })
    }

    /// The points, as they were given.
    pub fn points(&self) -> &[SVector<T, 2>] {
        self.surface.points()
    }
}

impl<T: Real> Pieces<T, 2> for Polyline<T> {
    type Piece<'a> = Segment<T, 2>;

    fn tree(&self) -> &Tree<T, 2> {
        &self.tree
    }

    fn piece(&self, index: u32) -> Segment<T, 2> {
        let segment: Result<_, ShapeError> = Segment::new(self.surface.corners(index));
        segment.expect("the points are finite")
    }

    fn surface(&self) -> Option<&Surface<T, 2>> {
        Some(&self.surface)
    }
}
