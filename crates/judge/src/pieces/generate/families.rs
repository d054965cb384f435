//! Random bodies of each family. Their numbers are rounded when they are scaled.

use nalgebra::{SVector, Vector3};
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::Shape;
use photofinish_oracle::{lift, lower};

use super::{Against, TURN};
use crate::pieces::spec::{Family, Parts, Solid};

/// How limbs are made.
#[derive(Clone, Copy)]
enum Style {
    Capsules,
    Blocks,
    Wedges,
    Lines,
}

fn style(dice: &mut Dice) -> Style {
    [Style::Capsules, Style::Blocks, Style::Wedges, Style::Lines][dice.pick(4)]
}

/// Returns a vector, of which the plane has the first two coordinates.
fn at<const D: usize>(x: f64, y: f64, z: f64) -> SVector<f64, D> {
    lower(&Vector3::new(x, y, z))
}

fn flat<const D: usize>(x: f64, y: f64) -> SVector<f64, D> {
    at(x, y, 0.0)
}

fn at_angle<const D: usize>(radius: f64, angle: f64) -> SVector<f64, D> {
    flat(radius * angle.cos(), radius * angle.sin())
}

/// Returns a piece from `p` to `q` that is `thick` to either side.
fn limb<const D: usize>(
    style: Style,
    p: SVector<f64, D>,
    q: SVector<f64, D>,
    thick: f64,
) -> Solid<D> {
    let along = (q - p).try_normalize(0.0).unwrap_or(flat(1.0, 0.0));
    let lifted = lift(&along);
    let (across, up) = if D == 2 {
        (Vector3::z().cross(&lifted), Vector3::zeros())
    } else {
        let axis = if lifted.z.abs() < 0.9 {
            Vector3::z()
        } else {
            Vector3::x()
        };
        let across = axis.cross(&lifted).normalize();
        (across, across.cross(&lifted))
    };
    let beside = |x: f64, y: f64| lower::<D>(&((across * x + up * y) * thick));
    match style {
        Style::Capsules => Solid::new(Shape::Segment([p, q]), thick),
        Style::Lines => Solid::new(Shape::Segment([p, q]), 0.0),
        Style::Wedges => {
            let corners = [p + beside(1.0, 0.0), p - beside(1.0, 0.0), q];
            if D == 2 {
                Solid::new(Shape::Triangle(corners), 0.0)
            } else {
                let [one, other, tip] = corners;
                let points = [one, other, p + beside(0.0, 1.0), p - beside(0.0, 1.0), tip];
                Solid::new(Shape::Points(points.to_vec()), 0.0)
            }
        }
        Style::Blocks => {
            let mut points = Vec::new();
            for end in [p, q] {
                for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
                    if D == 3 || y > 0.0 {
                        points.push(end + beside(x, y));
                    }
                }
            }
            Solid::new(Shape::Points(points), 0.0)
        }
    }
}

/// Returns limbs along a curve, from parameter 0 to 1.
fn along<const D: usize>(
    style: Style,
    count: usize,
    thick: f64,
    curve: impl Fn(f64) -> SVector<f64, D>,
) -> Parts<D> {
    let end = |i: usize| curve(i as f64 / count as f64);
    Parts::Compound(
        (0..count)
            .map(|i| limb(style, end(i), end(i + 1), thick))
            .collect(),
    )
}

pub(super) type Pair<const D: usize> = ([Parts<D>; 2], SVector<f64, D>, bool);

/// Returns two bodies of about unit size, where B is placed, and whether it is interlocked with A there.
pub(super) fn bodies<const D: usize>(
    dice: &mut Dice,
    family: Family,
    counts: [usize; 2],
    against: Against,
) -> Pair<D> {
    let [one, other] = counts;
    match family {
        Family::Stars => {
            let bodies = [star(dice, one), star(dice, other)];
            (bodies, SVector::zeros(), false)
        }
        Family::Combs => combs(dice, counts),
        Family::Rings => rings(dice, counts),
        Family::Springs => springs(dice, counts),
        Family::Chains => chains(dice, counts),
        Family::Slivers => {
            let bodies = [slivers(dice, one), slivers(dice, other)];
            (bodies, SVector::zeros(), false)
        }
        Family::Ground => {
            let falling = match dice.pick(3) {
                0 => Parts::Convex(lump(dice, 0.3, against)),
                1 => cloud(dice, other, against).scaled(0.4),
                _ => star(dice, other).scaled(0.4),
            };
            ([ground(dice, one), falling], SVector::zeros(), false)
        }
        Family::Clouds => {
            let bodies = [cloud(dice, one, against), cloud(dice, other, against)];
            (bodies, SVector::zeros(), false)
        }
    }
}

fn star<const D: usize>(dice: &mut Dice, count: usize) -> Parts<D> {
    let thick = dice.scale(0.01, 0.2);
    let inner = dice.between(0.0, 0.4);
    let mut tips = Vec::new();
    for i in 0..count {
        let angle = (i as f64 + dice.between(0.0, 0.3)) / count as f64 * TURN;
        let tip: SVector<f64, D> = if D == 2 || dice.chance(0.2) {
            at_angle(1.0, angle)
        } else {
            dice.vector(1.0)
        };
        tips.push(tip * dice.between(0.6, 1.0));
    }
    if count > 2 && dice.chance(0.3) {
        let mut points = Vec::new();
        let mut corners = Vec::new();
        for (i, tip) in tips.iter().enumerate() {
            if D == 2 {
                // twice as many points would be twice as many pieces
                let share = if i % 2 == 0 { 1.0 } else { 0.4 };
                points.push(tip * share);
                continue;
            }
            let side: SVector<f64, D> = dice.vector(thick);
            let first = points.len() as u32;
            points.extend([side, -side, *tip]);
            corners.push([first, first + 1, first + 2]);
        }
        if D == 2 && dice.chance(0.5) {
            corners.push([0, 0, 0]);
        }
        return Parts::Surface { points, corners };
    }
    let style = style(dice);
    let spike = |tip: &SVector<f64, D>| limb(style, tip * inner, *tip, thick);
    Parts::Compound(tips.iter().map(spike).collect())
}

fn combs<const D: usize>(dice: &mut Dice, [one, other]: [usize; 2]) -> Pair<D> {
    let style = style(dice);
    let teeth = one.max(other).max(2) as f64;
    let apart = 2.0 / teeth;
    let thick = apart * dice.between(0.02, 0.22);
    let length = dice.between(0.2, 1.0);
    let comb = |count: usize, up: f64| {
        let mut limbs = Vec::new();
        if count > 1 {
            let base = flat(apart * (count - 1) as f64, -up * thick);
            limbs.push(limb(style, flat(-apart, -up * thick), base, thick));
        }
        for i in 0..(count - 1).max(1) {
            let foot = flat(apart * i as f64, 0.0);
            limbs.push(limb(style, foot, foot + flat(0.0, up * length), thick));
        }
        Parts::Compound(limbs)
    };
    let bodies = [comb(one, 1.0), comb(other, -1.0)];
    let pushed = dice.between(0.1, 0.9);
    let place = flat(apart * 0.5, length * (2.0 - pushed));
    (bodies, place, true)
}

fn rings<const D: usize>(dice: &mut Dice, [one, other]: [usize; 2]) -> Pair<D> {
    let (one, other) = (one.max(other).max(3), one.min(other).max(1));
    let (how, thick) = (style(dice), dice.scale(0.01, 0.1));
    let ring = if dice.chance(0.3) {
        surface_of_ring(one)
    } else {
        along(how, one, thick, |t| at_angle(1.0, t * TURN))
    };
    let inside = if D == 3 && dice.chance(0.5) {
        let axle = |t: f64| at::<D>(0.0, 0.0, t * 3.0 - 1.5);
        along(style(dice), other, dice.scale(0.01, 0.5), axle)
    } else {
        star::<D>(dice, other).scaled(dice.between(0.1, 0.8))
    };
    let far = dice.scale(0.001, 0.3);
    let aside: SVector<f64, D> = dice.vector(far);
    ([ring, inside], aside, true)
}

/// A tube of triangles; in the plane a closed line.
fn surface_of_ring<const D: usize>(count: usize) -> Parts<D> {
    let mut points = Vec::new();
    let mut corners = Vec::new();
    if D == 2 {
        points.extend((0..count).map(|i| at_angle(1.0, i as f64 / count as f64 * TURN)));
        corners.push([0, 0, 0]);
    } else {
        let columns = (count / 2).max(2) as u32;
        for i in 0..columns {
            let foot: SVector<f64, D> = at_angle(1.0, f64::from(i) / f64::from(columns) * TURN);
            let up = at::<D>(0.0, 0.0, 0.3);
            points.extend([foot - up, foot + up]);
            let next = (i + 1) % columns;
            corners.push([2 * i, 2 * i + 1, 2 * next]);
            corners.push([2 * next, 2 * i + 1, 2 * next + 1]);
        }
        corners.truncate(count);
    }
    Parts::Surface { points, corners }
}

fn springs<const D: usize>(dice: &mut Dice, [one, other]: [usize; 2]) -> Pair<D> {
    let turns = dice.between(0.5, 1.0 + one as f64 / 8.0);
    let how = style(dice);
    let pitch = if D == 2 { 1.0 } else { 2.0 } / turns.max(1.0);
    let thick = pitch * dice.scale(0.01, 0.15);
    let spring = |first: f64, count: usize| {
        along(how, count, thick, move |t| {
            let radius = if D == 2 { 0.1 + 0.9 * t } else { 0.5 };
            let up = at(0.0, 0.0, pitch * turns * (t - 0.5));
            at_angle::<D>(radius, t * turns * TURN + first) + up
        })
    };
    let bodies = if dice.chance(0.5) && other > 3 {
        [spring(0.0, one), spring(TURN / 2.0, other)]
    } else {
        let rod = |t: f64| at(0.0, if D == 2 { 0.05 * t } else { 0.0 }, t * 3.0 - 1.5);
        let thick = if D == 2 { 0.02 } else { 0.3 };
        [spring(0.0, one), along(style(dice), other, thick, rod)]
    };
    let far = thick * dice.between(0.0, 0.5);
    let aside: SVector<f64, D> = dice.vector(far);
    (bodies, aside, true)
}

fn chains<const D: usize>(dice: &mut Dice, counts: [usize; 2]) -> Pair<D> {
    let how = style(dice);
    let [one, other] = counts.map(|count| count.max(3));
    let thick = dice.scale(0.005, 0.12);
    let far = dice.scale(0.001, 0.2);
    let aside: SVector<f64, D> = dice.vector(far);
    if D == 2 {
        let hook = |count: usize, from: f64, to: f64| {
            along(how, count, thick * 0.5, move |t| {
                at_angle(1.0, (from + (to - from) * t).to_radians())
            })
        };
        let bodies = [hook(one, 95.0, 385.0), hook(other, 275.0, 565.0)];
        return (bodies, flat(1.0, 0.0) + aside * 0.3, true);
    }
    let link = |count: usize, upright: bool| {
        along(how, count, thick, move |t| {
            let (sin, cos) = (t * TURN).sin_cos();
            let beside = 0.6 * sin;
            if upright {
                at(cos, 0.0, beside)
            } else {
                flat(cos, beside)
            }
        })
    };
    let bodies = [link(one, false), link(other, true)];
    (bodies, flat::<D>(1.0, 0.0) + aside, true)
}

fn slivers<const D: usize>(dice: &mut Dice, count: usize) -> Parts<D> {
    let mut points: Vec<SVector<f64, D>> = Vec::new();
    let mut corners = Vec::new();
    let mut solids = Vec::new();
    let as_compound = D == 2 && dice.chance(0.5);
    for _ in 0..count {
        let middle: SVector<f64, D> = dice.in_ball::<D>() * 0.5;
        let far = dice.between(0.3, 1.0);
        let half: SVector<f64, D> = dice.vector(far);
        let far = dice.scale(1e-5, 0.1);
        let side: SVector<f64, D> = dice.vector(far);
        let triangle = [middle - half, middle + half, middle + half * 0.3 + side];
        if as_compound {
            solids.push(Solid::new(Shape::Triangle(triangle), 0.0));
            continue;
        }
        if D == 2 {
            points.push(triangle[0]);
            continue;
        }
        let first = points.len() as u32;
        points.extend(triangle);
        corners.push([first, first + 1, first + 2]);
    }
    if as_compound {
        return Parts::Compound(solids);
    }
    if D == 2 {
        points.push(dice.vector(1.0));
    }
    Parts::Surface { points, corners }
}

fn ground<const D: usize>(dice: &mut Dice, count: usize) -> Parts<D> {
    let rough = dice.scale(0.01, 0.5);
    if D == 2 {
        let apart = 4.0 / count as f64;
        let height = |i: usize, y: f64| flat::<D>(apart * i as f64 - 2.0, y);
        let points = (0..=count)
            .map(|i| height(i, dice.between(-rough, rough)))
            .collect();
        return Parts::Surface {
            points,
            corners: Vec::new(),
        };
    }
    let cells = (count / 2).max(1);
    let across = 1 + dice.pick((cells as f64).sqrt() as usize);
    let along = (cells / across).max(1);
    let columns = across + 1;
    let heights = (0..columns * (along + 1))
        .map(|_| dice.between(-rough, rough))
        .collect();
    Parts::Heights {
        heights,
        columns,
        spacing: [across, along].map(|cells| 4.0 / cells as f64),
    }
}

/// Returns a convex body of any kind. For the oracle it has no pose of its own.
fn lump<const D: usize>(dice: &mut Dice, size: f64, against: Against) -> Solid<D> {
    if against == Against::Pairs && dice.chance(0.7) {
        return Solid {
            body: dice.body(size),
            place: None,
        };
    }
    let shape = match dice.pick(4) {
        0 => {
            let ends = [(); 2].map(|()| dice.point(size));
            return Solid::new(Shape::Segment(ends), size * dice.scale(0.01, 0.5));
        }
        1 => Shape::Triangle([(); 3].map(|()| dice.point(size))),
        _ => dice.points(size),
    };
    let round = if dice.chance(0.2) {
        size * dice.scale(0.01, 0.3)
    } else {
        0.0
    };
    Solid::new(shape, round)
}

fn cloud<const D: usize>(dice: &mut Dice, count: usize, against: Against) -> Parts<D> {
    let size = dice.scale(0.2, 1.0) / (count as f64).powf(1.0 / D as f64);
    let placed = against == Against::Pairs && dice.chance(0.7);
    let solids = (0..count).map(|_| {
        let solid = lump(dice, size, against);
        let at: SVector<f64, D> = dice.in_ball::<D>();
        if placed {
            let place = Some((at, dice.orientation::<D>()));
            Solid { place, ..solid }
        } else if solid.has_points() {
            solid.moved(&at)
        } else {
            solid
        }
    });
    Parts::Compound(solids.collect())
}
