//! Rays at triangles, against closed forms: inside the edges they need no search, near them and at the start they do.

use super::*;
use nalgebra::Point3;
use photofinish::support::Feature;

/// A triangle somewhere in the world, and a ray.
struct Case<T: Real> {
    triangle: TriMesh<T>,
    pose: Isometry3<T>,
    ray: Ray<T, 3>,
    /// The corners in the world, as seen from the start of the ray.
    corners: [Vector3<f64>; 3],
    along: Vector3<f64>,
}

impl<T: Real> Case<T> {
    /// A ray that is aimed at a point of the triangle's plane, given by its shares of the corners.
    fn random(rng: &mut StdRng, far: f64, shares: [f64; 3]) -> Self {
        let size = 10f64.powf(rng.random_range(-2.0..2.0));
        let mut corners = [(); 3].map(|()| direction(rng) * size);
        if rng.random_ratio(1, 3) {
            // a sliver
            corners[2] = corners[0].lerp(&corners[1], 0.4) + direction(rng) * (size * 1e-2);
        }
        let place = direction(rng) * far;
        let pose = Isometry3::new(place, direction(rng) * 3.0).cast::<T>();
        let triangle = TriMesh::new(corners.map(|p| p.map(T::of)).to_vec(), vec![[0, 1, 2]]);
        let triangle = triangle.expect("a triangle");
        // where the corners are, but for the rounding of `f64`
        let turn = UnitQuaternion::from_quaternion(pose.rotation.coords.map(T::as_f64).into());
        let exact = Isometry3::from_parts(pose.translation.vector.map(T::as_f64).into(), turn);
        let placed = [0, 1, 2].map(|index| triangle.points()[index].map(T::as_f64));
        let placed = placed.map(|corner: Vector3<f64>| (exact * Point3::from(corner)).coords);
        let aim = placed[0] * shares[0] + placed[1] * shares[1] + placed[2] * shares[2];
        let start = (aim + direction(rng) * (size * rng.random_range(0.2..5.0))).map(T::of);
        let from = start.map(T::as_f64);
        let ray = Ray::new(start, (aim - from).map(T::of)).expect("a direction");
        Self {
            triangle,
            pose,
            corners: placed.map(|corner| corner - from),
            along: ray.direction().map(T::as_f64).normalize(),
            ray,
        }
    }

    fn cast(&self, query: &Query<T>, most: T) -> RayCast<T, 3> {
        let rest = AtRest::new(self.pose).expect("a pose");
        let body = MovingPieces::new(&self.triangle, rest);
        let found = query.cast_ray_at_pieces(&self.ray, &body, T::of(0.0), most);
        found.expect("a valid cast").cast
    }

    fn normal(&self) -> Vector3<f64> {
        let [p, q, r] = self.corners;
        let normal = (q - p).cross(&(r - p)).normalize();
        normal * -normal.dot(&self.along).signum()
    }

    /// How far the ray goes to the plane.
    fn far(&self) -> f64 {
        let normal = self.normal();
        normal.dot(&self.corners[0]) / normal.dot(&self.along)
    }

    /// The largest coordinate, by which rounding grows.
    fn scale(&self) -> f64 {
        let places = self.corners.iter().map(|corner| corner.norm());
        let start = self.ray.at(T::of(0.0)).map(T::as_f64).norm();
        places.fold(start, f64::max)
    }
}

/// Inside the triangle: the hit is where the plane is, early by no more than a tolerance takes and never late.
fn rays_inside_hit<T: Real>() {
    let mut rng = random(31);
    let mut faces = 0;
    for round in 0..3000 {
        let shares = [(); 3].map(|()| rng.random_range(0.05..1.0));
        let sum: f64 = shares.iter().sum();
        let far = [0.0, 10.0, 1e4][round % 3];
        let case = Case::<T>::random(&mut rng, far, shares.map(|share| share / sum));
        let rounding = T::EPSILON.as_f64() * case.scale() * 32.0;
        let steep = case.normal().dot(&case.along).abs();
        let apart = case.far() * steep;
        // where rounding hides the triangle there is nothing to compare
        let [p, q, r] = case.corners;
        let longest = (q - p).norm().max((r - p).norm()).max((r - q).norm());
        let thickness = (q - p).cross(&(r - p)).norm() / longest;
        if apart < rounding * 50.0 || thickness < rounding * 500.0 || steep < 0.05 {
            continue;
        }
        let target = [0.0, 0.1 * apart][round / 3 % 2];
        let query = Query::new().target_distance(T::of(target));
        let found = case.cast(&query, T::of(f64::INFINITY));
        let hit = found.hit().unwrap_or_else(|| panic!("{round}: {found:?}"));
        let (far, tolerance) = (hit.distance.as_f64(), hit.tolerance.as_f64());
        // the height over the plane at the end of the ray
        let height = (case.far() - far) * steep;
        if target == 0.0 {
            let late = (-rounding..=tolerance + rounding).contains(&height);
            assert!(late, "{round}: {height} and {tolerance}");
            let at = hit.point.map(T::as_f64) - case.ray.at(T::of(0.0)).map(T::as_f64);
            let above = case.normal().dot(&(at - p)).abs();
            assert!(above <= rounding + tolerance * 0.1, "{round}: {above}");
            let off = (at - case.along * far).norm();
            assert!(off <= tolerance + rounding, "{round}: {off}");
        } else {
            let pose = Posed::new(case.triangle.piece(0), &case.pose).expect("a pose");
            let searched = query.cast_ray(&case.ray, &pose, T::of(f64::INFINITY));
            let searched = *searched.expect("a valid cast").hit().expect("a hit");
            let differ = (searched.distance.as_f64() - far).abs() * steep;
            let tolerances = tolerance + searched.tolerance.as_f64();
            assert!(differ <= tolerances + rounding, "{round}: {differ}");
        }
        if hit.feature == Feature::Face(0) {
            faces += 1;
            let normal = hit.normal.map(T::as_f64);
            assert!((normal - case.normal()).norm() < 1e-2, "{round}: {normal}");
        }
        // one that ends before is a miss
        let before = (far - 4.0 * tolerance / steep).max(0.0);
        let short = case.cast(&query, T::of(before));
        assert_eq!(short, RayCast::Miss, "{round}");
    }
    assert!(faces > 1000, "{faces}");
}

#[test]
fn rays_inside_the_edges_hit() {
    rays_inside_hit::<f64>();
    rays_inside_hit::<f32>();
}

/// A point that is exact, and not at its location.
struct Aside(Vector3<f64>);

impl SupportMap<f64, 3> for Aside {
    fn support_point(&self, _direction: &Vector3<f64>) -> Vector3<f64> {
        self.0
    }
    fn extents(&self) -> Vector3<f64> {
        self.0.abs()
    }
    fn rounding(&self) -> Vector3<f64> {
        Vector3::zeros()
    }
}

/// The location is over the triangle, and the point is elsewhere.
#[test]
fn a_point_off_its_location_is_cast_from_where_it_is() {
    let corners = [[-2.0, -2.0, -3.0], [4.0, -2.0, -3.0], [-2.0, 4.0, -3.0]];
    let body = still3(mesh(&corners, &[[0, 1, 2]]));
    let cast = |point: Vector3<f64>| {
        let down = -Vector3::z();
        let found = Query::new().cast_shape_at_pieces(&Aside(point), down, &body, 0.0, 9.0);
        found.expect("a valid cast").cast
    };
    assert_eq!(cast(vector![10.0, 0.0, 0.0]), ShapeCast::Miss);
    let ShapeCast::Hit(hit) = cast(vector![-1.0, 0.5, 1.0]) else {
        panic!("the triangle is below");
    };
    assert!((hit.distance - 4.0).abs() < 1e-6);
    assert!((hit.contact.witness_a - vector![-1.0, 0.5, -3.0]).norm() < 1e-6);
}
