//! A certificate while it is written.

use std::collections::BTreeMap;

use nalgebra::SVector;

use super::{Chapter, PiecesCertificate, ProofStep};
use crate::extrusion::Side;
use crate::{Certificate, CertifiedInterval, Real, Span};

/// A certificate while it is written.
pub(in crate::pieces) struct Proof<T: Real, const D: usize> {
    certificate: PiecesCertificate<T, D>,
    origin: SVector<T, D>,
    /// A chapter that has not told of all pairs yet.
    open: Option<Chapter<T, D>>,
    /// The number of the latest certificate for each pair of pieces.
    latest: BTreeMap<(u32, u32), u32>,
}

impl<T: Real, const D: usize> Proof<T, D> {
    pub(in crate::pieces) fn new(origin: SVector<T, D>) -> Self {
        Self {
            certificate: PiecesCertificate::empty(),
            origin,
            open: None,
            latest: BTreeMap::new(),
        }
    }

    /// Ends the certificate at the contact, if there is one, and leaves out what no chapter refers to, and a chapter that is
    /// not complete.
    pub(in crate::pieces) fn finished(self, contact: Option<T>) -> PiecesCertificate<T, D> {
        let PiecesCertificate {
            mut chapters,
            pieces,
        } = self.certificate;
        if let Some(end) = contact {
            chapters.retain(|chapter| chapter.start < end);
            if let Some(last) = chapters.last_mut() {
                last.end = last.end.min(end);
            }
        }
        let mut numbers = vec![None; pieces.len()];
        let mut count = 0;
        for step in chapters.iter_mut().flat_map(|chapter| &mut chapter.steps) {
            if let ProofStep::Pieces(number) = step {
                *number = *numbers[*number as usize].get_or_insert_with(|| {
                    count += 1;
                    count - 1
                });
            }
        }
        let mut kept: Vec<_> = numbers.into_iter().zip(pieces).collect();
        kept.retain(|(number, _)| number.is_some());
        kept.sort_by_key(|(number, _)| *number);
        let pieces = kept
            .into_iter()
            .map(|(_, certificate)| certificate)
            .collect();
        PiecesCertificate { chapters, pieces }
    }

    /// Adds the time in which the boxes around both bodies are apart.
    pub(in crate::pieces) fn add_apart(&mut self, apart: Certificate<T, D>) {
        let origin = apart.origin;
        let chapters = apart.intervals.into_iter().map(|interval| Chapter {
            start: interval.start,
            end: interval.end,
            origin,
            steps: vec![ProofStep::Separated(interval)],
        });
        self.certificate.chapters.extend(chapters);
    }

    /// Begins a chapter.
    pub(in crate::pieces) fn begin(&mut self, during: Span<T>) {
        self.open = Some(Chapter {
            start: during.start(),
            end: during.end(),
            origin: self.origin,
            steps: Vec::new(),
        });
    }

    /// Keeps the chapter, as it tells of all pairs.
    pub(in crate::pieces) fn complete(&mut self) {
        self.certificate.chapters.extend(self.open.take());
    }

    fn chapter(&mut self) -> &mut Chapter<T, D> {
        self.open.as_mut().expect("a walk begins with its chapter")
    }

    pub(in crate::pieces) fn add(&mut self, step: ProofStep<T, D>) {
        self.chapter().steps.push(step);
    }

    /// Adds that a direction separates two boxes or pieces, if the check agrees. Returns whether it does: it counts
    /// rounding in another way than the search.
    pub(in crate::pieces) fn add_separated(
        &mut self,
        boxes: [Side<'_, T, D>; 2],
        interval: &CertifiedInterval<T, D>,
    ) -> bool {
        let chapter = self.chapter();
        let any = CertifiedInterval {
            margin: T::zero(),
            ..*interval
        };
        let Ok(proven) = any.check(0, None, boxes) else {
            return false;
        };
        let margin = proven.min(interval.margin);
        chapter.steps.push(ProofStep::Separated(CertifiedInterval {
            margin,
            ..*interval
        }));
        true
    }

    /// Keeps a certificate of two pieces.
    pub(in crate::pieces) fn keep(&mut self, pieces: (u32, u32), certificate: Certificate<T, D>) {
        let number = self.certificate.pieces.len() as u32;
        self.latest.insert(pieces, number);
        self.certificate.pieces.push((pieces, certificate));
    }

    /// Refers to the latest certificate of two pieces.
    pub(in crate::pieces) fn refer_to(&mut self, pieces: (u32, u32)) {
        let number = self.latest[&pieces];
        self.add(ProofStep::Pieces(number));
    }
}
