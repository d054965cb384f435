//! Audits pass what is right, and name what is wrong.

use nalgebra::{
    Isometry, Isometry2, Isometry3, SVector, Translation, UnitComplex, UnitQuaternion, Vector2,
    Vector3, vector,
};
use photofinish::audit::{
    ExtrusionFault, MotionFault, SupportFault, audit_extrusion, audit_motion, audit_support_map,
};
use photofinish::motion::{
    AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Piecewise, Placement, Rotor,
    Sweep,
};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{Extrusion, Moving, MovingPoints, Real, Span, SupportMap};

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}

fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| T::of((seed * (row as f64 + 1.3)).sin()))
}

fn shapes<T: Real, const D: usize>() -> Vec<AnyShape<T, D>> {
    let size = T::of;
    let points: Vec<_> = (0..12).map(|index| point(1.0 + f64::from(index))).collect();
    vec![
        Ball::new(size(0.7)).expect("a ball").into(),
        Cuboid::new(SVector::from_fn(|axis, _| size(0.3 + axis as f64)))
            .expect("a box")
            .into(),
        Capsule::new(size(0.5), size(0.2)).expect("sizes").into(),
        Cylinder::new(size(0.5), size(0.8)).expect("sizes").into(),
        Cone::new(size(0.6), size(0.4)).expect("sizes").into(),
        Segment::new([points[0], points[1]]).expect("points").into(),
        Triangle::new([points[2], points[3], points[4]])
            .expect("points")
            .into(),
        PointSet::new(points.clone()).expect("points").into(),
        ConvexHull::new(&points).expect("points").into(),
        ConvexHull::welded(&points, size(0.3))
            .expect("points")
            .into(),
    ]
}

/// Two poses of a dimension.
type Poses<T, R, const D: usize> = [Isometry<T, R, D>; 2];

fn poses2<T: Real>() -> Poses<T, UnitComplex<T>, 2> {
    [0.4, 2.5].map(|angle| {
        Isometry::from_parts(
            Translation::from(point(angle)),
            UnitComplex::new(T::of(angle)),
        )
    })
}

fn poses3<T: Real>() -> Poses<T, UnitQuaternion<T>, 3> {
    [0.4, 1.5].map(|seed| {
        let turn = UnitQuaternion::from_scaled_axis(point::<T, 3>(seed) * T::of(1.2));
        Isometry::from_parts(Translation::from(point(3.0 * seed)), turn)
    })
}

fn every_body_passes<T: Real, const D: usize, R: Rotor<T, D>>([pose, other]: Poses<T, R, D>) {
    for shape in shapes::<T, D>() {
        audit_support_map(&shape).expect("a shape");
        let posed = Posed::new(&shape, &pose).expect("a pose");
        audit_support_map(&posed).expect("a pose");
        audit_support_map(&Posed::new(posed, &other).expect("a pose")).expect("a pose in a pose");
        let rounded = Rounded::new(&shape, T::of(0.25)).expect("a radius");
        audit_support_map(&rounded).expect("a rounded body");
        let linear = nalgebra::SMatrix::from_fn(|i, j| point::<T, D>(i as f64 + 2.0)[j]);
        let image = AffineImage::new(posed, linear, point(5.0)).expect("a map");
        audit_support_map(&image).expect("an image");
        audit_support_map(&MinkowskiSum::new(image, rounded)).expect("a sum");
        let boxed: Box<dyn SupportMap<T, D> + '_> = Box::new(posed);
        audit_support_map(&boxed).expect("a boxed body");
    }
}

fn motions<T: Real, const D: usize, R: Rotor<T, D>>(
    [from, to]: Poses<T, R, D>,
    spin: R::Velocity,
) -> Vec<Box<dyn Motion<T, D, Rotation = R>>> {
    let center = point(7.0);
    let free = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    let about = free.about(center).expect("a motion");
    let ends = ((T::of(-1.0), from), (T::of(2.0), to));
    let slerp = ConstantVelocity::between(ends.0, ends.1, center).expect("a motion");
    let sweep = Sweep::new(ends.0, ends.1, center).expect("a motion");
    let back = Sweep::new((T::of(2.0), to), (T::of(5.0), from), center).expect("a motion");
    let knots = [-1.0, 2.0, 5.0].map(T::of).to_vec();
    vec![
        Box::new(AtRest::new(from).expect("a motion")),
        Box::new(free),
        Box::new(about),
        Box::new(Ballistic::new(about, point(3.0)).expect("a motion")),
        Box::new(slerp),
        Box::new(sweep),
        Box::new(Piecewise::new(knots, vec![sweep, back]).expect("a motion")),
    ]
}

fn every_motion_passes<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    for motion in motions(poses, spin) {
        audit_motion(&motion, span(-1.0, 4.5), T::of(1.5)).expect("a motion");
        for shape in shapes::<T, D>().into_iter().step_by(4) {
            audit_extrusion(&Moving::new(shape, &motion), span(-1.0, 4.5)).expect("a body");
        }
    }
    let points: Vec<_> = (0..5).map(|index| point(f64::from(index))).collect();
    let velocities = (0..5).map(|index| point(9.0 + f64::from(index))).collect();
    let blade = MovingPoints::<T, D>::new(points, velocities, T::one()).expect("points");
    audit_extrusion(&blade, span(0.0, 3.0)).expect("moving points");
}

#[test]
fn everything_in_the_crate_passes() {
    every_body_passes::<f64, 2, _>(poses2());
    every_body_passes::<f32, 2, _>(poses2());
    every_body_passes::<f64, 3, _>(poses3());
    every_body_passes::<f32, 3, _>(poses3());
    every_motion_passes::<f64, 2, _>(poses2(), 3.0);
    every_motion_passes::<f32, 2, _>(poses2(), 3.0);
    every_motion_passes::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    every_motion_passes::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

/// Sweeps that turn almost half way round, throws, slerps and paths of them, about centres beside the frame's origin.
#[test]
fn motions_of_all_sizes_pass() {
    for seed in 1..6 {
        let seed = f64::from(seed);
        let turns = [0.9 * seed, 0.9 * seed + 3.0 * (5.0 * seed).sin()];
        let poses = turns.map(|angle| {
            let turn = UnitComplex::new(angle);
            Isometry::from_parts(Translation::from(point::<f64, 2>(angle)), turn)
        });
        for motion in motions(poses, 9.0 * seed.sin()) {
            audit_motion(&motion, span(-1.0, 4.5), 0.7).expect("a motion in the plane");
        }
        let poses = turns.map(|angle| {
            let turn = UnitQuaternion::from_scaled_axis(point::<f64, 3>(angle) * 2.0);
            Isometry::from_parts(Translation::from(point::<f64, 3>(-angle)), turn)
        });
        for motion in motions(poses, point::<f64, 3>(seed) * 4.0) {
            audit_motion(&motion, span(-1.0, 4.5), 0.7).expect("a motion in space");
            let bar = Cuboid::new(vector![1.0, 0.1, 0.2]).expect("a box");
            audit_extrusion(&Moving::new(bar, &motion), span(-1.0, 4.5)).expect("a body");
        }
    }
}

/// A motion with one lie.
struct Lying {
    inner: ConstantVelocity<f64, UnitQuaternion<f64>, 3>,
    lie: Lie,
}

#[derive(Clone, Copy, PartialEq)]
enum Lie {
    None,
    Center,
    HalfAcceleration,
    HalfSpeed,
    NoNumber,
    Elsewhere,
    OtherTurn,
    Stretched,
    KnotBehind,
}

impl Motion<f64, 3> for Lying {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        self.inner.pose(time)
    }

    fn placement(&self, time: f64, origin: &Vector3<f64>) -> Placement<f64, 3> {
        let mut placement = self.inner.placement(time, origin);
        match self.lie {
            Lie::NoNumber if time > 0.5 => placement.translation.y = f64::NAN,
            Lie::Elsewhere => placement.translation.z += 1e-6,
            Lie::OtherTurn => placement.rotation.swap_columns(0, 1),
            Lie::Stretched => placement.rotation *= 1.21,
            _ => {}
        }
        placement
    }

    fn center(&self) -> Vector3<f64> {
        if self.lie == Lie::Center {
            Vector3::zeros()
        } else {
            self.inner.center()
        }
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        (self.lie == Lie::KnotBehind).then_some(after)
    }

    fn acceleration_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        let share = if self.lie == Lie::HalfAcceleration {
            0.5
        } else {
            1.0
        };
        Some(share * self.inner.acceleration_bound(s, during, reach)?)
    }

    fn speed_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        let share = if self.lie == Lie::HalfSpeed { 0.5 } else { 1.0 };
        Some(share * self.inner.speed_bound(s, during, reach)?)
    }
}

#[test]
fn lies_of_motions_are_found() {
    let of = |lie: Lie| {
        let start = Isometry3::translation(1.0, 2.0, 3.0);
        let inner = ConstantVelocity::new(start, vector![0.3, 0.0, 0.0], vector![1.0, 2.0, 0.5])
            .and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]))
            .expect("a motion");
        audit_motion(&Lying { inner, lie }, span(0.0, 2.0), 1.0)
    };
    assert_eq!(of(Lie::None), Ok(()));
    assert!(matches!(
        of(Lie::Center),
        Err(MotionFault::Acceleration { .. } | MotionFault::Speed { .. })
    ));
    assert!(matches!(
        of(Lie::HalfAcceleration),
        Err(MotionFault::Acceleration { .. })
    ));
    assert!(matches!(of(Lie::HalfSpeed), Err(MotionFault::Speed { .. })));
    assert!(matches!(
        of(Lie::NoNumber),
        Err(MotionFault::NotFinite { .. })
    ));
    assert!(matches!(
        of(Lie::Elsewhere),
        Err(MotionFault::Misplaced { .. })
    ));
    assert!(matches!(
        of(Lie::OtherTurn),
        Err(MotionFault::Misturned { .. })
    ));
    assert!(matches!(
        of(Lie::Stretched),
        Err(MotionFault::Stretched { .. })
    ));
    assert_eq!(
        of(Lie::KnotBehind),
        Err(MotionFault::Knot {
            after: 0.0,
            knot: 0.0
        })
    );
    let fault = of(Lie::HalfSpeed).expect_err("half the speed");
    assert!(
        fault.to_string().starts_with("the speed along ["),
        "{fault}"
    );
}

#[test]
fn a_closure_without_a_knot_at_its_corner_is_found() {
    let bounce = FromFn::new(|t: f64| Isometry2::translation((t - 1.0).abs(), 0.0));
    let bounded = bounce.with_bounds(|_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(0.0),
        speed: Some(1.0),
    });
    let fault = audit_motion(&bounded, span(0.0, 2.0), 1.0);
    assert!(
        matches!(fault, Err(MotionFault::Acceleration { .. })),
        "{fault:?}"
    );
}

/// A capsule in space with one lie about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Untrue {
    Nothing,
    NoNumber,
    Extents,
    Nearer,
    NoRadius,
    Value,
    Reach,
    Inside,
    Rounding,
}

impl SupportMap<f64, 3> for Untrue {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::NoNumber if direction.x > 0.5 => Vector3::repeat(f64::NAN),
            // the farthest of three corners only, a fourth is known to some directions
            Self::Nearer if direction.z > 0.9 => vector![0.0, 0.0, 0.5],
            _ => SupportMap::<f64, 3>::support_point(&capsule(), direction),
        }
    }

    fn core_support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        SupportMap::<f64, 3>::core_support_point(&capsule(), direction)
    }

    fn core_support_value(&self, direction: &Vector3<f64>) -> f64 {
        let share = if *self == Self::Value { 0.9 } else { 1.0 };
        SupportMap::<f64, 3>::core_support_value(&capsule(), direction) * share
    }

    fn radius(&self) -> f64 {
        if *self == Self::NoRadius { 0.0 } else { 1.0 }
    }

    fn extents(&self) -> Vector3<f64> {
        let share = if *self == Self::Extents { 0.99 } else { 1.0 };
        vector![1.0, 3.0, 1.0] * share
    }

    fn reach(&self, center: &Vector3<f64>) -> f64 {
        if *self == Self::Reach {
            2.5
        } else {
            center.norm() + 3.0
        }
    }

    fn interior_point(&self) -> Vector3<f64> {
        vector![0.0, 0.0, if *self == Self::Inside { 0.1 } else { 0.0 }]
    }

    fn rounding(&self) -> Vector3<f64> {
        Vector3::repeat(if *self == Self::Rounding {
            -1e-15
        } else {
            1e-15
        })
    }
}

fn capsule() -> Capsule<f64> {
    Capsule::new(2.0, 1.0).expect("sizes")
}

#[test]
fn lies_of_bodies_are_found() {
    let of = |body: Untrue| audit_support_map(&body);
    assert_eq!(of(Untrue::Nothing), Ok(()));
    assert!(matches!(
        of(Untrue::NoNumber),
        Err(SupportFault::NotFinite { .. })
    ));
    assert!(matches!(
        of(Untrue::Extents),
        Err(SupportFault::OutsideExtents { .. })
    ));
    assert!(matches!(
        of(Untrue::NoRadius),
        Err(SupportFault::Core { .. })
    ));
    assert!(matches!(of(Untrue::Nearer), Err(SupportFault::Core { .. })));
    assert!(matches!(of(Untrue::Value), Err(SupportFault::Value { .. })));
    assert!(matches!(
        of(Untrue::Reach),
        Err(SupportFault::OutsideReach { .. })
    ));
    assert!(matches!(
        of(Untrue::Inside),
        Err(SupportFault::InteriorOutside { .. })
    ));
    assert!(matches!(
        of(Untrue::Rounding),
        Err(SupportFault::Negative { .. })
    ));
}

/// A square whose fourth corner is known to one direction only.
struct Dented;

impl SupportMap<f64, 2> for Dented {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        let along_diagonal =
            direction.x > 0.0 && (direction.x - direction.y).abs() < 0.5 * direction.x;
        vector![
            1f64.copysign(direction.x),
            if along_diagonal {
                0.0
            } else {
                1f64.copysign(direction.y)
            }
        ]
    }
}

#[test]
fn a_support_point_that_is_not_the_farthest_is_found() {
    let fault = audit_support_map(&Dented);
    assert!(
        matches!(fault, Err(SupportFault::NotFarthest { .. })),
        "{fault:?}"
    );
}

/// An extrusion that wraps one and forgets a part of its bounds.
struct Slower<E>(E);

impl<E: Extrusion<f64, 3>> Extrusion<f64, 3> for Slower<E> {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, time: f64, origin: &Vector3<f64>) -> Self::Slice<'_> {
        self.0.slice(time, origin)
    }

    fn reference(&self, time: f64) -> Vector3<f64> {
        self.0.reference(time)
    }

    fn size(&self) -> f64 {
        self.0.size()
    }

    fn acceleration_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        self.0.acceleration_bound(along, during)
    }

    fn speed_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        Some(0.5 * self.0.speed_bound(along, during)?)
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        self.0.next_knot(after)
    }
}

#[test]
fn lies_of_extrusions_are_found() {
    let spin = ConstantVelocity::new(
        Isometry3::identity(),
        Vector3::zeros(),
        vector![0.0, 0.0, 2.0],
    );
    let bar = Cuboid::new(vector![2.0, 0.1, 0.1]).expect("a box");
    let bar = Moving::new(bar, spin.expect("a motion"));
    let fault = audit_extrusion(&Slower(bar), span(0.0, 3.0));
    assert!(
        matches!(fault, Err(ExtrusionFault::Speed { .. })),
        "{fault:?}"
    );
    let shrunk = Moving::new(
        Untrue::Value,
        AtRest::new(Isometry3::identity()).expect("a pose"),
    );
    let fault = audit_extrusion(&shrunk, span(0.0, 3.0));
    assert!(
        matches!(fault, Err(ExtrusionFault::Slice { .. })),
        "{fault:?}"
    );
}
