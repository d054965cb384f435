//! The pass of photofinish.

use nalgebra::UnitQuaternion;
use photofinish::engine::{Body, Pass};
use photofinish::shape::AnyShape;

use super::Found;
use super::simulation::{Frame, SLOP, Thing};

/// Makes the pass over a step.
pub fn pass(things: &[Thing], frame: &Frame) -> Found {
    let mut bodies: Vec<Body<&AnyShape<f32, 3>, f32, UnitQuaternion<f32>, 3>> = things
        .iter()
        .zip(frame.starts.iter().zip(&frame.ends))
        .map(|(thing, (start, end))| {
            if thing.is_fixed {
                Body::fixed(&thing.shape, *start)
            } else {
                Body::new(&thing.shape, *start, *end)
            }
        })
        .collect();
    let pass = Pass::new()
        .allowed_overlap(1.2 * SLOP)
        .tolerance(0.25 * SLOP);
    let report = pass.run(&mut bodies, frame.pairs.iter().copied(), |event| {
        event.usual_response()
    });
    let report = report.expect("the bodies can be swept");
    Found {
        stopped: report.events.len(),
        queries: report.queries,
    }
}
