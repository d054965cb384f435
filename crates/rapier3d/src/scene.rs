//! The scene of one pass: the colliders that may meet, and what they are to each other.

use std::collections::HashMap;

use photofinish::broad_phase::overlapping_pairs;
use photofinish::swept::SweptBox;
use rapier::geometry::ColliderHandle;
use rapier::math::{DIM, Pose, Real, Vector};
use rapier::parry::bounding_volume::Aabb;
use rapier::pipeline::{PhysicsHooks, QueryFilter};

use crate::Report;
use crate::actor::{Actor, BOX_ULPS, Role};
use crate::ccd::{Parts, Scope, Settings};
use crate::filter::{Relation, Rules};
use crate::math::to_vector;
use crate::movers::{Movers, role};
use crate::shapes::Shapes;
use crate::starts::Starts;

/// The scene of one pass.
#[derive(Default)]
pub(crate) struct Scene {
    pub actors: Vec<Actor>,
    numbers: HashMap<ColliderHandle, usize>,
    /// The pairs that may meet, and what they are to each other. In the end they are in the order of their numbers.
    pub pairs: Vec<([usize; 2], Relation)>,
}

/// What a scene is built from.
pub(crate) struct Builder<'w, 'p> {
    pub shapes: &'w mut Shapes,
    pub parts: &'w Parts<'p>,
    pub starts: &'w Starts,
    pub hooks: &'w dyn PhysicsHooks,
    pub settings: &'w Settings,
    pub report: &'w mut Report,
}

impl Builder<'_, '_> {
    /// Returns the fast colliders, and all that they may meet.
    ///
    /// rapier's tree knows where colliders are at the end of the step. Slow ones are at most their way from there at
    /// any time, so boxes are grown by the longest of these ways. Fast ones are compared with each other by their own
    /// boxes.
    pub fn scene(mut self, movers: Movers) -> Scene {
        let mut scene = Scene::default();
        for actor in movers.fast {
            scene.add(actor);
        }
        let fast = scene.actors.len();
        // how far bodies may leave their way as they slide along others
        let slide = self.settings.slide(self.parts.parameters);
        let boxes: Vec<_> = scene
            .actors
            .iter()
            .map(|actor| actor.swept_box().grown(movers.carried + slide))
            .collect();
        for pair in overlapping_pairs(&boxes).pairs {
            self.relate(&mut scene, pair);
        }
        for (number, around) in boxes.iter().enumerate() {
            let only_fixed =
                self.settings.scope == Scope::Tiered && !scene.actors[number].is_bullet;
            let filter = if only_fixed {
                QueryFilter::only_fixed()
            } else {
                QueryFilter::default()
            };
            self.relate_near(
                &mut scene,
                number,
                &around.grown(movers.slow_travel),
                (filter, fast),
            );
        }
        // what a driven body takes along, or a fast one is pressed into, may meet others on that way
        let may_leave = |scene: &Scene, number: usize| {
            number >= fast && scene.actors[number].role == Role::Free
        };
        let mut leaving: Vec<usize> = scene.pairs.iter().flat_map(|(pair, _)| *pair).collect();
        leaving.retain(|&number| may_leave(&scene, number));
        leaving.sort_unstable();
        leaving.dedup();
        for number in leaving {
            let actor = &mut scene.actors[number];
            actor.may_slide = true;
            let around = actor
                .swept_box()
                .grown(movers.carried + slide + movers.slow_travel);
            self.relate_near(&mut scene, number, &around, (QueryFilter::default(), fast));
        }
        scene.without_idle()
    }

    /// Notes what an actor is to all colliders near it, but for those among the `fast` first actors.
    fn relate_near(
        &mut self,
        scene: &mut Scene,
        number: usize,
        around: &SweptBox<Real, DIM>,
        (filter, fast): (QueryFilter<'_>, usize),
    ) {
        for other in self.near(around, filter) {
            if let Some(other) = self.number(scene, other).filter(|&other| other >= fast) {
                self.relate(scene, [number.min(other), number.max(other)]);
            }
        }
    }

    /// Returns the colliders whose boxes in rapier's tree overlap with this one.
    fn near(&self, around: &SweptBox<Real, DIM>, filter: QueryFilter<'_>) -> Vec<ColliderHandle> {
        let largest = around.min.amax().max(around.max.amax());
        // rapier's boxes may be off by their rounding
        let around = around.grown(BOX_ULPS * Real::EPSILON * largest);
        let query = self.parts.broad_phase.as_query_pipeline(
            self.parts.narrow_phase.query_dispatcher(),
            self.parts.bodies,
            self.parts.colliders,
            filter,
        );
        let around = Aabb::new(to_vector(&around.min), to_vector(&around.max));
        let near = query.intersect_aabb_conservative(around);
        near.map(|(handle, _)| handle).collect()
    }

    /// Returns the number of a collider in the scene, to which it is added if it is new. Colliders whose shape cannot
    /// be asked about are none.
    fn number(&mut self, scene: &mut Scene, handle: ColliderHandle) -> Option<usize> {
        if let Some(&number) = scene.numbers.get(&handle) {
            return Some(number);
        }
        let actor = self.bystander(handle)?;
        Some(scene.add(actor))
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
            Some((rigid, body)) => Actor {
                collider: handle,
                rigid: Some(rigid),
                role: role(rigid, body, self.parts, self.settings),
                solid,
                start: self.starts.of(rigid).unwrap_or(*body.position()),
                end: *body.position(),
                center,
                reach,
                may_slide: false,
                is_bullet: false,
                part_of: None,
            },
            None => Actor {
                collider: handle,
                rigid: None,
                role: Role::Fixed,
                solid,
                start: *collider.position(),
                end: *collider.position(),
                center,
                reach,
                may_slide: false,
                is_bullet: false,
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
            characters: &self.settings.characters,
        };
        let relation = rules.relation(a.collider, b.collider);
        let may_stop = [a, b].iter().any(|actor| actor.role.may_stop());
        if relation == Relation::Noticed || (relation == Relation::Solid && may_stop) {
            scene.pairs.push((pair, relation));
        }
    }
}

impl Scene {
    fn add(&mut self, actor: Actor) -> usize {
        let number = self.actors.len();
        self.numbers.insert(actor.collider, number);
        self.actors.push(actor);
        number
    }

    /// Returns the scene without actors that can meet nobody, in the order of pairs, and with bodies of several parts
    /// put together.
    fn without_idle(self) -> Self {
        let mut is_busy = vec![false; self.actors.len()];
        self.pairs
            .iter()
            .flat_map(|(pair, _)| pair)
            .for_each(|&number| is_busy[number] = true);
        let mut places = vec![0; self.actors.len()];
        let mut wholes = HashMap::new();
        let mut scene = Self::default();
        for (number, mut actor) in self.actors.into_iter().enumerate() {
            if is_busy[number] {
                let place = scene.actors.len();
                let whole = actor
                    .rigid
                    .map(|rigid| *wholes.entry(rigid).or_insert(place));
                actor.part_of = whole.filter(|&whole| whole != place);
                places[number] = scene.add(actor);
            }
        }
        let moved = self
            .pairs
            .into_iter()
            .map(|(pair, relation)| (pair.map(|number| places[number]), relation));
        scene.pairs = moved.collect();
        scene.pairs.sort_unstable_by_key(|(pair, _)| *pair);
        scene.pairs.dedup();
        scene
    }

    /// Returns what two actors of a pair are to each other.
    pub fn relation(&self, pair: [usize; 2]) -> Relation {
        let found = self.pairs.binary_search_by_key(&pair, |(pair, _)| *pair);
        found.map_or(Relation::None, |place| self.pairs[place].1)
    }
}
