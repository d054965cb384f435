//! Random starts.

use nalgebra::SVector;
use photofinish::InitialContact;

use super::Start;
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::motion::Motion;
use photofinish_oracle::planted::{Dice, plant, single};
use photofinish_oracle::shape::{Body, Shape};

/// What the bodies are.
#[derive(Clone, Copy)]
enum Bodies {
    /// Cubes along the axes, one in a corner of the other: equally deep along all axes.
    Cubes,
    /// Boxes along the axes.
    Square,
    Boxes,
    Any,
}

impl<const D: usize> Start<D> {
    /// Returns a random start. Equal seeds give equal starts.
    ///
    /// Some of the target distances are a little below the distance at the end.
    pub fn random(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let kinds = [Bodies::Cubes, Bodies::Square, Bodies::Boxes, Bodies::Any];
        let bodies = [kinds[dice.pick(4)], Bodies::Any][dice.pick(2)];
        let size = dice.scale(0.3, 3.0);
        let other = dice.part(size, 0.3, 3.0);
        let most = [0.0, dice.scale(1e-3, 6.0)][usize::from(dice.chance(0.7))];
        let slower = [dice.scale(1e-4, 0.1), 1.0][usize::from(dice.chance(0.7))];
        let a = moving(&mut dice, size, bodies, [most, slower]);
        let mut b = moving(&mut dice, other, bodies, [most, slower]);
        let least = size.min(other);
        let gap = match dice.pick(4) {
            0 => 0.0,
            1 => dice.sign() * dice.scale(1e-8, 1e-2) * least,
            2 => -dice.scale(1e-3, 0.5) * least,
            _ => dice.between(-0.5, 0.02) * least,
        };
        let axis = dice.pick(D);
        let normal: SVector<f64, D> = match bodies {
            Bodies::Cubes => SVector::repeat(1.0),
            Bodies::Square => SVector::from_fn(|row, _| f64::from(u8::from(row == axis))),
            Bodies::Boxes | Bodies::Any => dice.vector(1.0),
        };
        plant(&a, &mut b, 0.0, &normal, gap);
        let policies = [
            InitialContact::Stop,
            InitialContact::IgnoreSeparating,
            InitialContact::IgnoreSeparating,
        ];
        let mut start = Self {
            a,
            b,
            policy: policies[dice.pick(policies.len())],
            target: match dice.pick(5) {
                0 => 0.0,
                1 => dice.scale(1e-4, 0.02) * least,
                2 => gap.min(0.0) * dice.between(0.8, 1.2),
                _ => -dice.scale(1e-4, 0.2) * least,
            },
            tolerance: dice.chance(0.6).then(|| dice.scale(1e-5, 1e-2) * least),
            until: [1.0, 0.1, 0.01][dice.pick(3)],
            later: [1.0, 3.0, -0.5][dice.pick(3)],
        };
        if dice.chance(0.3)
            && let Some(distance) = start.distance(&Pair::new(&start.a, &start.b), start.until)
        {
            start.target = single(distance.min(0.0) - dice.scale(1e-4, 0.1) * least);
        }
        start
    }
}

/// Returns a body that flies, slower than usual by a factor, and may turn by this rate.
fn moving<const D: usize>(
    dice: &mut Dice,
    size: f64,
    bodies: Bodies,
    [rate, slower]: [f64; 2],
) -> Moving<D> {
    let mut flight = dice.flight::<D>(size, rate);
    flight.linvel = (flight.linvel * slower).map(single);
    // what rounding moves is judged by the sizes of bodies, not by how far they are from a centre
    flight.center = SVector::zeros();
    if matches!(bodies, Bodies::Cubes | Bodies::Square) {
        flight.orientation = dice.square_orientation::<D>();
    }
    let body = match bodies {
        Bodies::Cubes => Body::sharp(Shape::Cuboid {
            half: SVector::repeat(single(size * 0.3)),
        }),
        Bodies::Square | Bodies::Boxes => Body::sharp(dice.cuboid(size)),
        Bodies::Any => dice.body(size),
    };
    Moving {
        body,
        motion: Motion::Ballistic(flight),
    }
}
