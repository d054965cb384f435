//! Every shape, motion and body of the library passes the audit.

use nalgebra::{Isometry2, SMatrix, SVector, vector};
use photofinish::motion::{AtRest, ConstantVelocity, Motion, Piecewise, Rotor, Sampled, Sweep};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, Segment,
    Triangle,
};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{MotionError, Moving, MovingPoints, Real, ShapeError, SupportMap};
use photofinish_audit::{audit_extrusion, audit_motion, audit_support_map};

use super::{Poses, everywhere, flight, point, span};

fn shapes<T: Real, const D: usize>() -> Vec<AnyShape<T, D>> {
    let size = T::of;
    let points: Vec<_> = (0..12).map(|index| point(1.0 + f64::from(index))).collect();
    let half = SVector::from_fn(|axis, _| size(0.3 + axis as f64));
    let [one, two, three, four, five] = [0, 1, 2, 3, 4].map(|index| points[index]);
    let built: Result<_, ShapeError> = (|| {
        Ok(vec![
            Ball::new(size(0.7))?.into(),
            Cuboid::new(half)?.into(),
            Capsule::new(size(0.5), size(0.2))?.into(),
            Cylinder::new(size(0.5), size(0.8))?.into(),
            Cone::new(size(0.6), size(0.4))?.into(),
            Cone::new(size(0.0), size(0.4))?.into(),
            Cylinder::new(size(0.0), size(0.4))?.into(),
            Segment::new([one, two])?.into(),
            Triangle::new([three, four, five])?.into(),
            PointSet::new(points.clone())?.into(),
            ConvexHull::new(&points)?.into(),
            ConvexHull::welded(&points, size(0.3))?.into(),
        ])
    })();
    built.expect("good shapes")
}

/// Round shapes that are not those of all motions too.
fn more_shapes<T: Real, const D: usize>() -> [AnyShape<T, D>; 2] {
    let half = SVector::from_fn(|axis, _| T::of(0.3 + axis as f64));
    let rod = Capsule::between(point(1.0), point(2.0), T::of(0.2));
    let ellipsoid = Ellipsoid::new(half).expect("half axes");
    [rod.expect("a rod").into(), ellipsoid.into()]
}

fn every_body_passes<T: Real, const D: usize, R: Rotor<T, D>>(
    [pose, other]: Poses<T, R, D>,
    _: R::Velocity,
) {
    for shape in shapes::<T, D>().into_iter().chain(more_shapes()) {
        let posed = Posed::new(&shape, &pose).expect("a pose");
        let rounded = Rounded::new(&shape, T::of(0.25)).expect("a radius");
        let linear = SMatrix::from_fn(|i, j| point::<T, D>(i as f64 + 2.0)[j]);
        let image = AffineImage::new(posed, linear, point(5.0)).expect("a map");
        let sum = MinkowskiSum::new(image, rounded);
        let twice = Posed::new(posed, &other).expect("a pose in a pose");
        let bodies: [&dyn SupportMap<T, D>; 6] = [&shape, &posed, &twice, &rounded, &image, &sum];
        for body in bodies {
            audit_support_map(body).expect("a body of the library");
        }
    }
}

#[test]
fn every_body_of_the_library_passes() {
    everywhere!(every_body_passes);
}

type Motions<T, R, const D: usize> = Vec<Box<dyn Motion<T, D, Rotation = R>>>;

/// All but two claim a fixed axis: the pieces of their paths turn about a centre elsewhere.
fn motions<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) -> Motions<T, R, D> {
    let [from, to] = poses;
    let center = point(7.0);
    let [start, middle, end] = [-1.0, 2.0, 5.0].map(T::of);
    let (first, second, third) = ((start, from), (middle, to), (end, from));
    let path = |center| {
        let pieces = vec![
            Sweep::new(first, second, center)?,
            Sweep::new(second, third, center)?,
        ];
        Piecewise::new(vec![start, middle, end], pieces)
    };
    let built = || {
        let free = ConstantVelocity::new(from, point(2.0), spin)?;
        let motions: Motions<T, R, D> = vec![
            Box::new(AtRest::new(from)?),
            Box::new(free),
            Box::new(free.about(center)?),
            Box::new(flight(poses, spin)),
            Box::new(ConstantVelocity::between(first, second, center)?),
            Box::new(Sweep::new(first, second, center)?),
            Box::new(path(center)?),
            Box::new(path(SVector::zeros())?),
            Box::new(Sampled::through(&[first, second, third])?),
        ];
        Ok::<_, MotionError>(motions)
    };
    built().expect("motions")
}

fn every_motion_passes<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    for (speed, far) in [(1.0, 0.0), (1e-6, 0.0), (0.1, 1e5), (30.0, 1.0), (1e6, 1e5)] {
        let poses = poses.map(|mut pose| {
            pose.translation.vector += point::<T, D>(1.0) * T::of(far);
            pose
        });
        let motions = motions(poses, R::scaled(spin, T::of(speed)));
        let claims = motions
            .iter()
            .map(|motion| motion.fixed_axis(span(0.0, 1.0)));
        assert_eq!(claims.filter(Option::is_none).count(), 1);
        for motion in &motions {
            audit_motion(&**motion, span(-1.0, 4.5), T::of(1.5)).expect("a motion");
        }
        for (shape, motion) in shapes::<T, D>().into_iter().zip(motions.iter().cycle()) {
            audit_extrusion(&Moving::new(shape, &**motion), span(-1.0, 4.5)).expect("a body");
        }
    }
    let points: Vec<_> = (0..5).map(|index| point(f64::from(index))).collect();
    let velocities = (0..5).map(|index| point(9.0 + f64::from(index))).collect();
    let blade = MovingPoints::<T, D>::new(points, velocities, T::one()).expect("points");
    audit_extrusion(&blade, span(0.0, 3.0)).expect("moving points");
}

#[test]
fn every_motion_of_the_library_passes() {
    everywhere!(every_motion_passes);
}

/// Positions of bodies that hardly move underflow.
#[test]
fn motions_of_the_smallest_speeds_pass() {
    fn check<T: Real>(speed: f64) {
        let velocity = vector![T::of(speed), T::zero()];
        let motion = ConstantVelocity::new(Isometry2::identity(), velocity, T::zero());
        let audited = audit_motion(&motion.expect("a motion"), span(0.0, 1.0), T::one());
        assert_eq!(audited, Ok(()), "{speed}");
    }
    check::<f32>(1e-36);
    check::<f32>(1e-40);
    check::<f32>(1e-43);
    check::<f64>(1e-310);
    check::<f64>(1e-320);
}
