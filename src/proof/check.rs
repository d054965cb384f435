//! The check of a span that a certificate claims.

use super::{Frame, Moment, Outcome, Point, Question, prove};
use crate::number::Vector;

/// Returns how much more than the target distance the bodies are proven to keep over the whole question, by one vector
/// that is fixed in a frame and given in its axes. It need not have unit length.
pub fn check<const D: usize>(
    question: &Question<'_, D>,
    frame: Frame,
    vector: [f64; D],
) -> Option<f64> {
    let vector = Vector::new(vector);
    let vector = vector * (1.0 / vector.length());
    let question = Question {
        // any gap will do
        tolerance: Some(0.0),
        by_vectors: true,
        ..*question
    };
    let outcome = prove(&question, |kernel, mut free| {
        let (mut first, mut last) = (Moment::never(), Moment::never());
        kernel.place(free.until(), &mut first);
        kernel.place(kernel.end(), &mut last);
        let along = first.in_world(frame, vector.numbers());
        let along = along * (1.0 / along.length());
        let mut scratch = Point::none();
        let gap = kernel.gap(&first, along, 1.0, &mut scratch);
        free.keep(&gap);
        let course = kernel.course(&gap, &first, frame, last.time());
        free.extend(&kernel.span(&course, &last, &mut scratch));
        free.verdict(kernel, None)
    });
    match outcome {
        Outcome::Separated(separated) => Some(separated.clearance()),
        _ => None,
    }
}
