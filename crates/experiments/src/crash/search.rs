//! Which pieces of two bodies meet first.
//!
//! The search goes down both trees, from where the last one ended, to those pieces that may meet in time, and asks about
//! these: first about the pieces that may meet first, until no others may meet before a meeting that was found. As in
//! \[2\] 5, trees leave few pairs of pieces, and the time of impact of these is certified.

use std::collections::BTreeMap;
use std::mem;

use nalgebra::Vector3;
use photofinish::motion::Motion;
use photofinish::pieces::{ContactError, MovingPieces, Pieces};
use photofinish::{
    Contact, Extrusion, Moving, NotFinite, Outcome, Proximity, Query, QueryError, Real, SupportMap,
    WarmStart, try_proximity,
};

use super::approach::{Approach, Nearness, Swept};
use super::boxes::{Content, Node, Slab};
use super::front::{Apart, Front, Going, Near};
use super::planes::Planes;
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
    pub(super) front: &'x mut Front,
    pub(super) going: Going,
    pub(super) other: Other<'x, T>,
    pub(super) approach: Approach,
    pub(super) from: T,
    pub(super) warm_starts: &'x mut WarmStarts<T>,
}

/// What the second body is, and what may keep the first one from it.
pub(super) enum Other<'x, T: Real> {
    /// Planes between parts of both.
    Bone(Planes<'x, T>),
    /// The slabs around its triangles.
    Plant(&'x [Slab]),
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
pub(super) type Pair = (u32, u32);

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
        let Near {
            mut pieces,
            others: mut near,
        } = self.pieces_that_may_meet(within);
        pieces.sort_by(|(one, near), (other, far)| {
            near.free.total_cmp(&far.free).then(one.cmp(other))
        });
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

    /// Returns the pieces that may meet within so many seconds, and how near all others are.
    fn pieces_that_may_meet(&mut self, within: f64) -> Near {
        let mut front = mem::take(self.front);
        let looks = (self.going, within);
        let near = match &self.other {
            Other::Bone(planes) => front.search(self.boxes, looks, |apart| {
                let (near, side) = self.look_at_bone(planes, apart, within);
                (near, Some(side))
            }),
            Other::Plant(slabs) => {
                let mut swept = vec![None; self.boxes[0].len()];
                front.search(self.boxes, looks, |apart| {
                    let boxes = self.nodes(apart.parts);
                    let swept = swept[apart.parts.0 as usize]
                        .get_or_insert_with(|| self.approach.swept(boxes[0], within));
                    (self.look_at_plant(slabs, swept, boxes, within), None)
                })
            }
        };
        *self.front = front;
        near
    }

    /// Looks at parts of two bones along the direction along which they were apart last, or else from box to box.
    fn look_at_bone(
        &self,
        planes: &Planes<'_, T>,
        apart: &Apart,
        within: f64,
    ) -> (Nearness, Vector3<f64>) {
        let boxes = self.nodes(apart.parts);
        let axis = pieces_in(boxes).and_then(|pair| self.axis(pair));
        let side = axis.or(apart.side).unwrap_or_else(|| {
            let between = self.approach.between(boxes);
            between.try_normalize(0.0).unwrap_or_else(Vector3::y)
        });
        planes.look(apart.parts, side, (&self.approach, boxes, within))
    }

    /// Looks at a part of a bone and one of the plant by their boxes, and if these may meet, at the pieces in them.
    fn look_at_plant(
        &self,
        slabs: &[Slab],
        swept: &Swept,
        boxes: [&Node; 2],
        within: f64,
    ) -> Nearness {
        let near = swept.near(boxes[1], within);
        match pieces_in(boxes) {
            Some(pair) if near.free < within => self.look_at_triangle(pair, slabs, boxes, within),
            _ => near,
        }
    }

    /// Returns the direction along which two pieces were apart when it was asked about them last.
    fn axis(&self, pair: Pair) -> Option<Vector3<f64>> {
        let axis = self.warm_starts.get(&pair).and_then(WarmStart::axis);
        axis.map(|axis| axis.map(T::as_f64).normalize())
    }

    fn nodes(&self, (a, b): (u32, u32)) -> [&Node; 2] {
        [&self.boxes[0][a as usize], &self.boxes[1][b as usize]]
    }

    /// Looks at a piece and a triangle in their boxes, across the triangle and then along the vector that separated them
    /// last.
    fn look_at_triangle(
        &self,
        pair: Pair,
        slabs: &[Slab],
        boxes: [&Node; 2],
        within: f64,
    ) -> Nearness {
        let slab = &slabs[pair.1 as usize];
        let across = self.approach.of_slab(boxes[0], slab, within);
        if across.free >= within {
            return across;
        }
        let axis = self.axis(pair).unwrap_or_else(|| {
            let between = self.approach.between(boxes);
            slab.normal * slab.normal.dot(&between).signum()
        });
        let reach = |body: usize, along: &Vector3<f64>| self.reach(body, pair, along);
        let along = (&axis, within);
        across.or(self.approach.of_pieces(boxes, along, reach))
    }

    /// Returns how far two pieces are apart along the vector that separated them last.
    fn gap_of(&self, pair: Pair) -> f64 {
        self.axis(pair).map_or(f64::NEG_INFINITY, |axis| {
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

/// Returns the pieces in two boxes, if each has one.
fn pieces_in(boxes: [&Node; 2]) -> Option<Pair> {
    match boxes.map(|node| node.content) {
        [Content::Piece(a), Content::Piece(b)] => Some((a, b)),
        _ => None,
    }
}
