//! The simplex of a search: points of both bodies that can be placed at another time.

use crate::number::{Both, Pair, Vector};
use crate::proof::{Frame, Moment, Point};
use crate::simplex::{Corner, Plain};

/// Up to four points of the difference B - A; in the plane up to three.
pub(super) type Simplex<'id, const D: usize> = Plain<Point<'id, D>, D>;

impl<const D: usize> Corner<D> for Point<'_, D> {
    #[inline(always)]
    fn none() -> Self {
        Point::none()
    }

    #[inline(always)]
    fn at(&self) -> Vector<D> {
        self.y
    }

    #[inline(always)]
    fn y(&mut self) -> &mut Vector<D> {
        &mut self.y
    }
}

impl<'id, const D: usize> Plain<Point<'id, D>, D> {
    /// Moves the points to where the bodies have them at another moment.
    #[inline(never)]
    pub(super) fn place(&mut self, at: &Moment<'id, D>) {
        for point in self.points_mut() {
            point.y = at.between() + at.turned().times(point.local()).sum();
        }
    }

    /// About how far the nearest features of A and of B reach from the nearest point.
    #[inline(always)]
    pub(super) fn extents(&self) -> Pair {
        let mut most = Pair::default();
        for i in 1..self.count().min(3) {
            let edge = self.points()[i].local() - self.points()[0].local();
            most = most.or_more(edge.dots(edge));
        }
        most.root() * 0.5
    }

    /// The frame of the larger feature: a vector that turns with it stays square to it.
    #[inline(always)]
    pub(super) fn frame(&self) -> Frame {
        let extents = self.extents();
        if extents.b() < extents.a() {
            Frame::A
        } else {
            Frame::B
        }
    }

    /// The nearest points of A and of B.
    #[inline(always)]
    pub(super) fn witness(&self) -> Both<D> {
        let first = self.points()[0].local();
        if self.count() == 1 {
            return first;
        }
        let (mut sum, mut point) = (
            self.weights()[0],
            first.scaled(Pair::same(self.weights()[0])),
        );
        for i in 1..self.count().min(3) {
            point = point
                + self.points()[i]
                    .local()
                    .scaled(Pair::same(self.weights()[i]));
            sum += self.weights()[i];
        }
        point.scaled(Pair::same(1.0 / sum))
    }
}
