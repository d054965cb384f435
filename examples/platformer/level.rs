//! The cave, the things in it, and how the player sees them.

use nalgebra::{Isometry2, Translation2, Vector2, vector};
use photofinish::Query;
use photofinish::motion::{AtRest, AtRest2};
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, MovingPieces2, Polyline};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, PosedShape};
use photofinish::support::Posed;

use crate::Failure;

/// The level comes first: the cave, a fence, a ferry over a pit, and a lift.
pub const LEVEL: usize = 4;
pub const PLAYER: usize = LEVEL;
pub const FIRST_BULLET: usize = PLAYER + 1;

/// A thing of the game. Nothing in it turns.
pub struct Thing {
    pub pieces: AnyPieces<f64, 2>,
    pub place: Vector2<f64>,
    pub velocity: Vector2<f64>,
}

pub fn pose(place: Vector2<f64>) -> Isometry2<f64> {
    Translation2::from(place).into()
}

impl Thing {
    fn new(pieces: AnyPieces<f64, 2>, x: f64, y: f64) -> Self {
        Self {
            pieces,
            place: vector![x, y],
            velocity: Vector2::zeros(),
        }
    }

    fn solid(shapes: Vec<AnyShape<f64, 2>>, x: f64, y: f64) -> Result<Self, Failure> {
        Ok(Self::new(Compound::new(shapes)?.into(), x, y))
    }

    pub fn bullet(place: Vector2<f64>, velocity: Vector2<f64>) -> Result<Self, Failure> {
        let bullet = Self::solid(vec![Ball::new(0.05)?.into()], place.x, place.y)?;
        Ok(Self { velocity, ..bullet })
    }

    /// The thing where it is now.
    pub fn placed(&self) -> Result<MovingPieces2<&AnyPieces<f64, 2>, AtRest2<f64>>, Failure> {
        Ok(MovingPieces::new(
            &self.pieces,
            AtRest::new(pose(self.place))?,
        ))
    }
}

/// The outline of the cave. Its ground is made of short segments, as level editors make it.
pub fn outline() -> Vec<Vector2<f64>> {
    let flat = |from: f64, to: f64, y: f64| {
        (0..=((to - from) * 2.0) as usize).map(move |k| vector![from + 0.5 * k as f64, y])
    };
    let wide = |from: f64, to: f64, y: f64| [vector![from, y], vector![to, y]];
    let steps = flat(0.0, 14.0, 0.0).chain(flat(14.0, 20.0, 0.8));
    let pit = steps.chain(wide(20.0, 26.0, -3.0));
    let slope = pit
        .chain(flat(26.0, 28.0, 0.8))
        .chain(flat(31.0, 36.0, 2.0));
    let shaft = slope
        .chain(wide(36.0, 38.0, 0.0))
        .chain(flat(38.0, 46.0, 5.0));
    shaft.chain(wide(46.0, 0.0, 10.0)).collect()
}

pub fn things() -> Result<Vec<Thing>, Failure> {
    let bar = |x: f64, y: f64, half: [f64; 2]| -> Result<AnyShape<f64, 2>, Failure> {
        Ok(PosedShape::new(Cuboid::new(half.into())?, &Isometry2::translation(x, y))?.into())
    };
    let post = |x: f64| bar(x, 0.4, [0.01, 0.4]);
    let fence = vec![post(-0.6)?, post(0.6)?, bar(0.0, 0.8, [0.7, 0.01])?];
    let deck = || {
        Ok::<_, Failure>(vec![
            bar(0.0, 0.0, [0.98, 0.1])?,
            bar(0.0, -0.2, [0.5, 0.1])?,
        ])
    };
    Ok(vec![
        Thing::new(Polyline::closed(outline())?.into(), 0.0, 0.0),
        Thing::solid(fence, 9.0, 0.0)?,
        Thing::solid(deck()?, 23.0, 0.7)?,
        Thing::solid(deck()?, 37.0, 1.9)?,
        Thing::solid(vec![Capsule::new(0.4, 0.3)?.into()], 1.0, 1.0)?,
    ])
}

/// Lets the ferry and the lift go to and fro.
pub fn drive(things: &mut [Thing], time: f64) {
    things[2].velocity.x = 1.8 * (0.9 * time).cos();
    things[3].velocity.y = 1.4 * (0.9 * time).sin();
}

/// Casts a ball from a point beside the player at the level. Returns the number of what it meets.
pub fn look(
    things: &[Thing],
    radius: f64,
    from: [f64; 2],
    way: [f64; 2],
) -> Result<Option<usize>, Failure> {
    let start = things[PLAYER].place + Vector2::from(from);
    let ball = Posed::new(Ball::new(radius)?, &pose(start))?;
    let way = Vector2::from(way);
    let (mut nearest, mut far) = (None, way.norm());
    for (number, thing) in things[..LEVEL].iter().enumerate() {
        let found = Query::new().cast_shape_at_pieces(&ball, way, &thing.placed()?, 0.0, far)?;
        if found.piece.is_some() {
            nearest = Some(number);
            far = found.cast.hit().map_or(0.0, |hit| hit.distance);
        }
    }
    Ok(nearest)
}

/// Returns whether a point is inside: a line from it to the right then crosses the outline an odd number of times.
pub fn is_inside(outline: &[Vector2<f64>], p: &Vector2<f64>) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let level = sides.filter(|(a, b)| (a.y > p.y) != (b.y > p.y));
    let crossed = level.filter(|(a, b)| p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}
