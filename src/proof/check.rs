//! The check of a span that a certificate claims.

use super::{Frame, Gap, Kernel, Moment, Outcome, Point, Question, prove};
use crate::number::Vector;

/// What a check finds.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    /// The gaps beyond the target distance at the start and at the end.
    pub gaps: [f64; 2],
    /// How much more than the target distance the bodies are proven to keep over the whole question.
    pub margin: Option<f64>,
}

/// Checks one vector that is fixed in a frame and given in its axes, over a whole question. It need not have unit length.
pub fn check<const D: usize>(
    question: &Question<'_, D>,
    frame: Frame,
    vector: [f64; D],
) -> Checked {
    let vector = Vector::new(vector);
    let vector = vector * (1.0 / vector.length());
    let question = Question {
        // any gap will do
        tolerance: Some(0.0),
        by_vectors: true,
        ..*question
    };
    let (mut start, mut end) = (None, f64::NAN);
    let outcome = prove(&question, |kernel, mut free| {
        let (mut first, mut last) = (Moment::never(), Moment::never());
        kernel.place(free.until(), &mut first);
        kernel.place(kernel.end(), &mut last);
        let fixed = (frame, vector.numbers());
        let gap = gap_of(kernel, &first, fixed);
        end = gap_of(kernel, &last, fixed).value();
        start.get_or_insert(gap.value());
        free.keep(&gap);
        let course = kernel.course(&gap, &first, frame, last.time());
        free.extend(&kernel.span(&course, &last, &mut Point::none()));
        free.verdict(kernel, None)
    });
    Checked {
        gaps: [start.unwrap_or(f64::NAN), end],
        margin: match outcome {
            Outcome::Separated(separated) => Some(separated.clearance()),
            _ => None,
        },
    }
}

/// Measures the gap along a vector that is fixed in a frame.
fn gap_of<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    at: &Moment<'id, D>,
    (frame, vector): (Frame, [f64; D]),
) -> Gap<'id, D> {
    let along = at.in_world(frame, vector);
    kernel.gap(at, along, 1.0 / along.length(), &mut Point::none())
}
