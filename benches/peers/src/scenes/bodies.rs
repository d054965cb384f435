//! Random shapes of about a given size, which is their bounding radius.

use nalgebra::Vector3;

use crate::oracle::planted::{Dice, single};
use crate::oracle::shape::Shape;

/// Returns a shape of a kind that most contenders have.
pub fn any(dice: &mut Dice, size: f64) -> Shape<3> {
    let length = |dice: &mut Dice| single(size * dice.scale(0.1, 0.7));
    match dice.pick(8) {
        0 => Shape::Ball {
            radius: single(size),
        },
        1 => Shape::Capsule {
            half_height: length(dice),
            radius: length(dice),
        },
        2 | 3 => cuboid(dice, size),
        4 => Shape::Cylinder {
            half_height: length(dice),
            radius: length(dice),
        },
        5 => Shape::Cone {
            half_height: length(dice),
            radius: length(dice),
        },
        _ => hull(dice, size),
    }
}

pub fn cuboid(dice: &mut Dice, size: f64) -> Shape<3> {
    dice.cuboid(size)
}

/// Returns the hull of 8 to 64 points on an ellipsoid.
pub fn hull(dice: &mut Dice, size: f64) -> Shape<3> {
    let axes = Vector3::from_fn(|_, _| dice.scale(0.2, 1.0) * size);
    let count = dice.scale(8.0, 65.0) as usize;
    points_on(dice, &axes, count)
}

/// Returns a prism over a regular polygon, with its sides along y.
pub fn prism(dice: &mut Dice, size: f64) -> Shape<3> {
    let sides = 3 + dice.pick(14);
    let (radius, height) = (size * dice.scale(0.1, 0.7), size * dice.scale(0.1, 0.7));
    let corner = |i: usize| {
        let angle = std::f64::consts::TAU * (i / 2) as f64 / sides as f64;
        let y = [-height, height][i % 2];
        Vector3::new(radius * angle.cos(), y, radius * angle.sin()).map(single)
    };
    Shape::Points((0..2 * sides).map(corner).collect())
}

/// Returns a needle or a plate, 1e3 to 1e6 times as long as thin.
pub fn sliver(dice: &mut Dice, size: f64) -> Shape<3> {
    let thin = single(size * dice.scale(1e-6, 1e-3));
    let size = single(size);
    let wide = [thin, size][dice.pick(2)];
    match dice.pick(6) {
        0 | 1 => Shape::Cuboid {
            half: Vector3::new(size, thin, wide),
        },
        2 | 3 => {
            let count = dice.scale(8.0, 33.0) as usize;
            points_on(dice, &Vector3::new(size, thin, wide), count)
        }
        4 => Shape::Capsule {
            half_height: size,
            radius: thin,
        },
        _ => {
            let (half_height, radius) = [(size, thin), (thin, size)][dice.pick(2)];
            Shape::Cylinder {
                half_height,
                radius,
            }
        }
    }
}

/// Returns the hull of 3 to 16 points in the plane z = 0. It is round, regular or square.
pub fn flat(dice: &mut Dice, size: f64) -> Shape<3> {
    let count = 3 + dice.pick(14);
    let axes = [size, size * dice.scale(0.2, 1.0)];
    let square = dice.chance(0.3);
    let point = |dice: &mut Dice| {
        let v = dice.in_ball::<2>().normalize();
        let v = if square { v.map(f64::signum) } else { v };
        Vector3::new(v.x * axes[0], v.y * axes[1], 0.0).map(single)
    };
    let mut points: Vec<_> = (0..count).map(|_| point(dice)).collect();
    if square {
        let corner = |x: f64, y: f64| Vector3::new(x * axes[0], y * axes[1], 0.0).map(single);
        points = vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
    }
    Shape::Points(points)
}

pub fn points_on(dice: &mut Dice, axes: &Vector3<f64>, count: usize) -> Shape<3> {
    let point = |dice: &mut Dice| {
        let unit = dice.in_ball::<3>().normalize();
        unit.component_mul(axes).map(single)
    };
    Shape::Points((0..count).map(|_| point(dice)).collect())
}
