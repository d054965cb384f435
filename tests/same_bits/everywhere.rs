//! Rows for the plane and space, in both precisions.

use photofinish::Real;

/// Returns the name of a row, such as `queries, tumbles, 3D f64`.
pub fn name<T: Real, const D: usize>(kind: &str, family: &str) -> String {
    let scalar = if size_of::<T>() == size_of::<f32>() {
        "f32"
    } else {
        "f64"
    };
    format!("{kind}, {family}, {D}D {scalar}")
}

/// Calls a generic function for the plane and space, in both precisions.
macro_rules! everywhere {
    ($function:ident($rows:expr)) => {
        $function::<f64, nalgebra::UnitQuaternion<f64>, 3>($rows);
        $function::<f32, nalgebra::UnitQuaternion<f32>, 3>($rows);
        $function::<f64, nalgebra::UnitComplex<f64>, 2>($rows);
        $function::<f32, nalgebra::UnitComplex<f32>, 2>($rows);
    };
}
pub(crate) use everywhere;
