//! When two bodies, or boxes in them, may come near each other: bounds of their approach from one time on.
//!
//! Let p and q be points of A and B at a time, p' and q' their velocities then, and M a bound of |q'' - p''| from then
//! on. Along a unit vector s, with the time t that passes, they are apart by at least
//!
//! s . (q - p) + t s . (q' - p') - M t^2 / 2.
//!
//! A point at r from the middle c of a box, in a body that turns at w, has s . p' = s . c' + r . (s x w). So for all
//! points of two boxes both products are least at corners, and these are sums over the axes of each box.

use nalgebra::{Matrix3, Vector3};
use photofinish::Real;
use photofinish::pieces::Tree;

/// A box around pieces, along the axes of the body's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    center: Vector3<f64>,
    half: Vector3<f64>,
    /// The distance of its corners from its centre.
    pub(super) radius: f64,
    /// A bound of the distance of its points from the centre of the body.
    reach: f64,
    pub(super) content: Content,
    /// The slab around what is in it, if that is thinner by far than the box.
    slab: Option<Slab>,
}

/// The space between two planes.
#[derive(Clone, Copy, Debug)]
struct Slab {
    normal: Vector3<f64>,
    /// Where the middle of it is along the normal, and half of its thickness.
    middle: f64,
    half: f64,
}

/// The slab of a box is kept if it is thinner than this share of the box's radius.
const THIN: f64 = 0.25;

/// What is in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Piece(u32),
    Boxes([u32; 2]),
}

impl Content {
    pub(super) fn is_piece(self) -> bool {
        matches!(self, Self::Piece(_))
    }
}

/// Returns the boxes of a tree. The first one is around all pieces.
pub(super) fn boxes_of<T: Real>(tree: &Tree<T, 3>) -> Vec<Node> {
    let bounds = (0..).map_while(|index| tree.bounds(index));
    bounds
        .map(|bounds| {
            let center = bounds.center.map(T::as_f64);
            let half = bounds.half_extents.map(T::as_f64);
            let boxes = bounds.children.map(Content::Boxes);
            Node {
                center,
                half,
                radius: half.norm(),
                reach: center.norm() + half.norm(),
                content: boxes.unwrap_or(Content::Piece(bounds.piece.unwrap_or_default())),
                slab: None,
            }
        })
        .collect()
}

/// Finds the slabs of boxes around triangles, each by its corners.
pub(super) fn add_slabs(boxes: &mut [Node], corners_of: impl Fn(u32) -> [Vector3<f64>; 3]) {
    let mut triangles: Vec<Vec<[Vector3<f64>; 3]>> = vec![Vec::new(); boxes.len()];
    // parts follow the box that they are parts of
    for index in (0..boxes.len()).rev() {
        triangles[index] = match boxes[index].content {
            Content::Piece(piece) => vec![corners_of(piece)],
            Content::Boxes(parts) => parts.map(|part| triangles[part as usize].clone()).concat(),
        };
        boxes[index].slab =
            slab_of(&triangles[index]).filter(|slab| slab.half < THIN * boxes[index].radius);
    }
}

/// Returns a slab around triangles across the mean of their normals, if they have one.
fn slab_of(triangles: &[[Vector3<f64>; 3]]) -> Option<Slab> {
    let areas = triangles.iter().map(|[a, b, c]| (b - a).cross(&(c - a)));
    let normal = areas.sum::<Vector3<f64>>().try_normalize(0.0)?;
    let along = triangles.iter().flatten().map(|corner| normal.dot(corner));
    let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), along| {
        (low.min(along), high.max(along))
    });
    Some(Slab {
        normal,
        middle: 0.5 * (low + high),
        half: 0.5 * (high - low),
    })
}

/// Where a body is at a time, and how it moves from then on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) rotation: Matrix3<f64>,
    pub(super) place: Vector3<f64>,
    pub(super) velocity: Vector3<f64>,
    /// The angular velocity in the frame of the body, and the lengths of its products with the axes of that frame.
    pub(super) spin_in_body: Vector3<f64>,
    pub(super) across: Vector3<f64>,
    /// How far rounding may move a point at the knots of the motion.
    pub(super) lost: f64,
    /// By how much more the velocity of a point may change than its acceleration says: where the motion has knots, and
    /// by rounding.
    pub(super) jolts: f64,
    /// Bounds of the angular velocity and of its derivative.
    pub(super) fastest: f64,
    pub(super) change: f64,
    /// Its acceleration by gravity.
    pub(super) gravity: Vector3<f64>,
}

impl Course {
    /// Returns a bound of the acceleration of the points of a box for a time, but for gravity. It grows steadily with
    /// the time.
    ///
    /// A point at r from the centre has w' x r + w x (w x r), and |w x r| grows by at most |w'| |r| a second.
    fn bend(&self, of: &Node, time: f64) -> f64 {
        let across = self.spin_in_body.cross(&of.center).norm() + self.across.dot(&of.half);
        let turn = self.change * of.reach;
        turn + self.fastest * (across + turn * time)
    }

    /// That of the plant.
    pub(super) fn at_rest() -> Self {
        Self {
            rotation: Matrix3::identity(),
            place: Vector3::zeros(),
            velocity: Vector3::zeros(),
            spin_in_body: Vector3::zeros(),
            across: Vector3::zeros(),
            lost: 0.0,
            jolts: 0.0,
            fastest: 0.0,
            change: 0.0,
            gravity: Vector3::zeros(),
        }
    }
}

/// How near things are, and when they may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearness {
    /// They are apart by at least this now, beyond the distance that they are to keep. It may be negative.
    pub(super) gap: f64,
    /// They keep that distance for at least so long, in seconds.
    pub(super) free: f64,
}

impl Nearness {
    /// That of nothing.
    pub(super) const FAR: Self = Self {
        gap: f64::INFINITY,
        free: f64::INFINITY,
    };

    /// Nothing is known.
    pub(super) const NONE: Self = Self {
        gap: f64::NEG_INFINITY,
        free: 0.0,
    };

    /// Returns what two bounds of the same tell together.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            gap: self.gap.max(other.gap),
            free: self.free.max(other.free),
        }
    }

    /// Returns what holds for two things.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            gap: self.gap.min(other.gap),
            free: self.free.min(other.free),
        }
    }
}

/// Two bodies from a time on.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    courses: [Course; 2],
    /// The distance that they are to keep.
    kept: f64,
    /// The acceleration of the bodies' centres relative to each other.
    gravity: f64,
    /// How far knots and rounding may change the difference of two velocities.
    jolts: f64,
    /// The axes of both bodies.
    sights: [Sight; 6],
}

/// Both bodies along a direction s.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// How far the frame of B is ahead of that of A, and how fast it goes farther.
    between: f64,
    parting: f64,
    /// s, and s x w, in the frame of each body.
    bodies: [(Vector3<f64>, Vector3<f64>); 2],
    /// The same without signs.
    sizes: [(Vector3<f64>, Vector3<f64>); 2],
}

impl Approach {
    /// Looks at two bodies that are to keep a distance.
    pub(super) fn new(courses: [Course; 2], kept: f64) -> Self {
        let [a, b] = &courses;
        let axes = [a, b].map(|body| [0, 1, 2].map(|axis| body.rotation.column(axis).into_owned()));
        let sight = |axis: usize| Sight::along(&axes[axis / 3][axis % 3], &courses);
        Self {
            kept: kept + a.lost + b.lost,
            gravity: (a.gravity - b.gravity).norm(),
            jolts: a.jolts + b.jolts,
            sights: std::array::from_fn(sight),
            courses,
        }
    }

    /// Looks at two boxes. The bound is the best along the axes of both bodies, or enough for a time. Returns also the
    /// number of the axis with the best bound; the one called `first` is tried first.
    pub(super) fn of_boxes(
        &self,
        [a, b]: [&Node; 2],
        time: f64,
        first: usize,
    ) -> (Nearness, usize) {
        let (mut best, mut axis) = (Nearness::NONE, first);
        if let Some(slab) = &b.slab {
            best = self.of_slab(a, slab, time);
            if best.free >= time {
                return (best, axis);
            }
        }
        let mut bend = None;
        for index in (first..self.sights.len()).chain(0..first) {
            let sight = &self.sights[index];
            let ahead = sight.ahead([a, b]);
            let gap = ahead.abs() - sight.reach([a, b]) - self.kept;
            best.gap = best.gap.max(gap);
            if gap > 0.0 {
                let parting = sight.parting([a, b]);
                let parting = if ahead < 0.0 { -parting } else { parting };
                let parting = parting - sight.turn([a, b]) - self.jolts;
                let bend = *bend.get_or_insert_with(|| self.bend([a, b], time));
                let free = free_for(gap, parting, (bend, time));
                if free > best.free {
                    (best.free, axis) = (free, index);
                }
                if free >= time {
                    break;
                }
            }
        }
        (best, axis)
    }

    /// Looks at a box of A and a slab of B, which does not move.
    fn of_slab(&self, a: &Node, slab: &Slab, time: f64) -> Nearness {
        let course = &self.courses[0];
        let along = course.rotation.tr_mul(&slab.normal);
        let ahead = slab.middle - slab.normal.dot(&course.place) - along.dot(&a.center);
        let gap = ahead.abs() - slab.half - along.abs().dot(&a.half) - self.kept;
        if !(gap > 0.0) {
            return Nearness { gap, free: 0.0 };
        }
        let across = along.cross(&course.spin_in_body);
        let parting = -slab.normal.dot(&course.velocity) - across.dot(&a.center);
        let parting = if ahead < 0.0 { -parting } else { parting };
        let parting = parting - across.abs().dot(&a.half);
        let bend = self.gravity + course.bend(a, time);
        let free = free_for(gap, parting - self.jolts, (bend, time));
        Nearness { gap, free }
    }

    /// Looks at two pieces in these boxes along a direction from A to B. `reach` returns the largest coordinate of a
    /// piece along a vector in the frame of its body, for A and for B.
    pub(super) fn of_pieces(
        &self,
        boxes: [&Node; 2],
        (direction, time): (&Vector3<f64>, f64),
        reach: impl Fn(usize, &Vector3<f64>) -> f64,
    ) -> Nearness {
        let sight = Sight::along(direction, &self.courses);
        let gap = self.gap_along(&sight, reach);
        let parting = sight.parting(boxes) - sight.turn(boxes);
        let bend = self.bend(boxes, time);
        let free = free_for(gap, parting - self.jolts, (bend, time));
        Nearness { gap, free }
    }

    /// Returns the gap of two pieces along a direction now, beyond the distance that they are to keep.
    pub(super) fn gap(
        &self,
        direction: &Vector3<f64>,
        reach: impl Fn(usize, &Vector3<f64>) -> f64,
    ) -> f64 {
        self.gap_along(&Sight::along(direction, &self.courses), reach)
    }

    fn gap_along(&self, sight: &Sight, reach: impl Fn(usize, &Vector3<f64>) -> f64) -> f64 {
        let [(a, _), (b, _)] = &sight.bodies;
        sight.between - reach(1, &-b) - reach(0, a) - self.kept
    }

    /// Returns M for the points of two boxes for a time.
    fn bend(&self, [a, b]: [&Node; 2], time: f64) -> f64 {
        let [of_a, of_b] = &self.courses;
        self.gravity + of_a.bend(a, time) + of_b.bend(b, time)
    }

    /// Returns the time in which the points of two boxes leave their straight ways by a length.
    pub(super) fn straight(&self, boxes: [&Node; 2], length: f64) -> f64 {
        (2.0 * length / self.bend(boxes, 0.0)).sqrt()
    }

    /// Returns the way from the middle of a box of A to that of a box of B.
    pub(super) fn between(&self, [a, b]: [&Node; 2]) -> Vector3<f64> {
        let [of_a, of_b] = &self.courses;
        let middle = |course: &Course, node: &Node| course.rotation * node.center + course.place;
        middle(of_b, b) - middle(of_a, a)
    }
}

/// Returns how long a gap stays open whose points part at least as fast as this now, and may come nearer by the
/// acceleration M = `bend`: the time t at which gap + parting t - M t^2 / 2 is zero. It is zero for no gap.
pub(super) fn free(gap: f64, parting: f64, bend: f64) -> f64 {
    if !(gap > 0.0) {
        return 0.0;
    }
    let root = (parting * parting + 2.0 * bend * gap).sqrt();
    if parting <= 0.0 {
        2.0 * gap / (root - parting)
    } else {
        (root + parting) / bend
    }
}

/// Returns the same with a bound of the acceleration for a time T, but no more than 3 T.
///
/// The acceleration is bounded by a + b t, and `bend` is a + b T. By a + b t points come nearer by a t^2 / 2 + b t^3 / 6,
/// which is not more than (a + b T) t^2 / 2 up to t = 3 T.
fn free_for(gap: f64, parting: f64, (bend, time): (f64, f64)) -> f64 {
    free(gap, parting, bend).min(3.0 * time)
}

impl Sight {
    fn along(s: &Vector3<f64>, courses: &[Course; 2]) -> Self {
        let [a, b] = courses;
        let bodies = [a, b].map(|body| {
            let along = body.rotation.tr_mul(s);
            (along, along.cross(&body.spin_in_body))
        });
        Self {
            between: s.dot(&(b.place - a.place)),
            parting: s.dot(&(b.velocity - a.velocity)),
            sizes: bodies.map(|(along, across)| (along.abs(), across.abs())),
            bodies,
        }
    }

    /// Returns how far the middle of a box of B is ahead of that of a box of A.
    #[inline]
    fn ahead(&self, [a, b]: [&Node; 2]) -> f64 {
        self.between + self.bodies[1].0.dot(&b.center) - self.bodies[0].0.dot(&a.center)
    }

    /// Returns how fast it goes farther ahead.
    #[inline]
    fn parting(&self, [a, b]: [&Node; 2]) -> f64 {
        self.parting + self.bodies[1].1.dot(&b.center) - self.bodies[0].1.dot(&a.center)
    }

    /// Returns how far both boxes reach from their middles.
    #[inline]
    fn reach(&self, [a, b]: [&Node; 2]) -> f64 {
        self.sizes[0].0.dot(&a.half) + self.sizes[1].0.dot(&b.half)
    }

    /// Returns how much faster than the middles points of both boxes may approach.
    #[inline]
    fn turn(&self, [a, b]: [&Node; 2]) -> f64 {
        self.sizes[0].1.dot(&a.half) + self.sizes[1].1.dot(&b.half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Rotation3, vector};
    use photofinish::proximity;
    use photofinish::shape::ConvexHull;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    const KEPT: f64 = 0.01;

    fn random(rng: &mut StdRng, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| rng.random_range(-size..size))
    }

    /// A box of a body, of random size and place.
    fn node(rng: &mut StdRng) -> Node {
        let (center, half) = (random(rng, 0.5), random(rng, 0.4).abs());
        Node {
            center,
            half,
            radius: half.norm(),
            reach: center.norm() + half.norm(),
            content: Content::Piece(0),
            slab: None,
        }
    }

    /// A body that turns steadily.
    fn course(rng: &mut StdRng) -> Course {
        let spin = random(rng, 6.0);
        let rotation = Rotation3::new(random(rng, 2.0)).into_inner();
        let spin_in_body = rotation.tr_mul(&spin);
        Course {
            rotation,
            place: random(rng, 1.2),
            velocity: random(rng, 1.0),
            spin_in_body,
            across: Vector3::from_fn(|axis, _| spin_in_body.cross(&Vector3::ith(axis, 1.0)).norm()),
            lost: 0.0,
            jolts: 0.0,
            fastest: spin.norm(),
            change: 0.0,
            gravity: vector![0.0, -9.81, 0.0] * f64::from(rng.random_range(0..2)),
        }
    }

    /// Returns where points of a body are after a time.
    fn moved(course: &Course, points: &[Vector3<f64>], time: f64) -> ConvexHull<f64, 3> {
        let turn = Rotation3::new(course.rotation * course.spin_in_body * time) * course.rotation;
        let fallen = course.velocity * time + course.gravity * (0.5 * time * time);
        let points = points
            .iter()
            .map(|point| turn * point + course.place + fallen);
        ConvexHull::new(&points.collect::<Vec<_>>()).unwrap()
    }

    fn corners(node: &Node) -> Vec<Vector3<f64>> {
        let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
        let corner = |index: u32| Vector3::from_fn(|axis, _| sign(index >> axis & 1));
        let corners = (0..8).map(corner);
        corners
            .map(|corner| node.center + node.half.component_mul(&corner))
            .collect()
    }

    /// Checks what is said of two boxes, with these points, and returns whether that is neither nothing nor all.
    fn check(courses: [Course; 2], boxes: [&Node; 2], points: [&[Vector3<f64>]; 2]) -> bool {
        let (near, _) = Approach::new(courses, KEPT).of_boxes(boxes, 1.0, 0);
        for sample in 0..=16 {
            let time = near.free.min(1.0) * f64::from(sample) / 16.0;
            let [a, b] = [0, 1].map(|body| moved(&courses[body], points[body], time));
            let distance = proximity(&a, &b).signed_distance();
            assert!(sample > 0 || distance >= near.gap + KEPT - 1e-9);
            assert!(
                near.free == 0.0 || distance >= KEPT - 1e-9,
                "{near:?} {time} {distance}"
            );
        }
        near.free > 0.0 && near.free < 1.0
    }

    #[test]
    fn boxes_keep_their_distance_as_long_as_is_said() {
        let rng = &mut StdRng::seed_from_u64(20261126);
        let mut told = 0;
        for _ in 0..2000 {
            let (a, b) = (node(rng), node(rng));
            let courses = [course(rng), course(rng)];
            told += u32::from(check(courses, [&a, &b], [&corners(&a), &corners(&b)]));
        }
        assert!(told > 500, "{told}");
    }

    /// What is said from bounds of the acceleration for a time does not go on to times at which these do not hold.
    #[test]
    fn bodies_that_tumble_are_bounded_for_some_time_only() {
        const TIME: f64 = 1e-3;
        let rng = &mut StdRng::seed_from_u64(20261128);
        let mut told = 0;
        for _ in 0..200 {
            let (a, b) = (node(rng), node(rng));
            let tumbling = [course(rng), course(rng)].map(|course| Course {
                change: 1e-3,
                ..course
            });
            let approach = Approach::new(tumbling, KEPT);
            let (near, _) = approach.of_boxes([&a, &b], TIME, 0);
            // with the bound for all of the time that is said they keep their distance as well
            let sum = |time: f64| {
                let bends = [(&tumbling[0], &a), (&tumbling[1], &b)];
                bends
                    .map(|(body, of)| body.bend(of, time))
                    .iter()
                    .sum::<f64>()
            };
            let mean = (sum(0.0) * 2.0 + sum(near.free)) / 3.0;
            assert!(
                near.free == 0.0 || mean <= sum(TIME) * (1.0 + 1e-12),
                "{near:?}"
            );
            told += u32::from(near.free > TIME);
        }
        assert!(told > 50, "{told}");
    }

    /// A triangle that is hardly in its box alone is seen by its slab.
    #[test]
    fn boxes_keep_their_distance_from_triangles_as_long_as_is_said() {
        let rng = &mut StdRng::seed_from_u64(20261127);
        let mut told = 0;
        for _ in 0..2000 {
            let a = node(rng);
            let triangle = [0; 3].map(|_| random(rng, 1.0));
            let (low, high) = (triangle[0].inf(&triangle[1]), triangle[0].sup(&triangle[1]));
            let (low, high) = (low.inf(&triangle[2]), high.sup(&triangle[2]));
            let half = (high - low) * 0.5;
            let mut boxes = [Node {
                center: (low + high) * 0.5,
                half,
                radius: half.norm(),
                ..node(rng)
            }];
            add_slabs(&mut boxes, |_| triangle);
            let [b] = &boxes;
            assert!(b.slab.is_some());
            let courses = [course(rng), Course::at_rest()];
            told += u32::from(check(courses, [&a, b], [&corners(&a), &triangle]));
        }
        assert!(told > 500, "{told}");
    }
}
