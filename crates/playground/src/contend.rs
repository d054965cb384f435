//! What the sweep and the nonlinear cast of parry say.

use crate::scene::Scene;

/// What a contender says.
enum Says {
    Free,
    Hit(f64),
    /// The bodies overlap at the start of a part.
    Overlapping(f64),
    /// It gave up, or cannot be asked about these shapes.
    Nothing,
    /// It is not asked, as its search may not end.
    NotAsked,
}

/// At later times the bisection of the cast may not end: it waits for a range of time that is shorter than any there.
const LAST_TIME: f64 = 16.0;

/// The cast goes on from one closest approach to the next. Bodies that turn more often have too many.
const MOST_TURNS: f64 = 1000.0;

/// What is asked about the two bodies in focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Nothing: the shapes are built, and that is all.
    Shapes,
    /// parry's sweep.
    Sweep,
    /// parry's nonlinear cast.
    Cast,
}

/// Asks a contender about the two bodies in focus. Returns what it says (0: they are free, 1: they hit each other, 2: they
/// overlap, 3: nothing, 4: it is not asked) and a time. Bodies of pieces are asked about piece by piece, and the earliest
/// answer counts. The cast is not asked beyond 16 seconds or 1000 turns.
///
/// # Errors
/// A message for people.
pub fn contend(contender: Contender, numbers: &[f64]) -> Result<Vec<f64>, String> {
    let said = match numbers.split_first() {
        Some((2.0, rest)) => plane::answer(contender, &Scene::read(rest)?)?,
        Some((3.0, rest)) => space::answer(contender, &Scene::read(rest)?)?,
        _ => return Err("the dimension must be 2 or 3".to_owned()),
    };
    Ok(number(&said).to_vec())
}

fn number(says: &Says) -> [f64; 2] {
    match says {
        Says::Free => [0.0, 0.0],
        Says::Hit(time) => [1.0, *time],
        Says::Overlapping(time) => [2.0, *time],
        Says::Nothing => [3.0, 0.0],
        Says::NotAsked => [4.0, 0.0],
    }
}

/// Returns the earlier of two answers. Without an answer about one pair of pieces there is none about all.
fn earlier(one: Says, other: Says) -> Says {
    let key = |says: &Says| match says {
        Says::Nothing | Says::NotAsked => -1.0,
        Says::Overlapping(time) | Says::Hit(time) => *time,
        Says::Free => f64::INFINITY,
    };
    if key(&other) < key(&one) { other } else { one }
}

/// Defines the contenders of one crate.
macro_rules! contenders {
    ($module:ident, $krate:ident, $rotor:ty, $d:literal, $hull:ident) => {
        mod $module {
            use std::f64::consts::TAU;

            use photofinish::motion::Motion;
            use $krate::math::{Pose, Vector};
            use $krate::query::sweep_toi::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
            use $krate::query::{NonlinearRigidMotion, ShapeCastStatus, cast_shapes_nonlinear};
            use $krate::shape::{Ball, Capsule, Cuboid, Segment, Shape, Triangle, $hull};

            use super::into::$module::{pose, speed, spin, vector};
            use super::{Contender, LAST_TIME, MOST_TURNS, Says, earlier};
            use crate::scene::{Body, Kind, Piece, Scene};

            type Given = Body<$rotor, $d>;

            /// A convex piece in the frame of its body.
            struct Part {
                shape: Box<dyn Shape>,
                place: Pose,
                /// The points and the radius around them that the sweep takes.
                points: Vec<Vector>,
                radius: f64,
            }

            pub fn answer(contender: Contender, scene: &Scene<$rotor, $d>) -> Result<Says, String> {
                let focus = scene.focus.ok_or("contenders need two bodies in focus")?;
                let [a, b] = focus.map(|body| &scene.bodies[body]);
                let parts = |body: &Given| body.pieces.iter().map(part).collect::<Option<Vec<_>>>();
                let (Some(of_a), Some(of_b)) = (parts(a), parts(b)) else {
                    return Ok(Says::Nothing);
                };
                let pairs: Vec<_> = of_a
                    .iter()
                    .flat_map(|one| of_b.iter().map(move |other| (one, other)))
                    .collect();
                Ok(match contender {
                    Contender::Shapes => Says::Nothing,
                    Contender::Sweep => sweep(scene, [a, b], &pairs),
                    Contender::Cast => cast(scene, [a, b], &pairs),
                })
            }

            fn part(piece: &Piece<$rotor, $d>) -> Option<Part> {
                let numbers = &piece.numbers;
                let points: Vec<Vector> = numbers.chunks_exact($d).map(vector).collect();
                let (shape, points, radius): (Box<dyn Shape>, Vec<Vector>, f64) = match piece.kind {
                    Kind::Ball => (
                        Box::new(Ball::new(numbers[0])),
                        vec![Vector::ZERO],
                        numbers[0],
                    ),
                    Kind::Cuboid => {
                        let half = &numbers[..$d];
                        let side = |corner: usize, axis: usize| {
                            if corner >> axis & 1 == 1 {
                                half[axis]
                            } else {
                                -half[axis]
                            }
                        };
                        let corner = |corner| {
                            vector(&std::array::from_fn::<_, $d, _>(|axis| side(corner, axis)))
                        };
                        (
                            Box::new(Cuboid::new(points[0])),
                            (0..1 << $d).map(corner).collect(),
                            0.0,
                        )
                    }
                    Kind::Capsule => {
                        let end = Vector::Y * numbers[0];
                        (
                            Box::new(Capsule::new_y(numbers[0], numbers[1])),
                            vec![-end, end],
                            numbers[1],
                        )
                    }
                    Kind::Hull => {
                        let hull = $hull::from_convex_hull(&points)?;
                        let corners = hull.points().to_vec();
                        (Box::new(hull), corners, 0.0)
                    }
                    Kind::Segment => (Box::new(Segment::new(points[0], points[1])), points, 0.0),
                    Kind::Triangle => (
                        Box::new(Triangle::new(points[0], points[1], points[2])),
                        points,
                        0.0,
                    ),
                };
                let place = pose(&piece.place);
                let points = points
                    .iter()
                    .map(|point| place.transform_point(*point))
                    .collect();
                Some(Part {
                    shape,
                    place,
                    points,
                    radius,
                })
            }

            fn sweep(
                scene: &Scene<$rotor, $d>,
                bodies: [&Given; 2],
                pairs: &[(&Part, &Part)],
            ) -> Says {
                let [start, end] = scene.interval;
                let at =
                    |part: u32| start + (end - start) * (f64::from(part) / f64::from(scene.parts));
                for part in 0..scene.parts {
                    let (from, to) = (at(part), at(part + 1));
                    let [a, b] = bodies.map(|body| {
                        let [from, to] = [from, to].map(|time| pose(&body.motion.pose(time)));
                        Sweep::from_poses(&from, &to, Vector::ZERO)
                    });
                    let first = pairs.iter().fold(Says::Free, |first, (one, other)| {
                        let [one, other] = [one, other]
                            .map(|part| ToiProxy::from_points(&part.points, part.radius));
                        let found = sweep_time_of_impact(&one, &a, &other, &b, 1.0, scene.slop);
                        let says = match found.status {
                            SweepToiStatus::Separated => Says::Free,
                            SweepToiStatus::Hit => Says::Hit(from + (to - from) * found.fraction),
                            SweepToiStatus::Overlapped => Says::Overlapping(from),
                            SweepToiStatus::Failed => Says::Nothing,
                        };
                        earlier(first, says)
                    });
                    if !matches!(first, Says::Free) {
                        return first;
                    }
                }
                Says::Free
            }

            fn cast(
                scene: &Scene<$rotor, $d>,
                [a, b]: [&Given; 2],
                pairs: &[(&Part, &Part)],
            ) -> Says {
                let [start, end] = scene.interval;
                let turns = (end - start) * (speed(&a.spin) + speed(&b.spin)) / TAU;
                if start < -LAST_TIME || end > LAST_TIME || turns > MOST_TURNS {
                    return Says::NotAsked;
                }
                let path = |body: &Given, part: &Part| {
                    let center = part.place.inverse().transform_point(Vector::ZERO);
                    let linear = vector(body.linear.as_slice());
                    NonlinearRigidMotion::new(
                        pose(&body.pose) * part.place,
                        center,
                        linear,
                        spin(&body.spin),
                    )
                };
                pairs.iter().fold(Says::Free, |first, (one, other)| {
                    let (path_a, path_b) = (path(a, one), path(b, other));
                    let found = cast_shapes_nonlinear(
                        &path_a,
                        &*one.shape,
                        &path_b,
                        &*other.shape,
                        start,
                        end,
                        true,
                    );
                    let says = match found {
                        Ok(None) => Says::Free,
                        Ok(Some(hit)) => match hit.status {
                            ShapeCastStatus::Converged => Says::Hit(hit.time_of_impact),
                            ShapeCastStatus::PenetratingOrWithinTargetDist => {
                                Says::Overlapping(hit.time_of_impact)
                            }
                            _ => Says::Nothing,
                        },
                        Err(_) => Says::Nothing,
                    };
                    earlier(first, says)
                })
            }
        }
    };
}

contenders!(
    plane,
    parry2d_f64,
    nalgebra::UnitComplex<f64>,
    2,
    ConvexPolygon
);
contenders!(
    space,
    parry3d_f64,
    nalgebra::UnitQuaternion<f64>,
    3,
    ConvexPolyhedron
);

/// What differs between the plane and space.
mod into {
    pub mod plane {
        use nalgebra::Isometry2;
        use parry2d_f64::math::{Pose, Rot2, Vector};

        pub fn vector(given: &[f64]) -> Vector {
            Vector::new(given[0], given[1])
        }

        pub fn pose(given: &Isometry2<f64>) -> Pose {
            let rotation = Rot2::from_cos_sin_unchecked(given.rotation.re, given.rotation.im);
            Pose::from_parts(vector(given.translation.vector.as_slice()), rotation)
        }

        pub fn spin(given: &f64) -> f64 {
            *given
        }

        pub fn speed(given: &f64) -> f64 {
            given.abs()
        }
    }

    pub mod space {
        use nalgebra::{Isometry3, Vector3};
        use parry3d_f64::math::{Pose, Rot3, Vector};

        pub fn vector(given: &[f64]) -> Vector {
            Vector::new(given[0], given[1], given[2])
        }

        pub fn pose(given: &Isometry3<f64>) -> Pose {
            let turn = given.rotation.coords;
            Pose::from_parts(
                vector(given.translation.vector.as_slice()),
                Rot3::from_xyzw(turn.x, turn.y, turn.z, turn.w),
            )
        }

        pub fn spin(given: &Vector3<f64>) -> Vector {
            vector(given.as_slice())
        }

        pub fn speed(given: &Vector3<f64>) -> f64 {
            given.norm()
        }
    }
}
