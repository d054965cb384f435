//! Random changes to a scene. Whatever was asked before, the scene answers as all pairs of bodies one by one.

use super::*;
use crate::world::{Body, FLOOR, MOVING_FLOOR, Plan, Turn, World, body, motion};
use photofinish::pieces::{MovingPieces, PieceContact};
use photofinish::scene::{BodyId, Meeting, Scene};
use std::collections::{BTreeMap, BTreeSet};

const VALID: &str = "the body is there, and plans are valid";

/// How two bodies meet, and which.
type Met<T, const D: usize> = (PieceContact<T, D>, [BodyId; 2]);

fn told<T: Real, const D: usize>(met: Meeting<T, D>) -> Met<T, D> {
    (met.contact, met.bodies)
}

type SceneOf<T, R, const D: usize> = Scene<AnyShape<T, D>, AnyPieces<T, D>, Turn<T, R, D>, T, D>;

/// A body that a scene should have.
struct Entry<T: Real, R: World<T, D>, const D: usize> {
    id: BodyId,
    body: Body<T, R, D>,
    since: T,
    groups: Groups,
}

/// A scene, and its bodies by their places in it.
struct Tested<T: Real, R: World<T, D>, const D: usize> {
    scene: SceneOf<T, R, D>,
    query: Query<T>,
    distance: T,
    bodies: BTreeMap<usize, Entry<T, R, D>>,
    passes: BTreeSet<[usize; 2]>,
}

impl<T: Real, R: World<T, D>, const D: usize> Tested<T, R, D>
where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    fn pick(&self, dice: &mut StdRng) -> Option<BodyId> {
        let ids: Vec<_> = self.bodies.values().map(|body| body.id).collect();
        (!ids.is_empty()).then(|| ids[dice.random_range(0..ids.len())])
    }

    /// Returns how each pair meets by a query of its own, the first one first.
    fn one_by_one(&self) -> Vec<Met<T, D>> {
        let mut met = Vec::new();
        let half = self.distance * T::of(0.5);
        for (&place, a) in &self.bodies {
            for (&other, b) in self.bodies.range(place + 1..) {
                if !a.groups.meet(&b.groups) || self.passes.contains(&[place, other]) {
                    continue;
                }
                let boxes = [a, b].map(|entry| {
                    let during = Span::new(entry.since, T::one()).expect("in order");
                    entry.body.swept_box(during).expect(VALID)
                });
                match boxes {
                    [Some(a), Some(b)] if !a.grown(half).overlaps(&b.grown(half)) => continue,
                    [None, None] => continue,
                    _ => {}
                }
                let interval = a.since.max(b.since)..=T::one();
                let answer = self.query.first_meeting(&a.body, &b.body, interval);
                if let Some(contact) = answer.expect(VALID).contact {
                    met.push((contact, [a.id, b.id]));
                }
            }
        }
        let time = |met: &Met<T, D>| met.0.time.as_f64();
        met.sort_by(|a, b| time(a).total_cmp(&time(b)).then(a.1.cmp(&b.1)));
        met
    }

    /// Asks for the first meeting or for all, on one thread and on several. Returns how many were compared.
    fn ask(&mut self, for_all: bool) -> usize {
        let expected = self.one_by_one();
        // a scene that may be asked again
        let mut other = self.scene.clone();
        if !for_all {
            let first = self.scene.first_meeting().expect(VALID);
            assert_eq!(first.map(told), expected.first().copied());
            assert_eq!(other.par_first_meeting().expect(VALID), first);
            return 0;
        }
        let all = self.scene.all_meetings().expect(VALID);
        assert!(all.iter().copied().map(told).eq(expected));
        assert_eq!(other.par_all_meetings().expect(VALID), all);
        all.len()
    }

    fn add(&mut self, from: T, dice: &mut StdRng) {
        let body = body::<T, R, D>(&plan(dice), from);
        let id = match from == T::zero() {
            true => self.scene.add(body.clone()),
            false => self.scene.add_from(from, Groups::ALL, body.clone()),
        };
        let (id, since, groups) = (id.expect(VALID), from, Groups::ALL);
        let entry = Entry {
            id,
            body,
            since,
            groups,
        };
        self.bodies.insert(id.index(), entry);
    }

    /// Makes a change to a body.
    fn change(&mut self, id: BodyId, dice: &mut StdRng) {
        let (plan, from) = (plan(dice), T::of(dice.random_range(0.0..1.0)));
        let (place, change) = (id.index(), dice.random_range(0..12));
        let entry = self.bodies.get_mut(&place).expect(VALID);
        match change {
            0 => {
                self.scene.remove(id).expect(VALID);
                self.bodies.remove(&place);
                self.passes.retain(|pair| !pair.contains(&place));
            }
            1 | 2 => {
                let motion = motion::<T, R, D>(&plan, T::zero());
                entry.body = on(entry.body.clone(), motion);
                self.scene.begin_frame([(id, motion)]).expect(VALID);
                let all = self.bodies.values_mut();
                all.for_each(|entry| entry.since = T::zero());
            }
            3 => {
                (entry.body, entry.since) = (body(&plan, from), from);
                let set = self.scene.set_body(id, from, entry.body.clone());
                set.expect(VALID);
            }
            4 => {
                let [member, meets] = [(); 2].map(|()| dice.random_range(0..4));
                entry.groups = Groups { member, meets };
                self.scene.set_groups(id, entry.groups).expect(VALID);
            }
            5 | 6 => {
                let Some(other) = self.pick(dice).filter(|&other| other != id) else {
                    return;
                };
                self.scene.let_pass(id, other).expect(VALID);
                let pair = [place.min(other.index()), place.max(other.index())];
                self.passes.insert(pair);
            }
            7 => {
                let Some([a, b]) = self.passes.pop_first() else {
                    return;
                };
                let [a, b] = [a, b].map(|place| self.bodies[&place].id);
                self.scene.let_meet(a, b).expect(VALID);
            }
            _ => {
                let motion = motion::<T, R, D>(&plan, from);
                (entry.body, entry.since) = (on(entry.body.clone(), motion), from);
                self.scene.set_motion(id, from, motion).expect(VALID);
            }
        }
    }
}

fn plan(dice: &mut StdRng) -> Plan {
    let mut vector = |most: f64| [(); 3].map(|()| dice.random_range(-most..most));
    let (place, velocity) = (vector(4.0), vector(5.0));
    Plan {
        form: [0, 0, 1, 1, 2, 2, 3, 3, FLOOR, MOVING_FLOOR][dice.random_range(0..10)],
        size: dice.random_range(0.1..0.8),
        place,
        velocity,
        spin: [0.0, dice.random_range(-3.0..3.0)][dice.random_range(0..2)],
    }
}

/// Returns a body on another way.
fn on<T: Real, R: World<T, D>, const D: usize>(
    body: Body<T, R, D>,
    motion: Turn<T, R, D>,
) -> Body<T, R, D> {
    match body {
        AnyBody::Shape(body) => body.with_motion(motion).into(),
        AnyBody::Pieces(body) => MovingPieces::new(body.pieces().clone(), motion).into(),
        AnyBody::Floor(floor) => MovingHalfSpace::new(floor, motion).into(),
        AnyBody::MovingFloor(floor) => MovingHalfSpace::new(floor.half_space(), motion).into(),
    }
}

/// Changes scenes and compares every answer.
fn run<T: Real, R: World<T, D>, const D: usize>(seed: u64, query: Query<T>, distance: f64)
where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut met, mut kept) = (0, 0);
    for _ in 0..4 {
        let query = query.target_distance(T::of(distance));
        let mut tested = Tested::<T, R, D> {
            scene: Scene::new(query, T::zero()..=T::one()).expect("a valid interval"),
            query,
            distance: T::of(distance),
            bodies: BTreeMap::new(),
            passes: BTreeSet::new(),
        };
        for _ in 0..45 {
            let picked = tested.pick(&mut dice);
            match (dice.random_range(0..14), picked) {
                (0..5, Some(id)) => tested.change(id, &mut dice),
                (5..8, _) => met += tested.ask(dice.random_bool(0.5)),
                (8, _) => tested.add(T::of(dice.random_range(0.0..1.0)), &mut dice),
                _ => tested.add(T::zero(), &mut dice),
            }
        }
        kept += tested.scene.statistics().kept + tested.scene.statistics().put_off;
    }
    assert!(met > 20 && kept > 5, "{met} meetings, {kept} kept");
}

#[test]
fn a_changed_scene_answers_as_all_pairs_one_by_one() {
    let followed = InitialContact::IgnoreSeparating;
    run::<f64, UnitQuaternion<f64>, 3>(1, Query::new(), 0.0);
    run::<f32, UnitQuaternion<f32>, 3>(2, Query::new().initial_contact(followed), 0.0);
    run::<f64, UnitComplex<f64>, 2>(3, Query::new().initial_contact(followed), 0.1);
    run::<f32, UnitComplex<f32>, 2>(4, Query::new(), -0.01);
}
