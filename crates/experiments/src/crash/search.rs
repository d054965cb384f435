//! Which pieces of two bodies meet first.
//!
//! The search goes down both trees of boxes to those pieces that may meet in time, and asks about these: first about
//! the pieces that may meet first, until no others may meet before a meeting that was found. As in \[2\] 5, trees leave
//! few pairs of pieces, and the time of impact of these is certified.

use std::collections::BTreeMap;

use nalgebra::Vector3;
use photofinish::motion::Motion;
use photofinish::pieces::{ContactError, MovingPieces, Pieces};
use photofinish::{
    Contact, Extrusion, Moving, NotFinite, Outcome, Proximity, Query, QueryError, Real, SupportMap,
    WarmStart, try_proximity,
};

use super::approach::{Approach, Nearness};
use super::boxes::{Content, Node};
use super::tally::Solver;
use super::world::WorldError;

/// A search goes no farther than bodies leave their straight ways by this length, in metres.
///
/// Larger: more pieces to ask about, as the bounds of turning bodies are less sharp. Smaller: more searches.
const STRAIGHT: f64 = 0.004;

/// What the last questions about pieces found.
pub(super) type WarmStarts<T> = BTreeMap<(u32, u32), WarmStart<T, 3>>;

/// Where pieces meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting<T> {
    pub(super) time: T,
    /// `None` if they overlap then.
    pub(super) contact: Option<Contact<T, 3>>,
    /// Whether it is only known that they are free up to then.
    pub(super) is_undecided: bool,
}

/// What a search knows at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<T> {
    pub(super) meeting: Option<Meeting<T>>,
    /// How near the bodies are now, and how long they keep their distance if they do not meet.
    pub(super) near: Nearness,
}

/// Two bodies from a time on.
pub(super) struct Search<'x, P, M, Q, N, T: Real> {
    pub(super) bodies: (&'x MovingPieces<P, M, T, 3>, &'x MovingPieces<Q, N, T, 3>),
    pub(super) boxes: [&'x [Node]; 2],
    pub(super) approach: Approach,
    pub(super) from: T,
    pub(super) warm_starts: &'x mut WarmStarts<T>,
}

/// What is asked about pieces that may meet: the distance that they are to keep, and up to when.
pub(super) struct Question<'x, T> {
    pub(super) query: Query<T>,
    pub(super) until: T,
    pub(super) solver: &'x mut Solver,
}

/// A piece of a body, as it moves.
type PieceOf<'x, P, M, T> = Moving<<P as Pieces<T, 3>>::Piece<'x>, &'x M, T, 3>;

/// A piece of either body.
type Pair = (u32, u32);

impl<'x, P, M, Q, N, T> Search<'x, P, M, Q, N, T>
where
    T: Real,
    P: Pieces<T, 3>,
    M: Motion<T, 3>,
    Q: Pieces<T, 3>,
    N: Motion<T, 3>,
{
    /// Looks for the first meeting up to the end of the question, or as far as the bodies move about straight ahead.
    pub(super) fn run(&mut self, question: &mut Question<'_, T>) -> Result<Found<T>, WorldError> {
        let straight = self.approach.straight(self.nodes((0, 0)), STRAIGHT);
        question.until = question.until.min(self.from + T::of(straight));
        let mut within = (question.until - self.from).as_f64();
        let (pieces, mut near) = self.pieces_that_may_meet(within);
        let mut meeting: Option<Meeting<T>> = None;
        for (pair, pieces_near) in pieces {
            if pieces_near.free >= within {
                near = near.and(pieces_near);
                continue;
            }
            let met = self.ask(pair, question)?;
            let gap = self.gap_of(pair).max(pieces_near.gap);
            near = near.and(Nearness { gap, free: within });
            if let Some(met) = met
                && meeting.is_none_or(|first| met.time < first.time)
            {
                within = within.min((met.time - self.from).as_f64());
                meeting = Some(met);
            }
        }
        Ok(Found { meeting, near })
    }

    /// Returns the pieces that may meet within so many seconds, those that may meet first before others, and how near
    /// all other pieces are.
    fn pieces_that_may_meet(&self, within: f64) -> (Vec<(Pair, Nearness)>, Nearness) {
        let (mut ahead, mut pieces) = (vec![((0, 0), 0)], Vec::new());
        let mut others = Nearness::FAR;
        while let Some((boxes, axis)) = ahead.pop() {
            let [of_a, of_b] = self.nodes(boxes);
            let (near, axis) = self.approach.of_boxes([of_a, of_b], within, axis);
            if near.free >= within {
                others = others.and(near);
                continue;
            }
            match (of_a.content, of_b.content) {
                (Content::Piece(a), Content::Piece(b)) => {
                    let near = near.or(self.look((a, b), boxes, within));
                    if near.free >= within {
                        others = others.and(near);
                    } else {
                        pieces.push(((a, b), near));
                    }
                }
                (Content::Boxes(parts), of_b_content)
                    if of_b_content.is_piece() || of_a.radius >= of_b.radius =>
                {
                    ahead.extend(parts.map(|part| ((part, boxes.1), axis)));
                }
                (_, Content::Boxes(parts)) => {
                    ahead.extend(parts.map(|part| ((boxes.0, part), axis)));
                }
                (Content::Boxes(_), Content::Piece(_)) => unreachable!("A is split then"),
            }
        }
        pieces.sort_by(|(one, near), (other, far)| {
            near.free.total_cmp(&far.free).then(one.cmp(other))
        });
        (pieces, others)
    }

    fn nodes(&self, (a, b): (u32, u32)) -> [&Node; 2] {
        [&self.boxes[0][a as usize], &self.boxes[1][b as usize]]
    }

    /// Looks at two pieces in their boxes along the vector that separated them last, or from box to box.
    fn look(&self, pair: Pair, boxes: (u32, u32), within: f64) -> Nearness {
        let boxes = self.nodes(boxes);
        let axis = self.warm_starts.get(&pair).and_then(WarmStart::axis);
        let axis = axis.map_or_else(|| self.approach.between(boxes), |axis| axis.map(T::as_f64));
        let reach = |body: usize, along: &Vector3<f64>| self.reach(body, pair, along);
        self.approach
            .of_pieces(boxes, (&axis.normalize(), within), reach)
    }

    /// Returns how far two pieces are apart along the vector that separated them last.
    fn gap_of(&self, pair: Pair) -> f64 {
        let axis = self.warm_starts.get(&pair).and_then(WarmStart::axis);
        axis.map_or(f64::NEG_INFINITY, |axis| {
            let axis = axis.map(T::as_f64).normalize();
            self.approach
                .gap(&axis, |body, along| self.reach(body, pair, along))
        })
    }

    /// Returns the largest coordinate of a piece of a body along a vector in its frame.
    fn reach(&self, body: usize, (a, b): Pair, along: &Vector3<f64>) -> f64 {
        let direction = along.map(T::of);
        let point = if body == 0 {
            self.bodies.0.pieces().piece(a).support_point(&direction)
        } else {
            self.bodies.1.pieces().piece(b).support_point(&direction)
        };
        point.map(T::as_f64).dot(along)
    }

    /// Asks when two pieces meet.
    fn ask(
        &mut self,
        pair: Pair,
        question: &mut Question<'_, T>,
    ) -> Result<Option<Meeting<T>>, WorldError> {
        let (a, b) = self.moving(pair);
        let warm_start = self.warm_starts.entry(pair).or_insert_with(WarmStart::new);
        let interval = self.from..=question.until;
        let answer = question.query.warm_started(&a, &b, interval, warm_start);
        question.solver.count(&answer);
        let meets = |time, contact| Meeting {
            time,
            contact,
            is_undecided: false,
        };
        Ok(match answer {
            Ok(solution) => match solution.outcome {
                Outcome::Impact(impact) => Some(meets(impact.time, Some(impact.contact))),
                Outcome::Overlapping(_) => Some(meets(self.from, None)),
                _ => None,
            },
            Err(
                QueryError::Undecided { clear_until, .. }
                | QueryError::ToleranceTooSmall { clear_until, .. },
            ) => {
                let time = T::of(clear_until);
                let contact = match self.nearest(pair, time)? {
                    Proximity::Disjoint(closest) => Some(closest.contact),
                    Proximity::Overlapping(_) => None,
                };
                let is_undecided = true;
                Some(Meeting {
                    is_undecided,
                    ..meets(time, contact)
                })
            }
            Err(error) => {
                return Err(ContactError::Pieces {
                    pieces: pair,
                    error,
                }
                .into());
            }
        })
    }

    fn nearest(&self, pair: Pair, time: T) -> Result<Proximity<T, 3>, NotFinite> {
        let (a, b) = self.moving(pair);
        let origin = Vector3::zeros();
        try_proximity(&a.slice(time, &origin), &b.slice(time, &origin))
    }

    fn moving(&self, (a, b): Pair) -> (PieceOf<'x, P, M, T>, PieceOf<'x, Q, N, T>) {
        let (a, b) = (self.bodies.0.piece(a), self.bodies.1.piece(b));
        (a.expect("a box has a piece"), b.expect("a box has a piece"))
    }
}
