//! A short span of time, and the few directions along which boxes are tested over it.

mod bound;
mod reach;
mod sight;

pub(super) use reach::Reach;
pub(super) use sight::Passed;

use nalgebra::{SMatrix, SVector};

use self::sight::{Scenery, Sight};
use super::Bodies;
use super::tree::Node;
use crate::motion::Placement;
use crate::vector::unit;
use crate::{Real, Span};

/// Both bodies at one time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<T, const D: usize> {
    pub(super) time: T,
    a: Placement<T, D>,
    b: Placement<T, D>,
}

impl<T: Real, const D: usize> Places<T, D> {
    pub(super) fn at((a, b): Bodies<'_, T, D>, time: T, origin: &SVector<T, D>) -> Self {
        Self {
            time,
            a: a.motion().placement(time, origin),
            b: b.motion().placement(time, origin),
        }
    }

    /// Returns the way from the frame of A to that of B.
    fn between(&self) -> SVector<T, D> {
        self.b.translation - self.a.translation
    }
}

/// A span of time, and the directions to test over it.
#[derive(Debug)]
pub(super) struct Window<T, const D: usize> {
    pub(super) during: Span<T>,
    /// About how far points of the bodies move relative to each other.
    pub(super) way: T,
    /// Both ends of the span.
    places: [Places<T, D>; 2],
    /// The distance that boxes and pieces are to keep.
    target: T,
    sights: Vec<Sight<T, D>>,
}

impl<T: Real, const D: usize> Window<T, D> {
    /// A window over no time, without directions.
    pub(super) fn new() -> Self {
        let nowhere = Placement {
            rotation: SMatrix::zeros(),
            translation: SVector::zeros(),
            translation_error: SVector::zeros(),
            angle_error: T::zero(),
        };
        let places = Places {
            time: T::zero(),
            a: nowhere,
            b: nowhere,
        };
        Self {
            during: Span::known(T::zero(), T::zero()),
            way: T::zero(),
            places: [places; 2],
            target: T::zero(),
            sights: Vec::new(),
        }
    }

    /// Moves on to another span. One more direction may be tested in it.
    pub(super) fn move_to(
        &mut self,
        (a, b): Bodies<'_, T, D>,
        [start, middle, end]: [&Places<T, D>; 3],
        extra: Option<SVector<T, D>>,
        target: T,
    ) {
        self.during = Span::known(start.time, end.time);
        self.places = [*start, *end];
        self.target = target;
        self.sights.clear();
        let way = end.between() - start.between();
        let turned_a = (end.a.rotation - start.a.rotation).norm() * a.reach();
        let turned_b = (end.b.rotation - start.b.rotation).norm() * b.reach();
        self.way = way.norm() + turned_a + turned_b;
        for frame in [&middle.a.rotation, &middle.b.rotation] {
            for axis in 0..D {
                self.add(frame.column(axis).into_owned());
            }
        }
        // two frames along the same axes give every direction once
        for frame in [&middle.a.rotation, &middle.b.rotation] {
            for direction in across(frame, &way).into_iter().flatten() {
                self.add(direction);
            }
        }
        if let Some(direction) = extra {
            self.add(direction);
        }
    }

    /// Returns about when two boxes meet, by the gaps at both ends of the span, or `None` if they seem not to.
    pub(super) fn likely_to_meet(
        &self,
        bodies: Bodies<'_, T, D>,
        boxes: (&Node<T, D>, &Node<T, D>),
    ) -> Option<T> {
        let scenery = self.scenery(bodies);
        let mut latest = T::zero();
        for sight in &self.sights {
            latest = latest.max(sight.likely_to_meet(boxes, &scenery)?);
        }
        Some(self.during.start() + self.during.length() * latest)
    }

    fn add(&mut self, direction: SVector<T, D>) {
        let direction = unit(direction);
        let known = |sight: &Sight<T, D>| {
            let along = sight.direction.dot(&direction).abs();
            along > T::one() - T::SQRT_EPSILON
        };
        if !self.sights.iter().any(known) {
            self.sights.push(Sight::along(direction));
        }
    }

    fn scenery<'x>(&'x self, bodies: Bodies<'x, T, D>) -> Scenery<'x, T, D> {
        Scenery {
            bodies,
            places: &self.places,
            target: self.target,
            during: self.during,
        }
    }

    /// Returns a direction that separates two boxes over the span, if there is one among those that are tested. The
    /// one called `first` is tried first.
    #[inline]
    pub(super) fn separates(
        &self,
        bodies: Bodies<'_, T, D>,
        boxes: (&Node<T, D>, &Node<T, D>),
        first: u8,
    ) -> Option<Passed<T, D>> {
        let scenery = self.scenery(bodies);
        if let Some(sight) = self.sights.get(usize::from(first))
            && let Some(passed) = sight.separates(boxes, &scenery)
        {
            return Some(Passed {
                sight: first,
                ..passed
            });
        }
        let others = (0..).zip(&self.sights);
        others
            .filter(|(index, _)| *index != first)
            .find_map(|(index, sight)| {
                let passed = sight.separates(boxes, &scenery)?;
                Some(Passed {
                    sight: index,
                    ..passed
                })
            })
    }

    /// Returns a direction that separates two pieces over the span, as [`separates`](Self::separates) does for boxes.
    /// It takes support values of the pieces themselves.
    pub(super) fn separates_pieces(
        &self,
        bodies: Bodies<'_, T, D>,
        pieces: (u32, u32),
    ) -> Option<Passed<T, D>> {
        let scenery = self.scenery(bodies);
        bodies.0.shape(pieces.0, |a| {
            bodies.1.shape(pieces.1, |b| {
                let (of_a, of_b) = (Reach::of(a), Reach::of(b));
                (0..).zip(&self.sights).find_map(|(index, sight)| {
                    let passed = sight.separates_pieces((a, &of_a), (b, &of_b), &scenery)?;
                    Some(Passed {
                        sight: index,
                        ..passed
                    })
                })
            })
        })
    }

    /// Returns a proof that two pieces are apart over the span, if it is along an axis.
    pub(super) fn separates_along(
        &self,
        bodies: Bodies<'_, T, D>,
        pieces: (u32, u32),
        axis: SVector<T, D>,
    ) -> Option<Passed<T, D>> {
        let scenery = self.scenery(bodies);
        bodies.0.shape(pieces.0, |a| {
            bodies.1.shape(pieces.1, |b| {
                let (of_a, of_b) = (Reach::of(a), Reach::of(b));
                Sight::along(axis).separates_pieces((a, &of_a), (b, &of_b), &scenery)
            })
        })
    }

    /// Returns how far two boxes are apart at the start of the span: a lower bound. It is negative if they overlap.
    pub(super) fn apart_at_start(
        &self,
        bodies: Bodies<'_, T, D>,
        (a, b): (&Node<T, D>, &Node<T, D>),
    ) -> T {
        let scenery = self.scenery(bodies);
        let gaps = self.sights.iter().map(|sight| {
            let (ahead, reach) = sight.end(0, &scenery).see(a, b);
            ahead.abs() - reach
        });
        gaps.fold(-T::LARGEST, T::max)
    }

    /// Returns whether a direction separates two boxes at the end of the span.
    pub(super) fn separates_at_end(
        &self,
        bodies: Bodies<'_, T, D>,
        (a, b): (&Node<T, D>, &Node<T, D>),
    ) -> bool {
        let scenery = self.scenery(bodies);
        self.sights.iter().any(|sight| {
            let (ahead, reach) = sight.end(1, &scenery).see(a, b);
            ahead.abs() > reach
        })
    }
}

/// Returns the directions across `way` in the planes of a frame's axes: in space, its cross products with them.
fn across<T: Real, const D: usize>(
    frame: &SMatrix<T, D, D>,
    way: &SVector<T, D>,
) -> [Option<SVector<T, D>>; 3] {
    let along = frame.tr_mul(way);
    [(0, 1), (1, 2), (2, 0)].map(|(i, j)| {
        if i >= D || j >= D {
            return None;
        }
        let across = frame.column(i) * along[j] - frame.column(j) * along[i];
        (across.norm_squared() > T::zero()).then_some(across)
    })
}
