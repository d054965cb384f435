//! What is rolled back, and what is not.

use super::*;

type Moving = State<f64, UnitComplex<f64>, 2>;

const WALL: usize = 0;
/// Flies towards the wall, which would send it to two others.
const LOST: usize = 1;
const BESIDE: [usize; 2] = [2, 3];
/// The first of a row of balls, the last of which hits the lost one before it gets to the wall.
const ROW: usize = 4;
/// A ball between two walls of its own, far away.
const FAR: usize = 8;

fn scene() -> (Billiards<f64, 2>, Vec<Moving>) {
    // it touches a ball whose middle is at (6, 3)
    let point = vector![6.0 - 0.125_f64.sqrt(), 3.0 + 0.125_f64.sqrt()];
    let slope = HalfSpace::new(vector![1.0, -1.0], point).expect("a wall");
    let mut forms = vec![Form::Wall(slope)];
    forms.extend((0..8).map(|_| Form::ball(0.5)));
    let ends = [(1.0, -1.0), (-1.0, 1.0)].map(|(normal, x)| {
        let wall = HalfSpace::new(vector![normal, 0.0], vector![x, 0.0]);
        Form::Wall(wall.expect("a wall"))
    });
    forms.extend(ends);
    let mut billiards = Billiards::new(forms);
    // the slope meets only the lost ball, and the two walls only the far one
    let walls = [(WALL, LOST, 2), (FAR + 1, FAR, 4), (FAR + 2, FAR, 4)];
    let groups = |member| Groups {
        member,
        meets: member,
    };
    billiards.groups.fill(groups(1));
    for (wall, ball, group) in walls {
        billiards.groups[wall] = groups(group);
        billiards.groups[ball] = groups(1 | group);
    }
    let mut states = vec![Moving::at_rest(SVector::zeros()); FAR + 3];
    states[LOST] = Moving::moving(vector![6.0, -2.0], vector![0.0, 1.0]);
    for (ball, x) in BESIDE.into_iter().zip([8.0, 10.0]) {
        states[ball] = Moving::at_rest(vector![x, 3.0]);
    }
    states[ROW] = Moving::moving(vector![-2.0, 0.0], vector![2.0, 0.0]);
    for place in 1..4 {
        states[ROW + place] = Moving::at_rest(vector![2.0 * place as f64 - 2.0, 0.0]);
    }
    states[FAR] = Moving::moving(vector![0.0, -20.0], vector![4.0, 0.0]);
    (billiards, states)
}

#[test]
fn only_the_bodies_concerned_are_rolled_back() {
    let (billiards, start) = scene();
    let dynamics = dynamics(&billiards);
    let mut states = start.clone();
    let report = finished(Timewarp::new(query()).run(&dynamics, &mut states, 0.0..=8.0));
    let took_place: Vec<_> = report.impacts.iter().map(|hit| hit.bodies).collect();
    // the lost ball is hit on its way, and reaches neither the wall nor the balls behind it
    assert!(took_place.contains(&[LOST, ROW + 3]), "{took_place:?}");
    let calls = billiards.take_calls();
    let mut in_vain = calls.clone();
    for pair in &took_place {
        let call = in_vain.iter().position(|call| call == pair);
        in_vain.remove(call.expect("it was asked for"));
    }
    in_vain.sort_unstable();
    let [a, b] = BESIDE;
    assert_eq!(in_vain, [[WALL, LOST], [LOST, a], [a, b]]);
    let done = report.statistics;
    assert_eq!((done.rollbacks, done.undone, done.most_undone), (1, 3, 3));
    assert_eq!(done.handled as usize, calls.len());
    // the far ball had all its impacts, each once
    let far = took_place.iter().filter(|bodies| bodies.contains(&FAR));
    assert!(far.count() > 20);

    // the plain queue asks for none in vain
    let mut plain = start;
    let queue = finished(EventQueue::new(query()).run(&dynamics, &mut plain, 0.0..=8.0));
    assert_eq!((queue.impacts, plain), (report.impacts, states));
    assert_eq!(billiards.take_calls(), took_place);

    // nor does timewarp, if no body may get ahead of others by this much
    for lead in [0.25, 0.0] {
        let warp = Timewarp::new(query()).lead(lead);
        let report = finished(warp.run(&dynamics, &mut scene().1, 0.0..=8.0));
        assert_eq!(report.statistics.undone, 0);
    }
}

#[test]
fn an_error_counts_if_it_takes_place() {
    let (mut billiards, start) = scene();
    billiards.refused = Some([WALL, LOST]);
    let mut states = start.clone();
    let report = Timewarp::new(query()).run(&dynamics(&billiards), &mut states, 0.0..=8.0);
    assert!(report.is_ok(), "the lost ball does not get there");

    // without the row of balls it does
    let mut alone = start;
    alone[ROW].velocity = Vector2::zeros();
    let mut other = alone.clone();
    let dynamics = dynamics(&billiards);
    let one = Timewarp::new(query()).run(&dynamics, &mut alone, 0.0..=8.0);
    let two = EventQueue::new(query()).run(&dynamics, &mut other, 0.0..=8.0);
    let [one, two] = [one, two].map(|result| result.expect_err("the dynamics refuse"));
    let bodies = [WALL, LOST];
    assert!(matches!(&one.reason, StopReason::Dynamics { bodies: met, .. } if *met == bodies));
    assert_eq!(one.to_string(), two.to_string());
    assert!((one.time - 5.0).abs() < 1e-6);
    // all that took place before is told, and the states are those at that time
    assert_eq!(one.report.impacts, two.report.impacts);
    assert!(one.report.impacts.iter().all(|hit| hit.time <= one.time));
    assert!(one.report.impacts.len() > 15);
    assert_eq!(alone, other);
    assert!((alone[LOST].pose.translation.y - 3.0).abs() < 1e-6);
}

/// Runs balls by timewarp and by the plain queue, which must lead to the same. Returns the bodies of all impacts.
fn impacts(billiards: &Billiards<f64, 2>, start: &[Moving]) -> Vec<[usize; 2]> {
    let dynamics = dynamics(billiards);
    let (mut one, mut other) = (start.to_vec(), start.to_vec());
    let warp = finished(Timewarp::new(query()).run(&dynamics, &mut one, 0.0..=9.0));
    let queue = finished(EventQueue::new(query()).run(&dynamics, &mut other, 0.0..=9.0));
    assert!(warp.statistics.undone > 0, "something came too late");
    assert_eq!((&warp.impacts, one), (&queue.impacts, other));
    warp.impacts.iter().map(|impact| impact.bodies).collect()
}

fn balls(count: usize) -> Billiards<f64, 2> {
    Billiards::new((0..count).map(|_| Form::ball(0.5)).collect())
}

/// Four balls, each of which hits the next: the third hits the last one at 1.75, which else would be at (5, 1) at 5.25.
fn deflected() -> [Moving; 4] {
    [
        // if nothing were in its way, it would pass above the last one
        Moving::moving(vector![-5.0, 6.0], vector![4.0, 4.0]),
        Moving::at_rest(vector![-2.0, 8.0]),
        Moving::at_rest(vector![0.5, 8.0]),
        Moving::moving(vector![5.0, 11.5], vector![0.0, -2.0]),
    ]
}

#[test]
fn a_body_that_goes_on_after_all_meets_those_that_set_out_in_the_meantime() {
    let mut start = deflected().to_vec();
    start.extend([
        // the last of the four would hit this one
        Moving::moving(vector![0.0, 0.0], vector![1.0, 0.0]),
        // this one is sent at 6 to where that one gets at 7, if nothing hits it
        Moving::at_rest(vector![7.0, 3.0]),
        Moving::moving(vector![7.0, 16.0], vector![0.0, -2.0]),
    ]);
    assert_eq!(
        impacts(&balls(7), &start),
        [[0, 1], [1, 2], [2, 3], [5, 6], [4, 5]]
    );
}

#[test]
fn an_impact_that_was_undone_in_vain_takes_place() {
    let mut billiards = balls(6);
    // nothing sends these two another way, and they pass each other
    billiards.lightness[4..].fill(0.0);
    let mut start = deflected().to_vec();
    start.extend([
        Moving::at_rest(vector![5.0, 0.0]),
        Moving::moving(vector![12.0, 0.0], vector![-1.0, 0.0]),
    ]);
    assert_eq!(
        impacts(&billiards, &start),
        [[0, 1], [1, 2], [2, 3], [4, 5]]
    );
}
