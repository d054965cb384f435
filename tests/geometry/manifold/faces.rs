//! Prisms whose faces touch in any pose: the manifold is the polygon that both faces share, as exact clipping finds it.

use std::collections::HashSet;

use crate::bodies::*;

use super::area;
use super::clipping::clip;

/// The number of pairs for each scalar.
const PAIRS: u32 = 150;

/// Returns a convex polygon with whole coordinates, counter-clockwise: sides that add up to nothing, in the order of
/// their angles.
fn polygon(rng: &mut StdRng) -> Vec<[i64; 2]> {
    if rng.random_ratio(1, 3) {
        return vec![[0, 0], [6, 0], [6, 6], [0, 6]];
    }
    // one in three is a sliver
    let height = if rng.random_ratio(1, 3) { 1 } else { 4 };
    let count = rng.random_range(2..6);
    loop {
        let mut side = || [rng.random_range(-4..=4), rng.random_range(-height..=height)];
        let mut sides: Vec<[i64; 2]> = (0..count).map(|_| side()).collect();
        sides.push([0, 1].map(|axis| -sides.iter().map(|side| side[axis]).sum::<i64>()));
        let angle = |[x, y]: &[i64; 2]| (*y as f64).atan2(*x as f64);
        sides.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let mut corner = [0, 0];
        let next = |[x, y]: &[i64; 2]| {
            corner = [corner[0] + x, corner[1] + y];
            corner
        };
        let corners: Vec<_> = sides.iter().map(next).collect();
        let exact: Vec<_> = corners.iter().map(|p| p.map(|x| x as f64)).collect();
        if area(&exact) > 0.0 {
            return corners;
        }
    }
}

/// Returns a prism with this face at height zero, which reaches up or down by 30.
fn prism<T: Real>(face: &[[i64; 2]], up: bool) -> ConvexHull<T, 3> {
    let far = T::of(if up { 30.0 } else { -30.0 });
    let corner = |&[x, y]: &[i64; 2], z: T| vector![T::of(x as f64), T::of(y as f64), z];
    let near = face.iter().map(|p| corner(p, T::of(0.0)));
    let points: Vec<Vector3<T>> = near.chain(face.iter().map(|p| corner(p, far))).collect();
    ConvexHull::new(&points).expect("finite points")
}

fn distance_to_polygon(corners: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let (mut inside, mut nearest) = (true, f64::INFINITY);
    for (p, q) in corners.iter().zip(next) {
        let (along, from) = ([q[0] - p[0], q[1] - p[1]], [at[0] - p[0], at[1] - p[1]]);
        let square = along[0] * along[0] + along[1] * along[1];
        inside &= along[0] * from[1] - along[1] * from[0] >= 0.0;
        let dot = along[0] * from[0] + along[1] * from[1];
        // a side without length has no share
        let share = (dot / square.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        nearest = nearest.min((from[0] - along[0] * share).hypot(from[1] - along[1] * share));
    }
    if inside && area(corners) > 0.0 {
        0.0
    } else {
        nearest
    }
}

/// The corners of the hull of points found, counter-clockwise around their middle.
fn around(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let share = 1.0 / points.len() as f64;
    let middle = points
        .iter()
        .fold([0.0; 2], |m, p| [m[0] + p[0] * share, m[1] + p[1] * share]);
    let angle = |p: &[f64; 2]| (p[1] - middle[1]).atan2(p[0] - middle[0]);
    points.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    points
}

/// Two prisms face to face, `gap` apart: A hangs below the plane, and B stands above it.
struct Stacked<T> {
    bodies: [ConvexHull<T, 3>; 2],
    shared: Vec<[f64; 2]>,
    gap: f64,
    pose: Isometry3<T>,
}

impl<T: Real> Stacked<T> {
    /// Returns `None` if the faces are not over each other.
    fn random(rng: &mut StdRng) -> Option<Self> {
        let mut faces = [polygon(rng), polygon(rng)];
        let shift = [(); 2].map(|()| rng.random_range(-4..=4));
        if rng.random_ratio(1, 4) {
            faces[1] = faces[0].clone();
        }
        for point in &mut faces[1] {
            *point = [point[0] + shift[0], point[1] + shift[1]];
        }
        let shared = clip(&faces[0], &faces[1]);
        let gap = [0.125, -0.03125, 0.0][rng.random_range(0..3)];
        // the least way out of an overlap is along the normal, unless the faces hardly overlap
        if shared.is_empty() || gap <= 0.0 && area(&shared) < 0.5 {
            return None;
        }
        let mut vector = |size: f64| Vector3::from_fn(|_, _| T::of(rng.random_range(-size..size)));
        Some(Self {
            bodies: [prism(&faces[0], false), prism(&faces[1], true)],
            shared,
            gap,
            pose: Isometry3::new(vector(20.0), vector(3.0)),
        })
    }

    fn points(&self, max_points: usize) -> Vec<ContactPoint<T, 3>> {
        let above = Isometry3::translation(T::of(0.0), T::of(0.0), T::of(self.gap));
        let [a, b] = &self.bodies;
        let a = posed(a, &self.pose);
        let b = posed(b, &(self.pose * above));
        let found = proximity(&a, &b);
        let mut manifold = Manifold::new().max_points(max_points);
        let points = manifold.update(&a, &b, found.contact());
        points.expect("finite bodies").to_vec()
    }

    /// The places of points on the faces, checked to be on both faces and the gap apart.
    fn places(&self, points: &[ContactPoint<T, 3>], allowed: f64) -> Vec<[f64; 2]> {
        let place = |point: &ContactPoint<T, 3>| {
            let back = |p: &Vector3<T>| self.pose.inverse_transform_point(&(*p).into()).coords;
            let [a, b] = [&point.witness_a, &point.witness_b].map(back);
            let [a, b] = [a, b].map(|p| p.map(T::as_f64));
            assert!(a.z.abs() <= allowed, "{a} is not on the face");
            assert!((b.z - self.gap).abs() <= allowed, "{b} is not on the face");
            assert!((a - b).xy().norm() <= allowed, "{a} is not under {b}");
            assert!((point.separation.as_f64() - self.gap).abs() <= allowed);
            [a.x, a.y]
        };
        points.iter().map(place).collect()
    }
}

fn check<T: Real>() {
    let mut rng = StdRng::seed_from_u64(0x6d61_6e69);
    // places within a tolerance of each other count as one: some of them for corners, and their angles are sharp
    let allowed = T::SQRT_EPSILON.as_f64() * 400.0;
    let (mut asked, mut more_than_four, mut least) = (0, 0, f64::INFINITY);
    while asked < PAIRS {
        let Some(pair) = Stacked::<T>::random(&mut rng) else {
            continue;
        };
        asked += 1;
        let all = pair.points(usize::MAX);
        let found = pair.places(&all, allowed);
        for &at in &found {
            let outside = distance_to_polygon(&pair.shared, at);
            assert!(outside <= allowed, "{at:?} is outside {:?}", pair.shared);
        }
        let hull = around(found);
        for &corner in &pair.shared {
            let covered = distance_to_polygon(&hull, corner);
            assert!(
                covered <= allowed,
                "{corner:?} is missing in {hull:?}, pair {asked}"
            );
        }

        assert!(
            all.iter()
                .all(|point| point.id.feature_a != Feature::Curved)
        );
        let names: HashSet<_> = all.iter().map(|point| point.id).collect();
        assert_eq!(names.len(), all.len(), "two points have one name");

        let few = pair.points(4);
        assert!(few.len() <= 4 && few.iter().all(|point| all.contains(point)));
        let exact = area(&pair.shared);
        if all.len() > 4 && exact > 0.1 {
            more_than_four += 1;
            least = least.min(area(&around(pair.places(&few, allowed))) / exact);
        }
    }
    assert!(more_than_four * 10 > asked, "{more_than_four} of {asked}");
    // four points chosen one by one have half the area or more
    assert!(least >= 0.5, "{least}");
}

#[test]
fn faces_share_the_polygon_that_exact_clipping_finds() {
    check::<f64>();
    check::<f32>();
}
