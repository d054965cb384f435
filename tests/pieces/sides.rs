//! One-sided surfaces: nothing goes through from the front, as samples of points tell.

use super::*;
use photofinish::pieces::Surface;

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

/// A line from point to point, as long on average as a triangle is wide.
fn zigzag<T: Real>(random: &mut StdRng, count: u32, size: f64) -> Polyline<T> {
    let points = (0..=count).map(|_| direction(random).xy() * size * random.random_range(0.5..1.5));
    Polyline::open(points.map(|point| point.map(T::of)).collect()).unwrap()
}

/// The corners of a triangle, or the ends of a segment.
#[derive(Clone, Copy)]
struct Face<const D: usize>([SVector<f64, D>; D]);

impl<const D: usize> Face<D> {
    fn of<T: Real>(surface: &Surface<T, D>, index: u32) -> Self {
        let corners = surface.pieces()[index as usize];
        Self(corners.map(|corner| surface.points()[corner as usize].map(T::as_f64)))
    }

    fn moved<T: Real>(self, motion: &impl Motion<T, D>, time: f64) -> Self {
        let placement = motion.placement(T::of(time), &SVector::zeros());
        let (turn, way) = (placement.rotation.map(T::as_f64), placement.translation);
        Self(self.0.map(|corner| turn * corner + way.map(T::as_f64)))
    }

    /// Returns the unit normal of its front: the corners of a triangle are seen from there against the clock, and
    /// the front of a segment is to its right.
    fn normal(&self) -> SVector<f64, D> {
        let to = |corner: usize| self.0[corner] - self.0[0];
        let mut normal = SVector::<f64, D>::zeros();
        if D == 2 {
            (normal[0], normal[1]) = (to(1)[1], -to(1)[0]);
        } else {
            let (e, f) = (to(1), to(D - 1));
            for k in 0..D {
                let (i, j) = ((k + 1) % D, (k + 2) % D);
                normal[k] = e[i] * f[j] - e[j] * f[i];
            }
        }
        normal.normalize()
    }

    /// Returns whether a point in its plane is farther than this inside of all its sides.
    fn is_within(&self, point: &SVector<f64, D>, rim: f64) -> bool {
        (0..D).all(|apex| {
            // the way from the side without the apex to the apex, across that side
            let [p, q] = [1, 2].map(|next| self.0[(apex + next) % D]);
            let side = if D == 2 { SVector::zeros() } else { q - p };
            let to_apex = self.0[apex] - p;
            let along = side * (side.dot(&to_apex) / side.norm_squared().max(f64::MIN_POSITIVE));
            (point - p).dot(&(to_apex - along).normalize()) > rim
        })
    }

    /// Returns the places of the corners of another one at so many times up to the last.
    fn places<T: Real>(self, motion: &impl Motion<T, D>, last: f64, count: u32) -> Vec<Self> {
        let times = (0..=count).map(|step| last * f64::from(step) / f64::from(count));
        times.map(|time| self.moved(motion, time)).collect()
    }

    /// Returns the steepest that corners of a body come back to it, as seen from samples.
    fn most_back(&self, places: &[Self]) -> f64 {
        let back = steps(places).map(|(p, q)| (p - q).dot(&self.normal()));
        back.fold(f64::MIN, f64::max) * (places.len() - 1) as f64
    }

    /// Checks that no corner of a body goes through it from its front to its back.
    fn lets_none_through(&self, places: &[Self]) {
        let height = |p: &SVector<f64, D>| (p - self.0[0]).dot(&self.normal());
        for (p, q) in steps(places) {
            let (before, after) = (height(p), height(q));
            if before > 0.0 && after < 0.0 {
                let through = p + (q - p) * (before / (before - after));
                assert!(!self.is_within(&through, 0.02), "through at {through}");
            }
        }
    }
}

/// The steps of each corner from place to place.
fn steps<const D: usize>(
    places: &[Face<D>],
) -> impl Iterator<Item = (&SVector<f64, D>, &SVector<f64, D>)> {
    let steps = places.windows(2);
    steps.flat_map(|two| two[0].0.iter().zip(&two[1].0))
}

/// Judges what a body of faces meets of a surface at rest. Returns how many contacts there were from the front, and pairs
/// that were let pass.
fn judge<T: Real, const D: usize, P: Pieces<T, D>>(
    [two_sided, one_sided]: [&P; 2],
    body: &P,
    rest: impl Motion<T, D> + Clone,
    motion: impl Motion<T, D> + Clone,
) -> [usize; 2] {
    let [surface, faces] = [two_sided, body].map(|pieces| pieces.surface().unwrap());
    let [two_sided, one_sided] =
        [two_sided, one_sided].map(|pieces| MovingPieces::new(pieces, rest.clone()));
    let flies = MovingPieces::new(body, motion.clone());
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
        let places = Face::of(faces, pieces.0).places(&motion, 1.0, 200);
        let back = Face::of(surface, pieces.1).most_back(&places);
        assert!(back < 1e-4, "{pieces:?}: {back}");
    }
    let until = time.unwrap_or(T::one());
    for piece in 0..faces.pieces().len() as u32 {
        let places = Face::of(faces, piece).places(&motion, until.as_f64(), 100);
        for face in 0..surface.pieces().len() as u32 {
            Face::of(surface, face).lets_none_through(&places);
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
    let mut seen = [[0; 2]; 2];
    for case in 0..12 {
        let turns = [0.0, 0.1, 1.0][case % 3];
        let (mesh, body) = (soup(&mut random, 12, 0.6), soup(&mut random, 3, 0.2));
        let flies = flight::<T>(&mut random, turns);
        let rest = AtRest::<T, UnitQuaternion<T>, 3>::new(Isometry3::identity()).unwrap();
        let in_space = judge([&mesh, &mesh.clone().one_sided()], &body, rest, flies);
        let (line, body) = (zigzag(&mut random, 8, 1.0), zigzag(&mut random, 2, 0.3));
        let flies = flight_in_plane::<T>(&mut random, turns);
        let rest = AtRest::<T, UnitComplex<T>, 2>::new(Isometry2::identity()).unwrap();
        let in_plane = judge([&line, &line.clone().one_sided()], &body, rest, flies);
        for (seen, new) in seen.iter_mut().zip([in_space, in_plane]) {
            *seen = [seen[0] + new[0], seen[1] + new[1]];
        }
    }
    assert!(
        seen.as_flattened().iter().all(|&count| count > 3),
        "{seen:?}"
    );
}

fn flight_in_plane<T: Real>(
    random: &mut StdRng,
    turns: f64,
) -> ConstantVelocity<T, UnitComplex<T>, 2> {
    let start = direction(random).xy().normalize() * random.random_range(1.5..3.0);
    let velocity = direction(random).xy() * 8.0 - start * 2.0;
    let spin = std::f64::consts::TAU * turns * random.random_range(-1.0..1.0);
    slide(start.into(), velocity.into(), spin)
}

/// A face lets a piece pass only if samples of its corners say so.
/// No sampled corner goes through from the front before the first contact. Certificates hold.
#[test]
fn no_point_goes_through_from_the_front() {
    check::<f64>(71);
    check::<f32>(72);
}
