//! parry's boolean test in the multi-body simulation of [1], appendix B.

use photofinish_experiments::multi_body::{Contender, World, ours};

/// Returns the tests of photofinish, the one that drives the simulation first, and those of parry.
pub fn all(world: &World) -> Vec<Box<dyn Contender>> {
    let mut contenders = ours(world);
    contenders.push(Box::new(f64::Plain::new(world)));
    contenders.push(Box::new(f64::Directed::new(world)));
    contenders.push(Box::new(f32::Plain::new(world)));
    contenders.push(Box::new(f32::Directed::new(world)));
    contenders
}

/// Defines the tests of one of parry's two crates.
macro_rules! parry {
    ($scalar:ident, $krate:ident, $plain:literal, $directed:literal) => {
        mod $scalar {
            use photofinish_experiments::multi_body::{Contender, Frame, Kept, World};
            use $krate::math::{Pose, Rot3, Vector};
            use $krate::query::details::intersection_test_support_map_support_map_with_params;
            use $krate::query::gjk::VoronoiSimplex;
            use $krate::query::intersection_test;
            use $krate::shape::ConvexPolyhedron;

            use crate::contender::parry::$scalar::vector;

            struct Bodies {
                shapes: Vec<ConvexPolyhedron>,
                poses: Vec<Pose>,
            }

            impl Bodies {
                fn new(world: &World) -> Self {
                    let shape = |hull: &photofinish::shape::ConvexHull<f64, 3>| {
                        let points: Vec<_> = hull.vertices().iter().map(vector).collect();
                        ConvexPolyhedron::from_convex_hull(&points)
                            .expect("random points have a hull")
                    };
                    Self {
                        shapes: world.shapes().iter().map(shape).collect(),
                        poses: Vec::new(),
                    }
                }

                fn prepare(&mut self, frame: &Frame) {
                    let pose = |pose: &nalgebra::Isometry3<f64>| {
                        let q = pose.rotation.coords.map(|x| x as $scalar);
                        let rotation = Rot3::from_xyzw(q.x, q.y, q.z, q.w).normalize();
                        Pose::from_parts(vector(&pose.translation.vector), rotation)
                    };
                    self.poses = frame.after.iter().map(pose).collect();
                }
            }

            /// The query `intersection_test`.
            pub struct Plain(Bodies);

            impl Plain {
                pub fn new(world: &World) -> Self {
                    Self(Bodies::new(world))
                }
            }

            impl Contender for Plain {
                fn name(&self) -> &str {
                    $plain
                }

                fn prepare(&mut self, frame: &Frame) {
                    self.0.prepare(frame);
                }

                fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
                    let Bodies { shapes, poses } = &self.0;
                    for &[a, b] in &frame.pairs {
                        let found = intersection_test(&poses[a], &shapes[a], &poses[b], &shapes[b]);
                        touching.push(found.expect("parry has this test").intersecting);
                    }
                }
            }

            /// The search that this query calls, started from the last direction.
            pub struct Directed {
                bodies: Bodies,
                directions: Kept<Option<Vector>>,
                simplex: VoronoiSimplex,
            }

            impl Directed {
                pub fn new(world: &World) -> Self {
                    Self {
                        bodies: Bodies::new(world),
                        directions: Kept::new(world.shapes().len()),
                        simplex: VoronoiSimplex::new(),
                    }
                }
            }

            impl Contender for Directed {
                fn name(&self) -> &str {
                    $directed
                }

                fn prepare(&mut self, frame: &Frame) {
                    self.bodies.prepare(frame);
                }

                fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
                    let Bodies { shapes, poses } = &self.bodies;
                    for &[a, b] in &frame.pairs {
                        let direction = self.directions.of([a, b]);
                        let (found, last) = intersection_test_support_map_support_map_with_params(
                            &poses[a].inv_mul(&poses[b]),
                            &shapes[a],
                            &shapes[b],
                            &mut self.simplex,
                            *direction,
                        );
                        *direction = Some(last);
                        touching.push(found);
                    }
                }
            }
        }
    };
}

parry!(f64, parry3d_f64, "parry f64", "parry f64, last direction");
parry!(f32, parry3d, "parry f32", "parry f32, last direction");
