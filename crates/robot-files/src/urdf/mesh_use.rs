//! Meshes of links, and the convex pieces that they become.

use std::path::Path as FilePath;
#[cfg(feature = "decompose")]
use std::path::PathBuf;

#[cfg(feature = "decompose")]
use nalgebra::Unit;
use nalgebra::{Isometry3, Vector3};

use super::lookup::MeshFinder;
use super::shape::MeshShape;
use super::words;
use crate::mesh::{self, Content, Part};
use crate::xml::Element;
use crate::{MeshForm, MeshReport, ReadError};
#[cfg(feature = "decompose")]
use photofinish::SupportMap;
use photofinish::proximity;
use photofinish::shape::{ConvexHull, Triangle};
#[cfg(feature = "decompose")]
use photofinish_meshes::{Decomposer, Mesh, Object};
use photofinish_robot::Piece;

/// The share of its size by which a mesh may reach out of given pieces without a warning. Files carry few digits.
const GIVEN_TOLERANCE: f64 = 1e-6;

/// The share of its size by which the hull of a mesh may bulge over it, for the mesh to count as convex. Pieces bulge over
/// it by a voxel, which is a thousand times as much. Larger: more meshes with dents that stay hulls. Smaller: rounded
/// coordinates make convex meshes take a decomposition.
#[cfg(feature = "decompose")]
const CONVEX_TOLERANCE: f64 = 1e-5;

/// A mesh of a link.
#[derive(Clone)]
pub(super) struct MeshUse<'a> {
    element: Element<'a>,
    link: String,
    /// The file, as the URDF names it.
    name: String,
    content: Content,
    scale: Vector3<f64>,
    origin: Isometry3<f64>,
    /// True iff it may become pieces by itself.
    #[cfg(feature = "decompose")]
    pub(super) is_automatic: bool,
    /// The folder in which its cuts are kept.
    #[cfg(feature = "decompose")]
    cuts: Option<PathBuf>,
    form: MeshForm,
    /// What it became, in the frame of the link.
    pub(super) pieces: Vec<Piece>,
}

impl<'a> MeshUse<'a> {
    /// Reads a `<mesh>` of a link, and makes it what was chosen. For now an automatic choice is the hull.
    pub(super) fn read(
        element: Element<'a>,
        link: &str,
        origin: Isometry3<f64>,
        meshes: &MeshFinder<'_>,
    ) -> Result<Self, ReadError> {
        element.check(&words::MESH)?;
        let name = element.required("filename")?;
        let scale = element
            .vector("scale")?
            .unwrap_or_else(|| Vector3::repeat(1.0));
        if scale.iter().any(|&factor| factor == 0.0) {
            let text = element.attribute("scale").unwrap_or_default();
            return Err(element.malformed("scale", "3 numbers that are not 0", text));
        }
        let shape = meshes.choices.of(link, name);
        let mut own = Self {
            content: mesh::read(&meshes.find(name, element)?, meshes.warnings)?,
            element,
            link: link.to_owned(),
            name: name.to_owned(),
            scale,
            origin,
            #[cfg(feature = "decompose")]
            is_automatic: *shape == MeshShape::Automatic,
            #[cfg(feature = "decompose")]
            cuts: meshes.cuts.map(FilePath::to_owned),
            form: MeshForm::Hull,
            pieces: Vec::new(),
        };
        match shape {
            MeshShape::Automatic | MeshShape::Hull => {
                own.pieces = vec![own.hull(&own.content.parts.concat())?];
            }
            MeshShape::Objects => {
                own.pieces = own.hulls(&own.content.parts)?;
                own.form = MeshForm::Objects(own.pieces.len());
            }
            #[cfg(feature = "decompose")]
            MeshShape::Decomposed(decomposer) => own.decompose(decomposer)?,
            MeshShape::Given(file) => own.take(file, meshes)?,
        }
        Ok(own)
    }

    /// Returns what became of the mesh.
    pub(super) fn report(&self) -> MeshReport {
        MeshReport {
            place: self.element.place(),
            link: self.link.clone(),
            file: self.name.clone(),
            form: self.form.clone(),
            closed: self.content.mesh.as_ref().is_some_and(|m| m.is_closed()),
        }
    }

    /// Makes the mesh the pieces of a decomposition.
    #[cfg(feature = "decompose")]
    pub(super) fn decompose(&mut self, decomposer: &Decomposer) -> Result<(), ReadError> {
        let Some(mesh) = &self.content.mesh else {
            return Err(ReadError::unsupported(
                self.element.place(),
                format!(
                    "to decompose the mesh {:?} of link {:?}",
                    self.name, self.link
                ),
                "export it as STL or OBJ, or choose its hull or the hulls of its objects",
            ));
        };
        if self.is_convex(mesh)? {
            self.pieces = vec![self.hull(&self.content.parts.concat())?];
            self.form = MeshForm::Decomposed(1);
            return Ok(());
        }
        // cuts are along the axes of the mesh, which are more likely to be those of its faces
        let scaled = mesh.clone().mapped(|p| p.component_mul(&self.scale))?;
        let found = match &self.cuts {
            Some(folder) => decomposer.decompose_kept::<f64>(&scaled, folder),
            None => decomposer.decompose::<f64>(&scaled),
        };
        let body = found.map_err(|source| ReadError::Decomposition {
            place: self.element.place(),
            link: self.link.clone(),
            name: self.name.clone(),
            source: Box::new(source),
        })?;
        let hulls = body.body.shapes().iter();
        let points = hulls.map(|hull| hull.vertices().iter().map(|&v| self.placed(v)).collect());
        self.pieces = points
            .map(|points: Part| self.hull_of(&points))
            .collect::<Result<_, _>>()?;
        self.form = MeshForm::Decomposed(self.pieces.len());
        Ok(())
    }

    /// Returns whether the mesh is the surface of its hull, so that there is nothing to take apart: it has no holes, and
    /// along the normal of each triangle no point of the hull is farther out. Takes far less time than a decomposition.
    #[cfg(feature = "decompose")]
    fn is_convex(&self, mesh: &Mesh) -> Result<bool, ReadError> {
        let hull = self.hull(&self.content.parts.concat())?;
        let size = SupportMap::<f64, 3>::extents(&hull.shape).norm();
        let farthest = |normal: &Unit<Vector3<f64>>| {
            let corner = hull.shape.support_point(normal) + hull.shape.location();
            corner.dot(normal)
        };
        let is_outside = |[a, b, c]: [Vector3<f64>; 3]| {
            let Some(normal) = Unit::try_new((b - a).cross(&(c - a)), f64::MIN_POSITIVE) else {
                return true;
            };
            // scales that mirror a mesh turn its normals inwards
            let beyond = [normal, -normal].map(|normal| farthest(&normal) - a.dot(&normal));
            beyond[0].min(beyond[1]) <= CONVEX_TOLERANCE * size
        };
        let corner = |point: &Vector3<f64>| self.placed(point.component_mul(&self.scale));
        let of_object = |object: &Object| {
            let points: Part = object.points().iter().map(corner).collect();
            let mut triangles = object.triangles().iter();
            triangles.all(|corners| is_outside(corners.map(|corner| points[corner as usize])))
        };
        Ok(mesh.is_closed() && mesh.objects().iter().all(of_object))
    }

    /// Makes the mesh the hulls of the objects of another file.
    fn take(&mut self, file: &FilePath, meshes: &MeshFinder<'_>) -> Result<(), ReadError> {
        self.pieces = self.hulls(&mesh::read(file, meshes.warnings)?.parts)?;
        self.form = MeshForm::Given(self.pieces.len());
        let (outside, size) = self.reaches_out();
        if outside > GIVEN_TOLERANCE * size {
            self.element.warn(format!(
                "the mesh {:?} of link {:?} reaches {outside} out of the pieces in {}",
                self.name,
                self.link,
                file.display()
            ));
        }
        Ok(())
    }

    /// Returns how far a vertex of the mesh, or the middle of a triangle, is from all pieces at most, and the size of
    /// the mesh.
    fn reaches_out(&self) -> (f64, f64) {
        let mut points: Part = self.content.parts.concat();
        let objects = self.content.mesh.iter().flat_map(|mesh| mesh.objects());
        points.extend(objects.flat_map(|object| {
            let middle = |corners: &[u32; 3]| {
                let corners = corners.map(|corner| object.points()[corner as usize]);
                (corners[0] + corners[1] + corners[2]) / 3.0
            };
            object.triangles().iter().map(middle)
        }));
        let (mut outside, mut size) = (0.0, 0.0);
        for point in &points {
            let point = self.placed(point.component_mul(&self.scale));
            let Ok(body) = Triangle::new([point; 3]) else {
                continue;
            };
            let distances = self
                .pieces
                .iter()
                .map(|piece| proximity(&body, &piece.shape));
            let nearest =
                distances.fold(f64::INFINITY, |nearest, p| nearest.min(p.signed_distance()));
            outside = nearest.max(outside);
            size = (point - self.origin.translation.vector).norm().max(size);
        }
        (outside, size)
    }

    /// Returns where a point of the scaled mesh is in the link.
    fn placed(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.origin.rotation * point + self.origin.translation.vector
    }

    fn hulls(&self, parts: &[Part]) -> Result<Vec<Piece>, ReadError> {
        parts.iter().map(|part| self.hull(part)).collect()
    }

    /// Returns the hull of these points of the file.
    fn hull(&self, part: &Part) -> Result<Piece, ReadError> {
        let points: Part = part
            .iter()
            .map(|vertex| self.placed(vertex.component_mul(&self.scale)))
            .collect();
        self.hull_of(&points)
    }

    /// Returns the hull of these points of the link.
    fn hull_of(&self, points: &Part) -> Result<Piece, ReadError> {
        let hull = ConvexHull::new(points).map_err(|error| {
            ReadError::shape(
                self.element.place(),
                format!("the mesh {:?}", self.name),
                error,
            )
        })?;
        Ok(Piece::new(hull, Isometry3::identity()))
    }
}
