//! Manifolds on half-spaces and the gate for slow bodies over them, against closed forms.

use photofinish::Manifold;
use photofinish::swept::cannot_sink_into;

use crate::build::*;

fn vector_in<T: Real, const D: usize>(random: &mut StdRng, size: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(random.random_range(-size..size)))
}

/// A box at a small slant, as deep as its deepest corner: the points are its corners within a margin.
fn corners<T: Real>(slack: f64) {
    let mut random = StdRng::seed_from_u64(8);
    let mut seen = [0; 5];
    for round in 0..240 {
        let normal = vector_in::<T, 3>(&mut random, 1.0);
        let floor = HalfSpace::new(normal, vector_in(&mut random, 10.0)).unwrap();
        let half = vector![0.5, 0.75, 1.0];
        let tilt = [0.0, 1e-3, 0.05, 3.0][round % 4];
        let up = UnitQuaternion::rotation_between(&Vector3::y(), &floor.normal().map(T::as_f64));
        let turn =
            up.unwrap() * UnitQuaternion::from_scaled_axis(vector_in(&mut random, tilt + 1e-300));
        let place = floor.point().map(T::as_f64) + up.unwrap() * vector![3.0, 0.7, -2.0];
        let pose = Isometry3::from_parts(place.into(), turn).cast::<T>();
        let block = Posed::new(Cuboid::new(half.map(T::of)).unwrap(), &pose).unwrap();
        let height = |point: Vector3<f64>| {
            (floor.normal().map(T::as_f64)).dot(&(point - floor.point().map(T::as_f64)))
        };
        let all = (0..8).map(|corner| {
            let sign = |bit: usize| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let corner = half.component_mul(&vector![sign(0), sign(1), sign(2)]);
            let corner = pose.translation.vector.map(T::as_f64) + turn * corner;
            (corner, height(corner))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let within = 0.02;
        let contact = *floor.proximity(&block).contact();
        let mut manifold = Manifold::new().within(T::of(within)).merging(T::of(1e-5));
        let points = manifold.update_on(&floor, &block, &contact).unwrap();
        seen[points.len()] += 1;
        let near = |margin: f64| {
            let most = all[0].1 + within + margin;
            all.iter()
                .filter(|(_, height)| *height < most)
                .count()
                .min(4)
        };
        let expected = near(-slack)..=near(slack);
        assert!(expected.contains(&points.len()), "{points:?}");
        for point in points {
            assert_eq!(point.id.feature_a, Feature::Face(0));
            let is_corner = matches!(point.id.feature_b, Feature::Vertex(_));
            let at = point.witness_b.map(T::as_f64);
            let is_there = all.iter().any(|(corner, _)| (corner - at).norm() < slack);
            assert!(is_corner && is_there, "{point:?}");
            assert!((point.separation.as_f64() - height(at)).abs() < slack);
            assert!(height(point.witness_a.map(T::as_f64)).abs() < slack);
        }
    }
    assert!(seen[1] > 12 && seen[2] > 1 && seen[4] > 60, "{seen:?}");
}

#[test]
fn a_box_touches_a_half_space_with_its_lowest_corners() {
    corners::<f64>(1e-9);
    corners::<f32>(3e-5);
}

#[test]
fn manifolds_in_the_plane_and_of_round_bodies() {
    let floor = HalfSpace::new(vector![0.0, 1.0], vector![1e3, 2.0]).unwrap();
    let mut manifold = Manifold::new();
    let mut count = |body: &dyn SupportMap<f64, 2>| {
        let contact = *floor.proximity(&body).contact();
        let points = manifold.update_on(&floor, &body, &contact).unwrap();
        for point in points {
            assert!((point.witness_a.y - 2.0).abs() < 1e-9);
            assert_eq!(point.id.feature_a, Feature::Face(0));
        }
        points.len()
    };
    let at = |y: f64| Isometry2::translation(-5.0, y);
    assert_eq!(count(&Posed::new(cuboid([1.0, 0.5]), &at(2.5)).unwrap()), 2);
    assert_eq!(count(&Posed::new(ball(0.5), &at(2.4)).unwrap()), 1);
    let lying = Capsule::between(vector![3.0, 2.5], vector![4.0, 2.5], 0.5);
    assert_eq!(count(&lying.unwrap()), 2);
    let standing = Segment::new([vector![3.0, 1.9], vector![3.0, 4.0]]);
    assert_eq!(count(&standing.unwrap()), 1);
}

/// The manifold at an impact far from the origin, and the same one in the body's own place.
#[test]
fn a_block_lands_on_its_face() {
    let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![1e6, 0.0, 0.0]).unwrap();
    let fall = flight3([1e6, 3.0, 0.0], [0.0, -1.0, 0.0]);
    let block = moving(cuboid([0.5; 3]), fall);
    let solution = Query::new().time_of_impact_on(&floor, &block, 0.0..=9.0);
    let impact = impact(solution.unwrap());
    let mut manifold = Manifold::new();
    let points = manifold.update_on_at(&floor, &block, impact.time, &impact.contact);
    let points = points.unwrap();
    assert_eq!(points.len(), 4);
    for point in points {
        assert_eq!(f64::abs(point.witness_b.x - 1e6), 0.5);
        assert!(f64::abs(point.witness_b.y) < 1e-6);
        assert!((0.0..1e-6).contains(&point.separation));
    }
}

#[test]
fn the_gate_lets_bodies_go_no_deeper_than_to_their_middle() {
    let floor = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0]).unwrap();
    let falls = |speed: f64| moving(ball(0.25), gliding([0.0, 0.25], [0.0, -speed]));
    let gate = |speed, slop| cannot_sink_into(&floor, &falls(speed), span(0.0, 1.0), slop);
    for (speed, slop, is_slow) in [
        (0.24, 0.0, true),
        (0.26, 0.0, false),
        (0.2, 0.04, true),
        (0.2, 0.06, false),
    ] {
        assert_eq!(gate(speed, slop), Ok(is_slow), "{speed} {slop}");
    }
    assert_refused(&gate(0.1, -1.0), "InvalidLength");
}
