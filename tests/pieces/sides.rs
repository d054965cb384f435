//! One-sided surfaces: nothing goes through from the front, as samples of points tell.

use super::*;

/// Triangles that look anywhere.
fn soup<T: Real>(random: &mut StdRng, count: u32, size: f64) -> TriMesh<T> {
    let mut points = Vec::new();
    for _ in 0..count {
        let middle = direction(random) * random.random_range(0.0..2.5 * size);
        points.extend((0..3).map(|_| (middle + direction(random) * size).map(T::of)));
    }
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    TriMesh::new(points, triangles.collect()).unwrap()
}

/// The corners of a triangle.
#[derive(Clone, Copy)]
struct Face([Vector3<f64>; 3]);

impl Face {
    fn of<T: Real>(mesh: &TriMesh<T>, index: u32) -> Self {
        let corners = mesh.triangles()[index as usize];
        Self(corners.map(|corner| mesh.points()[corner as usize].map(T::as_f64)))
    }

    fn moved<T: Real>(self, motion: &impl Motion<T, 3>, time: f64) -> Self {
        let placement = motion.placement(T::of(time), &Vector3::zeros());
        let (turn, way) = (placement.rotation.map(T::as_f64), placement.translation);
        Self(self.0.map(|corner| turn * corner + way.map(T::as_f64)))
    }

    fn normal(&self) -> Vector3<f64> {
        let [p, q, r] = self.0;
        (q - p).cross(&(r - p)).normalize()
    }

    /// Returns whether a point in its plane is farther than this inside of all edges.
    fn is_within(&self, point: &Vector3<f64>, rim: f64) -> bool {
        let [p, q, r] = self.0;
        [(p, q), (q, r), (r, p)].iter().all(|(p, q)| {
            let inward = self.normal().cross(&(q - p)).normalize();
            (point - p).dot(&inward) > rim
        })
    }

    /// Returns the places of the corners of another one at so many times up to the last.
    fn places<T: Real>(self, motion: &impl Motion<T, 3>, last: f64, count: u32) -> Vec<Self> {
        let times = (0..=count).map(|step| last * f64::from(step) / f64::from(count));
        times.map(|time| self.moved(motion, time)).collect()
    }

    /// Returns the steepest that corners of a body come back to it, as seen from samples.
    fn most_back(&self, places: &[Self]) -> f64 {
        let pairs = places
            .windows(2)
            .flat_map(|two| two[0].0.iter().zip(&two[1].0));
        let back = pairs.map(|(p, q)| (p - q).dot(&self.normal()));
        back.fold(f64::MIN, f64::max) * (places.len() - 1) as f64
    }

    /// Checks that no corner of a body goes through it from its front to its back.
    fn lets_none_through(&self, places: &[Self]) {
        let height = |p: &Vector3<f64>| (p - self.0[0]).dot(&self.normal());
        for (p, q) in places
            .windows(2)
            .flat_map(|two| two[0].0.iter().zip(&two[1].0))
        {
            let (before, after) = (height(p), height(q));
            if before > 0.0 && after < 0.0 {
                let through = p + (q - p) * (before / (before - after));
                assert!(!self.is_within(&through, 0.02), "through at {through}");
            }
        }
    }
}

/// Judges what a body of triangles meets of a surface. Returns how many contacts there were from the front, and pairs
/// that were let pass.
fn judge<T: Real>(mesh: &TriMesh<T>, body: &TriMesh<T>, motion: Flight<T>) -> [usize; 2] {
    let one_sided = mesh.clone().one_sided();
    let (two_sided, one_sided) = (still3(mesh), still3(&one_sided));
    let flies = MovingPieces::new(body, motion);
    let (query, during) = (Query::new(), || T::zero()..=T::one());
    let all = query.all_contacts(&flies, &two_sided, during()).unwrap();
    let listed = query.all_contacts(&flies, &one_sided, during()).unwrap();
    let certified = query.certify_first_contact(&flies, &one_sided, during());
    let (answer, certificate) = certified.unwrap();
    let time = answer.contact.map(|contact| contact.time);
    assert_eq!(listed.contacts.first().map(|contact| contact.time), time);
    let [mut met, mut let_pass] = [0; 2];
    for pieces in all.contacts.iter().map(|contact| contact.pieces) {
        if listed.contacts.iter().any(|other| other.pieces == pieces) {
            met += 1;
            continue;
        }
        let_pass += 1;
        let places = Face::of(body, pieces.0).places(&motion, 1.0, 200);
        let back = Face::of(mesh, pieces.1).most_back(&places);
        assert!(back < 1e-4, "{pieces:?}: {back}");
    }
    let until = time.unwrap_or(T::one());
    for piece in 0..body.triangles().len() as u32 {
        let places = Face::of(body, piece).places(&motion, until.as_f64(), 100);
        for triangle in 0..mesh.triangles().len() as u32 {
            Face::of(mesh, triangle).lets_none_through(&places);
        }
    }
    if until > T::zero() {
        let claim = T::zero()..=until;
        let verified = certificate.verify(&flies, &one_sided, T::zero(), claim);
        verified.unwrap();
    }
    [met, let_pass]
}

fn check<T: Real>(seed: u64) {
    let mut random = random(seed);
    let [mut met, mut let_pass] = [0; 2];
    for case in 0..12 {
        let (mesh, body) = (soup(&mut random, 12, 0.6), soup(&mut random, 3, 0.2));
        let flies = flight::<T>(&mut random, [0.0, 0.1, 1.0][case % 3]);
        let seen = judge(&mesh, &body, flies);
        (met, let_pass) = (met + seen[0], let_pass + seen[1]);
    }
    assert!(met > 3 && let_pass > 3, "{met} {let_pass}");
}

/// A triangle lets a piece pass only if samples of its corners say so.
/// No sampled corner goes through from the front before the first contact. Certificates hold.
#[test]
fn no_point_goes_through_from_the_front() {
    check::<f64>(71);
    check::<f32>(72);
}
