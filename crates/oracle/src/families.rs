//! How a case of each family is drawn: bodies, velocities and the distance to plant.

use super::motion::Ballistic;
use super::planted::{Dice, single};
use super::shape::{Body, Shape};
use nalgebra::{SVector, Vector3};
use std::f64::consts::TAU;

/// A pair of bodies with their motions, and the impact to plant into it.
pub struct Draft<const D: usize> {
    pub a: (Body<D>, Ballistic<D>),
    pub b: (Body<D>, Ballistic<D>),
    pub normal: SVector<f64, D>,
    /// The distance to plant, negative for an overlap.
    pub gap: f64,
}

/// Returns a distance to plant: an overlap of up to a fifth of the size, or a gap of up to half of it.
pub fn near(dice: &mut Dice, size: f64) -> f64 {
    if dice.chance(0.5) {
        -dice.scale(1e-3, 0.2) * size
    } else {
        dice.scale(1e-3, 0.5) * size
    }
}

/// Two bodies of any kind that meet or pass each other. In the interval they move by up to a few times their size.
pub fn moving<const D: usize>(dice: &mut Dice, size: f64, turn: f64) -> Draft<D> {
    let other = dice.part(size, 0.3, 3.0);
    let mut a = dice.resting();
    let mut b = dice.resting();
    if turn > 0.0 {
        let rates = [dice.scale(0.1, 1.0), dice.scale(0.1, 1.0)].map(|r| r * turn);
        a.angvel = dice.angvel::<D>(rates[0]);
        b.angvel = dice.angvel::<D>(rates[1]);
    }
    let normal: SVector<f64, D> = dice.vector(1.0);
    let speed = (size + other) * dice.scale(0.5, 8.0);
    let common = dice.vector(speed * 0.5);
    let gap = near(dice, size.min(other));
    let relative: SVector<f64, D> = dice.vector(speed);
    // Bodies that are to miss each other move across the normal.
    let along = normal * normal.dot(&relative);
    let relative = if gap > 0.0 {
        relative - along
    } else {
        relative
    };
    a.linvel = common;
    b.linvel = (common + relative).map(single);
    Draft {
        a: (dice.body(size), a),
        b: (dice.body(other), b),
        normal,
        gap,
    }
}

/// Two bodies that turn, some about a point off their middle.
pub fn tumble<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving(dice, size, 3.0);
    if dice.chance(0.3) {
        draft.a.1.center = dice.point(size);
    }
    if dice.chance(0.3) {
        draft.b.1.center = dice.point(size);
    }
    draft
}

/// A rod that turns up to eight times, and a slow body.
pub fn spin<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving(dice, size, 1.0);
    draft.a.0 = dice.rod(size);
    let turns = dice.between(0.5, 8.0);
    draft.a.1.angvel = dice.angvel::<D>(turns * TAU);
    draft.a.1.linvel = SVector::zeros();
    let slow = size * dice.scale(0.01, 1.0);
    draft.b.1.linvel = dice.vector(slow);
    draft.gap = size * dice.scale(0.01, 1.0);
    draft
}

/// Two boxes with parallel faces, one above the other.
pub fn slide<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving::<D>(dice, size, 0.0);
    let gap = size * dice.scale(1e-6, 1e-2);
    let pose = dice.square_orientation::<D>();
    for (body, motion) in [&mut draft.a, &mut draft.b] {
        *body = Body::sharp(dice.cuboid(size));
        *motion = Ballistic::at_rest(SVector::zeros(), pose);
    }
    let up = SVector::from_fn(|i, _| if i == 1 { 1.0 } else { 0.0 });
    let along: SVector<f64, D> = dice.vector(size * 2.0);
    draft.b.1.linvel = along - up * along.dot(&up);
    draft.gap = gap;
    if dice.chance(0.5) {
        draft.b.1.linvel -= up * single(gap * 10.0);
        draft.gap = 0.0;
    }
    draft.normal = up;
    draft
}

/// Bodies that move across the normal, with a tiny gap or overlap at the planted time.
pub fn graze<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let turn = if dice.chance(0.5) { 2.0 } else { 0.0 };
    let mut draft = moving::<D>(dice, size, turn);
    let relative = draft.b.1.linvel - draft.a.1.linvel;
    let across =
        relative - draft.normal * (draft.normal.dot(&relative) / draft.normal.norm_squared());
    draft.b.1.linvel = (draft.a.1.linvel + across).map(single);
    draft.gap = dice.sign() * dice.scale(1e-6, 1e-2) * size;
    draft
}

/// A small fast body and a plate.
pub fn bullet<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving::<D>(dice, size, 0.0);
    let thin = SVector::from_fn(|i, _| single(if i == 1 { 0.005 * size } else { size }));
    draft.a.0 = Body::sharp(Shape::Cuboid { half: thin });
    let small = dice.part(size, 0.002, 0.05);
    draft.b.0 = dice.body(small);
    let speed = size * dice.scale(5.0, 100.0);
    draft.b.1.linvel = dice.vector(speed);
    if dice.chance(0.5) {
        let rate = dice.scale(0.1, 20.0);
        draft.b.1.angvel = dice.angvel::<D>(rate);
    }
    draft.gap = if dice.chance(0.5) {
        -small
    } else {
        small * 5.0
    };
    draft
}

/// Bodies that are far apart at the planted time, or so fast that they come from far away.
pub fn far<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving::<D>(dice, size, 2.0);
    let away = size * dice.scale(10.0, 100.0);
    if dice.chance(0.5) {
        draft.gap = away;
    } else {
        draft.b.1.linvel = dice.vector(away);
        draft.gap = -size * dice.scale(1e-3, 0.2);
    }
    draft
}

/// Two boxes as in [`slide`] that fall together.
pub fn stack<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = slide::<D>(dice, size);
    let down = SVector::from_fn(|i, _| if i == 1 { single(-9.81) } else { 0.0 });
    draft.a.1.acc = down;
    draft.b.1.acc = down;
    draft.b.1.linvel *= single(0.125);
    if dice.chance(0.3) {
        let rate = dice.scale(1e-3, 0.1);
        draft.b.1.angvel = dice.angvel::<D>(rate);
    }
    draft
}

/// Bodies along the axes that meet head on or pass each other with a tiny gap.
pub fn degenerate<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving::<D>(dice, size, 0.0);
    let axis = dice.pick(D);
    let sign = dice.sign();
    for (body, motion) in [&mut draft.a, &mut draft.b] {
        *body = degenerate_body(dice, size);
        *motion = Ballistic::at_rest(SVector::zeros(), dice.square_orientation::<D>());
    }
    let normal: SVector<f64, D> = SVector::from_fn(|i, _| if i == axis { sign } else { 0.0 });
    let speed = size * dice.scale(0.5, 8.0);
    draft.b.1.linvel = (normal * -speed).map(single);
    draft.gap = near(dice, size);
    if draft.gap > 0.0 {
        // The bodies pass each other with a tiny gap.
        let across: SVector<f64, D> = dice.vector(speed);
        draft.b.1.linvel = across - normal * normal.dot(&across);
        draft.gap = size * dice.scale(1e-6, 1e-2);
    }
    if dice.chance(0.2) {
        let about = Vector3::from_fn(|i, _| if i == axis { 1.0 } else { 0.0 });
        let rate = dice.scale(0.1, 3.0);
        draft.a.1.angvel = if D == 2 {
            Vector3::zeros()
        } else {
            about * rate
        };
    }
    draft.normal = normal;
    draft
}

/// Returns a body along the axes that has parallel faces, or is thin or flat.
fn degenerate_body<const D: usize>(dice: &mut Dice, size: f64) -> Body<D> {
    let thin = dice.part(size, 1e-6, 1e-2);
    let layer = if dice.chance(0.5) { 0.0 } else { thin };
    let half = single(size * 0.5);
    Body::sharp(match dice.pick(6) {
        0 => Shape::Cuboid {
            half: SVector::repeat(half),
        },
        1 => Shape::Cuboid {
            half: SVector::from_fn(|i, _| if i == 0 { thin } else { half }),
        },
        2 => Shape::Cylinder {
            half_height: thin,
            radius: half,
        },
        3 => Shape::Cone {
            half_height: half,
            radius: half,
        },
        4 => Shape::Triangle(
            [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
                .map(|corner| SVector::from_fn(|i, _| if i < 2 { half * corner[i] } else { 0.0 })),
        ),
        // The hull is flat or a sliver.
        _ => {
            let point = |dice: &mut Dice| {
                let v: SVector<f64, D> = dice.in_ball();
                SVector::from_fn(|i, _| single(v[i] * if i == 1 { layer } else { half }))
            };
            Shape::Points((0..8).map(|_| point(dice)).collect())
        }
    })
}

/// Bodies of very different sizes.
pub fn offscale<const D: usize>(dice: &mut Dice, size: f64) -> Draft<D> {
    let mut draft = moving::<D>(dice, size, 1.0);
    let other = dice.part(size, 1e-3, 1e3);
    draft.b.0 = dice.body(other);
    let speed = size.max(other) * dice.scale(0.5, 3.0);
    draft.gap = near(dice, size.min(other));
    let passing: SVector<f64, D> = dice.vector(speed);
    let along = draft.normal * draft.normal.dot(&passing);
    draft.b.1.linvel = if draft.gap > 0.0 {
        passing - along
    } else {
        passing
    }
    .map(single);
    draft
}
