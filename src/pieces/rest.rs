//! Bodies of pieces at one time.

use std::collections::BinaryHeap;

use nalgebra::SVector;

use super::ahead::Ahead;
use super::window::{Places, Window};
use super::{Bodies, MovingPieces, Pieces, of_placed_pieces, split};
use crate::error::finite;
use crate::gjk::intersects;
use crate::motion::Motion;
use crate::{NotFinite, Proximity, Real, SupportMap, try_proximity};

/// The nearest pieces of two bodies, or those that overlap most.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestPieces<T, const D: usize> {
    /// The index of the piece of A, and that of the piece of B.
    pub pieces: (u32, u32),
    /// How near these are, or how deep they overlap. Witness points are in the world's frame.
    pub proximity: Proximity<T, D>,
}

/// Returns the nearest pieces of two bodies as they are at a time; if pieces overlap, the two that are deepest in each
/// other.
///
/// A depth is that of two pieces: to part the bodies may take more. Triangles have no inside, so that a body within a
/// closed mesh is as far from it as from its nearest triangle.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::AtRest;
/// use photofinish::pieces::{Convex, MovingPieces, Polyline, nearest_pieces};
/// use photofinish::shape::Ball;
///
/// let stairs = vec![vector![0.0, 0.0], vector![1.0, 0.0], vector![1.0, 1.0], vector![2.0, 1.0]];
/// let stairs = MovingPieces::new(Polyline::open(stairs)?, AtRest::new(Isometry2::identity())?);
/// let ball = Convex::new(Ball::new(0.25)?)?;
/// let ball = MovingPieces::new(ball, AtRest::new(Isometry2::translation(0.5, 0.375))?);
/// let nearest = nearest_pieces(&ball, &stairs, 0.0)?;
/// assert_eq!(nearest.pieces, (0, 0));
/// assert_eq!(nearest.proximity.signed_distance(), 0.125);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotFinite`] for a time or a coordinate that is NaN, infinite or too large.
pub fn nearest_pieces<P, M, Q, N, T, const D: usize>(
    a: &MovingPieces<P, M, T, D>,
    b: &MovingPieces<Q, N, T, D>,
    time: T,
) -> Result<NearestPieces<T, D>, NotFinite>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
    Q: Pieces<T, D>,
    N: Motion<T, D>,
{
    let time = finite("time", time)?;
    let (a, b) = (&a.body(), &b.body());
    let at = (time, &SVector::zeros());
    let window = window((a, b), at);
    let mut ahead = BinaryHeap::new();
    let mut nearest: Option<NearestPieces<T, D>> = None;
    ahead.push(Ahead {
        least: -T::LARGEST,
        what: (0, 0),
    });
    while let Some(next) = ahead.pop() {
        if nearest.is_some_and(|nearest| nearest.proximity.signed_distance() <= next.least) {
            break;
        }
        let nodes = (a.tree().node(next.what.0), b.tree().node(next.what.1));
        if let (Some(of_a), Some(of_b)) = (nodes.0.piece(), nodes.1.piece()) {
            let proximity = proximity_of((a, b), (of_a, of_b), at)?;
            let distance = proximity.signed_distance();
            if nearest.is_none_or(|nearest| distance < nearest.proximity.signed_distance()) {
                let pieces = (of_a, of_b);
                nearest = Some(NearestPieces { pieces, proximity });
            }
            continue;
        }
        for pair in split((a, b), next.what) {
            let (of_a, of_b) = (a.tree().node(pair.0), b.tree().node(pair.1));
            let least = window.apart_at_start((a, b), (of_a, of_b));
            ahead.push(Ahead { least, what: pair });
        }
    }
    Ok(nearest.expect("both bodies have a piece"))
}

/// Returns two pieces that overlap or touch at a time, or `None` if all are disjoint.
///
/// It ends at the first such pair. Pieces that are not proven disjoint count as touching, as for
/// [`intersects`](crate::gjk::intersects()).
///
/// # Errors
/// [`NotFinite`] for a time that is NaN, infinite or too large.
pub fn pieces_touch<P, M, Q, N, T, const D: usize>(
    a: &MovingPieces<P, M, T, D>,
    b: &MovingPieces<Q, N, T, D>,
    time: T,
) -> Result<Option<(u32, u32)>, NotFinite>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
    Q: Pieces<T, D>,
    N: Motion<T, D>,
{
    let time = finite("time", time)?;
    let (a, b) = (&a.body(), &b.body());
    let at = (time, &SVector::zeros());
    let window = window((a, b), at);
    let mut ahead = vec![(0, 0)];
    while let Some(pair) = ahead.pop() {
        let nodes = (a.tree().node(pair.0), b.tree().node(pair.1));
        if window.apart_at_start((a, b), nodes) > T::zero() {
            continue;
        }
        if let Some(pieces) = nodes.0.piece().zip(nodes.1.piece()) {
            let touch =
                |[a, b]: [&dyn SupportMap<T, D>; 2]| intersects(&a, &b, &mut SVector::zeros());
            if of_placed_pieces((a, b), pieces, at, touch) {
                return Ok(Some(pieces));
            }
            continue;
        }
        let [one, other] = split((a, b), pair);
        ahead.extend([other, one]);
    }
    Ok(None)
}

/// Adds all pairs of pieces that are no farther apart than `distance`, in the order of their indices. Witness points
/// are measured from the origin.
pub(crate) fn near_pieces<T: Real, const D: usize>(
    (a, b): Bodies<'_, T, D>,
    at: (T, &SVector<T, D>),
    distance: T,
    near: &mut Vec<NearestPieces<T, D>>,
) -> Result<(), NotFinite> {
    let window = window((a, b), at);
    let mut ahead = vec![(0, 0)];
    while let Some(pair) = ahead.pop() {
        let nodes = (a.tree().node(pair.0), b.tree().node(pair.1));
        if window.apart_at_start((a, b), nodes) > distance {
            continue;
        }
        let Some(pieces) = nodes.0.piece().zip(nodes.1.piece()) else {
            ahead.extend(split((a, b), pair));
            continue;
        };
        let proximity = proximity_of((a, b), pieces, at)?;
        if proximity.signed_distance() <= distance {
            near.push(NearestPieces { pieces, proximity });
        }
    }
    near.sort_unstable_by_key(|near| near.pieces);
    Ok(())
}

/// Returns how near two pieces are to each other.
fn proximity_of<T: Real, const D: usize>(
    bodies: Bodies<'_, T, D>,
    pieces: (u32, u32),
    at: (T, &SVector<T, D>),
) -> Result<Proximity<T, D>, NotFinite> {
    of_placed_pieces(bodies, pieces, at, |[a, b]| try_proximity(&a, &b))
}

/// Returns both bodies at a time, along the axes of their boxes, as seen from an origin.
fn window<T: Real, const D: usize>(
    bodies: Bodies<'_, T, D>,
    (time, origin): (T, &SVector<T, D>),
) -> Window<T, D> {
    let places = Places::at(bodies, time, origin);
    let mut window = Window::new();
    window.move_to(bodies, [&places; 3], None, T::zero());
    window
}
