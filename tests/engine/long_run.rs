//! Bodies that are pressed into others for many steps get no deeper than the docs of the engine say, and can leave again.
//! Static queries measure how deep they are after each step.

use super::*;
use photofinish::body::AnyForm;
use photofinish::motion::AtRest;
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, TriMesh, nearest_pieces};
use photofinish::shape::PosedShape;

const STEPS: usize = 40;
const ALLOWED: f64 = 0.002;

type Form<T> = AnyForm<AnyShape<T, 3>, AnyPieces<T, 3>>;

struct Scene<T: Real> {
    name: &'static str,
    /// What the body is pressed on, from above: along y.
    ground: Form<T>,
    /// Iff the pass has a floor without an end in place of the ground.
    is_floor: bool,
    body: Form<T>,
}

/// How the integrator moves a body in a step: a way and a turn.
type Step = (Vector3<f64>, Vector3<f64>);

impl<T: Real> Scene<T>
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    /// Returns how deep the body is in the ground.
    fn depth(&self, pose: &Isometry3<T>) -> f64 {
        let at = |form: &Form<T>, pose| {
            let pieces = match form.clone() {
                AnyForm::Shape(shape) => Compound::new(vec![shape]).expect("a shape").into(),
                AnyForm::Pieces(pieces) => pieces,
            };
            MovingPieces::new(pieces, AtRest::new(pose).expect("a pose"))
        };
        let (ground, body) = (
            at(&self.ground, Isometry3::identity()),
            at(&self.body, *pose),
        );
        let nearest = nearest_pieces(&ground, &body, T::zero());
        let nearest = nearest.expect("finite coordinates").proximity;
        -nearest.signed_distance().as_f64().min(0.0)
    }

    /// Makes a step with the pass, in which both bodies stop where they meet.
    fn step(&self, pose: &mut Isometry3<T>, (way, turn): Step) {
        let still = Isometry3::identity();
        let floor = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal");
        let ground = match self.is_floor {
            true => Body::fixed_floor(floor, still),
            false => Body::fixed_of(self.ground.as_ref(), still),
        };
        let place = pose.translation.vector + way.map(T::of);
        let turn = UnitQuaternion::from_scaled_axis(turn.map(T::of));
        let end = Isometry3::from_parts(place.into(), turn * pose.rotation);
        let mut bodies = [ground, Body::of(self.body.as_ref(), *pose, end)];
        let pass = Pass::new().allowed_overlap(T::of(ALLOWED));
        let report = step(&pass, &mut bodies, |event| {
            let is_followed = matches!(event.kind, Kind::Touch(_) | Kind::DrivenIn(_));
            assert!(is_followed, "{}: {:?}", self.name, event.kind);
            event.usual_response()
        });
        assert!(report.no_longer_proven.is_empty());
        *pose = *bodies[1].pose();
    }

    /// Presses the body down for all steps, and then lets it go up. Returns how deep it was at most.
    fn press(&self, way: impl Fn(usize) -> Step) -> f64 {
        let mut pose = Isometry3::from(vector![0.0, 0.7, 0.0].map(T::of));
        let mut deepest = 0.0_f64;
        for number in 0..STEPS {
            self.step(&mut pose, way(number));
            deepest = deepest.max(self.depth(&pose));
        }
        let before = pose.translation.y;
        self.step(&mut pose, (Vector3::y() * 0.1, Vector3::zeros()));
        let risen = (pose.translation.y - before).as_f64();
        assert!((risen - 0.1).abs() < 1e-5, "{}: {risen}", self.name);
        deepest
    }

    /// Presses the body down in several ways.
    fn all_ways(&self) {
        // that of the block and the hook, which is the default for them, but for rounding
        let tolerance = T::SQRT_EPSILON.as_f64() * 0.27;
        let down = |way: f64| -Vector3::y() * way;
        // bodies that are pressed in stay where they are
        let room = 2.0 * tolerance;
        let straight = self.press(|_| (down(0.1), Vector3::zeros()));
        let along = self.press(|_| (vector![24e-3, -24e-3, 0.0], Vector3::zeros()));
        let tumbling = self.press(|_| (down(0.05), vector![0.31, 0.17, 0.23]));
        // those that sink by less than the tolerance use their room: a step deep, and the rounding of what measures it
        let much_room = (ALLOWED / 16.0).max(room) + 1e-6;
        let slowly = self.press(|step| {
            let way = if step < 8 { 0.1 } else { 0.2 * tolerance };
            (down(way), Vector3::zeros())
        });
        for (deepest, room) in [
            (straight, room),
            (along, room),
            (tumbling, room),
            (slowly, much_room),
        ] {
            assert!(deepest <= ALLOWED + room, "{}: {deepest}", self.name);
            assert!(deepest > 0.9 * ALLOWED, "{}: {deepest}", self.name);
        }
    }
}

fn scenes<T: Real>() -> [Scene<T>; 4] {
    let at = |x: f64, y: f64| Isometry3::from(vector![x, y, 0.0].map(T::of));
    let cuboid = |half: [f64; 3]| Cuboid::new(Vector3::from(half).map(T::of)).expect("a box");
    let block = cuboid([0.1, 0.2, 0.15]);
    let slab = PosedShape::new(cuboid([4.0, 0.5, 4.0]), &at(0.0, -0.5)).expect("a pose");
    let bar = PosedShape::new(block, &at(0.2, 0.1)).expect("a pose");
    let hook = Compound::new(vec![block.into(), bar.into()]).expect("two pieces");
    // ridges of a height of 0.2 along z
    let heights: [T; 24] = std::array::from_fn(|k| T::of(-0.2 * (k % 2) as f64));
    let ridges = TriMesh::height_field(&heights, 6, [0.7, 0.9].map(T::of)).expect("a mesh");
    let middle = vector![1.4, 0.0, 1.3].map(T::of);
    let points = ridges.points().iter().map(|point| point - middle);
    let ridges = TriMesh::new(points.collect(), ridges.triangles().to_vec()).expect("a mesh");
    let ridges = AnyForm::Pieces(ridges.into());
    let [slab, block] = [slab.into(), block.into()].map(AnyForm::Shape);
    let hook = AnyForm::Pieces(hook.into());
    [
        ("a block on a floor", true, slab.clone(), block.clone()),
        ("a hook on a mesh", false, ridges, hook.clone()),
        ("a block on a slab", false, slab.clone(), block),
        ("a hook on a slab", false, slab, hook),
    ]
    .map(|(name, is_floor, ground, body)| Scene {
        name,
        ground,
        is_floor,
        body,
    })
}

#[test]
fn bodies_do_not_sink() {
    scenes::<f64>()[..2].iter().for_each(Scene::all_ways);
    scenes::<f32>().iter().for_each(Scene::all_ways);
}

/// A block that its engine has left deep in another one gets deeper by a step deep at most, in all steps together.
#[test]
fn a_block_that_begins_deep_does_not_sink() {
    let (ground, block) = (cuboid(9.0, 0.5), cuboid(0.5, 0.5));
    let first = 1.0 - 3.0 * ALLOWED;
    let mut height = first;
    for _ in 0..STEPS {
        let [start, end] = [height, height - ALLOWED / 64.0].map(|y| at(0.0, y));
        let ground = Body2::fixed(&ground, at(0.0, 0.0));
        let mut bodies = [ground, Body2::new(&block, start, end)];
        usual(&Pass::new().allowed_overlap(ALLOWED), &mut bodies);
        height = bodies[1].pose().translation.y;
    }
    let sunk = first - height;
    assert!(sunk > 0.0 && sunk < ALLOWED / 16.0, "{sunk}");
}
