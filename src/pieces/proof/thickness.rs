//! How thick the pieces in boxes are, where a certificate claims that they may overlap.

use crate::Real;
use crate::pieces::{Bodies, Body, Tree};

/// For each box of both trees the least inner diameter of a piece in it.
pub(super) struct Thickness<T> {
    a: Vec<T>,
    b: Vec<T>,
}

impl<T: Real> Thickness<T> {
    /// Returns it if the claim allows some pieces a depth at which they could pass through each other.
    pub(super) fn for_claim<const D: usize>((a, b): Bodies<'_, T, D>, distance: T) -> Option<Self> {
        let thinnest = a.tree().thinnest() + b.tree().thinnest();
        (distance < T::zero() && !is_enough(thinnest, distance)).then(|| Self {
            a: of_boxes(a),
            b: of_boxes(b),
        })
    }

    /// Returns the distance that two boxes must keep, so that their pieces keep the one that is claimed, and cannot
    /// pass through each other.
    ///
    /// A piece that is never deeper in another than less than half of both inner diameters stays on its side. So does
    /// one that never overlaps the other, however thin they are.
    pub(super) fn needed(&self, (a, b): (u32, u32), distance: T) -> T {
        let width = self.a[a as usize] + self.b[b as usize];
        if is_enough(width, distance) {
            distance
        } else {
            distance.max(T::zero())
        }
    }
}

/// Returns whether pieces of this width together stay on their sides. It is written so that NaN is not enough.
fn is_enough<T: Real>(width: T, distance: T) -> bool {
    width > distance * T::of(-2.0)
}

fn of_boxes<T: Real, const D: usize>(body: &Body<'_, T, D>) -> Vec<T> {
    let tree: &Tree<T, D> = body.tree();
    let mut thickness = vec![T::zero(); tree.boxes()];
    // the children of a box have larger indices
    for index in (0..tree.boxes()).rev() {
        thickness[index] = match tree.node(index as u32).piece() {
            Some(piece) => body.shape(piece, |shape| shape.inner_diameter()),
            None => {
                let [one, other] = tree.children(index as u32);
                thickness[one as usize].min(thickness[other as usize])
            }
        };
    }
    thickness
}
