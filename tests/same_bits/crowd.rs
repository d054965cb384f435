//! Many bodies that bounce off each other, on one thread and on several.

use photofinish::motion::{ConstantVelocity, Motion};
use photofinish::pieces::AnyPieces;
use photofinish::scene::{BodyId, Meeting, Scene, SceneError};
use photofinish::{Moving, Query, Real};

use crate::bits::Row;
use crate::bodies::{Shape, shape};
use crate::dice::Dice;
use crate::everywhere::{everywhere, name};
use crate::turn::Turn;

const BODIES: usize = 60;
const FRAMES: usize = 4;
/// The most meetings of a frame, after which bodies pass through each other.
const MEETINGS: usize = 200;

type Way<T, R, const D: usize> = ConstantVelocity<T, R, D>;
type Crowd<T, R, const D: usize> = Scene<Shape<T, D>, AnyPieces<T, D>, Way<T, R, D>, T, D>;

/// How a scene is asked.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// Without rayon.
    None,
    /// On all threads of rayon's pool.
    Pool,
}

impl Threads {
    fn first<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        scene: &mut Crowd<T, R, D>,
    ) -> Result<Option<Meeting<T, D>>, SceneError> {
        match self {
            Self::None => scene.first_meeting(),
            Self::Pool => scene.par_first_meeting(),
        }
    }

    fn send<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        scene: &mut Crowd<T, R, D>,
        ways: Vec<(BodyId, Way<T, R, D>)>,
    ) -> Result<(), SceneError> {
        match self {
            Self::None => scene.set_motions(T::zero(), ways),
            Self::Pool => scene.par_set_motions(T::zero(), ways),
        }
    }
}

/// Returns the poses of all bodies at the ends of some frames. Two bodies that meet exchange their velocities.
pub fn poses<T: Real, R: Turn<T, D>, const D: usize>(threads: Threads) -> Row {
    let mut row = Row::new(name::<T, D>("scenes", "crowd"));
    let mut scene = Crowd::<T, R, D>::new(Query::new(), T::zero()..=T::one()).expect("a scene");
    let mut dice = Dice::new(7);
    let mut velocities = Vec::new();
    let mut ids = Vec::new();
    for _ in 0..BODIES {
        let shape = shape(&mut dice, 0.5);
        let way = Way::new(
            dice.pose(3.0),
            dice.vector(2.0),
            R::velocity(&mut dice, 2.0),
        );
        let way = way.expect("a motion");
        velocities.push((*way.linear_velocity(), way.angular_velocity()));
        ids.push(scene.add(Moving::new(shape, way)).expect("a body"));
    }
    for _ in 0..FRAMES {
        let mut met = 0;
        while let Some(meeting) = threads.first(&mut scene).expect("pairs can be asked") {
            met += 1;
            let [a, b] = meeting.bodies;
            // bodies that overlap, or stay in touch, would meet at one time for ever
            scene.let_pass(a, b).expect("bodies");
            if met <= MEETINGS {
                velocities.swap(a.index(), b.index());
                for id in [a, b] {
                    let pose = pose(&scene, id, meeting.time());
                    let (linear, angular) = velocities[id.index()];
                    let way = Way::new(pose, linear, angular);
                    let way = way.and_then(|way| way.starting_at(meeting.time()));
                    scene
                        .set_motion(id, meeting.time(), way.expect("a motion"))
                        .expect("a body");
                }
            }
        }
        let sent = ids.iter().map(|&id| {
            let pose = pose(&scene, id, T::one());
            row.add(&pose);
            let (linear, angular) = velocities[id.index()];
            (id, Way::new(pose, linear, angular).expect("a motion"))
        });
        let sent: Vec<_> = sent.collect();
        threads.send(&mut scene, sent).expect("bodies");
        for (place, &a) in ids.iter().enumerate() {
            for &b in &ids[..place] {
                scene.let_meet(a, b).expect("bodies");
            }
        }
        row.add(&met);
    }
    row
}

fn pose<T: Real, R: Turn<T, D>, const D: usize>(
    scene: &Crowd<T, R, D>,
    body: BodyId,
    time: T,
) -> nalgebra::Isometry<T, R, D> {
    let way = scene.body(body).expect("a body").motion();
    way.expect("it moves").pose(time)
}

fn crowd<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    rows.push(poses::<T, R, D>(Threads::None));
}

pub fn rows(rows: &mut Vec<Row>) {
    everywhere!(crowd(rows));
}

#[cfg(not(target_family = "wasm"))]
fn on_one_thread_and_two<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    let alone = poses::<T, R, D>(Threads::None);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        let row = pool.install(|| poses::<T, R, D>(Threads::Pool));
        assert_eq!(row.hash(), alone.hash(), "{}, {threads} threads", row.name);
    }
    rows.push(alone);
}

/// One thread and two give all poses the same bits as none. That other builds and machines do is in the table.
#[cfg(not(target_family = "wasm"))]
#[test]
fn threads_change_no_bit_of_a_pose() {
    let mut rows = Vec::new();
    everywhere!(on_one_thread_and_two(&mut rows));
    assert_eq!(rows.len(), 4);
}
