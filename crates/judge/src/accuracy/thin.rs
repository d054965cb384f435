//! Slivers, needles and bodies without any thickness.

use nalgebra::{SVector, Vector3};
use std::f64::consts::TAU;

use super::degenerate::{any_body, kiss};
use super::model::{Model, direction, in_ball, plant, rounded};
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::{Body, Shape};

/// Returns a sliver and a body of any kind, or two slivers.
pub fn slivers<const D: usize>(dice: &mut Dice, size: f64) -> [Model<D>; 2] {
    let sliver = |dice: &mut Dice| {
        let body = sliver(dice, size);
        Model::new(body, dice.orientation::<D>())
    };
    let a = sliver(dice);
    let mut b = if dice.chance(0.5) {
        sliver(dice)
    } else {
        any_body(dice, size)
    };
    let normal = direction::<D>(dice);
    let gap = size * dice.sign() * dice.scale(1e-6, 1.0);
    plant(&a, &mut b, &normal, gap);
    [a, b]
}

/// Returns a body that is 1e2 to 1e6 times as long as thin. It is thin in one direction, or in all but one.
fn sliver<const D: usize>(dice: &mut Dice, size: f64) -> Body<D> {
    let thin = dice.part(size, 1e-6, 1e-2);
    let long = dice.pick(D);
    let needle = dice.chance(0.5);
    let lengths = Vector3::from_fn(|row, _| if needle == (row == long) { size } else { thin });
    let [half_height, radius] = if needle { [size, thin] } else { [thin, size] };
    Body::sharp(match dice.pick(6) {
        0 => Shape::Cuboid {
            half: rounded(dice, &lengths),
        },
        1 => Shape::Cylinder {
            half_height,
            radius,
        },
        2 => Shape::Cone {
            half_height,
            radius,
        },
        3 => Shape::Capsule {
            half_height: size,
            radius: thin,
        },
        4 => {
            let [p, q] = [(); 2].map(|()| in_ball::<D>(dice) * size);
            let r = p + (q - p) * dice.between(-0.5, 1.5) + in_ball::<D>(dice) * thin;
            Shape::Triangle([p, q, r].map(|v| rounded(dice, &v)))
        }
        _ => {
            let points: Vec<_> = (0..8)
                .map(|_| in_ball::<D>(dice).component_mul(&lengths))
                .collect();
            Shape::Points(points.iter().map(|v| rounded(dice, v)).collect())
        }
    })
}

/// Returns two flat bodies. Half of the pairs lie in one plane, or in 2D on one line.
pub fn flat<const D: usize>(dice: &mut Dice, size: f64) -> [Model<D>; 2] {
    let orientation = dice.orientation::<D>();
    let in_one_plane = dice.chance(0.5);
    let place = |dice: &mut Dice| {
        let (body, own) = (flat_body(dice, size), dice.orientation::<D>());
        Model::<D>::new(body, if in_one_plane { orientation } else { own })
    };
    let (a, mut b) = (place(dice), place(dice));
    let normal = if in_one_plane {
        let angle = dice.between(0.0, TAU);
        let local = if D == 2 {
            Vector3::x() * dice.sign()
        } else {
            Vector3::new(angle.cos(), angle.sin(), 0.0)
        };
        a.matrix * local
    } else {
        direction::<D>(dice)
    };
    let gap = if dice.chance(0.5) {
        kiss(dice)
    } else {
        dice.sign() * dice.scale(1e-3, 1.0)
    };
    plant(&a, &mut b, &normal, gap * size);
    [a, b]
}

/// Returns a body in the plane z = 0, or in 2D on the line y = 0.
fn flat_body<const D: usize>(dice: &mut Dice, size: f64) -> Body<D> {
    let point = |dice: &mut Dice| -> SVector<f64, D> {
        let mut v = in_ball::<D>(dice) * size;
        v[D - 1] = 0.0;
        rounded(dice, &v)
    };
    Body::sharp(match dice.pick(4) {
        0 => Shape::Segment([point(dice), point(dice)]),
        1 => Shape::Triangle([point(dice), point(dice), point(dice)]),
        2 => {
            let half = SVector::from_fn(|row, _| {
                let long = dice.part(size, 0.1, 1.0);
                if row == D - 1 { 0.0 } else { long }
            });
            Shape::Cuboid { half }
        }
        _ => {
            let count = 3 + dice.pick(8);
            Shape::Points((0..count).map(|_| point(dice)).collect())
        }
    })
}
