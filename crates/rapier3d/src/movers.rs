//! Which colliders went so far in a step that they might have passed through something.

use rapier::dynamics::{RigidBody, RigidBodyHandle};
use rapier::math::{Pose, Real};

use crate::Report;
use crate::actor::{Actor, Role, swept_box};
use crate::ccd::{Parts, Scope, Settings};
use crate::characters::always_asked;
use crate::depth::Depths;
use crate::filter::Traits;
use crate::gauge::Course;
use crate::near::Near;
use crate::pace::{Pace, pace};
use crate::shapes::Shapes;
use crate::starts::Starts;

/// The colliders that went far, and how far all others went at most.
#[derive(Default)]
pub(crate) struct Movers {
    /// All that went far, but for those that only fixed bodies stop, and that are far from all of these.
    pub fast: Vec<Actor>,
    pub slow_travel: Real,
    /// How far a body may be taken along by another one.
    pub carried: Real,
    /// How far a character goes at most.
    guided: Real,
    /// What has been looked up of colliders near others.
    pub near: Near,
}

impl Movers {
    /// Finds the colliders that went so far that they might have passed through something.
    pub fn find(
        settings: &Settings,
        parts: &Parts<'_>,
        starts: &Starts,
        shapes: &mut Shapes,
        report: &mut Report,
    ) -> Self {
        let mut movers = Self::default();
        for (handle, start) in starts.iter() {
            // what moves may come to a character that stands still, however slowly
            let is_asked = |body: &RigidBody| {
                *body.position() != start || settings.characters.contains(&handle)
            };
            let moved = parts
                .bodies
                .get(handle)
                .filter(|body| body.is_enabled() && is_asked(body));
            if let Some(body) = moved {
                movers.add(
                    settings,
                    (parts, starts),
                    (handle, body, start),
                    shapes,
                    report,
                );
            }
        }
        // what a character takes along goes as far as that, and as far as the character is pushed
        movers.carried += movers.guided;
        movers
    }

    fn add(
        &mut self,
        settings: &Settings,
        (parts, starts): (&Parts<'_>, &Starts),
        (handle, body, start): (RigidBodyHandle, &RigidBody, Pose),
        shapes: &mut Shapes,
        report: &mut Report,
    ) {
        let end = *body.position();
        let center = body.local_center_of_mass();
        let course = Course::new(center, &start, &end);
        let role = role(handle, body, parts, settings);
        // a body that something drives has what it meets move out of its way
        let is_bullet = role != Role::Free || body.is_ccd_enabled();
        let is_left_out = settings.scope == Scope::Enabled && !is_bullet;
        let meets_fixed_only = settings.scope == Scope::Tiered && !is_bullet;
        let overlap = settings.overlap(parts.parameters);
        let depths = Depths {
            bodies: parts.bodies,
            in_fixed: meets_fixed_only,
            colliders: parts.colliders,
            narrow_phase: parts.narrow_phase,
            starts,
        };
        for &collider in body.colliders() {
            let shape = &parts.colliders[collider];
            if !shape.is_enabled() {
                continue;
            }
            let place = shape
                .position_wrt_parent()
                .copied()
                .unwrap_or(Pose::IDENTITY);
            let known = shapes.of(collider, shape, &place);
            let reach = known.reach_from(center);
            let mut is_clear = false;
            let (travel, pace) = match is_left_out {
                true => (course.travel(known), Pace::Slow),
                false => pace(known, &course, overlap, |enough, is_fast| {
                    let around = || swept_box([&start, &end], center, reach);
                    is_clear = meets_fixed_only
                        && is_fast
                        && self.near.is_clear_of_fixed(&around(), parts);
                    match is_clear {
                        true => 0.0,
                        false => depths.of(collider, enough),
                    }
                }),
            };
            // it is in nothing that counts when it ends
            if is_clear {
                known.depth = 0.0;
            }
            match role {
                Role::Driven => self.carried = self.carried.max(travel),
                Role::Guided => self.guided = self.guided.max(travel),
                _ => {}
            }
            // no contact solver lifts a character that something slow sinks into
            if is_clear || pace == Pace::Slow && role != Role::Guided {
                self.slow_travel = self.slow_travel.max(travel);
                continue;
            }
            let is_always_asked = pace == Pace::Deep || role == Role::Guided;
            match &known.solid {
                Ok(solid) => self.fast.push(Actor {
                    collider,
                    rigid: Some(handle),
                    role,
                    traits: Traits::of(shape, role.body_type(body)),
                    has_siblings: body.colliders().len() > 1,
                    solid: match is_always_asked {
                        true => always_asked(solid),
                        false => solid.clone(),
                    },
                    start,
                    end,
                    center,
                    reach,
                    may_slide: true,
                    is_bullet,
                    part_of: None,
                }),
                Err(error) => report.unprotected.push((collider, *error)),
            }
        }
    }
}

/// Returns what may be done with a body that moves.
pub(crate) fn role(
    handle: RigidBodyHandle,
    body: &RigidBody,
    parts: &Parts<'_>,
    settings: &Settings,
) -> Role {
    let follows = body.is_soft_frame() || parts.multibody_joints.rigid_body_link(handle).is_some();
    match (follows, body.is_dynamic()) {
        (false, true) => Role::Free,
        (false, false) if settings.characters.contains(&handle) => Role::Guided,
        _ => Role::Driven,
    }
}
