//! Single bodies over flat and rough parts of a surface: they stop as deep in a piece of it as is allowed, not before.

use super::*;
use photofinish::body::AnyForm;
use photofinish::motion::AtRest;
use photofinish::pieces::{AnyPieces, Convex, MovingPieces, TriMesh, nearest_pieces};
use photofinish::shape::{Capsule, ConvexHull, PosedShape};
use photofinish::support::Posed;
use photofinish::{Impact, proximity};

const ALLOWED: f64 = 0.005;

fn made<T: Real>(numbers: Vector3<f64>) -> Vector3<T> {
    numbers.map(T::of)
}

fn arrow(rng: &mut StdRng, most: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| rng.random_range(-most..most))
}

/// A height field with the origin in its middle.
fn field_of<T: Real>(heights: &[T], columns: usize, side: f64) -> TriMesh<T> {
    let field = TriMesh::height_field(heights, columns, [T::of(side); 2]).expect("a field");
    let half = 0.5 * side * (columns - 1) as f64;
    let middle = made::<T>(vector![half, 0.0, half]);
    let points = field.points().iter().map(|point| point - middle).collect();
    TriMesh::new(points, field.triangles().to_vec()).expect("the same, elsewhere")
}

/// A field of 6 by 6 squares of 1.5: level, tilted, or with steps and pits.
fn field<T: Real>(rng: &mut StdRng) -> AnyPieces<T, 3> {
    let kind = rng.random_range(0..3);
    let slope = arrow(rng, 0.5);
    let heights: [T; 49] = std::array::from_fn(|index| {
        let (x, z) = ((index % 7) as f64, (index / 7) as f64);
        let is_off = rng.random_range(0..8) == 0;
        T::of(match kind {
            0 => 0.7,
            1 => slope.x * x + slope.z * z,
            _ if is_off => slope.y,
            _ => 0.0,
        })
    });
    field_of(&heights, 7, 1.5).into()
}

fn shape<T: Real>(rng: &mut StdRng) -> AnyShape<T, 3> {
    let [x, y, z] = std::array::from_fn(|_| rng.random_range(0.05..0.4));
    let shape: AnyShape<T, 3> = match rng.random_range(0..3) {
        0 => Ball::new(T::of(x)).expect("a ball").into(),
        1 => Capsule::new(T::of(y), T::of(0.5 * x))
            .expect("a capsule")
            .into(),
        _ => Cuboid::new(made(vector![x, y, z])).expect("a box").into(),
    };
    if rng.random_range(0..3) > 0 {
        return shape;
    }
    let off = made::<T>(arrow(rng, 0.3));
    let off = Isometry3::from_parts(off.into(), UnitQuaternion::<T>::identity());
    AnyShape::from(PosedShape::new(shape, &off).expect("a pose"))
}

/// A body that moves over a surface at rest.
struct Over<'s, T: Real> {
    ground: &'s AnyPieces<T, 3>,
    stands: Isometry3<T>,
    shape: &'s AnyShape<T, 3>,
    ends: [Isometry3<T>; 2],
    center: Vector3<T>,
}

impl<T: Real> Over<'_, T>
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    /// Runs a step, in which the surface is the first or the second body.
    fn step(&self, pass: &Pass<T>, is_first: bool) -> Report<T, UnitQuaternion<T>, 3> {
        let [start, end] = self.ends;
        let mut bodies = [
            Body::fixed_of(AnyForm::Pieces(self.ground), self.stands),
            Body::of(AnyForm::Shape(self.shape), start, end).about(self.center),
        ];
        if !is_first {
            bodies.reverse();
        }
        usual(pass, &mut bodies)
    }

    fn way(&self) -> Sweep<T, UnitQuaternion<T>, 3> {
        let [start, end] = self.ends;
        Sweep::new((T::zero(), start), (T::one(), end), self.center).expect("a sweep")
    }

    /// How deep the body is in a piece.
    fn depth_in(&self, piece: u32, time: T) -> f64 {
        let pose = self.way().pose(time);
        let body = Posed::new(self.shape, &pose).expect("a pose");
        let piece = self.ground.piece(piece).into_owned();
        let piece = Posed::new(piece, &self.stands).expect("a pose");
        -proximity(&piece, &body).signed_distance().as_f64()
    }

    fn depth(&self, time: T) -> f64 {
        let shape = Convex::new(self.shape.clone()).expect("a piece");
        let body = MovingPieces::new(shape, self.way());
        let ground = MovingPieces::new(self.ground, AtRest::new(self.stands).expect("a pose"));
        let nearest = nearest_pieces(&ground, &body, time).expect("finite");
        -nearest.proximity.signed_distance().as_f64()
    }
}

/// Drops random bodies on random fields.
fn drop_on_fields<T: Real>(spin: impl Fn(Vector3<f64>) -> UnitQuaternion<T>, tolerance: f64)
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let mut rng = StdRng::seed_from_u64(17);
    let (mut touches, mut near_passes) = (0, 0);
    for case in 0..150 {
        let (ground, shape) = (field::<T>(&mut rng), shape::<T>(&mut rng));
        // in the world's frame, beside it, and turned in it
        let [far, turn] = [[0.0, 0.0], [9.0, 0.0], [9.0, 2.0]][case % 3];
        let [far, turn] = [far, turn].map(|most| arrow(&mut rng, 1.0) * most);
        let stands = Isometry3::from_parts(made(far).into(), spin(turn));
        let mut start = arrow(&mut rng, 4.5);
        start.y = rng.random_range(1.3..2.5);
        let way = arrow(&mut rng, 1.0) - Vector3::y() * rng.random_range(0.0..2.0);
        let first = spin(arrow(&mut rng, 3.0));
        let more = spin(arrow(&mut rng, [1.0, 0.01][case % 2]));
        let pose = |place, turn| stands * Isometry3::from_parts(made(place).into(), turn);
        let over = Over {
            ground: &ground,
            stands,
            shape: &shape,
            ends: [pose(start, first), pose(start + way, more * first)],
            center: made(arrow(&mut rng, 0.2)),
        };
        let is_first = rng.random_range(0..2) == 0;
        let report = over.step(&Pass::new().allowed_overlap(T::of(ALLOWED)), is_first);
        if over.depth(T::zero()) > -0.02 {
            continue;
        }
        let until = report.events.first().map_or(T::one(), |event| event.time);
        let parts = (0..=8).map(|part| over.depth(until * T::of(f64::from(part) / 8.0)));
        let deepest = parts.fold(f64::MIN, f64::max);
        assert!(deepest <= ALLOWED + tolerance, "case {case}: {deepest}");
        near_passes += usize::from(report.events.is_empty() && deepest > -0.1);
        let Some(event) = report.events.first() else {
            continue;
        };
        let Kind::Touch(impact) = &event.kind else {
            panic!("case {case}: all of them start apart, but {event:?}");
        };
        touches += 1;
        let [piece, of_body] = match (event.pieces, is_first) {
            (pieces, true) => pieces,
            ([b, a], false) => [a, b],
        };
        assert_eq!(of_body, 0);
        // the piece that is named is as deep as is allowed, and the answer says so
        let found = over.depth_in(piece, event.time);
        let off = (found - ALLOWED).abs();
        let off = off.max((found + impact.distance.as_f64()).abs());
        assert!(off <= 2.0 * tolerance, "case {case}: {found} {impact:?}");
    }
    assert!(touches > 30 && near_passes > 3, "{touches} {near_passes}");
}

#[test]
fn bodies_over_a_surface_stop_as_deep_in_it_as_is_allowed() {
    drop_on_fields::<f64>(UnitQuaternion::from_scaled_axis, 1e-6);
    drop_on_fields::<f32>(|axis| UnitQuaternion::from_scaled_axis(axis).cast(), 2e-4);
}

/// Moves a body from one place to another, over a mesh that stands at a height.
fn moved<T: Real>(
    pass: &Pass<T>,
    (ground, height): (impl Into<AnyPieces<T, 3>>, f64),
    shape: impl Into<AnyShape<T, 3>>,
    ends: [impl Into<Isometry3<T>>; 2],
) -> Report<T, UnitQuaternion<T>, 3>
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let over = Over {
        ground: &ground.into(),
        stands: Isometry3::from(made(Vector3::y() * height)),
        shape: &shape.into(),
        ends: ends.map(Into::into),
        center: Vector3::zeros(),
    };
    over.step(pass, true)
}

fn touch<T: Real>(report: &Report<T, UnitQuaternion<T>, 3>) -> &Impact<T, 3> {
    match &report.events.first().expect("a contact").kind {
        Kind::Touch(impact) => impact,
        other => panic!("{other:?}"),
    }
}

/// A level square from x = -10 to `until`.
fn plateau<T: Real>(until: f64) -> TriMesh<T> {
    let corners = [(-10.0, -10.0), (-10.0, 10.0), (until, 10.0), (until, -10.0)];
    let points = corners.map(|(x, z)| made(vector![x, 0.0, z])).to_vec();
    TriMesh::new(points, vec![[0, 1, 2], [0, 2, 3]]).expect("two triangles")
}

/// A ball that starts a little too deep in a plateau, and leaves it beyond its edge before it gets deeper.
#[test]
fn bodies_that_leave_a_ledge_are_not_driven_into_it() {
    let (ball, pass) = (
        Ball::new(1.0).expect("a ball"),
        Pass::new().allowed_overlap(0.1),
    );
    let ends = [vector![-0.25, 0.8995, -3.0], vector![2.75, 0.8795, -3.0]];
    let events = |until| moved(&pass, (plateau(until), 0.0), ball, ends).events;
    assert!(events(0.0).is_empty());
    // where the plateau goes on it is driven in
    let is_driven_in = |kind: &Kind<f64, 3>| matches!(kind, Kind::DrivenIn(_));
    assert!(events(10.0).iter().any(|event| is_driven_in(&event.kind)));
}

/// Where rounding takes much from coordinates, small steps count as flat. Bodies get within the tolerance there too.
#[test]
fn bodies_get_within_the_tolerance_beside_steps_that_count_as_flat() {
    let (far, usual) = (1000.0f32, Pass::new().allowed_overlap(0.005));
    // with the default tolerance, and with one that hides more than rounding does
    let passes = [usual, usual.tolerance(0.02)];
    for (pass, step) in passes
        .iter()
        .flat_map(|pass| [0.0f32, 1e-3, 4e-3, 8e-3].map(|step| (pass, step)))
    {
        // two triangles of a slope of 45 degrees side by side, the second one higher
        let corner = |x: f32, z: f32, up: f32| vector![far + x, far + x + up, z];
        let points = vec![
            corner(-4.0, -8.0, 0.0),
            corner(-4.0, 0.0, 0.0),
            corner(4.0, 0.0, 0.0),
            corner(-4.0, 0.0, step),
            corner(4.0, 8.0, step),
            corner(4.0, 0.0, step),
        ];
        let mesh = TriMesh::new(points, vec![[0, 1, 2], [3, 4, 5]]).expect("two triangles");
        let ball = Ball::new(0.5).expect("a ball");
        let up = vector![-1.0f32, 1.0, 0.0].normalize();
        let foot = vector![far - 1.0, far - 1.0, -0.3];
        let ends = [0.5, -0.2].map(|height| foot + up * (height + 0.5));
        let report = moved(pass, (mesh, 0.0), ball, ends);
        let (event, impact) = (&report.events[0], touch(&report));
        assert_eq!(event.pieces[0], 0);
        // what is said is what was asked for, and what is so but for the rounding of places
        assert!(impact.distance <= impact.tolerance - 0.005, "{impact:?}");
        let place = event.poses[1].translation.vector - foot;
        let off = place.dot(&up) - 0.5 - impact.distance;
        assert!(off.abs() < 3e-3, "{step}: {off} {impact:?}");
    }
}

/// Rounding hides more of the way to a half-space than of that to a piece, if the piece is turned and far from the origin
/// of its frame. Then a body that starts in contact is left to the search, by which it stops as deep as is allowed.
#[test]
fn bodies_sink_no_deeper_where_rounding_hides_the_boundary() {
    let turn = UnitQuaternion::from_scaled_axis(vector![0.7f32, 0.4, -0.9]);
    let up = turn * Vector3::y();
    for (far, drop) in [(10.0f32, 3.8e-3), (30.0, 5.4e-3), (100.0, 0.033)] {
        let middle = vector![0.53f32, 0.61, -0.59] * far;
        let corners = [(-4.0, -4.0), (-4.0, 4.0), (4.0, 4.0), (4.0, -4.0)];
        let corner = |(x, z)| turn * vector![x, 0.0, z] + middle;
        let mesh = TriMesh::new(corners.map(corner).to_vec(), vec![[0, 1, 2], [0, 2, 3]]);
        let cube = Cuboid::new(Vector3::repeat(0.5)).expect("a box");
        let place = turn * vector![1.5f32, 0.0, 0.4] + middle;
        let at = |depth: f32| Isometry3::from_parts((place + up * (0.5 - depth)).into(), turn);
        let (pass, mesh) = (Pass::new().allowed_overlap(0.005), mesh.expect("two"));
        let report = moved(&pass, (mesh, 0.0), cube, [0.0047, 0.0047 + drop].map(at));
        let event = report.events.first().expect("it does not fall through");
        let is_contact = matches!(event.kind, Kind::DrivenIn(_) | Kind::Touch(_));
        let place = event.poses[1].translation.vector - middle;
        let depth = 0.5 - place.cast::<f64>().dot(&up.cast());
        let rounding = f64::from(far * f32::EPSILON) * 4.0;
        assert!(is_contact && depth < 0.005 + rounding, "{far}: {event:?}");
    }
}

/// Four level squares with sides of 1 around the origin, whose normals point up.
fn squares<T: Real>() -> TriMesh<T> {
    field_of(&[T::zero(); 9], 3, 1.0)
}

/// Ground with one side stops bodies only from its front.
#[test]
fn bodies_pass_through_flat_ground_with_one_side_from_behind() {
    let (ball, pass) = (
        Ball::new(0.25).expect("a ball"),
        Pass::new().allowed_overlap(ALLOWED),
    );
    for (start, end, contacts) in [(1.0, -1.0, 1), (-1.0, 1.0, 0)] {
        let ends = [start, end].map(|height| vector![0.3, height, 0.2]);
        let report = moved(&pass, (squares().one_sided(), 0.0), ball, ends);
        assert_eq!(report.events.len(), contacts, "{:?}", report.events);
    }
}

/// A plate that is thinner than the allowed overlap gets no deeper than a quarter of its thickness.
#[test]
fn thin_plates_do_not_pass_through_flat_ground() {
    let plate = Cuboid::new(vector![0.2, 0.002, 0.2]).expect("a box");
    let pass = Pass::new().allowed_overlap(ALLOWED);
    let ends = [0.5, -0.0025].map(|height| vector![0.5, height, 0.5]);
    let report = moved(&pass, (squares(), 0.0), plate, ends);
    let event = report.events.first().expect("a contact");
    let height = event.poses[1].translation.y;
    assert!((height - 0.001).abs() < 1e-8, "{event:?}");
}

/// A thin capsule that stands in the ground, deeper than the radius of the largest ball in it, may pass through it
/// unseen. Nothing is proven of it, though its middle is above the ground.
#[test]
fn thin_bodies_that_stand_deep_in_flat_ground_are_too_deep() {
    let capsule = Capsule::new(0.3, 0.0105).expect("a capsule");
    let pass = Pass::new().allowed_overlap(ALLOWED);
    let kind_at = |depth: f64| {
        let ends = [depth, depth + 0.003].map(|depth| vector![-3.0, 0.3105 - depth, 2.0]);
        moved(&pass, (plateau(10.0), 0.0), capsule, ends).events[0].kind
    };
    assert!(matches!(kind_at(0.009), Kind::DrivenIn(_)));
    assert!(matches!(kind_at(0.0115), Kind::TooDeep(_)));
}

/// The tolerance of a contact is that of the smaller one of the body and the piece, also where a large body is over flat
/// ground.
#[test]
fn large_bodies_get_as_near_to_flat_ground_as_its_pieces_allow() {
    let pass = Pass::new().allowed_overlap(1e-3f32);
    let tolerance_of = |radius: f32| {
        let ball = Ball::new(radius).expect("a ball");
        let ends = [1.0, -0.5].map(|height| vector![0.3, radius + height, 0.2]);
        touch(&moved(&pass, (squares(), 0.0), ball, ends)).tolerance
    };
    // the pieces are as large as a ball of this radius, from the origin of their frame
    let of_pieces = tolerance_of(2.0f32.sqrt());
    assert!(tolerance_of(0.7) < 0.6 * of_pieces);
    for radius in [1.8, 2.5] {
        let found = tolerance_of(radius);
        assert!(found < 1.1 * of_pieces, "{radius}: {found} {of_pieces}");
    }
}

/// A pyramid on its tip gets out of a ledge by a short way beside it. So it is less deep in the ledge than it is below its
/// level.
#[test]
fn tips_beside_an_edge_are_less_deep_than_they_are_low() {
    let top = [(-0.4, -0.4), (-0.4, 0.4), (0.4, -0.4), (0.4, 0.4)];
    let top = top.map(|(x, z)| vector![x, 1.0, z]);
    let pyramid = ConvexHull::new(&[&top[..], &[-Vector3::y()]].concat()).expect("a hull");
    let pass = Pass::new().allowed_overlap(0.1);
    let touches = |x: f64| {
        let ends = [-0.5, 0.13].map(|depth| vector![x, 1.0 - depth, -4.0]);
        let events = moved(&pass, (plateau(0.0), 0.0), pyramid.clone(), ends).events;
        events
            .iter()
            .any(|event| matches!(event.kind, Kind::Touch(_)))
    };
    assert!(touches(-3.0));
    assert!(!touches(-0.01));
}

/// Held bodies have longer levels where rounding hides more. There the search is asked too, whose levels they keep.
#[test]
fn bodies_in_contact_are_left_to_the_search_where_rounding_lengthens_their_levels() {
    let pass = Pass::new().allowed_overlap(0.005f32);
    let cube = Cuboid::new(Vector3::repeat(0.05)).expect("a box");
    for (height, queries) in [(0.0, 1), (100.0, 2)] {
        let ends = [0.005, 0.0065].map(|depth| vector![-3.0, height as f32 + 0.05 - depth, 2.0]);
        let report = moved(&pass, (plateau(10.0), height), cube, ends);
        assert_eq!(report.queries, queries, "{height}");
    }
}
