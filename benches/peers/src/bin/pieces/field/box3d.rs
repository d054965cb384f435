//! Box3D's cast of a cube at a mesh, in single precision. It goes straight ahead.

use boxddd_sys::ffi::*;
use nalgebra::Vector3;

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
        let corner = |index: usize| {
            let half = |bit: usize| if index >> bit & 1 == 0 { -0.5 } else { 0.5 };
            vector(&(start + Vector3::from_fn(|axis, _| half(axis))))
        };
        let points: [_; 8] = std::array::from_fn(corner);
        let input = b3ShapeCastInput {
            proxy: b3ShapeProxy {
                points: points.as_ptr(),
                count: 8,
                radius: 0.0,
            },
            translation: vector(way),
            maxFraction: 1.0,
            canEncroach: false,
        };
        let mesh = b3Mesh {
            data: self.data,
            scale: vector(&Vector3::repeat(1.0)),
        };
        // SAFETY: the mesh and the points live until the call returns.
        unsafe { b3ShapeCastMesh(&mesh, &input) }.hit
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
