//! Certified continuous collision detection: for two moving convex bodies it proves that they never touch over a time
//! interval, or says when and where they first do, to within a tolerance.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::shape::{Ball, Capsule};
//! use photofinish::{Moving, Outcome, time_of_impact};
//!
//! // a bar of length 4 spins at 8 turns per second, and a ball waits beside it
//! let spin = vector![0.0, 0.0, 16.0 * std::f64::consts::PI];
//! let motion = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), spin)?;
//! let bar = Moving::new(Capsule::new(2.0, 0.05)?, motion);
//! let ball = Moving::new(Ball::new(0.2)?, AtRest::new(Isometry3::translation(1.5, 0.0, 0.0))?);
//!
//! let Outcome::Impact(impact) = time_of_impact(&bar, &ball, 0.0..=1.0)?.outcome else {
//!     panic!("the bar hits the ball in its first turn");
//! };
//! // the bar turns by a quarter, less the angle at which the ball touches it
//! let expected = (std::f64::consts::FRAC_PI_2 - (0.25f64 / 1.5).asin()) / spin.z;
//! assert!(impact.time <= expected && impact.time > expected - 1e-8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Queries in the plane look alike, with rotations as complex numbers. This one also keeps the proof:
//!
//! ```
//! use nalgebra::{Isometry2, Vector2, vector};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::shape::Cuboid;
//! use photofinish::{Moving, Outcome, Query};
//!
//! let fall = ConstantVelocity::new(Isometry2::translation(0.0, 3.0), vector![0.0, -2.0], 0.5)?;
//! let block = Moving::new(Cuboid::new(vector![0.5, 0.5])?, fall);
//! let floor = Moving::new(Cuboid::new(vector![10.0, 0.5])?, AtRest::new(Isometry2::identity())?);
//!
//! let (solution, certificate) = Query::new().certify(&block, &floor, 0.0..=0.5)?;
//! assert!(matches!(solution.outcome, Outcome::Separated(_)));
//! // the check needs neither GJK nor the search
//! certificate.verify(&block, &floor, 0.0, 0.0..=0.5)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One call also answers how near two bodies are that do not move:
//!
//! ```
//! use nalgebra::{Isometry3, vector};
//! use photofinish::shape::{ConvexHull, Cylinder};
//! use photofinish::support::{Feature, Posed};
//! use photofinish::{Proximity, proximity};
//!
//! let pyramid = ConvexHull::new(&[
//!     vector![1.0, 0.0, 1.0],
//!     vector![-1.0, 0.0, 1.0],
//!     vector![-1.0, 0.0, -1.0],
//!     vector![1.0, 0.0, -1.0],
//!     vector![0.0, 2.0, 0.0],
//! ])?;
//! let cylinder = Cylinder::new(1.0, 0.5)?;
//! let above = Posed::new(cylinder, &Isometry3::translation(0.0, 3.25, 0.0))?;
//! let Proximity::Disjoint(closest) = proximity(&pyramid, &above) else {
//!     panic!("the cylinder stands a quarter above the apex");
//! };
//! assert_eq!((closest.distance, closest.contact.feature_a), (0.25, Feature::Vertex(4)));
//! let inside = Posed::new(cylinder, &Isometry3::translation(0.0, 2.75, 0.0))?;
//! let overlap = proximity(&pyramid, &inside);
//! assert!((overlap.signed_distance() + 0.25f64).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an answer means
//! - [`Outcome::Separated`]: the bodies are farther apart than the target distance throughout the interval. A
//!   [`Certificate`] proves it, and can be checked without the search.
//! - [`Outcome::Impact`]: the bodies are farther apart than the target distance until `time`, and at `time` they are
//!   within the tolerance of it. Bodies that start nearer than a positive target distance, without overlapping, have an
//!   impact at the start.
//! - [`Outcome::Overlapping`]: at the start of the interval the bodies overlap, or touch up to rounding. With a negative
//!   target distance they overlap by more than that allows.
//! - [`Outcome::Stays`], [`Outcome::DrivesIn`]: the bodies start in contact, and are in it at the end or are driven into
//!   each other. Only a query that looks past contacts at the start gives these answers ([`InitialContact`]). The report
//!   says what distance the bodies keep meanwhile, and until when.
//! - [`QueryError::Undecided`]: the search ended without an answer, and [`UndecidedReason`] says why: the budget, the
//!   precision of the scalar, or motions without usable bounds. The bodies are proven free up to `clear_until`, which may
//!   be the start. This answer never means "no impact".
//!
//! The time of an impact is the first at which the search found the bodies within the tolerance. Bodies that pass each
//! other within the tolerance, but do not touch, may be answered as an impact or as free; both answers are right.
//!
//! So it is where bodies start or end within the tolerance of the target distance: that may be a contact or none. Of
//! bodies that start in contact, it is open
//! - whether they stay in it or have left it, if they end about two tolerances above the target distance;
//! - whether they are driven in, if they come within the tolerance of the kept distance and no nearer;
//! - whether they leave the contact, if they do so for a while and come back.
//!
//! The claims hold in exact arithmetic, for the bodies and motions as given: rounding in poses, support points and
//! bounds is subtracted from what is claimed. There are four limits:
//! - A motion of which only poses are known is a chain of sweeps ([`Sampled`](motion::Sampled)): claims are about that
//!   chain.
//! - A motion or body that you wrote yourself may state a wrong bound, support point, `extents` or `inner_diameter`.
//!   The package [`photofinish-audit`](https://docs.rs/photofinish-audit) looks for such mistakes.
//! - If the query looked past a contact at the start, less is proven about the time before `resumed_at`: only the
//!   report's `kept_distance`, up to its `kept_until`.
//! - Bodies of 1e-40 to 1e46 in `f64`, and of 1e-30 to 1e15 in `f32`, are resolved. Others may be left undecided. Use
//!   another unit of length for them.
//!
//! # Choosing a tolerance
//! Begin with the default, which scales with the problem. It is the square root of the scalar's rounding (3.5e-4 for
//! `f32`, 1.5e-8 for `f64`) times the size of the smaller body, plus a few times the rounding error of the distance
//! where the bodies are: [`Query::tolerance`] has the details.
//!
//! A smaller tolerance costs little: halving it costs a fraction of an iteration. A tolerance near the rounding error
//! of the coordinates is refused, and the error says what can be resolved. Bodies far from the world's origin lose no
//! more accuracy than their own coordinates do.
//!
//! # In an engine
//! ## An engine with a contact solver
//! Such an engine moves bodies a frame at a time and lets them overlap by a little, the slop. A query then says how far
//! through the frame a fast body may go. The steps are:
//! 1. Make a [`Sweep`](motion::Sweep) from the poses at the start and at the end of the frame.
//! 2. Set the target distance to a little more than the slop, with a minus sign. Bodies that rest on each other then
//!    count as free, and an impact is where they would go deeper. The allowed depth plus the tolerance must be less
//!    than half the sum of both [`inner_diameter`](SupportMap::inner_diameter)s, so choose the depth for each pair: for
//!    thin bodies an eighth of that sum will do. For two bodies without any thickness, such as triangles, leave the
//!    target distance at 0.
//! 3. Set [`InitialContact::IgnoreSeparating`], so that bodies which start the frame deeper than that are followed. The
//!    answer then tells whether they leave the contact, stay in it, or are driven in. Bodies that move by less than a
//!    tolerance over the interval count as staying.
//! 4. In `f64`, set the [`tolerance`](Query::tolerance) to a tenth of the slop. A body may then stop that much earlier,
//!    and impacts take a fifth fewer instructions. In `f32` the default is about as large.
//! 5. Keep a [`WarmStart`] for each pair that stays near from frame to frame and moves little in one. For pairs that
//!    come and go a new one is faster.
//! 6. Set a [`budget`](Query::budget) that a frame can bear: a thousand evaluations take about a tenth of a
//!    millisecond. Impacts take a few tens, bodies that start deeper than is allowed about a hundred, and rarely
//!    thousands.
//! 7. Move the body to its [pose](motion::Motion::pose) at the time in the answer, and leave the rest to the contact
//!    solver. Bodies that are driven in from the start ([`Outcome::DrivesIn`]) get no farther: they are a contact like
//!    any other, with the normal and the distance of the report. A negative distance is how deep they are.
//!
//! Let times begin at 0 in every frame. In `f32` a time of 10,000 is only exact to a thousandth, and a query that
//! cannot try times in between is undecided. New motions and bodies in every frame are cheap: together they take about
//! a tenth of a microsecond for a body, whatever its shape. [`swept`] has proven boxes for the broad phase that finds
//! the pairs to ask about, and a gate for pairs that are too slow to need a query. Shapes, bodies and queries are
//! `Send` and `Sync`, so that many threads can ask at once.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, Sweep};
//! use photofinish::shape::{Ball, Cuboid};
//! use photofinish::{InitialContact, Moving, Outcome, Query, QueryError, WarmStart};
//!
//! // in one frame, the engine wants to move a bullet from one side of a wall to the other
//! let (start, end) = (0.0, 1.0 / 60.0);
//! let before = Isometry3::translation(-2.0, 0.0, 0.0);
//! let after = Isometry3::translation(3.0, 0.0, 0.0);
//! let sweep = Sweep::new((start, before), (end, after), Vector3::zeros())?;
//! let bullet = Moving::new(Ball::new(0.02)?, sweep);
//! let wall = Moving::new(Cuboid::new(vector![0.05, 2.0, 2.0])?, AtRest::new(Isometry3::identity())?);
//!
//! let slop = 0.005;
//! let query = Query::new()
//!     .target_distance(-1.2 * slop)
//!     .tolerance(0.1 * slop)
//!     .initial_contact(InitialContact::IgnoreSeparating)
//!     .budget(10_000);
//! let mut warm = WarmStart::new(); // the engine keeps it with the pair
//! let reached: f64 = match query.warm_started(&bullet, &wall, start..=end, &mut warm) {
//!     Ok(solution) => match solution.outcome {
//!         Outcome::Separated(_) | Outcome::Stays(_) => end,
//!         Outcome::Impact(impact) => impact.time,
//!         Outcome::DrivesIn(report) => report.kept_until,
//!         // they are too deep to be followed: the contact solver has to push them apart
//!         Outcome::Overlapping(_) => end,
//!     },
//!     // proven free up to here; ask again from there in the next frame
//!     Err(QueryError::Undecided { clear_until, .. }) if clear_until > start => clear_until,
//!     // nothing is proven, mostly as they start too deep: the same goes for them
//!     Err(QueryError::Undecided { .. }) => end,
//!     Err(error) => Err(error)?,
//! };
//! # fn shared_by_threads<X: Send + Sync>(_: &X) {}
//! # shared_by_threads(&(&bullet, &wall, &query, &warm));
//! // the bullet stops in the wall's surface, as deep as is allowed, or less deep by up to the tolerance
//! let x = -2.0 + 5.0 * reached / end;
//! let depth = x + 0.05 + 0.02;
//! assert!((1.1 * slop..=1.2 * slop).contains(&depth));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`engine`] makes such a pass over all bodies of a step: it sweeps them, orders the impacts in time, and asks again
//! about bodies that were stopped or sent elsewhere. `examples/game.rs` is a whole game loop in the plane, and
//! `examples/platformer` is one with lines of ground, compounds, casts and manifolds. [`scene`] keeps many bodies, and
//! finds the first impact of all. [`timewarp`] goes from impact to impact, under dynamics of your own.
//! [`Query::first_of`] asks about one body against many. [`Manifold`] has all points of a contact for the solver, and
//! [`BodyManifold`] those of bodies with pieces. At an impact that is mostly one point: [`within`](Manifold::within)
//! adds those that nearly touch. [`HalfSpace`] is a floor without an end, in a pass or on its own, and [`cast`] has
//! rays. Compounds, meshes and height fields are in [`pieces`], and [`body`] mixes all of these in one type.
//!
//! ## An engine from impact to impact
//! Such an engine never lets bodies overlap. It asks again and again about bodies in lasting contact, from touching
//! positions. [`timewarp`] runs it, and `examples/falling_stack` is built this way. These choices work well there:
//! - a positive target distance as a skin, so that impacts are found while rounding does not matter yet, and in `f64` a
//!   hundredth of it as the tolerance. In `f32` keep the default tolerance, or ask in `f64`: bodies on a large floor do
//!   not resolve that little;
//! - [`InitialContact::IgnoreSeparating`], so that a pair whose impact was just handled is followed until it meets
//!   again;
//! - a [`WarmStart`] for every pair;
//! - a motion for every body that is only renewed when the body takes part in an impact.
//!
//! On a mesh or a height field such bodies are stopped at inner edges: there the [engine with a contact
//! solver](#an-engine-with-a-contact-solver) is the way, and [`pieces`] says more.
//!
//! ## Bodies in single precision
//! An engine may store everything in `f32`. Queries compute in `f64` all the same, and only times and answers are numbers of
//! `f32`. So a small box lands on a floor as wide as a town where it should, up to the tolerance.
//! The default tolerance is larger than in `f64`, as its scale is the rounding of the scalar. What is
//! measured of overlaps is still computed in `f32`. [`ToF64`] copies bodies exactly:
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::shape::Cuboid;
//! use photofinish::{Moving, Outcome, ToF64, time_of_impact};
//!
//! // a box 0.2 wide falls at speed 2 on a block 1000 wide, 10,000 away from the world's origin, all in `f32`
//! let place = Isometry3::translation(10_000.0f32, -500.0, 0.0);
//! let floor = Moving::new(Cuboid::new(vector![500.0, 500.0, 500.0])?, AtRest::new(place)?);
//! let above = Isometry3::translation(10_300.0f32, 1.0, 200.0);
//! let fall = ConstantVelocity::new(above, vector![0.0, -2.0, 0.0], Vector3::zeros())?;
//! let small = Moving::new(Cuboid::new(vector![0.1, 0.1, 0.1])?, fall);
//!
//! let in_f32 = time_of_impact(&small, &floor, 0.0..=1.0)?.outcome;
//! let in_f64 = time_of_impact(&small.to_f64(), &floor.to_f64(), 0.0..=1.0)?.outcome;
//! let (Outcome::Impact(early), Outcome::Impact(impact)) = (in_f32, in_f64) else {
//!     panic!("the box lands on the floor");
//! };
//! // the box has to fall by 0.9
//! assert!(impact.time <= 0.45 && impact.time > 0.45 - 1e-6);
//! assert!(early.time <= 0.45 && early.time > 0.45 - 1e-4);
//! // back in `f32`: the nearest number might be a little late
//! let time = (impact.time as f32).next_down();
//! assert!(f64::from(time) < impact.time);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Copy a hull once and keep both next to each other, rather than copying for every query. Motions that are made anew
//! for every query can be made in `f64` at once, from `pose.cast::<f64>()`.
//!
//! The answer is exact in `f64`, but a pose that the engine stores in `f32` is not. So a body that was moved to its
//! impact may overlap there by an ulp of its coordinates, or be nearer than the target distance. Let the next query
//! look past that, with [`InitialContact::IgnoreSeparating`] and a target distance above that ulp.
//!
//! ## Compile times
//! A query is compiled for every pair of types that it is asked about. [`AnyShape`](shape::AnyShape) and one type of
//! motion ([`Ballistic`](motion::Ballistic) also takes bodies at rest) need one query. Keep it in a crate of its own,
//! so that changes elsewhere do not compile it again. Shapes that many bodies share go into an [`Arc`](std::sync::Arc):
//! `Moving<Arc<AnyShape<f64, 3>>, ...>` is a body too.
//!
//! # In a planner
//! [`Query::touches`] answers if a motion hits something, which is all that a planner asks about most motions. Whole paths
//! of robots are checked by the package `photofinish-robot`.
//!
//! # Features and packages
//! - `glam`, off by default: vectors, rotations and poses of glam 0.33 convert.
//! - `rayon`, off by default: scenes and timewarp have methods that use all cores, `par_...`.
//! - `serde`, off by default: shapes, queries, certificates, and rest, constant velocity, free flight and sweeps are
//!   written and read. `Polynomial`, `Piecewise`, answers and statistics are only written, `Clamped` and functions not at
//!   all. Read with a parser that restores every digit, as serde_json does with its feature `float_roundtrip`.
//!
//!   `Proof` is a certificate with its bodies and its claim, for others to check: the page `docs/certificate.md` describes
//!   the file and the check, and the example `certificate` has a checker in Python.
//!
//! Robots, their files, pairs of bodies as JSON and the program `photofinish` are packages of their own:
//! `photofinish-robot`, `photofinish-robot-files`, `photofinish-cases` and `photofinish-cli`.
//!
//! # Reading order
//! 1. [`support`] and [`shape`]: bodies;
//! 2. [`gjk`] and [`epa`]: the distance of two bodies, or the depth of their overlap; [`proximity`](proximity()) and
//!    [`Tracker`] answer both in one call;
//! 3. [`motion`] and [`extrusion`]: moving bodies;
//! 4. [`supporting_distance`] and [`Certificate`]: proofs;
//! 5. [`Query`]: the search;
//! 6. [`pieces`]: bodies that are not convex; [`body`]: bodies of any form in one type;
//! 7. [`swept`], [`engine`], [`Manifold`], [`cast`]: what engines ask beyond one pair.
//!
//! The page `docs/one-query.md` follows one query through the files. `docs/words.md` explains the words, and
//! ARCHITECTURE.md maps the papers to the files.
//!
//! # Conventions
//! The bodies are A and B. Normals, axes and separating vectors point from A to B, and are in the world's frame, as are
//! witness points. Angles are in radians; lengths and times are in whatever units you use.
//!
//! Swapping A and B gives the same impact, mirrored, mostly to the last bit. Depths, impacts with a negative target
//! distance, and a few impacts of bodies that both spin fast may differ within their tolerance. The same motions at
//! another time, in a query that begins as much later, give the same impact as much later, up to the rounding of times.
//! The kind of the answer is the same in both cases, unless two kinds are [right](self#what-an-answer-means), or one of
//! both queries ends undecided, as it may with a tolerance near the rounding error.
//!
//! | in formulas | in code | meaning |
//! |---|---|---|
//! | s | `direction`, `s` | unit vector from A to B |
//! | p, q | `p`, `q` | points of A and of B |
//! | f | `gap` | proven supporting distance beyond the target distance |
//! | M | `acceleration` | bound of the relative acceleration along s |
//! | V, W | `closing`, `opening` | bounds of the relative speed along s |
//! | K, D, h, u | `k`, `d`, `duration` | see the next section |
//! | v, w, y | `v`, `point` | points of the Minkowski difference B - A (\[1\] 2) |
//! | lambda | `weights` | barycentric coordinates (\[1\] 2) |
//! | mu, delta | `lower_bound`, `supporting_distance` | lower bounds of the distance (\[1\] 2) |
//!
//! # How it works
//! For a unit vector s let f(t) = min over q in B of s . q - max over p in A of s . p, less the target distance and the
//! rounding error. Where f(t) > 0, s separates the bodies at t (\[2\] 2.3). \[2\] takes the separating vectors that GJK
//! meets at the start a of an interval, and tests them again at its end b. If one separates the bodies at both ends,
//! \[2\] takes them as disjoint in between. That is exact for points on straight lines, but rotating bodies may touch
//! in between. Here the test is certified, by one of two inequalities.
//!
//! **Second order.** Let M bound the relative acceleration along s, s . (q'' - p'') <= M for all points and times, and
//! h = b - a. *If f(a) > 0, f(b) > 0 and M <= 0 or sqrt f(a) + sqrt f(b) > h sqrt(M/2), the bodies are disjoint on all
//! of \[a, b\].*
//!
//! Proof: g(t) = s . (q(t) - p(t)) has g'' <= M. So g is nowhere lower than its chord less (M/2)(t - a)(b - t). With
//! u = (t - a)/h and K = M h^2 / 2 that is at least f(a) (1-u)^2 + (f(a) + f(b) - K) u (1-u) + f(b) u^2. This is a
//! quadratic in Bernstein form, and positive on \[0, 1\] iff f(a) + f(b) - K > -2 sqrt(f(a) f(b)).
//!
//! The least value of the quadratic is the *margin*. With D = f(b) - f(a) it is f(a) - (K - D)^2 / (4K) if |D| < K,
//! else the smaller end.
//!
//! **First order.** Let V bound the closing speed -g' and W the opening speed g'. Then g is nowhere lower than the
//! lines that fall from f(a) at V and, backwards, from f(b) at W. Where they meet, g is still positive iff
//! W f(a) + V f(b) > V W h.
//!
//! **The search.** A test that fails still yields a step: the quadratic is positive up to its first root. Vectors of the
//! world tilt against faces that turn. So where bodies turn, the vector may also turn with one of them. The bound of the
//! acceleration along it comes from the difference of both turns, and is zero for bodies that turn together about one point.
//! Where the features that are nearest are known, the search asks when they meet, and along which vector, and goes on up to
//! there. A chain of spans that reaches the end is a *photo finish*.
//!
//! **Bodies in contact** are followed by the same test with a smaller target distance: bodies that overlap by no more
//! than d have some s with f >= -d. Their vectors may turn with a body too.
//!
//! # References
//! - \[1\] G. van den Bergen, *A Fast and Robust GJK Implementation for Collision Detection of Convex Objects*, 1999.
//! - \[2\] K. Vlack, S. Tachi, *Fast and Accurate Spacio-temporal Intersection Detection with the GJK Algorithm*, 2001.
//! - \[3\] S. Cameron, *Enhancing GJK: Computing Minimum and Penetration Distances between Convex Polyhedra*, 1997, as
//!   used, with closest features and a geometric subalgorithm, in a study of collision-free motion of redundant robots.
//! - \[4\] R. P. Brent, *Algorithms for Minimization without Derivatives*, 1973, chapters 3 and 4.
//! - \[5\] G. van den Bergen, *Proximity Queries and Penetration Depth Computation on 3D Game Objects*, 2001.
//! - \[6\] G. van den Bergen, *Ray Casting against General Convex Objects with Application to Continuous Collision
//!   Detection*, 2004.

// answers are the same bits on every machine: see `scalar`
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod body;
mod brent;
pub mod broad_phase;
pub mod cast;
mod certificate;
mod contact;
pub mod engine;
pub mod epa;
pub mod error;
pub mod extrusion;
mod first_of;
mod forward;
pub mod gjk;
#[cfg(feature = "glam")]
pub mod glam;
mod half_space;
mod held;
pub mod manifold;
pub mod motion;
#[doc(hidden)]
pub mod number;
mod pairs;
pub mod pieces;
mod polytope;
mod powers;
#[doc(hidden)]
pub mod proof;
mod proximity;
mod scalar;
pub mod scene;
#[doc(hidden)]
pub mod search;
pub mod separation;
#[cfg(feature = "serde")]
mod serial;
pub mod shape;
mod simplex;
mod span;
pub mod support;
pub mod swept;
pub mod timewarp;
mod to_f64;
mod toi;
#[doc(hidden)]
pub mod tuning;
mod vector;

pub use certificate::{Certificate, CertificateError, CertifiedInterval, CertifyError};
#[cfg(feature = "serde")]
pub use certificate::{Proof, Proof2, Proof3, ProofBody};
pub use contact::Contact;
pub use error::{MotionError, NotFinite, PoseError, QueryError, ShapeError, UndecidedReason};
pub use extrusion::{BodyFrame, Extrusion, Moving, Moving2, Moving3, MovingPoints};
pub use first_of::{FirstOfError, Met};
pub use half_space::{Floor, HalfSpace, MovingHalfSpace};
pub use manifold::{BodyContactId, BodyManifold, BodyManifold2, BodyManifold3, BodyPoint};
pub use manifold::{ContactId, ContactPoint, Manifold, Manifold2, Manifold3, ManifoldError};
pub use proof::Frame;
pub use proximity::{Proximity, Separation, Tracker, proximity, try_proximity};
pub use scalar::Real;
pub use separation::{Order, resolution, supporting_distance};
#[cfg(feature = "serde")]
pub use serial::Scalar;
pub use span::Span;
pub use support::SupportMap;
pub use to_f64::ToF64;
pub use toi::{
    Impact, InitialContact, InitialReport, Observer, Outcome, Query, Separated, Solution,
    Statistics, WarmStart, time_of_impact,
};
