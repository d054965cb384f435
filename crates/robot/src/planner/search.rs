//! The search over one edge: it rejects first, and then proves.
//!
//! At the ends of the edge, and at the middle of every span that must be halved, pieces whose boxes overlap are tested
//! where they are. Over a span, each piece of a link has a box that is proven to contain it: its points leave the boxes at
//! the ends by at most M h^2 / 8, where M bounds their acceleration and h is the length of the span. The pieces in reach
//! of this box are tested over the span. Spans are searched in the order of time.

use std::ops::{ControlFlow, Range};

use nalgebra::Vector3;

use super::pair::{Both, Candidate, Edge, Shown, With};
use super::parts::Parts;
use super::stance::Stance;
use super::tree::Bounds;
use crate::bodies::Owner;
use crate::checker::Checker;
use crate::following::Following;
use crate::motion;
use crate::polynomial::Polynomial;
use crate::tuning::{LOOSE, MAX_LEVEL, SHORT_SPAN, VERY_SHORT_SPAN};

/// The factor by which the excess of a box is rounded up: half a dozen products and sums.
const EXCESS_FACTOR: f64 = 1.0 + 16.0 * f64::EPSILON;

/// Where a search ended, other than clear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::planner) struct Ended {
    pub(in crate::planner) share: f64,
    pub(in crate::planner) owners: [Owner; 2],
    pub(in crate::planner) is_contact: bool,
}

/// A span that is to be searched.
struct Pending {
    start: usize,
    end: usize,
    level: usize,
    /// The pieces of links whose boxes were too wide so far, and the candidates that are open.
    wide: Range<usize>,
    open: Range<usize>,
}

/// The search over an edge, with the memory that it keeps for the next one.
pub(in crate::planner) struct Search<'c> {
    checker: &'c Checker,
    parts: &'c Parts,
    following: Following,
    /// The robot at both ends of the edge, and at the middles of open spans, one for each level.
    stances: Vec<Stance>,
    /// For each piece of a link, a bound of the acceleration of its points along the edge.
    accelerations: Vec<f64>,
    /// A box around each piece of a link over the edge.
    swept: Vec<Bounds>,
    /// The pieces of links that move in the world.
    moving: Vec<u32>,
    /// The largest distance that is to be kept.
    widest: f64,
    wide: Vec<u32>,
    open: Vec<Candidate>,
    spans: Vec<Pending>,
    /// Candidates that were seen at some time, with the directions that were found then.
    seen: Vec<Candidate>,
    near: Vec<Candidate>,
    /// True iff the first contact is asked for, and not any.
    is_first: bool,
    /// True iff nothing will be known of a pair that a posture leaves open.
    is_posture: bool,
    /// The time from which on nothing is searched.
    limit: f64,
    ended: Option<Ended>,
    /// How pieces at rest end every search.
    at_rest: Option<Ended>,
    left: u64,
}

/// The most candidates that are remembered: each is looked for among all of them.
///
/// Without a memory short clear edges of a Panda take a tenth more in the mean. Without a limit an edge of a bar past 16,000
/// balls, all in its box, takes 366 ms in place of 17.
const MOST_SEEN: usize = 64;

/// The index of the first middle among the stances.
const MIDDLES: usize = 2;

impl<'c> Search<'c> {
    pub(in crate::planner) fn new(checker: &'c Checker) -> Self {
        let parts = &checker.parts;
        let moving = (0..parts.links.len()).filter(|&part| parts.links[part].view.is_some());
        let mut search = Self {
            moving: moving.map(|part| part as u32).collect(),
            widest: parts.widest,
            checker,
            parts,
            following: Following::default(),
            stances: vec![Stance::default(); MIDDLES],
            accelerations: Vec::new(),
            swept: Vec::new(),
            wide: Vec::new(),
            open: Vec::new(),
            spans: Vec::new(),
            seen: Vec::new(),
            near: Vec::new(),
            is_first: false,
            is_posture: false,
            limit: 1.0,
            ended: None,
            at_rest: None,
            left: 0,
        };
        search.rest();
        search
    }

    /// Tests the pieces that no joint moves, once for all.
    fn rest(&mut self) {
        let rest = self.checker.rest.iter();
        let rest: Vec<_> = rest.map(|&q| Polynomial::linear(q, q)).collect();
        self.begin(&rest, false);
        self.is_posture = true;
        self.place(0, 0.0);
        for part in 0..self.parts.links.len() {
            let ended = self.parts.links[part].view.is_none()
                && self.look_around(0, part as u32).is_break();
            if ended {
                break;
            }
        }
        self.at_rest = self.ended;
    }

    /// Searches an edge for its first contact, or for any. Returns none if it is clear.
    pub(in crate::planner) fn edge(
        &mut self,
        joints: &[Polynomial],
        is_first: bool,
    ) -> Option<Ended> {
        self.begin(joints, is_first);
        if self.at_rest.is_none() {
            // what was found is noted
            let _ = self.whole();
        }
        self.ended
    }

    /// Searches a posture, which the edge stands still at.
    pub(in crate::planner) fn posture(&mut self, joints: &[Polynomial]) -> Option<Ended> {
        self.begin(joints, false);
        self.is_posture = true;
        if self.at_rest.is_none() {
            self.place(0, 0.0);
            let _ = self.look_at_all(0);
        }
        self.ended
    }

    fn begin(&mut self, joints: &[Polynomial], is_first: bool) {
        self.following.follow(&self.checker.kinematics, joints);
        self.seen.clear();
        self.spans.clear();
        self.wide.clear();
        self.open.clear();
        self.wide.extend(&self.moving);
        (self.is_first, self.is_posture) = (is_first, false);
        (self.limit, self.ended) = (1.0, self.at_rest);
        self.left = self.checker.rules.budget;
    }

    fn whole(&mut self) -> ControlFlow<()> {
        // planners know most starts
        for (index, time) in [(1, 1.0), (0, 0.0)] {
            self.place(index, time);
            self.look_at_all(index)?;
        }
        self.sweep();
        self.spans.push(Pending {
            start: 0,
            end: 1,
            level: 0,
            wide: 0..self.wide.len(),
            open: 0..0,
        });
        while let Some(span) = self.spans.pop() {
            // what follows belongs to spans that are done
            self.wide.truncate(span.wide.end);
            self.open.truncate(span.open.end);
            if self.stances[span.start].time < self.limit {
                self.span(span)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn place(&mut self, index: usize, time: f64) {
        if index == self.stances.len() {
            self.stances.push(Stance::default());
        }
        let along = (&self.checker.kinematics, &self.following);
        self.stances[index].place(along, &self.parts.links, time);
    }

    /// Tests all pieces where they are at one time.
    fn look_at_all(&mut self, index: usize) -> ControlFlow<()> {
        for at in 0..self.wide.len() {
            self.look_around(index, self.wide[at])?;
        }
        for own in 0..self.parts.own.len() {
            let [a, b] = self.parts.own[own].parts;
            let boxes = &self.stances[index].boxes;
            if boxes[a].widened(self.widest).overlaps(&boxes[b]) {
                self.look_at(index, &mut self.remembered(a as u32, With::Own(own as u32)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests a piece of a link where it is at one time against all that may be in reach.
    fn look_around(&mut self, index: usize, part: u32) -> ControlFlow<()> {
        let bounds = self.stances[index].boxes[part as usize];
        let mut near = std::mem::take(&mut self.near);
        self.in_reach(part, &bounds, &mut near);
        let mut going = ControlFlow::Continue(());
        while let Some(mut candidate) = near.pop() {
            if self.is_cluster(&candidate) {
                let (both, edge) = (self.both(&candidate), self.followed());
                let rules = &self.checker.rules;
                let shown = both.at(edge, &self.stances[index], rules, &mut candidate);
                self.scatter(shown, &candidate, &bounds, &mut near);
                continue;
            }
            going = self.look_at(index, &mut candidate);
            if going.is_break() {
                break;
            }
        }
        self.near = near;
        going
    }

    fn both(&self, candidate: &Candidate) -> Both<'c> {
        Both::new(self.checker, self.parts, candidate)
    }

    fn is_cluster(&self, candidate: &Candidate) -> bool {
        matches!(candidate.with, With::Cluster { .. })
    }

    /// Replaces a cluster that is not proven apart by its points in a box.
    fn scatter(
        &self,
        shown: Shown,
        cluster: &Candidate,
        bounds: &Bounds,
        near: &mut Vec<Candidate>,
    ) {
        let (With::Cluster { cloud, leaf }, true) = (cluster.with, shown != Shown::Apart) else {
            return;
        };
        let bounds = bounds.widened(self.widest);
        let points = &self.parts.clouds[cloud as usize];
        for &point in points.tree.numbers(leaf) {
            if points.bounds(point).overlaps(&bounds) {
                near.push(Candidate {
                    with: With::Point { cloud, point },
                    meets: false,
                    ..*cluster
                });
            }
        }
    }

    /// Tests two pieces where they are at one time, and keeps the direction that is found.
    fn look_at(&mut self, index: usize, candidate: &mut Candidate) -> ControlFlow<()> {
        let both = self.both(candidate);
        let stance = &self.stances[index];
        let shown = both.at(self.followed(), stance, &self.checker.rules, candidate);
        let owners = both.owners;
        self.remember(candidate);
        match shown {
            Shown::Contact(time) => self.end(time, owners, true),
            Shown::Open | Shown::Undecided(_) if self.is_posture => {
                self.end(self.stances[index].time, owners, false)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Notes where the search ends, and whether it has ended.
    fn end(&mut self, share: f64, owners: [Owner; 2], is_contact: bool) -> ControlFlow<()> {
        let ended = Ended {
            share,
            owners,
            is_contact,
        };
        if self.is_first {
            if self.ended.is_none() || share < self.limit {
                (self.limit, self.ended) = (share, Some(ended));
            }
            return ControlFlow::Continue(());
        }
        self.ended = Some(ended);
        // another pair may touch where this one is undecided
        match is_contact {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn followed(&self) -> Edge<'_> {
        Edge {
            kinematics: &self.checker.kinematics,
            following: &self.following,
        }
    }

    /// Remembers the direction of a candidate, unless it is a point or too many are known.
    fn remember(&mut self, candidate: &Candidate) {
        if matches!(candidate.with, With::Point { .. }) {
            return;
        }
        match self.memory(candidate) {
            Some(place) => self.seen[place] = *candidate,
            None if self.seen.len() < MOST_SEEN => self.seen.push(*candidate),
            None => {}
        }
    }

    fn memory(&self, candidate: &Candidate) -> Option<usize> {
        let is_same = |seen: &Candidate| seen.part == candidate.part && seen.with == candidate.with;
        self.seen.iter().position(is_same)
    }

    /// Returns a candidate with the direction that was found for it before.
    fn remembered(&self, part: u32, with: With) -> Candidate {
        let new = Candidate {
            part,
            with,
            axis: Vector3::zeros(),
            meets: false,
            is_tested: false,
        };
        self.memory(&new).map_or(new, |place| self.seen[place])
    }

    /// Finds what a piece of a link that stays in a box may touch.
    fn in_reach(&self, part: u32, bounds: &Bounds, near: &mut Vec<Candidate>) {
        let bounds = bounds.widened(self.widest);
        let owner = self.parts.links[part as usize].owner;
        near.clear();
        self.parts.near(&bounds, |object, piece| {
            if !self.parts.kept(owner, piece.owner).is_nan() {
                near.push(self.remembered(part, With::Object(object)));
            }
        });
        for (index, cloud) in self.parts.clouds.iter().enumerate() {
            if self.parts.kept(owner, cloud.owner).is_nan() {
                continue;
            }
            cloud.tree.near(&bounds, |leaf| {
                near.push(Candidate {
                    part,
                    with: With::Cluster {
                        cloud: index as u32,
                        leaf,
                    },
                    axis: Vector3::zeros(),
                    meets: false,
                    is_tested: false,
                });
            });
        }
    }

    /// Bounds the accelerations and the places of all pieces of links over the edge.
    fn sweep(&mut self) {
        let Self {
            following,
            parts,
            stances,
            accelerations,
            swept,
            ..
        } = self;
        accelerations.clear();
        swept.clear();
        for (index, part) in parts.links.iter().enumerate() {
            let bounds = motion::Bounds::new(following.limits(part.view), &part.mount, part.reach);
            let acceleration = match part.view {
                None => 0.0,
                Some(_) => bounds.anywhere(),
            };
            accelerations.push(acceleration);
            let [start, end] = [0, 1].map(|end: usize| &stances[end].boxes[index]);
            swept.push(start.around(end).widened(excess(acceleration, 1.0)));
        }
    }

    /// Tests the robot's own pairs over the whole edge.
    fn own_pairs(&mut self) -> ControlFlow<()> {
        let whole = [0, 1];
        for own in 0..self.parts.own.len() {
            let [a, b] = self.parts.own[own].parts;
            if self.swept[a].widened(self.widest).overlaps(&self.swept[b]) {
                self.test(self.remembered(a as u32, With::Own(own as u32)), whole)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches a span. What is not proven is left to its halves, or to queries if it is short.
    fn span(&mut self, span: Pending) -> ControlFlow<()> {
        let ends = [span.start, span.end];
        let [start, end] = ends.map(|index| self.stances[index].time);
        for at in span.wide.clone() {
            let part = self.wide[at];
            let excess = excess(self.accelerations[part as usize], end - start);
            let size = self.parts.links[part as usize].size();
            // written so that a bound that is not finite ends, too
            if excess > LOOSE * size && span.level < MAX_LEVEL / 2 {
                self.wide.push(part);
            } else {
                self.around(part, ends, excess)?;
            }
        }
        if span.level == 0 {
            self.own_pairs()?;
        }
        for at in span.open.clone() {
            let candidate = self.open[at];
            if !self.apart_by_boxes(&candidate, ends) {
                self.test(candidate, ends)?;
            }
        }
        self.halve(span, (start, end))
    }

    /// Tests a piece of a link over a span against all in reach of its box.
    fn around(&mut self, part: u32, ends: [usize; 2], excess: f64) -> ControlFlow<()> {
        let [start, end] = ends.map(|index| &self.stances[index].boxes[part as usize]);
        let bounds = start.around(end).widened(excess);
        let mut near = std::mem::take(&mut self.near);
        self.in_reach(part, &bounds, &mut near);
        let mut going = ControlFlow::Continue(());
        while let Some(mut candidate) = near.pop() {
            if self.is_cluster(&candidate) {
                let (both, edge) = (self.both(&candidate), self.followed());
                let stances = ends.map(|index| &self.stances[index]);
                let shown = both.over(edge, stances, &self.checker.rules, &mut candidate);
                self.scatter(shown, &candidate, &bounds, &mut near);
                continue;
            }
            going = self.test(candidate, ends);
            if going.is_break() {
                break;
            }
        }
        self.near = near;
        going
    }

    /// Returns whether the boxes of two pieces over a span tell that they stay apart. The ends may be the same time.
    fn apart_by_boxes(&self, candidate: &Candidate, ends: [usize; 2]) -> bool {
        let [start, end] = ends.map(|index| &self.stances[index]);
        let length = end.time - start.time;
        let of_link = |part: usize| {
            let swept = start.boxes[part].around(&end.boxes[part]);
            swept.widened(excess(self.accelerations[part], length))
        };
        let other = match candidate.with {
            With::Object(object) => self.parts.objects[object as usize].1,
            With::Own(own) => of_link(self.parts.own[own as usize].parts[1]),
            With::Point { cloud, point } => self.parts.clouds[cloud as usize].bounds(point),
            With::Cluster { cloud, leaf } => *self.parts.clouds[cloud as usize].tree.bounds(leaf),
        };
        let own = of_link(candidate.part as usize).widened(self.widest);
        !own.overlaps(&other)
    }

    /// Tests two pieces over a span. They are left open if they are not proven apart.
    fn test(&mut self, mut candidate: Candidate, ends: [usize; 2]) -> ControlFlow<()> {
        let both = self.both(&candidate);
        let stances = ends.map(|index| &self.stances[index]);
        let rules = &self.checker.rules;
        let shown = both.over(self.followed(), stances, rules, &mut candidate);
        let owners = both.owners;
        self.left = self.left.saturating_sub(1);
        match shown {
            Shown::Apart => return ControlFlow::Continue(()),
            Shown::Contact(time) => self.end(time, owners, true)?,
            Shown::Open | Shown::Undecided(_) => {}
        }
        self.open.push(candidate);
        ControlFlow::Continue(())
    }

    /// Leaves to the halves of a span what is not proven: the pieces of links and the candidates behind those of the span.
    fn halve(&mut self, span: Pending, (start, end): (f64, f64)) -> ControlFlow<()> {
        let (wide, mut open) = (
            span.wide.end..self.wide.len(),
            span.open.end..self.open.len(),
        );
        let is_last = span.level >= MAX_LEVEL || self.left == 0;
        let mut kept = open.start;
        for at in open.clone() {
            let candidate = self.open[at];
            let both = self.both(&candidate);
            let short = if candidate.meets {
                SHORT_SPAN
            } else {
                VERY_SHORT_SPAN
            };
            if !is_last && both.turns(self.followed()) * (end - start) > short {
                self.open[kept] = candidate;
                kept += 1;
                continue;
            }
            let until = end.min(self.limit);
            if start >= until {
                continue;
            }
            let mut left = self.left;
            let shown = both.first(
                self.followed(),
                (start, until),
                &self.checker.rules,
                &mut left,
            );
            let owners = both.owners;
            self.left = left;
            match shown {
                Shown::Contact(time) => self.end(time, owners, true)?,
                Shown::Undecided(time) => self.end(time, owners, false)?,
                Shown::Apart | Shown::Open => {}
            }
        }
        self.open.truncate(kept);
        open.end = kept;
        if wide.is_empty() && open.is_empty() {
            return ControlFlow::Continue(());
        }
        let (middle, level) = (MIDDLES + span.level, span.level + 1);
        self.place(middle, 0.5 * (start + end));
        for at in wide.clone() {
            self.look_around(middle, self.wide[at])?;
        }
        for at in open.clone() {
            let mut candidate = self.open[at];
            if self.apart_by_boxes(&candidate, [middle; 2]) {
                continue;
            }
            let going = self.look_at(middle, &mut candidate);
            self.open[at] = candidate;
            going?;
        }
        // the first half is searched first, so it goes last
        for (start, end) in [(middle, span.end), (span.start, middle)] {
            self.spans.push(Pending {
                start,
                end,
                level,
                wide: wide.clone(),
                open: open.clone(),
            });
        }
        ControlFlow::Continue(())
    }
}

/// Returns how far a point may leave the line between its places at the ends of a span: M h^2 / 8.
fn excess(acceleration: f64, length: f64) -> f64 {
    acceleration * length * length * 0.125 * EXCESS_FACTOR
}
