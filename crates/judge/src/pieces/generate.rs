//! Random cases.

use nalgebra::{SVector, Vector3};
use photofinish::InitialContact;
use photofinish::SupportMap;
use photofinish::pieces::{Pieces, nearest_pieces, pieces_touch};
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::planted::{Dice, single};
use photofinish_oracle::shape::Shape;

use super::build::{Surfaces, body, reach};
use super::spec::{Asked, Case, Family, Flight, Parts, Solid, Swing};

/// What a case is to be checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Every pair of pieces asked about alone.
    Pairs,
    /// The oracle, which takes pieces without poses of their own, and motions with bounds.
    Oracle,
}

/// The largest number of pairs of pieces in most cases, and in a few.
const PAIRS: [usize; 2] = [100, 2000];

const TURN: f64 = std::f64::consts::TAU;

/// Returns the case with this seed.
pub fn case<R, const D: usize>(seed: u64, against: Against) -> Case<D>
where
    R: Surfaces<f64, D>,
{
    let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ D as u64);
    let family = Family::ALL[dice.pick(Family::ALL.len())];
    let most = match against {
        Against::Pairs => PAIRS[usize::from(dice.chance(0.01))],
        Against::Oracle => 2 * PAIRS[0],
    };
    // most bodies have far fewer than the most
    let one = dice.scale(2.0, 200.99) as usize;
    let other = dice.scale(1.0, 200.99) as usize;
    let counts = [one, other.min(most / one).max(1)];
    let (mut parts, place, interlocked) = bodies::<D>(&mut dice, family, counts, against);
    let scale = if dice.chance(0.15) {
        dice.scale(0.01, 100.0)
    } else {
        1.0
    };
    parts = parts.map(|parts| parts.scaled(scale));
    let size = parts.each_ref().map(reach);
    let flights = |dice: &mut Dice| {
        let slow = interlocked && dice.chance(0.8);
        let way = scale
            * if slow {
                dice.scale(0.01, 1.0)
            } else {
                dice.scale(0.1, 5.0)
            };
        let mut flights = [0, 1].map(|_| flight::<D>(dice, (way, slow), against == Against::Pairs));
        flights[1].shift(&place.map(|x| single(x * scale)));
        flights
    };
    let (mut moves, earlier) = (flights(&mut dice), flights(&mut dice));
    if !interlocked && dice.chance(0.9) {
        plant::<R, D>(&mut dice, &parts, &mut moves, size[0] + size[1]);
    }
    let (mut parts, mut moves, mut earlier) = (parts, moves, earlier);
    if dice.chance(0.5) {
        parts.reverse();
        moves.reverse();
        earlier.reverse();
    }
    if dice.chance(0.1) {
        let far: SVector<f64, D> = dice.vector(scale * 10.0);
        let far = far * dice.scale(0.1, 100.0);
        for flight in moves.iter_mut().chain(&mut earlier) {
            flight.shift(&far);
        }
    }
    let asked = asked::<R, D>(&mut dice, &parts, &moves, against);
    Case {
        family,
        seed,
        parts,
        flights: moves,
        earlier,
        asked,
    }
}

/// Moves B so that the bodies pass each other at a small distance, or meet, at some time.
fn plant<R, const D: usize>(
    dice: &mut Dice,
    parts: &[Parts<D>; 2],
    flights: &mut [Flight<D>; 2],
    size: f64,
) where
    R: Surfaces<f64, D>,
{
    let as_they_were = flights[1].clone();
    for attempt in 0..4 {
        flights[1] = as_they_were.clone();
        let far = size * dice.between(0.2, 1.5);
        let way: SVector<f64, D> = dice.vector(far);
        flights[1].shift(&way);
        let time = dice.between(0.05, 1.0);
        let gap = match dice.pick(4) {
            0 => 0.0,
            1 => size * dice.scale(1e-9, 1e-4),
            2 => size * dice.scale(1e-4, 0.3),
            _ => -size * dice.scale(1e-9, 1e-1),
        };
        for _ in 0..2 {
            let Some(a) = body::<f64, R, D>(&parts[0], &flights[0]) else {
                return;
            };
            let Some(b) = body::<f64, R, D>(&parts[1], &flights[1]) else {
                return;
            };
            let Ok(nearest) = nearest_pieces(&a, &b, time) else {
                return;
            };
            let proximity = nearest.proximity;
            let by = proximity.contact().normal * (gap - proximity.signed_distance());
            flights[1].shift(&by);
        }
        let ends = [0, 1].map(|i: usize| body::<f64, R, D>(&parts[i], &flights[i]));
        if let [Some(a), Some(b)] = ends
            && (attempt == 3 || matches!(pieces_touch(&a, &b, 0.0), Ok(None)))
        {
            return;
        }
        if dice.chance(0.1) {
            return;
        }
    }
}

fn asked<R, const D: usize>(
    dice: &mut Dice,
    parts: &[Parts<D>; 2],
    flights: &[Flight<D>; 2],
    against: Against,
) -> Asked
where
    R: Surfaces<f64, D>,
{
    let built = [0, 1].map(|i: usize| body::<f64, R, D>(&parts[i], &flights[i]));
    let (mut thinnest, mut smallest) = (0.0, f64::INFINITY);
    for body in built.iter().flatten() {
        let pieces = body.pieces();
        let piece = |index: usize| pieces.piece(index as u32);
        let all = 0..pieces.tree().pieces();
        thinnest += all
            .clone()
            .map(|i| piece(i).inner_diameter())
            .fold(f64::INFINITY, f64::min);
        let sizes = all.map(|i| piece(i).extents().norm());
        smallest = smallest.min(sizes.fold(f64::INFINITY, f64::min));
    }
    let smallest = if smallest.is_finite() { smallest } else { 1.0 };
    let target = match dice.pick(5) {
        0 => single(smallest * dice.scale(1e-3, 1.0)),
        1 if thinnest > 0.0 => -single(thinnest * dice.between(0.01, 0.45)),
        _ => 0.0,
    };
    let tolerance = match dice.pick(5) {
        0 => Some(single(smallest * dice.scale(1e-3, 1e-1))),
        _ => None,
    };
    let interval = match dice.pick(8) {
        0 => {
            let start = dice.between(0.0, 0.5);
            [start, start + dice.between(0.0, 0.5)]
        }
        _ => [0.0, 1.0],
    };
    let policy = match dice.pick(5) {
        0 => InitialContact::IgnoreSeparating,
        1 => InitialContact::Continue,
        _ => InitialContact::Stop,
    };
    let starved = against == Against::Pairs && dice.chance(0.03);
    Asked {
        interval: interval.map(single),
        target,
        tolerance,
        budget: starved.then(|| dice.scale(20.0, 2000.0) as u64),
        policy,
        exact_depth: dice.chance(0.1),
    }
}

/// Returns a motion about the origin that covers `way` and turns up to eight times.
fn flight<const D: usize>(dice: &mut Dice, (way, slow): (f64, bool), any: bool) -> Flight<D> {
    let turn = match dice.pick(if slow { 3 } else { 4 }) {
        0 => 0.0,
        1 => dice.between(0.0, 1.0),
        2 => dice.scale(0.01, TURN),
        _ => dice.between(0.0, 8.0 * TURN),
    };
    let orientation = if slow {
        still::<D>()
    } else {
        dice.orientation::<D>()
    };
    let position: SVector<f64, D> = SVector::zeros();
    let mut free = Ballistic::at_rest(position, orientation);
    free.linvel = dice.vector(way);
    free.angvel = dice.angvel::<D>(turn);
    let kind = dice.pick(if any { 9 } else { 8 });
    match kind {
        0 => Flight::Free(Motion::Ballistic(Ballistic::at_rest(position, orientation))),
        1 | 2 => {
            if dice.chance(0.3) {
                free.center = dice.vector(0.5);
            }
            Flight::Free(Motion::Ballistic(free))
        }
        3 => {
            free.acc = dice.vector(way * 2.0);
            Flight::Free(Motion::Ballistic(free))
        }
        4 => {
            let mut sweep = dice.sweep::<D>(turn.min(2.8), way);
            if slow {
                sweep.orientations = [
                    still::<D>(),
                    turned::<D>(dice, &still::<D>(), turn.min(2.8)),
                ];
            }
            Flight::Free(Motion::Sweep(sweep))
        }
        5 => {
            let count = 1 + dice.pick(6);
            let mut knots: Vec<f64> = (0..=count).map(|i| i as f64 / count as f64).collect();
            if dice.chance(0.5) {
                for knot in &mut knots[1..count] {
                    *knot = single(*knot + dice.between(-0.3, 0.3) / count as f64);
                }
            }
            knots.iter_mut().for_each(|knot| *knot = single(*knot));
            let mut poses = vec![(position, orientation)];
            for i in 0..count {
                let (before, facing) = poses[i];
                let step: SVector<f64, D> = dice.vector(way / (count as f64).sqrt());
                let angle = (turn / count as f64).min(2.5);
                poses.push((
                    (before + step).map(single),
                    turned::<D>(dice, &facing, angle),
                ));
            }
            Flight::Path { knots, poses }
        }
        6 => {
            let start = dice.between(-0.2, 0.6);
            let end = start + dice.between(0.05, 0.8);
            free.acc = dice.vector(way);
            Flight::Clamped {
                motion: Motion::Ballistic(free),
                span: [start, single(end)],
            }
        }
        _ => Flight::Swing(Swing {
            position,
            orientation,
            velocity: free.linvel,
            amplitude: dice.vector(way * 0.3),
            rate: dice.scale(0.5, 30.0),
            spin: free.angvel,
            bounded: kind == 7,
        }),
    }
}

fn still<const D: usize>() -> Orientation {
    if D == 2 {
        Orientation::Angle(0.0)
    } else {
        Orientation::Quaternion([0.0, 0.0, 0.0, 1.0])
    }
}

/// Returns an orientation turned by an angle about a random axis.
fn turned<const D: usize>(dice: &mut Dice, from: &Orientation, angle: f64) -> Orientation {
    let mut motion = Ballistic::at_rest(SVector::<f64, D>::zeros(), *from);
    motion.angvel = dice.angvel::<D>(angle);
    match from {
        Orientation::Angle(start) => Orientation::Angle(single(start + motion.angvel.z)),
        Orientation::Quaternion(_) => {
            let matrix = Motion::Ballistic(motion).pose(1.0).rotation;
            let rotation = nalgebra::Rotation3::from_matrix_unchecked(matrix);
            let q = nalgebra::UnitQuaternion::from_rotation_matrix(&rotation);
            Orientation::Quaternion([q.i, q.j, q.k, q.w].map(single))
        }
    }
}

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

/// Returns a vector of the plane of the first two axes.
fn flat<const D: usize>(x: f64, y: f64) -> SVector<f64, D> {
    SVector::from_fn(|axis, _| [x, y, 0.0][axis])
}

fn at_angle<const D: usize>(radius: f64, angle: f64) -> SVector<f64, D> {
    flat(radius * angle.cos(), radius * angle.sin())
}

fn in_space<const D: usize>(v: Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|axis, _| v[axis])
}

/// Returns a piece from `p` to `q` that is `thick` to either side.
fn limb<const D: usize>(
    style: Style,
    p: SVector<f64, D>,
    q: SVector<f64, D>,
    thick: f64,
) -> Solid<D> {
    let along = (q - p).try_normalize(0.0).unwrap_or(flat(1.0, 0.0));
    let lifted = photofinish_oracle::lift(&along);
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
    let beside = |x: f64, y: f64| in_space::<D>((across * x + up * y) * thick);
    match style {
        Style::Capsules => Solid::new(Shape::Segment([p, q].map(|p| p.map(single))), single(thick)),
        Style::Lines => Solid::new(Shape::Segment([p, q].map(|p| p.map(single))), 0.0),
        Style::Wedges => {
            let corners = [p + beside(1.0, 0.0), p - beside(1.0, 0.0), q];
            if D == 2 {
                Solid::new(Shape::Triangle(corners.map(|p| p.map(single))), 0.0)
            } else {
                let [one, other, tip] = corners;
                let points = [one, other, p + beside(0.0, 1.0), p - beside(0.0, 1.0), tip];
                Solid::new(Shape::Points(points.map(|p| p.map(single)).to_vec()), 0.0)
            }
        }
        Style::Blocks => {
            let mut points = Vec::new();
            for end in [p, q] {
                for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
                    if D == 3 || y > 0.0 {
                        points.push((end + beside(x, y)).map(single));
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

type Pair<const D: usize> = ([Parts<D>; 2], SVector<f64, D>, bool);

/// Returns two bodies of about unit size, where B is placed, and whether it is interlocked with A there.
fn bodies<const D: usize>(
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
                points.push((tip * share).map(single));
                continue;
            }
            let side: SVector<f64, D> = dice.vector(thick);
            let first = points.len() as u32;
            points.extend([side, -side, *tip].map(|p| p.map(single)));
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
        let axle = |t: f64| in_space::<D>(Vector3::new(0.0, 0.0, t * 3.0 - 1.5));
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
            let up = in_space::<D>(Vector3::new(0.0, 0.0, 0.3));
            points.extend([foot - up, foot + up]);
            let next = (i + 1) % columns;
            corners.push([2 * i, 2 * i + 1, 2 * next]);
            corners.push([2 * next, 2 * i + 1, 2 * next + 1]);
        }
        corners.truncate(count);
    }
    let points = points
        .iter()
        .map(|p: &SVector<f64, D>| p.map(single))
        .collect();
    Parts::Surface { points, corners }
}

fn springs<const D: usize>(dice: &mut Dice, [one, other]: [usize; 2]) -> Pair<D> {
    let turns = dice.between(0.5, 1.0 + one as f64 / 8.0);
    let how = style(dice);
    let pitch = if D == 2 { 1.0 } else { 2.0 } / turns.max(1.0);
    let thick = pitch * dice.scale(0.01, 0.15);
    let spring = |first: f64, count: usize| {
        along(how, count, thick, move |t| {
            let angle = t * turns * TURN + first;
            if D == 2 {
                at_angle(0.1 + 0.9 * t, angle)
            } else {
                in_space::<D>(Vector3::new(
                    0.5 * angle.cos(),
                    0.5 * angle.sin(),
                    pitch * turns * (t - 0.5),
                ))
            }
        })
    };
    let bodies = if dice.chance(0.5) && other > 3 {
        [spring(0.0, one), spring(TURN / 2.0, other)]
    } else {
        let rod = |t: f64| {
            if D == 2 {
                flat(0.0, 0.05 * t)
            } else {
                in_space::<D>(Vector3::new(0.0, 0.0, t * 3.0 - 1.5))
            }
        };
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
                in_space::<D>(Vector3::new(cos, 0.0, beside))
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
        let triangle = triangle.map(|p| p.map(single));
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
        let height = |i: usize, y: f64| flat::<D>(apart * i as f64 - 2.0, y).map(single);
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
        spacing: [across, along].map(|cells| single(4.0 / cells as f64)),
    }
}

/// Returns a convex body of any kind. For the oracle it has no pose of its own.
fn lump<const D: usize>(dice: &mut Dice, size: f64, against: Against) -> Solid<D> {
    if against == Against::Pairs && dice.chance(0.7) {
        return Solid {
            body: dice.body(single(size)),
            place: None,
        };
    }
    let shape = match dice.pick(4) {
        0 => {
            let ends = [(); 2].map(|()| (dice.in_ball::<D>() * size).map(single));
            return Solid::new(Shape::Segment(ends), single(size * dice.scale(0.01, 0.5)));
        }
        1 => Shape::Triangle([(); 3].map(|()| (dice.in_ball::<D>() * size).map(single))),
        _ => dice.points(size),
    };
    let round = if dice.chance(0.2) {
        size * dice.scale(0.01, 0.3)
    } else {
        0.0
    };
    Solid::new(shape, single(round))
}

fn cloud<const D: usize>(dice: &mut Dice, count: usize, against: Against) -> Parts<D> {
    let size = single(dice.scale(0.2, 1.0) / (count as f64).powf(1.0 / D as f64));
    let placed = against == Against::Pairs && dice.chance(0.7);
    let solids = (0..count).map(|_| {
        let solid = lump(dice, size, against);
        let at: SVector<f64, D> = dice.in_ball::<D>().map(single);
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
