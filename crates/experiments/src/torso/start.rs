//! The bodies at the start.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::ShapeError;
use photofinish::pieces::{Compound, TriMesh};
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish::support::Rounded;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::body::Body;
use super::plant::plant;
use super::skeleton::torso;
use super::world::{SKIN, TorsoError, World};
use crate::loft::Tube;
use crate::solid::mass;

/// The density of bone, in kilograms per cubic metre.
const DENSITY: f64 = 1800.0;
/// The height of the torso's middle at the start, in metres.
const HEIGHT: f64 = 2.4;

impl World {
    /// Returns the torso above the plant, turned at random.
    ///
    /// # Errors
    /// [`TorsoError`].
    pub fn new(seed: u64) -> Result<Self, TorsoError> {
        let mut rng = StdRng::seed_from_u64(seed);
        let turn = UnitQuaternion::new(Vector3::from_fn(|_, _| rng.random_range(-1.5..1.5)));
        let (mut bodies, mut hulls, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        for bone in torso() {
            let pieces: Result<Vec<_>, _> = bone.tubes.iter().map(Tube::pieces).collect();
            let pieces = pieces?.concat();
            let mass = mass(&pieces, DENSITY);
            let pieces = pieces.iter().map(|hull| centered(hull, &mass.center));
            let pieces: Vec<_> = pieces.collect::<Result<_, _>>()?;
            let place = turn * (mass.center - vector![0.0, 0.3, 0.05]) + Vector3::y() * HEIGHT;
            let pose = Isometry3::from_parts(Translation3::from(place), turn);
            // a slow turn of each bone, as if the torso fell apart
            let spin = Vector3::from_fn(|_, _| rng.random_range(-0.5..0.5));
            bodies.push(Body::bone(&mass, pose.cast(), &spin));
            let rounded = pieces.iter().map(|hull| {
                let rounded = Rounded::new(hull.clone(), SKIN)?;
                Ok(rounded.into())
            });
            let rounded: Vec<AnyShape<f32, 3>> = rounded.collect::<Result<_, ShapeError>>()?;
            forms.push(Compound::new(rounded)?.into());
            hulls.push(pieces);
        }
        let surface = plant(seed);
        let points = surface.points.iter().map(|point| point.cast());
        forms.push(TriMesh::new(points.collect(), surface.triangles.clone())?.into());
        bodies.push(Body::plant());
        Ok(Self {
            bodies,
            forms,
            hulls,
            surface,
        })
    }
}

/// Returns a piece in the frame whose origin is the centre of mass.
fn centered(
    hull: &ConvexHull<f64, 3>,
    center: &Vector3<f64>,
) -> Result<ConvexHull<f32, 3>, ShapeError> {
    let points = hull.vertices().iter().map(|point| (point - center).cast());
    ConvexHull::new(&points.collect::<Vec<_>>())
}
