//! Small heaps: nothing overlaps, and their pages play in a browser.

// the recording of the example, and the browser and the pictures of the tests of pages
#[allow(dead_code)]
#[path = "../../playback/tests/browser/chromium.rs"]
mod chromium;
#[allow(dead_code)]
#[path = "../../playback/tests/browser/picture.rs"]
mod picture;
#[path = "../../../examples/heap/play.rs"]
mod play;

use std::error::Error;
use std::path::PathBuf;

use photofinish_experiments::heap::{Total, World};

use chromium::Chromium;
use picture::Picture;
use play::Play;

type Done = Result<(), Box<dyn Error>>;

/// How deep bodies may overlap, in metres: a body that is driven in sinks by two tolerances of the pass in a step.
const ALLOWED: f32 = 1e-2;

/// Simulates a world, and returns its page and what happened.
fn recorded(mut world: World, seconds: f64) -> Result<(String, Total, World), Box<dyn Error>> {
    let mut play = Play::new(&world, "A heap")?;
    let mut total = Total::default();
    for _ in 0..(seconds / World::step_length()) as usize {
        let frame = world.step()?;
        play.add(&world, &frame)?;
        total.add(&frame);
    }
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("heap.html");
    play.write(&world, &page)?;
    Ok((std::fs::read_to_string(page)?, total, world))
}

fn opened(page: &str, name: &str, time: &str) -> Done {
    let Some(browser) = Chromium::find() else {
        eprintln!("SKIPPED: no browser to open the page in.");
        return Ok(());
    };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, page)?;
    Picture::read(&browser.screenshot(&path, time)?)?.assert_drawn(name);
    Ok(())
}

#[test]
fn a_tower_falls_and_is_shot() -> Done {
    let (page, total, world) = recorded(World::stack(30, 1)?, 1.0)?;
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(total.impacts > 20, "{}", total.impacts);
    // the ball flies 1.5 m in a step, and blocks are 0.4 m wide
    assert!(total.fastest > 50.0, "{}", total.fastest);
    assert_eq!((total.undecided, total.unproven), (0, 0));
    assert!(
        total.nearest.is_some_and(|nearest| nearest > -ALLOWED),
        "{:?}",
        total.nearest
    );
    // no block is below the floor
    let lowest = world.bodies().iter().map(|body| body.pose().translation.y);
    assert!(lowest.fold(f32::INFINITY, f32::min) > 0.1);
    opened(&page, "stack.html", "0.7")
}

#[test]
fn bodies_come_to_rest_in_a_bowl() -> Done {
    let (page, total, world) = recorded(World::bowl(40, 1)?, 8.0)?;
    assert_eq!(world.bodies().len(), 40);
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(total.fastest > 5.0, "{}", total.fastest);
    assert_eq!((total.undecided, total.unproven), (0, 0));
    assert!(
        total.nearest.is_some_and(|nearest| nearest > -ALLOWED),
        "{:?}",
        total.nearest
    );
    assert!(world.largest_speed() < 3.0, "{}", world.largest_speed());
    // none has passed through the bowl, which is open above and lowest in its middle
    let bowl = world.mesh().ok_or("a bowl")?;
    let radius = bowl
        .points()
        .iter()
        .map(|point| point.x)
        .fold(0.0, f32::max);
    let height = |point: &nalgebra::Vector3<f32>| point.y;
    let (low, high) = bowl
        .points()
        .iter()
        .map(height)
        .fold((9e9f32, 0.0f32), |(low, high), y| (low.min(y), high.max(y)));
    let in_bowl = world.bodies().iter().filter(|body| {
        let place = body.pose().translation.vector;
        let share = place.x.hypot(place.z) / radius;
        place.y > low + (high - low) * share * share
    });
    assert_eq!(in_bowl.count(), 40);
    opened(&page, "bowl.html", "4")
}

/// The same scene has the same poses to the last bit.
#[test]
fn runs_are_the_same() -> Done {
    let run = || -> Result<_, Box<dyn Error>> {
        let mut world = World::bowl(20, 3)?;
        for _ in 0..120 {
            world.step()?;
        }
        Ok(world
            .bodies()
            .iter()
            .map(|body| *body.pose())
            .collect::<Vec<_>>())
    };
    assert_eq!(run()?, run()?);
    Ok(())
}
