//! The signed distances of shapes in `f64`, in closed form: exact outside, convex, and negative inside.

use crate::build::*;

/// A shape in its own frame.
#[derive(Clone, Debug)]
pub enum Form<const D: usize> {
    Ball(f64),
    Cuboid(SVector<f64, D>),
    /// Half the height, and the radius.
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Cone(f64, f64),
    /// A cuboid rounded by a radius.
    Rounded(SVector<f64, D>, f64),
    /// The segment on the y axis with this half length.
    Segment(f64),
}

impl<const D: usize> Form<D> {
    /// Returns the signed distance of a point.
    pub fn at(&self, x: &SVector<f64, D>) -> f64 {
        let across = aside(x);
        match *self {
            Self::Ball(radius) => x.norm() - radius,
            Self::Cuboid(half) => beyond(&(x.abs() - half)),
            Self::Capsule(half, radius) => to_segment(across, x[1], half) - radius,
            Self::Cylinder(half, radius) => {
                beyond(&SVector::from([across - radius, x[1].abs() - half]))
            }
            Self::Cone(half, radius) => to_cone(across, x[1], half, radius),
            Self::Rounded(half, radius) => beyond(&(x.abs() - half)) - radius,
            Self::Segment(half) => to_segment(across, x[1], half),
        }
    }
}

/// Returns how far a point is from the y axis.
fn aside<const D: usize>(x: &SVector<f64, D>) -> f64 {
    let mut flat = *x;
    flat[1] = 0.0;
    flat.norm()
}

/// Returns the signed distance from a box, given how far the point is beyond each of its sides.
fn beyond<const N: usize>(over: &SVector<f64, N>) -> f64 {
    over.map(|side| side.max(0.0)).norm() + over.max().min(0.0)
}

fn to_segment(across: f64, y: f64, half: f64) -> f64 {
    across.hypot((y.abs() - half).max(0.0))
}

/// Returns the signed distance from the triangle with its apex at `(0, half)` and its base from `-radius` to `radius`
/// at `-half`. `across` is not negative, so the other slanted side is never nearer.
fn to_cone(across: f64, y: f64, half: f64, radius: f64) -> f64 {
    let slant = radius.hypot(2.0 * half);
    let (along_x, along_y) = (radius / slant, -2.0 * half / slant);
    // the slanted side begins at the apex, and its outward normal is (-along_y, along_x)
    let above = (-along_y * across + along_x * (y - half)).max(-half - y);
    if above <= 0.0 {
        return above;
    }
    let share = (along_x * across + along_y * (y - half)).clamp(0.0, slant);
    let to_slant = (across - along_x * share).hypot(y - half - along_y * share);
    let to_base = (across - radius).max(0.0).hypot(y + half);
    to_slant.min(to_base)
}
