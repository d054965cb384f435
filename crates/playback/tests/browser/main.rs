//! The page in a real browser: it draws, and its controls do what they say.
//!
//! The browser is Chromium, which Debian has as a package, or the program that `PHOTOFINISH_BROWSER` names. Without
//! one, the test says so and ends.

mod chromium;
mod picture;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use nalgebra::{Isometry2, Isometry3, Translation2, UnitComplex, Vector3, vector};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Triangle};
use photofinish_playback::{Color, Contact, Mesh, Recording};

use chromium::Chromium;
use picture::Picture;

type Done = Result<(), Box<dyn Error>>;

/// What a user does, and what the page should then show: times of impacts are 0.5, 1.25 and 2, and 0.8 of a contact of
/// resting bodies.
const ACTIONS: &str = include_str!("actions.js");

/// Six bodies that turn while they fall, over a slab that can be seen through.
fn falling_bodies() -> Result<Recording, Box<dyn Error>> {
    let hull: Vec<_> = (0..3)
        .flat_map(|axis| [0.5, -0.8].map(|x| Vector3::ith(axis, x)))
        .collect();
    let triangle = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.6, 0.3]].map(Vector3::from);
    let shapes: [AnyShape<f64, 3>; 7] = [
        Cuboid::new(vector![0.5, 0.3, 0.4])?.into(),
        Ball::new(0.5)?.into(),
        Capsule::new(0.4, 0.25)?.into(),
        Cylinder::new(0.5, 0.3)?.into(),
        Cone::new(0.5, 0.5)?.into(),
        ConvexHull::new(&hull)?.into(),
        Triangle::new(triangle)?.into(),
    ];
    let mut recording = Recording::new("Falling <bodies> & {{script}}")
        .caption("All shapes")
        .events_are("passed through");
    let slab: AnyShape<f64, 3> = Cuboid::new(vector![6.0, 0.1, 3.0])?.into();
    let slab = recording.body(&Mesh::of_shape(&slab)?, Color::GROUND.opacity(0.5))?;
    recording.pose(slab, 0.0, &Isometry3::translation(0.0, -2.0, 0.0))?;
    let mut bodies = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        match index {
            0 => recording.side("One"),
            3 => recording.side("Other"),
            _ => {}
        }
        let body = recording.body(&Mesh::of_shape(shape)?, Color::of_index(index))?;
        for frame in 0..=60 {
            let time = f64::from(frame) / 24.0;
            let turn = vector![0.7, 1.3, 0.4] * time;
            // the last one flies off, so that the first view must hold its whole way
            let off = if index == 6 { 4.0 * time } else { 0.0 };
            let place = vector![1.4 * index as f64 - 4.2 + off, 2.0 - 0.6 * time * time, 0.0];
            recording.pose(body, time, &Isometry3::new(place, turn))?;
        }
        bodies.push(body);
    }
    for time in [1.25, 0.5, 2.0] {
        recording.contact(&Contact::new(time, vector![0.0, -1.9, time], Vector3::y()))?;
    }
    recording.contact(&Contact::new(0.8, vector![1.0, -1.9, 0.0], Vector3::y()).resting())?;
    recording.event(bodies[4], 1.6)?;
    recording.event(bodies[1], 0.9)?;
    recording.leaves(bodies[6], 2.25)?;
    Ok(recording)
}

/// A square that rolls over a floor in the plane, and a triangle.
fn plane() -> Result<Recording, Box<dyn Error>> {
    let mut recording = Recording::new("In the plane")
        .flat()
        .events_are("passed through");
    let floor: AnyShape<f64, 2> = Cuboid::new(vector![4.0, 0.2])?.into();
    let floor = recording.body(&Mesh::of_shape(&floor)?, Color::GROUND)?;
    recording.pose(floor, 0.0, &Isometry2::translation(0.0, -0.8))?;
    let triangle = ConvexHull::new(&[vector![0.0, 0.0], vector![1.0, 0.0], vector![0.0, 1.0]])?;
    let shapes: [AnyShape<f64, 2>; 3] = [
        Cuboid::new(vector![0.4, 0.4])?.into(),
        triangle.into(),
        Capsule::new(0.3, 0.2)?.into(),
    ];
    let mut bodies = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        if index < 2 {
            recording.side(["One", "Other"][index]);
        }
        let body = recording.body(&Mesh::of_shape(shape)?, Color::of_index(index))?;
        bodies.push(body);
        for frame in 0..=60 {
            let time = f64::from(frame) / 24.0;
            let place = Translation2::new(2.0 * index as f64 - 3.0 + time, 0.2);
            let pose = Isometry2::from_parts(place, UnitComplex::new(-2.0 * time));
            recording.pose(body, time, &pose)?;
        }
    }
    for time in [0.5, 1.25, 2.0] {
        recording.contact(&Contact::new(time, vector![time, -0.6], vector![0.0, 1.0]))?;
    }
    recording.contact(&Contact::new(0.8, vector![0.0, -0.6], vector![0.0, 1.0]).resting())?;
    recording.event(bodies[1], 1.6)?;
    recording.event(bodies[0], 0.9)?;
    recording.leaves(bodies[2], 2.25)?;
    Ok(recording)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages")
}

/// Opens the page, acts on it, and returns what it shows after each act. The page must not report an error.
fn acted_on(
    browser: &Chromium,
    recording: &Recording,
    name: &str,
) -> Result<Vec<String>, Box<dyn Error>> {
    let page = recording.html()?;
    let watch = format!("<script>{}</script><style>", include_str!("watch.js"));
    let act = format!("<script>{ACTIONS}</script></body>");
    let watched = page
        .replacen("<style>", &watch, 1)
        .replacen("</body>", &act, 1);
    let path = folder().join(format!("{name}_acted_on.html"));
    fs::create_dir_all(folder())?;
    fs::write(&path, watched)?;
    let (shown, log) = browser.posted(&path)?;
    // the test itself reads the picture back, which the driver calls slow
    let mut reports = log
        .lines()
        .filter(|line| line.contains("CONSOLE") && !line.contains("GL Driver Message"));
    assert_eq!(reports.next(), None, "the page reports something");
    assert!(shown.ends_with("errors: none"), "{shown}");
    Ok(shown.lines().map(str::to_owned).collect())
}

#[test]
fn the_page_plays_in_a_browser() -> Done {
    let Some(browser) = Chromium::find() else {
        eprintln!(
            "SKIPPED: no browser to open the page in. Install chromium, or name one in PHOTOFINISH_BROWSER."
        );
        return Ok(());
    };
    for (name, recording) in [("space", falling_bodies()?), ("plane", plane()?)] {
        let shown = acted_on(&browser, &recording, name)?;
        assert_eq!(
            shown,
            [
                "paused at 0.750 s of 2.50 s, impact 1 of 3",
                "still at 0.750 s of 2.50 s, impact 1 of 3",
                "next: 1.250 s of 2.50 s, impact 2 of 3",
                "next: 2.000 s of 2.50 s, impact 3 of 3",
                "next: 2.000 s of 2.50 s, impact 3 of 3",
                "previous: 1.250 s of 2.50 s, impact 2 of 3",
                "key N: 2.000 s of 2.50 s, impact 3 of 3",
                "with resting contacts: 2.000 s of 2.50 s, impact 4 of 4",
                "start, next, next: 0.800 s of 2.50 s, impact 2 of 4",
                "playing: goes on true, ends at 2.500 s of 2.50 s, impact 4 of 4",
                "drag changes the picture true, and so does the wheel true, and the view comes back true",
                "scrubbing changes the picture true",
                "points hide true",
                "the first view holds all true, and is full true",
                "labels, title and buttons are apart true",
                "text is readable true",
                "start: 0.000 s, passed through: 0 of 2, Onepassed through: 0, Otherpassed through: 0, flash false",
                "next event: 0.900 s, passed through: 1 of 2, Onepassed through: 1, Otherpassed through: 0, flash true",
                "key E: 1.600 s, passed through: 2 of 2, Onepassed through: 1, Otherpassed through: 1, flash true",
                "previous event: 0.900 s, passed through: 1 of 2, Onepassed through: 1, Otherpassed through: 0, flash true",
                "keys E, W: 0.900 s, passed through: 1 of 2, Onepassed through: 1, Otherpassed through: 0, flash true",
                "later: 2.400 s, passed through: 2 of 2, Onepassed through: 1, Otherpassed through: 1, flash false",
                "the last body is there true, and has left true",
                "shadows fall in space alone true",
                "events on the time bar: 2",
                "controls without a name: 0",
                "keys turn true, and zoom true",
                "errors: none",
            ],
            "{name}"
        );
        let path = folder().join(format!("{name}.html"));
        let size = recording.write(&path)?;
        assert!(size < 100_000, "{name} takes {size} bytes");
        let shot = browser.screenshot(&path, "1.25")?;
        Picture::read(&shot)?.assert_drawn(name);
    }
    Ok(())
}

#[test]
fn bad_input_is_refused() -> Done {
    let cube: AnyShape<f64, 3> = Cuboid::new(vector![0.5, 0.5, 0.5])?.into();
    let mesh = Mesh::of_shape(&cube)?;
    assert_eq!(mesh.triangles(), 12);
    let mut recording = Recording::new("");
    let body = recording.body(&mesh, Color::GROUND)?;
    let no_pose = recording.html().map(drop);
    let still = &Isometry3::<f64>::identity();
    let early = recording.pose(body, -0.5, still);
    let never = recording.pose(body, f64::NAN, still);
    recording.pose(body, 1.0, still)?;
    let back = recording.pose(body, 0.5, still);
    let nowhere = recording.pose(body, 2.0, &Isometry3::translation(f64::NAN, 0.0, 0.0));
    let far = recording.pose(body, 2.0, &Isometry3::translation(1e12, 0.0, 0.0));
    let mut other = Recording::new("");
    let mut unmeasured = Recording::new("").length_unit(0.0);
    let unmeasured = unmeasured.body(&mesh, Color::GROUND).map(drop);
    let corners = Mesh::new(vec![[0.0; 3]; 2], vec![[0, 1, 2]]).map(drop);
    let unknown = "the recording has 0 bodies, but no body 0";
    let is_early = "the time -0.5 is before the start of the recording, which is 0";
    for (found, expected) in [
        (no_pose, "body 0 has no pose"),
        (early, is_early),
        (never, "a time is NaN, which is not finite"),
        (
            back,
            "body 0 gets a pose at time 0.5, before its last one at 1",
        ),
        (nowhere, "a position is NaN, which is not finite"),
        (
            far,
            "a position is 1000000000000, which is too large for the unit 0.001",
        ),
        (other.pose(body, 1.0, still), unknown),
        (other.event(body, 1.0), unknown),
        (unmeasured, "the unit of length is 0, but must be positive"),
        (
            corners,
            "triangle 0 of a mesh names point 2, but the mesh has 2",
        ),
    ] {
        assert_eq!(found.unwrap_err().to_string(), expected);
    }
    Ok(())
}
