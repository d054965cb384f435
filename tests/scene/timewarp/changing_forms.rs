//! Bodies that change their form while they fly.

use super::*;
use photofinish::MotionError;
use photofinish::motion::ConstantVelocity2;
use photofinish::timewarp::{Collision, Flight, FlightOf, Flown, Response};
use std::convert::Infallible;

/// Body 0 is a floor up to some time, or from then on, and otherwise a ball far away. Body 1 is a ball that falls, in
/// many short flights. They pass through each other.
struct Morphing {
    change: f64,
    is_floor_first: bool,
    moves: bool,
}

type Height = f64;

impl Dynamics<f64, 2> for Morphing {
    type State = Height;
    type Shape = Ball<f64>;
    type Pieces = Infallible;
    type Motion = ConstantVelocity2<f64>;
    type Note = ();
    type Error = MotionError;

    fn fly(
        &self,
        body: usize,
        height: &Height,
        during: Span<f64>,
    ) -> Result<FlightOf<Self, f64, 2>, MotionError> {
        let motion = |x: f64, speed: f64| {
            let place = Isometry2::translation(x, *height);
            ConstantVelocity::new(place, vector![0.0, speed], 0.0)?.starting_at(during.start())
        };
        let ball = Ball::new(0.5).expect("a ball");
        if body == 1 {
            let body = Moving::new(ball, motion(0.0, -10.0)?).into();
            let until = during.start() + 0.1;
            return Ok(Flight { body, until });
        }
        let is_first = during.start() < self.change;
        let floor = HalfSpace::new(Vector2::y(), Vector2::zeros()).expect("a floor");
        let body = match (is_first == self.is_floor_first, self.moves) {
            (true, true) => MovingHalfSpace::new(floor, motion(0.0, 0.0)?).into(),
            (true, false) => AnyBody::Floor(floor),
            (false, _) => Moving::new(ball, motion(100.0, 0.0)?).into(),
        };
        let until = if is_first { self.change } else { during.end() };
        Ok(Flight { body, until })
    }

    fn state_at(
        &self,
        flown: &Flown<'_, Height, ConstantVelocity2<f64>, f64>,
        time: f64,
    ) -> Result<Height, MotionError> {
        let height = |motion: &ConstantVelocity2<f64>| motion.pose(time).translation.y;
        Ok(flown.motion.map_or(*flown.state, height))
    }

    fn collide(
        &self,
        _: &Collision<'_, Height, f64, 2>,
    ) -> Result<Response<Height, ()>, MotionError> {
        let states = [None, None];
        Ok(Response { states, note: () })
    }
}

/// The floor is far ahead in time when the ball flies onto it: what it was before counts too.
#[test]
fn a_body_that_was_or_becomes_a_floor_is_met() {
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    for (is_floor_first, moves) in [(true, false), (true, true), (false, false), (false, true)] {
        let world = Morphing {
            change: if is_floor_first { 0.5 } else { 0.1 },
            is_floor_first,
            moves,
        };
        let mut states = [[0.0, 2.0]; 2];
        let [queue, warp] = &mut states;
        let queue = EventQueue::new(query).run(&world, queue, 0.0..=0.6);
        let warp = Timewarp::new(query).run(&world, warp, 0.0..=0.6);
        let [queue, warp] = [queue, warp].map(|report| report.expect("it runs to its end"));
        let first = queue.impacts.first().expect("the ball falls on the floor");
        assert!((first.time - 0.15).abs() < 1e-6, "{}", first.time);
        assert_eq!(warp.impacts, queue.impacts, "{is_floor_first} {moves}");
        assert_eq!(states[0], states[1]);
    }
}
