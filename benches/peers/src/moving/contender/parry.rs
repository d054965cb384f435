//! Asks parry. Its two precisions are two crates with the same names in them.
//!
//! Its sweep takes a slop, and reports a hit where the bodies are this far apart. The other queries have no tolerance
//! to set.

/// The distance at which a sweep reports a hit.
#[derive(Clone, Copy)]
pub enum Slop {
    /// A share of the smaller body's radius.
    Share(f64),
    Length(f64),
}

impl Slop {
    /// photofinish's default tolerance in `f32`.
    pub const OURS: Self = Self::Share(3.5e-4);
    /// The length that parry's documentation calls typical. Box3D's slop is the same.
    pub const LOOSE: Self = Self::Length(0.005);
    /// A share at which `f64` is needed.
    pub const FINE: Self = Self::Share(1e-6);

    /// Returns the slop for two bodies of which the smaller has this size.
    pub fn length(self, small: f64) -> f64 {
        match self {
            Self::Share(share) => share * small,
            Self::Length(length) => length,
        }
    }
}

/// Defines the contenders of one crate.
macro_rules! parry {
    ($scalar:ident, $krate:ident, $nonlinear:literal, $cast:literal, $depth:literal) => {
        pub mod $scalar {
            use $krate::math::{Pose, Vector};
            use $krate::query::sweep_toi::{
                Sweep as PoseSweep, SweepToiStatus, ToiProxy, sweep_time_of_impact,
            };
            use $krate::query::{
                NonlinearRigidMotion, ShapeCastHit, ShapeCastOptions, ShapeCastStatus, Unsupported,
                cast_shapes, cast_shapes_nonlinear, contact,
            };
            use $krate::shape::Shape as AnyShape;

            use super::super::{Answer, Contender, Pair, Role};
            use super::Slop;
            use crate::contender::parry::$scalar::{pose, shape, vector};
            use crate::moving::case::{Body, Case};
            use crate::moving::truth::radius;

            fn made(case: &Case) -> Option<[Box<dyn AnyShape>; 2]> {
                let made = |body: &Body| shape(&body.solid.shape).ok();
                Some([made(&case.a)?, made(&case.b)?])
            }

            /// The query `sweep_time_of_impact`.
            pub struct Sweep {
                pub name: &'static str,
                pub slop: Slop,
            }

            impl Contender for Sweep {
                fn name(&self) -> &'static str {
                    self.name
                }

                fn role(&self) -> Role {
                    Role::Sweep
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn slack(&self, small: f64) -> f64 {
                    // the sum of the distance that it aims at and the tolerance around it
                    1.25 * self.slop.length(small)
                }

                fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
                    let shapes = made(case)?;
                    // it takes only shapes of a few points with a radius
                    if shapes
                        .iter()
                        .any(|shape| ToiProxy::from_shape(&**shape).is_none())
                    {
                        return None;
                    }
                    let bodies = [&case.a, &case.b];
                    let small = bodies.map(radius).into_iter().fold(f64::INFINITY, f64::min);
                    Some(Box::new(SweepPair {
                        shapes,
                        sweeps: bodies.map(|body| {
                            PoseSweep::from_poses(
                                &pose(&body.solid),
                                &pose(&body.end()),
                                Vector::ZERO,
                            )
                        }),
                        slop: self.slop.length(small) as $scalar,
                    }))
                }
            }

            struct SweepPair {
                shapes: [Box<dyn AnyShape>; 2],
                sweeps: [PoseSweep; 2],
                slop: $scalar,
            }

            impl Pair for SweepPair {
                fn ask(&self) -> Answer {
                    // the proxies borrow the points of hulls, and copy the few points of other shapes
                    let proxies = [&self.shapes[0], &self.shapes[1]]
                        .map(|shape| ToiProxy::from_shape(&**shape));
                    let [Some(a), Some(b)] = &proxies else {
                        return Answer::NotOffered;
                    };
                    let [sweep_a, sweep_b] = &self.sweeps;
                    let found = sweep_time_of_impact(a, sweep_a, b, sweep_b, 1.0, self.slop);
                    match found.status {
                        SweepToiStatus::Separated => Answer::Free,
                        SweepToiStatus::Hit => Answer::hit(f64::from(found.fraction)),
                        SweepToiStatus::Overlapped => Answer::Overlapping,
                        SweepToiStatus::Failed => Answer::Nothing,
                    }
                }
            }

            /// The query `cast_shapes_nonlinear`.
            pub struct Nonlinear;

            impl Contender for Nonlinear {
                fn name(&self) -> &'static str {
                    $nonlinear
                }

                fn role(&self) -> Role {
                    Role::Nonlinear
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
                    let motion = |body: &Body| {
                        let (linear, angular) = (vector(&body.linear), vector(&body.angular));
                        NonlinearRigidMotion::new(pose(&body.solid), Vector::ZERO, linear, angular)
                    };
                    Some(Box::new(NonlinearPair {
                        shapes: made(case)?,
                        motions: [motion(&case.a), motion(&case.b)],
                    }))
                }
            }

            struct NonlinearPair {
                shapes: [Box<dyn AnyShape>; 2],
                motions: [NonlinearRigidMotion; 2],
            }

            impl Pair for NonlinearPair {
                fn ask(&self) -> Answer {
                    let ([a, b], [motion_a, motion_b]) = (&self.shapes, &self.motions);
                    let found =
                        cast_shapes_nonlinear(motion_a, &**a, motion_b, &**b, 0.0, 1.0, true);
                    outcome(found)
                }
            }

            /// The query `cast_shapes`.
            pub struct Cast;

            impl Contender for Cast {
                fn name(&self) -> &'static str {
                    $cast
                }

                fn role(&self) -> Role {
                    Role::Cast
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
                    if case.is_rotating() {
                        return None;
                    }
                    let placed = |body: &Body| (pose(&body.solid), vector(&body.linear));
                    Some(Box::new(CastPair {
                        shapes: made(case)?,
                        placed: [placed(&case.a), placed(&case.b)],
                    }))
                }
            }

            struct CastPair {
                shapes: [Box<dyn AnyShape>; 2],
                placed: [(Pose, Vector); 2],
            }

            impl Pair for CastPair {
                fn ask(&self) -> Answer {
                    let ([a, b], [(pose_a, velocity_a), (pose_b, velocity_b)]) =
                        (&self.shapes, &self.placed);
                    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                    outcome(cast_shapes(
                        pose_a,
                        *velocity_a,
                        &**a,
                        pose_b,
                        *velocity_b,
                        &**b,
                        options,
                    ))
                }
            }

            /// The query `contact`, which has the depth of bodies at rest.
            pub struct Depth;

            impl Contender for Depth {
                fn name(&self) -> &'static str {
                    $depth
                }

                fn role(&self) -> Role {
                    Role::Depth
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
                    Some(Box::new(DepthPair {
                        shapes: made(case)?,
                        poses: [pose(&case.a.solid), pose(&case.b.solid)],
                    }))
                }
            }

            struct DepthPair {
                shapes: [Box<dyn AnyShape>; 2],
                poses: [Pose; 2],
            }

            impl Pair for DepthPair {
                fn ask(&self) -> Answer {
                    let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
                    match contact(pose_a, &**a, pose_b, &**b, 0.0) {
                        Ok(Some(_)) => Answer::Overlapping,
                        Ok(None) => Answer::Free,
                        Err(_) => Answer::NotOffered,
                    }
                }
            }

            fn outcome(found: Result<Option<ShapeCastHit>, Unsupported>) -> Answer {
                match found {
                    Err(_) => Answer::NotOffered,
                    Ok(None) => Answer::Free,
                    Ok(Some(hit)) => match hit.status {
                        ShapeCastStatus::Failed | ShapeCastStatus::OutOfIterations => {
                            Answer::Nothing
                        }
                        _ => Answer::hit(f64::from(hit.time_of_impact)),
                    },
                }
            }
        }
    };
}

parry!(
    f32,
    parry3d,
    "parry f32 nonlinear",
    "parry f32 cast",
    "parry f32 contact"
);
parry!(
    f64,
    parry3d_f64,
    "parry f64 nonlinear",
    "parry f64 cast",
    "parry f64 contact"
);
