//! Shapes of colliders as bodies of photofinish.

use nalgebra::SVector;
use photofinish::body::AnyForm;
#[cfg(feature = "dim2")]
use photofinish::pieces::Polyline;
#[cfg(feature = "dim3")]
use photofinish::pieces::TriMesh;
use photofinish::pieces::{AnyPieces, Compound, Pieces};
#[cfg(feature = "dim2")]
use photofinish::shape::Triangle;
use photofinish::shape::{AnyShape, Cuboid, PosedShape, Segment};
use photofinish::{HalfSpace, SupportMap};
use rapier::math::{DIM, Pose, Real, Vector};
use rapier::parry::shape::{Shape, TypedShape};
use std::borrow::Cow;

use crate::ConversionError;
use crate::convex::{Convex, convex};
use crate::math::{isometry, vector};

/// The shape of a collider, in its own frame.
#[derive(Clone, Debug)]
pub enum Solid {
    /// A convex shape, or a body of pieces: a compound, or a surface.
    Form(AnyForm<AnyShape<Real, DIM>, AnyPieces<Real, DIM>>),
    /// All that is on one side of a plane.
    Floor(HalfSpace<Real, DIM>),
}

impl Solid {
    /// Returns the convex piece with this index, or `None` for a half-space.
    pub(crate) fn convex(&self, piece: u32) -> Option<Cow<'_, Convex>> {
        match self {
            Self::Form(AnyForm::Shape(shape)) => Some(Cow::Borrowed(shape)),
            Self::Form(AnyForm::Pieces(pieces)) => Some(pieces.piece(piece)),
            Self::Floor(_) => None,
        }
    }

    /// Returns the radius that rounds a convex shape, and 0 for others.
    pub(crate) fn radius(&self) -> Real {
        match self {
            Self::Form(AnyForm::Shape(shape)) => shape.radius(),
            Self::Form(AnyForm::Pieces(_)) | Self::Floor(_) => 0.0,
        }
    }

    /// Returns the inner diameter of the thinnest piece: 0 for surfaces, and infinite for half-spaces.
    pub(crate) fn thickness(&self) -> Real {
        match self {
            Self::Form(AnyForm::Shape(shape)) => shape.inner_diameter(),
            Self::Form(AnyForm::Pieces(pieces)) => {
                let pieces_of = (0..pieces.tree().pieces())
                    .map(|index| pieces.piece(index as u32).inner_diameter());
                pieces_of.fold(Real::MAX, Real::min)
            }
            Self::Floor(_) => Real::MAX,
        }
    }

    /// Returns a shape of parry as a body of photofinish.
    ///
    /// A mesh stays a surface of its triangles, and so does a height field in space. A height field in the plane is a
    /// chain of segments, voxels are cuboids.
    ///
    /// # Errors
    /// [`ConversionError`]: a shape of the user's own, a compound inside a compound, or a number that is not finite.
    pub fn of_shape(shape: &dyn Shape) -> Result<Self, ConversionError> {
        Self::placed(shape, &Pose::IDENTITY)
    }

    /// Returns a shape of parry that stands at `place` in the frame of the body.
    ///
    /// Points of surfaces and chains are moved there, and so rounded; all other shapes are exact.
    ///
    /// # Errors
    /// Those of [`of_shape`](Self::of_shape).
    pub fn placed(shape: &dyn Shape, place: &Pose) -> Result<Self, ConversionError> {
        if let Some(convex) = convex(shape)? {
            return Ok(Self::Form(posed(convex, place)?.into()));
        }
        match shape.as_typed_shape() {
            TypedShape::HalfSpace(half) => {
                let normal = place.rotation * half.normal;
                Ok(Self::Floor(HalfSpace::new(
                    vector(normal),
                    vector(place.translation),
                )?))
            }
            TypedShape::Compound(compound) => {
                compound_of(compound.shapes().iter().map(|(pose, shape)| {
                    let kind = shape.shape_type();
                    let piece =
                        convex(&**shape)?.ok_or(ConversionError::PieceNotConvex { kind })?;
                    posed(piece, &(*place * *pose))
                }))
            }
            TypedShape::Voxels(voxels) => {
                let half = Cuboid::new(vector(voxels.voxel_size()) * 0.5)?;
                let full = voxels.voxels().filter(|voxel| !voxel.state.is_empty());
                let at = |center| *place * Pose::from_translation(center);
                compound_of(full.map(|voxel| posed(half.into(), &at(voxel.center))))
            }
            TypedShape::TriMesh(mesh) => surface(mesh.vertices(), mesh.indices(), place),
            TypedShape::Polyline(line) => chain(line.vertices(), line.indices(), place),
            #[cfg(feature = "dim3")]
            TypedShape::HeightField(field) => {
                let (points, triangles) = field.to_trimesh();
                surface(&points, &triangles, place)
            }
            #[cfg(feature = "dim2")]
            TypedShape::HeightField(field) => {
                let (points, segments) = field.to_polyline();
                chain(&points, &segments, place)
            }
            _ => Err(ConversionError::Unknown {
                kind: shape.shape_type(),
            }),
        }
    }
}

fn posed(shape: Convex, pose: &Pose) -> Result<Convex, ConversionError> {
    if *pose == Pose::IDENTITY {
        return Ok(shape);
    }
    Ok(PosedShape::new(shape, &isometry(pose))?.into())
}

fn compound_of(
    pieces: impl Iterator<Item = Result<Convex, ConversionError>>,
) -> Result<Solid, ConversionError> {
    Ok(Solid::Form(
        Compound::new(pieces.collect::<Result<Vec<_>, _>>()?)?.into(),
    ))
}

/// Returns points at a place in the frame of the body.
fn moved(points: &[Vector], place: &Pose) -> Vec<SVector<Real, DIM>> {
    let moved = |point: &Vector| match *place == Pose::IDENTITY {
        true => *point,
        false => place.transform_point(*point),
    };
    points.iter().map(|point| vector(moved(point))).collect()
}

/// In the plane triangles have an inside, so they are pieces.
#[cfg(feature = "dim2")]
fn surface(
    points: &[Vector],
    triangles: &[[u32; 3]],
    place: &Pose,
) -> Result<Solid, ConversionError> {
    let points = moved(points, place);
    let corners = |triangle: &[u32; 3]| triangle.map(|index| points[index as usize]);
    compound_of(
        triangles
            .iter()
            .map(|triangle| Ok(Triangle::new(corners(triangle))?.into())),
    )
}

#[cfg(feature = "dim3")]
fn surface(
    points: &[Vector],
    triangles: &[[u32; 3]],
    place: &Pose,
) -> Result<Solid, ConversionError> {
    let points = moved(points, place);
    Ok(Solid::Form(
        TriMesh::new(points, triangles.to_vec())?.into(),
    ))
}

/// Segments that follow each other are one chain, on which bodies slide over the points between them.
fn chain(points: &[Vector], segments: &[[u32; 2]], place: &Pose) -> Result<Solid, ConversionError> {
    let points = moved(points, place);
    #[cfg(feature = "dim2")]
    if !segments.is_empty() && segments.windows(2).all(|pair| pair[0][1] == pair[1][0]) {
        let order = segments[..1]
            .iter()
            .map(|segment| segment[0])
            .chain(segments.iter().map(|segment| segment[1]));
        let mut line: Vec<_> = order.map(|index| points[index as usize]).collect();
        let line = if line.len() > 3 && line.first() == line.last() {
            line.pop();
            Polyline::closed(line)?
        } else {
            Polyline::open(line)?
        };
        return Ok(Solid::Form(line.into()));
    }
    let ends = |segment: &[u32; 2]| segment.map(|index| points[index as usize]);
    compound_of(
        segments
            .iter()
            .map(|segment| Ok(Segment::new(ends(segment))?.into())),
    )
}
