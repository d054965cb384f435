//! Two pieces of a planner's search: where they are, and what a direction proves of them.

use std::borrow::Cow;
use std::ops::ControlFlow;

use nalgebra::Vector3;

use super::parts::{Part, Parts};
use super::stance::Stance;
use super::tree::Leaf;
use crate::Rules;
use crate::bodies::{Bodies, Owner, PosedShape, SeenId};
use crate::checker::Checker;
use crate::following::Following;
use crate::kinematics::{Kinematics, ViewId};
use crate::motion::{Bounds, Mount, OnFrame};
use crate::pose::Pose;
use crate::tuning::{COARSEST, ENOUGH_OF_GAP, ERRORS_IN_TOLERANCE};
use photofinish::motion::Motion;
use photofinish::separation::{Instant, second_order_margin};
use photofinish::shape::AnyShape;
use photofinish::support::{Posed, unit};
use photofinish::{
    Moving, Outcome, Query, QueryError, Span, SupportMap, Tracker, UndecidedReason, resolution,
};

/// What a piece may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::planner) enum With {
    /// A piece of an object.
    Object(u32),
    /// A point of a cloud.
    Point { cloud: u32, point: u32 },
    /// A box around some points of a cloud, which is not there itself.
    Cluster { cloud: u32, leaf: Leaf },
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

/// A piece, as it is seen from the frame of its pair.
struct Side<'s> {
    shape: Cow<'s, AnyShape<f64, 3>>,
    view: Option<ViewId>,
    mount: Cow<'s, Mount>,
    reach: f64,
    reach_of_origin: f64,
    /// The piece of a link, if it is seen from the world.
    of_world: Option<&'s Part>,
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

/// An edge that is followed.
#[derive(Clone, Copy)]
pub(in crate::planner) struct Edge<'s> {
    pub(in crate::planner) kinematics: &'s Kinematics,
    pub(in crate::planner) following: &'s Following,
}

impl<'s> Side<'s> {
    fn of_part(part: &'s Part) -> Self {
        Self {
            shape: Cow::Borrowed(&part.shape),
            view: part.view,
            mount: Cow::Borrowed(&part.mount),
            reach: part.reach,
            reach_of_origin: part.reach_of_origin,
            of_world: Some(part),
        }
    }

    fn of_seen(bodies: &'s Bodies, seen: SeenId) -> Self {
        let seen = &bodies[seen];
        Self {
            shape: Cow::Borrowed(&bodies[seen.body].shape),
            view: seen.view,
            mount: Cow::Borrowed(&seen.mount),
            reach: seen.reach,
            reach_of_origin: seen.reach_of_origin,
            of_world: None,
        }
    }

    fn at_rest(shape: Cow<'s, AnyShape<f64, 3>>, mount: Mount, reach: f64) -> Self {
        Self {
            shape,
            view: None,
            mount: Cow::Owned(mount),
            reach,
            // shapes around points are around the origin of their frames
            reach_of_origin: reach,
            of_world: None,
        }
    }

    #[inline]
    fn placed(&self, edge: Edge<'_>, stance: &Stance) -> PosedShape<'_> {
        let pose = match (self.view, self.of_world) {
            (None, _) => Pose::identity(),
            (_, Some(part)) => stance.frame(part),
            (view, None) => stance.seen(edge.kinematics, view),
        };
        let placement = self
            .mount
            .placement(&pose, edge.following.limits(self.view));
        Posed::placed(&*self.shape, self.reach_of_origin, placement)
    }

    fn motion<'m>(&'m self, edge: Edge<'m>) -> OnFrame<'m> {
        OnFrame {
            kinematics: edge.kinematics,
            following: edge.following,
            view: self.view,
            mount: &self.mount,
        }
    }

    /// Returns a bound of the acceleration of any point in any direction over the whole edge.
    #[inline]
    fn accelerates(&self, edge: Edge<'_>) -> f64 {
        match self.view {
            None => 0.0,
            view => Bounds::new(edge.following.limits(view), &self.mount, self.reach).anywhere(),
        }
    }

    fn size(&self) -> f64 {
        self.reach + SupportMap::<f64, 3>::radius(&*self.shape)
    }
}

impl<'s> Both<'s> {
    pub(in crate::planner) fn new(
        checker: &'s Checker,
        parts: &'s Parts,
        candidate: &Candidate,
    ) -> Self {
        let to = |owner, b| {
            let a = &parts.links[candidate.part as usize];
            Self {
                target: parts.kept(a.owner, owner),
                owners: [a.owner, owner],
                a: Side::of_part(a),
                b,
            }
        };
        match candidate.with {
            With::Object(object) => {
                let (b, _) = &parts.objects[object as usize];
                to(b.owner, Side::of_part(b))
            }
            With::Point { cloud, point } => {
                let cloud = &parts.clouds[cloud as usize];
                let shape = Cow::Borrowed(&cloud.shape);
                to(
                    cloud.owner,
                    Side::at_rest(shape, cloud.mount(point), cloud.reach),
                )
            }
            With::Cluster { cloud, leaf } => {
                let cloud = &parts.clouds[cloud as usize];
                let (shape, mount, reach) = cloud.cluster(leaf);
                to(cloud.owner, Side::at_rest(Cow::Owned(shape), mount, reach))
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
        if self.is_too_coarse(rules, resolution(a, b).norm() * ERRORS_IN_TOLERANCE) {
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
            near <= self.target + self.tolerance(rules)
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
        edge: Edge<'_>,
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
        let length = (end.time - start.time) * (1.0 + f64::EPSILON);
        let anywhere = self.a.accelerates(edge) + self.b.accelerates(edge);
        let is_new = !std::mem::replace(&mut candidate.is_tested, true);
        let mut looked = [false, false];
        loop {
            let s = candidate.axis;
            let gaps = [before_at.gap(&s), after_at.gap(&s)];
            if gaps[0] > 0.0 && gaps[1] > 0.0 {
                let proves =
                    |bound: f64| second_order_margin(gaps[0], gaps[1], bound, length) > 0.0;
                if proves(anywhere)
                    || self
                        .acceleration(edge, &s, (start.time, end.time))
                        .is_some_and(proves)
                {
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

    /// Returns a bound of the relative acceleration along a direction during a span.
    fn acceleration(
        &self,
        edge: Edge<'_>,
        s: &Vector3<f64>,
        (start, end): (f64, f64),
    ) -> Option<f64> {
        let during = Span::new(start, end).ok()?;
        let (a, b) = (self.a.motion(edge), self.b.motion(edge));
        let of_a = a.acceleration_bound(&-s, during, self.a.reach)?;
        Some(of_a + b.acceleration_bound(s, during, self.b.reach)?)
    }

    /// Returns the angle that the joints turn which move the pieces, over the whole edge.
    pub(in crate::planner) fn turns(&self, edge: Edge<'_>) -> f64 {
        let turns = |side: &Side<'_>| edge.following.limits(side.view).turns();
        turns(&self.a) + turns(&self.b)
    }

    /// Asks the query for moving bodies when the pieces first touch during a span.
    pub(in crate::planner) fn first(
        &self,
        edge: Edge<'_>,
        (from, to): (f64, f64),
        rules: &Rules,
        left: &mut u64,
    ) -> Shown {
        let mut query = Query::new().target_distance(self.target).budget(*left);
        if let Some(tolerance) = rules.tolerance {
            query = query.tolerance(tolerance);
        }
        let [a, b] = [&self.a, &self.b].map(|side| Moving::new(&*side.shape, side.motion(edge)));
        let solution = match query.time_of_impact(&a, &b, from..=to) {
            Ok(solution) => solution,
            Err(QueryError::Undecided {
                clear_until,
                reason,
            }) => {
                if matches!(reason, UndecidedReason::Budget { .. }) {
                    *left = 0;
                }
                return Shown::Undecided(clear_until);
            }
            Err(_) => return Shown::Undecided(from),
        };
        *left = left.saturating_sub(solution.statistics.support_evaluations);
        match solution.outcome {
            Outcome::Separated(_) => Shown::Apart,
            Outcome::Impact(impact) if self.is_too_coarse(rules, impact.tolerance) => {
                Shown::Undecided(impact.time)
            }
            Outcome::Impact(impact) => Shown::Contact(impact.time),
            Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
                Shown::Contact(from)
            }
        }
    }

    /// Returns the tolerance of a contact, without the part that rounding adds.
    fn tolerance(&self, rules: &Rules) -> f64 {
        let (one, other) = (self.a.size(), self.b.size());
        let size = if one > 0.0 && other > 0.0 {
            one.min(other)
        } else {
            one.max(other)
        };
        rules.tolerance.unwrap_or(size * f64::EPSILON.sqrt())
    }

    /// Returns whether a tolerance is too large beside the pieces for a contact to mean anything.
    fn is_too_coarse(&self, rules: &Rules, tolerance: f64) -> bool {
        let largest = self.a.size().max(self.b.size());
        rules.tolerance.is_none() && tolerance > largest * COARSEST
    }
}

/// Returns the direction from a point inside one piece to a point inside another.
fn between(a: &PosedShape<'_>, b: &PosedShape<'_>) -> Vector3<f64> {
    let inside = |piece: &PosedShape<'_>| piece.interior_point() + piece.location();
    unit(inside(b) - inside(a))
}
