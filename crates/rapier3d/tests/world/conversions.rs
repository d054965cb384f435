//! Shapes are the same after they were converted.

use photofinish::SupportMap;
use photofinish::body::AnyForm;
use photofinish::pieces::Pieces;
use photofinish::shape::Ellipsoid;
use photofinish_rapier::math::{isometry, to_pose, vector};
use photofinish_rapier::{ConversionError, Solid, to_parry};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::dimension::{random_turn, thin_ground, v};
use crate::rapier::prelude::*;

fn random_vector(rng: &mut StdRng, most: Real) -> Vector {
    let mut number = || rng.random_range(-most..most);
    v(number(), number(), number())
}

/// All convex shapes of parry.
fn convex_shapes() -> Vec<SharedShape> {
    let [a, b, c] = [v(1.0, 0.2, 0.3), v(-0.5, 1.0, 0.1), v(-0.3, -0.8, 0.7)];
    let points = [a, b, c, v(0.1, 0.2, -1.0), v(0.9, -0.6, -0.2)];
    let mut shapes = vec![
        SharedShape::ball(0.7),
        SharedShape::capsule(a, b, 0.25),
        SharedShape::segment(a, c),
        SharedShape::triangle(a, b, c),
        SharedShape::round_triangle(a, b, c, 0.125),
        SharedShape::convex_hull(&points).expect("a hull"),
        SharedShape::round_convex_hull(&points, 0.25).expect("a hull"),
    ];
    #[cfg(feature = "dim2")]
    shapes.extend([
        SharedShape::cuboid(1.0, 0.5),
        SharedShape::round_cuboid(1.0, 0.5, 0.25),
    ]);
    #[cfg(feature = "dim3")]
    shapes.extend([
        SharedShape::cuboid(1.0, 0.5, 0.25),
        SharedShape::round_cuboid(1.0, 0.5, 0.25, 0.125),
        SharedShape::cylinder(1.0, 0.5),
        SharedShape::round_cylinder(1.0, 0.5, 0.25),
        SharedShape::cone(1.0, 0.5),
        SharedShape::round_cone(1.0, 0.5, 0.25),
    ]);
    shapes
}

#[test]
fn convex_shapes_have_the_same_support_values() {
    let mut rng = StdRng::seed_from_u64(1);
    for shape in convex_shapes() {
        let kind = shape.shape_type();
        let place = Pose::new(random_vector(&mut rng, 2.0), random_turn(&mut rng, 3.0));
        let Ok(Solid::Form(AnyForm::Shape(ours))) = Solid::placed(&*shape, &place) else {
            panic!("{kind:?} is convex");
        };
        let Ok(Solid::Form(AnyForm::Shape(in_frame))) = Solid::of_shape(&*shape) else {
            panic!("{kind:?} is convex");
        };
        let back = to_parry(&in_frame).expect("a shape that came from there");
        for _ in 0..50 {
            let direction = random_vector(&mut rng, 1.0);
            let value = |shape: &SharedShape| {
                let map = shape.as_support_map().expect("convex");
                map.support_point(&place, direction).dot(direction)
            };
            let ours = vector(direction).dot(&ours.support_point(&vector(direction)));
            for off in [ours, value(&back)].map(|other| other - value(&shape)) {
                assert!(off.abs() < 1e-5, "{kind:?}: {off}");
            }
        }
    }
}

#[test]
fn surfaces_and_compounds_have_their_pieces() {
    let pieces_of = |collider: ColliderBuilder| match Solid::of_shape(&*collider.shape) {
        Ok(Solid::Form(AnyForm::Pieces(pieces))) => pieces.tree().pieces(),
        other => panic!("no pieces: {other:?}"),
    };
    let ground = pieces_of(thin_ground(4.0, 3));
    assert_eq!(ground, if cfg!(feature = "dim3") { 18 } else { 3 });
    let along = |x: usize| v(x as Real, 0.0, 0.0);
    let part = |x| (Pose::from_translation(along(x)), SharedShape::ball(0.5));
    let compound = ColliderBuilder::compound(vec![part(0), part(1)]);
    assert_eq!(pieces_of(compound), 2);
    let voxels = ColliderBuilder::voxels_from_points(v(1.0, 1.0, 1.0), &[0, 1, 2, 3].map(along));
    assert_eq!(pieces_of(voxels), 4);
}

#[test]
fn half_spaces_are_floors_where_they_stand() {
    let half = SharedShape::halfspace(v(0.0, 1.0, 0.0));
    let place = Pose::from_translation(v(3.0, 2.0, 0.0));
    let Ok(Solid::Floor(floor)) = Solid::placed(&*half, &place) else {
        panic!("a half-space is a floor");
    };
    assert_eq!(floor.normal(), &vector(v(0.0, 1.0, 0.0)));
    assert_eq!(floor.point(), &vector(v(3.0, 2.0, 0.0)));
}

#[test]
fn poses_are_the_same_after_both_ways() {
    let mut rng = StdRng::seed_from_u64(2);
    for _ in 0..100 {
        let pose = Pose::new(random_vector(&mut rng, 9.0), random_turn(&mut rng, 3.0));
        assert_eq!(to_pose(&isometry(&pose)), pose);
        let point = random_vector(&mut rng, 3.0);
        let moved = isometry(&pose) * nalgebra::Point::from(vector(point));
        assert!((moved.coords - vector(pose.transform_point(point))).norm() < 1e-5);
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    let refused = Solid::of_shape(&*SharedShape::ball(Real::NAN));
    assert!(matches!(refused, Err(ConversionError::Shape(_))));
    let ellipsoid = Ellipsoid::new(vector(v(1.0, 2.0, 3.0))).expect("an ellipsoid");
    let refused = to_parry(&ellipsoid.into()).unwrap_err();
    assert_eq!(refused, ConversionError::NotInParry { name: "ellipsoid" });
}
