//! Draws the random cases of each family.

use nalgebra::Vector3;

use super::case::{Body, Family, Model};
use crate::oracle::planted::{Dice, single};
use crate::oracle::shape::Shape;
use crate::scenes::Solid;
use crate::scenes::bodies::{any, cuboid, points_on, prism};

/// A pair that is not placed yet: two bodies at the origin, and the distance that they will have at some time.
struct Draft {
    a: Body,
    b: Body,
    time: f64,
    /// The direction from A to B.
    normal: Vector3<f64>,
    /// The distance at that time. It is negative for an overlap.
    gap: f64,
}

pub fn draw(family: Family, dice: &mut Dice) -> (Body, Body) {
    let size = dice.scale(0.2, 0.8);
    let draft = match family {
        Family::Translate => passing(dice, size, [any, any], 0.0),
        Family::Tumble => passing(dice, size, [any, any], 0.52),
        Family::Spin => spin(dice, size),
        Family::Bullet => bullet(dice, size),
        Family::Graze => graze(dice, size),
        Family::Slide => slide(dice, size),
        Family::Far => far(dice, size),
        Family::Stack => stack(dice, size),
        Family::Meshy => {
            let turn = [0.0, 0.52][dice.pick(2)];
            passing(dice, size, [part_of_mesh, any], turn)
        }
        Family::Offscale => return offscale(dice, size),
        Family::Hulls8 => passing(dice, size, [hull::<8>; 2], 0.52),
        Family::Hulls32 => passing(dice, size, [hull::<32>; 2], 0.52),
        Family::Hulls256 => passing(dice, size, [hull::<256>; 2], 0.52),
        Family::Hulls2048 => passing(dice, size, [hull::<2048>; 2], 0.52),
    };
    let away = dice.scale(0.5, 6.0);
    let place = dice.vector(away);
    draft.planted(place)
}

impl Draft {
    /// Puts A at a place. Puts B where the support points of both bodies along the normal are `gap` apart at `time`.
    fn planted(self, place: Vector3<f64>) -> (Body, Body) {
        let Self { mut a, mut b, .. } = self;
        let normal = self.normal.normalize();
        let on_a = support_point(&a, self.time, &normal);
        let on_b = support_point(&b, self.time, &-normal);
        a.solid.position = place.map(single);
        b.solid.position = (place + on_a + normal * self.gap - on_b).map(single);
        (a, b)
    }
}

/// Returns the point of the body farthest along a unit vector at a time.
fn support_point(body: &Body, time: f64, normal: &Vector3<f64>) -> Vector3<f64> {
    let pose = body.moving(Model::Velocity).motion.pose(time);
    let local = pose.rotation.tr_mul(normal);
    // the vertices of a hull are enough here: its faces are not needed
    if let Shape::Points(points) = &body.solid.shape {
        return pose.apply(&crate::oracle::shape::farthest(points, &local));
    }
    let core = body.solid.core();
    pose.apply(&core.solid.support_point(&local)) + normal * core.radius
}

fn turned(dice: &mut Dice, shape: Shape<3>) -> Body {
    Body::at_rest(Solid::turned(dice, shape))
}

/// Returns two bodies that meet in half of the cases, and pass each other in the other half.
fn passing(
    dice: &mut Dice,
    size: f64,
    [first, second]: [fn(&mut Dice, f64) -> Shape<3>; 2],
    turn: f64,
) -> Draft {
    let other = single(size * dice.scale(0.5, 2.0));
    let (first, second) = (first(dice, size), second(dice, other));
    let (mut a, mut b) = (turned(dice, first), turned(dice, second));
    if turn > 0.0 {
        let rates = [(); 2].map(|()| dice.between(0.2, 1.0) * turn);
        b.angular = dice.angvel::<3>(rates[1]);
        if dice.chance(0.5) {
            a.angular = dice.angvel::<3>(rates[0]);
        }
    }
    let normal: Vector3<f64> = dice.vector(1.0);
    let speed = (size + other) * dice.scale(0.5, 4.0);
    let mut relative: Vector3<f64> = dice.vector(speed);
    let hits = dice.chance(0.5);
    if !hits {
        // keeps only the part of the velocity that makes the bodies pass each other
        relative -= normal * normal.dot(&relative) / normal.norm_squared();
    }
    if dice.chance(0.6) {
        let common = speed * 0.5;
        a.linear = dice.vector(common);
    }
    b.linear = (a.linear + relative).map(single);
    let small = size.min(other);
    let gap = small * dice.scale(0.03, 0.8);
    Draft {
        a,
        b,
        time: dice.between(0.1, 0.95),
        normal,
        gap: if hits { -gap } else { gap },
    }
}

/// Returns a rod that turns two to eight times, and a slow body near it.
fn spin(dice: &mut Dice, size: f64) -> Draft {
    let mut draft = passing(dice, size, [rod, any], 0.0);
    let rate = dice.between(12.0, 50.0);
    draft.a.angular = dice.angvel::<3>(rate);
    let slow = size * dice.scale(0.05, 1.0);
    draft.b.linear = (draft.a.linear + dice.vector::<3>(slow)).map(single);
    draft.gap = size * dice.scale(0.02, 1.0);
    draft
}

fn rod(dice: &mut Dice, size: f64) -> Shape<3> {
    let thin = single(size * dice.scale(0.02, 0.15));
    match dice.pick(3) {
        0 => Shape::Cuboid {
            half: Vector3::new(thin, size, thin),
        },
        1 => Shape::Cylinder {
            half_height: size,
            radius: thin,
        },
        _ => Shape::Capsule {
            half_height: size,
            radius: thin,
        },
    }
}

fn bullet(dice: &mut Dice, _size: f64) -> Draft {
    let wide = |dice: &mut Dice| dice.between(0.5, 2.0);
    let half = Vector3::new(wide(dice), dice.scale(0.002, 0.02), wide(dice));
    let plate = turned(dice, Shape::Cuboid { half });
    let small = dice.scale(0.004, 0.07);
    let shape = match dice.pick(3) {
        0 => cuboid(dice, small),
        1 => Shape::Capsule {
            half_height: single(0.6 * small),
            radius: single(0.4 * small),
        },
        _ => Shape::Ball { radius: small },
    };
    let mut draft = Draft {
        a: plate,
        b: turned(dice, shape),
        time: dice.between(0.1, 0.9),
        normal: dice.vector(1.0),
        gap: -small,
    };
    let speed = dice.scale(5.0, 50.0);
    draft.b.linear = dice.vector(speed);
    if dice.chance(0.5) {
        let rates = [dice.scale(0.02, 0.3), dice.scale(0.05, 0.5)];
        draft.a.angular = dice.angvel::<3>(rates[0]);
        draft.b.angular = dice.angvel::<3>(rates[1]);
    }
    draft
}

fn graze(dice: &mut Dice, size: f64) -> Draft {
    let turn = [0.0, 0.5][dice.pick(2)];
    let mut draft = passing(dice, size, [any, any], turn);
    let relative = draft.b.linear - draft.a.linear;
    let along = draft.normal.dot(&relative) / draft.normal.norm_squared();
    draft.b.linear = (draft.b.linear - draft.normal * along).map(single);
    draft.gap = draft.gap.signum() * dice.scale(1e-5, 1e-2);
    draft
}

/// Returns two bodies with a flat bottom and top, both turned alike.
fn blocks(dice: &mut Dice, size: f64) -> Draft {
    let mut block = |_| match dice.pick(8) {
        0 => prism(dice, size),
        1 => Shape::Cylinder {
            half_height: single(size * dice.scale(0.2, 0.6)),
            radius: single(size * dice.scale(0.2, 0.6)),
        },
        _ => cuboid(dice, size),
    };
    let (first, second) = (block(0), block(1));
    let a = turned(dice, first);
    let mut b = a.clone();
    b.solid.shape = second;
    let up = a.solid.pose().rotation * Vector3::y();
    let speed = dice.scale(0.2, 2.0);
    let mut draft = Draft {
        a,
        b,
        time: 0.0,
        normal: up,
        gap: 1e-3,
    };
    draft.a.linear = dice.vector(speed);
    draft.b.linear = draft.a.linear;
    draft
}

fn slide(dice: &mut Dice, size: f64) -> Draft {
    let mut draft = blocks(dice, size);
    let up = draft.normal;
    let speed = dice.scale(0.1, 2.0);
    let along: Vector3<f64> = dice.vector(speed);
    let along = along - up * up.dot(&along);
    draft.gap = dice.scale(2e-4, 6e-3);
    // B sinks by more than the gap, or moves up or down by at most half of it
    let sinks = if dice.chance(1.0 / 3.0) {
        draft.gap * dice.scale(1.5, 15.0)
    } else {
        draft.gap * dice.between(-0.5, 0.5)
    };
    draft.b.linear = (draft.a.linear + along - up * sinks).map(single);
    if dice.chance(0.1) {
        let rate = dice.scale(1e-3, 0.02);
        draft.b.angular = dice.angvel::<3>(rate);
    }
    draft
}

fn stack(dice: &mut Dice, size: f64) -> Draft {
    let mut draft = blocks(dice, size);
    draft.a.solid.shape = cuboid(dice, 2.0 * size);
    draft.b.solid.shape = cuboid(dice, 2.0 * size);
    draft
}

fn far(dice: &mut Dice, size: f64) -> Draft {
    let mut draft = passing(dice, size, [any, any], 0.52);
    draft.gap = size * dice.scale(0.5, 5.0);
    draft
}

/// Returns a triangle or a segment.
fn part_of_mesh(dice: &mut Dice, size: f64) -> Shape<3> {
    let corner = |dice: &mut Dice| (dice.in_ball::<3>() * size).map(single);
    if dice.chance(0.1) {
        Shape::Segment([(); 2].map(|()| corner(dice)))
    } else {
        Shape::Triangle([(); 3].map(|()| corner(dice)))
    }
}

fn hull<const COUNT: usize>(dice: &mut Dice, size: f64) -> Shape<3> {
    let axes = Vector3::from_fn(|_, _| dice.scale(0.3, 1.0) * size);
    // the points have random numbers of their own, so that later numbers do not depend on the count of points
    let mut points = Dice::new(dice.pick(1 << 30) as u64);
    points_on(&mut points, &axes, COUNT)
}

fn offscale(dice: &mut Dice, size: f64) -> (Body, Body) {
    let mut draft = passing(dice, size, [any, any], 0.52);
    let mut away = dice.scale(0.5, 6.0);
    match dice.pick(3) {
        // A becomes a large body, which hardly turns
        0 => {
            let large = dice.scale(50.0, 500.0);
            draft.a.solid.shape = any(dice, large);
            draft.a.angular *= 1e-5;
            draft.a.angular = draft.a.angular.map(single);
        }
        1 => {
            let thin = single(size * dice.scale(1e-4, 1e-2));
            let long = single(size * dice.scale(1.0, 5.0));
            draft.a.solid.shape = Shape::Cuboid {
                half: Vector3::new(thin, long, [thin, size][dice.pick(2)]),
            };
        }
        _ => away = dice.scale(100.0, 2000.0),
    }
    let place = dice.vector(away);
    draft.planted(place)
}
