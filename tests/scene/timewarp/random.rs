//! Random billiards: the same impacts and the same states in all ways to get there, to the last bit.

use super::reference::{self, Hit};
use super::*;
use photofinish::timewarp::{Report, RunStatistics};

/// How far the walls are from the middle.
const WALL: f64 = 2.3;

/// Returns bodies of all forms between walls, on the places of a grid.
fn billiards<T: Real, R: World<T, D>, const D: usize>(
    dice: &mut StdRng,
) -> (Billiards<T, D>, Vec<State<T, R, D>>)
where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let (mut forms, mut states) = (Vec::new(), Vec::new());
    for axis in 0..D {
        for sign in [1.0, -1.0] {
            let normal = SVector::from_fn(|row, _| T::of(if row == axis { sign } else { 0.0 }));
            let wall = HalfSpace::new(normal, normal * T::of(-WALL));
            forms.push(Form::Wall(wall.expect("a wall")));
            states.push(State::at_rest(SVector::zeros()));
        }
    }
    let count = dice.random_range(5..10);
    for place in 0..count {
        let size = T::of(dice.random_range(0.2..0.38));
        let form = form::<T, R, D>(dice.random_range(0..4), size);
        forms.push(Form::Solid(form));
        // three in a row, 1.4 apart: bodies are at most 1.3 long
        let cell = [place % 3, place / 3, 1];
        let at = SVector::from_fn(|axis, _| {
            T::of((f64::from(cell[axis]) - 1.0) * 1.4 + dice.random_range(-0.05..0.05))
        });
        let velocity = SVector::from_fn(|_, _| T::of(dice.random_range(-6.0..6.0)));
        states.push(State {
            spin: T::of(dice.random_range(-3.0..3.0)),
            ..State::moving(at, velocity)
        });
    }
    (Billiards::new(forms), states)
}

fn hits<T: Real, const D: usize>(report: &Report<T, T, D>) -> Vec<Hit<T>> {
    let hits = report.impacts.iter();
    hits.map(|hit| (hit.bodies, hit.time, hit.note)).collect()
}

/// Compares all ways. Returns the number of impacts, and what timewarp without a limit has done.
fn compare<T: Real, R: World<T, D>, const D: usize>(
    billiards: &Billiards<T, D>,
    query: Query<T>,
    start: &[State<T, R, D>],
    end: T,
) -> (usize, RunStatistics) {
    let dynamics = dynamics::<T, R, D>(billiards);
    let (expected, last) = reference::collide(billiards, &query, start, end);
    let expected = (expected, last);
    let interval = || T::zero()..=end;
    let mut states = start.to_vec();
    let queue = finished(EventQueue::new(query).run(&dynamics, &mut states, interval()));
    assert_eq!((hits(&queue), states), expected, "the queue");
    let mut all = RunStatistics::default();
    for lead in [T::zero(), T::of(0.05), T::LARGEST] {
        let warp = Timewarp::new(query).lead(lead);
        let [mut states, mut others] = [start.to_vec(), start.to_vec()];
        let report = finished(warp.run(&dynamics, &mut states, interval()));
        let parallel = finished(warp.par_run(&dynamics, &mut others, interval()));
        assert_eq!(
            (&parallel, others),
            (&report, states.clone()),
            "on all cores"
        );
        assert_eq!((hits(&report), states), expected, "a lead of {lead:?}");
        assert_eq!(report.impacts, queue.impacts);
        all = report.statistics;
        assert_eq!(all.handled - all.undone, queue.statistics.handled);
        if lead == T::zero() {
            assert_eq!(all.undone, 0, "nothing comes too late");
        }
    }
    (expected.0.len(), all)
}

fn run<T: Real, R: World<T, D>, const D: usize>(seed: u64, cases: u32)
where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut impacts, mut undone, mut handled, mut rounds) = (0, 0, 0, 0);
    for _ in 0..cases {
        let (billiards, start) = billiards::<T, R, D>(&mut dice);
        let distance = T::of([0.0, 0.05][dice.random_range(0..2)]);
        let query = query().target_distance(distance);
        let (hits, done) = compare(&billiards, query, &start, T::of(1.0));
        impacts += hits;
        undone += done.undone;
        handled += done.handled;
        rounds += done.rounds;
    }
    assert!(impacts > 4 * cases as usize, "only {impacts} impacts");
    assert!(undone > 0, "nothing came too late");
    assert!(
        2 * rounds < handled,
        "several are handled at once: {handled} in {rounds} rounds"
    );
}

#[test]
fn in_the_plane() {
    run::<f64, UnitComplex<f64>, 2>(16, 6);
    run::<f32, UnitComplex<f32>, 2>(17, 2);
}

#[test]
fn in_space() {
    run::<f64, UnitQuaternion<f64>, 3>(18, 3);
    run::<f32, UnitQuaternion<f32>, 3>(19, 3);
}
