//! Bodies whose impacts are known.

use super::*;
use photofinish::timewarp::Report;

type Plane = UnitComplex<f64>;

fn along(x: f64) -> Vector2<f64> {
    vector![x, 0.0]
}

/// Runs up to a time, and leaves the states at the end.
fn run(
    billiards: &Billiards<f64, 2>,
    states: &mut [State<f64, Plane, 2>],
    end: f64,
) -> Report<f64, f64, 2> {
    finished(Timewarp::new(query()).run(&dynamics(billiards), states, 0.0..=end))
}

fn close(value: f64, expected: f64, within: f64) {
    let off = (value - expected).abs();
    assert!(off < within, "{value} is not {expected}");
}

/// Returns a floor and balls that fall on it, from rest at these places.
fn falling<const N: usize>(
    places: [[f64; 2]; N],
) -> (Billiards<f64, 2>, Vec<State<f64, Plane, 2>>) {
    let ground = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0]).expect("a floor");
    let mut forms = vec![Form::Wall(ground)];
    forms.extend(places.map(|_| Form::ball(0.5)));
    let mut billiards = Billiards::new(forms);
    billiards.gravity = vector![0.0, -10.0];
    let mut states = vec![State::at_rest(SVector::zeros())];
    states.extend(places.map(|place| State::at_rest(place.into())));
    (billiards, states)
}

#[test]
fn a_ball_falls_and_rises_whatever_the_steps() {
    for step in [1e9, 0.07] {
        // a fall of 0.8 takes 0.4
        let (mut billiards, mut states) = falling([[0.0, 1.3]]);
        billiards.step = step;
        let report = run(&billiards, &mut states, 4.0);
        assert_eq!(report.impacts.len(), 5);
        for (number, hit) in report.impacts.iter().enumerate() {
            close(hit.time, 0.4 + 0.8 * number as f64, 1e-6);
            close(hit.note, 4.0, 1e-6);
        }
        // at 4.0 it is at the top again
        close(states[1].pose.translation.y, 1.3, 1e-6);
    }
}

#[test]
fn impacts_at_one_time_are_in_the_order_of_what_follows_from_what() {
    // two balls hit one between them at the same time, and another pair meets then
    let billiards = Billiards::new((0..5).map(|_| Form::ball(0.5)).collect());
    let mut states = [
        State::<f64, Plane, 2>::moving(along(-3.0), along(2.0)),
        State::at_rest(along(0.0)),
        State::moving(along(3.0), along(-2.0)),
        State::moving(vector![-3.0, 8.0], along(2.0)),
        State::at_rest(vector![0.0, 8.0]),
    ];
    let report = run(&billiards, &mut states, 2.0);
    let pairs: Vec<_> = report.impacts.iter().map(|hit| hit.bodies).collect();
    // the ball in the middle takes over both velocities, one after the other. What follows from an impact comes after
    // all that does not
    assert_eq!(pairs[..3], [[0, 1], [3, 4], [1, 2]]);
    assert_eq!(pairs[3..], [[0, 1]]);
    report
        .impacts
        .iter()
        .for_each(|hit| close(hit.time, 1.0, 1e-6));
    let speeds = states.map(|state| state.velocity.x);
    for (speed, expected) in speeds.into_iter().zip([-2.0, 0.0, 2.0, 0.0, 2.0]) {
        close(speed, expected, 1e-2);
    }
}

#[test]
fn ever_faster_impacts_end() {
    // both fall: the one that comes to rest first stops the run
    let (mut billiards, start) = falling([[0.0, 1.3], [9.0, 5.5]]);
    billiards.restitution = 0.5;
    billiards.least = 0.0;
    let dynamics = dynamics::<f64, Plane, 2>(&billiards);
    let (mut one, mut other) = (start.clone(), start);
    let queue = EventQueue::new(query()).most_events(100);
    let queue = queue.run(&dynamics, &mut one, 0.0..=9.0);
    let warp = Timewarp::new(query()).most_events(100);
    let warp = warp.run(&dynamics, &mut other, 0.0..=9.0);
    let [queue, warp] = [queue, warp].map(|result| result.expect_err("it rests"));
    let (most, bodies) = (100, [0, 1]);
    let reason = StopReason::TooManyEvents { most, bodies };
    assert_eq!((&queue.reason, &warp.reason), (&reason, &reason));
    assert_eq!((queue.time, &one), (warp.time, &other));
    let told = format!("{queue:?}");
    assert!(told.len() < 200 && told.contains("impacts: 100"), "{told}");
    let impacts = queue.report.impacts;
    assert_eq!(impacts, warp.report.impacts);
    assert_eq!(impacts.len(), 100);
    // 0.4, and then 2 x 0.4 x (1/2 + 1/4 + ...)
    close(queue.time, 1.2, 1e-3);
    // the other ball has bounced once: after a fall of 1.0 it has lost half its speed
    let bounces = impacts.iter().filter(|hit| hit.bodies == [0, 2]);
    assert_eq!(bounces.count(), 1);
    close(one[1].pose.translation.y, 0.5, 1e-3);
}

/// Lets a box fall along an axis that starts half inside another one, and part at this speed at least. Returns when it
/// was struck, and where it is in the end.
fn half_inside(least: f64, end: f64) -> (Vec<f64>, f64) {
    let form = || Form::shape(Cuboid::new(vector![1.0, 1.0]).expect("a box"));
    let mut billiards = Billiards::<f64, 2>::new(vec![form(), form()]);
    billiards.lightness[0] = 0.0;
    billiards.fixed[0] = true;
    billiards.restitution = 0.0;
    billiards.least = least;
    billiards.gravity = along(-10.0);
    let mut states = [
        State::<f64, Plane, 2>::at_rest(SVector::zeros()),
        State::at_rest(along(1.0)),
    ];
    let report = run(&billiards, &mut states, end);
    let times = report.impacts.iter().map(|hit| hit.time).collect();
    (times, states[1].pose.translation.x)
}

/// It is struck when it would get deeper, and not at once again: it rises for half of the time of a hop, or more. It does
/// not sink.
#[test]
fn a_box_half_inside_another_hops() {
    let (times, x) = half_inside(0.1, 1.0);
    // up and down at a speed of 0.1 takes 0.02
    for pair in times.windows(2) {
        let passed = pair[1] - pair[0];
        assert!((0.009..0.03).contains(&passed), "{pair:?}");
    }
    assert!(times.last().is_some_and(|&last| last > 0.97), "{times:?}");
    assert!((0.99..1.1).contains(&x), "it is at {x}");
    let (times, x) = half_inside(1e-3, 0.1);
    assert!(times.len() > 300, "{}", times.len());
    assert!((1.0 - 1e-6..1.001).contains(&x), "it is at {x}");
}

/// One ball hops seven times as often as the other one, which is far ahead after a while. Its flights are not all compared
/// with each other.
#[test]
fn work_grows_as_the_impacts_do_where_one_body_is_ahead() {
    let tests = |end: f64| {
        let (billiards, mut states) = falling([[0.0, 0.5 + 1e-5], [9.0, 0.5 + 5e-4]]);
        run(&billiards, &mut states, end).statistics.box_tests
    };
    let [short, long] = [tests(2.0), tests(6.0)];
    assert!(long < 4 * short, "{short}, {long}");
}
