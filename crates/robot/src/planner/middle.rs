//! How a robot moves in the middle of a span.

use super::side::Edge;
use crate::following::{Moves, carried};
use crate::kinematics::ViewId;
use crate::motion::middle_of;
use crate::pose::Pose;

/// How frames move in the middle of a span, as far as that was asked for.
#[derive(Clone, Debug, Default)]
pub(in crate::planner) struct Middle {
    span: Option<(f64, f64)>,
    time: f64,
    away: f64,
    /// Where each frame is in its parent, with the value of its joint and its derivatives.
    inner: Vec<Option<(Pose, [f64; 4])>>,
    /// How the frame of each view moves.
    moves: Vec<Option<Moves>>,
}

impl Middle {
    /// Forgets what was known, as another edge is followed.
    pub(in crate::planner) fn forget(&mut self) {
        self.span = None;
    }

    /// Turns to a span.
    pub(in crate::planner) fn of(&mut self, span: (f64, f64), edge: Edge<'_>) {
        if self.span == Some(span) {
            return;
        }
        self.span = Some(span);
        (self.time, self.away) = middle_of(span.0, span.1);
        self.inner.clear();
        self.inner.resize(edge.kinematics.frames().len(), None);
        self.moves.clear();
        self.moves.resize(edge.kinematics.views().len(), None);
    }

    /// Returns how far the ends of the span are from the middle.
    pub(in crate::planner) fn away(&self) -> f64 {
        self.away
    }

    /// Returns how a view's frame moves.
    pub(in crate::planner) fn moves(&mut self, edge: Edge<'_>, view: Option<ViewId>) -> Moves {
        let known = |moves: &[Option<Moves>], view: ViewId| moves[view.index()];
        let mut moves = Moves::at_rest();
        if let Some(known) = view.and_then(|view| known(&self.moves, view)) {
            return known;
        }
        for view in edge.kinematics.chain(view).outwards() {
            moves = match known(&self.moves, view) {
                Some(known) => known,
                None => {
                    let index = edge.kinematics.views()[view.index()].frame.moving();
                    let frame = &edge.kinematics.frames()[index];
                    let inner = self.inner[index]
                        .get_or_insert_with(|| edge.following.inner(frame, index, self.time));
                    carried(&moves, frame, inner)
                }
            };
            self.moves[view.index()] = Some(moves);
        }
        moves
    }
}
