//! Target of bodies of pieces: compounds, meshes, height fields and polylines that move in any way.
//!
//! What is no body or no motion must be refused. Answers about tame bodies are judged by the oracle, and compared with
//! those about every pair of pieces alone. Questions of hostile numbers must end.

use nalgebra::{SVector, Vector3};
use photofinish::cast::Ray;
use photofinish::pieces::{Pieces as _, nearest_pieces, pieces_touch};
use photofinish::support::Posed;
use photofinish::{InitialContact, Real, Span};

use super::bytes::Bytes;
use super::queries::{ballistic, body, orientation, sweep, vector};
use photofinish_judge::in_every_space;
use photofinish_judge::pieces::build::{Surfaces, body as built};
use photofinish_judge::pieces::spec::{Asked, Case, Family, Flight, Parts, Solid, Swing};
use photofinish_judge::pieces::{Found, pairs, proven};
use photofinish_oracle::motion::Motion;
use photofinish_oracle::planted::single;
use photofinish_oracle::shape::Shape;

/// The budget of a question about hostile numbers: the pairs of support points for two pieces.
const BUDGET: u64 = 500;

/// Asks the questions that the bytes encode. They also choose the dimension and the scalar.
pub fn pieces(bytes: &[u8]) {
    judged(bytes);
}

/// Asks the questions that the bytes encode, and returns how they were answered if the bodies are tame.
pub fn judged(bytes: &[u8]) -> Found {
    let mut bytes = Bytes::new(bytes);
    in_every_space!(ask)[bytes.pick(4)](&mut bytes)
}

fn ask<T: Real, R: Surfaces<T, D>, const D: usize>(bytes: &mut Bytes) -> Found {
    let mut case = case::<D>(bytes);
    if !bytes.tame {
        end_somehow::<T, R, D>(&case, bytes);
        return Found::default();
    }
    plant::<T, R, D>(&mut case, bytes);
    let mut found = proven::check::<T, R, D>(&case);
    assert!(found.wrong.is_empty(), "{:?}\n{case:?}", found.wrong);
    let of_pairs = pairs::check::<T, R, D>(&case);
    let wrong = &of_pairs.wrong;
    assert!(wrong.is_empty(), "{wrong:?}\n{case:?}");
    found.add("damaged", of_pairs.of(&"damaged"));
    found
}

fn case<const D: usize>(bytes: &mut Bytes) -> Case<D> {
    let two = |bytes: &mut Bytes| [(); 2].map(|()| flight::<D>(bytes));
    let parts = [(); 2].map(|()| parts::<D>(bytes));
    let (flights, earlier) = (two(bytes), two(bytes));
    let exact = |x: f64| single(x);
    let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
    let start = [0.0, bytes.share() * 0.5][bytes.pick(2)];
    let asked = Asked {
        interval: [start, start + bytes.share().max(1e-3) * (1.0 - start)].map(exact),
        target: exact([0.0, 0.3, -0.1][bytes.pick(3)] * bytes.share()),
        tolerance: (bytes.pick(3) == 0).then(|| exact(1e-4 + bytes.share() * 0.1)),
        budget: None,
        policy: policies[bytes.pick(2)],
        exact_depth: bytes.pick(4) == 0,
    };
    Case {
        family: Family::Clouds,
        seed: u64::from(bytes.byte()),
        parts,
        flights,
        earlier,
        asked,
    }
}

/// Returns a body of at most nine pieces. Numbers of tame bodies are exact in `f32`.
fn parts<const D: usize>(bytes: &mut Bytes) -> Parts<D> {
    let kinds = if D == 3 { 5 } else { 4 };
    match bytes.pick(kinds) {
        0 => Parts::Convex(solid(bytes)),
        1 => {
            let count = 1 + bytes.pick(6);
            let placed = bytes.pick(2) == 0 && !bytes.tame;
            let mut solids: Vec<_> = (0..count).map(|_| solid(bytes)).collect();
            if placed {
                for solid in &mut solids {
                    solid.place = Some((vector(bytes), orientation::<D>(bytes)));
                }
            }
            Parts::Compound(solids)
        }
        4 => {
            let (columns, rows) = (2 + bytes.pick(2), 2 + bytes.pick(2));
            let spacing = [(); 2].map(|()| bytes.length());
            let least = if bytes.tame { 1e-3 } else { f64::MIN };
            let mut heights: Vec<_> = (0..columns * rows).map(|_| bytes.number()).collect();
            if bytes.tame {
                heights
                    .iter_mut()
                    .for_each(|height| *height = single(*height));
            }
            if !bytes.tame && bytes.pick(4) == 0 {
                heights.pop();
            }
            Parts::Heights {
                heights,
                columns,
                spacing: spacing.map(|x| single(x.max(least))),
            }
        }
        _ => {
            let count = 2 + bytes.pick(8);
            let points = (0..count).map(|_| point(bytes)).collect();
            let triangles = if D == 3 {
                bytes.pick(10)
            } else {
                bytes.pick(2)
            };
            // hostile triangles may have corners that are no points
            let most = count + usize::from(!bytes.tame);
            let corners = (0..triangles).map(|_| [(); 3].map(|()| bytes.pick(most) as u32));
            Parts::Surface {
                points,
                corners: corners.collect(),
            }
        }
    }
}

/// Returns a point whose coordinates are exact in `f32` if they are tame.
fn point<const D: usize>(bytes: &mut Bytes) -> SVector<f64, D> {
    let point = vector::<D>(bytes);
    if bytes.tame { point.map(single) } else { point }
}

fn solid<const D: usize>(bytes: &mut Bytes) -> Solid<D> {
    let mut body = body::<D>(bytes);
    if bytes.tame {
        body.round = single(body.round);
        body.shape = match body.shape {
            Shape::Points(points) => Shape::Points(points.iter().map(|p| p.map(single)).collect()),
            shape => shape,
        };
    }
    Solid { body, place: None }
}

fn flight<const D: usize>(bytes: &mut Bytes) -> Flight<D> {
    match bytes.pick(6) {
        0 => Flight::Free(sweep(bytes)),
        1 => {
            let count = 1 + bytes.pick(3);
            let steps: Vec<f64> = (0..count).map(|_| 0.05 + bytes.share()).collect();
            let length: f64 = steps.iter().sum();
            let mut knots = vec![0.0];
            for step in steps {
                knots.push(knots[knots.len() - 1] + step / length);
            }
            *knots.last_mut().expect("a knot") = 1.0;
            let turns = bytes.pick(2) == 0;
            let first = orientation::<D>(bytes);
            let pose = |_| {
                let facing = if turns {
                    orientation::<D>(bytes)
                } else {
                    first
                };
                (point(bytes), facing)
            };
            Flight::Path {
                poses: (0..=count).map(pose).collect(),
                knots: knots.into_iter().map(single).collect(),
            }
        }
        2 => {
            let start = bytes.share() * 0.8 - 0.2;
            let end = start + 0.05 + bytes.share();
            let mut motion = ballistic::<D>(bytes);
            if let Motion::Ballistic(free) = &mut motion {
                free.center = SVector::zeros();
                // the oracle counts the rounding of turns from the time that is asked about, not from the flight's own
                free.angvel = free.angvel.cap_magnitude(20.0);
            }
            Flight::Clamped {
                motion,
                span: [start, end].map(single),
            }
        }
        3 if !bytes.tame => Flight::Swing(Swing {
            position: vector(bytes),
            orientation: orientation::<D>(bytes),
            velocity: vector(bytes),
            amplitude: vector(bytes),
            rate: bytes.length(),
            spin: Vector3::z() * bytes.number(),
        }),
        _ => Flight::Free(ballistic(bytes)),
    }
}

/// Moves body B so that the bodies meet, or pass near each other, at some time, and mostly not at the start.
fn plant<T: Real, R: Surfaces<T, D>, const D: usize>(case: &mut Case<D>, bytes: &mut Bytes) {
    if bytes.pick(4) == 0 {
        return;
    }
    let [start, end] = case.asked.interval;
    let time = T::of(start + (end - start) * bytes.share());
    let gap = [0.0, 1e-6, 1e-3, -1e-3][bytes.pick(4)] * (1.0 + bytes.share());
    let gap = gap + case.asked.target;
    for _ in 0..3 {
        let aside = vector::<D>(bytes);
        if aside.norm() > 0.0 {
            case.flights[1].shift(&(aside.normalize() * (0.1 + bytes.share() * 10.0)));
        }
        let body = |i: usize| built::<T, R, D>(&case.parts[i], &case.flights[i]);
        let (Some(a), Some(b)) = (body(0), body(1)) else {
            return;
        };
        let Ok(near) = nearest_pieces(&a, &b, time) else {
            return;
        };
        let near = near.proximity;
        let by = gap - near.signed_distance().as_f64();
        case.flights[1].shift(&(near.contact().normal.map(T::as_f64) * by));
        let Some(b) = built::<T, R, D>(&case.parts[1], &case.flights[1]) else {
            return;
        };
        if matches!(pieces_touch(&a, &b, T::of(start)), Ok(None)) {
            return;
        }
    }
}

/// Asks all questions about hostile bodies.
fn end_somehow<T: Real, R: Surfaces<T, D>, const D: usize>(case: &Case<D>, bytes: &mut Bytes) {
    let body = |i: usize| built::<T, R, D>(&case.parts[i], &case.flights[i]);
    let (Some(a), Some(b)) = (body(0), body(1)) else {
        return;
    };
    let mut asked = case.asked;
    asked.budget = Some(BUDGET);
    if bytes.pick(2) == 0 {
        asked.target = bytes.number();
        asked.tolerance = Some(bytes.number());
    }
    let query = asked.query::<T>();
    let [start, end] = if bytes.pick(2) == 0 {
        [bytes.number(), bytes.number()].map(T::of)
    } else {
        asked.interval.map(T::of)
    };
    let inside = |time: T| assert!(start <= time && time <= end, "{time:?} {case:?}");
    if let Ok(answer) = query.first_contact(&a, &b, start..=end) {
        answer
            .contact
            .iter()
            .for_each(|contact| inside(contact.time));
    }
    if let Ok(answer) = query.all_contacts(&a, &b, start..=end) {
        answer
            .contacts
            .iter()
            .for_each(|contact| inside(contact.time));
    }
    let _ = query.any_contact(&a, &b, start..=end);
    if let Ok((answer, certificate)) = query.certify_first_contact(&a, &b, start..=end) {
        let until = answer.contact.map_or(end, |contact| contact.time);
        let kept = certificate.claimed_distance();
        let _ = certificate.verify(&a, &b, kept.unwrap_or(T::zero()), start..=until);
    }
    if let Ok(near) = nearest_pieces(&a, &b, start) {
        assert!(
            !near.proximity.signed_distance().as_f64().is_nan(),
            "{case:?}"
        );
    }
    let _ = pieces_touch(&a, &b, start);
    let _ = a.swept_box(Span::new(T::zero(), T::one()).expect("a span"));
    let (from, way) = (vector::<D>(bytes).map(T::of), vector::<D>(bytes).map(T::of));
    let most = T::of(bytes.length());
    if let Ok(ray) = Ray::new(from, way) {
        let _ = query.cast_ray_at_pieces(&ray, &a, start, most);
    }
    let piece = b.pieces().piece(0);
    let pose = nalgebra::Isometry::from_parts(from.into(), R::rotation(&orientation::<D>(bytes)));
    if let Ok(placed) = Posed::new(piece, &pose) {
        let _ = query.cast_shape_at_pieces(&placed, way, &a, start, most);
    }
}
