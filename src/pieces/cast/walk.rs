//! The way down a tree along a cast, the nearer box first.

use super::view::View;
use crate::Real;
use crate::pieces::sides::normal_error;
use crate::pieces::{Body, Surface, Tree};

/// The largest number of boxes that wait while a walk goes down: one for each level, and a tree for 2^31 pieces has 32.
const LEVELS: usize = 40;

/// A walk down a tree, with the boxes that a cast meets and that were not looked into yet.
pub(super) struct Walk<'t, T: Real, const D: usize> {
    tree: &'t Tree<T, D>,
    surface: Option<&'t Surface<T, D>>,
    view: View<T, D>,
    /// Boxes that are met later than this do not count.
    pub(super) end: T,
    /// Indices of boxes, each with a distance before which nothing in it is met; the nearer of two children last.
    waiting: [(u32, T); LEVELS],
    count: usize,
}

impl<'t, T: Real, const D: usize> Walk<'t, T, D> {
    pub(super) fn new(body: &'t impl Body<T, D>, view: View<T, D>, end: T) -> Self {
        let tree = body.tree();
        let waiting = [(0, T::zero()); LEVELS];
        let is_met = view.meets(tree.node(0), end).is_some();
        Self {
            tree,
            surface: body.surface(),
            view,
            end,
            waiting,
            count: usize::from(is_met),
        }
    }

    /// Returns the next piece that may be met.
    pub(super) fn next_piece(&mut self) -> Option<u32> {
        while self.count > 0 {
            self.count -= 1;
            let (index, from) = self.waiting[self.count];
            if from > self.end {
                continue;
            }
            match self.tree.node(index).piece() {
                Some(piece) if self.passes(piece) => continue,
                Some(piece) => return Some(piece),
                None => self.look_into(index),
            }
        }
        None
    }

    fn passes(&self, piece: u32) -> bool {
        self.surface.is_some_and(|surface| {
            self.view.passes(&surface.corners(piece)) || self.comes_from_behind(surface, piece)
        })
    }

    fn comes_from_behind(&self, surface: &Surface<T, D>, piece: u32) -> bool {
        if !surface.is_one_sided() {
            return false;
        }
        let normal = surface.normal_and_sine(piece);
        normal.is_some_and(|(normal, sine)| self.view.goes_ahead(&normal, normal_error(sine)))
    }

    fn look_into(&mut self, index: u32) {
        let children = self.tree.children(index);
        let met = children.map(|child| self.view.meets(self.tree.node(child), self.end));
        let nearer = usize::from(met[1].is_some_and(|b| met[0].is_none_or(|a| b < a)));
        for side in [1 - nearer, nearer] {
            if let Some(from) = met[side] {
                self.waiting[self.count] = (children[side], from);
                self.count += 1;
            }
        }
    }

    /// Ends the walk: nothing else can be met before.
    pub(super) fn stop(&mut self) {
        self.count = 0;
    }
}
