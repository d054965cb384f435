//! Rays that start on a surface. It has no inside: they hit it at once, from the side from which they come.

use super::*;
use photofinish::shape::Triangle;

/// A floor of two triangles, from 0 to 2 along x and z, with normals upwards.
fn floor<T: Real>() -> TriMesh<T> {
    TriMesh::height_field(&[T::zero(); 4], 2, [T::of(2.0); 2]).expect("a floor")
}

/// Casts a ray at a surface, given in the surface's frame. Returns the normal of a hit in that frame; the hit is where
/// the ray starts.
fn cast<T: Real, P: Pieces<T, 3>>(
    surface: &P,
    pose: &Isometry3<T>,
    from: [f64; 3],
    along: [f64; 3],
) -> Option<Vector3<f64>> {
    let body = MovingPieces::new(surface, AtRest::new(*pose).expect("a pose"));
    let [from, along] = [from, along].map(|v| Vector3::from(v).map(T::of));
    let from = pose.transform_point(&Point::from(from)).coords;
    let ray = Ray::new(from, pose.transform_vector(&along)).expect("a ray");
    let found = Query::new().cast_ray_at_pieces(&ray, &body, T::zero(), T::of(9.0));
    let found = found.expect("a cast");
    assert_eq!(found.piece.is_some(), found.cast != RayCast::Miss);
    assert_ne!(found.cast, RayCast::Inside);
    let hit = found.cast.hit()?;
    assert!(hit.distance == T::zero() && (hit.point - from).norm() <= hit.tolerance);
    Some(pose.inverse_transform_vector(&hit.normal).map(T::as_f64))
}

fn on_a_floor<T: Real>(slack: f64) {
    let [place, turn] = [[0.3, 0.1, -0.7], [0.3, 0.2, 0.1]].map(|v| Vector3::from(v).map(T::of));
    let turned = Isometry3::new(place, turn);
    let one_sided = floor::<T>().one_sided();
    for pose in [Isometry3::identity(), turned] {
        // in a triangle, on the edge between both, on a rim
        for from in [[1.2, 0.0, 0.4], [0.7, 0.0, 1.3], [1.0, 0.0, 0.0]] {
            for along in [[0.0, 1.0, 0.0], [0.3, 0.2, 0.1], [-0.5, 0.1, 0.2]] {
                let (out, into) = (along, along.map(|x: f64| -x));
                // at a slant, other normals of a rim face the ray too
                let is_open = from[2] == 0.0 && along[0] != 0.0;
                let up = |of: Option<Vector3<f64>>, y: f64| {
                    let normal = of.expect("a surface has no inside");
                    let off = (normal - Vector3::y() * y).norm();
                    assert!(off < slack || is_open, "{from:?} {along:?} {normal:?}");
                };
                up(cast(&floor::<T>(), &pose, from, into), 1.0);
                up(cast(&floor::<T>(), &pose, from, out), -1.0);
                up(cast(&one_sided, &pose, from, into), 1.0);
                assert_eq!(cast(&one_sided, &pose, from, out), None);
            }
        }
        // along the surface both normals are right, and of one-sided triangles the one in front
        for along in [[1.0, 0.0, 0.0], [0.3, 0.0, -0.7], [-0.4, 0.0, 0.3]] {
            let normal = cast(&floor::<T>(), &pose, [1.2, 0.0, 0.4], along).expect("a hit");
            assert!((normal.y.abs() - 1.0).abs() < slack);
            let normal = cast(&one_sided, &pose, [1.2, 0.0, 0.4], along);
            assert!(normal.is_none_or(|normal| (normal - Vector3::y()).norm() < slack));
        }
    }
}

#[test]
fn a_ray_that_starts_on_a_mesh_hits_it_with_the_normal_on_its_side() {
    on_a_floor::<f64>(1e-9);
    on_a_floor::<f32>(1e-3);
}

#[test]
fn a_ray_that_starts_on_a_polyline_hits_it_with_the_normal_on_its_side() {
    let corners = vec![vector![0.0, 0.0], vector![1.0, 0.0], vector![1.0, 1.0f64]];
    let line = Polyline::closed(corners).expect("a triangle");
    for pose in [
        Isometry2::identity(),
        Isometry2::new(vector![0.3, -0.2], 0.7),
    ] {
        let body = MovingPieces::new(&line, AtRest::new(pose).expect("a pose"));
        for along in [vector![0.0, 1.0], vector![0.6, -0.8], vector![-0.8, 0.6]] {
            let from = pose * Point::from(vector![0.5, 0.0]);
            let ray = Ray::new(from.coords, pose * along).expect("a ray");
            let found = Query::new().cast_ray_at_pieces(&ray, &body, 0.0, 9.0);
            let found = found.expect("a cast");
            let hit = *found.cast.hit().expect("a line has no inside");
            assert_eq!((hit.distance, found.piece), (0.0, Some(0)));
            let normal = pose.inverse_transform_vector(&hit.normal);
            let off = (normal + Vector2::y() * along.y.signum()).norm();
            assert!(off < 1e-9, "{normal:?}");
        }
    }
}

/// A compound may have flat pieces beside others: who starts in a solid piece is inside, wherever else.
#[test]
fn a_ray_that_starts_in_a_solid_piece_is_inside_though_a_flat_one_is_there_too() {
    let flat = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0]];
    let flat = Triangle::new(flat.map(Vector3::from)).expect("a triangle");
    let solid = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a cube");
    let place = |shape: AnyShape<f64, 3>, x: f64| {
        Posed::new(shape, &Isometry3::translation(x, 0.0, 0.0)).expect("a place")
    };
    for solid_at in [0.0, 0.3, 5.0] {
        let mut pieces = [place(flat.into(), 0.0), place(solid.into(), solid_at)];
        for _ in 0..2 {
            pieces.reverse();
            let body = still3(Compound::new(pieces.to_vec()).expect("a compound"));
            let ray = Ray::new(Vector3::zeros(), -Vector3::y()).expect("a ray");
            let found = Query::new().cast_ray_at_pieces(&ray, &body, 0.0, 9.0);
            let found = found.expect("a cast");
            assert_eq!(found.cast == RayCast::Inside, solid_at < 1.0, "{found:?}");
            assert_eq!(found.cast.hit().is_some(), solid_at > 1.0);
        }
    }
}
