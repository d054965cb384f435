//! Bodies that start a step in each other: thin ones stay on their sides, however deep they are for their thickness.

use photofinish_rapier::Ccd;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::dimension::{cuboid, random_turn, thin_ground, v};
use crate::passed::soften;
use crate::physics::poses;
use crate::rapier::prelude::*;
use crate::{fixed_at, flying, weightless};

/// Half the thickness of a plate.
const HALF: Real = 0.002;

/// Something thin, 1 wide: a plate, or a surface without any thickness.
fn thin(is_surface: bool) -> ColliderBuilder {
    let shape = match is_surface {
        true => thin_ground(0.5, 4),
        false => cuboid(0.5, HALF, 0.5),
    };
    shape.density(0.0)
}

/// The mass of a square plate. A surface has none of its own.
fn with_mass(body: RigidBodyBuilder, mass: Real) -> RigidBodyBuilder {
    #[cfg(feature = "dim2")]
    let inertia = 0.1 * mass;
    #[cfg(feature = "dim3")]
    let inertia = Vector::splat(0.1 * mass);
    body.additional_mass_properties(MassProperties::new(Vector::ZERO, mass, inertia))
}

/// Two thin bodies, the second one over the first.
struct Pair {
    world: PhysicsWorld,
    below: RigidBodyHandle,
    above: RigidBodyHandle,
}

impl Pair {
    /// The second one flies down. Half of all worlds have soft contacts.
    fn new(rng: &mut StdRng, is_surface: bool, (height, turn): (Real, Real), mass: Real) -> Self {
        let mut world = weightless();
        world.integration_parameters.max_ccd_substeps = 0;
        if rng.random_bool(0.5) {
            soften(&mut world);
        }
        let mut add = |height: Real, speed: Real, mass: Real| {
            let body = flying(v(0.0, height, 0.0), v(0.0, -speed, 0.0));
            let body = with_mass(body.rotation(random_turn(rng, turn)), mass);
            world.insert(body, thin(is_surface)).0
        };
        let below = add(0.0, 0.0, 1.0);
        let above = add(height, 60.0, mass);
        Self {
            world,
            below,
            above,
        }
    }

    /// Returns whether the second one is well below the first, in its outline.
    fn has_passed(&self) -> bool {
        let [below, above] = [self.below, self.above].map(|body| &self.world.bodies[body]);
        let place = below
            .position()
            .inverse_transform_point(above.translation());
        place.y < -0.01 && (place - Vector::Y * place.y).length() < 0.4
    }

    fn step(&mut self, ccd: Option<&mut Ccd>) {
        match ccd {
            Some(ccd) => {
                let report = ccd.step(&mut self.world).expect("finite poses");
                assert!(report.unproven.is_empty(), "{report:?}");
            }
            None => self.world.step(),
        }
    }
}

/// Returns in how many of these worlds something passed within some steps.
fn count_passed(steps: usize, with: bool, world: impl Fn(u64) -> Pair) -> usize {
    let passes = |&seed: &u64| {
        let mut pair = world(seed);
        let mut ccd = with.then(Ccd::new);
        (0..steps).any(|_| {
            pair.step(ccd.as_mut());
            pair.has_passed()
        })
    };
    (20..30).filter(passes).count()
}

/// The upper body is tilted, so that an edge of it is in the lower one, by up to more than both are thick. How
/// many surfaces pass each other without the pass is not judged.
#[test]
fn thin_bodies_that_start_in_each_other_stay_on_their_sides() {
    for is_surface in [false, true] {
        for mass in [1.0, 1000.0] {
            let world = |seed| {
                let rng = &mut StdRng::seed_from_u64(seed);
                let height = rng.random_range(0.001..0.005);
                Pair::new(rng, is_surface, (height, 0.01), mass)
            };
            assert_eq!(count_passed(6, true, world), 0, "{is_surface} {mass}");
            let without = count_passed(6, false, world);
            assert!(is_surface || without > 2, "{without}");
        }
    }
}

/// Both fall to the ground, and a heavy block falls onto them.
#[test]
fn thin_bodies_that_are_thrown_onto_each_other_stay_on_their_sides() {
    for is_surface in [false, true] {
        let world = |seed| {
            let rng = &mut StdRng::seed_from_u64(seed);
            let mut pair = Pair::new(rng, is_surface, (0.1, 0.05), 1.0);
            pair.world.gravity = Vector::Y * -10.0;
            let ground = fixed_at(v(0.0, -1.0, 0.0));
            pair.world.insert(ground, cuboid(5.0, 0.5, 5.0));
            let block = flying(v(0.0, 1.0, 0.0), v(0.0, -20.0, 0.0));
            let block = block.angvel(random_turn(rng, 1.0));
            pair.world.insert(block, cuboid(0.2, 0.2, 0.2).density(1e4));
            pair
        };
        assert_eq!(count_passed(60, true, world), 0, "{is_surface}");
        let without = count_passed(60, false, world);
        assert!(without > 5, "{without}");
    }
}

/// A block in another one, which flies aside and up at a speed. Both are 0.8 high. Where one is above the middle of the
/// other, contacts are soft.
fn block_in(other: RigidBodyBuilder, (height, up): (Real, Real)) -> PhysicsWorld {
    let mut world = weightless();
    world.integration_parameters.max_ccd_substeps = 0;
    if height > 0.0 {
        soften(&mut world);
    }
    world.insert(other, cuboid(0.5, 0.4, 0.4));
    let body = flying(v(0.0, height, 0.0), v(12.0, up, 0.0));
    world.insert(body, cuboid(0.5, 0.4, 0.4));
    world
}

/// Steps a world with a block in another one. Returns whether it moves as it does without the pass, and whether the report
/// says that something is not proven.
fn parts_and_is_reported(other: RigidBodyBuilder, at: (Real, Real)) -> [bool; 2] {
    let (mut with, mut without) = (block_in(other.clone(), at), block_in(other, at));
    let report = Ccd::new().step(&mut with).expect("finite poses");
    without.step();
    assert!(report.queries > 0);
    [poses(&with) == poses(&without), !report.unproven.is_empty()]
}

/// Two blocks in one place belong on no side of each other. So contacts part them, and the pass does not hold them
/// together: the report says that they went through each other, unless they move apart along the normal of their contact,
/// which may be that of either side. Where one is clearly above the other it gets no deeper. Nothing gets deeper into a fixed
/// body, which is a wall or a floor.
#[test]
fn bodies_in_one_place_part_as_they_do_without() {
    let (dynamic, fixed) = (RigidBodyBuilder::dynamic, RigidBodyBuilder::fixed);
    assert_eq!(parts_and_is_reported(dynamic(), (0.0, 0.0)), [true; 2]);
    assert!(parts_and_is_reported(dynamic(), (0.0, 3.0))[0]);
    for up in [-3.0, 0.0, 3.0] {
        assert!(!parts_and_is_reported(fixed(), (0.0, up))[1]);
    }
    for other in [dynamic(), fixed()] {
        assert_eq!(parts_and_is_reported(other, (0.1, -12.0)), [false; 2]);
    }
}
