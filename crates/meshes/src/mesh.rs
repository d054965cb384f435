//! Meshes: points and triangles by objects, and the bodies that they make.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path as FilePath;

use nalgebra::Vector3;

use crate::{LoadError, MOST_BYTES, Place, obj, stl};
use photofinish::Real;
use photofinish::error::finite_point;
use photofinish::pieces::{Compound, MeshError, TriMesh};
use photofinish::shape::ConvexHull;

/// The format of a mesh file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// STL, binary or text: the content tells which.
    Stl,
    /// Wavefront OBJ.
    Obj,
}

impl Format {
    /// Returns the format of a file with this name, by what follows its last dot, in small or capital letters.
    pub fn of_name(path: impl AsRef<FilePath>) -> Option<Self> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }
}

/// Triangles in space, as one or several objects.
///
/// It has at least one object, and each object has at least one triangle. All coordinates are finite, and all corners
/// are among the points.
///
/// ```
/// use photofinish_meshes::{Format, Mesh};
///
/// let file = "
///     solid wedge
///     facet normal 0 0 1
///       outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1 0\n endloop
///     endfacet
///     endsolid wedge";
/// let mesh = Mesh::from_bytes("wedge.stl", Format::Stl, file)?;
/// assert_eq!(mesh.objects().len(), 1);
/// assert_eq!(mesh.objects()[0].triangles(), [[0, 1, 2]]);
///
/// // the file is in millimetres
/// let hull = mesh.scaled(0.001)?.hull::<f32>()?;
/// assert_eq!(hull.vertices().len(), 3);
/// # Ok::<(), photofinish_meshes::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    name: String,
    objects: Vec<Object>,
}

/// An object of a mesh: a `solid` of STL, or what follows an `o` or `g` of OBJ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub(crate) name: Option<String>,
    pub(crate) points: Vec<Vector3<f64>>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Object {
    /// Returns its name in the file, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns its points. Each of them is a corner of a triangle.
    pub fn points(&self) -> &[Vector3<f64>] {
        &self.points
    }

    /// Returns its triangles, by the indices of their corners among its points. Lines and points of a file are
    /// triangles whose corners coincide.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
}

impl Mesh {
    /// Reads a mesh from a file. Its name tells the format: `.stl` or `.obj`.
    ///
    /// ```no_run
    /// use photofinish::motion::AtRest;
    /// use photofinish::pieces::MovingPieces;
    /// use photofinish_meshes::Mesh;
    ///
    /// let floor = Mesh::read("terrain.stl")?.surface::<f64>()?;
    /// let floor = MovingPieces::new(&floor, AtRest::new(nalgebra::Isometry3::identity())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LoadError`], which names the file and the line or the triangle.
    pub fn read(path: impl AsRef<FilePath>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let format = Format::of_name(path).ok_or_else(|| LoadError::Unsupported {
            place: Place::file(&name),
            what: "this format of a mesh".to_owned(),
            advice: "use STL or OBJ (.stl, .obj)",
        })?;
        let mut bytes = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) => Self::from_bytes(&name, format, bytes),
            Err(source) => Err(LoadError::Unreadable { file: name, source }),
        }
    }

    /// Reads a mesh from the content of a file. Errors call the file by this name.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn from_bytes(
        name: &str,
        format: Format,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<Self, LoadError> {
        let bytes = bytes.into();
        if bytes.len() > MOST_BYTES {
            return Err(LoadError::TooLarge {
                place: Place::file(name),
                what: "the bytes of the file",
                limit: MOST_BYTES,
            });
        }
        let objects = match format {
            Format::Stl => stl::read(bytes, name)?,
            // names and comments may be in any encoding
            Format::Obj => obj::read(&String::from_utf8_lossy(&bytes), name)?,
        };
        Self::of_objects(name, objects)
    }

    /// Returns the mesh of these triangles, which are the indices of their corners among the points. Points that no
    /// triangle uses are left out. Errors call it by this name.
    ///
    /// ```
    /// use nalgebra::vector;
    /// use photofinish_meshes::Mesh;
    ///
    /// let points = vec![vector![0.0, 0.0, 0.0], vector![1.0, 0.0, 0.0], vector![0.0, f64::NAN, 0.0]];
    /// let error = Mesh::new("sail", points, &[[0, 1, 2]]).unwrap_err();
    /// assert!(error.to_string().starts_with("sail: point 2: point must be finite"));
    /// ```
    ///
    /// # Errors
    /// [`LoadError::Surface`] and [`LoadError::Missing`].
    pub fn new(
        name: &str,
        points: Vec<Vector3<f64>>,
        triangles: &[[u32; 3]],
    ) -> Result<Self, LoadError> {
        let bad = |source| LoadError::Surface {
            place: Place::file(name),
            source,
        };
        for (index, &point) in points.iter().enumerate() {
            finite_point("point", point)
                .map_err(|error| bad(MeshError::PointNotFinite { index, error }))?;
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            let missing = corners
                .iter()
                .find(|&&index| index as usize >= points.len());
            if let Some(&index) = missing {
                let points = points.len();
                return Err(bad(MeshError::NoSuchPoint {
                    triangle,
                    index,
                    points,
                }));
            }
        }
        let mut renumbered = Renumbered::new(points.len());
        let object = renumbered.object(None, &points, triangles);
        Self::of_objects(name, vec![object])
    }

    /// Returns the mesh of the objects that have triangles.
    fn of_objects(name: &str, mut objects: Vec<Object>) -> Result<Self, LoadError> {
        objects.retain(|object| !object.triangles.is_empty());
        if objects.is_empty() {
            return Err(LoadError::Missing {
                place: Place::file(name),
                owner: "the mesh",
                what: "faces",
            });
        }
        let name = name.to_owned();
        Ok(Self { name, objects })
    }

    /// Returns the name of the file, or the name that was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the objects, in the order of the file. Those without faces are left out.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Returns the mesh in another unit: all coordinates times this factor.
    ///
    /// # Errors
    /// [`LoadError::Surface`] if a coordinate is then not finite or too large.
    pub fn scaled(self, factor: f64) -> Result<Self, LoadError> {
        self.mapped(|point| point * factor)
    }

    /// Returns the mesh with each of its points where the map takes it.
    ///
    /// ```
    /// use nalgebra::vector;
    /// use photofinish_meshes::Mesh;
    ///
    /// let points = vec![vector![0.0, 0.0, 0.0], vector![1.0, 0.0, 0.0], vector![0.0, 1.0, 0.0]];
    /// let mirrored = Mesh::new("sail", points, &[[0, 1, 2]])?.mapped(|p| vector![-p.x, p.y, p.z])?;
    /// assert_eq!(mirrored.objects()[0].points()[1], vector![-1.0, 0.0, 0.0]);
    /// # Ok::<(), photofinish_meshes::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// [`LoadError::Surface`] if a coordinate is then not finite or too large.
    pub fn mapped(mut self, map: impl Fn(Vector3<f64>) -> Vector3<f64>) -> Result<Self, LoadError> {
        let points = self
            .objects
            .iter_mut()
            .flat_map(|object| &mut object.points);
        for (index, point) in points.enumerate() {
            *point = map(*point);
            finite_point("point", *point).map_err(|error| LoadError::Surface {
                place: Place::file(&self.name),
                source: MeshError::PointNotFinite { index, error },
            })?;
        }
        Ok(self)
    }

    /// Returns whether the surface of all objects has no holes: every edge has an even number of triangles. Triangles
    /// meet along an edge if the coordinates of its ends are the same.
    ///
    /// Such a surface divides space into inside and outside, whatever the order of its corners.
    pub fn is_closed(&self) -> bool {
        let mut odd = HashSet::new();
        for object in &self.objects {
            for corners in &object.triangles {
                // adding 0 makes -0 the same number
                let [a, b, c] = corners.map(|c| {
                    object.points[c as usize]
                        .map(|x| (x + 0.0).to_bits())
                        .into()
                });
                let sides: [[[u64; 3]; 2]; 3] = [[a, b], [b, c], [c, a]];
                for [from, to] in sides {
                    let edge = [from.min(to), from.max(to)];
                    if from != to && !odd.insert(edge) {
                        odd.remove(&edge);
                    }
                }
            }
        }
        odd.is_empty()
    }

    /// Returns the surface of all objects: the triangles of the first object, then those of the second, and so on.
    ///
    /// # Errors
    /// [`LoadError::Surface`] if the scalar cannot hold a coordinate, or if there are too many triangles.
    pub fn surface<T: Real>(&self) -> Result<TriMesh<T>, LoadError> {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        for object in &self.objects {
            let first = points.len() as u32;
            points.extend(object.points.iter().map(|point| point.map(T::of)));
            let in_all = object
                .triangles
                .iter()
                .map(|corners| corners.map(|corner| first + corner));
            triangles.extend(in_all);
        }
        TriMesh::new(points, triangles).map_err(|source| LoadError::Surface {
            place: Place::file(&self.name),
            source,
        })
    }

    /// Returns the convex hull of all objects.
    ///
    /// # Errors
    /// [`LoadError::Hull`] if the scalar cannot hold a coordinate.
    pub fn hull<T: Real>(&self) -> Result<ConvexHull<T, 3>, LoadError> {
        let points = self.objects.iter().flat_map(|object| &object.points);
        let points: Vec<_> = points.map(|point| point.map(T::of)).collect();
        ConvexHull::new(&points).map_err(|source| self.no_hull(0, source))
    }

    /// Returns the body whose pieces are the convex hulls of the objects, in the order of the file.
    ///
    /// This is for files in which a mesh was decomposed into convex parts.
    ///
    /// ```
    /// use photofinish_meshes::{Format, Mesh};
    ///
    /// let file = "
    ///     v 0 0 0\n v 1 0 0\n v 0 1 0\n v 0 0 1
    ///     v 5 0 0\n v 6 0 0\n v 5 1 0
    ///     o wedge\n f 1 2 3\n f 1 2 4
    ///     o flag\n f 5 6 7";
    /// let mesh = Mesh::from_bytes("parts.obj", Format::Obj, file)?;
    /// let body = mesh.hulls_of_objects::<f64>()?;
    /// let vertices: Vec<_> = body.shapes().iter().map(|hull| hull.vertices().len()).collect();
    /// assert_eq!(vertices, [4, 3]);
    /// assert_eq!(mesh.objects()[1].name(), Some("flag"));
    /// # Ok::<(), photofinish_meshes::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// [`LoadError::Hull`] if the scalar cannot hold a coordinate.
    pub fn hulls_of_objects<T: Real>(&self) -> Result<Compound<ConvexHull<T, 3>, T, 3>, LoadError> {
        let hull = |(index, object): (usize, &Object)| {
            let points: Vec<_> = object.points.iter().map(|point| point.map(T::of)).collect();
            ConvexHull::new(&points).map_err(|source| self.no_hull(index, source))
        };
        let hulls: Result<Vec<_>, _> = self.objects.iter().enumerate().map(hull).collect();
        Compound::new(hulls?).map_err(|source| LoadError::Pieces {
            place: Place::file(&self.name),
            source,
        })
    }

    fn no_hull(&self, object: usize, source: photofinish::ShapeError) -> LoadError {
        let place = Place::file(&self.name);
        LoadError::Hull {
            place,
            object,
            source,
        }
    }
}

/// Numbers of a file's points among those that an object uses.
pub(crate) struct Renumbered {
    /// `u32::MAX` for a point that the object does not use.
    numbers: Vec<u32>,
}

impl Renumbered {
    /// Returns the numbers of this many points, none of which is used.
    pub(crate) fn new(points: usize) -> Self {
        Self {
            numbers: vec![u32::MAX; points],
        }
    }

    /// Returns an object of these triangles, with the points that they use in the order of their use.
    pub(crate) fn object(
        &mut self,
        name: Option<String>,
        all: &[Vector3<f64>],
        triangles: &[[u32; 3]],
    ) -> Object {
        let mut used = Vec::new();
        let mut number = |corner: u32| {
            let number = &mut self.numbers[corner as usize];
            if *number == u32::MAX {
                *number = used.len() as u32;
                used.push(corner);
            }
            *number
        };
        let triangles = triangles
            .iter()
            .map(|corners| corners.map(&mut number))
            .collect();
        for &corner in &used {
            self.numbers[corner as usize] = u32::MAX;
        }
        Object {
            name,
            points: used.iter().map(|&corner| all[corner as usize]).collect(),
            triangles,
        }
    }
}
