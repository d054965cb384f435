//! Every shape, motion and body of the crate passes the audit.

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion, vector};
use photofinish::audit::{audit_extrusion, audit_motion, audit_support_map};
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, Motion, Piecewise, Rotor, Sweep};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{Moving, MovingPoints, Real, SupportMap};

use super::{point, span};

pub fn shapes<T: Real, const D: usize>() -> Vec<AnyShape<T, D>> {
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
        Cone::new(size(0.0), size(0.4)).expect("sizes").into(),
        Cylinder::new(size(0.0), size(0.4)).expect("sizes").into(),
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

/// Two poses in one dimension.
pub type Poses<T, R, const D: usize> = [Isometry<T, R, D>; 2];

pub fn poses2<T: Real>() -> Poses<T, UnitComplex<T>, 2> {
    [0.4, 2.5].map(|angle| {
        Isometry::from_parts(
            Translation::from(point(angle)),
            UnitComplex::new(T::of(angle)),
        )
    })
}

pub fn poses3<T: Real>() -> Poses<T, UnitQuaternion<T>, 3> {
    [0.4, 1.5].map(|seed| {
        let turn = UnitQuaternion::from_scaled_axis(point::<T, 3>(seed) * T::of(1.2));
        Isometry::from_parts(Translation::from(point(3.0 * seed)), turn)
    })
}

fn every_body_passes<T: Real, const D: usize, R: Rotor<T, D>>([pose, other]: Poses<T, R, D>) {
    for shape in shapes::<T, D>() {
        let posed = Posed::new(&shape, &pose).expect("a pose");
        let rounded = Rounded::new(&shape, T::of(0.25)).expect("a radius");
        let linear = nalgebra::SMatrix::from_fn(|i, j| point::<T, D>(i as f64 + 2.0)[j]);
        let image = AffineImage::new(posed, linear, point(5.0)).expect("a map");
        let sum = MinkowskiSum::new(image, rounded);
        let boxed: Box<dyn SupportMap<T, D> + '_> = Box::new(posed);
        let twice = Posed::new(posed, &other).expect("a pose in a pose");
        let bodies: [&dyn SupportMap<T, D>; 7] =
            [&shape, &posed, &twice, &rounded, &image, &sum, &boxed];
        for body in bodies {
            audit_support_map(body).expect("a body of the crate");
        }
    }
}

pub fn motions<T: Real, const D: usize, R: Rotor<T, D>>(
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
        audit_motion(&*motion, span(-1.0, 4.5), T::of(1.5)).expect("a motion");
        for shape in shapes::<T, D>().into_iter().step_by(4) {
            audit_extrusion(&Moving::new(shape, &*motion), span(-1.0, 4.5)).expect("a body");
        }
    }
    let points: Vec<_> = (0..5).map(|index| point(f64::from(index))).collect();
    let velocities = (0..5).map(|index| point(9.0 + f64::from(index))).collect();
    let blade = MovingPoints::<T, D>::new(points, velocities, T::one()).expect("points");
    audit_extrusion(&blade, span(0.0, 3.0)).expect("moving points");
}

#[test]
fn every_body_of_the_crate_passes() {
    every_body_passes::<f64, 2, _>(poses2());
    every_body_passes::<f32, 2, _>(poses2());
    every_body_passes::<f64, 3, _>(poses3());
    every_body_passes::<f32, 3, _>(poses3());
}

#[test]
fn every_motion_of_the_crate_passes() {
    every_motion_passes::<f64, 2, _>(poses2(), 3.0);
    every_motion_passes::<f32, 2, _>(poses2(), 3.0);
    every_motion_passes::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    every_motion_passes::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

/// The motions are sweeps by up to almost half a turn, flights, slerps and paths of sweeps. Their centres are away from
/// the origin of the frame.
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
            audit_motion(&*motion, span(-1.0, 4.5), 0.7).expect("a motion in the plane");
        }
        let poses = turns.map(|angle| {
            let turn = UnitQuaternion::from_scaled_axis(point::<f64, 3>(angle) * 2.0);
            Isometry::from_parts(Translation::from(point::<f64, 3>(-angle)), turn)
        });
        for motion in motions(poses, point::<f64, 3>(seed) * 4.0) {
            audit_motion(&*motion, span(-1.0, 4.5), 0.7).expect("a motion in space");
            let bar = AnyShape::from(Cuboid::new(vector![1.0, 0.1, 0.2]).expect("a box"));
            audit_extrusion(&Moving::new(bar, &*motion), span(-1.0, 4.5)).expect("a body");
        }
    }
}
