//! What can be asked about two bodies of pieces.

use std::ops::RangeInclusive;

use super::search::{Asks, Search};
use super::{
    AllContacts, AnyContact, Bodies, CertifyContactError, ContactError, FirstContact, Front,
    MovingPieces, Pieces, PiecesCertificate, PiecesObserver,
};
use crate::motion::Motion;
use crate::{InitialContact, Query, QueryError, Real};

impl<T: Real> Query<T> {
    /// Returns which pieces of two bodies touch first during the interval, and when, or proof that none do.
    ///
    /// The answer is that of [`time_of_impact`](Self::time_of_impact) for the two pieces, to the last bit. No two other
    /// pieces come within the target distance before. Where bodies may [slide](crate::pieces#sliding), pieces that pass
    /// each other within the tolerance may count as free, as the boxes around them may prove it.
    /// [`pieces`](crate::pieces) has an example.
    ///
    /// # Errors
    /// [`ContactError`]. A query about two pieces that ends undecided is no error: it is the contact, if none is
    /// earlier.
    pub fn first_contact<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<FirstContact<T, D>, ContactError> {
        self.first_contact_from(a, b, interval, &mut Front::new())
    }

    /// Answers like [`first_contact`](Self::first_contact), and begins where the last query of these bodies ended. Two
    /// pieces whose query would end undecided may be proven free by what the front knows, or the other way round.
    ///
    /// # Errors
    /// The errors of [`first_contact`](Self::first_contact).
    pub fn first_contact_from<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
        front: &mut Front,
    ) -> Result<FirstContact<T, D>, ContactError> {
        self.first_contact_of((&a.body(), &b.body()), interval, front)
    }

    /// Answers like [`first_contact_from`](Self::first_contact_from) about any bodies with trees.
    pub(crate) fn first_contact_of<const D: usize>(
        &self,
        bodies: Bodies<'_, T, D>,
        interval: RangeInclusive<T>,
        front: &mut Front,
    ) -> Result<FirstContact<T, D>, ContactError> {
        let mut search = self.search(bodies, interval, Asks::First, front)?;
        search.run()?;
        Ok(first_contact(&search))
    }

    /// Answers like [`first_contact_from`](Self::first_contact_from), and shows every step of the search to an
    /// observer.
    ///
    /// # Errors
    /// The errors of [`first_contact`](Self::first_contact).
    pub fn first_contact_observed<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
        front: &mut Front,
        observer: &mut dyn PiecesObserver<T, D>,
    ) -> Result<FirstContact<T, D>, ContactError> {
        let (a, b) = (a.body(), b.body());
        let search = self.search((&a, &b), interval, Asks::First, front)?;
        let mut search = search.observed(observer);
        search.run()?;
        Ok(first_contact(&search))
    }

    /// Answers like [`first_contact`](Self::first_contact), and returns the certificate for all times before the
    /// answer.
    ///
    /// Where bodies may slide, pieces that graze each other within the tolerance may be a contact for one of these and
    /// free for the other: what separates boxes for a certificate may be another direction.
    ///
    /// It proves the answer's [`kept_distance`](FirstContact::kept_distance) from the start on, and the target distance
    /// from [`clear_from`](FirstContact::clear_from) on, up to the contact or the end of the interval.
    ///
    /// A claim of a penetration that is half as deep as two pieces are thick together, or deeper, also
    /// [needs](PiecesCertificate::verify) that these two do not overlap.
    ///
    /// # Errors
    /// The errors of [`first_contact`](Self::first_contact), with a certificate of what was proven before the search
    /// ended.
    pub fn certify_first_contact<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<(FirstContact<T, D>, PiecesCertificate<T, D>), CertifyContactError<T, D>> {
        let mut front = Front::new();
        let refused = |error| CertifyContactError {
            error,
            certificate: PiecesCertificate::empty(),
        };
        let (a, b) = (a.body(), b.body());
        let search = self.search((&a, &b), interval, Asks::First, &mut front);
        let mut search = search.map_err(refused)?.proving();
        let ended = search.run();
        let proof = search
            .log
            .proof
            .take()
            .expect("the search was told to keep it");
        match ended {
            Ok(()) => {
                let answer = first_contact(&search);
                let contact = answer.contact.map(|contact| contact.time);
                Ok((answer, proof.finished(contact)))
            }
            Err(error) => Err(CertifyContactError {
                error,
                certificate: proof.finished(None),
            }),
        }
    }

    /// Returns whether any pieces of two bodies touch during the interval, and two that do.
    ///
    /// It ends at the first contact that it finds, which need not be the earliest, and asks only [if pieces
    /// touch](Self::touches). A contact at the start counts, whatever the [policy](Self::initial_contact).
    /// Pieces that graze each other within the tolerance count as well, and no contact is explained by others: a body that
    /// [slides](crate::pieces#sliding) along a surface touches it.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::Query;
    /// use photofinish::motion::{AtRest, ConstantVelocity};
    /// use photofinish::pieces::{Convex, MovingPieces, Polyline};
    /// use photofinish::shape::Ball;
    ///
    /// let wall = Polyline::open(vec![vector![2.0, -1.0], vector![2.0, 1.0], vector![4.0, 1.0]])?;
    /// let wall = MovingPieces::new(&wall, AtRest::new(Isometry2::identity())?);
    /// let flight = ConstantVelocity::new(Isometry2::identity(), vector![5.0, 0.0], 0.0)?;
    /// let ball = MovingPieces::new(Convex::new(Ball::new(0.1)?)?, flight);
    /// assert_eq!(Query::new().any_contact(&ball, &wall, 0.0..=1.0)?.pieces, Some((0, 0)));
    /// let answer = Query::new().any_contact(&ball, &wall, 0.0..=0.3)?;
    /// assert!(!answer.touches());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ContactError`], also if a query about two pieces ended undecided and no contact was found.
    pub fn any_contact<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<AnyContact, ContactError> {
        let (a, b) = (a.body(), b.body());
        let query = self.initial_contact(InitialContact::Stop);
        let mut front = Front::new();
        let mut search = query.search((&a, &b), interval, Asks::Any, &mut front)?;
        search.run()?;
        let pieces = search.touching;
        if pieces.is_none()
            && let Some((pieces, error)) = search.undecided()
        {
            return Err(ContactError::Pieces { pieces, error });
        }
        Ok(AnyContact {
            pieces,
            statistics: search.statistics,
        })
    }

    /// Returns when each pair of pieces touches first, in the order of time.
    ///
    /// Pairs that do not touch are not in the list, nor those that were looked past, as the query's
    /// [policy](Self::initial_contact) asks, unless they meet again.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::Query;
    /// use photofinish::motion::{AtRest, ConstantVelocity};
    /// use photofinish::pieces::{Convex, MovingPieces, Polyline};
    /// use photofinish::shape::Ball;
    ///
    /// // a ball flies through two gates
    /// let gates = Polyline::open(vec![vector![2.0, -1.0], vector![2.0, 1.0], vector![4.0, 1.0], vector![4.0, -1.0]])?;
    /// let gates = MovingPieces::new(&gates, AtRest::new(Isometry2::identity())?);
    /// let flight = ConstantVelocity::new(Isometry2::identity(), vector![5.0, 0.0], 0.0)?;
    /// let ball = MovingPieces::new(Convex::new(Ball::new(0.1)?)?, flight);
    /// let answer = Query::new().all_contacts(&ball, &gates, 0.0..=1.0)?;
    /// let touched: Vec<_> = answer.contacts.iter().map(|contact| contact.pieces).collect();
    /// assert_eq!(touched, [(0, 0), (0, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ContactError`]. A query about two pieces that ends undecided is no error, but an element of the list.
    pub fn all_contacts<const D: usize>(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<AllContacts<T, D>, ContactError> {
        let mut front = Front::new();
        let (a, b) = (a.body(), b.body());
        let mut search = self.search((&a, &b), interval, Asks::All, &mut front)?;
        search.run()?;
        Ok(AllContacts {
            contacts: search.met(),
            looked_past: search.looked_past(),
            statistics: search.statistics,
        })
    }

    /// Returns a search that has not begun, if the question is valid.
    fn search<'x, const D: usize>(
        &self,
        (a, b): Bodies<'x, T, D>,
        interval: RangeInclusive<T>,
        asks: Asks,
        front: &'x mut Front,
    ) -> Result<Search<'x, T, D>, ContactError> {
        let during = self.checked_span(&interval)?;
        let allowed = -self.target_distance;
        let width = a.tree().thinnest() + b.tree().thinnest();
        if allowed > T::zero() && !(width > allowed * T::of(2.0)) {
            return Err(ContactError::Query(QueryError::AllowanceTooLarge {
                allowed: allowed.as_f64(),
                needed: (allowed * T::of(2.0)).as_f64(),
                width: width.as_f64(),
            }));
        }
        Ok(Search::new(self, (a, b), during, asks, front))
    }
}

fn first_contact<T: Real, const D: usize>(search: &Search<'_, T, D>) -> FirstContact<T, D> {
    let (contact, mut looked_past) = (search.first_met(), search.looked_past());
    let until = contact.map_or(search.during.end(), |contact| contact.time);
    let (kept_distance, clear_from) = search.kept(until);
    // what was looked past later is none of this answer's, nor is what the contact itself was before
    looked_past.retain(|past| {
        past.time <= until && contact.is_none_or(|contact| contact.pieces != past.pieces)
    });
    FirstContact {
        contact,
        looked_past,
        kept_distance,
        clear_from,
        statistics: search.statistics,
    }
}
