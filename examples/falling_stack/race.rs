//! Handles each frame in several orders: the plain queue, and timewarp with more and more of a lead. All must lead to
//! the same impacts and the same bodies, to the last bit.

use std::error::Error;
use std::time::{Duration, Instant};

use photofinish::Real;
use photofinish::timewarp::RunStatistics;

use crate::world::{Order, World};

/// The ways to handle frames, with what each has done.
pub struct Race<T> {
    contenders: Vec<Contender<T>>,
    frames: usize,
    impacts: usize,
}

struct Contender<T> {
    name: &'static str,
    order: Order<T>,
    spent: Duration,
    done: RunStatistics,
}

impl<T: Real> Race<T> {
    pub fn new(world: &World<T>) -> Self {
        let frame = world.frame_length();
        let contenders = [
            ("plain queue", Order::Queue),
            ("timewarp, no lead", Order::Timewarp(T::zero())),
            (
                "lead of 1/16 frame",
                Order::Timewarp(frame * T::of(1.0 / 16.0)),
            ),
            (
                "lead of 1/4 frame",
                Order::Timewarp(frame * T::of(1.0 / 4.0)),
            ),
            ("any lead", Order::Timewarp(frame)),
        ];
        let contenders = contenders.into_iter().map(|(name, order)| Contender {
            name,
            order,
            spent: Duration::ZERO,
            done: RunStatistics::default(),
        });
        Self {
            contenders: contenders.collect(),
            frames: 0,
            impacts: 0,
        }
    }

    /// Lets all contenders handle the next frame of a world, which stays as it is.
    ///
    /// # Errors
    /// If two of them do not lead to the same.
    pub fn run(&mut self, world: &World<T>) -> Result<(), Box<dyn Error>> {
        let mut first = None;
        let count = self.contenders.len();
        for place in 0..count {
            // another one begins in each frame
            let contender = &mut self.contenders[(self.frames + place) % count];
            let mut bodies = world.bodies().to_vec();
            let start = Instant::now();
            let (until, report) = world.run(contender.order, &mut bodies)?;
            contender.spent += start.elapsed();
            let (sum, done) = (&mut contender.done, report.statistics);
            sum.handled += done.handled;
            sum.undone += done.undone;
            sum.rollbacks += done.rollbacks;
            sum.most_undone = sum.most_undone.max(done.most_undone);
            sum.queries += done.queries;
            sum.rounds += done.rounds;
            let led_to = (until, bodies, report.impacts);
            if *first.get_or_insert_with(|| led_to.clone()) != led_to {
                return Err(format!("{} leads to something else", contender.name).into());
            }
        }
        self.frames += 1;
        self.impacts += first.map_or(0, |(_, _, impacts)| impacts.len());
        Ok(())
    }

    /// Prints what each has done.
    pub fn print(&self) {
        println!(
            "\nThe same {} impacts, in other orders of the work:\n",
            self.impacts
        );
        println!(
            "                        time    queries   handled    undone  rollbacks  most at once    rounds"
        );
        for Contender {
            name, spent, done, ..
        } in &self.contenders
        {
            println!(
                "  {name:18} {:7.3} s {:10} {:9} {:9} {:10} {:13} {:9}",
                spent.as_secs_f64(),
                done.queries,
                done.handled,
                done.undone,
                done.rollbacks,
                done.most_undone,
                done.rounds
            );
        }
    }
}
