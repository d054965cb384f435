//! One-sided surfaces: nothing goes through from the front, as samples of points tell.

use super::*;
use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::motion::Rotor;

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

/// A line of segments that look anywhere.
fn zigzag<T: Real>(random: &mut StdRng, count: usize, size: f64) -> Polyline<T> {
    let place = |_| {
        let at = direction(random) * random.random_range(0.1..1.0) * size;
        vector![T::of(at.x), T::of(at.y)]
    };
    Polyline::open((0..=count).map(place).collect()).unwrap()
}

/// Points of space. Those of the plane are at z = 0.
type Points = Vec<Vector3<f64>>;

fn corners<T: Real, const D: usize>(
    surface: &impl Pieces<T, D>,
    piece: u32,
) -> Vec<SVector<f64, D>> {
    let surface = surface.surface().unwrap();
    let corners = surface.pieces()[piece as usize].iter();
    let place = |&index: &u32| surface.points()[index as usize].map(|x| x.as_f64());
    corners.map(place).collect()
}

fn in_space_of<const D: usize>(point: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| if axis < D { point[axis] } else { 0.0 })
}

/// A piece of a surface: a triangle, or a segment as a high wall.
struct Face(Points);

impl Face {
    fn of<T: Real, const D: usize>(surface: &impl Pieces<T, D>, piece: u32) -> Self {
        let corners = corners(surface, piece);
        let corners: Points = corners.iter().map(in_space_of).collect();
        let up = Vector3::z() * 9.0;
        match corners[..] {
            [p, q] => Self(vec![p - up, q - up, q + up, p + up]),
            _ => Self(corners),
        }
    }

    fn normal(&self) -> Vector3<f64> {
        let along = self.0[1] - self.0[0];
        along.cross(&(self.0[2] - self.0[0])).normalize()
    }

    /// Returns whether a point in its plane is farther than this inside of all edges.
    fn is_within(&self, point: &Vector3<f64>, rim: f64) -> bool {
        let next = self.0.iter().cycle().skip(1);
        self.0.iter().zip(next).all(|(p, q)| {
            let inward = self.normal().cross(&(q - p)).normalize();
            (point - p).dot(&inward) > rim
        })
    }

    /// Returns the steepest that points of a body come back to it, as seen from samples.
    fn most_back(&self, at: &dyn Fn(f64) -> Points) -> f64 {
        let places: Vec<_> = (0..=200).map(|step| at(f64::from(step) / 200.0)).collect();
        let pairs = places.windows(2).flat_map(|two| two[0].iter().zip(&two[1]));
        let back = pairs.map(|(p, q)| (p - q).dot(&self.normal()) * 200.0);
        back.fold(f64::MIN, f64::max)
    }

    /// Checks that no point of a body goes through it from its front to its back before a time.
    fn lets_none_through(&self, at: &dyn Fn(f64) -> Points, until: f64) {
        let height = |p: &Vector3<f64>| (p - self.0[0]).dot(&self.normal());
        let mut last = at(0.0);
        for step in 1..=100 {
            let next = at(until * f64::from(step) / 100.0);
            for (p, q) in last.iter().zip(&next) {
                let (before, after) = (height(p), height(q));
                if before > 0.0 && after < 0.0 {
                    let through = p + (q - p) * (before / (before - after));
                    assert!(!self.is_within(&through, 0.02), "in step {step}");
                }
            }
            last = next;
        }
    }
}

type Rests<'x, P, T, R, const D: usize> = MovingPieces<&'x P, AtRest<T, R, D>, T, D>;

/// Judges what a body whose pieces have corners too meets of a surface. Returns how many contacts there were from the
/// front, and pairs that were let pass.
fn judge<T: Real, P: Pieces<T, D>, R: Rotor<T, D>, const D: usize>(
    two_sided: Rests<'_, P, T, R, D>,
    one_sided: Rests<'_, P, T, R, D>,
    body: MovingPieces<&P, impl Motion<T, D>, T, D>,
) -> [usize; 2] {
    let (query, during) = (Query::new(), || T::zero()..=T::one());
    let all = query.all_contacts(&body, &two_sided, during()).unwrap();
    let listed = query.all_contacts(&body, &one_sided, during()).unwrap();
    let certified = query.certify_first_contact(&body, &one_sided, during());
    let (answer, certificate) = certified.unwrap();
    let time = answer.contact.map(|contact| contact.time);
    assert_eq!(listed.contacts.first().map(|contact| contact.time), time);
    let at = |piece: u32, time: f64| -> Points {
        let placement = body.motion().placement(T::of(time), &SVector::zeros());
        let turn = placement.rotation.map(|x| x.as_f64());
        let way = placement.translation.map(|x| x.as_f64());
        let corners = corners(body.pieces(), piece);
        let places = corners.iter().map(|corner| turn * corner + way);
        places.map(|place| in_space_of(&place)).collect()
    };
    let (mut met, mut let_pass) = (0, 0);
    for pieces in all.contacts.iter().map(|contact| contact.pieces) {
        if listed.contacts.iter().any(|other| other.pieces == pieces) {
            met += 1;
            continue;
        }
        let_pass += 1;
        let face = Face::of(two_sided.pieces(), pieces.1);
        let back = face.most_back(&|time| at(pieces.0, time));
        assert!(back < 1e-4, "{pieces:?}: {back}");
    }
    let until = time.unwrap_or(T::one());
    for triangle in 0..one_sided.pieces().tree().pieces() as u32 {
        let face = Face::of(two_sided.pieces(), triangle);
        for piece in 0..body.pieces().tree().pieces() as u32 {
            face.lets_none_through(&|time| at(piece, time), until.as_f64());
        }
    }
    if until > T::zero() {
        let claim = T::zero()..=until;
        certificate
            .verify(&body, &one_sided, T::zero(), claim)
            .unwrap();
    }
    [met, let_pass]
}

fn assert_both_seen(seen: impl Iterator<Item = [usize; 2]>) {
    let [met, let_pass] = seen.fold([0, 0], |sum, [m, l]| [sum[0] + m, sum[1] + l]);
    assert!(met > 3 && let_pass > 3, "{met} {let_pass}");
}

fn in_space<T: Real>(seed: u64)
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let mut random = random(seed);
    assert_both_seen((0..12).map(|case| {
        let mesh = soup::<T>(&mut random, 12, 0.6);
        let other = mesh.clone().one_sided();
        let body = soup::<T>(&mut random, 3, 0.2);
        let flies = flight(&mut random, [0.0, 0.1, 1.0][case % 3]);
        judge(
            still3(&mesh),
            still3(&other),
            MovingPieces::new(&body, flies),
        )
    }));
}

fn in_the_plane<T: Real>(seed: u64)
where
    UnitComplex<T>: Rotor<T, 2>,
{
    let mut random = random(seed);
    assert_both_seen((0..15).map(|case| {
        let line = zigzag::<T>(&mut random, 8, 2.0);
        let other = line.clone().one_sided();
        let body = zigzag::<T>(&mut random, 3, 0.4);
        let start = direction(&mut random) * 2.5;
        let way = direction(&mut random) * 2.0 - start * 1.5;
        let flies = slide(
            [start.x, start.y],
            [way.x, way.y],
            [0.0, 0.5, 6.0][case % 3],
        );
        judge(
            still2(&line),
            still2(&other),
            MovingPieces::new(&body, flies),
        )
    }));
}

/// A triangle lets a piece pass only if samples of its points say so.
/// No sampled point goes through from the front before the first contact. Certificates hold.
#[test]
fn no_point_goes_through_from_the_front() {
    in_space::<f64>(71);
    in_space::<f32>(72);
    in_the_plane::<f64>(73);
    in_the_plane::<f32>(74);
}
