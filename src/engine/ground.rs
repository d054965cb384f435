//! Bodies over a flat part of a surface that does not move: most that land, roll and rest on a mesh.
//!
//! All pieces that a body may come to are in a half-space then, and a query of that half-space takes a small part of
//! the time: see `pieces/flat`. It proves that the body gets no deeper into any of them. It tells of a contact only
//! where the deepest point of the body is well over a piece in the boundary: there it is as deep in the surface. All
//! else is left to the search.
//!
//! [Held bodies](super#in-the-long-run) have the levels of the search, as questions of both kinds take turns. The
//! length between two levels depends on the allowed overlap and on the tolerance, which is a share of the size of the
//! smaller one of the body and the piece. So that has to be the body. And where it starts in contact, the piece must be
//! in the boundary to the last bit: otherwise its depth, and so its level, could be another one.

use nalgebra::Isometry;

use super::Pass;
use super::track::Track;
use crate::body::AnyBody;
use crate::first_of::time_of;
use crate::motion::{Motion, Rotor};
use crate::pieces::{
    Body as _, FlatPart, MovingPieces, PieceContact, Pieces, Under, pieces_in, report, seen_from,
};
use crate::toi::is_thick_enough;
use crate::tuning::GROUND_PIECES;
use crate::{
    Contact, Extrusion, HalfSpace, Moving, MovingHalfSpace, Outcome, QueryError, Real, Solution,
    SupportMap,
};

impl<T: Real> Pass<T> {
    /// Returns how two bodies that may overlap by so much meet, from a time on, if one of them is over a flat part of
    /// the other one. The inner `None` says that they do not.
    pub(super) fn contact_with_ground<S, P, R, const D: usize>(
        &self,
        [a, b]: [&Track<'_, S, P, T, R, D>; 2],
        question: (T, T),
    ) -> Option<Option<PieceContact<T, D>>>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        match (a.body(), b.body()) {
            (AnyBody::Pieces(ground), AnyBody::Shape(body)) if a.at_rest => {
                self.contact_over((ground, body), b, question)
            }
            (AnyBody::Shape(body), AnyBody::Pieces(ground)) if b.at_rest => {
                let contact = self.contact_over((ground, body), a, question)?;
                Some(contact.map(PieceContact::swapped))
            }
            _ => None,
        }
    }

    fn contact_over<S, P, R, M, N, const D: usize>(
        &self,
        (ground, body): (&MovingPieces<&P, M, T, D>, &Moving<&S, N, T, D>),
        track: &Track<'_, S, P, T, R, D>,
        (allowed, from): (T, T),
    ) -> Option<Option<PieceContact<T, D>>>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
        M: Motion<T, D>,
        N: Motion<T, D>,
    {
        let surface = ground.surface()?;
        // a piece of a surface has no width
        let width = body.inner_diameter();
        let tolerance = self.query.asked_tolerance_or(body.size() * T::SQRT_EPSILON);
        if !is_thick_enough(width, (allowed + tolerance) * T::of(2.0)) {
            return None;
        }
        let around = track.around()?;
        let seen = seen_from(ground, from, &around.from(from));
        let pieces = pieces_in(ground.tree(), &seen, GROUND_PIECES)?;
        if pieces.is_empty() {
            return Some(None);
        }
        let pose = ground.motion().pose(from);
        let middle = pose
            .inverse_transform_point(&around.center(from).into())
            .coords;
        let flat = FlatPart::around(surface, pieces, &middle)?;
        let mut query = self.query.target_distance(-allowed);
        query.held_below = Some(-self.allowed);
        let during = from..=T::one();
        let solution = match shifted(&flat.half_space, &pose) {
            Some(floor) => query.time_of_impact_on(&floor, body, during),
            None => {
                let floor = MovingHalfSpace::new(flat.half_space, ground.motion());
                query.time_of_impact_on(&floor, body, during)
            }
        };
        let mut solution = solution.ok()?;
        let at_start = report(&solution);
        if at_start.is_none() && matches!(solution.outcome, Outcome::Separated(_)) {
            return Some(None);
        }
        if surface.is_one_sided() {
            return None;
        }
        let under = |contact: &Contact<T, D>, depth: T| {
            let depth = depth.max(T::zero());
            if !is_thick_enough(width, depth) {
                return None;
            }
            let deepest = pose.inverse_transform_point(&contact.witness_b.into());
            // the middle of a ball in the body is no farther from the deepest point than two radii of one around it
            let within = depth * around.radius() * T::of(4.0) / width;
            let under = flat.under(&deepest.coords, within)?;
            (ground.moving_piece(under.piece).size() >= body.size()).then_some(under)
        };
        let mut met = None;
        if let Some(start) = at_start {
            // what is kept is less than the distance by its error
            let of_start = under(&start.contact, -start.kept_distance)?;
            // the levels of held bodies are those of the piece only then
            if of_start.below > T::zero() {
                return None;
            }
            met = Some(of_start);
        }
        if let Outcome::Impact(impact) = &mut solution.outcome {
            let of_impact = under(&impact.contact, impact.tolerance - impact.distance)?;
            impact.distance += of_impact.below;
            impact.tolerance += of_impact.below;
            met = Some(of_impact);
        }
        contact_of(solution, met, from)
    }
}

/// Returns a half-space of a frame that is not turned as one of the world, if its place there is exact. A query of it
/// takes less time.
fn shifted<T: Real, R: Rotor<T, D>, const D: usize>(
    floor: &HalfSpace<T, D>,
    pose: &Isometry<T, R, D>,
) -> Option<HalfSpace<T, D>> {
    let (point, way) = (floor.point(), &pose.translation.vector);
    let place = point + way;
    // only along the normal does the place make a difference; and a sum is exact if both differences with it are
    let is_exact = (0..D).all(|axis| {
        let (sum, [one, other]) = (place[axis], [point[axis], way[axis]]);
        floor.normal()[axis] == T::zero() || sum - one == other && sum - other == one
    });
    if pose.rotation != R::identity() || !is_exact {
        return None;
    }
    HalfSpace::new(*floor.normal(), place).ok()
}

/// Returns the contact with a piece that an answer tells of.
fn contact_of<T: Real, const D: usize>(
    solution: Solution<T, D>,
    met: Option<Under<T>>,
    from: T,
) -> Option<Option<PieceContact<T, D>>> {
    let answer: Result<_, QueryError> = Ok(solution);
    match (time_of(&answer, from), met) {
        (None, _) => Some(None),
        (Some(time), Some(under)) => Some(Some(PieceContact::of_pieces(
            (under.piece, 0),
            time,
            answer,
        ))),
        (Some(_), None) => None,
    }
}
