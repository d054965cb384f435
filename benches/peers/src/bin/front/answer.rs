//! What photofinish answers about a flight.

use std::error::Error;
use std::f64::consts::FRAC_PI_2;

use nalgebra::{Vector3, vector};
use peers::moving::truth::velocity;
use photofinish::separation::Frame;
use photofinish::shape::{Ball, Capsule};
use photofinish::{CertifiedInterval, Moving, Outcome, Query};

use crate::flight::{BALL, Flight, HALF, THIN};

pub type Span = CertifiedInterval<f64, 3>;

/// The spans up to the impact, each with its separating vector, and the impact.
pub struct Found {
    pub spans: Vec<Span>,
    pub impact: f64,
    pub contact: Vector3<f64>,
}

/// Asks about a flight that ends in an impact, and checks the certificate.
pub fn ask(flight: &Flight) -> Result<Found, Box<dyn Error>> {
    let case = flight.case();
    let bar = Moving::new(Capsule::new(HALF, THIN)?, velocity::<f64>(&case.a));
    let ball = Moving::new(Ball::new(BALL)?, velocity::<f64>(&case.b));
    let (solution, certificate) = Query::new().certify(&bar, &ball, 0.0..=1.0)?;
    let Outcome::Impact(impact) = solution.outcome else {
        return Err("the bar does not hit the ball".into());
    };
    certificate.verify(&bar, &ball, 0.0, 0.0..=impact.time)?;
    Ok(Found {
        spans: certificate.intervals,
        impact: impact.time,
        contact: impact.contact.witness_b,
    })
}

/// Returns the angle of a span's vector in the world.
pub fn direction(flight: &Flight, span: &Span, time: f64) -> f64 {
    let angle = span.direction.y.atan2(span.direction.x);
    match span.frame {
        // the bar of the query lies along the y axis of its frame
        Frame::A => angle + flight.angle_at(time) - FRAC_PI_2,
        Frame::World | Frame::B => angle,
    }
}

/// Returns how far from the middle of the bar the line lies: half way between the bodies.
pub fn offset(flight: &Flight, span: &Span, time: f64) -> Result<f64, Box<dyn Error>> {
    let (sine, cosine) = direction(flight, span, time).sin_cos();
    let vector = vector![cosine, sine];
    let (sine, cosine) = flight.angle_at(time).sin_cos();
    let bar = HALF * vector.dot(&vector![cosine, sine]).abs() + THIN;
    let ball = vector.dot(&flight.ball_at(time)) - BALL;
    // the drawn flight is rounded to `f32` for the query
    if ball < bar - 1e-6 {
        return Err(format!("a line does not separate the bodies at {time}").into());
    }
    Ok((bar + ball) / 2.0)
}
