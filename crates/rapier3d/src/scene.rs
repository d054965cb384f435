//! The scene of one pass: the colliders that may meet, and what they are to each other.

use std::collections::HashMap;

use photofinish::broad_phase::overlapping_pairs;
use photofinish::swept::SweptBox;
use rapier::dynamics::RigidBodyType;
use rapier::geometry::ColliderHandle;
use rapier::math::{DIM, Pose, Real, Vector};
use rapier::pipeline::PhysicsHooks;

use crate::Report;
use crate::actor::{Actor, Role};
use crate::ccd::{Parts, Scope, Settings};
use crate::characters::always_asked;
use crate::depth::Depths;
use crate::filter::{Relation, Rules, Traits};
use crate::movers::{Movers, role};
use crate::near::{Among, Near};
use crate::pace::depth_beyond;
use crate::shapes::Shapes;
use crate::starts::Starts;

/// The scene of one pass.
#[derive(Default)]
pub(crate) struct Scene {
    pub actors: Vec<Actor>,
    /// The pairs that may meet. Some come twice.
    pub pairs: Vec<[usize; 2]>,
    /// Those of them that pass each other and are noticed, in order.
    noticed: Vec<[usize; 2]>,
}

/// What a scene is built from.
pub(crate) struct Builder<'w, 'p> {
    pub shapes: &'w mut Shapes,
    pub parts: &'w Parts<'p>,
    pub starts: &'w Starts,
    pub hooks: &'w dyn PhysicsHooks,
    pub settings: &'w Settings,
    pub report: &'w mut Report,
    /// The numbers of the actors, by the index of their colliders.
    pub numbers: Vec<Option<usize>>,
    pub near: Near,
}

impl Builder<'_, '_> {
    /// Returns the fast colliders, and all that they may meet.
    ///
    /// rapier's tree knows where colliders are at the end of the step. Slow ones are at most their way from there at
    /// any time, so boxes are grown by the longest of these ways. Fast ones are compared with each other by their own
    /// boxes.
    pub fn scene(mut self, movers: Movers) -> Scene {
        let mut scene = Scene {
            actors: movers.fast,
            ..Scene::default()
        };
        let fast = scene.actors.len();
        for (number, actor) in scene.actors.iter().enumerate() {
            self.set_number(actor.collider, number);
        }
        // how far bodies may leave their way as they slide along others
        let slide = self.settings.slide(self.parts.parameters);
        // What goes with a turning body is farther from its axis by up to twice its own reach than the point in touch. The
        // pass refuses longer margins than the largest number.
        let beyond = |actor: &Actor| {
            let carried = movers.carried + movers.turned * 2.0 * actor.reach;
            (carried + slide + actor.margin).min(<Real as photofinish::Real>::LARGEST)
        };
        let grown = |actor: &mut Actor| {
            actor.margin = beyond(actor);
            actor.swept_box().grown(actor.margin)
        };
        let boxes: Vec<_> = scene.actors.iter_mut().map(grown).collect();
        if self.is_any_asked(&scene.actors) {
            for pair in overlapping_pairs(&boxes).pairs {
                self.relate(&mut scene, pair);
            }
        }
        for (number, around) in boxes.iter().enumerate() {
            let is_tiered = self.settings.scope == Scope::Tiered;
            let among = match is_tiered && !scene.actors[number].is_bullet {
                true => Among::Fixed,
                false => Among::All,
            };
            let around = around.grown(movers.slow_travel);
            self.relate_near(&mut scene, number, &around, (among, fast));
        }
        self.relate_leaving(&mut scene, fast, beyond, movers.slow_travel);
        self.follow_deep(&mut scene);
        scene.without_idle()
    }

    /// Returns whether any two colliders that move are asked about.
    fn is_any_asked(&self, actors: &[Actor]) -> bool {
        self.settings.scope != Scope::Tiered || actors.iter().any(|actor| actor.is_bullet)
    }

    /// Lets the pass follow fast colliders that are deep in others in all their pairs, however little these move.
    ///
    /// Only pairs that it might leave make a difference: in a pile over a mesh hardly any depth is measured.
    fn follow_deep(&self, scene: &mut Scene) {
        let may_be_left = |number: &usize| scene.actors[*number].may_be_left();
        let left = scene
            .pairs
            .iter()
            .filter(|pair| pair.iter().all(may_be_left));
        let mut in_question: Vec<usize> = left.flatten().copied().collect();
        in_question.sort_unstable();
        in_question.dedup();
        let overlap = self.settings.overlap(self.parts.parameters);
        for number in in_question {
            let actor = &mut scene.actors[number];
            let Some(enough) = actor.unmeasured.take() else {
                continue;
            };
            let scope = self.settings.scope;
            let depths = Depths::new(self.parts, self.starts, scope, actor.is_bullet);
            let measure = |enough| depths.of(actor.collider, enough);
            // written so that NaN is deep
            if !(depth_beyond(overlap, enough, measure) <= enough) {
                actor.solid = always_asked(&actor.solid);
            }
        }
    }

    /// Relates what is not among the `fast` first actors, and may leave its way, to all near it: what a driven body takes
    /// along, or a fast one is pressed into, may meet others on that way. What these may push in turn is looked at if its
    /// margin was set, and is reported otherwise.
    fn relate_leaving(
        &mut self,
        scene: &mut Scene,
        fast: usize,
        margin: impl Fn(&Actor) -> Real,
        slow_travel: Real,
    ) {
        let mut is_met = vec![false; scene.actors.len()];
        let met = scene.pairs.iter().flatten();
        met.for_each(|&number| is_met[number] = true);
        let mut number = fast;
        while let Some(actor) = scene.actors.get_mut(number) {
            let is_met = is_met.get(number).is_some_and(|is_met| *is_met);
            if (is_met || actor.margin > 0.0) && actor.role == Role::Free {
                actor.may_slide = true;
                actor.margin = margin(actor);
                let around = actor.swept_box().grown(actor.margin + slow_travel);
                self.relate_near(scene, number, &around, (Among::All, fast));
            }
            number += 1;
        }
    }

    /// Notes what an actor is to all colliders near it, but for those among the `fast` first actors.
    fn relate_near(
        &mut self,
        scene: &mut Scene,
        number: usize,
        around: &SweptBox<Real, DIM>,
        (among, fast): (Among, usize),
    ) {
        let mut near = std::mem::take(&mut self.near);
        let is_fast = |handle| {
            self.known_number(handle)
                .is_some_and(|number| number < fast)
        };
        near.find(around, among, self.parts, is_fast);
        for &other in &near.found {
            if let Some(other) = self.number(scene, other).filter(|&other| other >= fast) {
                self.relate(scene, [number.min(other), number.max(other)]);
            }
        }
        self.near = near;
    }

    fn add(&mut self, scene: &mut Scene, actor: Actor) -> usize {
        let number = scene.actors.len();
        self.set_number(actor.collider, number);
        scene.actors.push(actor);
        number
    }

    fn set_number(&mut self, collider: ColliderHandle, number: usize) {
        let index = collider.into_raw_parts().0 as usize;
        if self.numbers.len() <= index {
            self.numbers.resize(index + 1, None);
        }
        self.numbers[index] = Some(number);
    }

    /// Returns the number of a collider in the scene, to which it is added if it is new. Colliders whose shape cannot
    /// be asked about are none.
    fn number(&mut self, scene: &mut Scene, handle: ColliderHandle) -> Option<usize> {
        if let Some(number) = self.known_number(handle) {
            return Some(number);
        }
        let actor = self.bystander(handle)?;
        Some(self.add(scene, actor))
    }

    fn known_number(&self, handle: ColliderHandle) -> Option<usize> {
        let index = handle.into_raw_parts().0 as usize;
        self.numbers.get(index).copied().flatten()
    }

    /// Returns a collider that is not fast.
    fn bystander(&mut self, handle: ColliderHandle) -> Option<Actor> {
        let collider = self
            .parts
            .colliders
            .get(handle)
            .filter(|collider| collider.is_enabled())?;
        let rigid = collider.parent();
        let body = rigid.and_then(|rigid| Some((rigid, self.parts.bodies.get(rigid)?)));
        let moving = body.filter(|(_, body)| !body.is_fixed());
        let place = match moving {
            Some(_) => collider
                .position_wrt_parent()
                .copied()
                .unwrap_or(Pose::IDENTITY),
            None => Pose::IDENTITY,
        };
        let known = self.shapes.of(handle, collider, &place);
        let center = moving.map_or(Vector::ZERO, |(_, body)| body.local_center_of_mass());
        let reach = known.reach_from(center);
        let solid = match &known.solid {
            Ok(solid) => solid.clone(),
            Err(error) => {
                if !self
                    .report
                    .unprotected
                    .iter()
                    .any(|(known, _)| *known == handle)
                {
                    self.report.unprotected.push((handle, *error));
                }
                return None;
            }
        };
        Some(match moving {
            Some((rigid, body)) => {
                let role = role(rigid, body, self.parts, self.settings);
                Actor {
                    collider: handle,
                    rigid: Some(rigid),
                    role,
                    traits: Traits::of(collider, role.body_type(body)),
                    has_siblings: body.colliders().len() > 1,
                    solid,
                    start: self.starts.of(rigid).unwrap_or(*body.position()),
                    end: *body.position(),
                    center,
                    reach,
                    may_slide: false,
                    is_bullet: false,
                    unmeasured: None,
                    margin: self.settings.margin(rigid),
                    part_of: None,
                }
            }
            None => Actor {
                collider: handle,
                rigid: None,
                role: Role::Fixed,
                traits: Traits::of(collider, RigidBodyType::Fixed),
                has_siblings: false,
                solid,
                start: *collider.position(),
                end: *collider.position(),
                center,
                reach,
                may_slide: false,
                is_bullet: false,
                unmeasured: None,
                margin: 0.0,
                part_of: None,
            },
        })
    }

    /// Notes what two actors are to each other.
    fn relate(&self, scene: &mut Scene, pair: [usize; 2]) {
        let [a, b] = pair.map(|number| &scene.actors[number]);
        if a.rigid.is_some() && a.rigid == b.rigid {
            return;
        }
        let both_move = a.role != Role::Fixed && b.role != Role::Fixed;
        if self.settings.scope == Scope::Tiered && both_move && !a.is_bullet && !b.is_bullet {
            return;
        }
        let rules = Rules {
            bodies: self.parts.bodies,
            colliders: self.parts.colliders,
            narrow_phase: self.parts.narrow_phase,
            impulse_joints: self.parts.impulse_joints,
            multibody_joints: self.parts.multibody_joints,
            hooks: self.hooks,
        };
        let may_stop = a.role.may_stop() || b.role.may_stop();
        match rules.relation([a, b]) {
            Relation::Solid if may_stop => scene.pairs.push(pair),
            Relation::Noticed => {
                scene.pairs.push(pair);
                scene.noticed.push(pair);
            }
            _ => {}
        }
    }
}

impl Scene {
    /// Returns the scene without actors that can meet nobody, and with bodies of several parts put together.
    fn without_idle(self) -> Self {
        let mut is_busy = vec![false; self.actors.len()];
        let busy = self.pairs.iter().flatten();
        busy.for_each(|&number| is_busy[number] = true);
        let mut places = vec![0; self.actors.len()];
        let mut actors: Vec<Actor> = Vec::with_capacity(self.actors.len());
        let mut wholes = HashMap::new();
        for (number, mut actor) in self.actors.into_iter().enumerate() {
            if is_busy[number] {
                places[number] = actors.len();
                let whole = actor
                    .rigid
                    .filter(|_| actor.has_siblings)
                    .map(|rigid| *wholes.entry(rigid).or_insert(actors.len()));
                actor.part_of = whole.filter(|&whole| whole != actors.len());
                actors.push(actor);
            }
        }
        let placed = |pairs: Vec<[usize; 2]>| {
            let placed = pairs
                .into_iter()
                .map(|pair| pair.map(|number| places[number]));
            placed.collect::<Vec<_>>()
        };
        let mut noticed = placed(self.noticed);
        noticed.sort_unstable();
        Self {
            actors,
            pairs: placed(self.pairs),
            noticed,
        }
    }

    /// Returns whether the colliders of a pair pass each other, and are noticed.
    pub fn is_noticed(&self, pair: [usize; 2]) -> bool {
        self.noticed.binary_search(&pair).is_ok()
    }
}
