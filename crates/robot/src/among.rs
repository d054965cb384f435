//! A robot among objects that move.

use nalgebra::Isometry3;

use super::bodies::Owner;
use super::checker::Checker;
use super::tolerance::spend;
use super::touching::Touching;
use super::{
    BodyPair, Link, LinkMotion, Path, PathError, PathUndecided, Robot, RobotError, ScanStatistics,
};
use photofinish::motion::Motion;
use photofinish::shape::{AnyShape, PosedShape};
use photofinish::swept::SweptBox;
use photofinish::{Contact, Moving, Outcome, QueryError, Span};

/// An object that moves while a robot follows a path: the shape of a link, and its motion in the world and in the path's
/// time.
#[derive(Clone, Debug)]
pub struct MovingObject<M> {
    /// The object, with its pieces in its frame.
    pub object: Link,
    /// How its frame moves.
    pub motion: M,
}

impl MovingObject<LinkMotion> {
    /// Returns the links of another robot that follows a path of its own. Both paths are in the same time.
    ///
    /// # Errors
    /// As for [`Robot::motion`].
    pub fn links(robot: &Robot, path: &Path) -> Result<Vec<Self>, RobotError> {
        let links = robot
            .links()
            .iter()
            .filter(|link| !link.pieces().is_empty());
        links
            .map(|link| {
                Ok(Self {
                    object: link.clone(),
                    motion: robot.motion(link.name(), path)?,
                })
            })
            .collect()
    }
}

/// The first time at which a link of a robot is within the tolerance of touching a moving object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MovingImpact {
    /// The time, in the path's time.
    pub time: f64,
    /// The link and the object.
    pub between: BodyPair,
    /// The distance of the two then.
    pub distance: f64,
    /// Where they touch, in the world. The normal points from the link to the object.
    pub contact: Contact<f64, 3>,
}

/// A piece as it moves, and what it belongs to.
struct Piece<M> {
    owner: usize,
    body: Moving<AnyShape<f64, 3>, M, f64, 3>,
}

/// Two pieces that may touch, by their places, and the distance that they must keep.
type Near = (usize, usize, f64);

impl Checker {
    /// Returns when a link first meets a moving object on a path: none if it is proven that they stay apart. What is at
    /// rest, and the robot itself, are for [`check`](Self::check) or a [`planner`](Self::planner).
    ///
    /// Objects and links keep the distances of the rules. Over each segment of the path only pieces whose proven boxes
    /// overlap are asked about.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, MovingObject, Path, Robot, Rules, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// # let rules = Rules::new().allow_nothing_to_check();
    /// // two cars of radius 0.1 move towards each other
    /// let mut other = robot.clone();
    /// other.set_base(Isometry3::translation(2.0, 0.0, 0.0))?;
    /// let checker = Checker::with_rules(&robot, &Scene::new(), &rules)?;
    /// let path = Path::new(vec![vec![0.0], vec![1.0]]);
    /// let back = Path::new(vec![vec![0.0], vec![-1.0]]);
    /// let impact = checker.first_among(&path, &MovingObject::links(&other, &back)?)?;
    /// assert!((impact.expect("they meet").time - 0.9).abs() < 1e-6);
    /// assert!(checker.first_among(&path, &MovingObject::links(&other, &path)?)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::Invalid`] if the path is invalid for this robot or a pose of a piece is, and
    /// [`PathError::Undecided`] with the time up to which they are proven apart.
    pub fn first_among<M: Motion<f64, 3>>(
        &self,
        path: &Path,
        objects: &[MovingObject<M>],
    ) -> Result<Option<MovingImpact>, PathError> {
        let names: Vec<_> = objects
            .iter()
            .map(|other| Some(other.object.name().to_owned()))
            .collect();
        let touching = Touching::named(&self.robot, &self.given.1, &names);
        let mut links = Vec::new();
        let motions = MovingObject::links(&self.robot, path)?;
        for MovingObject { object, motion } in &motions {
            if !self.rules.excluded.iter().any(|name| name == object.name()) {
                links.extend(pieces(self.robot.link(object.name())?, object, motion)?);
            }
        }
        let mut others = Vec::new();
        for (index, MovingObject { object, motion }) in objects.iter().enumerate() {
            others.extend(pieces(index, object, motion)?);
        }
        let kept =
            |link, object| touching.kept([Owner::Link(link), Owner::Object(object)], &self.rules);
        let mut left = self.rules.budget;
        for ends in self.waypoint_times(path)?.windows(2) {
            let near = near(&links, &others, (ends[0], ends[1]), kept);
            let mut first: Option<(f64, MovingImpact)> = None;
            for (a, b, target) in near {
                let until = first.as_ref().map_or(ends[1], |(time, _)| *time);
                let pair = (&links[a], &others[b]);
                let between = BodyPair {
                    link: self.robot.links()[pair.0.owner].name().to_owned(),
                    other: objects[pair.1.owner].object.name().to_owned(),
                    is_object: true,
                };
                match self.meets(pair, (ends[0], until), target, &mut left) {
                    Ok(Some((time, distance, contact))) => {
                        let impact = MovingImpact {
                            time,
                            between,
                            distance,
                            contact,
                        };
                        first = Some((time, impact));
                    }
                    Ok(None) => {}
                    Err(error) => return Err(self.stopped(path, ends[0], between, error)?),
                }
            }
            if let Some((_, impact)) = first {
                return Ok(Some(impact));
            }
        }
        Ok(None)
    }

    /// Returns when two pieces first meet, how far apart they are then, and where.
    fn meets<M: Motion<f64, 3>>(
        &self,
        (a, b): (&Piece<&LinkMotion>, &Piece<&M>),
        (from, to): (f64, f64),
        target: f64,
        left: &mut u64,
    ) -> Result<Option<(f64, f64, Contact<f64, 3>)>, QueryError> {
        let query = self.rules.query(target, *left);
        let solution = query.time_of_impact(&a.body, &b.body, from..=to);
        spend(left, &solution);
        Ok(match solution?.outcome {
            Outcome::Separated(_) => None,
            Outcome::Impact(impact) => Some((impact.time, impact.distance, impact.contact)),
            Outcome::Overlapping(overlap) => Some((from, -overlap.depth, overlap.contact)),
            Outcome::Stays(report) | Outcome::DrivesIn(report) => {
                Some((from, report.distance, report.contact))
            }
        })
    }

    /// Returns where a search among moving objects stopped without an answer. Everything is proven apart until
    /// `segment_start` only, as other pairs may not have been asked about.
    fn stopped(
        &self,
        path: &Path,
        segment_start: f64,
        between: BodyPair,
        reason: QueryError,
    ) -> Result<PathError, RobotError> {
        let times = self.waypoint_times(path)?;
        Ok(Box::new(PathUndecided {
            clear_until: segment_start,
            segment: times.partition_point(|time| *time <= segment_start) - 1,
            share: 0.0,
            configuration: self.configuration(path, segment_start)?,
            between,
            reason,
            pairs: 0,
            statistics: ScanStatistics::default(),
        })
        .into())
    }
}

/// Returns the pieces of a link or object that moves.
fn pieces<'m, M: Motion<f64, 3>>(
    owner: usize,
    link: &Link,
    motion: &'m M,
) -> Result<Vec<Piece<&'m M>>, RobotError> {
    let piece = |piece: &super::Piece| {
        let shape = match piece.pose == Isometry3::identity() {
            true => piece.shape.clone(),
            false => PosedShape::new(piece.shape.clone(), &piece.pose)
                .map_err(|error| RobotError::bad(link.name(), error))?
                .into(),
        };
        let body = Moving::new(shape, motion);
        Ok(Piece { owner, body })
    };
    link.pieces().iter().map(piece).collect()
}

/// Returns the pieces that may come as near as the distance that they must keep, by their boxes over a span.
fn near<A: Motion<f64, 3>, B: Motion<f64, 3>>(
    links: &[Piece<&A>],
    others: &[Piece<&B>],
    (start, end): (f64, f64),
    kept: impl Fn(usize, usize) -> Option<f64>,
) -> Vec<Near> {
    let during = Span::new(start, end).ok();
    let [of_links, of_others] = [boxes(links, during), boxes(others, during)];
    let mut near = Vec::new();
    for (a, link) in links.iter().enumerate() {
        for (b, other) in others.iter().enumerate() {
            let Some(target) = kept(link.owner, other.owner) else {
                continue;
            };
            let apart = of_links[a]
                .zip(of_others[b])
                .is_some_and(|(mut one, other)| {
                    // a little more, for the rounding of these sums
                    let wider = target * (1.0 + 4.0 * f64::EPSILON);
                    one.min = one.min.map(|x| (x - wider).next_down());
                    one.max = one.max.map(|x| (x + wider).next_up());
                    !one.overlaps(&other)
                });
            if !apart {
                near.push((a, b, target));
            }
        }
    }
    near
}

/// Returns a box around each piece over a span; none if none is proven.
fn boxes<M: Motion<f64, 3>>(
    pieces: &[Piece<&M>],
    during: Option<Span<f64>>,
) -> Vec<Option<SweptBox<f64, 3>>> {
    let around = |piece: &Piece<&M>| piece.body.swept_box(during?).ok();
    pieces.iter().map(around).collect()
}
