//! Random changes to a scene. Whatever was asked before, the scene answers as one that is built afresh, and as all
//! pairs of bodies one by one.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::body::AnyBody;
use photofinish::pieces::{AnyPieces, Compound, MovingPieces};
use photofinish::scene::{BodyId, Groups, Meeting, Scene};
use photofinish::shape::AnyShape;
use photofinish::{InitialContact, MovingHalfSpace, Query, Real, Span};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::world::{Body, Plan, Turn, World, body, motion};

#[derive(Clone, Debug)]
enum Change {
    Add(Plan),
    AddFrom(f64, Plan),
    BeginFrame(usize, Plan),
    Remove(usize),
    SetMotion(usize, f64, Plan),
    SetBody(usize, f64, Plan),
    SetGroups(usize, Groups),
    LetPass(usize, usize),
    LetMeet(usize, usize),
    AskFirst,
    AskAll,
}

fn plan() -> impl Strategy<Value = Plan> {
    let forms = prop_oneof![8 => 0u8..4, 1 => Just(4), 1 => Just(12)];
    let coordinates = || prop::array::uniform3(-4.0..4.0);
    let velocities = prop::array::uniform3(-5.0..5.0);
    let spin = prop_oneof![Just(0.0), -3.0..3.0];
    (forms, 0.1..0.8, coordinates(), velocities, spin).prop_map(
        |(form, size, place, velocity, spin)| Plan {
            form,
            size,
            place,
            velocity,
            spin,
        },
    )
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let which = || 0usize..1000;
    let groups = (0u32..4, 0u32..4).prop_map(|(member, meets)| Groups { member, meets });
    let change = prop_oneof![
        8 => plan().prop_map(Change::Add),
        2 => (0.0..1.0, plan()).prop_map(|(t, plan)| Change::AddFrom(t, plan)),
        2 => (which(), plan()).prop_map(|(i, plan)| Change::BeginFrame(i, plan)),
        2 => which().prop_map(Change::Remove),
        5 => (which(), 0.0..1.0, plan()).prop_map(|(i, t, plan)| Change::SetMotion(i, t, plan)),
        1 => (which(), 0.0..1.0, plan()).prop_map(|(i, t, plan)| Change::SetBody(i, t, plan)),
        1 => (which(), groups).prop_map(|(i, groups)| Change::SetGroups(i, groups)),
        1 => (which(), which()).prop_map(|(a, b)| Change::LetPass(a, b)),
        1 => (which(), which()).prop_map(|(a, b)| Change::LetMeet(a, b)),
        3 => Just(Change::AskFirst),
        2 => Just(Change::AskAll),
    ];
    prop::collection::vec(change, 1..60)
}

/// The bodies that a scene should have, by their places in it.
struct Model<T: Real, R: World<T, D>, const D: usize> {
    query: Query<T>,
    distance: T,
    bodies: BTreeMap<usize, (BodyId, Body<T, R, D>, T, Groups)>,
    passes: BTreeSet<[usize; 2]>,
}

type SceneOf<T, R, const D: usize> = Scene<AnyShape<T, D>, AnyPieces<T, D>, Turn<T, R, D>, T, D>;

impl<T: Real, R: World<T, D>, const D: usize> Model<T, R, D> {
    fn pick(&self, which: usize) -> Option<BodyId> {
        let ids: Vec<_> = self.bodies.values().map(|body| body.0).collect();
        (!ids.is_empty()).then(|| ids[which % ids.len()])
    }

    /// Returns when each pair meets by a query of its own.
    fn one_by_one(&self) -> Vec<(f64, [BodyId; 2])> {
        let mut met = Vec::new();
        let half = self.distance * T::of(0.5);
        for (&a, (id_a, body_a, since_a, groups_a)) in &self.bodies {
            for (&b, (id_b, body_b, since_b, groups_b)) in self.bodies.range(a + 1..) {
                if !groups_a.meet(groups_b) || self.passes.contains(&[a, b]) {
                    continue;
                }
                let boxes = [(body_a, since_a), (body_b, since_b)].map(|(body, since)| {
                    let during = Span::new(*since, T::one()).expect("in order");
                    body.swept_box(during).expect("plans are valid")
                });
                match boxes {
                    [Some(a), Some(b)] if !a.grown(half).overlaps(&b.grown(half)) => continue,
                    [None, None] => continue,
                    _ => {}
                }
                let interval = since_a.max(*since_b)..=T::one();
                let answer = self.query.first_meeting(body_a, body_b, interval);
                if let Some(contact) = answer.expect("plans are valid").contact {
                    met.push((contact.time.as_f64(), [*id_a, *id_b]));
                }
            }
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        met
    }

    /// Returns a scene with the same bodies that was asked nothing yet.
    fn fresh(&self) -> SceneOf<T, R, D> {
        let mut scene = Scene::new(self.query, T::zero()..=T::one()).expect("a valid interval");
        let mut ids = BTreeMap::new();
        for (&place, (_, body, since, groups)) in &self.bodies {
            let id = scene
                .add_to(*groups, body.clone())
                .expect("plans are valid");
            scene
                .set_body(id, *since, body.clone())
                .expect("plans are valid");
            ids.insert(place, id);
        }
        for [a, b] in &self.passes {
            scene.let_pass(ids[a], ids[b]).expect("they are there");
        }
        scene
    }

    /// Returns the ids of this model's bodies in place of those of a fresh scene.
    fn renamed(&self, mut meeting: Meeting<T, D>) -> Meeting<T, D> {
        let ids: Vec<_> = self.bodies.values().map(|body| body.0).collect();
        meeting.bodies = meeting.bodies.map(|id| ids[id.index()]);
        meeting
    }
}

/// Makes the changes, and compares every answer. Returns how many meetings were compared, and how many questions were
/// answered by what was kept.
fn run<T: Real, R: World<T, D>, const D: usize>(
    query: Query<T>,
    distance: T,
    changes: &[Change],
) -> (usize, u64)
where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let mut scene: SceneOf<T, R, D> =
        Scene::new(query.target_distance(distance), T::zero()..=T::one())
            .expect("a valid interval");
    let mut model = Model {
        query: query.target_distance(distance),
        distance,
        bodies: BTreeMap::new(),
        passes: BTreeSet::new(),
    };
    let (mut met, valid) = (0, "plans are valid");
    for change in changes {
        make(&mut scene, &mut model, change);
        match change {
            Change::AskFirst => {
                let expected = model.fresh().all_meetings().expect(valid);
                let expected = expected.first().map(|met| model.renamed(*met));
                // a scene that may be asked again, on one thread or on several
                let mut other = scene.clone();
                assert_eq!(scene.first_meeting().expect(valid), expected);
                assert_eq!(other.par_first_meeting().expect(valid), expected);
            }
            Change::AskAll => {
                let expected = model.fresh().all_meetings().expect(valid);
                let expected: Vec<_> = expected.iter().map(|met| model.renamed(*met)).collect();
                let mut other = scene.clone();
                assert_eq!(scene.all_meetings().expect(valid), expected);
                assert_eq!(other.par_all_meetings().expect(valid), expected);
                let times = expected.iter().map(|met| (met.time().as_f64(), met.bodies));
                assert_eq!(times.collect::<Vec<_>>(), model.one_by_one());
                met += expected.len();
            }
            _ => {}
        }
    }
    (met, scene.statistics().kept + scene.statistics().put_off)
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

/// Makes one change to a scene and its model.
fn make<T: Real, R: World<T, D>, const D: usize>(
    scene: &mut SceneOf<T, R, D>,
    model: &mut Model<T, R, D>,
    change: &Change,
) where
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let valid = "the body is there";
    match *change {
        Change::Add(plan) => {
            let body = body::<T, R, D>(&plan, T::zero());
            let id = scene.add(body.clone()).expect("plans are valid");
            model
                .bodies
                .insert(id.index(), (id, body, T::zero(), Groups::ALL));
        }
        Change::AddFrom(from, plan) => {
            let from = T::of(from);
            let body = body::<T, R, D>(&plan, from);
            let id = scene.add_from(from, Groups::ALL, body.clone());
            let id = id.expect("plans are valid");
            let entry = (id, body, from, Groups::ALL);
            model.bodies.insert(id.index(), entry);
        }
        Change::BeginFrame(which, plan) => {
            let Some(id) = model.pick(which) else { return };
            let motion = motion::<T, R, D>(&plan, T::zero());
            scene.begin_frame([(id, motion)]).expect(valid);
            let entry = model.bodies.get_mut(&id.index()).expect(valid);
            entry.1 = on(entry.1.clone(), motion);
            let all = model.bodies.values_mut();
            all.for_each(|entry| entry.2 = T::zero());
        }
        Change::Remove(which) => {
            let Some(id) = model.pick(which) else { return };
            scene.remove(id).expect(valid);
            model.bodies.remove(&id.index());
            model.passes.retain(|pair| !pair.contains(&id.index()));
        }
        Change::SetMotion(which, from, plan) => {
            let Some(id) = model.pick(which) else { return };
            let (from, entry) = (T::of(from), model.bodies.get_mut(&id.index()).expect(valid));
            let motion = motion::<T, R, D>(&plan, from);
            scene.set_motion(id, from, motion).expect(valid);
            (entry.1, entry.2) = (on(entry.1.clone(), motion), from);
        }
        Change::SetBody(which, from, plan) => {
            let Some(id) = model.pick(which) else { return };
            let (from, entry) = (T::of(from), model.bodies.get_mut(&id.index()).expect(valid));
            let body = body::<T, R, D>(&plan, from);
            scene.set_body(id, from, body.clone()).expect(valid);
            (entry.1, entry.2) = (body, from);
        }
        Change::SetGroups(which, groups) => {
            let Some(id) = model.pick(which) else { return };
            scene.set_groups(id, groups).expect(valid);
            model.bodies.get_mut(&id.index()).expect(valid).3 = groups;
        }
        Change::LetPass(a, b) | Change::LetMeet(a, b) => {
            let (Some(a), Some(b)) = (model.pick(a), model.pick(b)) else {
                return;
            };
            if a == b {
                return;
            }
            let pair = [a.index().min(b.index()), a.index().max(b.index())];
            if matches!(change, Change::LetPass(..)) {
                scene.let_pass(a, b).expect(valid);
                model.passes.insert(pair);
            } else {
                scene.let_meet(a, b).expect(valid);
                model.passes.remove(&pair);
            }
        }
        Change::AskFirst | Change::AskAll => {}
    }
}

/// Runs changes in the plane or in space, in either precision.
fn run_in(world: usize, changes: &[Change]) -> (usize, u64) {
    match world {
        0 => run::<f64, UnitQuaternion<f64>, 3>(Query::new(), 0.0, changes),
        1 => run::<f32, UnitQuaternion<f32>, 3>(followed(), 0.0, changes),
        2 => run::<f64, UnitComplex<f64>, 2>(followed(), 0.1, changes),
        _ => run::<f32, UnitComplex<f32>, 2>(Query::new(), -0.01, changes),
    }
}

fn followed<T: Real>() -> Query<T> {
    Query::new().initial_contact(InitialContact::IgnoreSeparating)
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 12,
        rng_seed: RngSeed::Fixed(16),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_changed_scene_answers_as_a_fresh_one(world in 0..4usize, changes in changes()) {
        run_in(world, &changes);
    }
}

#[test]
fn what_is_kept_is_used_and_scenes_meet() {
    let mut changes = Vec::new();
    let plan = |i: usize, round: usize| Plan {
        form: (i % 4) as u8,
        size: 0.4,
        place: [
            (i % 5) as f64 - 2.0,
            (i / 5) as f64 - 2.0 + 0.01 * round as f64,
            0.0,
        ],
        velocity: [0.3 * (i % 3) as f64, 0.0, 0.1],
        spin: 0.5,
    };
    changes.extend((0..16).map(|i| Change::Add(plan(i, 0))));
    for round in 1..3 {
        changes.extend([Change::AskFirst, Change::AskAll]);
        changes.extend((0..16).map(|i| Change::SetMotion(i, 0.0, plan(i, round))));
    }
    changes.push(Change::AskAll);
    for world in 0..4 {
        let (met, kept) = run_in(world, &changes);
        assert!(met > 5 && kept > 5, "{met} meetings, {kept} answers kept");
    }
}
