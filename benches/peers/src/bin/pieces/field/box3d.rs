//! Box3D's questions about a cube and a mesh, in single precision: a cast, which goes straight ahead, and the sweep from
//! pose to pose with which its steps look for impacts.

use std::ffi::{c_int, c_void};

use boxddd_sys::ffi::*;
use nalgebra::{Isometry3, Vector3};

use super::sweeps::{HALF, box_around};

/// `B3_LINEAR_SLOP`, the distance that its sweep aims at.
const LINEAR_SLOP: f32 = 0.005;

/// A mesh of Box3D, built with its defaults for a mesh that is no grid.
pub struct Field {
    data: *mut b3MeshData,
}

impl Field {
    pub fn new(points: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Self {
        let mut points: Vec<_> = points.iter().map(vector).collect();
        let mut indices: Vec<_> = triangles
            .iter()
            .flatten()
            .map(|&index| index as i32)
            .collect();
        let mut materials = vec![0; triangles.len()];
        let def = b3MeshDef {
            vertices: points.as_mut_ptr(),
            indices: indices.as_mut_ptr(),
            materialIndices: materials.as_mut_ptr(),
            weldTolerance: 0.0,
            vertexCount: points.len() as i32,
            triangleCount: triangles.len() as i32,
            weldVertices: false,
            useMedianSplit: false,
            identifyEdges: true,
        };
        // SAFETY: the definition refers to as many points, indices and materials as it says, and the mesh copies them.
        let data = unsafe { b3CreateMesh(&def, std::ptr::null_mut(), 0) };
        assert!(!data.is_null(), "Box3D builds the mesh");
        Self { data }
    }

    /// Returns whether a cube with sides of 1 meets the mesh on its way.
    pub fn is_hit(&self, start: &Vector3<f64>, way: &Vector3<f64>) -> bool {
        let points = corners(start);
        let input = b3ShapeCastInput {
            proxy: proxy(&points),
            translation: vector(way),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the mesh and the points live until the call returns.
        unsafe { b3ShapeCastMesh(&self.mesh(), &input) }.hit
    }

    /// Returns whether a cube with sides of 1 meets the mesh on its way from pose to pose, and where on the way.
    ///
    /// It asks what Box3D asks about a fast body and a mesh in each step: all triangles in the box around the sweep, one
    /// by one, each up to the earliest hit so far. That function is not public, so its parts are called here.
    pub fn first_hit(&self, poses: &[Isometry3<f64>; 2]) -> Option<f32> {
        let points = corners(&Vector3::zeros());
        let rest = b3Quat {
            v: vector(&Vector3::zeros()),
            s: 1.0,
        };
        let [start, end] = poses;
        let mut sweep = Sweep {
            input: b3TOIInput {
                proxyA: proxy(&points),
                proxyB: proxy(&points),
                sweepA: b3Sweep {
                    localCenter: vector(&Vector3::zeros()),
                    c1: vector(&Vector3::zeros()),
                    c2: vector(&Vector3::zeros()),
                    q1: rest,
                    q2: rest,
                },
                sweepB: b3Sweep {
                    localCenter: vector(&Vector3::zeros()),
                    c1: vector(&start.translation.vector),
                    c2: vector(&end.translation.vector),
                    q1: rotation(start),
                    q2: rotation(end),
                },
                maxFraction: 1.0,
            },
            way: [start, end].map(|pose| pose.translation.vector.map(|x| x as f32)),
            hit: None,
        };
        let (lower, upper) = box_around(poses);
        let bounds = b3AABB {
            lowerBound: vector(&lower),
            upperBound: vector(&upper),
        };
        let context: *mut Sweep = &mut sweep;
        // SAFETY: the mesh, the points and the sweep live until the call returns, and nothing else refers to the sweep.
        unsafe { b3QueryMesh(&self.mesh(), bounds, Some(look_at), context.cast()) };
        sweep.hit
    }

    fn mesh(&self) -> b3Mesh {
        b3Mesh {
            data: self.data,
            scale: vector(&Vector3::repeat(1.0)),
        }
    }
}

/// A sweep of a cube, and the earliest hit so far.
struct Sweep {
    input: b3TOIInput,
    /// Where the middle of the cube is at both ends.
    way: [Vector3<f32>; 2],
    hit: Option<f32>,
}

/// Asks about a triangle, unless the middle of the cube starts behind it, or stays well in front of it: Box3D leaves
/// these out.
unsafe extern "C" fn look_at(
    a: b3Vec3,
    b: b3Vec3,
    c: b3Vec3,
    _index: c_int,
    context: *mut c_void,
) -> bool {
    // SAFETY: `first_hit` passes a sweep that nothing else refers to meanwhile.
    let sweep = unsafe { &mut *context.cast::<Sweep>() };
    let corner = |v: &b3Vec3| Vector3::new(v.x, v.y, v.z);
    let first = corner(&a);
    let normal = (corner(&b) - first).cross(&(corner(&c) - first));
    let normal = normal.try_normalize(0.0).unwrap_or_default();
    let [before, after] = sweep.way.map(|middle| normal.dot(&(middle - first)));
    let core = (0.5 * HALF as f32).max(LINEAR_SLOP);
    if before < 0.0 || (before - after < core && after > core) {
        return true;
    }
    let triangle = [a, b, c];
    sweep.input.proxyA = proxy(&triangle);
    let found = |input: &b3TOIInput| {
        // SAFETY: the points of both proxies live until the call returns.
        let fraction = unsafe { b3TimeOfImpact(input) }.fraction;
        (fraction < input.maxFraction).then_some(fraction)
    };
    let mut hit = found(&sweep.input);
    if hit == Some(0.0) {
        // they overlap at the start: a small ball in the cube counts
        let middle = [vector(&Vector3::zeros())];
        let mut core_alone = sweep.input;
        core_alone.proxyB = b3ShapeProxy {
            radius: core + LINEAR_SLOP,
            ..proxy(&middle)
        };
        hit = found(&core_alone);
    }
    if let Some(fraction) = hit.filter(|&fraction| fraction > 0.0) {
        sweep.input.maxFraction = fraction;
        sweep.hit = Some(fraction);
    }
    true
}

/// The corners of a cube around a point.
fn corners(middle: &Vector3<f64>) -> [b3Vec3; 8] {
    std::array::from_fn(|index| {
        let half = |bit: usize| if index >> bit & 1 == 0 { -HALF } else { HALF };
        vector(&(middle + Vector3::from_fn(|axis, _| half(axis))))
    })
}

fn proxy(points: &[b3Vec3]) -> b3ShapeProxy {
    b3ShapeProxy {
        points: points.as_ptr(),
        count: points.len() as c_int,
        radius: 0.0,
    }
}

fn rotation(pose: &Isometry3<f64>) -> b3Quat {
    let q = pose.rotation.coords;
    b3Quat {
        v: vector(&q.xyz()),
        s: q.w as f32,
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the mesh.
        unsafe { b3DestroyMesh(self.data) };
    }
}

fn vector(v: &Vector3<f64>) -> b3Vec3 {
    b3Vec3 {
        x: v.x as f32,
        y: v.y as f32,
        z: v.z as f32,
    }
}
