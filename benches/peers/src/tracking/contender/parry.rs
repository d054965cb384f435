//! Asks parry. Its queries remember nothing, but the functions below them can:
//!
//! - *directed*: the search starts from the direction in which the last one ended;
//! - *cached*: `proxy_distance`, the distance that its sweeps use, has a cache of vertices.

/// Defines the contenders of one crate.
macro_rules! parry {
    ($scalar:ident, $krate:ident, $query:literal, $directed:literal, $cached:literal) => {
        pub mod $scalar {
            use $krate::math::{Pose, Rot3, Vector};
            use $krate::query::details::{
                closest_points_support_map_support_map_with_params as closest_points,
                intersection_test_support_map_support_map_with_params as intersection,
            };
            use $krate::query::gjk::{GJKResult, VoronoiSimplex};
            use $krate::query::sweep_toi::{SimplexCache, ToiProxy, proxy_distance};
            use $krate::query::{distance, intersection_test};
            use $krate::shape::Shape as AnyShape;

            use super::super::{Contender, Memory, Walk};
            use crate::contender::parry::$scalar::{shape, vector};
            use crate::tracking::path::{Path, Question};

            /// The bodies of a path.
            struct Bodies {
                shapes: [Box<dyn AnyShape>; 2],
                poses: Vec<[Pose; 2]>,
                question: Question,
            }

            impl Bodies {
                fn new(path: &Path) -> Option<Self> {
                    let pose = |pose: &nalgebra::Isometry3<f64>| {
                        let q = pose.rotation.coords.map(|x| x as $scalar);
                        let rotation = Rot3::from_xyzw(q.x, q.y, q.z, q.w).normalize();
                        Pose::from_parts(vector(&pose.translation.vector), rotation)
                    };
                    Some(Self {
                        shapes: [shape(&path.a.shape).ok()?, shape(&path.b.shape).ok()?],
                        poses: path.poses.iter().map(|[a, b]| [pose(a), pose(b)]).collect(),
                        question: path.question,
                    })
                }

                fn relative(&self, step: usize) -> Pose {
                    let [a, b] = &self.poses[step];
                    a.inv_mul(b)
                }
            }

            /// The queries `query::distance` and `query::intersection_test`.
            pub struct Query;

            impl Contender for Query {
                fn name(&self) -> &'static str {
                    $query
                }

                fn is_ours(&self) -> bool {
                    false
                }

                fn memory(&self) -> Memory {
                    Memory::Cold
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, path: &Path) -> Option<Box<dyn Walk>> {
                    Some(Box::new(Bodies::new(path)?))
                }
            }

            impl Walk for Bodies {
                fn restart(&mut self) {}

                fn step(&mut self, step: usize) -> f64 {
                    let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses[step]);
                    match self.question {
                        Question::Distance => distance(pose_a, &**a, pose_b, &**b)
                            .map_or(f64::NAN, |found| f64::from(found.distance)),
                        Question::Intersects => intersection_test(pose_a, &**a, pose_b, &**b)
                            .map_or(f64::NAN, |found| f64::from(u8::from(!found.intersecting))),
                    }
                }
            }

            /// The search that these queries call, started from the last direction.
            pub struct Directed;

            impl Contender for Directed {
                fn name(&self) -> &'static str {
                    $directed
                }

                fn is_ours(&self) -> bool {
                    false
                }

                fn memory(&self) -> Memory {
                    Memory::Tracked
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, path: &Path) -> Option<Box<dyn Walk>> {
                    let bodies = Bodies::new(path)?;
                    let supported = |shape: &Box<dyn AnyShape>| shape.as_support_map().is_some();
                    bodies
                        .shapes
                        .iter()
                        .all(supported)
                        .then(|| -> Box<dyn Walk> {
                            Box::new(DirectedBodies {
                                bodies,
                                simplex: VoronoiSimplex::new(),
                                direction: None,
                            })
                        })
                }
            }

            struct DirectedBodies {
                bodies: Bodies,
                simplex: VoronoiSimplex,
                direction: Option<Vector>,
            }

            impl Walk for DirectedBodies {
                fn restart(&mut self) {
                    self.direction = None;
                }

                fn step(&mut self, step: usize) -> f64 {
                    let pose = self.bodies.relative(step);
                    let [a, b] = &self.bodies.shapes;
                    let (Some(a), Some(b)) = (a.as_support_map(), b.as_support_map()) else {
                        return f64::NAN;
                    };
                    let (simplex, from) = (&mut self.simplex, self.direction);
                    if self.bodies.question == Question::Intersects {
                        let (touching, direction) = intersection(&pose, a, b, simplex, from);
                        self.direction = Some(direction);
                        return f64::from(u8::from(!touching));
                    }
                    match closest_points(&pose, a, b, $scalar::MAX, simplex, from) {
                        GJKResult::ClosestPoints(on_a, on_b, direction) => {
                            self.direction = Some(direction);
                            f64::from((on_b - on_a).length())
                        }
                        _ => 0.0,
                    }
                }
            }

            /// The query `proxy_distance`.
            pub struct Cached;

            impl Contender for Cached {
                fn name(&self) -> &'static str {
                    $cached
                }

                fn is_ours(&self) -> bool {
                    false
                }

                fn memory(&self) -> Memory {
                    Memory::Tracked
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn build(&self, path: &Path) -> Option<Box<dyn Walk>> {
                    let bodies = Bodies::new(path)?;
                    let few = |shape: &Box<dyn AnyShape>| ToiProxy::from_shape(&**shape).is_some();
                    bodies.shapes.iter().all(few).then(|| -> Box<dyn Walk> {
                        Box::new(CachedBodies {
                            bodies,
                            cache: SimplexCache::default(),
                        })
                    })
                }
            }

            struct CachedBodies {
                bodies: Bodies,
                cache: SimplexCache,
            }

            impl Walk for CachedBodies {
                fn restart(&mut self) {
                    self.cache = SimplexCache::default();
                }

                fn step(&mut self, step: usize) -> f64 {
                    let pose = self.bodies.relative(step);
                    let proxies = [&self.bodies.shapes[0], &self.bodies.shapes[1]]
                        .map(|shape| ToiProxy::from_shape(&**shape));
                    let [Some(a), Some(b)] = &proxies else {
                        return f64::NAN;
                    };
                    let found = proxy_distance(&pose, a, b, true, &mut self.cache);
                    match self.bodies.question {
                        Question::Distance => f64::from(found.distance),
                        Question::Intersects => f64::from(u8::from(found.distance > 0.0)),
                    }
                }
            }
        }
    };
}

parry!(
    f32,
    parry3d,
    "parry f32",
    "parry f32 directed",
    "parry f32 cached"
);
parry!(
    f64,
    parry3d_f64,
    "parry f64",
    "parry f64 directed",
    "parry f64 cached"
);
