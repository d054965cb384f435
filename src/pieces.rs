//! Bodies of many convex pieces: compounds, meshes, polylines and height fields.
//!
//! A body that is not convex is a list of convex pieces under one motion. [`Compound`] has shapes of any kind,
//! [`TriMesh`] triangles or a [height field](TriMesh::height_field), [`Polyline`] the segments of a line in the plane,
//! and [`Convex`] is one shape, so that any body can be asked about together with any other. All keep their pieces in a
//! [`Tree`] of boxes, built once. [`MovingPieces`] gives one of them a motion.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::pieces::{Compound, Convex, MovingPieces};
//! use photofinish::shape::{Ball, Capsule};
//! use photofinish::support::Posed;
//! use photofinish::Query;
//!
//! // a cross of two bars turns beside a ball
//! let bar = Capsule::new(1.0, 0.1)?;
//! let across = Isometry3::rotation(Vector3::z() * std::f64::consts::FRAC_PI_2);
//! let cross = Compound::new(vec![Posed::new(bar, &Isometry3::identity())?, Posed::new(bar, &across)?])?;
//! let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), Vector3::z())?;
//! let cross = MovingPieces::new(&cross, turn);
//! let place = AtRest::new(Isometry3::translation(-0.5, 0.5, 0.0))?;
//! let ball = MovingPieces::new(Convex::new(Ball::new(0.1)?)?, place);
//!
//! let answer = Query::new().first_contact(&cross, &ball, 0.0..=1.0)?;
//! let contact = answer.contact.expect("the upright bar turns into the ball");
//! assert_eq!(contact.pieces, (0, 0));
//! assert!(contact.normal.is_some_and(|normal| normal.x < 0.0));
//! let expected = std::f64::consts::FRAC_PI_4 - (0.2f64 / 0.5f64.sqrt()).asin();
//! assert!(contact.time <= expected && contact.time > expected - 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Three questions
//! - [`Query::any_contact`](crate::Query::any_contact): do the bodies touch at all? It ends at the first contact found.
//! - [`Query::first_contact`](crate::Query::first_contact): which pieces touch first, and when?
//! - [`Query::all_contacts`](crate::Query::all_contacts): when does each pair of pieces touch first?
//!
//! [`Query::first_contact_on`](crate::Query::first_contact_on) is the second one for a half-space. Where shapes, bodies
//! of pieces and half-spaces are mixed, [`body`](crate::body) has one question for all.
//!
//! Each answer about a pair of pieces is the one that [`Query::time_of_impact`](crate::Query::time_of_impact) gives for
//! this pair alone, to the last bit. The one exception is a body that [slides](#sliding). Settings of the query hold
//! for each pair of pieces: the tolerance, the target distance, the policy for contacts at the start, and the budget.
//!
//! # Surfaces
//! A mesh or a polyline is a surface without an inside, and bodies touch it from both sides, unless it is
//! [one-sided](#one-sided-surfaces). A body that starts inside
//! a closed mesh, without touching it, is free until it meets the surface from within. Where an inside is needed, take
//! the pieces of a convex decomposition, or the hull. Triangles and segments have no thickness: two surfaces allow no
//! penetration of each other.
//!
//! A triangle alone pushes bodies sideways at its edges, a surface does not. So a contact has a
//! [`normal`](PieceContact::normal) that leans over no edge farther than the surface does.
//!
//! # One-sided surfaces
//! A [mesh](TriMesh::one_sided) or a [line](Polyline::one_sided) may be one-sided: bodies are stopped at its front, and
//! come through from behind. The rule is about the way they move:
//! - A triangle or segment lets a piece of another body pass if, along the normal at its front, all points of that
//!   piece move ahead of it during the whole interval. For this query the two are then no pair.
//! - All other pieces touch it from both sides: those with a point that may move back along the normal, those that turn
//!   faster than they move ahead, and those that keep their height or are at rest. The same goes if its own body turns,
//!   or if a motion has no bounds of its speed.
//! - A cast hits it unless it goes where the normal points.
//!
//! So a piece that passes never crosses from the front of that triangle to its back within the query. All other
//! triangles stop it as if they had two sides. A body is not stopped half way, as long as it moves on. There are
//! two limits. Of two one-sided surfaces either may let the other pass, whichever side the other shows. And the tiny
//! jumps that [piecewise](crate::motion::Piecewise) motions may have at their knots do not count.
//!
//! A body that turns back within one query, as at the top of a jump, finds a two-sided surface from the start of that
//! query. If it turns back half way, it is in contact at the start of the next one, for which the query has a
//! [policy](crate::Query::initial_contact). [`IgnoreSeparating`](crate::InitialContact::IgnoreSeparating) lets it go
//! out by the shorter way, even to the back. Where a game wants it out at the front, it nudges the body along the
//! normal, or makes the one-way walls a body of their own, whose events it lets pass.
//!
//! Questions about one time, such as [`nearest_pieces`], do not know how bodies move, and take both sides.
//!
//! ```
//! use nalgebra::{Isometry2, vector};
//! use photofinish::Query;
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::pieces::{Convex, MovingPieces, Polyline};
//! use photofinish::shape::Ball;
//!
//! // a ledge that one jumps onto from below: its front is on the right of the way from (4, 2) to (0, 2), which is above
//! let ledge = Polyline::open(vec![vector![4.0, 2.0], vector![0.0, 2.0]])?.one_sided();
//! let ledge = MovingPieces::new(&ledge, AtRest::new(Isometry2::identity())?);
//! let ball = Convex::new(Ball::new(0.5)?)?;
//! let up = ConstantVelocity::new(Isometry2::translation(1.0, 0.0), vector![1.0, 4.0], 0.0)?;
//! let down = ConstantVelocity::new(Isometry2::translation(2.0, 4.0), vector![1.0, -4.0], 0.0)?;
//! let query = Query::new();
//! assert_eq!(query.first_contact(&MovingPieces::new(&ball, up), &ledge, 0.0..=1.0)?.contact, None);
//! let landing = query.first_contact(&MovingPieces::new(&ball, down), &ledge, 0.0..=1.0)?.contact;
//! assert!(landing.is_some_and(|contact| (contact.time - 1.5f64 / 4.0).abs() < 1e-6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sliding
//! A body that lies on a surface and slides along it meets the next triangle at an inner edge, from the side. With
//! [`InitialContact::Stop`](crate::InitialContact::Stop) it is in contact from the start anyway, unless the query
//! allows some penetration (a negative [target distance](crate::Query::target_distance)) and the body is less deep than
//! that. With the policies that look past contacts at the start it slides on, over triangles in a plane, over ridges,
//! and where triangles turn. It may lie exactly as deep as is allowed, as after an impact.
//!
//! Four rules make it so:
//! - *Joined pieces explain contacts.* Two pieces are joined if they share a corner ([`Surface::joins`]). A contact is
//!   looked past if at that time the body touches a joined piece too, and that contact was looked past. A body that has
//!   left the surface and lands on it again is stopped. A piece of a one-sided surface explains only contacts with
//!   pieces that lie in its plane or fall away from it: a body that is coming through a wall is deep in it, and must
//!   not get that deep into the ground.
//! - *Gliding is no contact.* Pieces that meet from the side over an edge are asked about once more, along the
//!   surface's normal. A body that glides within the tolerance above a plane is apart from them all the time.
//! - *Depth is that in the surface.* A body over an edge is less deep in each of its two triangles than in the surface.
//!   How deep it is, and what it keeps if it starts there, is measured along the surface's normal, to at most twice the
//!   depth.
//! - *Nothing gets deeper.* A piece whose contact is explained keeps from then on what the deepest contact at the start
//!   keeps, less two tolerances. If it comes nearer, that is a contact: the surface rises there, or the body moves into
//!   it.
//!
//! Where triangles rise from the one that a body lies on, as in a valley, the rise stops it, as it should. A body that
//! is moved on along the rise from there may be stopped again, if it is deep and has not been pushed out a little.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::pieces::{Convex, MovingPieces, TriMesh};
//! use photofinish::shape::Cuboid;
//! use photofinish::{InitialContact, Query};
//!
//! // a crate lies on a flat floor of many triangles, and slides up to a step
//! let height = |index: usize| if index % 20 < 15 { 0.0 } else { 1.0 };
//! let heights: Vec<f64> = (0..400).map(height).collect();
//! let floor = TriMesh::height_field(&heights, 20, [1.0, 1.0])?;
//! let floor = MovingPieces::new(&floor, AtRest::new(Isometry3::identity())?);
//! let slide = ConstantVelocity::new(Isometry3::translation(3.2, 0.5, 7.7), vector![4.0, 0.0, 1.0], Vector3::zeros())?;
//! let crate_ = MovingPieces::new(Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5])?)?, slide);
//!
//! let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
//! let answer = query.first_contact(&crate_, &floor, 0.0..=5.0)?;
//! let step = answer.contact.expect("the step rises after the column at 14");
//! assert!((step.time - (14.0 - 3.7) / 4.0).abs() < 1e-6);
//! // it pushes the crate back and up
//! assert!((step.normal.expect("a place") - vector![1.0, -1.0, 0.0].normalize()).norm() < 1e-6);
//! // up to then the crate has come no deeper than rounding
//! assert!(answer.kept_distance > -1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *What is proven.* All pieces keep the answer's [`kept_distance`](FirstContact::kept_distance) d before the first
//! contact. So no body passes through the surface. Take the largest ball that lies in the body, with the radius r. Its
//! middle is at least r + d from every triangle at all times, as the body would otherwise be nearer to that triangle
//! than d. This length is positive, as queries only allow and follow penetrations of less than half the width of the
//! bodies (-d < r). So the middle never meets the surface, and a path that never meets it stays on its side.
//!
//! # How it works
//! A box of the tree moves with its body, so the certified test holds for it as for any convex body: a direction that
//! separates two boxes over a span separates all pieces in them. A query looks at short spans of time, in which the
//! bodies turn by half a radian or less. For each span it walks down both trees. The axes of both bodies half way
//! through the span tell of a pair of boxes that it is apart all the time, or up to when. The pair that may meet first
//! comes first. It is split, until single pieces are left, for which normals of surfaces tell too. Those that may still
//! meet are asked about by the search for convex bodies. The walk ends when nothing can meet before the first contact.
//! While the boxes around both bodies are far apart, that search moves on with them alone.
//!
//! A convex body and a body that does not turn take less. Along each axis of the body that does not turn, the other one
//! stays between two planes that move evenly. They give each box a time before which it cannot be touched. A body that
//! turns is first seen as the ball around its centre: mostly it passes all boxes of the other body, and that is the
//! answer.
//!
//! The pairs of boxes at which a walk ends are its *front*. [`Front`] keeps them, each with its direction, for the next
//! query, as \[2\] 6 does. A proof, a [`PiecesCertificate`], is written after each walk: it tells of all pairs by which
//! direction they are apart.

mod ahead;
mod answer;
mod any;
mod cast;
mod compound;
mod flat;
mod floor;
mod front;
mod mesh;
mod moving;
mod observer;
mod polyline;
mod proof;
mod pushed;
mod query;
mod rest;
mod search;
mod sides;
mod slabs;
mod straight;
mod surface;
mod tree;
mod window;

pub use answer::{
    AllContacts, AnyContact, ContactError, ContactStatistics, FirstContact, PieceContact,
};
pub(crate) use answer::{kept, report};
pub use any::AnyPieces;
pub use cast::PiecesCast;
pub use compound::{Compound, Compound2, Compound3, Convex, Convex2, Convex3};
pub(crate) use flat::{FlatPart, Under, pieces_in, seen_from};
pub use front::Front;
pub use mesh::{MeshError, TriMesh};
pub(crate) use moving::{Bodies, Body, alone, of_placed_pieces};
pub use moving::{MovingPieces, MovingPieces2, MovingPieces3};
pub use observer::{BoxPair, PiecesObserver};
pub use polyline::Polyline;
pub use proof::{
    CertifyContactError, Chapter, PiecesCertificate, PiecesCertificateError, ProofStep,
};
pub(crate) use pushed::{surface_normal, surface_normal_by};
pub(crate) use rest::near_pieces;
pub use rest::{NearestPieces, distance_by_boxes, nearest_pieces, pieces_touch};
pub use surface::Surface;
pub use tree::{Tree, TreeBox};

use std::rc::Rc;
use std::sync::Arc;

use thiserror::Error;

use crate::forward::pass_on;
use crate::{NotFinite, Real, SupportMap};

/// A body of convex pieces, in its own frame.
///
/// Proofs rest on the tree: each piece must be the one that the tree was built around. One that reaches out of its box
/// may pass through other bodies.
///
/// For pieces that are stored in a form of your own, implement it: build the tree by [`Tree::around`], and hand out
/// the same pieces by their index.
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use photofinish::pieces::{Pieces, Tree};
/// use photofinish::shape::Segment;
///
/// /// A row of posts of unit height.
/// struct Posts {
///     at: Vec<f64>,
///     tree: Tree<f64, 2>,
/// }
///
/// fn post(x: f64) -> Segment<f64, 2> {
///     Segment::new([vector![x, 0.0], vector![x, 1.0]]).expect("posts stand at finite places")
/// }
///
/// impl Pieces<f64, 2> for Posts {
///     type Piece<'a> = Segment<f64, 2>;
///
///     fn tree(&self) -> &Tree<f64, 2> {
///         &self.tree
///     }
///
///     fn piece(&self, index: u32) -> Segment<f64, 2> {
///         post(self.at[index as usize])
///     }
/// }
///
/// let at = vec![0.0, 1.0, 2.5];
/// let posts = Posts { tree: Tree::around(at.iter().map(|&x| post(x)))?, at };
/// assert_eq!(posts.tree().pieces(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Pieces<T: Real, const D: usize> {
    /// A piece, or a reference to one.
    type Piece<'a>: SupportMap<T, D>
    where
        Self: 'a;

    /// Returns the tree around all pieces.
    fn tree(&self) -> &Tree<T, D>;

    /// Returns the piece with this index, which is less than the number of pieces of the tree.
    fn piece(&self, index: u32) -> Self::Piece<'_>;

    /// Returns how the pieces are joined, if they are a surface: each piece of it must be the piece with that index, as
    /// a triangle or segment without a radius.
    ///
    /// Bodies then [slide over inner edges](crate::pieces#sliding).
    fn surface(&self) -> Option<&Surface<T, D>> {
        None
    }
}

/// Makes a pointer to a body of pieces such a body.
macro_rules! forward_pieces {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, P: Pieces<T, D> + ?Sized> Pieces<T, D> for $pointer {
            type Piece<'a>
                = P::Piece<'a>
            where
                Self: 'a;

            pass_on! {
                fn tree(&self) -> &Tree<T, D>;
                fn piece(&self, index: u32) -> Self::Piece<'_>;
                fn surface(&self) -> Option<&Surface<T, D>>;
            }
        }
    )*};
}

forward_pieces!(&P, Box<P>, Rc<P>, Arc<P>);

/// Pieces that make no body.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PiecesError {
    /// There are no pieces.
    #[error("a body needs at least one piece, but has none")]
    Empty,
    /// There are more pieces than boxes can be numbered for.
    #[error("a body can have at most {MOST_PIECES} pieces, but has {pieces}")]
    TooMany {
        /// How many there are.
        pieces: usize,
    },
    /// A piece is not finite, or too large.
    #[error("piece {index}: {error}")]
    NotFinite {
        /// Which piece.
        index: usize,
        /// The number, and what is wrong with it.
        error: NotFinite,
    },
}

/// A tree has two boxes for each piece, which are counted in 32 bits.
const MOST_PIECES: usize = 1 << 31;

fn check_count(pieces: usize) -> Result<(), PiecesError> {
    match pieces {
        0 => Err(PiecesError::Empty),
        1..=MOST_PIECES => Ok(()),
        _ => Err(PiecesError::TooMany { pieces }),
    }
}

/// Splits a pair of boxes that are not both around a single piece. The order of all splits depends on the trees alone.
fn split<T: Real, const D: usize>(
    (a, b): Bodies<'_, T, D>,
    (of_a, of_b): (u32, u32),
) -> [(u32, u32); 2] {
    let (tree_a, tree_b) = (a.tree(), b.tree());
    if tree_a.node(of_a).splits_before(tree_b.node(of_b)) {
        tree_a.children(of_a).map(|child| (child, of_b))
    } else {
        tree_b.children(of_b).map(|child| (of_a, child))
    }
}
