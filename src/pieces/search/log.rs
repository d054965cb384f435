//! What is kept and shown of a search: its proof, and its steps for an observer.

use crate::extrusion::Side;
use crate::pieces::front::Entry;
use crate::pieces::proof::Proof;
use crate::pieces::{BoxPair, PieceContact, PiecesObserver};
use crate::toi::Begins;
use crate::{Certificate, CertifiedInterval, Query, QueryError, Real, Solution, Span};

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
        self.show(|observer| observer.walk(during));
    }

    pub(super) fn shortened(&mut self, end: T) {
        self.show(|observer| observer.shortened(end));
    }

    #[inline]
    pub(super) fn settled(&mut self, entry: Entry, by: impl FnOnce() -> CertifiedInterval<T, D>) {
        self.show(|observer| observer.settled(pair(entry), &by()));
    }

    #[inline]
    pub(super) fn split(&mut self, entry: Entry) {
        self.show(|observer| observer.split(pair(entry)));
    }

    /// Asks about two pieces, and keeps what proves the answer.
    pub(super) fn ask(
        &mut self,
        (query, begins): (&Query<T>, Begins<T, D>),
        bodies: [Side<'_, T, D>; 2],
        pieces: (u32, u32),
        during: Span<T>,
    ) -> Result<Solution<T, D>, QueryError> {
        let interval = during.start()..=during.end();
        let answer = match &mut self.proof {
            None => query.meeting_of_sides(bodies, interval, begins).0,
            Some(proof) => {
                let (answer, certificate) = match query.certify_untyped(bodies, interval, begins) {
                    Ok((solution, certificate)) => (Ok(solution), certificate),
                    Err(error) => (Err(error.error), error.certificate),
                };
                proof.keep(pieces, certificate);
                answer
            }
        };
        self.show(|observer| observer.asked(pieces, during, &answer));
        answer
    }

    pub(super) fn found(&mut self, contact: &PieceContact<T, D>) {
        self.show(|observer| observer.found(contact));
    }
}

fn pair(entry: Entry) -> BoxPair {
    let Entry { a, b, depth, .. } = entry;
    BoxPair { a, b, depth }
}
