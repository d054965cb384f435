//! Boxes that casts in single precision meet, by the same numbers in double precision.

use nalgebra::{Matrix2, Matrix3, Rotation2, Rotation3, SMatrix, SVector};

use super::View;
use crate::motion::Placement;
use crate::pieces::Tree;
use crate::shape::Segment;

/// A linear congruential generator; numbers from -1 to 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector<const D: usize>(&mut self, size: f64) -> SVector<f64, D> {
        SVector::from_fn(|_, _| self.roll() * size)
    }
}

fn rounded<const D: usize>(v: SVector<f64, D>) -> SVector<f32, D> {
    v.map(|x| x as f32)
}

/// Casts a segment at a box that is little more than a point, so that an end of the segment goes through that point. All
/// numbers but the box's are those of the cast, rounded; where the box is follows from them in double precision.
fn every_box_on_the_way_is_met<const D: usize>(turn: impl Fn(&mut Dice) -> SMatrix<f64, D, D>) {
    let mut dice = Dice(7);
    for round in 0..200_000 {
        let rotation = turn(&mut dice);
        // a box near the origin of its body's frame, or as far from it as the cast is
        let size = [1e-3, 1.0][round % 2];
        let room = [0.0, 1e-3, 1.0][round / 2 % 3];
        let ends = [(); 2].map(|()| rounded(dice.vector::<D>(room)));
        let direction = rounded(dice.vector::<D>(1.0).normalize());
        let far = 1.0 + dice.roll();
        let end = ends[0].map(f64::from) + direction.map(f64::from) * far;
        let way = rounded(end - rotation * dice.vector(size));
        let point = rotation.tr_mul(&(end - way.map(f64::from)));

        let stored = rotation.map(|x| x as f32);
        let placement = Placement {
            rotation: stored,
            translation: way,
            translation_error: SVector::zeros(),
            angle_error: (stored.map(f64::from) - rotation).norm() as f32,
        };
        let tree = Tree::around([Segment::new([rounded(point); 2]).expect("a point")]);
        let tree = tree.expect("a piece");
        let start = Segment::new(ends).expect("a segment");
        let reach = tree.reach(&SVector::zeros());
        let view = View::new(&placement, reach, (&start, &direction), 0.0).expect("a view");
        let met = view.meets(tree.node(0), f32::INFINITY);
        assert!(
            met.is_some_and(|from| f64::from(from) <= far),
            "{met:?} before {far}: {start:?} along {direction} at {point}, {placement:?}"
        );
    }
}

#[test]
fn every_box_on_the_way_is_met_in_the_plane() {
    every_box_on_the_way_is_met::<2>(|dice| -> Matrix2<f64> {
        Rotation2::new(dice.roll() * 3.0).into_inner()
    });
}

#[test]
fn every_box_on_the_way_is_met_in_space() {
    every_box_on_the_way_is_met::<3>(|dice| -> Matrix3<f64> {
        Rotation3::from_scaled_axis(dice.vector(2.0)).into_inner()
    });
}
