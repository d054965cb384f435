//! Boxes as tight as the caller asks: the span is split where its bounds are widest.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use nalgebra::SVector;

use super::end::{End, Height, Path};
use super::knots::between_knots;
use super::piece::Piece;
use super::{FACES, SweptBox, SweptError, box_of, outward};
use crate::{Extrusion, Real, Span};

/// Ulps that an excess may lose: half an ulp in each of a difference, a sum and a product.
const EXCESS_ULPS: f64 = 2.0;

/// A box around a body over a span, with how much larger it may be than necessary.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct TightBox<T: nalgebra::Scalar, const D: usize> {
    /// The box, which contains the body at all times of the span.
    pub bounds: SweptBox<T, D>,
    /// How far a side of the box may be from the body at the time when the body is nearest to that side: proven, as a
    /// length. It exceeds what was asked if the limit on pieces or rounding ended the search.
    pub excess: T,
    /// The number of pieces that the span was split into.
    pub pieces: usize,
}

/// Returns a box, with its sides along the axes of the world, that contains the body at all times of the span. No side
/// is farther than `excess` from the body when the body is nearest to it.
///
/// The span is split in halves where the box is widest, until it is as tight as asked or split into `most_pieces`. It
/// is always split at the knots of the motion, whatever the limit. The search also ends where splitting does not help:
/// if rounding alone exceeds `excess`, or the scalar has no time in between. In all cases the box contains the body,
/// and [`TightBox::excess`] tells how tight it is.
///
/// It takes as many support evaluations as [`swept_box`](super::swept_box), and 4 for every split in the plane or 6 in
/// space, if the body does not turn. For a body that turns it is up to 20 in the plane and 30 in space. Pieces take
/// some hundred bytes each, on the heap.
///
/// ```
/// use nalgebra::{Isometry2, Vector2, vector};
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::shape::Cuboid;
/// use photofinish::swept::{swept_box, tight_box};
/// use photofinish::{Moving, Span};
///
/// // a bar turns about its end by 150 degrees
/// let spin = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), 150f64.to_radians())?;
/// let bar = Moving::new(Cuboid::new(vector![1.0, 0.05])?, spin.about(vector![-1.0, 0.0])?);
/// let turn = Span::new(0.0, 1.0)?;
/// let tight = tight_box(&bar, turn, 0.01, 64)?;
/// assert!(tight.excess <= 0.01 && tight.pieces <= 16);
/// // upright it reaches as far as a corner is from that end
/// let reach = 2f64.hypot(0.05);
/// assert!(tight.bounds.max.y >= reach && tight.bounds.max.y <= reach + 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `NotAUnitVector`.
pub fn tight_box<E, T, const D: usize>(
    body: &E,
    during: Span<T>,
    excess: T,
    most_pieces: usize,
) -> Result<TightBox<T, D>, SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    super::check_length("the excess", excess)?;
    let mut splitting = Splitting::new(body, during, excess);
    splitting.split_at_knots(during)?;
    while splitting.parts.len() < most_pieces && splitting.split_worst()? {}
    splitting.result(during)
}

/// A body at one time, and its heights along the normals.
type Seen<S, T, const D: usize> = (End<S, T, D>, [Height<T>; FACES]);

/// A span in pieces, each with its bounds.
struct Splitting<'x, E, S, T, const D: usize> {
    path: Path<'x, E, T, D>,
    outward: [SVector<T, D>; FACES],
    /// The excess asked for.
    asked: T,
    /// Both ends of every piece, in no order.
    ends: Vec<Seen<S, T, D>>,
    /// The pieces, the widest first. Their excess may have fallen since.
    parts: BinaryHeap<Part<T>>,
    /// How far the body is known to reach along each normal.
    attained: [T; FACES],
}

/// A piece of the span.
struct Part<T> {
    during: Span<T>,
    /// The places of its ends in the list.
    ends: [usize; 2],
    highest: [T; FACES],
    /// How far a face may be from the body, of the faces that a split may move.
    excess: T,
}

impl<'x, E, T, const D: usize> Splitting<'x, E, E::Slice<'x>, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
{
    fn new(body: &'x E, during: Span<T>, asked: T) -> Self {
        Self {
            path: Path::new(body, during),
            outward: outward(),
            asked,
            ends: Vec::new(),
            parts: BinaryHeap::new(),
            attained: [-T::LARGEST; FACES],
        }
    }

    fn split_at_knots(&mut self, during: Span<T>) -> Result<(), SweptError> {
        let body = self.path.body;
        let next_knot = |time| [body.next_knot(time), None];
        between_knots(during, next_knot, |during| {
            let moves = body.fixed_axis(during);
            for time in [during.start(), during.end()] {
                let end = self.path.end(time, moves.as_ref());
                self.push_end(end)?;
            }
            let last = self.ends.len() - 1;
            self.push(during, [last - 1, last])
        })
    }

    /// Splits the piece of the largest excess. Returns whether it did: there may be no piece that a split improves.
    fn split_worst(&mut self) -> Result<bool, SweptError> {
        loop {
            let Some(mut worst) = self.parts.pop() else {
                return Ok(false);
            };
            let excess = self.excess_of(&worst.highest, worst.ends);
            // others may be worse now, as the body was seen to reach farther than when it was pushed
            if excess < worst.excess {
                worst.excess = excess;
                self.parts.push(worst);
                continue;
            }
            let during = worst.during;
            let middle = during.start() + during.length() * T::of(0.5);
            let is_inside = during.start() < middle && middle < during.end();
            if excess <= self.asked || !is_inside {
                self.parts.push(worst);
                return Ok(false);
            }
            let moves = self.path.body.fixed_axis(during);
            let end = self.path.end(middle, moves.as_ref());
            self.push_end(end)?;
            let at = self.ends.len() - 1;
            self.push(Span::known(during.start(), middle), [worst.ends[0], at])?;
            self.push(Span::known(middle, during.end()), [at, worst.ends[1]])?;
            return Ok(true);
        }
    }

    fn push_end(&mut self, end: End<E::Slice<'x>, T, D>) -> Result<(), SweptError> {
        let nowhere = Height {
            at_most: -T::LARGEST,
            at_least: -T::LARGEST,
        };
        let mut heights = [nowhere; FACES];
        for (face, e) in self.outward.iter().enumerate().take(2 * D) {
            heights[face] = end.height(e)?;
            self.attained[face] = self.attained[face].max(heights[face].at_least);
        }
        self.ends.push((end, heights));
        Ok(())
    }

    /// Adds a piece between two ends in the list.
    fn push(&mut self, during: Span<T>, ends: [usize; 2]) -> Result<(), SweptError> {
        let moves = self.path.body.fixed_axis(during);
        let [first, last] = ends.map(|at| &self.ends[at]);
        let piece = Piece::new(&self.path, during, moves.as_ref(), [&first.0, &last.0]);
        // half of what is asked leaves room for rounding
        let enough = self.asked * T::of(0.5);
        let mut highest = [-T::LARGEST; FACES];
        for (face, e) in self.outward.iter().enumerate().take(2 * D) {
            let heights = [first.1[face], last.1[face]];
            highest[face] = piece.highest(e, heights, enough)?;
        }
        self.parts.push(Part {
            during,
            ends,
            excess: self.excess_of(&highest, ends),
            highest,
        });
        Ok(())
    }

    /// Returns how far a face of a piece may be from the body, of the faces that are beyond both ends of the piece. A
    /// split does not move the others.
    fn excess_of(&self, highest: &[T; FACES], ends: [usize; 2]) -> T {
        let [first, last] = ends.map(|at| &self.ends[at].1);
        let of_face = |face: usize| {
            let ends = first[face].at_most.max(last[face].at_most);
            let bulges = highest[face] > ends;
            bulges.then(|| highest[face] - self.attained[face])
        };
        let worst = (0..2 * D).filter_map(of_face).reduce(|x, y| x.max(y));
        worst.unwrap_or(-T::LARGEST)
    }

    fn result(&self, during: Span<T>) -> Result<TightBox<T, D>, SweptError> {
        let mut faces = [-T::LARGEST; FACES];
        let mut excess = T::zero();
        for (face, e) in self.outward.iter().enumerate().take(2 * D) {
            let highest = self.parts.iter().map(|part| part.highest[face]);
            let highest = highest.fold(-T::LARGEST, T::max);
            let (in_world, rounding) = self.path.in_world(e, highest, during)?;
            faces[face] = in_world;
            let beyond = (highest - self.attained[face]) + rounding;
            excess = excess.max(beyond * (T::one() + T::EPSILON * T::of(EXCESS_ULPS)));
        }
        Ok(TightBox {
            bounds: box_of(&faces),
            excess,
            pieces: self.parts.len(),
        })
    }
}

/// Pieces are in the order of their excess, which is never NaN.
impl<T: Real> Ord for Part<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.excess.partial_cmp(&other.excess);
        order.unwrap_or(Ordering::Equal)
    }
}

impl<T: Real> PartialOrd for Part<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Real> Eq for Part<T> {}
