//! Sampling with coal, through the shim in `shim/coal.cpp`.

use std::f64::consts::FRAC_PI_2;

use anyhow::{Result, bail};
use nalgebra::{UnitQuaternion, Vector3};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish_robot::{Piece, Scene};

use crate::data::Data;
use crate::kinematics::{Chain, Placement};
use crate::sampling::StaticTest;

/// The shim's side of a scene.
#[repr(C)]
struct CoalScene {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn coal_scene_new() -> *mut CoalScene;
    fn coal_scene_free(scene: *mut CoalScene);
    fn coal_scene_add_link(
        scene: *mut CoalScene,
        vertices: *const Vector3<f64>,
        vertex_count: usize,
        triangles: *const [u32; 3],
        triangle_count: usize,
    );
    fn coal_scene_add_box(
        scene: *mut CoalScene,
        sizes: *const Vector3<f64>,
        placement: *const Placement,
    );
    fn coal_scene_add_cylinder(
        scene: *mut CoalScene,
        height: f64,
        radius: f64,
        placement: *const Placement,
    );
    fn coal_scene_add_ball(scene: *mut CoalScene, radius: f64, placement: *const Placement);
    fn coal_scene_finish(scene: *mut CoalScene);
    fn coal_scene_forget(scene: *mut CoalScene);
    fn coal_scene_collides(scene: *mut CoalScene, placements: *const Placement) -> bool;
}

/// The robot in one scene.
pub struct Coal {
    /// Made by `coal_scene_new`, and used by nothing else.
    scene: *mut CoalScene,
    links: usize,
}

/// The robot in each of the scenes.
pub fn tests(data: &Data) -> Result<Vec<Coal>> {
    let test = |scene| Coal::new(&data.chain, scene);
    data.scenes.iter().map(test).collect()
}

impl Coal {
    fn new(chain: &Chain, scene: &Scene) -> Result<Self> {
        // SAFETY: nothing is asked of the caller
        let coal = Self {
            scene: unsafe { coal_scene_new() },
            links: chain.bodies.len(),
        };
        for body in &chain.bodies {
            let vertices = body.hull.vertices();
            let triangles = triangles(&body.hull);
            // SAFETY: the scene is new, and the call copies what the other pointers point at
            unsafe {
                coal_scene_add_link(
                    coal.scene,
                    vertices.as_ptr(),
                    vertices.len(),
                    triangles.as_ptr(),
                    triangles.len(),
                );
            }
        }
        for object in scene.objects() {
            for piece in object.pieces() {
                coal.add_obstacle(piece)?;
            }
        }
        // SAFETY: the scene is new, and has all its bodies
        unsafe { coal_scene_finish(coal.scene) };
        Ok(coal)
    }

    /// Adds a piece of an object, before the scene is finished.
    fn add_obstacle(&self, piece: &Piece) -> Result<()> {
        let placement = Placement::new(piece.pose);
        let half = SupportMap::<f64, 3>::extents(&piece.shape);
        // SAFETY: the scene is this one's, and the calls copy what the other pointers point at
        match &piece.shape {
            AnyShape::Cuboid(_) => unsafe {
                coal_scene_add_box(self.scene, &(2.0 * half), &placement);
            },
            AnyShape::Cylinder(_) => {
                // along y in photofinish, along z in coal
                let upright = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), -FRAC_PI_2);
                let placement = Placement::new(piece.pose * upright);
                unsafe { coal_scene_add_cylinder(self.scene, 2.0 * half.y, half.x, &placement) };
            }
            AnyShape::Ball(_) => unsafe {
                coal_scene_add_ball(self.scene, half.x, &placement);
            },
            other => bail!("{other:?}: not needed so far"),
        }
        Ok(())
    }
}

/// The faces of a hull, each as a fan.
fn triangles(hull: &ConvexHull<f64, 3>) -> Vec<[u32; 3]> {
    let fan = |outline: &[u32]| -> Vec<_> {
        let sides = outline[1..].windows(2);
        sides.map(|side| [outline[0], side[0], side[1]]).collect()
    };
    hull.faces().flat_map(|face| fan(face.vertices)).collect()
}

impl Drop for Coal {
    fn drop(&mut self) {
        // SAFETY: the scene is this one's, and not used afterwards
        unsafe { coal_scene_free(self.scene) };
    }
}

impl StaticTest for Coal {
    fn forget(&mut self) {
        // SAFETY: the scene is this one's
        unsafe { coal_scene_forget(self.scene) };
    }

    fn collides(&mut self, bodies: &[Placement]) -> bool {
        assert_eq!(bodies.len(), self.links);
        // SAFETY: the scene is this one's, and there is a pose for each of its links
        unsafe { coal_scene_collides(self.scene, bodies.as_ptr()) }
    }
}
