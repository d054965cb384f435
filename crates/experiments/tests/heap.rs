//! Small heaps: nothing gets deeper than is allowed, and their pages play in a browser.

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

/// How deep bodies may overlap, in metres: the skin of the solver, a sixteenth of it more in contact, and rounding.
const ALLOWED: f32 = 4.5e-3;

/// Simulates a world, looks at it after each step, and returns its page and what happened.
fn recorded(
    mut world: World,
    seconds: f64,
    mut look: impl FnMut(&World),
) -> Result<(String, Total, World), Box<dyn Error>> {
    let mut play = Play::new(&world, "A heap")?;
    let mut total = Total::default();
    for _ in 0..(seconds / World::step_length()) as usize {
        let frame = world.step()?;
        play.add(&world, &frame)?;
        total.add(&frame);
        look(&world);
    }
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let page = page.join(format!("heap_of_{}.html", world.count()));
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
    let (page, total, world) = recorded(World::stack(30, 1)?, 1.0, |_| ())?;
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
    let world = World::bowl(40, 1)?;
    let bowl = world.mesh().ok_or("a bowl")?.clone();
    // the bowl is lowest in its middle, and open above: bodies may leave it over its rim, but not through its wall
    let points = || bowl.points().iter();
    let radius = points().map(|point| point.x).fold(0.0, f32::max);
    let low = points().map(|point| point.y).fold(f32::INFINITY, f32::min);
    let high = points().map(|point| point.y).fold(0.0, f32::max);
    let mut were_above = Vec::new();
    let mut passed = 0;
    let (page, total, world) = recorded(world, 8.0, |world| {
        were_above.resize(world.bodies().len(), false);
        for (body, was_above) in world.bodies().iter().zip(&mut were_above) {
            let place = body.pose().translation.vector;
            let share = place.x.hypot(place.z) / radius;
            let is_above = place.y > low + (high - low) * share * share;
            passed += usize::from(*was_above && share < 1.0 && !is_above);
            *was_above = is_above && share < 1.0;
        }
    })?;
    assert_eq!(passed, 0);
    let inside = were_above.iter().filter(|is_above| **is_above);
    assert!(inside.count() > 30);
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
    opened(&page, "bowl.html", "4")
}

/// However deep the pass lets bodies overlap, less than the skin of the solver or more, none hangs in the air.
#[test]
fn no_heap_jams() -> Done {
    for (seed, millimetres) in (1..).zip([0.0, 0.5, 1.0, 2.0, 4.0, 8.0]) {
        let allowed = millimetres * 1e-3;
        let mut world = World::bowl(40, seed)?.let_overlap(allowed);
        let mut total = Total::default();
        for _ in 0..600 {
            total.add(&world.step()?);
        }
        let case = format!("{millimetres} mm");
        // none that is still to come finds its place taken
        assert_eq!(world.bodies().len(), 40, "{case}");
        let fastest = world.largest_speed();
        assert!(fastest < 3.0, "{case}: {fastest}");
        assert_eq!((total.undecided, total.unproven), (0, 0), "{case}");
        let deepest = total.nearest.map_or(0.0, |nearest| -nearest);
        assert!(deepest < allowed * 17.0 / 16.0 + 3e-4, "{case}: {deepest}");
    }
    Ok(())
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
