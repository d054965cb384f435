//! The events of one pass: which bodies stop, and where.

use std::collections::HashMap;

use nalgebra::Isometry;
use photofinish::engine::{self, Kind, Pass, PassError, Response, Then};
use rapier::dynamics::RigidBodyVelocity;
use rapier::geometry::{Collider, CollisionEvent, CollisionEventFlags};
use rapier::math::{DIM, Pose, Real};
use rapier::parry;
use rapier::pipeline::{ActiveEvents, EventHandler, PhysicsHooks};

use crate::actor::{Actor, PassBody, Role};
use crate::ccd::{Parts, Settings};
use crate::characters::pushed;
use crate::math::{Rotor, isometry, to_pose, to_vector};
use crate::movers::Movers;
use crate::near::Near;
use crate::pace::SLOW_SHARE;
use crate::pressed::Pressed;
use crate::scene::{Builder, Scene};
use crate::shapes::Shapes;
use crate::starts::Starts;
use crate::{Impact, Report};

pub(crate) type Event = engine::Event<Real, Rotor, DIM>;

/// What an engine does about bodies that met in a pass, beside where they end.
struct Met {
    /// The pairs that met and passed each other, as one is a sensor.
    noticed: Vec<[usize; 2]>,
    /// Those that are pressed into each other.
    pressed: Vec<Pressed>,
    /// The numbers of those that are wedged in between others.
    wedged: Vec<usize>,
}

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
        let mut near = Near::default();
        let movers = Movers::find(
            self.settings,
            self.parts,
            self.starts,
            (self.shapes, &mut near),
            &mut self.report,
        );
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
            numbers: Vec::new(),
            near,
        };
        let scene = builder.scene(movers);
        let mut bodies: Vec<PassBody<'_>> = scene.actors.iter().map(Actor::body).collect();
        let Met {
            noticed,
            pressed,
            wedged,
        } = self.pass(&scene, &mut bodies)?;
        let ends: Vec<Pose> = bodies.iter().map(|body| to_pose(body.pose())).collect();
        self.place(&scene, &ends);
        for pair in pressed {
            pair.stop_approach(self.parts.bodies);
        }
        for number in wedged {
            if let Some(rigid) = scene.actors[number].rigid {
                self.parts.bodies[rigid].set_vels(RigidBodyVelocity::zero(), false);
            }
        }
        for pair in noticed {
            self.tell_sensor(
                pair.map(|number| (&scene.actors[number], &ends[number])),
                events,
            );
        }
        Ok(self.report)
    }

    /// Makes the pass.
    fn pass(&mut self, scene: &Scene, bodies: &mut [PassBody<'_>]) -> Result<Met, PassError> {
        let mut noticed = Vec::new();
        let mut pressed = Vec::new();
        let report = &mut self.report;
        let overlap = self.settings.overlap(self.parts.parameters);
        let mut answers = Answers {
            scene,
            shallow: self.settings.shallow(self.parts.parameters),
            plans: HashMap::new(),
        };
        let pass = Pass::new()
            .allowed_overlap(overlap)
            .leave_slow(SLOW_SHARE)
            .slide_up_to(self.settings.slide(self.parts.parameters));
        let found = pass.run(bodies, scene.pairs.iter().copied(), |event| {
            if scene.is_noticed(event.pair) {
                noticed.push(event.pair);
                return Response::pass();
            }
            let actors = event.pair.map(|number| &scene.actors[number]);
            let colliders = actors.map(|actor| actor.collider);
            if let Some(contact) = event.kind.contact() {
                let point = to_vector(&((contact.witness_a + contact.witness_b) * 0.5));
                let normal = to_vector(&contact.normal);
                if is_pressed(event)
                    && !answers.start_through_each_other(event)
                    && actors.iter().all(|actor| actor.role != Role::Guided)
                {
                    pressed.push(Pressed {
                        bodies: actors.map(|actor| actor.rigid),
                        gives_way: actors.map(|actor| actor.role == Role::Free),
                        point,
                        normal,
                    });
                }
                report.impacts.push(Impact {
                    colliders,
                    time: event.time,
                    point,
                    normal,
                });
            }
            answers.to(event)
        })?;
        report.queries = found.queries;
        for number in found.left_margin {
            if let Some(rigid) = scene.actors[number].rigid
                && !report.left_margin.contains(&rigid)
            {
                report.left_margin.push(rigid);
            }
        }
        let wedged = found.wedged;
        // bodies that were carried too often, and others that stopped in the way of one that went on
        for pair in found.no_longer_proven {
            let colliders = pair.map(|number| scene.actors[number].collider);
            if !scene.is_noticed(pair) && !report.unproven.contains(&colliders) {
                report.unproven.push(colliders);
            }
        }
        Ok(Met {
            noticed,
            pressed,
            wedged,
        })
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
                self.shapes.forget_depth(handle);
                let collider = &parts.colliders[handle];
                let around = collider.compute_broad_phase_aabb(parts.parameters, parts.bodies);
                parts.broad_phase.set_aabb(parts.parameters, handle, around);
            }
        }
    }

    /// Tells of a sensor that a body went through within the step, as rapier's own tests see only where bodies end.
    ///
    /// Rapier itself tells of sensors that a body is in at the start or at the end.
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
    /// How deep bodies may be so that they are held, however thin they are.
    shallow: Real,
    /// Where characters that were pushed are about to end, by the number of their first part.
    plans: HashMap<usize, Isometry<Real, Rotor, DIM>>,
}

impl Answers<'_> {
    /// Returns what both bodies do after they met.
    ///
    /// Bodies that are in contact when the step begins slide along each other where they would get deeper. All others
    /// stop where they meet. A body that something else drives goes its way, and carries the other one.
    fn to(&mut self, event: &Event) -> Response<Real, Rotor, DIM> {
        let actors = event.pair.map(|number| &self.scene.actors[number]);
        if let Some(response) = self.with_character(event, actors) {
            return response;
        }
        if self.start_through_each_other(event) {
            return Response::pass();
        }
        let then = |this: usize, usual| match usual {
            // it must not stop in the way of what drives it: the report names it if it leaves its margin
            Then::Slide if !actors[this].may_slide && event.drives[1 - this] => Then::Carried,
            // not all is known that it may meet if it leaves its way
            Then::Slide if !actors[this].may_slide => Then::Stop,
            usual => usual,
        };
        let Response { a, b } = event.usual_response();
        Response {
            a: then(0, a),
            b: then(1, b),
        }
    }

    /// Returns whether two free bodies start so deep in each other that nothing says on which side of the other each of
    /// them belongs. A pass that stopped them there would keep them where Rapier's contacts are about to part them.
    ///
    /// Thin bodies and surfaces are that deep as soon as they touch, where the allowed overlap or rounding has left them
    /// in each other. So what is shallow is always kept, also small bodies that can get no deeper. Their side is that of
    /// the normal, which changes once their middles have passed each other.
    fn start_through_each_other(&self, event: &Event) -> bool {
        let actors = event.pair.map(|number| &self.scene.actors[number]);
        let both_free = actors.iter().all(|actor| actor.role == Role::Free);
        match &event.kind {
            Kind::TooDeep(overlap) => both_free && overlap.lower_bound > self.shallow,
            _ => false,
        }
    }

    /// Returns what both bodies do after they met, if one is a character: it takes free bodies along, and gives way to
    /// all others. Two characters stop.
    fn with_character(
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
            Role::Free => both[other] = Then::Carried,
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

/// Returns whether bodies are in contact when the step begins, and come nearer.
fn is_pressed(event: &Event) -> bool {
    matches!(event.kind, Kind::DrivenIn(_) | Kind::TooDeep(_))
}
