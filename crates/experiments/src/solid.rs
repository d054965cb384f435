//! Mass and inertia of bodies of convex pieces, and boxes around bodies at rest.

use nalgebra::{Matrix3, Vector3};
use photofinish::shape::ConvexHull;
use photofinish::swept::SweptBox;
use photofinish::{Real, SupportMap};

/// The mass of a homogeneous body, and how it is spread.
#[derive(Clone, Copy, Debug)]
pub struct Mass {
    /// In kilograms.
    pub mass: f64,
    /// The centre of mass.
    pub center: Vector3<f64>,
    /// The inertia about the centre of mass, in kilograms times squared metres.
    pub inertia: Matrix3<f64>,
}

/// Returns the box around a body.
pub(crate) fn around<T: Real>(body: &impl SupportMap<T, 3>) -> SweptBox<T, 3> {
    let end = |axis: usize, side: T| body.support_point(&Vector3::ith(axis, side))[axis];
    SweptBox {
        min: Vector3::from_fn(|axis, _| end(axis, -T::one())),
        max: Vector3::from_fn(|axis, _| end(axis, T::one())),
    }
}

/// Returns the mass of a body of pieces. What two pieces have in common counts twice.
///
/// Each face and the origin span tetrahedra, whose integrals are known: for corners 0, a, b, c the volume is
/// v = a . (b x c) / 6, the first moment v (a + b + c) / 4, and the second v (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20 with
/// s = a + b + c.
pub fn mass<'h>(pieces: impl IntoIterator<Item = &'h ConvexHull<f64, 3>>, density: f64) -> Mass {
    let (mut volume, mut first, mut second) = (0.0, Vector3::zeros(), Matrix3::zeros());
    for hull in pieces {
        let corner = |index: u32| hull.vertices()[index as usize];
        for face in hull.faces() {
            let a = corner(face.vertices[0]);
            for pair in face.vertices.windows(2).skip(1) {
                let (b, c) = (corner(pair[0]), corner(pair[1]));
                let v = a.dot(&b.cross(&c)) / 6.0;
                let s = a + b + c;
                volume += v;
                first += s * (v / 4.0);
                let squares =
                    a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose();
                second += squares * (v / 20.0);
            }
        }
    }
    let center = first / volume;
    let about = (second - center * center.transpose() * volume) * density;
    Mass {
        mass: volume * density,
        center,
        inertia: Matrix3::from_diagonal_element(about.trace()) - about,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn a_cuboid_away_from_the_origin_and_in_two_halves() {
        let half = |x: f64| {
            let corners: Vec<_> = (0..8u32)
                .map(|i| {
                    let bit = |axis: u32| f64::from(i >> axis & 1);
                    vector![x + bit(0), 3.0 + 2.0 * bit(1), 4.0 * bit(2)]
                })
                .collect();
            ConvexHull::new(&corners).unwrap()
        };
        let whole = mass(&[half(1.0), half(2.0)], 0.5);
        assert!((whole.mass - 8.0).abs() < 1e-12);
        assert!((whole.center - vector![2.0, 4.0, 2.0]).norm() < 1e-12);
        let expected = vector![4.0 + 16.0, 4.0 + 16.0, 4.0 + 4.0] * (8.0 / 12.0);
        assert!((whole.inertia - Matrix3::from_diagonal(&expected)).norm() < 1e-10);
    }
}
