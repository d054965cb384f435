use nalgebra::{Isometry3, SVector, UnitQuaternion, Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::SupportMap;
use crate::motion::AtRest;
use crate::pieces::{MovingPieces, Pieces, Polyline, TriMesh};
use crate::proximity::proximity;
use crate::shape::{Ball, Capsule, Cuboid, Triangle};
use crate::support::Posed;

fn numbers<const D: usize>(rng: &mut StdRng, most: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| rng.random_range(-most..most))
}

/// A field with flat parts, ridges and valleys.
fn field(rng: &mut StdRng) -> TriMesh<f32> {
    let heights: Vec<f32> = (0..36)
        .map(|_| rng.random_range(0..4) as f32 / 3.0)
        .collect();
    let heights = heights
        .iter()
        .map(|height| if *height < 0.9 { 0.25 } else { *height });
    let field = TriMesh::height_field(&heights.collect::<Vec<_>>(), 6, [1.0, 1.0]);
    field.expect("a mesh")
}

#[test]
fn all_that_a_body_may_come_to_is_in_the_half_space() {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut flat_parts, mut uneven) = (0, 0);
    for case in 0..80 {
        let field = field(&mut rng);
        // half of them are turned, so that nothing is flat to the last bit
        let turn = UnitQuaternion::from_scaled_axis(numbers::<3>(&mut rng, 1.0));
        let turned = |point: &Vector3<f32>| match case % 2 {
            0 => *point,
            _ => (turn * point.map(f64::from)).map(|x| x as f32),
        };
        let points = field.points().iter().map(turned).collect();
        let field = TriMesh::new(points, field.triangles().to_vec()).expect("a mesh");
        let middle = vector![rng.random_range(1.0..4.0), 1.0, rng.random_range(1.0..4.0)];
        let middle: Vector3<f32> = turned(&middle);
        let half = Vector3::repeat(rng.random_range(0.1..0.8));
        let around = SweptBox {
            min: middle - half,
            max: middle + half,
        };
        let near = pieces_in(field.tree(), &around, 12);
        let surface = field.surface().expect("a mesh is a surface");
        let Some(flat) = near.and_then(|near| FlatPart::around(surface, near, &middle)) else {
            continue;
        };
        flat_parts += 1;
        let [normal, point] = [flat.half_space.normal(), flat.half_space.point()];
        let [normal, point] = [normal, point].map(|numbers| numbers.map(f64::from));
        assert!(normal.dot(&(middle.map(f64::from) - point)) >= -1e-4);
        for piece in 0..field.triangles().len() as u32 {
            let corners = surface.corners(piece);
            let (low, high) = (corners[0].inf(&corners[1]), corners[0].sup(&corners[1]));
            let (low, high) = (low.inf(&corners[2]), high.sup(&corners[2]));
            let is_near = SweptBox {
                min: low,
                max: high,
            }
            .overlaps(&around);
            let heights = corners.map(|corner| normal.dot(&(corner.map(f64::from) - point)));
            let highest = heights.into_iter().fold(f64::MIN, f64::max);
            // the normal is taken as it is, though its length is off by rounding
            assert!(!is_near || highest <= 0.0, "case {case}: {highest}");
            // nothing is far below where a piece is said to be in the boundary
            let foot = (corners[0] + corners[1] + corners[2]) / 3.0;
            if let Some(under) = flat.under(&foot, 0.05).filter(|under| under.piece == piece) {
                let lowest = heights.into_iter().fold(f64::MAX, f64::min);
                assert!(-lowest <= f64::from(under.below) && under.below < 1e-4);
                uneven += usize::from(under.below > 0.0);
                assert!(case % 2 == 1 || under.below == 0.0 || normal.amax() < 0.9999);
            }
        }
    }
    assert!(flat_parts > 11 && uneven > 1, "{flat_parts} {uneven}");
}

#[test]
fn bodies_well_over_a_piece_are_as_deep_in_it_as_in_the_half_space() {
    let mut rng = StdRng::seed_from_u64(2);
    let (mut well_over, mut at_edges) = (0, 0);
    for case in 0..1_000 {
        let corners: [Vector3<f64>; 3] = std::array::from_fn(|_| {
            let corner = numbers::<3>(&mut rng, 1.0);
            vector![corner.x, 0.0, corner.z]
        });
        let mesh = TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a mesh");
        let surface = mesh.surface().expect("a mesh is a surface");
        let place = Isometry3::from_parts(
            numbers::<3>(&mut rng, 0.3).into(),
            UnitQuaternion::from_scaled_axis(numbers::<3>(&mut rng, 3.0)),
        );
        let [x, y, z] = std::array::from_fn(|_| rng.random_range(0.02..0.4));
        let (depth, width, found) = match case % 3 {
            0 => deep(Ball::new(x).expect("a ball"), place, &mut rng, &corners),
            1 => deep(
                Capsule::new(x, y).expect("a capsule"),
                place,
                &mut rng,
                &corners,
            ),
            _ => deep(
                Cuboid::new(vector![x, y, z]).expect("a box"),
                place,
                &mut rng,
                &corners,
            ),
        };
        let Some(flat) = FlatPart::around(surface, vec![0], &vector![0.0, 1.0, 0.0]) else {
            continue;
        };
        let (deepest, radius, in_piece) = found;
        let within = depth * radius * 4.0 / width;
        if flat.under(&deepest, within).is_some() {
            well_over += 1;
            assert!(
                (in_piece - depth).abs() < 1e-9,
                "case {case}: {in_piece} {depth}"
            );
        } else if flat.under(&deepest, 0.0).is_some() {
            at_edges += usize::from(in_piece < depth - 1e-9);
        }
    }
    assert!(well_over > 30 && at_edges > 5, "{well_over} {at_edges}");
}

/// Puts a shape into the plane at height 0 by less than half of its width. Returns its depth there, its width, and its
/// deepest point, the radius of a ball around it, and its depth in a triangle.
fn deep<S: SupportMap<f64, 3>>(
    shape: S,
    mut place: Isometry3<f64>,
    rng: &mut StdRng,
    corners: &[Vector3<f64>; 3],
) -> (f64, f64, (Vector3<f64>, f64, f64)) {
    let width = shape.inner_diameter();
    let depth = width * rng.random_range(0.001..0.5);
    let down = -Vector3::y();
    let lowest = |place: &Isometry3<f64>| {
        let posed = Posed::new(&shape, place).expect("a pose");
        posed.support_point(&down)
    };
    place.translation.vector.y -= lowest(&place).y + depth;
    let posed = Posed::new(&shape, &place).expect("a pose");
    let triangle = Triangle::new(*corners).expect("a triangle");
    let triangle = Posed::new(triangle, &Isometry3::identity()).expect("a pose");
    let in_piece = -proximity(&posed, &triangle).signed_distance();
    let radius = shape.reach(&Vector3::zeros());
    (depth, width, (lowest(&place), radius, in_piece))
}

#[test]
fn points_are_over_a_segment_of_the_plane_as_far_as_they_are_from_its_ends() {
    let points = vec![vector![0.0, 0.0], vector![2.0, 0.0], vector![3.0, -1.0]];
    let line = Polyline::open(points).expect("a polyline");
    let surface = line.surface().expect("a polyline is a surface");
    for side in [1.0, -1.0] {
        let flat = FlatPart::around(surface, vec![0], &vector![1.0, side]).expect("a line");
        let normal = flat.half_space.normal();
        assert_eq!((normal.x, normal.y), (0.0, side));
        for (x, within, is_over) in [
            (0.5, 0.499, true),
            (0.5, 0.501, false),
            (1.5, 0.499, true),
            (1.5, 0.501, false),
            (-0.1, 0.0, false),
            (2.1, 0.0, false),
            (f64::NAN, 0.0, false),
        ] {
            let point = vector![x, 0.3 * side];
            let under = flat.under(&point, within);
            assert_eq!(
                under.map(|under| under.piece),
                is_over.then_some(0),
                "{x} {within}"
            );
        }
    }
    // the second segment goes down on one side of the first one, and up on the other
    let both = |side: f64| FlatPart::around(surface, vec![0, 1], &vector![1.0, side]);
    assert!(both(1.0).is_some_and(|flat| flat.half_space.normal().y == 1.0));
    let below = both(-1.0).map(|flat| flat.half_space.normal().x);
    assert!(below.is_none_or(|x| x != 0.0), "{below:?}");
}

/// Random discs between two points, over two or three triangles of a plane: each point of them is in a triangle.
#[test]
fn discs_that_pieces_are_around_are_in_them() {
    let mut rng = StdRng::seed_from_u64(4);
    let (mut in_one, mut in_two) = (0, 0);
    for case in 0..1_000 {
        let corner = |rng: &mut StdRng| {
            let corner = numbers::<3>(rng, 2.0);
            vector![corner.x, 0.0, corner.z]
        };
        let points: Vec<_> = (0..5).map(|_| corner(&mut rng)).collect();
        let triangles = vec![[0, 1, 2], [1, 2, 3], [2, 3, 4]];
        let mesh = TriMesh::new(points, triangles).expect("a mesh");
        let surface = mesh.surface().expect("a mesh is a surface");
        let side = vector![0.0, 1.0, 0.0];
        let Some(flat) = FlatPart::around(surface, vec![0, 1, 2], &side) else {
            continue;
        };
        let discs = [(); 2].map(|()| (corner(&mut rng), rng.random_range(0.0..0.3)));
        if !flat.is_around(&discs) {
            continue;
        }
        let is_over = |point: &Vector3<f64>| {
            let inside = |piece: u32| {
                let corners = surface.corners(piece);
                (0..3).all(|tip| from_side(&corners, tip, point) >= -1e-9)
            };
            (0..3).any(inside)
        };
        let mut alone = (0..3).map(|piece| surface.corners(piece));
        let is_in_one = alone.any(|corners| {
            let mut discs = discs.iter();
            discs.all(|(point, room)| (0..3).all(|tip| from_side(&corners, tip, point) >= *room))
        });
        if is_in_one {
            in_one += 1;
        } else {
            in_two += 1;
        }
        for _ in 0..50 {
            let share = rng.random_range(0.0..=1.0);
            let turn: f64 = rng.random_range(0.0..std::f64::consts::TAU);
            let [(a, r), (b, s)] = [discs[0], discs[1]];
            let room = r.min(s) * rng.random_range(0.0f64..1.0).sqrt();
            let point = a + (b - a) * share + vector![turn.cos(), 0.0, turn.sin()] * room;
            assert!(is_over(&point), "case {case}: {discs:?}");
        }
    }
    assert!(in_one > 2 && in_two > 0, "{in_one} {in_two}");
}

#[test]
fn a_box_that_is_seen_from_another_frame_contains_all_of_it() {
    let mut rng = StdRng::seed_from_u64(3);
    let mesh = field(&mut rng);
    for _ in 0..300 {
        let pose: Isometry3<f32> = Isometry3::from_parts(
            numbers::<3>(&mut rng, 90.0).map(|x| x as f32).into(),
            UnitQuaternion::from_scaled_axis(numbers::<3>(&mut rng, 3.0).map(|x| x as f32)),
        );
        let body = MovingPieces::new(&mesh, AtRest::new(pose).expect("a pose"));
        let [one, other] = [(); 2].map(|()| numbers::<3>(&mut rng, 50.0).map(|x| x as f32));
        let around = SweptBox {
            min: one.inf(&other),
            max: one.sup(&other),
        };
        let seen = seen_from(&body.body(), 0.0, &around);
        let exact = pose.cast::<f64>();
        // the rotation is scaled to unit length
        let rotation = UnitQuaternion::new_normalize(exact.rotation.into_inner());
        for corner in 0..8 {
            let pick = |axis: usize| match corner >> axis & 1 {
                0 => f64::from(around.min[axis]),
                _ => f64::from(around.max[axis]),
            };
            let corner = vector![pick(0), pick(1), pick(2)] - exact.translation.vector;
            let corner = rotation.inverse_transform_vector(&corner);
            for axis in 0..3 {
                let (low, high) = (f64::from(seen.min[axis]), f64::from(seen.max[axis]));
                assert!(low <= corner[axis] && corner[axis] <= high);
            }
        }
    }
}
