//! Sampling with coal, through the shim in `shim/coal.cpp`.

use nalgebra::Vector3;
use photofinish::shape::ConvexHull;

use crate::data::{Data, Object, Shape};
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
pub fn tests(data: &Data) -> Vec<Coal> {
    let test = |objects: &Vec<Object>| Coal::new(&data.robot, objects);
    data.scenes.iter().map(test).collect()
}

impl Coal {
    fn new(robot: &Chain, objects: &[Object]) -> Self {
        // SAFETY: the scene is new, and what the other pointers point at outlives the calls, which copy it
        let scene = unsafe { coal_scene_new() };
        for body in &robot.bodies {
            let vertices = body.hull.vertices();
            let triangles = triangles(&body.hull);
            unsafe {
                coal_scene_add_link(
                    scene,
                    vertices.as_ptr(),
                    vertices.len(),
                    triangles.as_ptr(),
                    triangles.len(),
                );
            }
        }
        for object in objects {
            let placement = Placement::new(object.pose);
            unsafe {
                match object.shape {
                    Shape::Box { sizes } => coal_scene_add_box(scene, &sizes, &placement),
                    Shape::Cylinder { height, radius } => {
                        coal_scene_add_cylinder(scene, height, radius, &placement);
                    }
                    Shape::Ball { radius } => coal_scene_add_ball(scene, radius, &placement),
                }
            }
        }
        unsafe { coal_scene_finish(scene) };
        Self {
            scene,
            links: robot.bodies.len(),
        }
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
