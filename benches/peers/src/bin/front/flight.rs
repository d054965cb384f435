//! A bar that turns about its middle, and a ball that flies past it. Both stay in one plane.

use std::f64::consts::{FRAC_PI_4, TAU};

use nalgebra::{Vector2, Vector3, vector};
use peers::moving::case::{Body, Case, Family};
use peers::oracle::planted::{Dice, single};
use peers::oracle::shape::Shape;
use peers::scenes::Solid;

/// Half the length of the segment inside the bar.
pub const HALF: f64 = 1.875;
/// The radius of the bar.
pub const THIN: f64 = 0.125;
/// The radius of the ball.
pub const BALL: f64 = 0.25;

/// Both motions, from time 0 to time 1.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// The angle of the bar from the x axis at the start.
    pub angle: f64,
    /// How often the bar turns.
    pub turns: f64,
    /// Where the ball is at the start and at the end.
    pub ball: [Vector2<f64>; 2],
}

/// When the bodies overlap most after an impact, and when no more.
pub struct Overlap {
    pub deepest: f64,
    pub end: f64,
}

impl Flight {
    /// The flight of the picture.
    pub fn pictured() -> Self {
        Self {
            angle: -FRAC_PI_4 / 3.0,
            turns: 1.5,
            ball: [vector![2.25, 1.5], vector![-2.25, 1.125]],
        }
    }

    /// Returns a flight from the right to the left.
    pub fn random(dice: &mut Dice) -> Self {
        let mut end = |side: f64| vector![side * dice.between(2.0, 3.0), dice.between(-1.8, 1.8)];
        let ball = [end(1.0), end(-1.0)];
        let turns = dice.sign() * dice.between(0.5, 2.0);
        Self {
            angle: dice.between(0.0, TAU),
            turns,
            ball,
        }
    }

    pub fn angle_at(&self, time: f64) -> f64 {
        self.angle + TAU * self.turns * time
    }

    pub fn ball_at(&self, time: f64) -> Vector2<f64> {
        self.ball[0] + (self.ball[1] - self.ball[0]) * time
    }

    /// Returns the signed distance of the bodies.
    pub fn distance_at(&self, time: f64) -> f64 {
        let (sine, cosine) = self.angle_at(time).sin_cos();
        let ball = self.ball_at(time);
        let along = (ball.x * cosine + ball.y * sine).clamp(-HALF, HALF);
        (ball - vector![cosine, sine] * along).norm() - THIN - BALL
    }

    /// Returns how the bodies overlap after an impact.
    pub fn overlap_after(&self, impact: f64) -> Overlap {
        let times = (1..=4000).map(|k| impact + (1.0 - impact) * f64::from(k) / 4000.0);
        let mut found = Overlap {
            deepest: impact,
            end: impact,
        };
        for time in times.take_while(|time| self.distance_at(*time) < 0.0) {
            found.end = time;
            if self.distance_at(time) < self.distance_at(found.deepest) {
                found.deepest = time;
            }
        }
        found
    }

    /// Returns the flight as the contenders take it, with the bar as body A.
    pub fn case(&self) -> Case {
        let solid = |shape, place: Vector2<f64>, angle: f64| Solid {
            shape,
            position: vector![single(place.x), single(place.y), 0.0],
            quaternion: [0.0, 0.0, (angle / 2.0).sin(), (angle / 2.0).cos()].map(single),
        };
        let capsule = Shape::Capsule {
            half_height: HALF,
            radius: THIN,
        };
        // a capsule lies along the y axis
        let bar = solid(capsule, Vector2::zeros(), self.angle - TAU / 4.0);
        let ball = solid(Shape::Ball { radius: BALL }, self.ball[0], 0.0);
        let way = (self.ball[1] - self.ball[0]).map(single);
        Case {
            family: Family::Spin,
            seed: 0,
            a: Body {
                solid: bar,
                linear: Vector3::zeros(),
                angular: Vector3::z() * single(TAU * self.turns),
            },
            b: Body {
                solid: ball,
                linear: vector![way.x, way.y, 0.0],
                angular: Vector3::zeros(),
            },
        }
    }
}
