//! How far apart two bodies of pieces are at one time, by the boxes around their pieces.

use std::collections::BinaryHeap;

use nalgebra::{SMatrix, SVector};

use super::ahead::Ahead;
use super::tree::Node;
use super::{Bodies, MovingPieces, Pieces, split};
use crate::error::{finite, finite_point};
use crate::motion::Motion;
use crate::tuning::BOXES_OF_GAP;
use crate::vector::length_of;
use crate::{NotFinite, Real};

/// Returns a distance that all pieces of two bodies keep at a time: a proven lower bound, which is `enough` at most.
///
/// It looks at some boxes of both trees alone, first at those that are nearest, until all are `enough` apart. So it
/// takes a small part of the time of [`nearest_pieces`](super::nearest_pieces). It is zero if boxes overlap that are
/// not looked into any further; bodies whose boxes are apart may be farther from each other than it says.
///
/// Bodies that are farther apart than they [can move](crate::swept::relative_travel_bound) need no query.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::AtRest;
/// use photofinish::pieces::{Convex, MovingPieces, Polyline, distance_by_boxes};
/// use photofinish::shape::Ball;
///
/// let stairs = vec![vector![0.0, 0.0], vector![1.0, 0.0], vector![1.0, 1.0], vector![2.0, 1.0]];
/// let stairs = MovingPieces::new(Polyline::open(stairs)?, AtRest::new(Isometry2::identity())?);
/// let ball = Convex::new(Ball::new(0.25)?)?;
/// let ball = MovingPieces::new(ball, AtRest::new(Isometry2::translation(0.5, 0.75))?);
/// // the ball is 0.25 from the step beside it, and so is the box around it
/// let least = distance_by_boxes(&ball, &stairs, 0.0, 1.0)?;
/// assert!(least <= 0.25 && least > 0.25 - 1e-12);
/// assert_eq!(distance_by_boxes(&ball, &stairs, 0.0, 0.125)?, 0.125);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotFinite`] for a time, a distance or a coordinate that is NaN, infinite or too large.
pub fn distance_by_boxes<P, M, Q, N, T, const D: usize>(
    a: &MovingPieces<P, M, T, D>,
    b: &MovingPieces<Q, N, T, D>,
    time: T,
    enough: T,
) -> Result<T, NotFinite>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
    Q: Pieces<T, D>,
    N: Motion<T, D>,
{
    let (time, enough) = (finite("time", time)?, finite("distance", enough)?);
    let (a, b) = (&a.body(), &b.body());
    let facing = Facing::new((a, b), time)?;
    let mut ahead = BinaryHeap::new();
    let mut next = Ahead {
        least: facing.distance(a.tree().node(0), b.tree().node(0)),
        what: (0, 0),
    };
    for _ in 0..BOXES_OF_GAP {
        let (of_a, of_b) = (a.tree().node(next.what.0), b.tree().node(next.what.1));
        let are_pieces = of_a.piece().is_some() && of_b.piece().is_some();
        if are_pieces || next.least >= enough {
            break;
        }
        for pair in split((a, b), next.what) {
            let least = facing.distance(a.tree().node(pair.0), b.tree().node(pair.1));
            // boxes within others may be nearer by rounding alone
            let least = least.max(next.least);
            ahead.push(Ahead { least, what: pair });
        }
        next = ahead.pop().expect("two were added");
    }
    Ok(next.least.min(enough))
}

/// Ulps of all lengths that a distance of boxes may lose, beside the errors of both placements.
///
/// In halves of an ulp, and in space, where all is largest: a product with a rotation loses 3 of the vector's length
/// along each axis, which is at most 6 of it in all. The rotation between the bodies is a product of two, so each entry
/// loses 3, and a product with it loses 9 more: 15. The way between the frames loses 1 in its difference and 6 in the
/// product: 7.
/// - In the frame of A the product of B's centre, the way and two sums lose 15 + 7 + 2 = 24. The product of the half
///   extents and two differences lose 15 + 2, and a length 4: together 45.
/// - In the frame of B the vector between the centres has lost 24 already, its product loses 15, and the rest 15 + 2 + 4
///   as before: together 60, which is 30 ulps.
///
/// The value is about twice that.
const DISTANCE_ULPS: f64 = 64.0;

/// Two bodies at one time, each as seen from the other one.
struct Facing<T, const D: usize> {
    /// Maps directions of B's frame to that of A.
    turn: SMatrix<T, D, D>,
    /// The same without signs.
    turn_sizes: SMatrix<T, D, D>,
    /// From the frame of A to that of B, in A's.
    way: SVector<T, D>,
    /// What rounding may add to a distance.
    rounding: T,
}

impl<T: Real, const D: usize> Facing<T, D> {
    fn new((a, b): Bodies<'_, T, D>, time: T) -> Result<Self, NotFinite> {
        let origin = (a.motion().reference(time) + b.motion().reference(time)) * T::of(0.5);
        let at_a = a.motion().placement(time, &origin);
        let at_b = b.motion().placement(time, &origin);
        for at in [&at_a, &at_b] {
            finite_point("position", at.translation)?;
        }
        let turn = at_a.rotation.tr_mul(&at_b.rotation);
        let size = [&at_a, &at_b].map(|at| length_of(&at.translation));
        let reach = [a.tree(), b.tree()].map(|tree| {
            let root = tree.node(0);
            length_of(&root.center) + root.radius
        });
        let lengths = size[0] + size[1] + reach[0] + reach[1];
        let moved = length_of(&at_a.translation_error) + length_of(&at_b.translation_error);
        let turned = (at_a.angle_error + at_b.angle_error) * T::of(2.0);
        let ulps = T::EPSILON * T::of(DISTANCE_ULPS);
        Ok(Self {
            turn_sizes: turn.abs(),
            turn,
            way: at_a.rotation.tr_mul(&(at_b.translation - at_a.translation)),
            rounding: finite("coordinate", moved + (turned + ulps) * lengths)?,
        })
    }

    /// Returns a lower bound of the distance of two boxes: how far each is from the box around the other one along the
    /// axes of its own.
    fn distance(&self, a: &Node<T, D>, b: &Node<T, D>) -> T {
        let ahead = self.turn * b.center + self.way - a.center;
        let of_a = ahead.abs() - a.half_extents - self.turn_sizes * b.half_extents;
        let behind = self.turn.tr_mul(&ahead);
        let of_b = behind.abs() - b.half_extents - self.turn_sizes.tr_mul(&a.half_extents);
        let outside = |gaps: SVector<T, D>| gaps.map(|gap| gap.max(T::zero())).norm_squared();
        let square = outside(of_a).max(outside(of_b));
        (square.sqrt() - self.rounding).max(T::zero())
    }
}
