//! Random boxes and a floor that is at rest, slides or turns: no box gets deeper than allowed, and a huge box in place
//! of the floor gives the same events.

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion, Vector3, vector};
use photofinish::engine::{Body, Kind, Pass, Report, candidates};
use photofinish::motion::{Motion, Rotor, Sweep};
use photofinish::shape::{AnyShape, Cuboid, PosedShape};
use photofinish::{HalfSpace, Real};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const BOXES: usize = 8;
const STEPS: usize = 25;
const ALLOWED: f64 = 0.01;
/// Half the side of the box that stands for a floor: as large as all ways.
const HUGE: f64 = 40.0;

fn made<T: Real, const D: usize>(numbers: &Vector3<f64>) -> SVector<T, D> {
    SVector::from_fn(|row, _| T::of(numbers[row]))
}

fn read<T: Real, const D: usize>(numbers: &SVector<T, D>) -> Vector3<f64> {
    Vector3::from_fn(|row, _| numbers.get(row).map_or(0.0, |x| x.as_f64()))
}

/// The poses at the start and at the end of a step.
type Ends<T, R, const D: usize> = [Isometry<T, R, D>; 2];

/// A floor and boxes, which all start above it or a little deep in it.
struct Scene<T: Real, R: Rotor<T, D>, const D: usize> {
    floor: HalfSpace<T, D>,
    /// The same as a body of its own.
    slab: AnyShape<T, D>,
    center: SVector<T, D>,
    floor_ends: Ends<T, R, D>,
    /// The place of the floor among the bodies.
    place: usize,
    halves: Vec<Vector3<f64>>,
    boxes: Vec<AnyShape<T, D>>,
    ends: Vec<Ends<T, R, D>>,
}

/// How the floor of a scene moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Fixed,
    Slides,
    Turns,
}

impl<T: Real, R: Rotor<T, D>, const D: usize> Scene<T, R, D> {
    fn new(dice: &mut StdRng, way: Way, least: f64, spin: impl Fn(Vector3<f64>) -> R) -> Self {
        let number = |dice: &mut StdRng, size: f64| dice.random_range(-size..size);
        let arrow = |dice: &mut StdRng, size: f64| {
            let numbers = vector![number(dice, size), number(dice, size), number(dice, size)];
            if D == 2 {
                numbers.xy().push(0.0)
            } else {
                numbers
            }
        };
        let turn = |dice: &mut StdRng, size: f64| {
            let [x, y, z] = [0; 3].map(|_| number(dice, size));
            spin(vector![x, y, z])
        };
        let pose = |place: Vector3<f64>, rotation| {
            Isometry::<T, R, D>::from_parts(made::<T, D>(&place).into(), rotation)
        };
        let point = arrow(dice, 1.0);
        let floor = HalfSpace::new(made(&Vector3::y()), made(&point)).expect("a normal");
        let start = pose(arrow(dice, 2.0), turn(dice, 2.0));
        let away = arrow(dice, 2.0);
        let end = match way {
            Way::Fixed => start,
            Way::Slides => Isometry::from_parts(
                (start.translation.vector + made(&away)).into(),
                start.rotation,
            ),
            Way::Turns => {
                let rotation = turn(dice, 0.5) * start.rotation;
                Isometry::from_parts((start.translation.vector + made(&away)).into(), rotation)
            }
        };
        let huge = Cuboid::new(SVector::from_element(T::of(HUGE))).expect("a box");
        let under: SVector<T, D> = made(&(point - Vector3::y() * HUGE));
        let slab = PosedShape::new(
            AnyShape::from(huge),
            &Isometry::<T, R, D>::from_parts(Translation::from(under), R::identity()),
        );
        let mut scene = Self {
            floor,
            slab: AnyShape::from(slab.expect("a pose")),
            center: made(&arrow(dice, 1.0)),
            floor_ends: [start, end],
            place: dice.random_range(0..=BOXES),
            halves: Vec::new(),
            boxes: Vec::new(),
            ends: Vec::new(),
        };
        for _ in 0..BOXES {
            let half = vector![
                dice.random_range(0.05..1.0),
                dice.random_range(0.05..0.3),
                dice.random_range(0.05..0.3)
            ];
            let half = half.map(|x: f64| T::of(x).as_f64());
            let up = start.rotation.transform_vector(scene.floor.normal());
            let mut ends = [pose(arrow(dice, 4.0), turn(dice, 2.0)), start];
            let height = scene.height(&half, &ends[0], &start);
            let wanted = dice.random_range(least..3.0);
            ends[0].translation.vector += up * T::of(wanted - height);
            let way = made(&arrow(dice, 5.0)) - up * T::of(dice.random_range(0.0..3.0));
            let rotation = turn(dice, 0.6) * ends[0].rotation;
            ends[1] = Isometry::from_parts((ends[0].translation.vector + way).into(), rotation);
            scene.halves.push(half);
            scene
                .boxes
                .push(Cuboid::new(made(&half)).expect("a box").into());
            scene.ends.push(ends);
        }
        scene
    }

    /// Returns the height of the lowest corner of a box over the floor.
    fn height(
        &self,
        half: &Vector3<f64>,
        pose: &Isometry<T, R, D>,
        floor: &Isometry<T, R, D>,
    ) -> f64 {
        let normal = read(&floor.rotation.transform_vector(self.floor.normal())).normalize();
        let point = floor.rotation.transform_vector(self.floor.point());
        let boundary = read(&point) + read(&floor.translation.vector);
        let below: f64 = (0..D)
            .map(|axis| {
                let mut side = SVector::<T, D>::zeros();
                side[axis] = T::of(half[axis]);
                read(&pose.rotation.transform_vector(&side))
                    .dot(&normal)
                    .abs()
            })
            .sum();
        normal.dot(&(read(&pose.translation.vector) - boundary)) - below
    }

    /// Returns the bodies, with the floor or with a huge box in its place.
    fn bodies(&self, with_floor: bool) -> Vec<Body<&AnyShape<T, D>, T, R, D>> {
        let body = |(shape, ends): (_, &Ends<T, R, D>)| Body::new(shape, ends[0], ends[1]);
        let mut bodies: Vec<_> = self.boxes.iter().zip(&self.ends).map(body).collect();
        let [start, end] = self.floor_ends;
        let is_fixed = start == end;
        let floor = match (with_floor, is_fixed) {
            (true, true) => Body::fixed_floor(self.floor, start),
            (true, false) => Body::floor(self.floor, start, end),
            (false, true) => Body::fixed(&self.slab, start),
            (false, false) => Body::new(&self.slab, start, end),
        };
        bodies.insert(self.place, floor.about(self.center));
        bodies
    }

    /// Returns how each body moves if nothing stops it.
    fn motions(&self) -> Vec<Sweep<T, R, D>> {
        let sweep = |[start, end]: &Ends<T, R, D>, center| {
            Sweep::new((T::zero(), *start), (T::one(), *end), center).expect("a motion")
        };
        let of_box = |ends| sweep(ends, SVector::zeros());
        let mut motions: Vec<_> = self.ends.iter().map(of_box).collect();
        motions.insert(self.place, sweep(&self.floor_ends, self.center));
        motions
    }
}

fn all_pairs() -> Vec<[usize; 2]> {
    (0..=BOXES)
        .flat_map(|b| (0..b).map(move |a| [a, b]))
        .collect()
}

fn of_floor(place: usize) -> Vec<[usize; 2]> {
    let others = (0..=BOXES).filter(|&body| body != place);
    others
        .map(|body| [body.min(place), body.max(place)])
        .collect()
}

fn run<T: Real, R: Rotor<T, D>, const D: usize>(
    bodies: &mut [Body<&AnyShape<T, D>, T, R, D>],
    pairs: &[[usize; 2]],
) -> Report<T, R, D> {
    let pass = Pass::new().allowed_overlap(T::of(ALLOWED));
    let pairs = pairs.iter().copied();
    let report = pass.run(bodies, pairs, |event| event.usual_response());
    report.expect("a step")
}

/// Checks a step. Returns how many boxes touched the floor and were driven in, and how many pairs were no candidates.
fn check<T: Real, R: Rotor<T, D>, const D: usize>(
    scene: &Scene<T, R, D>,
    [slack, rounding]: [f64; 2],
) -> [usize; 3] {
    let given = scene.bodies(true);
    let mut bodies = given.clone();
    let report = run(&mut bodies, &all_pairs());

    let found = candidates(&given, T::zero()).expect("bounds");
    let mut with_found = given.clone();
    assert!(run(&mut with_found, &found).events == report.events && with_found == bodies);

    let mut stops = [1.0; BOXES + 1];
    let mut tally = [0, 0, all_pairs().len() - found.len()];
    for event in &report.events {
        let is_of_floor = event.pair.contains(&scene.place);
        if let Kind::TooDeep(_) | Kind::Undecided(_) = event.kind {
            assert!(!is_of_floor, "{event:?}");
        }
        for body in event.pair {
            stops[body] = event.time.as_f64().min(stops[body]);
        }
        if is_of_floor {
            let [a, b] = event.pair;
            let [box_, floor] = if a == scene.place { [1, 0] } else { [0, 1] };
            let half = &scene.halves[event.pair[box_] - usize::from(box_ == 1 && b > scene.place)];
            let height = scene.height(half, &event.poses[box_], &event.poses[floor]);
            match event.kind {
                Kind::Touch(_) => {
                    assert!((height + ALLOWED).abs() < slack, "{height} {event:?}");
                    tally[0] += 1;
                }
                _ => tally[1] += 1,
            }
        }
    }
    let motions = scene.motions();
    let poses_at = |time: f64| -> Vec<_> {
        let both = motions.iter().zip(stops);
        both.map(|(motion, stop)| motion.pose(T::of(time.min(stop))))
            .collect()
    };
    let height = |poses: &[Isometry<T, R, D>], k: usize| {
        let body = k + usize::from(k >= scene.place);
        scene.height(&scene.halves[k], &poses[body], &poses[scene.place])
    };
    let starts = poses_at(0.0);
    for time in (0..=100).map(|k| f64::from(k) / 100.0) {
        let poses = poses_at(time);
        for k in 0..BOXES {
            let start = height(&starts, k);
            // what starts in contact may get deeper by a sixteenth of what is allowed
            let deepest = if start > slack - ALLOWED {
                -ALLOWED - rounding
            } else {
                start.min(-ALLOWED) - ALLOWED / 16.0 - slack
            };
            let now = height(&poses, k);
            assert!(now > deepest, "{k} {time}: {now} {start}");
        }
    }
    for (body, pose) in bodies.iter().zip(poses_at(1.0)) {
        let apart = read(&(body.pose().translation.vector - pose.translation.vector));
        assert!(apart.norm() < slack);
    }
    tally
}

/// Compares the events with those of a huge box in place of the floor. Returns how many contacts there are in both.
fn compare<T: Real, R: Rotor<T, D>, const D: usize>(scene: &Scene<T, R, D>, near: f64) -> usize {
    let pairs = of_floor(scene.place);
    let [on_floor, on_slab] =
        [true, false].map(|with_floor| run(&mut scene.bodies(with_floor), &pairs).events);
    assert_eq!(on_floor.len(), on_slab.len(), "{on_floor:?} {on_slab:?}");
    let mut compared = 0;
    for (one, other) in on_floor.iter().zip(&on_slab) {
        assert_eq!(one.pair, other.pair);
        assert!(
            (one.time - other.time).abs().as_f64() < near,
            "{one:?} {other:?}"
        );
        assert!(matches!(one.kind, Kind::Touch(_)), "{one:?}");
        // in single precision the huge box loses more to rounding than the floor
        if let Kind::Undecided(_) = other.kind {
            continue;
        }
        let [n, m] = [one, other].map(|event| event.kind.contact().expect("a touch").normal);
        assert!(read(&(n - m)).norm() < near, "{n:?} {m:?}");
        compared += 1;
    }
    compared
}

macro_rules! random_floors {
    ($name:ident, $t:ty, $d:literal, $rotation:ty, $spin:expr, $slack:expr, $near:expr) => {
        #[test]
        fn $name() {
            for way in [Way::Fixed, Way::Slides, Way::Turns] {
                let mut dice = StdRng::seed_from_u64(0x666c_6f6f);
                let (mut tally, mut same) = ([0; 3], 0);
                for _ in 0..STEPS {
                    let scene = Scene::<$t, $rotation, $d>::new(&mut dice, way, -0.1, $spin);
                    let found = check(&scene, $slack);
                    tally
                        .iter_mut()
                        .zip(found)
                        .for_each(|(sum, count)| *sum += count);
                    let scene = Scene::<$t, $rotation, $d>::new(&mut dice, way, 0.05, $spin);
                    same += compare(&scene, $near);
                }
                let [touched, driven, left_out] = tally;
                assert!(
                    touched > STEPS && driven > 0 && left_out > STEPS,
                    "{way:?} {tally:?}"
                );
                assert!(same > STEPS, "{same}");
            }
        }
    };
}

random_floors!(
    in_the_plane_in_double_precision,
    f64,
    2,
    UnitComplex<f64>,
    |turn| UnitComplex::new(turn.z),
    [1e-6, 1e-12],
    1e-3
);
random_floors!(
    in_the_plane_in_single_precision,
    f32,
    2,
    UnitComplex<f32>,
    |turn| UnitComplex::new(turn.z as f32),
    [3e-3, 3e-5],
    3e-2
);
random_floors!(
    in_space_in_double_precision,
    f64,
    3,
    UnitQuaternion<f64>,
    UnitQuaternion::from_scaled_axis,
    [1e-6, 1e-12],
    1e-3
);
random_floors!(
    in_space_in_single_precision,
    f32,
    3,
    UnitQuaternion<f32>,
    |turn| UnitQuaternion::from_scaled_axis(turn.map(|x| x as f32)),
    [3e-3, 3e-5],
    3e-2
);
