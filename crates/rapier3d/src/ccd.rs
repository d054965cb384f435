//! The pass after a step of rapier.
//!
//! 1. `movers` finds the colliders that are fast, or deep in others: `starts` knows where bodies were, `gauge` measures
//!    ways, `depth` depths, and `pace` decides.
//! 2. `scene` finds what they may meet: `near` looks around them, and `filter` has rapier's rules.
//! 3. `sweep` runs the pass of the library and answers its events, with `pressed` and `characters` for special cases.

use std::collections::HashMap;

use photofinish::engine::PassError;
use rapier::dynamics::{
    ImpulseJointSet, IntegrationParameters, MultibodyJointSet, RigidBodyHandle, RigidBodySet,
};
use rapier::geometry::{BroadPhaseBvh, ColliderSet, NarrowPhase};
use rapier::math::Real;
use rapier::pipeline::{EventHandler, PhysicsHooks, PhysicsWorld};
use web_time::Instant;

use crate::Report;
use crate::shapes::Shapes;
use crate::starts::Starts;
use crate::sweep::Sweep;

/// Continuous collision detection for a world of rapier. It lets nothing through, but for what the limits in the
/// [crate docs](crate) name.
///
/// They have an example, too.
#[derive(Debug, Default)]
pub struct Ccd {
    pub(crate) settings: Settings,
    pub(crate) shapes: Shapes,
    starts: Starts,
}

/// How fast bodies may leave their way as they slide along others, in rapier's units of length per second. In a step of a
/// sixtieth of a second that is 5 cm.
///
/// Larger: larger boxes of fast bodies. Smaller: bodies that are pressed into others stop more often.
const SLIDE_SPEED: Real = 3.0;

/// Two free bodies that start less deep in each other than this many times what is allowed are kept on their sides,
/// however thin they are.
///
/// Larger: crowds that are put into each other are held together where contacts could part them. Smaller: thin bodies and
/// surfaces that contacts have pressed into each other may pass. Contacts leave what is allowed, and the pass lets
/// bodies get deeper by a sixteenth of it.
const SHALLOW: Real = 4.0;

/// What the user has chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub allowed_overlap: Option<Real>,
    pub scope: Scope,
    /// Kinematic bodies that others push.
    pub characters: Vec<RigidBodyHandle>,
    /// How much farther bodies may leave their way.
    margins: HashMap<RigidBodyHandle, Real>,
}

/// Which bodies are kept from passing through which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// No body passes through any other one.
    #[default]
    All,
    /// Much as rapier has it: no body passes through a fixed one, and those for which
    /// [`enable_ccd`](rapier::dynamics::RigidBody::enable_ccd) was called pass through nothing. Two such bodies do not
    /// pass through each other either, which rapier does not see to.
    Tiered,
    /// Only bodies for which [`enable_ccd`](rapier::dynamics::RigidBody::enable_ccd) was called are looked after, and
    /// kinematic ones, which carry what they meet. All others pass through anything, also through fixed bodies at
    /// which rapier would stop them: [`Ccd::step`] turns its detection off.
    Enabled,
}

impl Settings {
    /// Returns how deep bodies may overlap.
    pub fn overlap(&self, parameters: &IntegrationParameters) -> Real {
        self.allowed_overlap
            .unwrap_or(parameters.allowed_linear_error())
    }

    /// Returns how deep two free bodies may be in each other so that they are kept on their sides, however thin they are.
    pub fn shallow(&self, parameters: &IntegrationParameters) -> Real {
        let allowed = parameters.allowed_linear_error();
        SHALLOW * self.overlap(parameters).max(allowed)
    }

    /// Returns how much farther a body may leave its way than others.
    pub fn margin(&self, body: RigidBodyHandle) -> Real {
        self.margins.get(&body).copied().unwrap_or(0.0)
    }

    /// Returns how far bodies may leave their way in a step as they slide along others.
    pub fn slide(&self, parameters: &IntegrationParameters) -> Real {
        SLIDE_SPEED * parameters.length_unit * parameters.dt
    }
}

/// The parts of a world that the pass looks at and moves, for users who keep them apart.
///
/// ```
/// # #[cfg(feature = "dim2")]
/// # use rapier2d as rapier3d;
/// # #[cfg(all(feature = "dim2", not(feature = "f64")))]
/// # use photofinish_rapier2d as photofinish_rapier3d;
/// # #[cfg(all(feature = "dim2", feature = "f64"))]
/// # use photofinish_rapier2d_f64 as photofinish_rapier3d;
/// # #[cfg(all(feature = "dim3", feature = "f64"))]
/// # use photofinish_rapier3d_f64 as photofinish_rapier3d;
/// use photofinish_rapier3d::{Ccd, Parts};
/// use rapier3d::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
/// let mut parameters = IntegrationParameters::default();
/// parameters.max_ccd_substeps = 0; // rapier's own detection
/// let (mut pipeline, mut islands) = (PhysicsPipeline::new(), IslandManager::new());
/// let (mut broad_phase, mut narrow_phase) = (BroadPhaseBvh::new(), NarrowPhase::new());
/// let (mut impulse_joints, mut multibody_joints) = (ImpulseJointSet::new(), MultibodyJointSet::new());
/// let (mut soft_bodies, mut ccd_solver) = (SoftBodySet::new(), CCDSolver::new());
/// let bullet = bodies.insert(RigidBodyBuilder::dynamic().linvel(Vector::X * 300.0));
/// colliders.insert_with_parent(ColliderBuilder::ball(0.05), bullet, &mut bodies);
/// colliders.insert(ColliderBuilder::ball(0.05).translation(Vector::X));
///
/// let mut ccd = Ccd::new();
/// ccd.before_step(&bodies);
/// pipeline.step(
///     Vector::ZERO, &parameters, &mut islands, &mut broad_phase, &mut narrow_phase, &mut bodies, &mut colliders,
///     &mut impulse_joints, &mut multibody_joints, &mut soft_bodies, &mut ccd_solver, &(), &(),
/// );
/// let mut parts = Parts {
///     parameters: &parameters,
///     bodies: &mut bodies,
///     colliders: &mut colliders,
///     broad_phase: &mut broad_phase,
///     narrow_phase: &narrow_phase,
///     impulse_joints: &impulse_joints,
///     multibody_joints: &multibody_joints,
/// };
/// ccd.after_step(&mut parts, &(), &())?;
/// let place = bodies[bullet].translation();
/// assert!(place.x < 1.0);
/// // queries of the scene see bodies where the pass has left them
/// let queries =
///     broad_phase.as_query_pipeline(narrow_phase.query_dispatcher(), &bodies, &colliders, QueryFilter::only_dynamic());
/// assert!(queries.project_point(place, 0.01, true).is_some());
/// # Ok(())
/// # }
/// ```
#[allow(missing_docs)] // each field is the part of its name
pub struct Parts<'w> {
    pub parameters: &'w IntegrationParameters,
    pub bodies: &'w mut RigidBodySet,
    pub colliders: &'w mut ColliderSet,
    pub broad_phase: &'w mut BroadPhaseBvh,
    pub narrow_phase: &'w NarrowPhase,
    pub impulse_joints: &'w ImpulseJointSet,
    pub multibody_joints: &'w MultibodyJointSet,
}

impl Ccd {
    /// A pass over all bodies that move, with rapier's allowed linear error as the overlap that it lets bodies have.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how deep bodies may overlap before the pass stops them, a length. The default is
    /// [`IntegrationParameters::allowed_linear_error`], the slop of rapier.
    #[must_use]
    pub fn allowed_overlap(mut self, overlap: Real) -> Self {
        self.settings.allowed_overlap = Some(overlap);
        self
    }

    /// Sets which bodies are kept from passing through which; all from all by default.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.settings.scope = scope;
        self
    }

    /// Names a kinematic body as a character. It is pushed out of the way of other kinematic bodies, such as platforms
    /// and doors, and stops at fixed bodies. Where it meets dynamic bodies it takes them along, as all kinematic bodies
    /// do.
    ///
    /// This is for bodies that rapier's `KinematicCharacterController` moves. The controller sees where bodies are
    /// before the step, and rapier has no contacts between two kinematic bodies: without this, fast platforms go
    /// through characters. [`Report::moved`] tells of characters that were pushed, and [`Report::unproven`] of those
    /// that were crushed between two bodies.
    ///
    /// A character meets whatever a dynamic body in its place would: [`ActiveCollisionTypes`] need not be set. Two
    /// characters stop each other. For a dynamic body it changes nothing.
    ///
    /// [`ActiveCollisionTypes`]: rapier::geometry::ActiveCollisionTypes
    ///
    /// ```
    /// # #[cfg(feature = "dim2")]
    /// # use rapier2d as rapier3d;
    /// # #[cfg(all(feature = "dim2", not(feature = "f64")))]
    /// # use photofinish_rapier2d as photofinish_rapier3d;
    /// # #[cfg(all(feature = "dim2", feature = "f64"))]
    /// # use photofinish_rapier2d_f64 as photofinish_rapier3d;
    /// # #[cfg(all(feature = "dim3", feature = "f64"))]
    /// # use photofinish_rapier3d_f64 as photofinish_rapier3d;
    /// use photofinish_rapier3d::Ccd;
    /// use rapier3d::control::KinematicCharacterController;
    /// use rapier3d::prelude::*;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = PhysicsWorld::default();
    /// let lift = RigidBodyBuilder::kinematic_velocity_based().linvel(Vector::Y * 30.0);
    /// let (lift, _) = world.insert(lift, ColliderBuilder::ball(2.0));
    /// let hero = RigidBodyBuilder::kinematic_position_based().translation(Vector::Y * 2.6);
    /// let (hero, collider) = world.insert(hero, ColliderBuilder::ball(0.5));
    ///
    /// let mut ccd = Ccd::new();
    /// ccd.add_character(hero);
    /// let controller = KinematicCharacterController::default();
    /// for _ in 0..60 {
    ///     let pose = *world.bodies[hero].position();
    ///     let queries = world.query_pipeline_with_filter(QueryFilter::new().exclude_rigid_body(hero));
    ///     let dt = world.integration_parameters.dt;
    ///     let falls = Vector::Y * -9.81 * dt * dt;
    ///     let shape = world.colliders[collider].shape();
    ///     let movement = controller.move_shape(dt, &queries, shape, &pose, falls, |_| {});
    ///     world.bodies[hero].set_next_kinematic_translation(pose.translation + movement.translation);
    ///     ccd.step(&mut world)?;
    /// }
    /// // it stands on the lift, 30 metres up
    /// let [hero, lift] = [hero, lift].map(|body| world.bodies[body].translation().y);
    /// assert!((hero - lift - 2.5).abs() < 0.02);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_character(&mut self, body: RigidBodyHandle) {
        if !self.settings.characters.contains(&body) {
            self.settings.characters.push(body);
        }
    }

    /// Makes a [character](Self::add_character) a kinematic body like others again.
    pub fn remove_character(&mut self, body: RigidBodyHandle) {
        self.settings.characters.retain(|&known| known != body);
    }

    /// Makes the pass look farther around a body: for what it may meet within this length beyond what is looked at
    /// anyway. It is 0 by default, and is forgotten with the body.
    ///
    /// Bodies leave their way as they slide, or are carried or pushed by kinematic ones. What is looked at for that is as
    /// wide as the longest way of a kinematic body in the step, and 3 units of length times the length of the step. A
    /// body may get farther out if a kinematic one pushes it through several others. [`Report::left_margin`] names it:
    /// then set a margin as long as the way of the kinematic body, for it and for those in between.
    ///
    /// # Errors
    /// [`PassError::InvalidMargin`] for a margin that is negative, not finite or [too
    /// large](photofinish::Real::LARGEST).
    pub fn set_margin(&mut self, body: RigidBodyHandle, margin: Real) -> Result<(), PassError> {
        // written so that NaN is refused
        if !(0.0..=<Real as photofinish::Real>::LARGEST).contains(&margin) {
            return Err(PassError::InvalidMargin {
                value: photofinish::Real::as_f64(margin),
            });
        }
        self.settings.margins.insert(body, margin);
        Ok(())
    }

    /// Makes a step of the world, in which nothing passes through anything. Rapier's own detection is off in it
    /// (`max_ccd_substeps`).
    ///
    /// # Errors
    /// [`PassError`]: a body cannot be swept, as its coordinates are too large to be squared, for example. The step is
    /// made then, but the bodies are where rapier has put them.
    pub fn step(&mut self, world: &mut PhysicsWorld) -> Result<Report, PassError> {
        self.step_with_events(world, &(), &())
    }

    /// Makes a step of the world with hooks and an event handler, as [`PhysicsWorld::step_with_events`] does.
    ///
    /// # Errors
    /// Those of [`step`](Self::step).
    pub fn step_with_events(
        &mut self,
        world: &mut PhysicsWorld,
        hooks: &dyn PhysicsHooks,
        events: &dyn EventHandler,
    ) -> Result<Report, PassError> {
        self.before_step(&world.bodies);
        let substeps = std::mem::replace(&mut world.integration_parameters.max_ccd_substeps, 0);
        world.step_with_events(hooks, events);
        world.integration_parameters.max_ccd_substeps = substeps;
        self.after_step(&mut Parts::of(world), hooks, events)
    }

    /// Remembers where all bodies are. Call it right before rapier's step, after all that moves bodies by hand.
    pub fn before_step(&mut self, bodies: &RigidBodySet) {
        self.starts.note(bodies);
    }

    /// Moves bodies back to where they met something on their way. Call it right after rapier's step, in which
    /// [`IntegrationParameters::max_ccd_substeps`] should be 0.
    ///
    /// Velocities are kept, as the next step's contacts change them; but bodies that were pressed into each other lose
    /// the speed at which they come nearer.
    ///
    /// # Errors
    /// Those of [`step`](Self::step).
    pub fn after_step(
        &mut self,
        parts: &mut Parts<'_>,
        hooks: &dyn PhysicsHooks,
        events: &dyn EventHandler,
    ) -> Result<Report, PassError> {
        let begin = Instant::now();
        self.shapes.forget_removed(parts.colliders);
        let Settings {
            characters,
            margins,
            ..
        } = &mut self.settings;
        characters.retain(|&body| parts.bodies.contains(body));
        margins.retain(|&body, _| parts.bodies.contains(body));
        let sweep = Sweep {
            settings: &self.settings,
            shapes: &mut self.shapes,
            parts,
            hooks,
            starts: &self.starts,
            report: Report::default(),
        };
        let mut report = sweep.run(events)?;
        report.time = begin.elapsed();
        Ok(report)
    }
}

impl<'w> Parts<'w> {
    /// Returns the parts of a world.
    pub fn of(world: &'w mut PhysicsWorld) -> Self {
        Self {
            parameters: &world.integration_parameters,
            bodies: &mut world.bodies,
            colliders: &mut world.colliders,
            broad_phase: &mut world.broad_phase,
            narrow_phase: &world.narrow_phase,
            impulse_joints: &world.impulse_joints,
            multibody_joints: &world.multibody_joints,
        }
    }
}
