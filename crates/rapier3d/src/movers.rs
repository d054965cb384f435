//! Which colliders went so far in a step that they might have passed through something.

use rapier::dynamics::{RigidBody, RigidBodyHandle};
use rapier::math::{Pose, Real};

use crate::actor::{Actor, Role};
use crate::ccd::{Parts, Scope, Settings};
use crate::characters::always_asked;
use crate::depth::Depths;
use crate::filter::Traits;
use crate::gauge::Course;
use crate::near::Near;
use crate::pace::{Pace, depth_left_alone, pace};
use crate::report::{Cause, Followed, Report};
use crate::shapes::Shapes;
use crate::starts::Starts;

/// The colliders that went far, and how far all others went at most.
#[derive(Default)]
pub(crate) struct Movers {
    pub fast: Vec<Actor>,
    pub slow_travel: Real,
    /// How far any point of a driven body goes, and so what is carried by it, where it is in touch.
    pub carried: Real,
    /// How much farther a point goes for each length that it is farther from the axis of a driven body.
    pub turned: Real,
    /// How far a character goes at most.
    guided: Real,
}

impl Movers {
    /// Finds the colliders that went so far that they might have passed through something.
    pub fn find(
        settings: &Settings,
        parts: &Parts<'_>,
        starts: &Starts,
        (shapes, near): (&mut Shapes, &mut Near),
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
                    (shapes, near),
                    report,
                );
            }
        }
        // what a character carries goes as far as that, and as far as the character is pushed
        movers.carried += movers.guided;
        movers
    }

    fn add(
        &mut self,
        settings: &Settings,
        (parts, starts): (&Parts<'_>, &Starts),
        (handle, body, start): (RigidBodyHandle, &RigidBody, Pose),
        (shapes, near): (&mut Shapes, &mut Near),
        report: &mut Report,
    ) {
        let end = *body.position();
        let course = Course::new(body.local_center_of_mass(), &start, &end);
        let role = role(handle, body, parts, settings);
        // a body that something drives has what it meets move out of its way
        let is_bullet = role != Role::Free || body.is_ccd_enabled();
        let is_left_out = settings.scope == Scope::Enabled && !is_bullet;
        let overlap = settings.overlap(parts.parameters);
        let depths = Depths::new(parts, starts, settings.scope, is_bullet);
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
            let (travel, pace) = match is_left_out {
                true => (course.travel(known), Pace::Slow),
                false => {
                    let bound = || match depths.in_fixed {
                        true => near
                            .depth_in_fixed(&shape.shape().compute_aabb(&(start * place)), parts),
                        false => Real::INFINITY,
                    };
                    let measure = |enough| depths.of(collider, enough);
                    pace(known, &course, overlap, bound, measure)
                }
            };
            match role {
                Role::Driven => self.carried = self.carried.max(travel),
                Role::Guided => self.guided = self.guided.max(travel),
                _ => {}
            }
            if role != Role::Free {
                self.turned = self.turned.max(course.chord());
            }
            // no contact solver lifts a character that something slow sinks into
            if pace == Pace::Slow && role != Role::Guided {
                self.slow_travel = self.slow_travel.max(travel);
                continue;
            }
            let cause = match (role, pace) {
                (Role::Guided, _) => Cause::Character,
                (_, Pace::Deep) => Cause::Deep,
                _ => Cause::Far,
            };
            report.followed.push(Followed {
                collider,
                cause,
                travel,
            });
            let is_always_asked = cause != Cause::Far;
            let left_alone = depth_left_alone(known, overlap);
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
                    center: body.local_center_of_mass(),
                    reach: known.reach_from(body.local_center_of_mass()),
                    may_slide: true,
                    is_bullet,
                    unmeasured: (!is_always_asked).then_some(left_alone),
                    margin: settings.margin(handle),
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
