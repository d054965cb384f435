//! Bodies of pieces and half-spaces.

use std::ops::RangeInclusive;

use nalgebra::SVector;

use super::answer::kept;
use super::{
    Body, ContactError, ContactStatistics, FirstContact, MovingPieces, PieceContact, Pieces,
};
use crate::first_of::time_of;
use crate::half_space::Floor;
use crate::motion::Motion;
use crate::proof::Frame;
use crate::{Extrusion, Query, QueryError, Real, Span, SupportMap};

impl<T: Real> Query<T> {
    /// Returns which piece of a moving body first comes within the target distance of a half-space during the interval,
    /// and when, or proof that none does.
    ///
    /// The half-space is body A, and counts as its piece 0. The answer is that of
    /// [`time_of_impact_on`](Self::time_of_impact_on) for the piece, to the last bit, and settings mean what they mean
    /// there: any penetration may be allowed, however thin the pieces are. Boxes around pieces that stay clear of the
    /// half-space take one query, and the pieces in them none.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::ConstantVelocity;
    /// use photofinish::pieces::{MovingPieces, Polyline};
    /// use photofinish::{HalfSpace, Query};
    ///
    /// // an arrow falls with its point ahead
    /// let arrow = Polyline::open(vec![vector![-1.0, 1.0], vector![0.0, 0.0], vector![1.0, 1.0]])?;
    /// let fall = ConstantVelocity::new(Isometry2::translation(0.0, 3.0), vector![0.0, -1.0], 0.0)?;
    /// let floor = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?;
    /// let arrow = MovingPieces::new(&arrow, fall);
    /// let answer = Query::new().first_contact_on(&floor, &arrow, 0.0..=9.0)?;
    /// let contact = answer.contact.expect("it reaches the floor");
    /// assert_eq!(contact.pieces, (0, 0));
    /// assert!(contact.time <= 3.0 && contact.time > 3.0 - 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ContactError`]. A query about a piece that ends undecided is no error: it is the contact, if none is earlier.
    pub fn first_contact_on<const D: usize>(
        &self,
        floor: &impl Floor<T, D>,
        body: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<FirstContact<T, D>, ContactError> {
        let body = &body.body();
        let during = self.checked_span(&interval)?;
        let mut on = On {
            query: self,
            boxes: Query::new().target_distance(self.target_distance),
            floor,
            body,
            during,
            first: None,
            looked_past: Vec::new(),
            statistics: ContactStatistics::default(),
        };
        let down = on.down();
        let depth = |index: u32| body.tree().node(index).support_point(&down).dot(&down);
        let mut ahead = vec![0];
        while let Some(index) = ahead.pop() {
            if on.stays_clear(index)? {
                continue;
            }
            match body.tree().node(index).piece() {
                Some(piece) => on.ask(piece)?,
                None => {
                    let [one, other] = body.tree().children(index);
                    let first_is_higher = depth(one) < depth(other);
                    ahead.extend(if first_is_higher {
                        [one, other]
                    } else {
                        [other, one]
                    });
                }
            }
            if on.end() <= during.start() {
                break;
            }
        }
        Ok(on.answer())
    }
}

/// A half-space and a body of pieces, and what is known of them so far.
struct On<'q, F, T: Real, const D: usize> {
    query: &'q Query<T>,
    /// What is asked about boxes.
    boxes: Query<T>,
    floor: &'q F,
    body: &'q Body<'q, T, D>,
    during: Span<T>,
    first: Option<PieceContact<T, D>>,
    looked_past: Vec<PieceContact<T, D>>,
    statistics: ContactStatistics,
}

impl<F: Floor<T, D>, T: Real, const D: usize> On<'_, F, T, D> {
    /// Returns about where the half-space is at the end of the interval, as a direction in the frame of the body: what
    /// lies farthest along it is asked about first.
    fn down(&self) -> SVector<T, D> {
        let time = self.during.end();
        let origin = self.body.motion().reference(time);
        let of_floor = match self.floor.frame() {
            Frame::World => None,
            Frame::A | Frame::B => self.floor.boundary().frame(time, &origin),
        };
        let normal = match of_floor {
            Some(frame) => frame.rotation * self.floor.outward(),
            None => *self.floor.outward(),
        };
        let placement = self.body.motion().placement(time, &origin);
        -placement.rotation.tr_mul(&normal)
    }

    /// Returns the end of the time of interest: the first contact so far.
    fn end(&self) -> T {
        self.first
            .as_ref()
            .map_or(self.during.end(), |first| first.time)
    }

    /// Returns whether a box is proven to stay clear of the half-space. What is not known is asked about piece by
    /// piece.
    fn stays_clear(&mut self, index: u32) -> Result<bool, ContactError> {
        self.statistics.box_pairs += 1;
        let interval = self.during.start()..=self.end();
        let answer = (self.body).moving_box(index, |moving| {
            self.boxes.touches_floor(self.floor, moving, interval)
        });
        match answer {
            Ok(touches) => Ok(!touches),
            Err(QueryError::Undecided { .. } | QueryError::ToleranceTooSmall { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn ask(&mut self, piece: u32) -> Result<(), ContactError> {
        self.statistics.piece_queries += 1;
        let start = self.during.start();
        let interval = start..=self.during.end();
        let answer = (self.body).moving_piece(piece, |moving| {
            self.query.meeting_on(self.floor, moving, interval)
        });
        let pieces = (0, piece);
        let contact = |time| PieceContact::of_pieces(pieces, time, answer);
        match (&answer, time_of(&answer, start)) {
            (_, Some(time)) => self.meets(contact(time)),
            (Err(error), None) => {
                let error = *error;
                return Err(ContactError::Pieces { pieces, error });
            }
            (Ok(solution), None) if solution.initial_contact.is_some() => {
                self.looked_past.push(contact(start));
            }
            (Ok(_), None) => {}
        }
        if let Ok(solution) = &answer {
            self.statistics.support_evaluations += solution.statistics.support_evaluations;
        }
        Ok(())
    }

    /// Keeps the earlier one of a contact and the first so far.
    fn meets(&mut self, contact: PieceContact<T, D>) {
        let later = match self.first {
            Some(first) if !contact.order(&first).is_lt() => Some(contact),
            _ => self.first.replace(contact),
        };
        // what started in contact was looked past until then
        let started = later.filter(|later| {
            let solution = later.answer.as_ref();
            solution.is_ok_and(|solution| solution.initial_contact.is_some())
        });
        let time = self.during.start();
        self.looked_past
            .extend(started.map(|it| PieceContact::of_pieces(it.pieces, time, it.answer)));
    }

    fn answer(mut self) -> FirstContact<T, D> {
        self.looked_past.sort_by_key(|contact| contact.pieces);
        let proven = Span::known(self.during.start(), self.end());
        let contacts = self.looked_past.iter().chain(&self.first);
        let interval = (proven.start(), proven.end());
        let (kept_distance, clear_from) = kept(contacts, self.query.target_distance, interval);
        FirstContact {
            kept_distance,
            clear_from,
            contact: self.first,
            looked_past: self.looked_past,
            statistics: self.statistics,
        }
    }
}
