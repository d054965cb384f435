//! The pass that a physics engine makes after each time step, so that no body passes through another.
//!
//! An engine integrates its bodies, which moves each from an old pose to a new one, whatever is in between. A [`Pass`]
//! sweeps the bodies from pose to pose, finds the impacts in the order of time, and asks the engine what each body does
//! then. It knows nothing of masses, forces or islands, and keeps nothing from step to step.
//!
//! ```
//! use nalgebra::{Isometry2, Vector2, vector};
//! use photofinish::engine::{Body, Pass};
//! use photofinish::shape::{AnyShape, Ball, Cuboid};
//!
//! let wall = AnyShape::from(Cuboid::new(vector![0.05, 2.0])?);
//! let bullet = AnyShape::from(Ball::new(0.02)?);
//! // in one step the integrator has moved both bullets through the wall, from either side
//! let mut bodies = [
//!     Body::fixed(&wall, Isometry2::identity()),
//!     Body::new(&bullet, Isometry2::translation(-2.0, 0.0), Isometry2::translation(3.0, 0.0)),
//!     Body::new(&bullet, Isometry2::translation(2.0, 1.0), Isometry2::translation(-8.0, 1.0)),
//! ];
//! let slop = 0.005;
//! let report = Pass::new().allowed_overlap(slop).run(&mut bodies, [[0, 1], [0, 2]], |event| {
//!     // here an engine looks at groups and sensors, and changes velocities
//!     assert_eq!(event.pair[0], 0);
//!     event.usual_response()
//! })?;
//!
//! // the faster bullet comes first
//! let order: Vec<_> = report.events.iter().map(|event| event.pair).collect();
//! assert_eq!(order, [[0, 2], [0, 1]]);
//! // both stopped in the wall's surface, as deep as allowed
//! for (body, side) in [(1, -1.0), (2, 1.0)] {
//!     let x: f64 = bodies[body].pose().translation.x;
//!     assert!((x - side * (0.05 + 0.02 - slop)).abs() < 1e-6);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an engine does with an event
//! The closure gets each event at its time, and changes the engine's velocities and impulses itself. The
//! [`Response`] only says where both bodies go in the rest of the step:
//!
//! | [kind](Kind) | poses | velocities | impulses |
//! |---|---|---|---|
//! | [`Touch`](Kind::Touch), left to the contact solver | both [stop](Then::Stop) (usual) | kept | none: in the next step the solver finds the bodies in touch, and takes away their approach |
//! | [`Touch`](Kind::Touch), without a bounce and without a solver | both [stop](Then::Stop) (usual) | less the approach along the normal | those that take away the approach |
//! | [`Touch`](Kind::Touch), with a bounce at once | each goes [where](Then::MoveTo) its new velocity takes it from its pose of the event in the rest of the step, as in `examples/game.rs` | those after the bounce | those of the bounce, at the witness points |
//! | [`DrivenIn`](Kind::DrivenIn) | both [slide](Then::Slide) (usual) | less the approach along the normal; those of [wedged](Report::wedged) bodies zero | those that take away the approach |
//! | [`TooDeep`](Kind::TooDeep) | both [slide](Then::Slide) (usual), or go on somewhat [deeper](Then::Deeper) until the solver has parted them | less the approach along the normal | those that take away the approach |
//! | [`Undecided`](Kind::Undecided) or [`Failed`](Kind::Failed), which have no contact | both [stop](Then::Stop) (usual) | kept | none |
//! | any kind, at a sensor or by a rule that lets the pair pass | both [go on](Then::Continue) | kept | none |
//! | any kind, at a [kinematic](Body::kinematic) body | that one [goes on](Then::Continue), the other one is [carried](Then::Carried) or [slides](Then::Slide) (usual) | that of the other body: no more approach | on the other body alone |
//!
//! [`Event::usual_response`] makes the poses that are called usual. The approach is the part of the relative velocity at
//! the contact that leads along the normal of [`Kind::contact`], from A to B: with the velocity v of B's witness point as
//! seen from that of A, it is -min(v . n, 0). The velocity of a witness point has a part of the body's spin.
//!
//! # What is proven
//! Take two bodies of a candidate pair, swept as [`Sweep`](crate::motion::Sweep) sweeps them, and stopped or sent
//! elsewhere as the engine answered. They overlap by no more than is allowed, a tolerance and the rounding of poses.
//! This holds from the start of the step to its end, or until an [`Event`] says otherwise and the engine lets them go
//! on. (Very thin bodies overlap by [less](Pass::allowed_overlap).) Bodies that start deeper, or nearly so, may sink one
//! *step deep* before an event: a small share of the allowed overlap, defined [below](#in-the-long-run).
//!
//! Nothing is given up in silence. Where a proof ends there is an event, and [`Report::no_longer_proven`] names the pairs
//! of which nothing is proven after it. These are pairs that may pass, and pairs of which one body stopped in the way of
//! another that [goes on](Then::Continue). [`Report::left_margin`] names the bodies that may have met others which are
//! not among their pairs. Pairs that [`Pass::leave_slow`] leaves are the exception: they cannot pass, but may get deeper,
//! and the report does not name them.
//!
//! Two poses do not say by how many turns they differ, nor which way round: a body is swept the shorter way. So keep the
//! turn of a step below half a turn.
//!
//! A piece that a [one-sided surface](crate::pieces#one-sided-surfaces) lets pass from behind is no pair with it in
//! that question: it goes through, and has no event.
//!
//! # In the long run
//! The steps of a pass do not add up: bodies that are pressed into each other for a million steps are no deeper than
//! after the first few. Take two bodies that stop or [slide](Then::Slide) at each of their events, and call a *step
//! deep* a sixteenth of the allowed overlap, or two tolerances if these are more. Where rounding error is large, it is
//! more, up to 16 times that error: eight times the [rounding of the distance](crate::separation::resolution), and for
//! depths also the difference between their proven bounds.
//! - Free bodies come no deeper than is allowed.
//! - Bodies in contact may use one step deep more, in all steps together, as they slide, roll and sink slowly. Those
//!   that are pressed in get an event at once: they stop where they are, or slide on as the pass asks about them again.
//! - Bodies that the engine has left deeper than that get deeper by at most one step deep. They may always leave along
//!   the normal of their contact.
//!
//! The reason is that the depths at which a pair stops are the same in all steps, and do not begin anew from where the
//! last step ended. So no pair gets [too deep](Kind::TooDeep) by the pass, and none that the engine has left too deep
//! gets through. This is proven, with one exception, where the uncertainty of a depth may add up: a pair that has used
//! up its step deep, begins to move apart, and is stopped on the way by a third body. Each step that ends so may cost
//! up to one step deep, and all others cost none. In crowds whose bodies slide that happens often. So there these
//! depths are tested, and not proven: `bodies_that_are_pressed_together_fall` (`tests/engine/slides.rs`) presses a
//! tower together for 50 steps. What a single step proves, it proves in crowds too. Pairs that [`Pass::leave_slow`]
//! leaves are not part of this.
//!
//! A pair that has used up its step deep moves only apart. So where it is driven in, only the approach may stop, in the
//! place and in the velocity: let bodies [slide](Then::Slide), by [`Pass::slide_up_to`] and
//! [`Event::usual_response`], and take away the speed at which they approach along the normal. Bodies that stop instead
//! hang in the air, and crowds jam.
//!
//! # Kinematic bodies
//! A lift, a door or a drum goes its way, whatever it meets. [`Body::kinematic`] makes a body one that does, and
//! [`Event::usual_response`] then has what is in its way [carried](Then::Carried), as if it were fixed
//! to it, exactly along the same arc, and carries what it runs into itself. What was in touch with it before the step
//! [slides](Then::Slide) off, as the engine has seen that contact.
//!
//! What is carried leaves its own way, by as much as a part of the kinematic body in its place would move. Give it a
//! [margin](Body::margin) of that length before its pairs are chosen: else it may pass through what is not among them,
//! and [`Report::left_margin`] names it. If the kinematic body turns, that is the angle times the distance of the farthest
//! point that is carried from the centre of the turn.
//!
//! Where a body has nowhere to go, between a press and a wall, no answer helps. [`Report::no_longer_proven`] names the
//! pair; [`Then::Carried`] says where the body ends.
//!
//! ```
//! use nalgebra::{Isometry2, vector};
//! use photofinish::engine::{Body, Pass, candidates};
//! use photofinish::shape::{AnyShape, Ball, Cuboid};
//!
//! // a turnstile turns by a quarter past a post, and a ball is between both
//! let arm = AnyShape::from(Cuboid::new(vector![2.0, 0.1])?);
//! let post = AnyShape::from(Cuboid::new(vector![0.2, 0.2])?);
//! let ball = AnyShape::from(Ball::new(0.3)?);
//! let turned = |angle: f64| Isometry2::new(vector![0.0, 0.0], angle);
//! let place = Isometry2::translation(1.2, 1.2);
//! // the farthest point of the ball goes by a quarter of a circle with a radius of 2
//! let margin = 2.0 * std::f64::consts::FRAC_PI_2;
//! let mut bodies = [
//!     Body::new(&arm, turned(0.0), turned(std::f64::consts::FRAC_PI_2)).kinematic(),
//!     Body::new(&ball, place, place).margin(margin),
//!     Body::fixed(&post, Isometry2::translation(0.2, 2.6)),
//! ];
//! let slide = 0.05;
//! let pairs = candidates(&bodies, slide)?;
//! let pass = Pass::new().allowed_overlap(0.005).slide_up_to(slide);
//! let report = pass.run(&mut bodies, pairs, |event| event.usual_response())?;
//!
//! // the arm meets the ball, and takes it along, past the post
//! let event = &report.events[0];
//! assert_eq!((event.pair, event.drives), ([0, 1], [true, false]));
//! let beside = event.poses[0].inv_mul(&event.poses[1]);
//! let still_beside = bodies[0].pose().inv_mul(bodies[1].pose());
//! assert!((beside.translation.vector - still_beside.translation.vector).norm() < 1e-12);
//! assert!(report.no_longer_proven.is_empty() && report.left_margin.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Floors
//! A floor or a wall without an end is a [`HalfSpace`](crate::HalfSpace), and a body like any other: it may be
//! [fixed](Body::fixed_floor), or [move and turn](Body::floor). No body passes through it, so that pairs with a floor
//! are simpler than others: any overlap may be allowed, however thin the body is, and no body is ever
//! [too deep](Kind::TooDeep). One that starts below the floor may go up, or along it, but no farther down.
//!
//! ```
//! use nalgebra::{Isometry2, vector};
//! use photofinish::HalfSpace;
//! use photofinish::engine::{Body, Pass, candidates};
//! use photofinish::shape::{AnyShape, Ball, Cuboid};
//!
//! let ball = AnyShape::from(Ball::new(0.5)?);
//! let post = AnyShape::from(Cuboid::new(vector![0.1, 2.0])?);
//! let slope = HalfSpace::new(vector![3.0, 4.0], vector![0.0, 0.0])?;
//! let mut bodies = [
//!     Body::new(&ball, Isometry2::translation(0.0, 2.5), Isometry2::translation(0.0, -7.5)),
//!     Body::fixed_floor(slope, Isometry2::identity()),
//!     Body::fixed(&post, Isometry2::translation(-9.0, 8.0)),
//! ];
//! let pairs = candidates(&bodies, 0.0)?;
//! assert_eq!(pairs, [[0, 1]]);
//! let report = Pass::new().run(&mut bodies, pairs, |event| {
//!     // as for all pairs, the normal points from the first body to the second: here into the slope
//!     let normal = event.kind.contact().expect("a touch").normal;
//!     assert!((normal - vector![-0.6, -0.8]).norm() < 1e-15);
//!     event.usual_response()
//! })?;
//!
//! // the height over the slope is 0.8 (2.5 - 10 t)
//! let expected = (2.5 - 0.5 / 0.8) / 10.0;
//! let time: f64 = report.events[0].time;
//! assert!(time <= expected && time > expected - 1e-7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Bodies of pieces
//! A body may also be a compound of convex shapes, a mesh, a height field or a polyline: [`Body::of`] and
//! [`Body::fixed_of`] take an [`AnyForm`](crate::body::AnyForm), which is a shape or such a body. Keep the forms, and
//! give each body a form that points to its own, by [`as_ref`](crate::body::AnyForm::as_ref). `examples/platformer` is
//! a game with them. An event names the pieces that [meet](Event::pieces). All claims hold for each two pieces of a
//! pair, and a pair has one event at a time: that of the pieces that meet first.
//!
//! ```
//! use nalgebra::{Isometry2, vector};
//! use photofinish::body::AnyForm2;
//! use photofinish::engine::{Body2, Pass, candidates};
//! use photofinish::pieces::{Compound, Polyline};
//! use photofinish::shape::{AnyShape, Ball, Cuboid, PosedShape};
//!
//! let hills = Polyline::open(vec![vector![-9.0, 2.0], vector![0.0, 0.0], vector![9.0, 0.0]])?;
//! // a hammer falls on the ground beside a ball
//! let head = PosedShape::new(Ball::new(0.3)?, &Isometry2::translation(1.0, 0.0))?;
//! let hammer = Compound::new(vec![AnyShape::from(Cuboid::new(vector![1.0, 0.1])?), head.into()])?;
//! let forms: [AnyForm2; 3] = [hills.into(), hammer.into(), Ball::new(0.5)?.into()];
//! let at = Isometry2::translation;
//! let mut bodies = [
//!     Body2::fixed_of(forms[0].as_ref(), Isometry2::identity()),
//!     Body2::of(forms[1].as_ref(), at(3.0, 2.0), at(3.0, -8.0)),
//!     Body2::of(forms[2].as_ref(), at(6.0, 5.0), at(6.0, 4.0)),
//! ];
//! let pairs = candidates(&bodies, 0.0)?;
//! assert_eq!(pairs, [[0, 1]]);
//! let report = Pass::new().allowed_overlap(0.005).run(&mut bodies, pairs, |event| event.usual_response())?;
//! // its head, piece 1, meets segment 1
//! assert_eq!(report.events[0].pieces, [1, 1]);
//! let height: f64 = bodies[1].pose().translation.y;
//! assert!((height - (0.3 - 0.005)).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`pieces`](crate::pieces#surfaces) says how bodies slide over surfaces: allow an overlap, and let the contact solver
//! keep resting bodies less deep than that. Surfaces have no thickness, so that another body must be thick for any
//! overlap to be allowed. They have no inside either: a body that is beyond a mesh is free, and stays there. If a pair
//! goes on of which two pieces are [too deep](Kind::TooDeep), none of its pieces are followed any more in this step.
//!
//! # Which pairs
//! Pass every pair whose bodies may meet during the step. [`candidates`] finds them by proven boxes. An engine may
//! instead use the pairs of its own broad phase, if its boxes contain the bodies at all times of the step, and not
//! only at both ends. Leave out pairs that must not collide. Pairs of one body with itself, of two bodies that are both
//! fixed, of two floors, and pairs that are given twice are skipped.
//!
//! Leave out pairs that the [gate](crate::swept::cannot_pass_through) shows to be too slow, too. It takes a body as
//! [`Moving`](crate::Moving), with its shape and the [`Sweep`](crate::motion::Sweep) from its start to its end about
//! its centre, over the times 0 to 1. Such pairs may get deeper than the slop. So pass the gate the depth that the
//! narrow phase found at the start of the step, if that is more than the slop. [`Pass::leave_slow`] makes the pass do
//! so itself, and anew whenever a body stops.

mod around;
mod body;
mod candidates;
mod contact;
mod event;
mod ground;
mod pairs;
mod pass;
mod report;
mod response;
mod run;
mod slide;
mod track;

pub use body::{Body, Body2, Body3};
pub use candidates::candidates;
pub use event::{Event, Event2, Event3, Kind};
pub use pass::Pass;
pub use report::{PassError, Report};
pub use response::{Response, Response2, Response3, Then, Then2, Then3};
