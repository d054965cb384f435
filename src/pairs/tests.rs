//! Pairs against a list of all that is known, and the pairs that boxes make against all pairs of boxes.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use nalgebra::vector;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Known, Near, Pair, Pairs};
use crate::broad_phase::InTurn;
use crate::swept::SweptBox;

const BODIES: usize = 6;

/// What is known of a pair, with a number for how it meets.
type Fact = Known<f64, u8>;

/// A pair of the model.
#[derive(Clone, Debug)]
struct Entry {
    number: usize,
    known: Fact,
    kept: u32,
    /// Whether it waits to be asked about.
    is_fresh: bool,
    /// Whether a queue has it.
    waits: bool,
}

enum Step {
    Add([usize; 2]),
    Remove([usize; 2]),
    Set([usize; 2], Fact),
    /// Says what is known of several pairs at once, and files them.
    SetAll(Vec<([usize; 2], Fact)>),
    Keep([usize; 2], u32),
    Reopen([usize; 2]),
    ReopenAll(usize),
    TakeFresh,
    TakeDue(usize),
    TakeOpen,
}

fn bodies(rng: &mut StdRng) -> [usize; 2] {
    let (a, more) = (rng.random_range(0..BODIES), rng.random_range(1..BODIES));
    let b = (a + more) % BODIES;
    [a.min(b), a.max(b)]
}

fn fact(rng: &mut StdRng) -> Fact {
    // few times, so that many are equal
    let time = f64::from(rng.random_range(-1..3_i8));
    match rng.random_range(0..5) {
        0 => Known::Nothing,
        1 => Known::Free,
        2 => Known::FreeBefore(time),
        3 => Known::FreeThrough(time),
        _ => Known::Meets(time, rng.random()),
    }
}

fn step(rng: &mut StdRng) -> Step {
    match rng.random_range(0..18) {
        0..4 => Step::Add(bodies(rng)),
        4 => Step::Remove(bodies(rng)),
        5 => Step::SetAll({
            let count = rng.random_range(0..5);
            (0..count).map(|_| (bodies(rng), fact(rng))).collect()
        }),
        6 => Step::Keep(bodies(rng), rng.random()),
        7 => Step::Reopen(bodies(rng)),
        8 => Step::ReopenAll(rng.random_range(0..BODIES)),
        9 => Step::TakeFresh,
        10 => Step::TakeDue(rng.random_range(0..4)),
        11 => Step::TakeOpen,
        _ => Step::Set(bodies(rng), fact(rng)),
    }
}

/// Returns when a pair comes, and as what, or `None` if it does not.
fn place(known: &Fact) -> Option<(f64, u8)> {
    match *known {
        Known::Nothing | Known::Free => None,
        Known::FreeBefore(time) => Some((time, 0)),
        Known::Meets(time, _) => Some((time, 1)),
        Known::FreeThrough(time) => Some((time, 2)),
    }
}

fn is_alike(one: &Fact, other: &Fact) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

#[derive(Default, Debug)]
struct Model(BTreeMap<[usize; 2], Entry>);

impl Model {
    fn set(&mut self, bodies: [usize; 2], known: Fact) {
        if let Some(entry) = self.0.get_mut(&bodies) {
            entry.is_fresh = matches!(known, Known::Nothing);
            entry.waits = place(&known).is_some();
            entry.known = known;
        }
    }

    /// Returns the pairs that wait in a queue, in their order.
    fn waiting(&self) -> Vec<([usize; 2], &Entry)> {
        let waiting = self.0.iter().filter(|(_, entry)| entry.waits);
        let mut waiting: Vec<_> = waiting.map(|(bodies, entry)| (*bodies, entry)).collect();
        waiting.sort_by(|(one, a), (other, b)| {
            let by_place = place(&a.known).partial_cmp(&place(&b.known));
            by_place.unwrap_or(Ordering::Equal).then(one.cmp(other))
        });
        waiting
    }

    fn others(&self, body: usize) -> BTreeSet<usize> {
        let of_body = self.0.keys().filter(|bodies| bodies.contains(&body));
        of_body
            .map(|&[a, b]| if a == body { b } else { a })
            .collect()
    }
}

/// Makes one step with the pairs and with the model, and compares what both return.
fn make(step: &Step, pairs: &mut Pairs<f64, u8, u32>, model: &mut Model) {
    match step {
        Step::Add(bodies) => {
            if !model.0.contains_key(bodies) {
                let number = pairs.add(*bodies, 0);
                let (known, kept) = (Known::Nothing, 0);
                let (is_fresh, waits) = (true, false);
                let entry = Entry {
                    number,
                    known,
                    kept,
                    is_fresh,
                    waits,
                };
                assert!(model.0.values().all(|entry| entry.number != number));
                model.0.insert(*bodies, entry);
            }
        }
        Step::Remove(bodies) => {
            if let Some(entry) = model.0.remove(bodies) {
                pairs.remove(entry.number);
            }
        }
        Step::Set(bodies, known) => {
            if let Some(entry) = model.0.get(bodies) {
                let before = pairs.set(entry.number, known.clone());
                assert!(is_alike(&before, &entry.known));
                model.set(*bodies, known.clone());
            }
        }
        Step::SetAll(all) => {
            // the last one of each pair counts
            let all: BTreeMap<_, _> = all.iter().cloned().collect();
            let all: Vec<_> = all
                .into_iter()
                .filter(|(bodies, _)| model.0.contains_key(bodies))
                .collect();
            let mut numbers: Vec<_> = all
                .iter()
                .map(|(bodies, _)| model.0[bodies].number)
                .collect();
            for pair in pairs.some_mut(&mut numbers) {
                let known = all.iter().find(|(bodies, _)| *bodies == pair.bodies);
                pair.known = known.expect("it was asked for").1.clone();
            }
            assert!(numbers.is_sorted());
            for &number in &numbers {
                pairs.file(number);
            }
            assert_eq!(numbers.len(), all.len());
            for (bodies, known) in all {
                model.set(bodies, known);
            }
        }
        Step::Keep(bodies, kept) => {
            if let Some(entry) = model.0.get_mut(bodies) {
                *pairs.kept_mut(entry.number) = *kept;
                entry.kept = *kept;
            }
        }
        Step::Reopen(bodies) => {
            if let Some(entry) = model.0.get(bodies) {
                pairs.reopen(entry.number);
                if !matches!(entry.known, Known::Nothing) {
                    model.set(*bodies, Known::Nothing);
                }
            }
        }
        Step::ReopenAll(body) => {
            pairs.reopen_all(*body);
            for other in model.others(*body) {
                let bodies = [*body.min(&other), *body.max(&other)];
                if !matches!(model.0[&bodies].known, Known::Nothing) {
                    model.set(bodies, Known::Nothing);
                }
            }
        }
        Step::TakeFresh => {
            let fresh = model.0.values_mut().filter(|entry| entry.is_fresh);
            let expected: Vec<_> = fresh
                .map(|entry| {
                    entry.is_fresh = false;
                    entry.number
                })
                .collect();
            assert_eq!(pairs.take_fresh(), expected);
        }
        Step::TakeDue(most) => {
            let waiting = model.waiting().into_iter();
            let due = waiting.take_while(|(_, entry)| !matches!(entry.known, Known::Meets(..)));
            let due: Vec<_> = due.take(*most).map(|(bodies, _)| bodies).collect();
            let numbers: Vec<_> = due.iter().map(|bodies| model.0[bodies].number).collect();
            assert_eq!(pairs.take_due(*most), numbers);
            for bodies in due {
                model.0.get_mut(&bodies).expect("it waits").waits = false;
            }
        }
        Step::TakeOpen => {
            let is_put_off =
                |entry: &Entry| entry.waits && !matches!(entry.known, Known::Meets(..));
            let open = model.0.values_mut();
            let open = open.filter(|entry| entry.is_fresh || is_put_off(entry));
            let mut expected: Vec<_> = open
                .map(|entry| {
                    entry.waits = false;
                    entry.is_fresh = false;
                    entry.number
                })
                .collect();
            expected.sort_unstable();
            assert_eq!(pairs.take_open(), expected);
        }
    }
}

/// Returns all pairs, in no order.
fn used(pairs: &Pairs<f64, u8, u32>) -> impl Iterator<Item = &Pair<f64, u8, u32>> {
    pairs.pairs.iter().filter(|pair| pair.is_used)
}

/// Checks that the pairs are those of the model.
fn compare(pairs: &mut Pairs<f64, u8, u32>, model: &Model) {
    let mut all = BTreeMap::new();
    for pair in used(pairs) {
        let twice = all.insert(pair.bodies, (pair.known.clone(), pair.kept));
        assert!(twice.is_none(), "{:?} is there twice", pair.bodies);
    }
    assert!(all.keys().eq(model.0.keys()), "{all:?}");
    for (bodies, entry) in &model.0 {
        let (known, kept) = &all[bodies];
        assert!(
            is_alike(known, &entry.known) && *kept == entry.kept,
            "{bodies:?}"
        );
        assert_eq!(pairs.find(*bodies), Some(entry.number));
        assert_eq!(pairs.get(entry.number).bodies, *bodies);
    }
    for a in 0..BODIES {
        let of_body = pairs.of_body(a).map(|number| pairs.get(number).bodies);
        let mut of_body: Vec<_> = of_body.collect();
        of_body.sort_unstable();
        let expected = model.0.keys().filter(|bodies| bodies.contains(&a));
        assert!(of_body.iter().eq(expected), "each of {of_body:?} once");
        for b in a + 1..BODIES {
            assert_eq!(pairs.find([a, b]).is_some(), model.0.contains_key(&[a, b]));
        }
    }
    let waiting = model.waiting();
    let met = waiting
        .iter()
        .filter(|(_, entry)| matches!(entry.known, Known::Meets(..)));
    let met: Vec<_> = met.map(|(bodies, _)| *bodies).collect();
    assert!(pairs.met().map(|pair| pair.bodies).eq(met.iter().copied()));
    let number = |bodies: &[usize; 2]| model.0[bodies].number;
    assert_eq!(pairs.first_met(), met.first().map(number));
    assert_eq!(
        pairs.first(),
        waiting.first().map(|(bodies, _)| number(bodies))
    );
}

#[test]
fn pairs_know_what_they_were_told() {
    for seed in 0..150 {
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut pairs, mut model) = (Pairs::new(), Model::default());
        for _ in 0..rng.random_range(0..80) {
            make(&step(&mut rng), &mut pairs, &mut model);
            compare(&mut pairs, &model);
        }
    }
}

/// A body with a box, or a floor that reaches up to a height.
#[derive(Clone, Copy, Debug)]
enum Around {
    Box([f64; 4]),
    Floor(f64),
}

enum Change {
    Set(usize, Around),
    Remove(usize),
    /// Says that all pairs are free, and what is kept of them.
    Free(u32),
    Renew,
}

fn change(rng: &mut StdRng) -> Change {
    let body = rng.random_range(0..2 * BODIES);
    match rng.random_range(0..12) {
        0 => Change::Remove(body),
        1..3 => Change::Free(rng.random()),
        3..6 => Change::Renew,
        6 => Change::Set(body, Around::Floor(f64::from(rng.random_range(-5..5_i8)))),
        _ => {
            let (place, size) = (-4..4_i8, 0..4_i8);
            let sides = [&place, &place, &size, &size];
            let sides = sides.map(|side| f64::from(rng.random_range(side.clone())));
            Change::Set(body, Around::Box(sides))
        }
    }
}

fn box_of([x, y, width, height]: [f64; 4]) -> SweptBox<f64, 2> {
    let (min, max) = (vector![x, y], vector![x + width, y + height]);
    SweptBox { min, max }
}

fn may_meet(a: usize, b: usize) -> bool {
    !(a + b).is_multiple_of(5)
}

fn is_pair(one: Around, other: Around) -> bool {
    match (one, other) {
        (Around::Box(a), Around::Box(b)) => box_of(a).overlaps(&box_of(b)),
        (Around::Floor(height), Around::Box(sides))
        | (Around::Box(sides), Around::Floor(height)) => sides[1] <= height,
        (Around::Floor(_), Around::Floor(_)) => false,
    }
}

/// Renews the pairs, and compares them with all pairs of bodies. Pairs of bodies that did not change keep what is known of
/// them, and all that stay keep what is kept.
fn renew(
    near: &mut Near<f64, u8, u32, 2>,
    bodies: &BTreeMap<usize, Around>,
    changed: &mut BTreeSet<usize>,
) {
    let before: BTreeMap<_, _> = used(&near.pairs)
        .map(|pair| (pair.bodies, (pair.known.clone(), pair.kept)))
        .collect();
    let reaches = |floor: usize, other: usize| match (bodies.get(&floor), bodies.get(&other)) {
        (Some(Around::Floor(height)), Some(Around::Box(sides))) => Some(sides[1] <= *height),
        _ => None,
    };
    near.renew::<InTurn, _>(|| bodies.keys().copied(), reaches, may_meet);
    let found: BTreeMap<_, _> = used(&near.pairs)
        .map(|pair| (pair.bodies, (pair.known.clone(), pair.kept)))
        .collect();
    let mut expected = BTreeSet::new();
    for (&a, &one) in bodies {
        for (&b, &other) in bodies.range(a + 1..) {
            if may_meet(a, b) && is_pair(one, other) {
                expected.insert([a, b]);
            }
        }
    }
    assert!(found.keys().eq(&expected), "{found:?}, not {expected:?}");
    for (bodies, (known, kept)) in &found {
        let is_new = bodies.iter().any(|body| changed.contains(body));
        match before.get(bodies) {
            Some((was_known, was_kept)) => {
                assert_eq!(kept, was_kept, "{bodies:?}");
                assert!(
                    is_new && matches!(known, Known::Nothing)
                        || !is_new && is_alike(known, was_known)
                );
            }
            None => assert!(
                is_new && *kept == 0 && matches!(known, Known::Nothing),
                "{bodies:?}"
            ),
        }
    }
    changed.clear();
}

#[test]
fn near_bodies_are_all_those_whose_boxes_meet() {
    for seed in 0..150 {
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut near = Near::<f64, u8, u32, 2>::new();
        let (mut bodies, mut changed) = (BTreeMap::new(), BTreeSet::new());
        for _ in 0..rng.random_range(0..60) {
            match change(&mut rng) {
                Change::Set(body, around) => {
                    let swept = match around {
                        Around::Box(sides) => Some(box_of(sides)),
                        Around::Floor(_) => None,
                    };
                    near.change(body, swept);
                    bodies.insert(body, around);
                    changed.insert(body);
                }
                Change::Remove(body) => {
                    near.remove(body);
                    bodies.remove(&body);
                    changed.remove(&body);
                    assert_eq!(near.pairs.of_body(body).count(), 0);
                }
                Change::Free(kept) => {
                    let numbers: BTreeSet<_> = (0..2 * BODIES)
                        .flat_map(|body| near.pairs.of_body(body))
                        .collect();
                    for number in numbers {
                        near.pairs.set(number, Known::Free);
                        *near.pairs.kept_mut(number) = kept;
                    }
                }
                Change::Renew => renew(&mut near, &bodies, &mut changed),
            }
        }
        renew(&mut near, &bodies, &mut changed);
    }
}
