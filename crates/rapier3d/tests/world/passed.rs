//! Nothing passes through anything.

use photofinish_rapier::{Ccd, ConversionError, Scope};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::dimension::{cuboid, v};
use crate::rapier::parry::shape::ShapeType;
use crate::rapier::prelude::*;
use crate::{add_ball, driven, driven_from, flying, scenes, wall, weightless, with_wall};

/// Runs a scene, and returns how much passed and how many pairs were not proven.
fn run(scene: &scenes::Scene, seed: u64, ccd: Option<Ccd>) -> (usize, usize) {
    let mut stage = (scene.stage)(&mut StdRng::seed_from_u64(seed));
    let world = &mut stage.world;
    world.integration_parameters.max_ccd_substeps = 0;
    let (mut passed, mut unproven, mut ccd) = (0, 0, ccd);
    for _ in 0..stage.steps {
        if let Some((character, guide)) = &mut stage.guided {
            guide(world);
            ccd.iter_mut().for_each(|ccd| ccd.add_character(*character));
        }
        if let Some(driver) = &mut stage.driver {
            driver(world);
        }
        match &mut ccd {
            Some(ccd) => unproven += ccd.step(world).expect("finite poses").unproven.len(),
            None => world.step(),
        }
        passed = (stage.passed)(world);
    }
    (passed, unproven)
}

#[test]
fn nothing_passes_in_any_scene() {
    for scene in scenes::flights() {
        let passes = |seed: &u64| run(&scene, *seed, None).0 > 0;
        // variations in which something passes without
        let count = if scene.is_crowd { 1 } else { 2 };
        let hard: Vec<u64> = (500..1000).filter(passes).take(count).collect();
        assert_eq!(hard.len(), count, "{}", scene.name);
        for seed in hard {
            let found = run(&scene, seed, Some(Ccd::new()));
            assert_eq!(found, (0, 0), "{}, variation {seed}", scene.name);
        }
    }
}

/// Bodies stay in what moves around them, where rapier alone keeps them and where it does not.
#[test]
fn nothing_gets_out_of_what_moves_around_it() {
    let mut lost = 0;
    for scene in driven::rooms().into_iter().chain(driven::jails()) {
        lost += usize::from(run(&scene, 500, None).0 > 0);
        let (passed, unproven) = run(&scene, 500, Some(Ccd::new()));
        assert_eq!(passed, 0, "{}", scene.name);
        // a door squeezes bodies against the frame
        let is_proven = unproven == 0 || scene.name.contains("door");
        assert!(is_proven, "{}", scene.name);
    }
    assert!(lost > 1, "{lost}");
}

#[test]
fn a_ball_stops_in_the_surface_of_a_wall() {
    let (mut world, wall) = with_wall(wall());
    let (body, ball) = add_ball(&mut world, ColliderBuilder::ball(0.05));
    let mut ccd = Ccd::new().allowed_overlap(0.002);
    ccd.step(&mut world).expect("finite poses");
    let report = ccd.step(&mut world).expect("finite poses");
    let impact = report.impacts[0];
    assert_eq!(report.moved, [body]);
    let sign = match impact.colliders == [ball, wall] {
        true => 1.0,
        false => -1.0,
    };
    assert!(sign > 0.0 || impact.colliders == [wall, ball]);
    assert!((impact.normal.x - sign).abs() < 1e-6);
    // it was at x = -0.5 when the step began, and moves by 1.5 in it
    let reached = -0.005 - 0.05 + 0.002;
    let off = impact.time - (reached + 0.5) / 1.5;
    assert!(off.abs() < 1e-4, "{impact:?}");
    assert_eq!(world.bodies[body].linvel().x, 90.0, "velocities are kept");
    // queries of the scene see the ball where it is now
    let at = world.bodies[body].translation();
    let query = world.query_pipeline_with_filter(QueryFilter::only_dynamic());
    let found = query.project_point(at, 1.0, true);
    assert!(found.is_some_and(|(found, _)| found == ball));
    assert_eq!(
        world.colliders[ball].position(),
        world.bodies[body].position()
    );
}

#[test]
fn scopes_say_who_is_kept_from_passing() {
    // what flies at a wall of its own weight that hangs in the air
    for (scope, is_bullet, stops_at_fixed, stops_at_free) in [
        (Scope::All, false, true, true),
        (Scope::Tiered, false, true, false),
        (Scope::Tiered, true, true, true),
        (Scope::Enabled, false, false, false),
        (Scope::Enabled, true, true, true),
    ] {
        for (builder, stops) in [
            (RigidBodyBuilder::fixed(), stops_at_fixed),
            (RigidBodyBuilder::dynamic(), stops_at_free),
        ] {
            let mut world = weightless();
            world.insert(builder, wall().density(1e6));
            let (body, _) = add_ball(&mut world, ColliderBuilder::ball(0.05));
            world.bodies[body].enable_ccd(is_bullet);
            let mut ccd = Ccd::new().scope(scope);
            for _ in 0..5 {
                ccd.step(&mut world).expect("finite poses");
            }
            let x = world.bodies[body].translation().x;
            assert_eq!(x < 0.0, stops, "{scope:?}, bullet {is_bullet}: {x}");
        }
    }
}

#[test]
fn a_body_that_is_moved_by_hand_meets_nothing() {
    let (mut world, _) = with_wall(wall());
    let body = flying(v(-2.0, 0.0, 0.0), Vector::ZERO);
    let (body, _) = world.insert(body, ColliderBuilder::ball(0.05));
    let mut ccd = Ccd::new();
    ccd.step(&mut world).expect("finite poses");
    world.bodies[body].set_translation(v(2.0, 0.0, 0.0), true);
    let report = ccd.step(&mut world).expect("finite poses");
    assert!(report.impacts.is_empty());
    assert_eq!(world.bodies[body].translation().x, 2.0);
}

#[test]
fn shapes_without_a_counterpart_are_reported() {
    // a half-space is no piece of a compound
    let half = SharedShape::halfspace(v(-1.0, 0.0, 0.0));
    let (mut world, wall) = with_wall(ColliderBuilder::compound(vec![(Pose::IDENTITY, half)]));
    add_ball(&mut world, ColliderBuilder::ball(0.05));
    let report = Ccd::new().step(&mut world).expect("finite poses");
    let kind = ShapeType::HalfSpace;
    let expected = ConversionError::PieceNotConvex { kind };
    assert_eq!(report.unprotected, [(wall, expected)]);
}

#[test]
fn a_body_that_is_pressed_through_a_wall_is_reported() {
    // a platform carries a ball into a fixed wall faster than anything could part them
    let (mut world, wall) = with_wall(wall());
    let press = driven_from(v(-2.0, 0.0, 0.0), v(200.0, 0.0, 0.0));
    world.insert(press, cuboid(0.1, 1.0, 1.0));
    let ball = flying(v(-1.0, 0.0, 0.0), Vector::ZERO);
    let (ball, collider) = world.insert(ball, ColliderBuilder::ball(0.2));
    let report = Ccd::new().step(&mut world).expect("finite poses");
    // the wall is never passed, so the press goes through the ball, and the report says so
    assert!(world.bodies[ball].translation().x < 0.0, "{report:?}");
    let mut impacts = report.impacts.iter();
    assert!(impacts.any(|impact| impact.colliders.contains(&wall)));
    let mut unproven = report.unproven.iter();
    let is_named = unproven.any(|pair| pair.contains(&collider) && !pair.contains(&wall));
    assert!(is_named, "{report:?}");
}

/// Makes the contacts of a world so soft that bodies sink into each other.
pub fn soften(world: &mut PhysicsWorld) {
    let parameters = &mut world.integration_parameters;
    parameters.static_contact_softness.natural_frequency = 5.0;
    parameters.contact_softness.natural_frequency = 5.0;
}

/// A heavy block presses a ball against a thin plate with soft contacts. In no step does anything go far before the
/// ball is through, a tenth of a second later.
#[test]
fn a_body_that_sinks_slowly_stops_before_it_is_through() {
    let fixed = RigidBodyBuilder::fixed;
    let heavy = || RigidBodyBuilder::dynamic().gravity_scale(0.0);
    for (plate, radius) in [
        (fixed(), 0.1),
        (fixed(), 0.05),
        (heavy(), 0.1),
        (heavy(), 0.05),
    ] {
        let mut world = PhysicsWorld {
            gravity: Vector::X * 10.0,
            ..PhysicsWorld::default()
        };
        soften(&mut world);
        let half = 0.01;
        let (plate, _) = world.insert(plate, cuboid(half, 5.0, 5.0).density(1e6));
        let at = |x| flying(v(x, 0.0, 0.0), Vector::ZERO);
        let (ball, _) = world.insert(at(-half - radius), ColliderBuilder::ball(radius));
        let block = cuboid(0.2, 0.2, 0.2).density(1e4);
        world.insert(at(-half - 2.0 * radius - 0.2).lock_rotations(), block);
        let mut ccd = Ccd::new();
        for step in 0..60 {
            ccd.step(&mut world).expect("finite poses");
            let [ball, plate] = [ball, plate].map(|body| world.bodies[body].translation().x);
            let off = ball - plate;
            assert!(off < 0.0, "a ball of {radius} passed in step {step}");
        }
    }
}
