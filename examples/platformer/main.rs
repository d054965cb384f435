//! A complete game loop with bodies of pieces: a player runs and jumps through a cave, over a ground of many segments,
//! on a ferry and on a lift. It fires bullets, which fly a hundred times their size in a frame.
//!
//! Casts tell the player what is below and ahead. The manifolds of its contacts take away the speed at which it presses
//! on things, and the pass of `photofinish::engine` moves everything. The example panics if anything gets out of the
//! cave.
//!
//!     cargo run --release -p photofinish-examples --example platformer

mod level;

use nalgebra::{Vector2, vector};
use photofinish::body::AnyForm;
use photofinish::engine::{Body2, Event2, Pass, Response, Response2, Then};
use photofinish::shape::AnyShape;
use photofinish::{Manifold2, Query};

use level::{FIRST_BULLET, LEVEL, PLAYER, Thing, look, pose};

type Failure = Box<dyn std::error::Error>;

const FRAME: f64 = 1.0 / 60.0;
/// How deep bodies may be in each other.
const SLOP: f64 = 0.005;

/// The player runs, waits at a brink, jumps at walls, and shoots.
fn control(things: &mut Vec<Thing>, frame: usize) -> Result<(), Failure> {
    // feet narrower than the player do not stand on walls
    let ground = look(things, 0.25, [0.0, -0.4], [0.0, -0.1])?;
    let wall = look(things, 0.05, [0.3, -0.3], [0.6, 0.0])?;
    let step = look(things, 0.05, [0.5, -0.2], [0.0, -1.5])?;
    let far_step = look(things, 0.05, [0.9, -0.2], [0.0, -1.5])?;
    let below = ground.map_or(Vector2::zeros(), |number| things[number].velocity);
    let waits = ground.is_some() && step.or(far_step).is_none();
    let player = &mut things[PLAYER];
    player.velocity.x = below.x + if waits { 0.0 } else { 5.0 };
    player.velocity.y -= 20.0 * FRAME;
    if ground.and(wall).is_some() {
        player.velocity.y = 8.0;
    }
    if frame.is_multiple_of(10) {
        let velocity = vector![600.0, 200.0 * (frame as f64).sin()];
        let bullet = Thing::bullet(player.place, velocity)?;
        things.insert(FIRST_BULLET, bullet);
        things.truncate(FIRST_BULLET + 20);
    }
    Ok(())
}

/// Takes away the speed at which the player presses on things, and lifts it if it is too deep.
fn solve_contacts(things: &mut [Thing], manifold: &mut Manifold2) -> Result<(), Failure> {
    let mut velocity = things[PLAYER].velocity;
    for thing in &things[..LEVEL] {
        let (level, player) = (thing.placed()?, things[PLAYER].placed()?);
        let query = Query::new().tolerance(2.0 * SLOP);
        for found in query.all_contacts(&level, &player, 0.0..=0.0)?.contacts {
            let (a, b) = (level.piece(found.pieces.0), player.piece(found.pieces.1));
            let (Some(a), Some(b), Some(contact)) = (a, b, found.contact()) else {
                continue;
            };
            for point in manifold.update_at(&a, &b, 0.0, &contact)? {
                let lift = (-point.separation - 0.5 * SLOP).max(0.0) * 0.2 / FRAME;
                let leaves = contact.normal.dot(&(velocity - thing.velocity));
                velocity += contact.normal * (lift - leaves).max(0.0);
            }
        }
    }
    things[PLAYER].velocity = velocity;
    Ok(())
}

/// Moves all things by one frame, so that none passes through another. Returns how often bullets bounced.
fn sweep(things: &mut [Thing]) -> Result<usize, Failure> {
    let pieces: Vec<_> = things.iter().map(|thing| thing.pieces.clone()).collect();
    let bodies = things.iter().zip(&pieces).map(|(thing, pieces)| {
        let end = thing.place + thing.velocity * FRAME;
        Body2::<&AnyShape<f64, 2>, _>::of(AnyForm::Pieces(pieces), pose(thing.place), pose(end))
    });
    let mut bodies: Vec<_> = bodies.collect();
    let pairs = (PLAYER..things.len()).flat_map(|b| (0..LEVEL).map(move |a| [a, b]));
    let pass = Pass::new().allowed_overlap(SLOP).moves(50);
    let report = pass.run(&mut bodies, pairs, |event| respond(things, event))?;
    assert!(
        report.no_longer_proven.is_empty(),
        "all pairs are proven not to pass"
    );
    for (thing, body) in things.iter_mut().zip(&bodies) {
        thing.place = body.pose().translation.vector;
    }
    let bounces = report.events.iter().filter(|event| event.pair[1] != PLAYER);
    Ok(bounces.count())
}

/// Bullets bounce, and the player goes on along what it meets. What it meets goes on too: nothing stops a lift.
fn respond(things: &mut [Thing], event: &Event2) -> Response2 {
    let Some(contact) = event.kind.contact() else {
        return event.usual_response();
    };
    let [a, b] = event.pair;
    let closing = contact
        .normal
        .dot(&(things[b].velocity - things[a].velocity))
        .min(0.0);
    let bounce = if b == PLAYER { 1.0 } else { 2.0 };
    things[b].velocity -= contact.normal * (closing * bounce);
    let rest_of_way = things[b].velocity * (FRAME * (1.0 - event.time));
    Response {
        a: Then::Continue,
        b: Then::MoveTo(pose(rest_of_way) * event.poses[1]),
    }
}

fn main() -> Result<(), Failure> {
    let (outline, mut things, mut manifold) =
        (level::outline(), level::things()?, Manifold2::new());
    let mut bounces = 0;
    for frame in 0..60 * 60 {
        level::drive(&mut things, frame as f64 * FRAME);
        control(&mut things, frame)?;
        solve_contacts(&mut things, &mut manifold)?;
        bounces += sweep(&mut things)?;
        let mut movers = things[PLAYER..].iter();
        assert!(movers.all(|thing| level::is_inside(&outline, &thing.place)));
        let place = things[PLAYER].place;
        if frame.is_multiple_of(60) {
            let (x, y) = (place.x, place.y);
            println!(
                "{:2} s: player at ({x:5.2}, {y:5.2}), {bounces:6} bounces of bullets",
                frame / 60
            );
        }
        if place.x > 45.0 {
            println!("the player has reached the end of the cave, and no bullet has left it");
            return Ok(());
        }
    }
    Err("the player has not reached the end of the cave".into())
}
