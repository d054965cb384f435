//! Bodies of pieces at one time.

use std::collections::BinaryHeap;

use nalgebra::SVector;

use super::ahead::Ahead;
use super::window::Window;
use super::{Bodies, MovingPieces, Pieces, of_placed_pieces, split};
use crate::error::{finite, finite_point};
use crate::gjk::intersects;
use crate::motion::Motion;
use crate::tuning::BOXES_OF_GAP;
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
pub fn nearest_pieces<T: Real, const D: usize>(
    a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    time: T,
) -> Result<NearestPieces<T, D>, NotFinite> {
    let time = finite("time", time)?;
    let (a, b) = (&a.body(), &b.body());
    let at = (time, &SVector::zeros());
    let window = Window::at((a, b), time, at.1);
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

/// Returns a distance that all pieces of two bodies keep at a time: a proven lower bound, which is `enough` at most.
///
/// It looks at some boxes of both trees alone, first at those that are nearest, until all are `enough` apart. So it
/// takes a small part of the time of [`nearest_pieces`]. It is zero if boxes overlap that are not looked into any further;
/// bodies whose boxes are apart may be farther from each other than it says.
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
pub fn distance_by_boxes<T: Real, const D: usize>(
    a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    time: T,
    enough: T,
) -> Result<T, NotFinite> {
    let (time, enough) = (finite("time", time)?, finite("distance", enough)?);
    let (a, b) = (&a.body(), &b.body());
    for body in [a, b] {
        let place = body.motion().placement(time, &SVector::zeros());
        finite_point("position", place.translation)?;
    }
    let window = Window::at((a, b), time, &SVector::zeros());
    let apart = |pair: (u32, u32)| {
        window.apart_at_start((a, b), (a.tree().node(pair.0), b.tree().node(pair.1)))
    };
    let mut ahead = BinaryHeap::new();
    let (mut least, mut what) = (apart((0, 0)), (0, 0));
    for _ in 0..BOXES_OF_GAP {
        let (of_a, of_b) = (a.tree().node(what.0), b.tree().node(what.1));
        let are_pieces = of_a.piece().is_some() && of_b.piece().is_some();
        if are_pieces || least >= enough {
            break;
        }
        for pair in split((a, b), what) {
            // boxes within others may be nearer by rounding alone
            let least = apart(pair).max(least);
            ahead.push(Ahead { least, what: pair });
        }
        Ahead { least, what } = ahead.pop().expect("two were added");
    }
    Ok(least.min(enough).max(T::zero()))
}

/// Returns two pieces that overlap or touch at a time, or `None` if all are disjoint.
///
/// It ends at the first such pair. Pieces that are not proven disjoint count as touching, as for
/// [`intersects`](crate::gjk::intersects()).
///
/// # Errors
/// [`NotFinite`] for a time that is NaN, infinite or too large.
pub fn pieces_touch<T: Real, const D: usize>(
    a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
    time: T,
) -> Result<Option<(u32, u32)>, NotFinite> {
    let time = finite("time", time)?;
    let (a, b) = (&a.body(), &b.body());
    let at = (time, &SVector::zeros());
    Ok(find_near((a, b), at, T::zero(), |pieces| {
        let touch = |[a, b]: [&dyn SupportMap<T, D>; 2]| intersects(&a, &b, &mut SVector::zeros());
        of_placed_pieces((a, b), pieces, at, touch).then_some(pieces)
    }))
}

/// Adds all pairs of pieces that are no farther apart than `distance`, in the order of their indices. Witness points
/// are measured from the origin.
pub(crate) fn near_pieces<T: Real, const D: usize>(
    bodies: Bodies<'_, T, D>,
    at: (T, &SVector<T, D>),
    distance: T,
    near: &mut Vec<NearestPieces<T, D>>,
) -> Result<(), NotFinite> {
    let failed = find_near(bodies, at, distance, |pieces| {
        match proximity_of(bodies, pieces, at) {
            Ok(proximity) if proximity.signed_distance() <= distance => {
                near.push(NearestPieces { pieces, proximity });
                None
            }
            Ok(_) => None,
            Err(error) => Some(error),
        }
    });
    near.sort_unstable_by_key(|near| near.pieces);
    failed.map_or(Ok(()), Err)
}

/// Shows all pairs of pieces whose boxes are no farther apart than `distance`, until something is found.
fn find_near<T: Real, const D: usize, X>(
    (a, b): Bodies<'_, T, D>,
    (time, origin): (T, &SVector<T, D>),
    distance: T,
    mut find: impl FnMut((u32, u32)) -> Option<X>,
) -> Option<X> {
    let window = Window::at((a, b), time, origin);
    let mut ahead = vec![(0, 0)];
    while let Some(pair) = ahead.pop() {
        let nodes = (a.tree().node(pair.0), b.tree().node(pair.1));
        if window.apart_at_start((a, b), nodes) > distance {
            continue;
        }
        if let Some(pieces) = nodes.0.piece().zip(nodes.1.piece()) {
            if let Some(found) = find(pieces) {
                return Some(found);
            }
        } else {
            let [one, other] = split((a, b), pair);
            ahead.extend([other, one]);
        }
    }
    None
}

/// Returns how near two pieces are to each other.
fn proximity_of<T: Real, const D: usize>(
    bodies: Bodies<'_, T, D>,
    pieces: (u32, u32),
    at: (T, &SVector<T, D>),
) -> Result<Proximity<T, D>, NotFinite> {
    of_placed_pieces(bodies, pieces, at, |[a, b]| try_proximity(&a, &b))
}
