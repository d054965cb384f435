//! Surfaces of triangles.

use nalgebra::Vector3;
use thiserror::Error;

use super::tree::Corners;
use super::{Pieces, PiecesError, Surface, Tree, check_count};
use crate::error::finite_point;
use crate::shape::Triangle;
use crate::vector::length_of;
use crate::{NotFinite, Real};

/// A surface of triangles in space.
///
/// It has no inside, and bodies touch it from both sides unless it is [`one_sided`](Self::one_sided). Two surfaces
/// allow no penetration of each other. Bodies [slide over its inner edges](super#sliding). Holes do not matter, nor do
/// points that no triangle uses, or triangles that are listed twice. The order of a triangle's corners only tells where
/// its front is. A triangle whose corners coincide or lie on a line is that point or segment.
///
/// The times of contacts do not depend on that. Normals at edges do: they come from the triangle across, where exactly
/// two share an edge. Where none or more do, as with triangles that are listed twice or split at a corner within an edge
/// of another, the edge counts as a rim or as flat, and the triangle pushes sideways there or not at all. So merge
/// points, and leave out such triangles, where normals matter.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::Query;
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::pieces::{Convex, MovingPieces, TriMesh};
/// use photofinish::shape::Ball;
///
/// // a roof over the x axis
/// let points = vec![
///     vector![0.0, 0.0, 0.0],
///     vector![0.0, 0.0, 4.0],
///     vector![2.0, 1.0, 0.0],
///     vector![2.0, 1.0, 4.0],
/// ];
/// let roof = TriMesh::new(points, vec![[0, 1, 2], [1, 3, 2]])?;
/// let roof = MovingPieces::new(&roof, AtRest::new(Isometry3::identity())?);
/// let fall = ConstantVelocity::new(Isometry3::translation(0.5, 5.0, 1.0), -Vector3::y(), Vector3::zeros())?;
/// let ball = MovingPieces::new(Convex::new(Ball::new(0.5)?)?, fall);
///
/// let contact = Query::new().first_contact(&ball, &roof, 0.0..=10.0)?.contact.expect("it falls on the roof");
/// assert_eq!(contact.pieces, (0, 0));
/// // the roof is 0.25 high there, and the ball touches it beside its lowest point
/// let expected = 5.0 - 0.25 - 0.5 * 1.25f64.sqrt();
/// assert!(contact.time <= expected && contact.time > expected - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TriMesh<T>
where
    T: nalgebra::Scalar,
{
    surface: Surface<T, 3>,
    tree: Tree<T, 3>,
}

impl<T: Real> TriMesh<T> {
    /// The surface of triangles whose corners are these points, given by their indices.
    ///
    /// # Errors
    /// [`MeshError`].
    pub fn new(points: Vec<Vector3<T>>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        for (index, point) in points.iter().enumerate() {
            finite_point("point", *point)
                .map_err(|error| MeshError::PointNotFinite { index, error })?;
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            let missing = corners
                .iter()
                .find(|index| **index as usize >= points.len());
            if let Some(&index) = missing {
                return Err(MeshError::NoSuchPoint {
                    triangle,
                    index,
                    points: points.len(),
                });
            }
        }
        check_count(triangles.len())?;
        let tree = Tree::new(triangles.iter().map(|triangle| {
            let corners = triangle.map(|index| points[index as usize]);
            let reach = corners.iter().map(length_of).fold(T::zero(), T::max);
            (Corners::of_points(&corners), reach)
        }));
        let surface = Surface::new(points, triangles);
        Ok(Self { surface, tree })
    }

    /// The same surface, touched [from the front only](super#one-sided-surfaces): from where the corners of a triangle
    /// are seen counterclockwise. That of a height field is above it.
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::Query;
    /// use photofinish::cast::{Ray, RayCast};
    /// use photofinish::motion::AtRest;
    /// use photofinish::pieces::{MovingPieces, TriMesh};
    ///
    /// let ground = TriMesh::height_field(&[0.0; 4], 2, [10.0, 10.0])?.one_sided();
    /// let ground = MovingPieces::new(&ground, AtRest::new(Isometry3::identity())?);
    /// let down = Ray::new(vector![3.0, 5.0, 1.0], vector![0.0, -1.0, 0.0])?;
    /// let up = Ray::new(vector![3.0, -5.0, 1.0], vector![0.0, 1.0, 0.0])?;
    /// assert!(matches!(Query::new().cast_ray_at_pieces(&down, &ground, 0.0, 9.0)?.cast, RayCast::Hit(_)));
    /// assert!(matches!(Query::new().cast_ray_at_pieces(&up, &ground, 0.0, 9.0)?.cast, RayCast::Miss));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.surface.make_one_sided();
        self
    }

    /// The surface over a grid in the plane of x and z, with heights along y.
    ///
    /// `heights` has one row of `columns` heights for each z; neighbours in a row are `spacing[0]` apart along x, rows
    /// are `spacing[1]` apart along z, and the first height is at x = z = 0: the pose of the body moves it elsewhere.
    /// Every cell of the grid is two triangles, which meet along the diagonal from its lowest x and z to its highest:
    /// cell `c` has triangles `2 c` and `2 c + 1`.
    ///
    /// ```
    /// use nalgebra::vector;
    /// use photofinish::pieces::{Pieces, TriMesh};
    ///
    /// let hill = TriMesh::height_field(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 3, [10.0, 10.0])?;
    /// assert_eq!(hill.tree().pieces(), 8);
    /// assert_eq!(hill.points()[4], vector![10.0, 1.0, 10.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::NotAGrid`] if there are not at least two full rows and two columns, [`MeshError::NoSpacing`],
    /// [`MeshError::PointNotFinite`] and [`MeshError::TooManyPieces`].
    pub fn height_field(heights: &[T], columns: usize, spacing: [T; 2]) -> Result<Self, MeshError> {
        let rows = heights.len().checked_div(columns).unwrap_or(0);
        if columns < 2 || rows < 2 || rows * columns != heights.len() {
            let heights = heights.len();
            return Err(MeshError::NotAGrid { heights, columns });
        }
        for spacing in spacing {
            // written so that NaN is refused too
            if !(spacing > T::zero()) {
                let spacing = spacing.as_f64();
                return Err(MeshError::NoSpacing { spacing });
            }
        }
        check_count(2 * (rows - 1) * (columns - 1))?;
        let point = |(index, height): (usize, &T)| {
            let place = |number: usize, apart: T| T::of(number as f64) * apart;
            let (row, column) = (index / columns, index % columns);
            Vector3::new(place(column, spacing[0]), *height, place(row, spacing[1]))
        };
        let points = heights.iter().enumerate().map(point).collect();
        let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |x| row * columns + x));
        let triangles = cells.flat_map(|cell| {
            let [near, right, far, across] =
                [cell, cell + 1, cell + columns, cell + columns + 1].map(|index| index as u32);
            [[near, far, across], [near, across, right]]
        });
        Self::new(points, triangles.collect())
    }

    /// The points, as they were given.
    pub fn points(&self) -> &[Vector3<T>] {
        self.surface.points()
    }

    /// The triangles, by the indices of their corners, as they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.surface.pieces()
    }
}

impl<T: Real> Pieces<T, 3> for TriMesh<T> {
    type Piece<'a> = Triangle<T, 3>;

    fn tree(&self) -> &Tree<T, 3> {
        &self.tree
    }

    #[inline]
    fn piece(&self, index: u32) -> Triangle<T, 3> {
        Triangle::new(self.surface.corners(index)).expect("the points are finite")
    }

    fn surface(&self) -> Option<&Surface<T, 3>> {
        Some(&self.surface)
    }
}

/// A mesh, polyline or height field that cannot be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate of a point is NaN, infinite or too large.
    #[error("point {index}: {error}")]
    PointNotFinite {
        /// Which point.
        index: usize,
        /// The number, and what is wrong with it.
        error: NotFinite,
    },
    /// A triangle has a corner that is not among the points.
    #[error(
        "triangle {triangle} has point {index} as a corner, but there are only {points} points"
    )]
    NoSuchPoint {
        /// Which triangle.
        triangle: usize,
        /// The index of the corner.
        index: u32,
        /// How many points there are.
        points: usize,
    },
    /// There are no triangles or segments.
    #[error("a mesh or a line needs at least one piece, but has none")]
    NoPieces,
    /// There are more pieces than can be counted.
    #[error("a mesh can have at most 2^31 pieces, but has {pieces}")]
    TooManyPieces {
        /// How many.
        pieces: usize,
    },
    /// The distance between neighbours of a grid is not positive.
    #[error("neighbours of a grid must be a positive distance apart, but are {spacing:?} apart")]
    NoSpacing {
        /// The distance.
        spacing: f64,
    },
    /// Heights do not make rows of the same length, or fewer than two of them.
    #[error(
        "{heights} heights in rows of {columns} are not a grid of at least two rows and two columns"
    )]
    NotAGrid {
        /// How many heights there are.
        heights: usize,
        /// How many a row is said to have.
        columns: usize,
    },
}

impl From<PiecesError> for MeshError {
    fn from(error: PiecesError) -> Self {
        match error {
            PiecesError::Empty => Self::NoPieces,
            PiecesError::TooMany { pieces } => Self::TooManyPieces { pieces },
            PiecesError::NotFinite { index, error } => Self::PointNotFinite { index, error },
        }
    }
}
