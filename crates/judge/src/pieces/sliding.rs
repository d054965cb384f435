//! Judges how bodies slide, roll and tumble over surfaces whose triangles or segments are joined.
//!
//! A body is dropped on a surface and then moved along it, again and again from where it came to a stop. What is
//! checked: no piece gets nearer or deeper than the answer says; the middle of the body never comes to the other side;
//! bodies that slide along a plane are not stopped; normals are no steeper than the surface; certificates verify;
//! fronts change nothing.

mod ground;

use std::ops::Range;
use std::rc::Rc;

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion, Vector3};
use photofinish::motion::{AtRest, ConstantVelocity, Motion};
use photofinish::pieces::{Convex, Front, MovingPieces, Pieces, Polyline, TriMesh, nearest_pieces};
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish::{InitialContact, Outcome, Query, Real};
use photofinish_oracle::planted::Dice;

use self::ground::{COLUMNS, Ground, SPACING};
use super::{Found, Tally};
use crate::soundness::FromOracle;

/// Judges the cases with these seeds.
pub fn campaign(seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let (name, mut found) = match seed % 4 {
            0 => in_plane::<f64>(seed),
            1 => in_space::<f64>(seed),
            2 => in_plane::<f32>(seed),
            _ => in_space::<f32>(seed),
        };
        found.wrong.truncate(1);
        for what in &mut found.wrong {
            *what = format!("seed {seed} {name}: {what}");
        }
        found.count("cases");
        tally.of_family(&name, found);
    }
    tally
}

fn in_plane<T: Real>(seed: u64) -> (String, Found) {
    let mut dice = Dice::new(seed);
    let ground = Ground::new(&mut dice, 1);
    let points = (0..).zip(&ground.heights);
    let points = points.map(|(x, y)| SVector::from([f64::from(x) * SPACING, *y]).map(T::of));
    let line = Polyline::open(points.collect()).expect("a line");
    let name = format!("2D f{} {}", size_of::<T>() * 8, ground.name);
    (
        name,
        Walk::<T, UnitComplex<T>, 2>::run(&ground, &line, &mut dice),
    )
}

fn in_space<T: Real>(seed: u64) -> (String, Found) {
    let mut dice = Dice::new(seed);
    let ground = Ground::new(&mut dice, COLUMNS);
    let heights: Vec<T> = ground.heights.iter().map(|height| T::of(*height)).collect();
    let mesh = TriMesh::height_field(&heights, COLUMNS, [T::of(SPACING); 2]).expect("a field");
    let name = format!("3D f{} {}", size_of::<T>() * 8, ground.name);
    (
        name,
        Walk::<T, UnitQuaternion<T>, 3>::run(&ground, &mesh, &mut dice),
    )
}

type Shape<T, const D: usize> = Rc<Convex<AnyShape<T, D>, T, D>>;
type Flight<T, R, const D: usize> = ConstantVelocity<T, R, D>;

/// A body on its way over the ground.
struct Walk<'x, T: Real, R: FromOracle<T, D>, const D: usize> {
    ground: &'x Ground,
    body: Shape<T, D>,
    /// The radius of a ball in the body, around its middle.
    inner: f64,
    query: Query<T>,
    target: T,
    pose: Isometry<T, R, D>,
    /// Which side of the ground the body is on: 1 above it, -1 beneath, none where its middle is beyond the rim.
    side: Option<f64>,
    /// Away from the ground, where the body touched it.
    up: Vec<SVector<f64, D>>,
    /// Whether it was in the ground before it moved: which side it is on is not known then.
    starts_inside: bool,
    found: Found,
}

/// How often a body is moved on.
const STEPS: usize = 8;

impl<'x, T: Real, R: FromOracle<T, D>, const D: usize> Walk<'x, T, R, D>
where
    AnyShape<T, D>: From<Ball<T>> + From<Cuboid<T, D>>,
{
    fn run<P: Pieces<T, D>>(ground: &'x Ground, surface: &P, dice: &mut Dice) -> Found {
        let half = SVector::<T, D>::from_fn(|_, _| T::of(dice.between(0.05, 0.8)));
        let inner = half.min();
        let shape: AnyShape<T, D> = if dice.chance(0.3) {
            Ball::new(inner).expect("a ball").into()
        } else {
            Cuboid::new(half).expect("a box").into()
        };
        let upright = dice.chance(0.5);
        let rotation = if upright {
            R::identity()
        } else {
            R::rotation(&dice.orientation::<D>())
        };
        let middle = SPACING * (COLUMNS - 1) as f64 / 2.0;
        let mut place = SVector::<T, D>::from_element(T::of(middle + dice.between(-1.5, 1.5)));
        // wholly above the ground, and a fall that leads through it: tilted ground is up to six high or deep there
        let below = ground.below_place(&place.map(T::as_f64));
        let below = below.expect("a place within the rim");
        let height = (below + 3.0).max(5.0);
        place[1] = T::of(height);
        let target = [0.0, -0.02, 0.01][dice.pick(3)] * inner.as_f64();
        let mut walk = Self {
            ground,
            body: Rc::new(Convex::new(shape).expect("a piece")),
            inner: inner.as_f64(),
            query: Query::new().target_distance(T::of(target)),
            target: T::of(target),
            pose: Isometry::from_parts(Translation::from(place), rotation),
            side: Some(1.0),
            up: Vec::new(),
            starts_inside: false,
            found: Found::default(),
        };
        let rest = AtRest::<T, R, D>::new(Isometry::identity()).expect("a place");
        let surface = MovingPieces::new(surface, rest);
        let mut down = SVector::zeros();
        down[1] = -(height - below + 1.0).max(10.0);
        walk.step(&surface, (down, Vector3::zeros()), false);
        if walk.starts_inside {
            walk.found.count("starts in the ground");
            return walk.found;
        }
        if walk.up.is_empty() {
            walk.found.blame("it falls through the ground");
            return walk.found;
        }
        walk.query = walk.query.initial_contact(InitialContact::IgnoreSeparating);
        let mut front = Front::new();
        for _ in 0..STEPS {
            let speed = dice.scale(0.1, 4.0);
            let mut velocity = walk.along(dice.vector::<D>(speed));
            let plane = walk.side.and_then(|side| Some(ground.up::<D>()? * side));
            let flat = plane.or(walk.up.first().copied());
            if let Some(up) = flat.filter(|_| dice.chance(0.8)) {
                velocity -= up * velocity.dot(&up);
            }
            let spin = if upright || dice.chance(0.5) {
                0.0
            } else {
                dice.between(0.0, 3.0)
            };
            let spin = dice.angvel::<D>(spin);
            let smooth = plane.is_some_and(|up| velocity.dot(&up) > -1e-12) && spin.norm() == 0.0;
            walk.fronts(&surface, (velocity, spin), &mut front);
            walk.step(&surface, (velocity, spin), smooth);
            if !walk.found.wrong.is_empty() {
                break;
            }
        }
        walk.found
    }

    /// Returns a velocity that leads along the ground or away from it.
    fn along(&self, mut velocity: SVector<f64, D>) -> SVector<f64, D> {
        for _ in 0..10 {
            for up in &self.up {
                velocity -= up * velocity.dot(up).min(0.0);
            }
        }
        velocity
    }

    fn flight(&self, velocity: SVector<f64, D>, spin: &Vector3<f64>) -> Flight<T, R, D> {
        let flight = Flight::new(self.pose, velocity.map(T::of), R::velocity(spin));
        flight.expect("a motion")
    }

    /// Asks with a front of the last step and without.
    fn fronts<P: Pieces<T, D>>(
        &mut self,
        surface: &MovingPieces<P, AtRest<T, R, D>, T, D>,
        (velocity, spin): (SVector<f64, D>, Vector3<f64>),
        front: &mut Front,
    ) {
        let body = MovingPieces::new(Rc::clone(&self.body), self.flight(velocity, &spin));
        let during = || T::zero()..=T::one();
        let kept = self
            .query
            .first_contact_from(&body, surface, during(), front);
        let fresh = self.query.first_contact(&body, surface, during());
        match (kept, fresh) {
            (Ok(kept), Ok(fresh)) if kept.contact == fresh.contact => {}
            (kept, fresh) => self
                .found
                .blame(format!("{kept:?} with a front, {fresh:?} without")),
        }
    }

    /// Moves the body on, up to its first contact.
    fn step<P: Pieces<T, D>>(
        &mut self,
        surface: &MovingPieces<P, AtRest<T, R, D>, T, D>,
        (velocity, spin): (SVector<f64, D>, Vector3<f64>),
        smooth: bool,
    ) {
        let body = MovingPieces::new(Rc::clone(&self.body), self.flight(velocity, &spin));
        let answer = self
            .query
            .certify_first_contact(&body, surface, T::zero()..=T::one());
        let (answer, certificate) = match answer {
            Ok(answer) => answer,
            Err(error) => return self.found.blame(format!("{error}")),
        };
        self.found
            .add("asked about", answer.statistics.piece_queries);
        self.found.count("pairs");
        let until = answer.contact.map_or(T::one(), |contact| contact.time);
        if until > T::zero() {
            let kept = answer.kept_distance;
            let verified = certificate.verify(&body, surface, kept, T::zero()..=until);
            if let Err(error) = verified {
                self.found
                    .blame(format!("{error}, up to {until:?} at {kept:?}"));
            }
            self.sample(&body, surface, (answer.kept_distance, until));
        }
        self.found.count(match answer.contact {
            None if answer.looked_past.is_empty() => "free",
            None => "slides on",
            Some(contact) if contact.time == T::zero() => "stopped at once",
            Some(_) => "stopped",
        });
        self.pose = body.motion().pose(until);
        let Some(contact) = answer.contact else {
            self.up.truncate(1);
            return;
        };
        let Some(normal) = contact.normal else {
            return self.found.count("undecided");
        };
        if self.up.is_empty() && contact.time == T::zero() {
            self.starts_inside = true;
            return;
        }
        let up = -normal.map(T::as_f64);
        // pieces that come within the tolerance on the way, where others are just beyond it, may stop a body once
        let is_graze = matches!(contact.answer, Ok(solution) if matches!(solution.outcome,
            Outcome::Impact(impact) if impact.distance - self.target > impact.tolerance * T::of(0.5)));
        let rests = answer.looked_past.iter().any(|past| past.time == T::zero());
        if smooth && rests && !is_graze && !self.at_rim() {
            self.found.blame(format!("stopped on a plane: {contact:?}"));
        }
        let steep = |side: f64| up[1] * side < self.ground.least_up - 1e-3;
        if self.side.is_some_and(steep) && !self.at_rim() {
            let least = self.ground.least_up;
            self.found
                .blame(format!("{up:?} is steeper than {least}: {contact:?}"));
        }
        if matches!(contact.answer, Ok(solution) if matches!(solution.outcome, Outcome::DrivesIn(_)))
        {
            self.found.count("driven in");
        }
        self.up = vec![up];
        let others = answer.looked_past.iter().filter_map(|past| past.normal);
        self.up.extend(others.map(|normal| -normal.map(T::as_f64)));
    }

    /// Returns whether the body is near a rim of the ground.
    fn at_rim(&self) -> bool {
        let place = self.pose.translation.vector.map(T::as_f64);
        (0..D).filter(|&axis| axis != 1).any(|axis| {
            let rim = SPACING * (COLUMNS - 1) as f64;
            !(place[axis] > 1.5 && place[axis] < rim - 1.5)
        })
    }

    /// Checks at many times that pieces keep their distance, and that the middle of the body stays on its side.
    ///
    /// A body may leave over the rim and come back beneath the ground, which is no passing through it: where its middle
    /// comes back, it says which side it is on from then on. In one step the middle moves straight on, and is over the
    /// ground, a rectangle, without a break.
    fn sample<P: Pieces<T, D>>(
        &mut self,
        body: &MovingPieces<Shape<T, D>, Flight<T, R, D>, T, D>,
        surface: &MovingPieces<P, AtRest<T, R, D>, T, D>,
        (kept, until): (T, T),
    ) {
        const SAMPLES: u32 = 40;
        for sample in 0..=SAMPLES {
            let time = until * T::of(f64::from(sample) / f64::from(SAMPLES));
            let nearest = nearest_pieces(body, surface, time).expect("a distance");
            let distance = nearest.proximity.signed_distance();
            let rounding = T::EPSILON * T::of(1000.0);
            if distance < kept - rounding {
                let pieces = nearest.pieces;
                self.found.blame(format!(
                    "{pieces:?} are {distance:?} apart at {time:?}, not {kept:?}"
                ));
            }
            let middle = body.motion().pose(time).translation.vector.map(T::as_f64);
            let Some(below) = self.ground.below_place(&middle) else {
                self.side = None;
                continue;
            };
            let above = middle[1] - below;
            let side = *self.side.get_or_insert(above.signum());
            let least = (self.inner + kept.as_f64()) * 0.999 - 1e-6;
            if above * side < least {
                self.found.blame(format!(
                    "the middle is {middle:?} at {time:?}, {above} above the ground, on side {side}"
                ));
            }
        }
    }
}
