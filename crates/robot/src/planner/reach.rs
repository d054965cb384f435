//! What a piece of a link may touch: at one time, or over a span.

use std::ops::ControlFlow;

use super::pair::{Both, Candidate, Shown, With};
use super::parts::Own;
use super::search::{Search, excess};
use super::side::Edge;
use super::tree::Bounds;

/// The evaluations that a test of two pieces is counted as. It places both, and GJK takes some.
const OF_TEST: u64 = 8;

/// When pieces are tested. Stances are named by their indices.
#[derive(Clone, Copy, Debug)]
pub(in crate::planner) enum When {
    At(usize),
    /// Between two times.
    Over([usize; 2]),
}

impl When {
    fn ends(self) -> [usize; 2] {
        match self {
            Self::At(index) => [index; 2],
            Self::Over(ends) => ends,
        }
    }
}

impl Search<'_> {
    /// Tests a piece of a link against all objects in its reach.
    pub(in crate::planner) fn around(&mut self, part: u32, when: When) -> ControlFlow<()> {
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.in_reach(part, when, &mut near);
        let going = near
            .iter_mut()
            .try_for_each(|candidate| self.tests(candidate, when));
        self.near = near;
        going
    }

    /// Tests the robot's own pairs.
    pub(in crate::planner) fn own_pairs(&mut self, when: When) -> ControlFlow<()> {
        if self.parts.own.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut boxes = std::mem::take(&mut self.boxes);
        boxes.clear();
        let links = 0..self.parts.links.len();
        boxes.extend(links.map(|part| self.bounds(part, when)));
        let mut pairs = self.parts.own.iter().enumerate();
        let going = pairs.try_for_each(|(own, &Own { parts: [a, b], .. })| {
            if !boxes[a].widened(self.widest).overlaps(&boxes[b]) {
                return ControlFlow::Continue(());
            }
            let mut candidate = self.memory.candidate(a as u32, With::Own(own as u32));
            self.tests(&mut candidate, when)
        });
        self.boxes = boxes;
        going
    }

    /// Tests two pieces, and keeps the direction that is found. They are left open if a span does not prove them apart.
    pub(in crate::planner) fn tests(
        &mut self,
        candidate: &mut Candidate,
        when: When,
    ) -> ControlFlow<()> {
        let both = Both::new(self.checker, candidate);
        if let With::Own(_) = candidate.with {
            self.know(&both, when);
        }
        let shown = self.shown(&both, when, candidate);
        if let When::At(_) = when {
            self.memory.keep(candidate);
        }
        match (shown, when) {
            (Shown::Apart, _) => return ControlFlow::Continue(()),
            (Shown::Contact(time), _) => self.end(time, both.owners, true)?,
            (_, When::At(index)) if self.is_posture => {
                self.end(self.stances[index].time, both.owners, false)?
            }
            _ => {}
        }
        if let When::Over(_) = when {
            self.open.push(*candidate);
        }
        ControlFlow::Continue(())
    }

    /// Returns what a test of two pieces shows.
    fn shown(&mut self, both: &Both<'_>, when: When, candidate: &mut Candidate) -> Shown {
        self.spend(OF_TEST);
        let (edge, rules) = (
            Edge {
                kinematics: &self.checker.kinematics,
                following: &self.following,
            },
            &self.checker.rules,
        );
        match when {
            When::At(index) => both.at(edge, &self.stances[index], rules, candidate),
            When::Over(ends) => {
                let stances = ends.map(|index| &self.stances[index]);
                both.over((edge, &mut self.middle), stances, rules, candidate)
            }
        }
    }

    /// Computes where two links are in the frame of their pair.
    fn know(&mut self, both: &Both<'_>, when: When) {
        let kinematics = &self.checker.kinematics;
        for view in both.views() {
            self.following.know(kinematics, view);
            for index in when.ends() {
                self.stances[index].know(kinematics, view);
            }
        }
    }

    /// Finds what a piece of a link may touch.
    fn in_reach(&mut self, part: u32, when: When, near: &mut Vec<Candidate>) {
        let bounds = self.bounds(part as usize, when).widened(self.widest);
        let owner = self.parts.links[part as usize].owner;
        self.parts.near(&bounds, |object, piece| {
            if !self.parts.kept(owner, piece.owner).is_nan() {
                near.push(self.memory.candidate(part, With::Object(object)));
            }
        });
        for index in 0..self.parts.clouds.len() {
            let cloud = &self.parts.clouds[index];
            if self.parts.kept(owner, cloud.owner).is_nan() {
                continue;
            }
            self.leaves.clear();
            cloud.tree.near(&bounds, |leaf| self.leaves.push(leaf));
            for at in 0..self.leaves.len() {
                self.points_of((index, at), (part, &bounds), when, near);
            }
        }
    }

    /// Finds the points of a leaf that are in a box, unless the box around all of its points is apart.
    fn points_of(
        &mut self,
        (index, at): (usize, usize),
        (part, bounds): (u32, &Bounds),
        when: When,
        near: &mut Vec<Candidate>,
    ) {
        let (cloud, leaf) = (&self.parts.clouds[index], self.leaves[at]);
        let both = Both::of(self.parts, part, (cloud.owner, cloud.cluster(leaf)));
        // there is nothing to be remembered of the box
        let mut candidate = self
            .memory
            .candidate(part, With::Point { cloud: 0, point: 0 });
        if self.shown(&both, when, &mut candidate) == Shown::Apart {
            return;
        }
        candidate.meets = false;
        for &point in cloud.tree.numbers(leaf) {
            if cloud.bounds(point).overlaps(bounds) {
                let cloud = index as u32;
                near.push(Candidate {
                    with: With::Point { cloud, point },
                    ..candidate
                });
            }
        }
    }

    /// Returns a box around a piece of a link.
    fn bounds(&self, part: usize, when: When) -> Bounds {
        let [start, end] = when.ends().map(|index| &self.stances[index]);
        match when {
            When::At(_) => start.boxes[part],
            When::Over(_) => {
                let ends = start.boxes[part].around(&end.boxes[part]);
                ends.widened(excess(self.accelerations[part], end.time - start.time))
            }
        }
    }

    /// Returns whether the boxes of two pieces tell that they are apart.
    pub(in crate::planner) fn apart_by_boxes(&self, candidate: &Candidate, when: When) -> bool {
        let other = match candidate.with {
            With::Object(object) => self.parts.objects[object as usize].1,
            With::Own(own) => self.bounds(self.parts.own[own as usize].parts[1], when),
            With::Point { cloud, point } => self.parts.clouds[cloud as usize].bounds(point),
        };
        let own = self.bounds(candidate.part as usize, when);
        !own.widened(self.widest).overlaps(&other)
    }
}
