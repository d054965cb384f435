//! Single bodies over flat and rough parts of a surface: they stop as deep in a piece of it as is allowed, not before.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass, Report};
use photofinish::motion::{AtRest, Motion, Rotor, Sweep};
use photofinish::pieces::{AnyPieces, Convex, MovingPieces, Pieces, TriMesh, nearest_pieces};
use photofinish::proximity;
use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid, PosedShape};
use photofinish::support::Posed;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const ALLOWED: f64 = 0.005;

fn made<T: Real>(numbers: Vector3<f64>) -> Vector3<T> {
    numbers.map(T::of)
}

fn arrow(rng: &mut StdRng, most: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| rng.random_range(-most..most))
}

/// A field of 6 by 6 squares of 1.5 in the middle of its frame: level, tilted, or with steps and pits.
fn field<T: Real>(rng: &mut StdRng) -> AnyPieces<T, 3> {
    let kind = rng.random_range(0..3);
    let slope = arrow(rng, 0.5);
    let heights: Vec<T> = (0..49)
        .map(|index| {
            let (x, z) = (f64::from(index % 7), f64::from(index / 7));
            let is_off = rng.random_range(0..8) == 0;
            T::of(match kind {
                0 => 0.7,
                1 => slope.x * x + slope.z * z,
                _ if is_off => slope.y,
                _ => 0.0,
            })
        })
        .collect();
    let field = TriMesh::height_field(&heights, 7, [T::of(1.5), T::of(1.5)]).expect("a field");
    let middle = made::<T>(vector![4.5, 0.0, 4.5]);
    let points = field.points().iter().map(|point| point - middle).collect();
    let field = TriMesh::new(points, field.triangles().to_vec());
    field.expect("the same, elsewhere").into()
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

/// Drops random bodies on random fields. Says how many had an event, and how many had none though they came near.
fn drop_on_fields<T>(spin: impl Fn(Vector3<f64>) -> UnitQuaternion<T>, tolerance: f64) -> [usize; 2]
where
    T: Real,
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let mut rng = StdRng::seed_from_u64(17);
    let (mut touches, mut near_passes) = (0, 0);
    for case in 0..150 {
        let (ground, shape) = (field::<T>(&mut rng), shape::<T>(&mut rng));
        // in the world's frame, beside it, and turned in it
        let stands: Isometry3<T> = match case % 3 {
            0 => Isometry3::identity(),
            1 => Isometry3::from_parts(made(arrow(&mut rng, 9.0)).into(), spin(Vector3::zeros())),
            _ => {
                let turn = spin(arrow(&mut rng, 2.0));
                Isometry3::from_parts(made(arrow(&mut rng, 9.0)).into(), turn)
            }
        };
        let height = rng.random_range(1.3..2.5);
        let start =
            arrow(&mut rng, 4.5).component_mul(&vector![1.0, 0.0, 1.0]) + Vector3::y() * height;
        let way = arrow(&mut rng, 1.0) - Vector3::y() * rng.random_range(0.0..2.0);
        let turns = [
            arrow(&mut rng, 3.0),
            arrow(&mut rng, if case % 2 == 0 { 1.0 } else { 0.01 }),
        ];
        let [first, more] = turns.map(&spin);
        let pose =
            |place: Vector3<f64>, turn| stands * Isometry3::from_parts(made(place).into(), turn);
        let (start, end) = (pose(start, first), pose(start + way, more * first));
        let center = made(arrow(&mut rng, 0.2));
        let bodies = [
            Body::fixed_of(AnyForm::Pieces(&ground), stands),
            Body::of(AnyForm::Shape(&shape), start, end).about(center),
        ];
        let is_first = rng.random_range(0..2) == 0;
        let mut ordered = match is_first {
            true => bodies,
            false => [bodies[1], bodies[0]],
        };
        let (this, other) = (usize::from(!is_first), usize::from(is_first));
        let pass = Pass::new().allowed_overlap(T::of(ALLOWED));
        let report = pass.run(&mut ordered, [[0, 1]], |event| event.usual_response());
        let report = report.expect("a step");
        let sweep = Sweep::new((T::zero(), start), (T::one(), end), center).expect("a sweep");
        let depth = |piece: u32, time: T| {
            let pose = sweep.pose(time);
            let body = Posed::new(&shape, &pose).expect("a pose");
            let piece = Posed::new(ground.piece(piece).into_owned(), &stands).expect("a pose");
            -proximity(&piece, &body).signed_distance().as_f64()
        };
        let body = MovingPieces::new(Convex::new(shape.clone()).expect("a piece"), sweep);
        let level = MovingPieces::new(&ground, AtRest::new(stands).expect("a pose"));
        let depth_at = |time: T| {
            let nearest = nearest_pieces(&level, &body, time).expect("finite");
            -nearest.proximity.signed_distance().as_f64()
        };
        if depth_at(T::zero()) > -0.02 {
            continue;
        }
        let until = report.events.first().map_or(T::one(), |event| event.time);
        let parts = (0..=8).map(|part| depth_at(until * T::of(f64::from(part) / 8.0)));
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
        assert_eq!(event.pieces[other], 0);
        // the piece that is named is as deep as is allowed, and the answer says so
        let found = depth(event.pieces[this], event.time);
        let off = (found - ALLOWED)
            .abs()
            .max((found + impact.distance.as_f64()).abs());
        assert!(off <= 2.0 * tolerance, "case {case}: {found} {impact:?}");
    }
    [touches, near_passes]
}

#[test]
fn bodies_over_a_surface_stop_as_deep_in_it_as_is_allowed() {
    let spin = |axis: Vector3<f64>| UnitQuaternion::from_scaled_axis(axis).cast::<f32>();
    for [touches, near] in [
        drop_on_fields::<f64>(UnitQuaternion::from_scaled_axis, 1e-6),
        drop_on_fields::<f32>(spin, 2e-4),
    ] {
        assert!(touches > 30 && near > 3, "{touches} {near}");
    }
}

/// Moves a body on a mesh for a step.
fn moved<T: Real>(
    (ground, stands): (&AnyPieces<T, 3>, Isometry3<T>),
    (shape, start, end): (&AnyShape<T, 3>, Isometry3<T>, Isometry3<T>),
    pass: &Pass<T>,
) -> Report<T, UnitQuaternion<T>, 3>
where
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let mut bodies = [
        Body::fixed_of(AnyForm::Pieces(ground), stands),
        Body::of(AnyForm::Shape(shape), start, end),
    ];
    let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
    report.expect("a step")
}

/// A level square from x = -10 to `until`.
fn plateau(until: f64) -> AnyPieces<f64, 3> {
    let corner = |x, z| vector![x, 0.0, z];
    let corners = [(-10.0, -10.0), (-10.0, 10.0), (until, 10.0), (until, -10.0)];
    let points = corners.map(|(x, z)| corner(x, z)).to_vec();
    TriMesh::new(points, vec![[0, 1, 2], [0, 2, 3]])
        .expect("two triangles")
        .into()
}

/// A ball that starts a little too deep in a plateau, and leaves it beyond its edge before it gets deeper.
#[test]
fn bodies_that_leave_a_ledge_are_not_driven_into_it() {
    let ball: AnyShape<f64, 3> = Ball::new(1.0).expect("a ball").into();
    let pass = Pass::new().allowed_overlap(0.1);
    let at = |x: f64, depth: f64| Isometry3::translation(x, 1.0 - depth, -3.0);
    let fly = |until| {
        let way = (&ball, at(-0.25, 0.1005), at(2.75, 0.1205));
        moved((&plateau(until), Isometry3::identity()), way, &pass)
    };
    let report = fly(0.0);
    assert!(report.events.is_empty(), "{:?}", report.events);
    // where the plateau goes on it is driven in
    let report = fly(10.0);
    let is_driven_in = |kind: &Kind<f64, 3>| matches!(kind, Kind::DrivenIn(_));
    assert!(report.events.iter().any(|event| is_driven_in(&event.kind)));
}

/// Where rounding takes much from coordinates, small steps count as flat. Bodies get within the tolerance there too.
#[test]
fn bodies_get_within_the_tolerance_beside_steps_that_count_as_flat() {
    let far = 1000.0f32;
    // with the default tolerance, and with one that hides more than rounding does
    for (tolerance, step) in [None, Some(0.02f32)]
        .into_iter()
        .flat_map(|tolerance| [0.0f32, 1e-3, 4e-3, 8e-3].map(|step| (tolerance, step)))
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
        let ground = AnyPieces::from(mesh);
        let ball: AnyShape<f32, 3> = Ball::new(0.5).expect("a ball").into();
        let at = |height: f32| {
            let up = vector![-1.0f32, 1.0, 0.0].normalize() * (height + 0.5);
            Isometry3::translation(far - 1.0 + up.x, far - 1.0 + up.y, up.z - 0.3)
        };
        let way = (&ball, at(0.5), at(-0.2));
        let mut pass = Pass::new().allowed_overlap(0.005);
        if let Some(tolerance) = tolerance {
            pass = pass.tolerance(tolerance);
        }
        let report = moved((&ground, Isometry3::identity()), way, &pass);
        let event = report.events.first().expect("a contact");
        let Kind::Touch(impact) = &event.kind else {
            panic!("{event:?}");
        };
        assert_eq!(event.pieces[0], 0);
        let share = event.time;
        let pose = at(0.5 - 0.7 * share);
        let body = Posed::new(&ball, &pose).expect("a pose");
        let piece =
            Posed::new(ground.piece(0).into_owned(), &Isometry3::identity()).expect("a pose");
        let found = proximity(&piece, &body).signed_distance();
        // what is said is what was asked for, and what is so but for the rounding of places
        assert!(impact.distance <= impact.tolerance - 0.005, "{impact:?}");
        assert!(
            (found - impact.distance).abs() < 3e-3,
            "{tolerance:?}, {step}: {found} {impact:?}"
        );
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
        let ground = AnyPieces::from(mesh.expect("two triangles"));
        let cube: AnyShape<f32, 3> = Cuboid::new(Vector3::repeat(0.5)).expect("a box").into();
        let over = turn * vector![1.5f32, 0.0, 0.4] + middle;
        let at = |depth: f32| Isometry3::from_parts((over + up * (0.5 - depth)).into(), turn);
        let way = (&cube, at(0.0047), at(0.0047 + drop));
        let pass = Pass::new().allowed_overlap(0.005);
        let report = moved((&ground, Isometry3::identity()), way, &pass);
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
    let field = TriMesh::height_field(&[T::zero(); 9], 3, [T::one(); 2]).expect("a field");
    let middle = vector![T::one(), T::zero(), T::one()];
    let points = field.points().iter().map(|point| point - middle).collect();
    TriMesh::new(points, field.triangles().to_vec()).expect("the same, elsewhere")
}

/// Ground with one side stops bodies only from its front.
#[test]
fn bodies_pass_through_flat_ground_with_one_side_from_behind() {
    let ball: AnyShape<f64, 3> = Ball::new(0.25).expect("a ball").into();
    let ground = AnyPieces::from(squares::<f64>().one_sided());
    let pass = Pass::new().allowed_overlap(ALLOWED);
    let at = |height: f64| Isometry3::translation(0.3, height, 0.2);
    for (start, end, contacts) in [(1.0, -1.0, 1), (-1.0, 1.0, 0)] {
        let way = (&ball, at(start), at(end));
        let report = moved((&ground, Isometry3::identity()), way, &pass);
        assert_eq!(report.events.len(), contacts, "{:?}", report.events);
    }
}

/// A plate that is thinner than the allowed overlap gets no deeper than a quarter of its thickness.
#[test]
fn thin_plates_do_not_pass_through_flat_ground() {
    let plate = Cuboid::new(vector![0.2, 0.002, 0.2]).expect("a box");
    let plate: AnyShape<f64, 3> = plate.into();
    let ground = AnyPieces::from(squares::<f64>());
    let pass = Pass::new().allowed_overlap(ALLOWED);
    let at = |height: f64| Isometry3::translation(0.5, height, 0.5);
    let way = (&plate, at(0.5), at(-0.0025));
    let report = moved((&ground, Isometry3::identity()), way, &pass);
    let event = report.events.first().expect("a contact");
    let height = event.poses[1].translation.y;
    assert!((height - 0.001).abs() < 1e-8, "{event:?}");
}

/// A thin capsule that stands in the ground, deeper than the radius of the largest ball in it, may pass through it
/// unseen. Nothing is proven of it, though its middle is above the ground.
#[test]
fn thin_bodies_that_stand_deep_in_flat_ground_are_too_deep() {
    let capsule: AnyShape<f64, 3> = Capsule::new(0.3, 0.0105).expect("a capsule").into();
    let pass = Pass::new().allowed_overlap(ALLOWED);
    let at = |depth: f64| Isometry3::translation(-3.0, 0.3105 - depth, 2.0);
    let kind_at = |depth: f64| {
        let way = (&capsule, at(depth), at(depth + 0.003));
        let report = moved((&plateau(10.0), Isometry3::identity()), way, &pass);
        report.events.into_iter().next().expect("a contact").kind
    };
    let kind = kind_at(0.009);
    assert!(matches!(kind, Kind::DrivenIn(_)), "{kind:?}");
    let kind = kind_at(0.0115);
    assert!(matches!(kind, Kind::TooDeep(_)), "{kind:?}");
}

/// The tolerance of a contact is that of the smaller one of the body and the piece, also where a large body is over flat
/// ground.
#[test]
fn large_bodies_get_as_near_to_flat_ground_as_its_pieces_allow() {
    let pass = Pass::new().allowed_overlap(1e-3f32);
    let ground = AnyPieces::from(squares::<f32>());
    let tolerance_of = |radius: f32| {
        let ball: AnyShape<f32, 3> = Ball::new(radius).expect("a ball").into();
        let at = |height: f32| Isometry3::translation(0.3, radius + height, 0.2);
        let way = (&ball, at(1.0), at(-0.5));
        let report = moved((&ground, Isometry3::identity()), way, &pass);
        let event = report.events.first().expect("a contact");
        let Kind::Touch(impact) = &event.kind else {
            panic!("{event:?}");
        };
        impact.tolerance
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
    let top = [-0.4, 0.4]
        .into_iter()
        .flat_map(|x| [-0.4, 0.4].map(|z| vector![x, 1.0, z]));
    let corners: Vec<_> = top.chain([vector![0.0, -1.0, 0.0]]).collect();
    let pyramid: AnyShape<f64, 3> = ConvexHull::new(&corners).expect("a hull").into();
    let pass = Pass::new().allowed_overlap(0.1);
    let touches = |x: f64| {
        let at = |depth: f64| Isometry3::translation(x, 1.0 - depth, -4.0);
        let way = (&pyramid, at(-0.5), at(0.13));
        let report = moved((&plateau(0.0), Isometry3::identity()), way, &pass);
        report
            .events
            .iter()
            .any(|event| matches!(event.kind, Kind::Touch(_)))
    };
    assert!(touches(-3.0));
    assert!(!touches(-0.01));
}

/// A ball that falls on a plateau takes one query of a half-space. Where the plateau ends below it the answer does not
/// count, and the search is asked too.
#[test]
fn flat_ground_is_asked_about_as_a_half_space() {
    let ball: AnyShape<f64, 3> = Ball::new(0.5).expect("a ball").into();
    let [start, end] = [2.0, 0.2].map(|height| Isometry3::translation(-3.0, height, -4.0));
    let pass = Pass::new().allowed_overlap(0.005);
    for (until, queries) in [(10.0, 1), (-3.001, 2)] {
        let ground = plateau(until);
        let stands = Isometry3::identity();
        let report = moved((&ground, stands), (&ball, start, end), &pass);
        let kinds: Vec<_> = report.events.iter().map(|event| &event.kind).collect();
        assert!(matches!(kinds[..], [Kind::Touch(_)]), "{kinds:?}");
        assert_eq!(report.queries, queries, "{until}");
    }
}

/// Held bodies have longer levels where rounding hides more. There the search is asked, whose levels they keep.
#[test]
fn bodies_in_contact_are_left_to_the_search_where_rounding_lengthens_their_levels() {
    let cube: AnyShape<f32, 3> = Cuboid::new(Vector3::repeat(0.05)).expect("a box").into();
    for (height, queries) in [(0.0f32, 1), (100.0, 2)] {
        let stands = Isometry3::translation(0.0, height, 0.0);
        let corners = [(-10.0, -10.0), (-10.0, 10.0), (10.0, 10.0), (10.0, -10.0)];
        let corners = corners.map(|(x, z)| vector![x, 0.0, z]);
        let mesh = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]);
        let ground = AnyPieces::from(mesh.expect("two triangles"));
        let at = |depth: f32| Isometry3::translation(-3.0, height + 0.05 - depth, 2.0);
        let way = (&cube, at(0.005), at(0.0065));
        let pass = Pass::new().allowed_overlap(0.005);
        let report = moved((&ground, stands), way, &pass);
        assert_eq!(report.queries, queries, "{height}");
    }
}
