//! Hashes of answers.

use std::fmt::Debug;

use photofinish::Real;

/// A row of the table: a name and the answers behind it.
pub struct Row {
    pub name: String,
    hash: u64,
}

impl Row {
    pub fn new(name: String) -> Self {
        Self {
            name,
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }

    /// Takes an answer in, all of its fields. Numbers are written with as many digits as tell them from their neighbours,
    /// so that no bit is lost.
    pub fn add(&mut self, answer: &impl Debug) {
        // FNV-1a; a zero byte parts one answer from the next
        for byte in format!("{answer:?}").bytes().chain([0]) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash)
    }
}

/// What a row is about: `queries, tumble, 3D f64`.
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
