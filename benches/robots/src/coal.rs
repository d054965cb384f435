//! Samples paths with coal, through the shim in `shim/coal.cpp`.

use std::f64::consts::FRAC_PI_2;

use anyhow::{Result, bail};
use nalgebra::{Isometry3, Vector3};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish_robot::Scene;

use crate::data::Data;
use crate::kinematics::{Chain, Placement};
use crate::sampling::StaticTest;

/// A shape of the shim.
#[repr(C)]
struct CoalShape {
    _opaque: [u8; 0],
}

/// A scene of the shim.
#[repr(C)]
struct CoalScene {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn coal_scene_new() -> *mut CoalScene;
    fn coal_scene_free(scene: *mut CoalScene);
    fn coal_shape_hull(
        vertices: *const Vector3<f64>,
        vertex_count: usize,
        triangles: *const [u32; 3],
        triangle_count: usize,
    ) -> *mut CoalShape;
    fn coal_shape_box(sizes: *const Vector3<f64>) -> *mut CoalShape;
    fn coal_shape_cylinder(height: f64, radius: f64) -> *mut CoalShape;
    fn coal_shape_ball(radius: f64) -> *mut CoalShape;
    fn coal_scene_add_link(
        scene: *mut CoalScene,
        shape: *mut CoalShape,
        origin: *const Placement,
        moves: bool,
    );
    fn coal_scene_add_obstacle(
        scene: *mut CoalScene,
        shape: *mut CoalShape,
        placement: *const Placement,
    );
    fn coal_scene_add_own(scene: *mut CoalScene, first: usize, second: usize);
    fn coal_scene_finish(scene: *mut CoalScene);
    fn coal_scene_forget(scene: *mut CoalScene);
    fn coal_scene_collides(scene: *mut CoalScene, placements: *const Placement) -> bool;
}

/// The robot in one scene.
pub struct Coal {
    /// The scene that `coal_scene_new` made. Only this value uses it.
    scene: *mut CoalScene,
    links: usize,
}

/// Returns the robot in each of the scenes, with its own pairs there, by the indices of its bodies.
pub fn tests(data: &Data, own: &[Vec<[usize; 2]>]) -> Result<Vec<Coal>> {
    let scenes = data.scenes.iter().zip(own);
    scenes
        .map(|(scene, own)| Coal::new(&data.chain, scene, own))
        .collect()
}

impl Coal {
    fn new(chain: &Chain, scene: &Scene, own: &[[usize; 2]]) -> Result<Self> {
        // SAFETY: the call has no preconditions
        let coal = Self {
            scene: unsafe { coal_scene_new() },
            links: chain.bodies.len(),
        };
        for body in &chain.bodies {
            let (shape, origin) = shape(&body.shape)?;
            // SAFETY: the scene is new, takes the shape, and copies the placement
            unsafe {
                coal_scene_add_link(coal.scene, shape, &Placement::new(origin), body.moves());
            }
        }
        for piece in scene.objects().iter().flat_map(|object| object.pieces()) {
            let (shape, origin) = shape(&piece.shape)?;
            let placement = Placement::new(piece.pose * origin);
            // SAFETY: as above
            unsafe { coal_scene_add_obstacle(coal.scene, shape, &placement) };
        }
        for &[first, second] in own {
            assert!(first < coal.links && second < coal.links);
            // SAFETY: the scene is new, and has both links
            unsafe { coal_scene_add_own(coal.scene, first, second) };
        }
        // SAFETY: the scene is new, and has all its bodies
        unsafe { coal_scene_finish(coal.scene) };
        Ok(coal)
    }
}

/// Returns a shape of coal, which a scene must take, and its pose in the frame of ours.
fn shape(shape: &AnyShape<f64, 3>) -> Result<(*mut CoalShape, Isometry3<f64>)> {
    let half = SupportMap::<f64, 3>::extents(shape);
    let mut origin = Isometry3::identity();
    // SAFETY: the calls copy the data behind the pointers
    let shape = match shape {
        AnyShape::ConvexHull(hull) => {
            let (vertices, triangles) = (hull.vertices(), triangles(hull));
            unsafe {
                coal_shape_hull(
                    vertices.as_ptr(),
                    vertices.len(),
                    triangles.as_ptr(),
                    triangles.len(),
                )
            }
        }
        AnyShape::Cuboid(_) => unsafe { coal_shape_box(&(2.0 * half)) },
        AnyShape::Cylinder(_) => {
            // the axis is y in photofinish and z in coal
            origin = Isometry3::rotation(Vector3::x() * -FRAC_PI_2);
            unsafe { coal_shape_cylinder(2.0 * half.y, half.x) }
        }
        AnyShape::Ball(_) => unsafe { coal_shape_ball(half.x) },
        other => bail!("{other:?}: not needed so far"),
    };
    Ok((shape, origin))
}

/// Returns the faces of a hull as triangles. Each face becomes a fan.
fn triangles(hull: &ConvexHull<f64, 3>) -> Vec<[u32; 3]> {
    let fan = |outline: &[u32]| -> Vec<_> {
        let sides = outline[1..].windows(2);
        sides.map(|side| [outline[0], side[0], side[1]]).collect()
    };
    hull.faces().flat_map(|face| fan(face.vertices)).collect()
}

impl Drop for Coal {
    fn drop(&mut self) {
        // SAFETY: this value owns the scene, and does not use it afterwards
        unsafe { coal_scene_free(self.scene) };
    }
}

impl StaticTest for Coal {
    fn forget(&mut self) {
        // SAFETY: this value owns the scene
        unsafe { coal_scene_forget(self.scene) };
    }

    fn collides(&mut self, bodies: &[Placement]) -> bool {
        assert_eq!(bodies.len(), self.links);
        // SAFETY: this value owns the scene, and there is a pose for each of its links
        unsafe { coal_scene_collides(self.scene, bodies.as_ptr()) }
    }
}
