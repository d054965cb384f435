//! Samples paths with coal, through the shim in `shim/coal.cpp`.

use std::f64::consts::FRAC_PI_2;

use anyhow::{Result, bail};
use nalgebra::{UnitQuaternion, Vector3};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish_robot::{Piece, Scene};

use crate::data::Data;
use crate::kinematics::{Chain, Placement};
use crate::sampling::StaticTest;

/// A scene of the shim.
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
    /// The scene that `coal_scene_new` made. Only this value uses it.
    scene: *mut CoalScene,
    links: usize,
}

/// Returns the robot in each of the scenes.
pub fn tests(data: &Data) -> Result<Vec<Coal>> {
    let test = |scene| Coal::new(&data.chain, scene);
    data.scenes.iter().map(test).collect()
}

impl Coal {
    fn new(chain: &Chain, scene: &Scene) -> Result<Self> {
        // SAFETY: the call has no preconditions
        let coal = Self {
            scene: unsafe { coal_scene_new() },
            links: chain.bodies.len(),
        };
        for body in &chain.bodies {
            let vertices = body.hull.vertices();
            let triangles = triangles(&body.hull);
            // SAFETY: the scene is new, and the call copies the data behind the other pointers
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
        // SAFETY: this value owns the scene, and the calls copy the data behind the other pointers
        match &piece.shape {
            AnyShape::Cuboid(_) => unsafe {
                coal_scene_add_box(self.scene, &(2.0 * half), &placement);
            },
            AnyShape::Cylinder(_) => {
                // the axis is y in photofinish and z in coal
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
