//! Many moving bodies, and the first meeting of all.
//!
//! A [`Scene`] keeps bodies of any form over an interval of time. It finds the pairs that may meet by proven boxes,
//! asks about each, and keeps the answers. A body that is added, removed, or sent another way costs as much as its own
//! pairs.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{Ballistic, ConstantVelocity, Motion};
//! use photofinish::scene::Scene3;
//! use photofinish::shape::{Ball, Cuboid};
//! use photofinish::{HalfSpace, InitialContact, Moving, Query};
//!
//! let gravity = vector![0.0, -10.0, 0.0];
//! let falls = |place: Isometry3<f64>, velocity: Vector3<f64>, from: f64| {
//!     let flight = ConstantVelocity::new(place, velocity, Vector3::zeros())?;
//!     Ballistic::new(flight.starting_at(from)?, gravity)
//! };
//! let mut scene = Scene3::new(Query::new().initial_contact(InitialContact::IgnoreSeparating), 0.0..=1.0)?;
//! let floor = scene.add(HalfSpace::new(Vector3::y(), Vector3::zeros())?)?;
//! let (ball, cube) = (Ball::new(0.5)?, Cuboid::new(vector![0.5, 0.5, 0.5])?);
//! let at = |x: f64, y: f64| Isometry3::translation(x, y, 0.0);
//! let ball = scene.add(Moving::new(ball.into(), falls(at(0.0, 2.5), Vector3::zeros(), 0.0)?))?;
//! let low = scene.add(Moving::new(cube.into(), falls(at(3.0, 1.3), Vector3::zeros(), 0.0)?))?;
//! let high = scene.add(Moving::new(cube.into(), falls(at(3.0, 4.0), Vector3::zeros(), 0.0)?))?;
//!
//! // the low cube is the first to reach the floor, after a fall of 0.8
//! let first = scene.first_meeting()?.expect("bodies fall on the floor");
//! assert_eq!(first.bodies, [floor, low]);
//! assert!(first.time() <= 0.4 && first.time() > 0.4 - 1e-6);
//!
//! // it bounces; nothing that is known of the other bodies is asked again
//! let place = scene.body(low)?.motion().expect("it moves").pose(first.time());
//! scene.set_motion(low, first.time(), falls(place, vector![0.0, 4.0, 0.0], first.time())?)?;
//! // and meets the high one, which is 1.7 above it and comes at a speed of 8
//! let next = scene.first_meeting()?.expect("the cubes meet");
//! assert_eq!(next.bodies, [low, high]);
//! let expected = 0.4 + 1.7 / 8.0;
//! assert!((next.time() - expected).abs() < 1e-6);
//!
//! // the ball would reach the floor after that
//! let all = scene.all_meetings()?;
//! assert!(all.iter().any(|meeting| meeting.bodies == [floor, ball]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an answer means
//! Each pair has an answer of its own, that of [`Query::first_meeting`] over all the time that both bodies have in
//! common: from the later one of the times since which they move as they do now, to the end of the interval. Meetings
//! are in the order of time, and at the same time in the order of their bodies. A pair whose query ends undecided
//! counts as meeting at the time up to which it is proven free ([`Meeting::is_undecided`]): what comes after it is not
//! known. To look on from there, send one of the bodies again from that time, on the same motion. If they meet again
//! at that time, stop them there, or build a scene whose query has a larger [budget](Query::budget).
//!
//! An answer does not depend on what was asked before, on the order of the work, or on threads, to the last bit: a
//! scene that is built afresh from the same bodies gives it too. What is kept from earlier answers only proves pairs
//! free, with more than a tolerance to spare. There is one exception. A pair that a query would leave undecided, or whose
//! numbers overflow in it, may be proven free that way, or up to the first meeting.
//!
//! Bodies that you send on from their meeting without parting them meet again at once. Each time they may get deeper by
//! up to two tolerances and rounding.
//!
//! # Which pairs
//! Pairs whose [swept boxes](crate::swept) keep the target distance are free, and are not asked about. Two half-spaces
//! are no pair. [`Groups`] and [`Scene::let_pass`] leave out others: give bodies that never move a group that does not
//! meet itself.
//!
//! # Threads
//! With the feature `rayon` a scene finds the boxes of bodies that are sent elsewhere on all cores
//! (`Scene::par_set_motions`), and finds its pairs and asks about them there (`Scene::par_first_meeting`,
//! `Scene::par_all_meetings`). The answers are the same to the last bit.
//!
//! # From frame to frame
//! An engine keeps one scene, over times from 0 to the length of a frame. It [begins each frame](Scene::begin_frame) with
//! the new motions of the bodies that move. All others count from time 0 again too, also those that came to rest in the
//! middle of the last frame, and cost nothing if they were at rest in all of it.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3, vector};
//! use photofinish::motion::{ConstantVelocity3, Motion};
//! use photofinish::scene::Scene3;
//! use photofinish::shape::{Ball, Cuboid};
//! use photofinish::{MotionError, Moving, Query};
//!
//! let flies = |x: f64, speed: f64, from: f64| -> Result<ConstantVelocity3<f64>, MotionError> {
//!     let place = Isometry3::translation(x, 0.0, 0.0);
//!     ConstantVelocity3::new(place, vector![speed, 0.0, 0.0], Vector3::zeros())?.starting_at(from)
//! };
//! let mut scene = Scene3::new(Query::new(), 0.0..=1.0)?;
//! scene.add(Moving::new(Cuboid::new(vector![0.5, 5.0, 5.0])?.into(), flies(4.0, 0.0, 0.0)?))?;
//! let ball = scene.add(Moving::new(Ball::new(0.5)?.into(), flies(0.0, 6.0, 0.0)?))?;
//!
//! // the ball comes to the wall after half of the frame, and stays there
//! let meeting = scene.first_meeting()?.expect("the ball flies at the wall");
//! let contact = meeting.contact.contact().expect("the query is decided");
//! assert!((contact.witness_b.x - 3.5).abs() < 1e-6 && (meeting.time() - 0.5).abs() < 1e-6);
//! let x = scene.body(ball)?.motion().expect("it moves").pose(meeting.time()).translation.x;
//! scene.set_motion(ball, meeting.time(), flies(x - 1e-3, 0.0, meeting.time())?)?;
//! assert!(scene.first_meeting()?.is_none());
//!
//! // in the next frame a bullet is at the ball after a quarter: the ball counts from time 0 again
//! scene.begin_frame([])?;
//! let bullet = scene.add(Moving::new(Ball::new(0.1)?.into(), flies(0.4, 8.0, 0.0)?))?;
//! let meeting = scene.first_meeting()?.expect("the bullet hits the ball");
//! assert_eq!(meeting.bodies, [ball, bullet]);
//! assert!((meeting.time() - 0.25).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod ask;
mod entry;
#[cfg(feature = "rayon")]
mod parallel;
mod slots;
mod work;

pub use answer::{Meeting, SceneError, SceneStatistics};
pub use entry::Groups;
pub use slots::BodyId;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::body::{AnyBody, Stretch};
use crate::broad_phase::InTurn;
use crate::motion::Motion;
use crate::pairs::Near;
use crate::pieces::{AnyPieces, PieceContact, Pieces};
use crate::shape::AnyShape;
use crate::{Query, Real, Span, SupportMap};
use answer::cannot_enclose;
use entry::{Entry, Kept};
use slots::Slots;

/// Many moving bodies over an interval of time.
///
/// The [module docs](self) have an example.
#[derive(Clone, Debug)]
pub struct Scene<S, P, M, T: Real, const D: usize> {
    query: Query<T>,
    during: Span<T>,
    bodies: Slots<Entry<S, P, M, T, D>>,
    /// The pairs of bodies, which are numbered by their places.
    near: Near<T, Box<PieceContact<T, D>>, Kept<T, D>, D>,
    statistics: SceneStatistics,
}

/// A scene of bodies of any form in the plane. The scalar is `f64` unless it is given.
pub type Scene2<M, T = f64> = Scene<AnyShape<T, 2>, AnyPieces<T, 2>, M, T, 2>;

/// A scene of bodies of any form in space. The scalar is `f64` unless it is given.
pub type Scene3<M, T = f64> = Scene<AnyShape<T, 3>, AnyPieces<T, 3>, M, T, 3>;

impl<S, P, M, T, const D: usize> Scene<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Returns a scene without bodies, over an interval. The query is asked about each pair.
    ///
    /// # Errors
    /// [`SceneError::Query`] for an interval or settings that make no sense.
    pub fn new(query: Query<T>, interval: RangeInclusive<T>) -> Result<Self, SceneError> {
        query.check()?;
        Ok(Self {
            query,
            during: Span::new(*interval.start(), *interval.end())?,
            bodies: Slots::new(),
            near: Near::new(),
            statistics: SceneStatistics::default(),
        })
    }

    /// Adds a body that moves from the start of the interval on.
    ///
    /// A [`Scene2`] or [`Scene3`] has bodies of any form, so that shapes and pieces are converted first:
    /// `Moving::new(ball.into(), motion)`, `MovingPieces::new(mesh.into(), motion)`.
    ///
    /// # Errors
    /// [`SceneError::Bounds`] and [`SceneError::TooManyBodies`].
    pub fn add(&mut self, body: impl Into<AnyBody<S, P, M, T, D>>) -> Result<BodyId, SceneError> {
        self.add_to(Groups::ALL, body)
    }

    /// Adds a body of some groups that moves from the start of the interval on.
    ///
    /// # Errors
    /// [`SceneError::Bounds`] and [`SceneError::TooManyBodies`].
    pub fn add_to(
        &mut self,
        groups: Groups,
        body: impl Into<AnyBody<S, P, M, T, D>>,
    ) -> Result<BodyId, SceneError> {
        self.add_from(self.during.start(), groups, body)
    }

    /// Adds a body of some groups that moves from a time on. Before that time it meets nothing.
    ///
    /// # Errors
    /// [`SceneError::NotInInterval`], [`SceneError::Bounds`] and [`SceneError::TooManyBodies`].
    pub fn add_from(
        &mut self,
        from: T,
        groups: Groups,
        body: impl Into<AnyBody<S, P, M, T, D>>,
    ) -> Result<BodyId, SceneError> {
        let entry = Entry::new(body.into(), groups, self.rest_from(from)?);
        let entry = entry.map_err(cannot_enclose(None))?;
        let most = u64::from(u32::MAX) + 1;
        let added = self.bodies.add(entry);
        let id = added.ok_or(SceneError::TooManyBodies { most })?;
        self.change(id.index());
        Ok(id)
    }

    /// Removes a body, and returns it. Its id is not valid any more.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`].
    pub fn remove(&mut self, body: BodyId) -> Result<AnyBody<S, P, M, T, D>, SceneError> {
        let removed = self.bodies.remove(body);
        let entry = removed.ok_or(SceneError::NoSuchBody { body })?;
        for &other in &entry.passes {
            self.bodies.at_mut(other).passes.remove(&body.index());
        }
        self.near.remove(body.index());
        Ok(entry.stretch.body)
    }

    /// Returns a body.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`].
    pub fn body(&self, body: BodyId) -> Result<&AnyBody<S, P, M, T, D>, SceneError> {
        let entry = self.bodies.get(body);
        entry
            .map(|entry| &entry.stretch.body)
            .ok_or(SceneError::NoSuchBody { body })
    }

    /// Returns the ids of all bodies, in their order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.taken().map(|index| self.bodies.id(index))
    }

    /// Replaces a body from a time on. What is asked about it afterwards is asked from that time.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`], [`SceneError::NotInInterval`] and [`SceneError::Bounds`]. The scene is then as it
    /// was.
    pub fn set_body(
        &mut self,
        body: BodyId,
        from: T,
        new: impl Into<AnyBody<S, P, M, T, D>>,
    ) -> Result<(), SceneError> {
        let during = self.rest_from(from)?;
        self.body(body)?;
        let new = Stretch::new(new.into(), during);
        let new = new.map_err(cannot_enclose(body))?;
        self.bodies.at_mut(body.index()).stretch = new;
        self.change(body.index());
        Ok(())
    }

    /// Sends a body another way from a time on. What is asked about it afterwards is asked from that time, also after
    /// it has come to rest, until the next [frame](Self::begin_frame).
    ///
    /// The motion is taken as it is: at `from` the body is where the motion says, which need not be where it was. Many
    /// motions begin at time 0, unless they are told to start at another one.
    ///
    /// A half-space at rest moves with its own frame from then on, which was the world's.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`], [`SceneError::NotInInterval`] and [`SceneError::Bounds`]. The scene is then as it
    /// was.
    pub fn set_motion(&mut self, body: BodyId, from: T, motion: M) -> Result<(), SceneError> {
        self.set_motions(from, [(body, motion)])
    }

    /// Sends bodies other ways from a time on, as [`set_motion`](Self::set_motion) does. The last one of several
    /// motions of a body counts.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`], [`SceneError::NotInInterval`] and [`SceneError::Bounds`]. The scene is then as it
    /// was.
    pub fn set_motions(
        &mut self,
        from: T,
        motions: impl IntoIterator<Item = (BodyId, M)>,
    ) -> Result<(), SceneError> {
        let motions: Vec<_> = motions.into_iter().collect();
        let during = self.rest_from(from)?;
        let bounds = motions.iter().map(|sent| self.bounds_on(sent, during));
        let bounds = bounds.collect::<Result<_, _>>()?;
        self.redirect(motions, bounds, during);
        Ok(())
    }

    /// Begins another frame over the same interval: sends bodies from its start on, as
    /// [`set_motions`](Self::set_motions) does. All others keep their motions, and count from the start on again too,
    /// even if they were sent or added in the middle of the last frame.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`] and [`SceneError::Bounds`]. The scene is then as it was.
    pub fn begin_frame(
        &mut self,
        motions: impl IntoIterator<Item = (BodyId, M)>,
    ) -> Result<(), SceneError> {
        let motions: Vec<_> = motions.into_iter().collect();
        let bounds = motions.iter().map(|sent| self.bounds_on(sent, self.during));
        let bounds = bounds.collect::<Result<_, _>>()?;
        let sent: BTreeSet<_> = motions.iter().map(|(body, _)| body.index()).collect();
        let mut late = Vec::new();
        for index in self.bodies.taken() {
            let stretch = &self.bodies.at(index).stretch;
            if stretch.during.start() > self.during.start() && !sent.contains(&index) {
                let bounds = stretch.bounds_during(self.during);
                late.push((
                    index,
                    bounds.map_err(cannot_enclose(self.bodies.id(index)))?,
                ));
            }
        }
        self.redirect(motions, bounds, self.during);
        for (index, bounds) in late {
            let stretch = &mut self.bodies.at_mut(index).stretch;
            stretch.set_during(self.during, bounds);
            self.change(index);
        }
        Ok(())
    }

    /// Sets which groups a body belongs to and meets. Pairs that this lets meet are asked about from the later one of
    /// the times since which both move as they do now, which may be long ago.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`].
    pub fn set_groups(&mut self, body: BodyId, groups: Groups) -> Result<(), SceneError> {
        self.body(body)?;
        let entry = self.bodies.at_mut(body.index());
        if entry.groups != groups {
            entry.groups = groups;
            self.change(body.index());
        }
        Ok(())
    }

    /// Lets two bodies pass through each other: they are not asked about, until they [shall meet
    /// again](Self::let_meet).
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`].
    pub fn let_pass(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a).and(self.body(b))?;
        if a == b {
            // a body is no pair with itself
            return Ok(());
        }
        let [a, b] = [a.index(), b.index()];
        self.bodies.at_mut(a).passes.insert(b);
        self.bodies.at_mut(b).passes.insert(a);
        if let Some(pair) = self.near.pairs.find([a.min(b), a.max(b)]) {
            self.near.pairs.remove(pair);
        }
        Ok(())
    }

    /// Takes back that two bodies pass through each other. They are asked about from the later one of the times since
    /// which they move as they do now, which may be long ago: to look from now on, send one of them again.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`].
    pub fn let_meet(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a).and(self.body(b))?;
        let [a, b] = [a.index(), b.index()];
        self.bodies.at_mut(b).passes.remove(&a);
        if self.bodies.at_mut(a).passes.remove(&b) {
            self.change(a);
        }
        Ok(())
    }

    /// Returns the first meeting of all, or `None` if no two bodies meet.
    ///
    /// It stays the first until one of its bodies is changed or removed, or they are [let pass](Self::let_pass). Pairs
    /// that are free until then are not asked about any further.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn first_meeting(&mut self) -> Result<Option<Meeting<T, D>>, SceneError> {
        self.find_first::<InTurn>(work::one_by_one)
    }

    /// Returns when each pair of bodies meets first, in the order of time, and at one time of the bodies. Pairs that do
    /// not meet are not in the list, nor are pairs in contact at the start that the query looks past and that stay so:
    /// with [`InitialContact::Stop`](crate::InitialContact::Stop) these are.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn all_meetings(&mut self) -> Result<Vec<Meeting<T, D>>, SceneError> {
        self.find_all::<InTurn>(work::one_by_one)
    }

    /// Returns what the scene has done so far.
    pub fn statistics(&self) -> SceneStatistics {
        self.statistics
    }

    /// Returns the interval from a time in it to its end.
    fn rest_from(&self, from: T) -> Result<Span<T>, SceneError> {
        let (start, end) = (self.during.start(), self.during.end());
        // written so that NaN is refused too
        if start <= from && from <= end {
            Ok(Span::known(from, end))
        } else {
            Err(SceneError::NotInInterval {
                time: from.as_f64(),
                start: start.as_f64(),
                end: end.as_f64(),
            })
        }
    }
}
