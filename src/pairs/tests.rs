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

    fn reopen(&mut self, bodies: [usize; 2]) {
        if !matches!(self.0[&bodies].known, Known::Nothing) {
            self.set(bodies, Known::Nothing);
        }
    }

    /// Takes pairs from where they wait. Returns their numbers, in the order of their bodies.
    fn take(&mut self, is_taken: impl Fn(&Entry) -> bool) -> Vec<usize> {
        let taken = self.0.values_mut().filter(|entry| is_taken(entry));
        let taken = taken.map(|entry| {
            (entry.is_fresh, entry.waits) = (false, false);
            entry.number
        });
        taken.collect()
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
}

/// Makes a step with the pairs and with the model, and compares what both return.
fn step(rng: &mut StdRng, pairs: &mut Pairs<f64, u8, u32>, model: &mut Model) {
    let (chosen, kind) = (bodies(rng), rng.random_range(0..18));
    let Some(entry) = model.0.get_mut(&chosen) else {
        if kind < 9 {
            let number = pairs.add(chosen, 0);
            assert!(model.0.values().all(|entry| entry.number != number));
            let (known, kept, is_fresh, waits) = (Known::Nothing, 0, true, false);
            let entry = Entry {
                number,
                known,
                kept,
                is_fresh,
                waits,
            };
            model.0.insert(chosen, entry);
        }
        return;
    };
    let number = entry.number;
    match kind {
        0..2 => {
            pairs.remove(number);
            model.0.remove(&chosen);
        }
        2..8 => {
            let known = fact(rng);
            let before = pairs.set(number, known.clone());
            assert!(is_alike(&before, &entry.known));
            model.set(chosen, known);
        }
        8..10 => {
            entry.kept = rng.random();
            *pairs.kept_mut(number) = entry.kept;
        }
        10 => {
            pairs.reopen(number);
            model.reopen(chosen);
        }
        11 => {
            let [body, _] = chosen;
            pairs.reopen_all(body);
            let all: Vec<_> = model.0.keys().copied().collect();
            let own = all.into_iter().filter(|bodies| bodies.contains(&body));
            own.for_each(|bodies| model.reopen(bodies));
        }
        12 => {
            let mut numbers: Vec<_> = model.0.values().map(|entry| entry.number).collect();
            numbers.truncate(rng.random_range(0..5));
            let told = pairs.some_mut(&mut numbers).into_iter().map(|pair| {
                pair.known = fact(rng);
                (pair.bodies, pair.known.clone())
            });
            let told: Vec<_> = told.collect();
            assert!(numbers.is_sorted() && numbers.len() == told.len());
            numbers.iter().for_each(|&number| pairs.file(number));
            told.into_iter()
                .for_each(|(bodies, known)| model.set(bodies, known));
        }
        13..15 => {
            let expected = model.take(|entry| entry.is_fresh);
            assert_eq!(pairs.take_fresh(), expected);
        }
        15..17 => {
            let most = rng.random_range(0..4);
            let waiting = model.waiting().into_iter();
            let due = waiting.take_while(|(_, entry)| !matches!(entry.known, Known::Meets(..)));
            let due: Vec<_> = due.take(most).map(|(_, entry)| entry.number).collect();
            assert_eq!(pairs.take_due(most), due);
            model.take(|entry| due.contains(&entry.number));
        }
        _ => {
            let mut expected = model.take(|entry| {
                entry.is_fresh || entry.waits && !matches!(entry.known, Known::Meets(..))
            });
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
        assert_eq!(pairs.get(entry.number).bodies, *bodies);
    }
    for body in 0..BODIES {
        let of_body = pairs.of_body(body).map(|number| pairs.get(number).bodies);
        let mut of_body: Vec<_> = of_body.collect();
        of_body.sort_unstable();
        let expected = model.0.keys().filter(|bodies| bodies.contains(&body));
        assert!(of_body.iter().eq(expected), "each of {of_body:?} once");
    }
    let pair = |a: usize, b: usize| (pairs.find([a, b]), model.0.get(&[a, b]));
    let all = (0..BODIES).flat_map(|b| (0..b).map(move |a| pair(a, b)));
    assert!(
        all.into_iter()
            .all(|(found, entry)| found == entry.map(|entry| entry.number))
    );
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
            step(&mut rng, &mut pairs, &mut model);
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

/// Renews the pairs, or only adds those that are new, and compares them with all pairs of bodies. All that stay keep what
/// is kept. What is known of them is kept too, unless they are renewed and one of their bodies has changed.
fn renew(
    near: &mut Near<f64, u8, u32, 2>,
    bodies: &BTreeMap<usize, Around>,
    changed: &mut BTreeSet<usize>,
    only_adds: bool,
) {
    let before: BTreeMap<_, _> = used(&near.pairs)
        .map(|pair| (pair.bodies, (pair.known.clone(), pair.kept)))
        .collect();
    let reaches = |floor: usize, other: usize| match (bodies.get(&floor), bodies.get(&other)) {
        (Some(Around::Floor(height)), Some(Around::Box(sides))) => Some(sides[1] <= *height),
        _ => None,
    };
    let numbers = || bodies.keys().copied();
    if only_adds {
        near.add_found::<InTurn, _>(numbers, reaches, may_meet);
    } else {
        near.renew::<InTurn, _>(numbers, reaches, may_meet);
    }
    let found: BTreeMap<_, _> = used(&near.pairs)
        .map(|pair| (pair.bodies, (pair.known.clone(), pair.kept)))
        .collect();
    let mut expected = BTreeSet::new();
    if only_adds {
        expected.extend(before.keys().copied());
    }
    for (&a, &one) in bodies {
        for (&b, &other) in bodies.range(a + 1..) {
            if may_meet(a, b) && is_pair(one, other) {
                expected.insert([a, b]);
            }
        }
    }
    assert!(found.keys().eq(&expected), "{found:?}, not {expected:?}");
    assert_eq!(used(&near.pairs).count(), found.len(), "each of them once");
    for (bodies, (known, kept)) in &found {
        let is_new = bodies.iter().any(|body| changed.contains(body));
        match before.get(bodies) {
            Some((was_known, was_kept)) => {
                assert_eq!(kept, was_kept, "{bodies:?}");
                let is_renewed = is_new && !only_adds;
                assert!(
                    is_renewed && matches!(known, Known::Nothing)
                        || !is_renewed && is_alike(known, was_known)
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
            let body = rng.random_range(0..2 * BODIES);
            match rng.random_range(0..12) {
                0 => {
                    near.remove(body);
                    bodies.remove(&body);
                    changed.remove(&body);
                    assert_eq!(near.pairs.of_body(body).count(), 0);
                }
                1..3 => {
                    let kept = rng.random();
                    let numbers = (0..2 * BODIES).flat_map(|body| near.pairs.of_body(body));
                    for number in numbers.collect::<BTreeSet<_>>() {
                        near.pairs.set(number, Known::Free);
                        *near.pairs.kept_mut(number) = kept;
                    }
                }
                3..6 => renew(&mut near, &bodies, &mut changed, seed % 2 == 1),
                kind => {
                    let (place, size) = (-4..4_i8, 0..4_i8);
                    let sides = [&place, &place, &size, &size];
                    let sides = sides.map(|side| f64::from(rng.random_range(side.clone())));
                    let around = match kind {
                        6 => Around::Floor(sides[0]),
                        _ => Around::Box(sides),
                    };
                    near.change(body, (kind > 6).then(|| box_of(sides)));
                    bodies.insert(body, around);
                    changed.insert(body);
                }
            }
        }
        renew(&mut near, &bodies, &mut changed, seed % 2 == 1);
    }
}
