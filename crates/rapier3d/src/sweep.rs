//! The events of one pass: which bodies stop, and where.

use std::collections::{HashMap, HashSet};

use nalgebra::{Isometry, Translation};
use photofinish::SupportMap;
use photofinish::engine::{self, Kind, Pass, PassError, Response, Then};
use rapier::geometry::{Collider, CollisionEvent, CollisionEventFlags};
use rapier::math::{DIM, Pose, Real};
use rapier::parry;
use rapier::pipeline::{ActiveEvents, EventHandler, PhysicsHooks};

use crate::actor::{Actor, PassBody, Role};
use crate::ccd::{Parts, Settings, Starts};
use crate::characters::pushed;
use crate::filter::Relation;
use crate::gauge::chord;
use crate::math::{Rotor, isometry, to_pose, to_vector};
use crate::movers::{Movers, SLOW_SHARE};
use crate::scene::{Builder, Scene};
use crate::shapes::Shapes;
use crate::{Impact, Report};

/// How deep bodies may overlap that start the step in contact and are driven deeper, as a share of the inner diameter of
/// the thinner one. A body that rolls or slides fast sinks a little in every step, until the contact solver lifts it:
/// stopped there, it would stand still. With half of it or more, bodies could pass.
const DRIVEN_SHARE: Real = 0.25;

pub(crate) type Event = engine::Event<Real, Rotor, DIM>;

/// What a pass works on.
pub(crate) struct Sweep<'w, 'p> {
    pub settings: &'w Settings,
    pub shapes: &'w mut Shapes,
    pub parts: &'w mut Parts<'p>,
    pub hooks: &'w dyn PhysicsHooks,
    pub starts: &'w Starts,
    pub report: Report,
}

impl Sweep<'_, '_> {
    pub fn run(mut self, events: &dyn EventHandler) -> Result<Report, PassError> {
        let movers = Movers::find(
            self.settings,
            self.parts,
            self.starts,
            self.shapes,
            &mut self.report,
        );
        self.report.fast = movers.fast.len();
        if movers.fast.is_empty() {
            return Ok(self.report);
        }
        let builder = Builder {
            shapes: self.shapes,
            parts: self.parts,
            starts: self.starts,
            hooks: self.hooks,
            settings: self.settings,
            report: &mut self.report,
        };
        let scene = builder.scene(movers);
        let mut bodies: Vec<PassBody<'_>> = scene.actors.iter().map(Actor::body).collect();
        let noticed = self.pass(&scene, &mut bodies)?;
        let ends: Vec<Pose> = bodies.iter().map(|body| to_pose(body.pose())).collect();
        self.place(&scene, &ends);
        for pair in noticed {
            self.tell_sensor(
                pair.map(|number| (&scene.actors[number], &ends[number])),
                events,
            );
        }
        Ok(self.report)
    }

    /// Makes the pass. Returns the pairs that met and passed each other, as one is a sensor.
    fn pass(
        &mut self,
        scene: &Scene,
        bodies: &mut [PassBody<'_>],
    ) -> Result<Vec<[usize; 2]>, PassError> {
        let mut noticed = Vec::new();
        let report = &mut self.report;
        let overlap = self.settings.overlap(self.parts.parameters);
        let mut answers = Answers {
            scene,
            overlap,
            in_contact: HashSet::new(),
            plans: HashMap::new(),
        };
        let pass = Pass::new().allowed_overlap(overlap).leave_slow(SLOW_SHARE);
        let found = pass.run(bodies, scene.pairs.iter().map(|(pair, _)| *pair), |event| {
            if scene.relation(event.pair) == Relation::Noticed {
                noticed.push(event.pair);
                return Response::pass();
            }
            let actors = event.pair.map(|number| &scene.actors[number]);
            let response = answers.to(event);
            let colliders = actors.map(|actor| actor.collider);
            if let Some(contact) = event.kind.contact() {
                report.impacts.push(Impact {
                    colliders,
                    time: event.time,
                    point: to_vector(&((contact.witness_a + contact.witness_b) * 0.5)),
                    normal: to_vector(&contact.normal),
                });
            }
            response
        })?;
        report.queries = found.queries;
        // bodies that were taken along too often, and others that stopped in the way of one that went on
        for pair in found.no_longer_proven {
            let colliders = pair.map(|number| scene.actors[number].collider);
            if scene.relation(pair) == Relation::Solid && !report.unproven.contains(&colliders) {
                report.unproven.push(colliders);
            }
        }
        Ok(noticed)
    }

    /// Puts bodies where the pass has left them.
    fn place(&mut self, scene: &Scene, ends: &[Pose]) {
        for (actor, end) in scene.actors.iter().zip(ends) {
            let Some(rigid) = actor
                .rigid
                .filter(|_| actor.role.may_stop() && *end != actor.end)
            else {
                continue;
            };
            if self.report.moved.contains(&rigid) {
                continue;
            }
            self.report.moved.push(rigid);
            self.parts.bodies[rigid].set_position(*end, false);
        }
        let parts = &mut *self.parts;
        parts
            .bodies
            .propagate_modified_body_positions_to_colliders(parts.colliders);
        // rapier's tree, for queries of the scene before the next step
        for &rigid in &self.report.moved {
            for &handle in parts.bodies[rigid].colliders() {
                let collider = &parts.colliders[handle];
                let around = collider.compute_broad_phase_aabb(parts.parameters, parts.bodies);
                parts.broad_phase.set_aabb(parts.parameters, handle, around);
            }
        }
    }

    /// Tells of a sensor that a body went through within the step, as rapier's own tests see only where bodies end.
    ///
    /// Sensors that a body is in at the start or at the end are told of by rapier.
    fn tell_sensor(&self, pair: [(&Actor, &Pose); 2], events: &dyn EventHandler) {
        let (bodies, colliders) = (&*self.parts.bodies, &*self.parts.colliders);
        let handles = pair.map(|(actor, _)| actor.collider);
        let [a, b] = handles.map(|handle| &colliders[handle]);
        let is_heard =
            (a.active_events() | b.active_events()).contains(ActiveEvents::COLLISION_EVENTS);
        let is_sensor = a.is_sensor() || b.is_sensor();
        let places =
            |of: [&Pose; 2]| [0, 1].map(|side| placed([a, b][side], pair[side].0, of[side]));
        let overlap = |[of_a, of_b]: [Pose; 2]| {
            parry::query::intersection_test(&of_a, a.shape(), &of_b, b.shape())
                .is_ok_and(|found| found.intersecting)
        };
        let [start, end] = [
            pair.map(|(actor, _)| &actor.start),
            pair.map(|(_, end)| end),
        ];
        if is_heard && is_sensor && !overlap(places(start)) && !overlap(places(end)) {
            let [a, b] = handles;
            for event in [
                CollisionEvent::Started(a, b, CollisionEventFlags::SENSOR),
                CollisionEvent::Stopped(a, b, CollisionEventFlags::SENSOR),
            ] {
                events.handle_collision_event(bodies, colliders, event, None);
            }
        }
    }
}

/// Returns where a collider is when the frame of its actor is at a pose.
fn placed(collider: &Collider, actor: &Actor, pose: &Pose) -> Pose {
    match (actor.role, collider.position_wrt_parent()) {
        (Role::Fixed, _) | (_, None) => *pose,
        (_, Some(place)) => *pose * *place,
    }
}

/// How a pass answers to events, and what it remembers for that.
struct Answers<'s> {
    scene: &'s Scene,
    /// How deep bodies may overlap.
    overlap: Real,
    /// The pairs that started in contact and are driven deeper.
    in_contact: HashSet<[usize; 2]>,
    /// Where characters that were pushed are about to end, by the number of their first part.
    plans: HashMap<usize, Isometry<Real, Rotor, DIM>>,
}

impl Answers<'_> {
    /// Returns what both bodies do after they met.
    ///
    /// Bodies that started in contact may sink a little, and then slide along each other. Those that overlap too deeply to
    /// be followed stop, unless they part: only the contact solver can push them apart. A body that something else drives
    /// goes its way, and takes the other one along.
    fn to(&mut self, event: &Event) -> Response<Real, Rotor, DIM> {
        let actors = event.pair.map(|number| &self.scene.actors[number]);
        if let Some(response) = self.to_characters(event, actors) {
            return response;
        }
        let is_driven = actors.iter().any(|actor| actor.role == Role::Driven);
        let started_in_contact = match event.kind {
            Kind::DrivenIn(_) => true,
            Kind::Undecided(_) => event.time == 0.0,
            _ => false,
        };
        if started_in_contact && !is_driven && self.in_contact.insert(event.pair) {
            let thick = actors
                .iter()
                .map(|actor| actor.thickness)
                .filter(|&thick| thick > 0.0);
            // two surfaces have no thickness to sink into
            let depth = thick
                .reduce(Real::min)
                .map(|thinner| DRIVEN_SHARE * thinner);
            if let Some(depth) = depth.filter(|&depth| depth > self.overlap) {
                return Response::deeper(depth);
            }
        }
        let was_in_contact = self.in_contact.contains(&event.pair);
        let then = |this: usize| {
            let other = 1 - this;
            match (actors[this].role, actors[other].role) {
                (Role::Driven, _) => Then::Continue,
                (Role::Free, Role::Driven) => {
                    let onwards = isometry(&actors[other].end) * event.poses[other].inverse();
                    Then::MoveTo(onwards * event.poses[this])
                }
                (Role::Free, Role::Fixed) if was_in_contact => {
                    slid(event, this, actors).map_or(Then::Stop, Then::MoveTo)
                }
                _ => Then::Stop,
            }
        };
        Response {
            a: then(0),
            b: then(1),
        }
    }

    /// Returns what both bodies do after they met, if one is a character: it takes free bodies along, and gives way to all
    /// others. Two characters stop.
    fn to_characters(
        &mut self,
        event: &Event,
        actors: [&Actor; 2],
    ) -> Option<Response<Real, Rotor, DIM>> {
        let this = actors.iter().position(|actor| actor.role == Role::Guided)?;
        let other = 1 - this;
        let whole = actors[this].part_of.unwrap_or(event.pair[this]);
        let plan = self.plans.get(&whole).copied();
        let plan = plan.unwrap_or_else(|| isometry(&actors[this].end));
        let mut both = [Then::Continue; 2];
        match actors[other].role {
            Role::Free => {
                let onwards = plan * event.poses[this].inverse();
                both[other] = Then::MoveTo(onwards * event.poses[other]);
            }
            Role::Guided => {
                both = [Then::Stop; 2];
                for side in [0, 1] {
                    let whole = actors[side].part_of.unwrap_or(event.pair[side]);
                    self.plans.insert(whole, event.poses[side]);
                }
            }
            Role::Driven | Role::Fixed => {
                let to = pushed(event, this, actors, &plan);
                both[this] = to.map_or(Then::Stop, Then::MoveTo);
                self.plans.insert(whole, to.unwrap_or(event.poses[this]));
            }
        }
        let [a, b] = both;
        Some(Response { a, b })
    }
}

/// Returns where a body ends that goes on along one that is fixed, or `None` if they are not in touch.
///
/// It is moved out along the normal, so far that it ends no deeper than it is now. A corner of a body that turns dips
/// on its way, by no more than its reach times the square of the chord of the turn over eight: so it is moved by that
/// too. The pass asks about the new way, and stops the body if it leads deeper all the same.
fn slid(event: &Event, this: usize, actors: [&Actor; 2]) -> Option<Isometry<Real, Rotor, DIM>> {
    let out = {
        let normal = event.kind.contact()?.normal;
        if this == 0 { -normal } else { normal }
    };
    let (actor, now) = (actors[this], event.poses[this]);
    let end = isometry(&actor.end);
    let solid = actor.solid.convex(event.pieces[this])?;
    let lowest = |pose: &Isometry<Real, Rotor, DIM>| {
        let direction = pose.inverse_transform_vector(&-out);
        -solid.support_point(&direction).dot(&direction) + out.dot(&pose.translation.vector)
    };
    let turn = chord(to_pose(&now).rotation, actor.end.rotation);
    let sinks = lowest(&now) - lowest(&end) + actor.reach * turn * turn / 8.0;
    let up = Translation::from(out * sinks.max(0.0));
    Some(up * end)
}
