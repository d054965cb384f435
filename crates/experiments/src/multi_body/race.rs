//! Lets contenders test the same pairs.

use std::error::Error;
use std::time::{Duration, Instant};

use nalgebra::Vector3;
use photofinish::gjk;
use photofinish::separation::supporting_distance;

use super::contender::Kept;
use super::world::placed;
use super::{Contender, Frame, Setting, World};

/// A simulation whose pairs are tested by several contenders, the first of which drives it.
pub struct Race {
    world: World,
    contenders: Vec<Box<dyn Contender>>,
    axes: Kept<Vector3<f64>>,
    tally: Tally,
    /// The time of each contender in the last frame.
    latest: Vec<Duration>,
}

/// Returns the contenders of a race in a world.
pub type Choose = fn(&World) -> Vec<Box<dyn Contender>>;

/// Runs the same race several times, and counts the least time that each contender takes for each frame. So frames in
/// which the machine does something else do not count.
///
/// # Errors
/// If the setting makes no sense.
pub fn measure(
    setting: &Setting,
    choose: Choose,
    frames: u32,
    rounds: u32,
) -> Result<Tally, Box<dyn Error>> {
    let mut least: Vec<Vec<Duration>> = Vec::new();
    let mut tally = Tally::default();
    for _ in 0..rounds.max(1) {
        let mut race = Race::new(setting, choose)?;
        for frame in 0..frames as usize {
            race.frame();
            match least.get_mut(frame) {
                None => least.push(race.latest.clone()),
                Some(least) => {
                    for (least, time) in least.iter_mut().zip(&race.latest) {
                        *least = time.min(least).to_owned();
                    }
                }
            }
        }
        tally = race.tally;
    }
    for (index, (_, time)) in tally.times.iter_mut().enumerate() {
        *time = least.iter().map(|frame| frame[index]).sum();
    }
    Ok(tally)
}

/// What was counted and timed.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of frames.
    pub frames: u64,
    /// The number of pairs tested.
    pub tests: u64,
    /// The number of tests after which the bodies touch.
    pub touching: u64,
    /// The number of collisions: of pairs that begin to touch.
    pub collisions: u64,
    /// The number of tests that end at the cached axis, because it still separates the bodies.
    pub ended_at_axis: u64,
    /// For each contender its name, and the time of all its tests, bodies placed.
    pub times: Vec<(String, Duration)>,
    /// For each contender the number of answers unlike those of the first. Continuous ones find more contacts.
    pub differ: Vec<u64>,
    /// For each contender the number of pairs that it finds free although they touch at the end of the frame.
    pub missed: Vec<u64>,
}

impl Tally {
    /// Returns the time of a contender in a frame, in microseconds.
    pub fn micros_per_frame(&self, contender: usize) -> f64 {
        self.times[contender].1.as_secs_f64() * 1e6 / self.frames.max(1) as f64
    }

    /// Returns the time of a contender for a test, in nanoseconds.
    pub fn nanos_per_test(&self, contender: usize) -> f64 {
        self.times[contender].1.as_secs_f64() * 1e9 / self.tests.max(1) as f64
    }

    /// Returns the share of tests that end at the cached axis, among those that find the bodies free.
    pub fn share_at_axis(&self) -> f64 {
        self.ended_at_axis as f64 / (self.tests - self.touching).max(1) as f64
    }
}

impl Race {
    /// Returns the race of the contenders that `choose` returns.
    ///
    /// # Errors
    /// If the setting makes no sense.
    pub fn new(setting: &Setting, choose: Choose) -> Result<Self, Box<dyn Error>> {
        let world = World::new(setting)?;
        let contenders = choose(&world);
        let times = contenders
            .iter()
            .map(|contender| (contender.name().into(), Duration::ZERO));
        let tally = Tally {
            times: times.collect(),
            differ: vec![0; contenders.len()],
            missed: vec![0; contenders.len()],
            ..Tally::default()
        };
        Ok(Self {
            latest: vec![Duration::ZERO; contenders.len()],
            axes: Kept::new(world.shapes().len()),
            world,
            contenders,
            tally,
        })
    }

    /// Returns the world as it is.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns what was counted and timed up to now.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Moves the world on by a frame, lets all contenders test its pairs, and returns the pairs that collide.
    pub fn frame(&mut self) -> Vec<[usize; 2]> {
        let frame = self.world.advance();
        self.count_axes(&frame);
        let answers = self.answers(&frame);
        let first = &answers[0];
        self.tally.frames += 1;
        self.tally.tests += first.len() as u64;
        self.tally.touching += first.iter().filter(|&&touching| touching).count() as u64;
        for (index, answer) in answers.iter().enumerate() {
            let pairs = || answer.iter().zip(first);
            self.tally.differ[index] += pairs().filter(|(own, first)| own != first).count() as u64;
            self.tally.missed[index] +=
                pairs().filter(|(own, first)| !**own && **first).count() as u64;
        }
        let touching = frame
            .pairs
            .iter()
            .zip(first)
            .filter(|(_, touching)| **touching);
        let new = self
            .world
            .collide(touching.map(|(pair, _)| *pair).collect::<Vec<_>>());
        self.tally.collisions += new.len() as u64;
        new
    }

    /// Lets all contenders answer. Who begins changes from frame to frame, as the first one finds cold caches.
    fn answers(&mut self, frame: &Frame) -> Vec<Vec<bool>> {
        let count = self.contenders.len();
        let mut answers = vec![Vec::with_capacity(frame.pairs.len()); count];
        for turn in 0..count {
            let index = (turn + self.tally.frames as usize) % count;
            self.contenders[index].prepare(frame);
            let start = Instant::now();
            self.contenders[index].test(frame, &mut answers[index]);
            self.latest[index] = start.elapsed();
            self.tally.times[index].1 += self.latest[index];
        }
        answers
    }

    /// Counts the tests that will end at the cached axis, by the axes that a search of its own keeps.
    fn count_axes(&mut self, frame: &Frame) {
        for &pair in &frame.pairs {
            let [a, b] = pair.map(|body| placed(&self.world.shapes()[body], &frame.after[body]));
            let axis = self.axes.of(pair);
            let separates = axis.norm() > 0.0 && supporting_distance(&a, &b, axis) > 0.0;
            self.tally.ended_at_axis += u64::from(separates);
            gjk::intersects(&a, &b, axis);
        }
    }
}
