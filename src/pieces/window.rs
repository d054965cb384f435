//! A short span of time, and the few directions along which boxes are tested over it.

mod bound;
mod reach;
mod sight;

pub(super) use reach::Reach;
pub(super) use sight::{Apart, Passed};

use std::ops::Range;

use nalgebra::SVector;

use self::sight::{Scenery, Sight};
use super::tree::Node;
use super::{Bodies, Body};
use crate::motion::Placement;
use crate::vector::unit;
use crate::{Real, Span};

/// Both bodies at one time.
#[derive(Clone, Copy, Debug)]
struct Places<T, const D: usize> {
    a: Placement<T, D>,
    b: Placement<T, D>,
}

impl<T: Real, const D: usize> Places<T, D> {
    fn at((a, b): Bodies<'_, T, D>, time: T, origin: &SVector<T, D>) -> Self {
        Self {
            a: a.motion().placement(time, origin),
            b: b.motion().placement(time, origin),
        }
    }
}

/// A span of time, and the directions to test over it.
#[derive(Debug)]
pub(super) struct Window<T, const D: usize> {
    pub(super) during: Span<T>,
    /// Both ends of the span, and its middle.
    places: [Places<T, D>; 2],
    middle: Places<T, D>,
    /// What bodies of one piece are measured with. Those of several are measured by their boxes.
    alone: [Option<Reach<T, D>>; 2],
    /// The distance that boxes and pieces are to keep.
    target: T,
    sights: Vec<Sight<T, D>>,
}

impl<T: Real, const D: usize> Window<T, D> {
    /// A window over no time.
    pub(super) fn at(bodies: Bodies<'_, T, D>, time: T, origin: &SVector<T, D>) -> Self {
        Self::over(bodies, Span::known(time, time), origin, T::zero())
    }

    /// A window over a span. Boxes and pieces are to keep the distance `target`.
    pub(super) fn over(
        (a, b): Bodies<'_, T, D>,
        during: Span<T>,
        origin: &SVector<T, D>,
        target: T,
    ) -> Self {
        let (start, end) = (during.start(), during.end());
        let place = |time: T| Places::at((a, b), time, origin);
        let middle = place(start + (end - start) * T::of(0.5));
        let alone = |body: &Body<'_, T, D>| {
            let is_alone = body.tree().pieces() == 1;
            is_alone.then(|| body.shape(0, |shape| Reach::of(shape)))
        };
        let mut window = Self {
            during,
            places: [place(start), place(end)],
            middle,
            alone: [alone(a), alone(b)],
            target,
            sights: Vec::with_capacity(2 * D),
        };
        // the boxes of the larger tree, of which there are more, lie along the first directions
        let mut frames = [middle.a.rotation, middle.b.rotation];
        if a.tree().pieces() < b.tree().pieces() {
            frames.reverse();
        }
        for frame in &frames {
            for axis in 0..D {
                window.add(frame.column(axis).into_owned());
            }
        }
        window
    }

    /// Lets boxes stand for bodies of one piece too.
    pub(super) fn by_boxes(self) -> Self {
        Self {
            alone: [None, None],
            ..self
        }
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
            alone: &self.alone,
            target: self.target,
            during: self.during,
        }
    }

    /// Returns the numbers of all directions.
    pub(super) fn sights(&self) -> Range<u8> {
        0..self.sights.len() as u8
    }

    /// Returns up to when two boxes are apart, as far as some of the directions tell.
    #[inline]
    pub(super) fn apart(
        &self,
        bodies: Bodies<'_, T, D>,
        boxes: (&Node<T, D>, &Node<T, D>),
        sights: impl Iterator<Item = u8>,
    ) -> Apart<T, D> {
        let scenery = self.scenery(bodies);
        let mut until = T::zero();
        for index in sights {
            let Some(sight) = self.sights.get(usize::from(index)) else {
                continue;
            };
            match sight.apart(boxes, &scenery) {
                Apart::Throughout(passed) => {
                    return Apart::Throughout(Passed {
                        sight: index,
                        ..passed
                    });
                }
                Apart::Until(share) => until = until.max(share),
            }
        }
        Apart::Until(self.time_at(until))
    }

    /// Returns up to when two pieces are apart, by support values of the pieces themselves: along the normals of
    /// surfaces too.
    pub(super) fn pieces_apart(&self, bodies: Bodies<'_, T, D>, pieces: (u32, u32)) -> Apart<T, D> {
        let scenery = self.scenery(bodies);
        let normal = |body: &Body<'_, T, D>, piece: u32, place: &Placement<T, D>| {
            let normal = body.surface()?.normal(piece)?;
            Some(Sight::along(unit(place.rotation * normal)))
        };
        let normals = [
            normal(bodies.0, pieces.0, &self.middle.a),
            normal(bodies.1, pieces.1, &self.middle.b),
        ];
        let mut until = T::zero();
        let passed = bodies.0.shape(pieces.0, |a| {
            bodies.1.shape(pieces.1, |b| {
                let (of_a, of_b) = (Reach::of(a), Reach::of(b));
                let mut sights = normals.iter().flatten().chain(&self.sights);
                sights.find_map(|sight| {
                    match sight.pieces_apart((a, &of_a), (b, &of_b), &scenery) {
                        Apart::Throughout(passed) => Some(passed),
                        Apart::Until(share) => {
                            until = until.max(share);
                            None
                        }
                    }
                })
            })
        });
        match passed {
            Some(passed) => Apart::Throughout(passed),
            None => Apart::Until(self.time_at(until)),
        }
    }

    /// Returns the time at a share of the span, rounded down.
    fn time_at(&self, share: T) -> T {
        // the product loses an ulp and a half of the share, and rounding the sum keeps the order of times
        let share = share * (T::one() - T::EPSILON * T::of(4.0));
        self.during.start() + self.during.length() * share
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
}
