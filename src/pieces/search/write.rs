//! The proof of a span: a walk down both trees that leaves out nothing.

use super::Search;
use crate::extrusion::Side;
use crate::pieces::moving::{of_boxes, of_pieces};
use crate::pieces::proof::{Proof, ProofStep};
use crate::pieces::window::{Apart, Passed};
use crate::pieces::{ContactError, split};
use crate::{Real, Span};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Writes what proves a span of the search. What no direction separates over all of it is asked about.
    pub(super) fn write(&mut self, during: Span<T>) -> Result<(), ContactError> {
        let bodies = (self.a, self.b);
        let window = self.window(during);
        self.proof().begin(during);
        let mut ahead = vec![(0, 0)];
        while let Some(pair) = ahead.pop() {
            let boxes = (self.a.tree().node(pair.0), self.b.tree().node(pair.1));
            if let Apart::Throughout(passed) = window.apart(bodies, boxes, window.sights())
                && self.separates(&passed, during, |separated| {
                    of_boxes(bodies, pair, separated)
                })
            {
                continue;
            }
            let Some(pieces) = boxes.0.piece().zip(boxes.1.piece()) else {
                let [one, other] = split(bodies, pair);
                let splits_a = one.1 == pair.1;
                self.proof().add(if splits_a {
                    ProofStep::SplitA
                } else {
                    ProofStep::SplitB
                });
                ahead.extend([other, one]);
                continue;
            };
            if !self.answered.contains_key(&pieces) {
                if self.lets_pass(pieces) {
                    let (start, end) = (self.during.start(), self.during.end());
                    self.proof().add(ProofStep::LetsPass { start, end });
                    continue;
                }
                if let Apart::Throughout(passed) = window.pieces_apart(bodies, pieces)
                    && self.separates(&passed, during, |separated| {
                        of_pieces(bodies, pieces, separated)
                    })
                {
                    continue;
                }
                self.answer(pieces)?;
            }
            self.proof().refer_to(pieces);
        }
        self.proof().complete();
        Ok(())
    }

    fn proof(&mut self) -> &mut Proof<T, D> {
        self.log.proof.as_mut().expect("a proof is kept")
    }

    /// Writes that a direction separates two boxes or pieces. Returns whether it did: the check of a proof counts
    /// rounding in another way than the search, so now and then it does not agree.
    fn separates(
        &mut self,
        passed: &Passed<T, D>,
        during: Span<T>,
        of: impl FnOnce(&mut dyn FnMut([Side<'_, T, D>; 2]) -> bool) -> bool,
    ) -> bool {
        let interval = passed.interval(during, self.query.target_distance);
        let proof = self.proof();
        of(&mut |sides| proof.add_separated(sides, &interval))
    }
}
