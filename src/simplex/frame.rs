//! Edges made orthonormal.

use nalgebra::SVector;

/// Up to two edges from one point, made orthonormal: edge 0 is r00 u0, edge 1 is r01 u0 + r11 u1.
pub(super) struct Frame<const D: usize> {
    u: [SVector<f64, D>; 2],
    r00: f64,
    r01: f64,
    r11: f64,
    swapped: bool,
}

impl<const D: usize> Frame<D> {
    pub(super) fn of_no_edge() -> Self {
        Self {
            u: [SVector::zeros(); 2],
            r00: 1.0,
            r01: 0.0,
            r11: 1.0,
            swapped: false,
        }
    }

    pub(super) fn of_edge(edge: SVector<f64, D>) -> Self {
        let length = edge.norm();
        Self {
            u: [edge * (1.0 / length), SVector::zeros()],
            r00: length,
            ..Self::of_no_edge()
        }
    }

    /// The longer edge comes first: the shorter one then loses no digits to it.
    pub(super) fn of_edges(first: SVector<f64, D>, second: SVector<f64, D>) -> Self {
        let swapped = first.norm_squared() < second.norm_squared();
        let (long, short) = if swapped {
            (second, first)
        } else {
            (first, second)
        };
        let along = Self::of_edge(long);
        let r01 = along.u[0].dot(&short);
        let across = short - along.u[0] * r01;
        let r11 = across.norm();
        Self {
            u: [along.u[0], across * (1.0 / r11)],
            r00: along.r00,
            r01,
            r11,
            swapped,
        }
    }

    /// The part of a vector that is square to the edges.
    pub(super) fn square_part(&self, vector: &SVector<f64, D>) -> SVector<f64, D> {
        let once = vector - self.u[0] * self.u[0].dot(vector);
        once - self.u[1] * self.u[1].dot(&once)
    }

    /// How much of each edge leads from a point to the nearest one to the origin: the solution of a triangular system.
    pub(super) fn shares(&self, from: &SVector<f64, D>) -> [f64; 2] {
        let second = -self.u[1].dot(from) / self.r11;
        let first = (-self.u[0].dot(from) - second * self.r01) / self.r00;
        if self.swapped {
            [second, first]
        } else {
            [first, second]
        }
    }
}
