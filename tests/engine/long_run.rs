//! Bodies that are pressed into others for hundreds of steps get no deeper than the docs of the engine say, and can
//! leave again. Static queries measure how deep they are after each step.

use nalgebra::{
    Isometry, Isometry2, Isometry3, SVector, Translation, UnitComplex, UnitQuaternion, Vector2,
    Vector3, vector,
};
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass};
use photofinish::motion::{AtRest, Rotor};
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, Polyline, TriMesh, nearest_pieces};
use photofinish::shape::{AnyShape, Ball, Cuboid, PosedShape};
use photofinish::support::Posed;
use photofinish::{HalfSpace, Real};

const STEPS: usize = 40;
const ALLOWED: f64 = 0.002;

type Pose<T, R, const D: usize> = Isometry<T, R, D>;
type Form<T, const D: usize> = AnyForm<AnyShape<T, D>, AnyPieces<T, D>>;

/// What bodies are pressed on, from above: along y.
enum Ground<T: Real, const D: usize> {
    Solid(Form<T, D>),
    Floor(HalfSpace<T, D>),
}

struct Scene<T: Real, const D: usize> {
    name: &'static str,
    ground: Ground<T, D>,
    body: Form<T, D>,
}

/// How the integrator moves a body in a step: a way and a turn.
type Step<const D: usize> = (SVector<f64, D>, Vector3<f64>);

trait Turns<T: Real, const D: usize>: Rotor<T, D> {
    /// Returns the turn by this vector; in the plane, by its last coordinate.
    fn by(turn: Vector3<f64>) -> Self;
}

impl<T: Real> Turns<T, 2> for UnitComplex<T> {
    fn by(turn: Vector3<f64>) -> Self {
        Self::new(T::of(turn.z))
    }
}

impl<T: Real> Turns<T, 3> for UnitQuaternion<T> {
    fn by(turn: Vector3<f64>) -> Self {
        Self::from_scaled_axis(turn.map(T::of))
    }
}

impl<T: Real, const D: usize> Scene<T, D> {
    /// Returns how deep the body is in the ground.
    fn depth<R: Rotor<T, D>>(&self, pose: &Pose<T, R, D>) -> f64 {
        let proximity = match (&self.ground, &self.body) {
            (Ground::Floor(floor), AnyForm::Shape(shape)) => {
                floor.proximity(&Posed::new(shape, pose).expect("a pose"))
            }
            (Ground::Floor(_), AnyForm::Pieces(_)) => panic!("floors have shapes on them"),
            (Ground::Solid(ground), body) => {
                let at = |form: &Form<T, D>, pose| {
                    let pieces = match form {
                        AnyForm::Shape(shape) => {
                            Compound::new(vec![shape.clone()]).expect("a shape").into()
                        }
                        AnyForm::Pieces(pieces) => pieces.clone(),
                    };
                    MovingPieces::new(pieces, AtRest::new(pose).expect("a pose"))
                };
                let (ground, body) = (at(ground, Isometry::identity()), at(body, *pose));
                let nearest = nearest_pieces(&ground, &body, T::zero());
                nearest.expect("finite coordinates").proximity
            }
        };
        -proximity.signed_distance().as_f64().min(0.0)
    }

    /// Makes a step with the pass, in which both bodies stop where they meet. Returns where the body gets.
    fn step<R: Rotor<T, D>>(&self, from: Pose<T, R, D>, to: Pose<T, R, D>) -> Pose<T, R, D> {
        let ground = match &self.ground {
            Ground::Solid(form) => Body::fixed_of(form.as_ref(), Isometry::identity()),
            Ground::Floor(floor) => Body::fixed_floor(*floor, Isometry::identity()),
        };
        let mut bodies = [ground, Body::of(self.body.as_ref(), from, to)];
        let pass = Pass::new().allowed_overlap(T::of(ALLOWED));
        let report = pass.run(&mut bodies, [[0, 1]], |event| {
            let is_followed = matches!(event.kind, Kind::Touch(_) | Kind::DrivenIn(_));
            assert!(is_followed, "{}: {:?}", self.name, event.kind);
            event.usual_response()
        });
        assert!(report.expect("a step").no_longer_proven.is_empty());
        *bodies[1].pose()
    }

    /// Presses the body down for all steps, and then lets it go up. Returns how deep it was at most.
    fn press<R: Turns<T, D>>(&self, mut step: impl FnMut() -> Step<D>) -> f64 {
        let mut pose = Pose::<T, R, D>::identity();
        pose.translation.vector = up::<T, D>() * T::of(0.7);
        let mut deepest = 0.0_f64;
        let moved = |pose: &Pose<T, R, D>, (way, turn): Step<D>| {
            let way: SVector<T, D> = way.map(T::of);
            let rotation = R::by(turn) * pose.rotation;
            Isometry::from_parts(Translation::from(pose.translation.vector + way), rotation)
        };
        for _ in 0..STEPS {
            pose = self.step(pose, moved(&pose, step()));
            deepest = deepest.max(self.depth(&pose));
        }
        let before = pose;
        let way = up::<f64, D>() * 0.1;
        pose = self.step(pose, moved(&pose, (way, Vector3::zeros())));
        let risen = (pose.translation.vector - before.translation.vector)[1].as_f64();
        assert!(
            (risen - 0.1).abs() < 1e-5,
            "{}: it rises by {risen}",
            self.name
        );
        deepest
    }
}

fn up<T: Real, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|axis, _| if axis == 1 { T::one() } else { T::zero() })
}

/// Presses the bodies of all scenes down in several ways.
fn all_ways<T: Real, R: Turns<T, D>, const D: usize>(scenes: &[Scene<T, D>]) {
    let down = -up::<f64, D>();
    let across = SVector::<f64, D>::from_fn(|axis, _| if axis == 0 { 1.0 } else { 0.0 });
    // that of the block and the hook, which is the default for them, but for rounding
    let tolerance = T::SQRT_EPSILON.as_f64() * 0.27;
    for scene in scenes {
        let mut falls = (0..).map(|step| if step < 8 { 0.1 } else { 0.2 * tolerance });
        let ways: [(&str, &mut dyn FnMut() -> Step<D>); 4] = [
            ("straight down", &mut || (down * 0.1, Vector3::zeros())),
            ("along", &mut || {
                (down * 24e-3 + across * 24e-3, Vector3::zeros())
            }),
            ("tumbling", &mut || (down * 0.05, vector![0.31, 0.17, 0.23])),
            ("by less than the tolerance", &mut || {
                (
                    down * falls.next().expect("without an end"),
                    Vector3::zeros(),
                )
            }),
        ];
        for (number, (way, step)) in ways.into_iter().enumerate() {
            // bodies that are pressed in stay where they are, and those that sink slowly use their room
            let room = if number < 3 {
                2.0 * tolerance
            } else {
                // a step deep, and the rounding of what measures it
                (ALLOWED / 16.0).max(2.0 * tolerance) + 1e-6
            };
            let most = ALLOWED + room;
            let deepest = scene.press::<R>(step);
            assert!(deepest <= most, "{}, {way}: {deepest} > {most}", scene.name);
            assert!(deepest > 0.9 * ALLOWED, "{}, {way}: {deepest}", scene.name);
        }
    }
}

fn in_space<T: Real>() -> [Scene<T, 3>; 4] {
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
    let ridges = Ground::Solid(AnyForm::Pieces(ridges.into()));
    let floor = Ground::Floor(HalfSpace::new(up(), Vector3::zeros()).expect("a floor"));
    let slab = || Ground::Solid(AnyForm::Shape(slab.clone().into()));
    [
        ("a block on a slab", slab(), AnyForm::Shape(block.into())),
        ("a block on a floor", floor, AnyForm::Shape(block.into())),
        (
            "a hook on a mesh",
            ridges,
            AnyForm::Pieces(hook.clone().into()),
        ),
        ("a hook on a slab", slab(), AnyForm::Pieces(hook.into())),
    ]
    .map(|(name, ground, body)| Scene { name, ground, body })
}

fn in_the_plane<T: Real>() -> [Scene<T, 2>; 3] {
    let at = |x: f64, y: f64| Isometry2::from(vector![x, y].map(T::of));
    let block = Cuboid::new(vector![0.1, 0.2].map(T::of)).expect("a block");
    let end = PosedShape::new(Ball::new(T::of(0.15)).expect("a ball"), &at(0.2, 0.1));
    let club = Compound::new(vec![block.into(), end.expect("a pose").into()]).expect("a club");
    let hills = [
        [-2.0, -0.2],
        [-1.0, 0.0],
        [0.0, -0.2],
        [0.5, 0.0],
        [1.0, 0.0],
        [3.0, -0.3],
    ];
    let hills = hills.map(|point| Vector2::from(point).map(T::of)).to_vec();
    let hills = AnyPieces::from(Polyline::open(hills).expect("a line"));
    let hills = || Ground::Solid(AnyForm::Pieces(hills.clone()));
    let floor = Ground::Floor(HalfSpace::new(up(), Vector2::zeros()).expect("a floor"));
    [
        ("a block on a floor", floor, AnyForm::Shape(block.into())),
        ("a block on a line", hills(), AnyForm::Shape(block.into())),
        ("a club on a line", hills(), AnyForm::Pieces(club.into())),
    ]
    .map(|(name, ground, body)| Scene { name, ground, body })
}

#[test]
fn bodies_in_space_do_not_sink() {
    all_ways::<f64, UnitQuaternion<f64>, 3>(&in_space()[1..3]);
    all_ways::<f32, UnitQuaternion<f32>, 3>(&in_space());
}

#[test]
fn bodies_in_the_plane_do_not_sink() {
    all_ways::<f64, UnitComplex<f64>, 2>(&in_the_plane());
    all_ways::<f32, UnitComplex<f32>, 2>(&in_the_plane());
}
