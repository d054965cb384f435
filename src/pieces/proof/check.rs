//! The check of a certificate's chapters.

use super::thickness::Thickness;
use super::{Chapter, PiecesCertificate, PiecesCertificateError, ProofStep};
use crate::extrusion::Side;
use crate::pieces::Bodies;
use crate::pieces::moving::{of_boxes, of_pieces};
use crate::pieces::sides::lets_pass;
use crate::{CertificateError, CertifiedInterval, Real, Span};

/// The check of a chapter.
pub(super) struct Check<'x, T: Real, const D: usize> {
    pub(super) certificate: &'x PiecesCertificate<T, D>,
    pub(super) chapter: &'x Chapter<T, D>,
    pub(super) number: usize,
    pub(super) bodies: Bodies<'x, T, D>,
    /// How thick pieces are, if the claim allows some a depth at which they could pass through each other.
    pub(super) thickness: Option<&'x Thickness<T>>,
    /// The distance, and the part of the chapter's span that the claim is about.
    pub(super) claimed: (T, T, T),
}

impl<T: Real, const D: usize> Check<'_, T, D> {
    /// Checks all steps of the chapter. Returns how much farther apart than claimed the bodies are proven to be.
    pub(super) fn run(&self) -> Result<T, PiecesCertificateError> {
        let (end, clearance) = self.walk((0, 0), 0)?;
        if end != self.chapter.steps.len() {
            return Err(self.incomplete());
        }
        Ok(clearance)
    }

    /// Checks the steps about a pair of boxes, from one on. Returns the number of the step after these, and the least
    /// clearance that they prove.
    fn walk(&self, (a, b): (u32, u32), step: usize) -> Result<(usize, T), PiecesCertificateError> {
        let chapter = self.number;
        let (tree_a, tree_b) = (self.bodies.0.tree(), self.bodies.1.tree());
        let of_trees = (tree_a.node(a).piece(), tree_b.node(b).piece());
        let refused = |error| PiecesCertificateError::Step {
            chapter,
            step,
            error,
        };
        let (claimed, start, end) = self.claimed;
        let distance = self
            .thickness
            .map_or(claimed, |known| known.needed((a, b), claimed));
        // what is proven beyond a larger distance is so beyond the claimed one too
        let clearance = match self.chapter.steps.get(step) {
            None => return Err(self.incomplete()),
            Some(ProofStep::Separated(interval)) => {
                self.check(interval, (a, b), distance).map_err(refused)?
            }
            Some(ProofStep::SplitA) if of_trees.0.is_none() => {
                let children = tree_a.children(a).map(|child| (child, b));
                return self.walk_both(children, step + 1);
            }
            Some(ProofStep::SplitB) if of_trees.1.is_none() => {
                let children = tree_b.children(b).map(|child| (a, child));
                return self.walk_both(children, step + 1);
            }
            Some(ProofStep::Pieces(number)) if let (Some(of_a), Some(of_b)) = of_trees => {
                let certificate = match self.certificate.pieces.get(*number as usize) {
                    Some((pieces, certificate)) if *pieces == (of_a, of_b) => certificate,
                    _ => return Err(PiecesCertificateError::OtherPieces { chapter, step }),
                };
                let verify = |sides: [Side<'_, T, D>; 2]| {
                    certificate.verify_of(sides, distance, start..=end)
                };
                of_pieces(self.bodies, (of_a, of_b), verify).map_err(refused)?
            }
            Some(&ProofStep::LetsPass { start, end })
                if let (Some(of_a), Some(of_b)) = of_trees =>
            {
                if !self.is_let_pass((of_a, of_b), (start, end)) {
                    return Err(PiecesCertificateError::NotLetPass { chapter, step });
                }
                // a pair that is let pass proves no distance, and limits none
                T::LARGEST
            }
            Some(_) => return Err(PiecesCertificateError::OtherTrees { chapter, step }),
        };
        Ok((step + 1, clearance))
    }

    /// Returns whether a piece lets another pass over a span that has all of the chapter.
    fn is_let_pass(&self, pieces: (u32, u32), (start, end): (T, T)) -> bool {
        // written so that NaN covers nothing
        let covers = start <= self.chapter.start && end >= self.chapter.end;
        let during = Span::new(start, end).ok().filter(|_| covers);
        during.is_some_and(|during| lets_pass(self.bodies, pieces, during))
    }

    fn walk_both(
        &self,
        [one, other]: [(u32, u32); 2],
        step: usize,
    ) -> Result<(usize, T), PiecesCertificateError> {
        let (next, of_one) = self.walk(one, step)?;
        let (next, of_other) = self.walk(other, next)?;
        Ok((next, of_one.min(of_other)))
    }

    /// Checks that a vector keeps two boxes at this distance over the span of the chapter.
    fn check(
        &self,
        interval: &CertifiedInterval<T, D>,
        (a, b): (u32, u32),
        distance: T,
    ) -> Result<T, CertificateError> {
        let (tree_a, tree_b) = (self.bodies.0.tree(), self.bodies.1.tree());
        let pieces = tree_a.node(a).piece().zip(tree_b.node(b).piece());
        // written so that NaN covers nothing
        if !(interval.start <= self.chapter.start && interval.end >= self.chapter.end) {
            let (start, end) = (self.chapter.start.as_f64(), self.chapter.end.as_f64());
            return Err(CertificateError::Uncovered { start, end });
        }
        let proves = |sides: [Side<'_, T, D>; 2]| interval.proves(sides, distance);
        let Some(pieces) = pieces else {
            return of_boxes(self.bodies, (a, b), proves);
        };
        // what separates the boxes separates the pieces too, and these are no nearer
        let proven = of_pieces(self.bodies, pieces, proves);
        proven.or_else(|_| of_boxes(self.bodies, (a, b), proves))
    }

    fn incomplete(&self) -> PiecesCertificateError {
        PiecesCertificateError::Incomplete {
            chapter: self.number,
        }
    }
}
