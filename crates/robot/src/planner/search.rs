//! The search over one edge: it rejects first, and then proves.
//!
//! At the ends of the edge, and at the middle of every span that must be halved, pieces whose boxes overlap are tested
//! where they are. Over a span, each piece of a link has a box that is proven to contain it: its points leave the boxes at
//! the ends by at most M h^2 / 8, where M bounds their acceleration and h is the length of the span. The pieces in reach
//! of this box are tested over the span. Spans are searched in the order of time.

use std::ops::{ControlFlow, Range};

use super::memory::Memory;
use super::middle::Middle;
use super::pair::{Both, Candidate, Shown};
use super::parts::{Part, Parts};
use super::reach::When;
use super::side::Edge;
use super::stance::Stance;
use super::tree::{Bounds, Leaf};
use crate::bodies::Owner;
use crate::checker::Checker;
use crate::following::Following;
use crate::kinematics::ViewId;
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
    pub(in crate::planner) checker: &'c Checker,
    pub(in crate::planner) parts: &'c Parts,
    pub(in crate::planner) following: Following,
    /// The robot at both ends of the edge, and at the middles of open spans, one for each level.
    pub(in crate::planner) stances: Vec<Stance>,
    /// For each piece of a link, a bound of the acceleration of its points along the edge.
    pub(in crate::planner) accelerations: Vec<f64>,
    /// The pieces of links that move in the world, and the views of their frames from there, parents before children.
    moving: Vec<u32>,
    in_world: Vec<ViewId>,
    /// The largest distance that is to be kept.
    pub(in crate::planner) widest: f64,
    wide: Vec<u32>,
    pub(in crate::planner) open: Vec<Candidate>,
    spans: Vec<Pending>,
    pub(in crate::planner) memory: Memory,
    pub(in crate::planner) middle: Middle,
    pub(in crate::planner) near: Vec<Candidate>,
    pub(in crate::planner) leaves: Vec<Leaf>,
    pub(in crate::planner) boxes: Vec<Bounds>,
    /// True iff the first contact is asked for, and not any.
    is_first: bool,
    /// True iff nothing will be known of a pair that a posture leaves open.
    pub(in crate::planner) is_posture: bool,
    /// The time from which on nothing is searched.
    limit: f64,
    ended: Option<Ended>,
    /// How pieces at rest end every search.
    at_rest: Option<Ended>,
    pub(in crate::planner) left: u64,
}

/// The index of the first middle among the stances.
const MIDDLES: usize = 2;

impl<'c> Search<'c> {
    pub(in crate::planner) fn new(checker: &'c Checker) -> Self {
        let parts = &checker.parts;
        let all = parts.links.iter().enumerate();
        let moving = all.filter(|(_, part)| part.view.is_some());
        let moving: Vec<_> = moving.map(|(index, _)| index as u32).collect();
        let mut in_world = Vec::new();
        for &part in &moving {
            let view = parts.links[part as usize].view;
            in_world.extend(checker.kinematics.chain(view).outwards());
        }
        in_world.sort_unstable();
        in_world.dedup();
        let mut search = Self {
            in_world,
            moving,
            widest: parts.widest,
            checker,
            parts,
            following: Following::default(),
            stances: vec![Stance::default(); MIDDLES],
            accelerations: Vec::new(),
            wide: Vec::new(),
            open: Vec::new(),
            spans: Vec::new(),
            memory: Memory::default(),
            middle: Middle::default(),
            near: Vec::new(),
            leaves: Vec::new(),
            boxes: Vec::new(),
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
            let is_still = self.parts.links[part].view.is_none();
            if is_still && self.around(part as u32, When::At(0)).is_break() {
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
            let _ = self.standing();
        }
        self.ended
    }

    fn begin(&mut self, joints: &[Polynomial], is_first: bool) {
        let kinematics = &self.checker.kinematics;
        self.following.follow(kinematics, joints);
        for &view in &self.in_world {
            self.following.know_next(kinematics, view);
        }
        self.middle.forget();
        self.memory.forget();
        self.spans.clear();
        self.wide.clear();
        self.open.clear();
        self.wide.extend(&self.moving);
        (self.is_first, self.is_posture) = (is_first, false);
        (self.limit, self.ended) = (1.0, self.at_rest);
        self.left = self.checker.rules.budget;
    }

    fn whole(&mut self) -> ControlFlow<()> {
        // planners know most starts, and that links are apart there is proven over the span
        self.place(1, 1.0);
        self.objects(1)?;
        self.own_pairs(When::At(1))?;
        self.place(0, 0.0);
        self.objects(0)?;
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

    fn standing(&mut self) -> ControlFlow<()> {
        self.place(0, 0.0);
        self.objects(0)?;
        self.own_pairs(When::At(0))
    }

    /// Tests all pieces of links that move against objects at one time. What is farthest from the base is most likely to
    /// touch: with the base first, edges of a Panda that collide take half as much more.
    fn objects(&mut self, index: usize) -> ControlFlow<()> {
        let mut all = (0..self.moving.len()).rev();
        all.try_for_each(|at| self.around(self.moving[at], When::At(index)))
    }

    fn place(&mut self, index: usize, time: f64) {
        if index == self.stances.len() {
            self.stances.push(Stance::default());
        }
        let along = (&self.checker.kinematics, &self.following);
        self.stances[index].place(along, &self.parts.links, time);
        self.spend(self.parts.links.len() as u64);
    }

    /// Subtracts work from what is left, in evaluations.
    pub(in crate::planner) fn spend(&mut self, evaluations: u64) {
        self.left = self.left.saturating_sub(evaluations);
    }

    /// Notes where the search ends, and whether it has ended.
    pub(in crate::planner) fn end(
        &mut self,
        share: f64,
        owners: [Owner; 2],
        is_contact: bool,
    ) -> ControlFlow<()> {
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

    /// Bounds the accelerations of all pieces of links over the edge.
    fn sweep(&mut self) {
        let following = &self.following;
        let acceleration = |part: &Part| match part.view {
            None => 0.0,
            view => motion::Bounds::new(following.limits(view), &part.mount, part.reach).anywhere(),
        };
        self.accelerations.clear();
        self.accelerations
            .extend(self.parts.links.iter().map(acceleration));
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
            if excess > LOOSE * size && span.level < MAX_LEVEL / 2 && self.left > 0 {
                self.wide.push(part);
            } else {
                self.around(part, When::Over(ends))?;
            }
        }
        if span.level == 0 {
            self.own_pairs(When::Over(ends))?;
        }
        for at in span.open.clone() {
            let mut candidate = self.open[at];
            if !self.apart_by_boxes(&candidate, When::Over(ends)) {
                self.tests(&mut candidate, When::Over(ends))?;
            }
        }
        self.query(&span, (start, end))?;
        self.halve(span, 0.5 * (start + end))
    }

    /// Queries the open candidates of a span that is short for them. They and those of its halves are behind those of the
    /// span.
    fn query(&mut self, span: &Pending, (start, end): (f64, f64)) -> ControlFlow<()> {
        let first = span.open.end;
        let is_last = span.level >= MAX_LEVEL || self.left == 0;
        let mut kept = first;
        for at in first..self.open.len() {
            let candidate = self.open[at];
            let both = Both::new(self.checker, &candidate);
            let short = match candidate.meets {
                true => SHORT_SPAN,
                false => VERY_SHORT_SPAN,
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
            let rules = &self.checker.rules;
            let shown = both.first(self.followed(), (start, until), rules, &mut left);
            self.left = left;
            match shown {
                Shown::Contact(time) => self.end(time, both.owners, true)?,
                Shown::Undecided(time) => self.end(time, both.owners, false)?,
                Shown::Apart | Shown::Open => {}
            }
        }
        self.open.truncate(kept);
        // what is undecided stays so, as no work is left
        match self.left == 0 && self.ended.is_some() && !self.is_first {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Leaves to the halves of a span what is not proven: the pieces of links and the candidates behind those of the span.
    fn halve(&mut self, span: Pending, middle_time: f64) -> ControlFlow<()> {
        let wide = span.wide.end..self.wide.len();
        let open = span.open.end..self.open.len();
        if wide.is_empty() && open.is_empty() {
            return ControlFlow::Continue(());
        }
        let (middle, level) = (MIDDLES + span.level, span.level + 1);
        self.place(middle, middle_time);
        for at in wide.clone() {
            self.around(self.wide[at], When::At(middle))?;
        }
        for at in open.clone() {
            let mut candidate = self.open[at];
            if !self.apart_by_boxes(&candidate, When::At(middle)) {
                let going = self.tests(&mut candidate, When::At(middle));
                self.open[at] = candidate;
                going?;
            }
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
pub(in crate::planner) fn excess(acceleration: f64, length: f64) -> f64 {
    acceleration * length * length * 0.125 * EXCESS_FACTOR
}
