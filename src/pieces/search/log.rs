//! What is kept and shown of a search: its proof, and its steps for an observer.

use nalgebra::SVector;

use crate::extrusion::Side;
use crate::pieces::front::Entry;
use crate::pieces::moving::{of_boxes, of_pieces};
use crate::pieces::proof::{Proof, ProofStep};
use crate::pieces::window::Passed;
use crate::pieces::{Bodies, BoxPair, PieceContact, PiecesObserver};
use crate::toi::Begins;
use crate::{Certificate, CertifiedInterval, Frame, Query, QueryError, Real, Solution, Span};

/// Where the steps of a search go. Most searches keep nothing and show nothing.
pub(in crate::pieces) struct Log<'x, T: Real, const D: usize> {
    pub(in crate::pieces) proof: Option<Proof<T, D>>,
    pub(in crate::pieces) observer: Option<&'x mut dyn PiecesObserver<T, D>>,
}

impl<T: Real, const D: usize> Log<'_, T, D> {
    pub(super) fn new() -> Self {
        Self {
            proof: None,
            observer: None,
        }
    }

    /// Returns whether anything is kept or shown.
    pub(super) fn keeps(&self) -> bool {
        self.proof.is_some() || self.observer.is_some()
    }

    fn show(&mut self, step: impl FnOnce(&mut dyn PiecesObserver<T, D>)) {
        if let Some(observer) = &mut self.observer {
            step(&mut **observer);
        }
    }

    /// The boxes around both bodies are apart.
    pub(super) fn apart(&mut self, during: Span<T>, certificate: Option<Certificate<T, D>>) {
        if let Some((proof, certificate)) = self.proof.as_mut().zip(certificate) {
            proof.add_apart(certificate);
        }
        if during.length() > T::zero() {
            self.show(|observer| observer.apart(during));
        }
    }

    pub(super) fn walk(&mut self, during: Span<T>) {
        if let Some(proof) = &mut self.proof {
            proof.begin(during);
        }
        self.show(|observer| observer.walk(during));
    }

    pub(super) fn shortened(&mut self, end: T) {
        if let Some(proof) = &mut self.proof {
            proof.end_chapter_at(end);
        }
        self.show(|observer| observer.shortened(end));
    }

    pub(super) fn given_up(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.give_up_chapter();
        }
        self.show(|observer| observer.given_up());
    }

    pub(super) fn walked(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.complete();
        }
    }

    /// Returns whether the pair counts as settled. The check of a proof counts rounding in another way than the search,
    /// so now and then it does not agree.
    #[inline]
    pub(super) fn settled(
        &mut self,
        bodies: Bodies<'_, T, D>,
        entry: Entry,
        passed: &Passed<T, D>,
        (during, kept_distance): (Span<T>, T),
    ) -> bool {
        if !self.keeps() {
            return true;
        }
        let mut interval = CertifiedInterval {
            start: during.start(),
            end: during.end(),
            direction: passed.direction,
            frame: Frame::World,
            kept_distance,
            margin: passed.margin.value,
            order: passed.margin.order,
        };
        if let Some(proof) = &mut self.proof {
            let of_a = bodies.0.tree().node(entry.a).piece();
            let pieces = of_a.zip(bodies.1.tree().node(entry.b).piece());
            let mut add = |sides: [Side<'_, T, D>; 2]| proof.add_separated(sides, &interval);
            let proven = of_boxes(bodies, (entry.a, entry.b), &mut add);
            let proven = proven.or_else(|| of_pieces(bodies, pieces?, add));
            match proven {
                None => return false,
                Some(margin) => interval.margin = margin,
            }
        }
        self.show(|observer| observer.settled(pair(entry), &interval));
        true
    }

    #[inline]
    pub(super) fn split(&mut self, entry: Entry, splits_a: bool) {
        if let Some(proof) = &mut self.proof {
            proof.add(if splits_a {
                ProofStep::SplitA
            } else {
                ProofStep::SplitB
            });
        }
        self.show(|observer| observer.split(pair(entry)));
    }

    /// Asks about two pieces, and keeps what proves the answer, in the place of what was kept before if it begins
    /// otherwise. Also returns the last vector that separated them, if no proof is kept.
    pub(super) fn ask(
        &mut self,
        (query, begins): (&Query<T>, Begins<T, D>),
        bodies: [Side<'_, T, D>; 2],
        pieces: (u32, u32),
        during: Span<T>,
    ) -> (Result<Solution<T, D>, QueryError>, Option<SVector<T, D>>) {
        let interval = during.start()..=during.end();
        let (answer, axis) = match &mut self.proof {
            None => query.answer_untyped(bodies, interval, begins),
            Some(proof) => {
                let (answer, certificate) = match query.certify_untyped(bodies, interval, begins) {
                    Ok((solution, certificate)) => (Ok(solution), certificate),
                    Err(error) => (Err(error.error), error.certificate),
                };
                proof.keep(pieces, certificate, !matches!(begins, Begins::Afresh));
                (answer, None)
            }
        };
        self.show(|observer| observer.asked(pieces, during, &answer));
        (answer, axis)
    }

    /// Two pieces need no proof, as the one lets the other pass.
    pub(super) fn let_pass(&mut self, during: Span<T>) {
        if let Some(proof) = &mut self.proof {
            let (start, end) = (during.start(), during.end());
            proof.add(ProofStep::LetsPass { start, end });
        }
    }

    /// Lets the proof refer to the certificate of two pieces.
    pub(super) fn refer_to(&mut self, pieces: (u32, u32)) {
        if let Some(proof) = &mut self.proof {
            proof.refer_to(pieces);
        }
    }

    /// Takes back the certificate that was kept last, as another one will take its place.
    pub(super) fn forget(&mut self, pieces: (u32, u32)) {
        if let Some(proof) = &mut self.proof {
            proof.forget(pieces);
        }
    }

    pub(super) fn found(&mut self, contact: &PieceContact<T, D>) {
        self.show(|observer| observer.found(contact));
    }
}

fn pair(entry: Entry) -> BoxPair {
    let Entry { a, b, depth, .. } = entry;
    BoxPair { a, b, depth }
}
