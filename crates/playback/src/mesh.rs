//! What a body looks like.

use nalgebra::SVector;
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish::{Real, SupportMap};

use crate::PlaybackError;
use crate::error::finite;

/// The number of directions around the axis of a shape that its mesh is made of.
const AROUND: u32 = 24;
/// The number of directions from the axis to the opposite one.
const ALONG: u32 = 12;

/// Triangles that show a body, in the body's frame. In the plane they all lie at z = 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub(crate) points: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) edged: bool,
}

impl Mesh {
    /// Returns the mesh of these points and triangles.
    ///
    /// # Errors
    /// If a coordinate is not finite, or a triangle names a point that is not there.
    pub fn new(points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, PlaybackError> {
        for &value in points.iter().flatten() {
            finite("a coordinate of a mesh", value)?;
        }
        for (index, triangle) in triangles.iter().enumerate() {
            if let Some(&point) = triangle
                .iter()
                .find(|&&point| point as usize >= points.len())
            {
                return Err(PlaybackError::NoSuchPoint {
                    triangle: index,
                    point,
                    points: points.len(),
                });
            }
        }
        Ok(Self {
            points,
            triangles,
            edged: false,
        })
    }

    /// Returns a mesh of any convex shape, in the plane or in space.
    ///
    /// A round shape becomes the hull of its support points along some directions. Cylinders, cones and capsules keep
    /// their rims, as these directions lie on circles around the y axis. A hull keeps all its vertices.
    ///
    /// # Errors
    /// If the hull of these points cannot be built, such as for coordinates that are too large.
    pub fn of_shape<T: Real, const D: usize>(
        shape: &AnyShape<T, D>,
    ) -> Result<Self, PlaybackError> {
        if let AnyShape::ConvexHull(hull) = shape {
            return Ok(Self::of_hull(hull));
        }
        let points: Vec<SVector<f64, D>> = directions()
            .map(|direction: SVector<T, D>| shape.support_point(&direction).map(T::as_f64))
            .collect();
        // support points of one vertex differ by rounding
        let size = points.iter().map(|point| point.amax()).fold(0.0, f64::max);
        Ok(Self::of_hull(&ConvexHull::welded(&points, 1e-5 * size)?))
    }

    /// Returns the mesh of a hull: its faces as fans of triangles; in the plane, the hull itself.
    pub fn of_hull<T: Real, const D: usize>(hull: &ConvexHull<T, D>) -> Self {
        let mut mesh = Self::default();
        for vertex in hull.vertices() {
            mesh.points.push(in_space(vertex));
        }
        for face in hull.faces() {
            mesh.fan(face.vertices);
        }
        if D == 2 {
            mesh.fan(&around(hull));
        }
        mesh
    }

    /// Returns all triangles of several meshes, such as the pieces of one body.
    pub fn joined<'m>(meshes: impl IntoIterator<Item = &'m Self>) -> Self {
        let mut whole = Self::default();
        for mesh in meshes {
            let first = whole.points.len() as u32;
            whole.edged |= mesh.edged;
            whole.points.extend_from_slice(&mesh.points);
            let shifted = mesh
                .triangles
                .iter()
                .map(|triangle| triangle.map(|point| point + first));
            whole.triangles.extend(shifted);
        }
        whole
    }

    /// Returns the mesh with lines where its surface ends or bends. Triangles that share no points have lines all around.
    #[must_use]
    pub fn edged(mut self) -> Self {
        self.edged = true;
        self
    }

    /// Returns the number of triangles.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the points, and the triangles as the indices of three of them.
    pub fn parts(&self) -> (&[[f64; 3]], &[[u32; 3]]) {
        (&self.points, &self.triangles)
    }

    fn fan(&mut self, outline: &[u32]) {
        for pair in outline.windows(2).skip(1) {
            self.triangles.push([outline[0], pair[0], pair[1]]);
        }
    }
}

/// Returns directions all around: on a circle in the plane; in space on circles around the y axis, and both poles.
fn directions<T: Real, const D: usize>() -> impl Iterator<Item = SVector<T, D>> {
    let rings = if D == 2 { 1 } else { ALONG - 1 };
    let around = if D == 2 { 2 * AROUND } else { AROUND };
    let on_rings = (0..rings * around).map(move |index| {
        let longitude = f64::from(index % around) * std::f64::consts::TAU / f64::from(around);
        let latitude = f64::from(index / around + 1) * std::f64::consts::PI / f64::from(ALONG);
        let (sine, cosine) = longitude.sin_cos();
        SVector::from_fn(|axis, _| {
            T::of(match (D, axis) {
                (2, 0) => cosine,
                (2, _) => sine,
                (_, 0) => cosine * latitude.sin(),
                (_, 1) => latitude.cos(),
                _ => sine * latitude.sin(),
            })
        })
    });
    let poles = [1.0, -1.0]
        .map(|sign| SVector::from_fn(|axis, _| T::of(if axis == 1 { sign } else { 0.0 })));
    on_rings.chain(poles)
}

/// Returns the vertices of a hull in the plane, one after the other along its edges.
fn around<T: Real, const D: usize>(hull: &ConvexHull<T, D>) -> Vec<u32> {
    let mut outline = vec![0];
    while outline.len() < hull.vertices().len() {
        let neighbors = hull.neighbors(outline[outline.len() - 1]);
        match neighbors.iter().find(|vertex| !outline.contains(vertex)) {
            Some(&next) => outline.push(next),
            None => break,
        }
    }
    outline
}

fn in_space<T: Real, const D: usize>(point: &SVector<T, D>) -> [f64; 3] {
    [0, 1, 2].map(|axis| point.get(axis).map_or(0.0, |x| x.as_f64()))
}
