//! The slow way: after every impact all pairs are asked about, and the first one is taken.

use super::*;
use photofinish::Outcome;
use photofinish::pieces::PieceContact;
use photofinish::timewarp::FlightOf;

/// An impact: the bodies, the time, and the speed of approach.
pub type Hit<T> = ([usize; 2], T, T);

struct Body<'b, T: Real, R: World<T, D>, const D: usize> {
    state: State<T, R, D>,
    flight: FlightOf<In<'b, T, R, D>, T, D>,
    since: T,
    /// How many impacts at that time came before.
    depth: u32,
}

/// Lets bodies collide up to a time, with flights that last until then.
pub fn collide<T: Real, R: World<T, D>, const D: usize>(
    billiards: &Billiards<T, D>,
    query: &Query<T>,
    states: &[State<T, R, D>],
    end: T,
) -> (Vec<Hit<T>>, Vec<State<T, R, D>>) {
    let dynamics = dynamics::<T, R, D>(billiards);
    let fly = |number: usize, state: State<T, R, D>, since: T, depth: u32| {
        let during = Span::new(since, end).expect("in order");
        let flight = dynamics.fly(number, &state, during).expect("finite");
        Body {
            state,
            flight,
            since,
            depth,
        }
    };
    let states = states.iter().cloned().enumerate();
    let mut bodies: Vec<_> = states
        .map(|(number, state)| fly(number, state, T::zero(), 0))
        .collect();
    let state_at = |body: &Body<'_, T, R, D>, time: T| {
        let Some(motion) = body.flight.body.motion() else {
            return body.state.clone();
        };
        State {
            pose: motion.pose(time),
            velocity: body.state.velocity + *motion.acceleration() * (time - body.since),
            spin: body.state.spin,
        }
    };
    let mut hits = Vec::new();
    while let Some((bodies_met, time, depth, contact)) = first(billiards, query, &bodies, end) {
        let [a, b] = bodies_met.map(|body| state_at(&bodies[body], time));
        let response = billiards.bounce(bodies_met, [&a, &b], contact.normal);
        hits.push((bodies_met, time, response.note));
        for (number, state) in bodies_met.into_iter().zip(response.states) {
            if let Some(state) = state {
                bodies[number] = fly(number, state, time, depth);
            }
        }
        assert!(hits.len() < 10_000, "too many impacts");
    }
    let last = bodies.iter().map(|body| state_at(body, end));
    (hits, last.collect())
}

/// Returns the pair that meets first. Of those at one time it is one that follows from least others.
fn first<T: Real, R: World<T, D>, const D: usize>(
    billiards: &Billiards<T, D>,
    query: &Query<T>,
    bodies: &[Body<'_, T, R, D>],
    end: T,
) -> Option<([usize; 2], T, u32, PieceContact<T, D>)> {
    let mut first = None::<([usize; 2], T, u32, PieceContact<T, D>)>;
    for b in 0..bodies.len() {
        for a in 0..b {
            let is_wall = |body: usize| matches!(billiards.forms[body], Form::Wall(_));
            let meet = billiards.groups[a].meet(&billiards.groups[b]);
            if !meet || (is_wall(a) && is_wall(b)) {
                continue;
            }
            let start = bodies[a].since.max(bodies[b].since);
            if start >= end {
                continue;
            }
            let answer =
                query.first_meeting(&bodies[a].flight.body, &bodies[b].flight.body, start..=end);
            let Some(contact) = answer.expect("valid").contact else {
                continue;
            };
            let outcome = contact.answer.as_ref().map(|solution| solution.outcome);
            let time = match outcome {
                Ok(Outcome::DrivesIn(_)) => start,
                _ => contact.time,
            };
            let at_once = [a, b].map(|body| &bodies[body]).into_iter();
            let at_once = at_once.filter(|body| body.since == time);
            let depth = at_once.map(|body| body.depth + 1).max().unwrap_or(0);
            let is_first =
                first.is_none_or(|first| (time, depth, [a, b]) < (first.1, first.2, first.0));
            if is_first {
                first = Some(([a, b], time, depth, contact));
            }
        }
    }
    first
}
