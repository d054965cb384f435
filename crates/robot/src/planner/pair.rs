//! Two pieces of a planner's search: where they are, and what a direction proves of them.

use std::ops::ControlFlow;

use nalgebra::Vector3;

use super::middle::Middle;
use super::parts::Parts;
use super::side::{Edge, Side};
use super::stance::Stance;
use crate::Rules;
use crate::bodies::{Owner, PosedShape, SeenId};
use crate::checker::Checker;
use crate::kinematics::ViewId;
use crate::motion::Bounds;
use crate::tolerance::{Met, spend};
use crate::tuning::ENOUGH_OF_GAP;
use photofinish::separation::{Instant, second_order_margin};
use photofinish::support::unit;
use photofinish::{QueryError, SupportMap, Tracker, resolution};

/// What a piece may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::planner) enum With {
    /// A piece of an object.
    Object(u32),
    /// A point of a cloud.
    Point { cloud: u32, point: u32 },
    /// A piece of another link, by the index of the pair among the robot's own.
    Own(u32),
}

/// Two pieces that may touch during a span.
#[derive(Clone, Copy, Debug)]
pub(in crate::planner) struct Candidate {
    /// The first piece, among those of links.
    pub(in crate::planner) part: u32,
    pub(in crate::planner) with: With,
    /// The direction to be tried first, from the first piece to the second; none is known if it is zero.
    pub(in crate::planner) axis: Vector3<f64>,
    /// Iff they touched when they were last seen.
    pub(in crate::planner) meets: bool,
    /// Iff they were tested over a span.
    pub(in crate::planner) is_tested: bool,
}

/// Two pieces, and the distance that they must keep.
pub(in crate::planner) struct Both<'s> {
    a: Side<'s>,
    b: Side<'s>,
    target: f64,
    pub(in crate::planner) owners: [Owner; 2],
}

/// What a test of two pieces over a span, or at one of its ends, shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::planner) enum Shown {
    Apart,
    /// They touch at this time. A query also proves them apart before.
    Contact(f64),
    /// Nothing is known.
    Open,
    /// Nothing will be known after this time.
    Undecided(f64),
}

impl<'s> Both<'s> {
    pub(in crate::planner) fn new(checker: &'s Checker, candidate: &Candidate) -> Self {
        let parts = &checker.parts;
        let to = |owner, b| Self::of(parts, candidate.part, (owner, b));
        match candidate.with {
            With::Object(object) => {
                let (b, _) = &parts.objects[object as usize];
                to(b.owner, Side::of_part(b))
            }
            With::Point { cloud, point } => {
                let cloud = &parts.clouds[cloud as usize];
                to(cloud.owner, cloud.side(point))
            }
            With::Own(own) => {
                let bodies = &checker.bodies;
                let pair = &bodies[parts.own[own as usize].pair];
                let owner = |seen: SeenId| bodies[bodies[seen].body].owner;
                Self {
                    target: pair.target_distance,
                    owners: [pair.a, pair.b].map(owner),
                    a: Side::of_seen(bodies, pair.a),
                    b: Side::of_seen(bodies, pair.b),
                }
            }
        }
    }

    /// Returns a piece of a link, and something of an object.
    pub(in crate::planner) fn of(
        parts: &'s Parts,
        part: u32,
        (owner, b): (Owner, Side<'s>),
    ) -> Self {
        let a = &parts.links[part as usize];
        Self {
            target: parts.kept(a.owner, owner),
            owners: [a.owner, owner],
            a: Side::of_part(a),
            b,
        }
    }

    /// Returns the views of the frames of both pieces.
    pub(in crate::planner) fn views(&self) -> [Option<ViewId>; 2] {
        [self.a.view, self.b.view]
    }

    fn placed(&self, edge: Edge<'_>, stance: &Stance) -> [PosedShape<'_>; 2] {
        [self.a.placed(edge, stance), self.b.placed(edge, stance)]
    }

    /// Tests the pieces where they are at one time.
    pub(in crate::planner) fn at(
        &self,
        edge: Edge<'_>,
        stance: &Stance,
        rules: &Rules,
        candidate: &mut Candidate,
    ) -> Shown {
        let [a, b] = self.placed(edge, stance);
        let instant = Instant::new(stance.time, &a, &b, self.target);
        if candidate.axis == Vector3::zeros() {
            candidate.axis = between(&a, &b);
        } else if instant.gap(&candidate.axis) > 0.0 {
            return Shown::Apart;
        }
        if self.target > 0.0 {
            return self.looked(&instant, [&a, &b], rules, candidate);
        }
        // any direction will do to tell that they do not touch
        let mut tracker = Tracker::new().along(candidate.axis);
        if tracker.intersects(&a, &b) {
            return self.touching(stance.time, [&a, &b], rules, candidate);
        }
        candidate.axis = tracker.axis().copied().unwrap_or(candidate.axis);
        candidate.meets = false;
        match instant.gap(&candidate.axis) > 0.0 {
            true => Shown::Apart,
            false => Shown::Open,
        }
    }

    /// Returns what two pieces show that touch.
    fn touching(
        &self,
        time: f64,
        [a, b]: [&PosedShape<'_>; 2],
        rules: &Rules,
        candidate: &mut Candidate,
    ) -> Shown {
        if rules.is_unresolved(self.sizes(), resolution(a, b).norm()) {
            return Shown::Undecided(time);
        }
        candidate.meets = true;
        Shown::Contact(time)
    }

    /// Looks for a direction that separates the pieces well at one time, and leaves it as the candidate's.
    fn looked(
        &self,
        instant: &Instant<&PosedShape<'_>, &PosedShape<'_>, f64, 3>,
        [a, b]: [&PosedShape<'_>; 2],
        rules: &Rules,
        candidate: &mut Candidate,
    ) -> Shown {
        let mut tracker = Tracker::new().along(candidate.axis);
        let found = tracker.separate(a, b, |iterate| {
            let proven = iterate.lower_bound - self.target;
            let possible = iterate.upper_bound - self.target;
            let known = proven > 0.0 && proven > possible * ENOUGH_OF_GAP;
            if known || possible <= 0.0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        candidate.axis = found.normal;
        candidate.meets = false;
        if found.lower_bound > self.target && instant.gap(&found.normal) > 0.0 {
            return Shown::Apart;
        }
        let touches = if self.target > 0.0 {
            let near = tracker.proximity(a, b).signed_distance();
            near <= self.target + rules.tolerance_of(self.sizes(), resolution(a, b).norm())
        } else {
            tracker.intersects(a, b)
        };
        if !touches {
            return Shown::Open;
        }
        self.touching(instant.time(), [a, b], rules, candidate)
    }

    /// Tests the pieces over the span between two times.
    pub(in crate::planner) fn over(
        &self,
        (edge, middle): (Edge<'_>, &mut Middle),
        [start, end]: [&Stance; 2],
        rules: &Rules,
        candidate: &mut Candidate,
    ) -> Shown {
        let before = self.placed(edge, start);
        let after = self.placed(edge, end);
        let before_at = Instant::new(start.time, &before[0], &before[1], self.target);
        let after_at = Instant::new(end.time, &after[0], &after[1], self.target);
        if candidate.axis == Vector3::zeros() {
            candidate.axis = between(&before[0], &before[1]);
        }
        let is_new = !std::mem::replace(&mut candidate.is_tested, true);
        let mut looked = [false, false];
        loop {
            let s = candidate.axis;
            let gaps = [before_at.gap(&s), after_at.gap(&s)];
            if gaps[0] > 0.0 && gaps[1] > 0.0 {
                if self.proves((gaps, &s), (start.time, end.time), (edge, middle)) {
                    return Shown::Apart;
                }
                // one that separates them well may do
                if looked != [false, false] || !is_new {
                    return Shown::Open;
                }
            }
            // the end at which the direction fails has another one, which may separate the pieces at both
            let at = usize::from(gaps[0] > 0.0 && !(gaps[1] > 0.0));
            if std::mem::replace(&mut looked[at], true) {
                return Shown::Open;
            }
            let (instant, [a, b]) = [(&before_at, &before), (&after_at, &after)][at];
            let shown = self.looked(instant, [a, b], rules, candidate);
            if shown != Shown::Apart {
                return shown;
            }
        }
    }

    /// Returns whether a direction with gaps at both ends of a span proves the pieces apart in between.
    fn proves(
        &self,
        (gaps, s): ([f64; 2], &Vector3<f64>),
        (start, end): (f64, f64),
        (edge, middle): (Edge<'_>, &mut Middle),
    ) -> bool {
        let length = (end - start) * (1.0 + f64::EPSILON);
        let is_enough = |bound: f64| second_order_margin(gaps[0], gaps[1], bound, length) > 0.0;
        let bounds = [&self.a, &self.b].map(|side| side.bounds(edge));
        let anywhere = |bounds: &Option<Bounds>| bounds.map_or(0.0, |bounds| bounds.anywhere());
        if is_enough(anywhere(&bounds[0]) + anywhere(&bounds[1])) {
            return true;
        }
        middle.of((start, end), edge);
        let mut along = |side: &Side<'_>, bounds: &Option<Bounds>, s: &Vector3<f64>| {
            let bounds = bounds.as_ref();
            bounds.map_or(0.0, |bounds| side.acceleration(bounds, s, (edge, middle)))
        };
        is_enough(along(&self.a, &bounds[0], &-s) + along(&self.b, &bounds[1], s))
    }

    /// Returns a bound of the angle that the joints turn which move the pieces, over the whole edge.
    pub(in crate::planner) fn turns(&self, edge: Edge<'_>) -> f64 {
        self.a.turns(edge) + self.b.turns(edge)
    }

    /// Asks the query for moving bodies when the pieces first touch during a span.
    pub(in crate::planner) fn first(
        &self,
        edge: Edge<'_>,
        (from, to): (f64, f64),
        rules: &Rules,
        left: &mut u64,
    ) -> Shown {
        let [a, b] = [&self.a, &self.b].map(|side| side.moving(edge));
        let solution = rules
            .query(self.target, *left)
            .time_of_impact(&a, &b, from..=to);
        spend(left, &solution);
        let resolved = || {
            let [a, b] = [&self.a, &self.b].map(|side| side.placed_at(edge, from));
            resolution(&a, &b).norm()
        };
        let outcome = solution.map(|solution| solution.outcome);
        let sizes = (self.sizes(), from);
        let met = outcome
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|outcome| rules.met(outcome, sizes, resolved));
        match met {
            Ok(None) => Shown::Apart,
            Ok(Some(Met::At(impact))) => Shown::Contact(impact.time),
            Ok(Some(Met::AtStart)) => Shown::Contact(from),
            Err(QueryError::Undecided { clear_until, .. }) => Shown::Undecided(clear_until),
            Err(_) => Shown::Undecided(from),
        }
    }

    fn sizes(&self) -> [f64; 2] {
        [self.a.size(), self.b.size()]
    }
}

/// Returns the direction from a point inside one piece to a point inside another.
fn between(a: &PosedShape<'_>, b: &PosedShape<'_>) -> Vector3<f64> {
    let inside = |piece: &PosedShape<'_>| piece.interior_point() + piece.location();
    unit(inside(b) - inside(a))
}
