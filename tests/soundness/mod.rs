//! Every answer of the crate held against the independent oracle, soundness and completeness apart.

// The test and the example each use a part of this.
#![allow(dead_code)]

#[path = "../oracle/mod.rs"]
pub mod oracle;

use std::collections::BTreeMap;
use std::fmt;

use nalgebra::{
    Complex, Isometry, Quaternion, SVector, Translation, Unit, UnitComplex, UnitQuaternion, Vector3,
};
use photofinish::motion::{Ballistic, ConstantVelocity, Motion, Rotor, Sweep};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::Rounded;
use photofinish::{
    MotionError, Moving, Outcome, Query, QueryError, Real, ShapeError, Solution, SupportMap,
};

use oracle::advance::{Advance, Pair, Search};
use oracle::generate::{Case, Family};
use oracle::motion::{Motion as OracleMotion, Orientation};
use oracle::shape::{Body, Shape};

/// Rotations of either dimension from what the oracle writes.
pub trait FromOracle<T: Real, const D: usize>: Rotor<T, D> {
    fn rotation(orientation: &Orientation) -> Self;
    fn velocity(angular: &Vector3<f64>) -> Self::Velocity;
}

impl<T: Real> FromOracle<T, 2> for UnitComplex<T> {
    fn rotation(orientation: &Orientation) -> Self {
        let matrix = orientation.matrix();
        Unit::new_normalize(Complex::new(T::of(matrix[(0, 0)]), T::of(matrix[(1, 0)])))
    }

    fn velocity(angular: &Vector3<f64>) -> T {
        T::of(angular.z)
    }
}

impl<T: Real> FromOracle<T, 3> for UnitQuaternion<T> {
    fn rotation(orientation: &Orientation) -> Self {
        match *orientation {
            Orientation::Quaternion(parts) => {
                let [x, y, z, w] = parts.map(T::of);
                Self::new_normalize(Quaternion::new(w, x, y, z))
            }
            Orientation::Angle(_) => panic!("an angle is an orientation of the plane"),
        }
    }

    fn velocity(angular: &Vector3<f64>) -> Vector3<T> {
        angular.map(T::of)
    }
}

pub type AnyMotion<T, R, const D: usize> = Box<dyn Motion<T, D, Rotation = R>>;
pub type AnyBody<T, R, const D: usize> =
    Moving<Rounded<AnyShape<T, D>, T>, AnyMotion<T, R, D>, T, D>;

fn convert<T: Real, const D: usize>(vector: &SVector<f64, D>) -> SVector<T, D> {
    vector.map(T::of)
}

/// A shape of the oracle as one of the crate.
pub fn shape<T: Real, const D: usize>(
    body: &Body<D>,
) -> Result<Rounded<AnyShape<T, D>, T>, ShapeError> {
    let of = T::of;
    let shape: AnyShape<T, D> = match &body.shape {
        Shape::Ball { radius } => Ball::new(of(*radius))?.into(),
        Shape::Cuboid { half } => Cuboid::new(convert(half))?.into(),
        Shape::Capsule {
            half_height,
            radius,
        } => Capsule::new(of(*half_height), of(*radius))?.into(),
        Shape::Cylinder {
            half_height,
            radius,
        } => Cylinder::new(of(*half_height), of(*radius))?.into(),
        Shape::Cone {
            half_height,
            radius,
        } => Cone::new(of(*half_height), of(*radius))?.into(),
        Shape::Segment(points) => Segment::new(points.map(|p| convert(&p)))?.into(),
        Shape::Triangle(points) => Triangle::new(points.map(|p| convert(&p)))?.into(),
        Shape::Points(points) => {
            let points: Vec<_> = points.iter().map(convert).collect();
            ConvexHull::new(&points)?.into()
        }
    };
    Rounded::new(shape, of(body.round))
}

fn motion<T, R, const D: usize>(motion: &OracleMotion<D>) -> Result<AnyMotion<T, R, D>, MotionError>
where
    T: Real,
    R: FromOracle<T, D>,
{
    let pose = |position: &SVector<f64, D>, orientation: &Orientation| {
        Isometry::from_parts(
            Translation::from(convert::<T, D>(position)),
            R::rotation(orientation),
        )
    };
    match motion {
        OracleMotion::Ballistic(flight) => {
            let pose = pose(&flight.position, &flight.orientation);
            let angular = R::velocity(&flight.angvel);
            let start = ConstantVelocity::new(pose, convert(&flight.linvel), angular)?
                .about(convert(&flight.center))?;
            Ok(Box::new(Ballistic::new(start, convert(&flight.acc))?))
        }
        OracleMotion::Sweep(sweep) => {
            let ends = [0, 1].map(|i| pose(&sweep.positions[i], &sweep.orientations[i]));
            let timed = ((T::zero(), ends[0]), (T::one(), ends[1]));
            Ok(Box::new(Sweep::new(
                timed.0,
                timed.1,
                convert(&sweep.center),
            )?))
        }
        OracleMotion::Path(_) => panic!("the generators make no closures"),
    }
}

/// A body of the oracle as one of the crate.
pub fn body<T, R, const D: usize>(moving: &oracle::advance::Moving<D>) -> AnyBody<T, R, D>
where
    T: Real,
    R: FromOracle<T, D>,
{
    let shape = shape(&moving.body).expect("the generators make good shapes");
    Moving::new(
        shape,
        motion(&moving.motion).expect("the generators make good motions"),
    )
}

/// The rounding error of a distance between two placed bodies.
pub fn resolution<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
) -> T {
    photofinish::resolution(a, b).norm() * T::of(2.0)
}

/// What the oracle says of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Free, and nothing nearer than the clearance was found.
    RightlyFree,
    /// An impact: free before, disjoint at the time, within the tolerance.
    RightImpact,
    /// Bodies that start within the rounding of each other were called overlapping.
    TouchingAtStart,
    /// The query did not decide.
    Undecided,
    /// The oracle did not decide.
    OracleUndecided,
    /// Answered free, but the bodies come closer than the clearance.
    Miss,
    /// The bodies come closer than proven before the time of the impact.
    Late,
    /// The bodies overlap at the time of the impact.
    OverlapAtImpact,
    /// The distance at the time of the impact is beyond the tolerance.
    TooEarly,
    /// The bodies are apart at the start, but were called overlapping.
    FalseOverlap,
    /// The certificate does not hold, or does not cover the time before the answer.
    BadCertificate,
}

impl Verdict {
    /// Whether nothing is wrong with the answer. Not to decide is not wrong.
    pub fn is_sound(self) -> bool {
        self <= Self::OracleUndecided
    }
}

/// The answer to a case in scalar `T`.
pub fn answer<T, R, const D: usize>(case: &Case<D>) -> Result<Solution<T, D>, QueryError>
where
    T: Real,
    R: FromOracle<T, D>,
{
    let (a, b) = (body::<T, R, D>(&case.a), body::<T, R, D>(&case.b));
    Query::new().time_of_impact(&a, &b, T::zero()..=T::one())
}

/// What is asked of a case, in shares of the size of the smaller body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// The distance to keep.
    pub target: f64,
    /// The tolerance, if not the default one.
    pub tolerance: Option<f64>,
}

impl Asked {
    /// A little of everything.
    fn of_seed(seed: u64) -> Self {
        Self {
            target: if seed % 4 == 3 { 0.05 } else { 0.0 },
            tolerance: [None, None, Some(1e-3), None, Some(2e-3)][(seed % 5) as usize],
        }
    }
}

/// Asks about a case in scalar `T`, and the oracle about the answer.
pub fn judge<T, R, const D: usize>(case: &Case<D>, asked: Asked) -> Verdict
where
    T: Real,
    R: FromOracle<T, D>,
{
    let (a, b) = (body::<T, R, D>(&case.a), body::<T, R, D>(&case.b));
    let pair = case.pair();
    let target = f64::from((asked.target * pair.size()) as f32);
    let mut query = Query::new().target_distance(T::of(target));
    if let Some(share) = asked.tolerance {
        query = query.tolerance(T::of(share * pair.size()));
    }
    let Ok((solution, certificate)) = query.certify(&a, &b, T::zero()..=T::one()) else {
        return Verdict::Undecided;
    };
    if certificate.verify(&a, &b).is_err() || !solution.certified {
        return Verdict::BadCertificate;
    }
    let until = certificate.clear_until();
    let clearance = certificate
        .intervals
        .iter()
        .map(|interval| interval.margin.as_f64())
        .fold(f64::MAX, f64::min);
    match solution.outcome {
        Outcome::Separated(separated) => {
            if until != T::one() || separated.clearance.as_f64() != clearance {
                return Verdict::BadCertificate;
            }
            nothing_nearer(
                &pair,
                1.0,
                (target, clearance),
                (Verdict::RightlyFree, Verdict::Miss),
            )
        }
        Outcome::Impact(impact) => {
            if until != impact.time {
                return Verdict::BadCertificate;
            }
            let then = pair.distance_at(impact.time.as_f64());
            if then.overlap {
                Verdict::OverlapAtImpact
            } else if then.lower <= 0.0 {
                Verdict::OracleUndecided
            } else if then.lower > target + impact.tolerance.as_f64() {
                Verdict::TooEarly
            } else if then.upper > target + impact.tolerance.as_f64() {
                Verdict::OracleUndecided
            } else {
                nothing_nearer(
                    &pair,
                    impact.time.as_f64(),
                    (target, clearance),
                    (Verdict::RightImpact, Verdict::Late),
                )
            }
        }
        Outcome::Overlapping(_) => {
            let tolerance = T::SQRT_EPSILON.as_f64() * pair.size() * 0.1;
            if pair.distance_at(0.0).lower > tolerance {
                Verdict::FalseOverlap
            } else {
                Verdict::TouchingAtStart
            }
        }
    }
}

/// The right verdict unless the oracle finds the bodies nearer than target and clearance before a time.
fn nothing_nearer<const D: usize>(
    pair: &Pair<D>,
    until: f64,
    (target, clearance): (f64, f64),
    (right, wrong): (Verdict, Verdict),
) -> Verdict {
    if until == 0.0 {
        return right;
    }
    // far below the clearance lies only what the answer rules out
    let tolerance = (1e-9 * pair.size())
        .min(0.25 * clearance)
        .max(1e-13 * pair.size());
    let search = Search {
        target,
        ..Search::contact(tolerance)
    };
    let seen = match pair.advance(0.0, until, &search) {
        Advance::Free {
            closest_distance, ..
        } => closest_distance,
        Advance::Hit { time, .. } => pair.distance_at(time).upper,
        Advance::Unclear { .. } => return Verdict::OracleUndecided,
    };
    if seen >= target + clearance {
        right
    } else {
        wrong
    }
}

/// How often each verdict fell, by family, with the seeds of all that are not plainly right.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<(String, Verdict), u32>,
    pub not_right: Vec<(String, u64, Verdict)>,
}

impl Tally {
    /// Judges `count` cases of every family in scalar `T`.
    pub fn judge_families<T, R, const D: usize>(&mut self, seeds: std::ops::Range<u64>)
    where
        T: Real,
        R: FromOracle<T, D>,
    {
        let precision = if T::EPSILON == T::of(f64::EPSILON) {
            "f64"
        } else {
            "f32"
        };
        for family in Family::ALL {
            let name = format!("{D}D {precision} {family:?}");
            for seed in seeds.clone() {
                let case = Case::random(family, seed);
                let verdict = judge::<T, R, D>(&case, Asked::of_seed(seed));
                self.add(&name, seed, verdict);
            }
        }
    }

    fn add(&mut self, name: &str, seed: u64, verdict: Verdict) {
        *self.counts.entry((name.to_owned(), verdict)).or_default() += 1;
        if !matches!(verdict, Verdict::RightlyFree | Verdict::RightImpact) {
            self.not_right.push((name.to_owned(), seed, verdict));
        }
    }

    /// Adds what another tally counted.
    pub fn merge(&mut self, other: Tally) {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
        self.not_right.extend(other.not_right);
    }

    /// How often a verdict fell.
    pub fn count(&self, verdict: Verdict) -> u32 {
        self.counts
            .iter()
            .filter(|(key, _)| key.1 == verdict)
            .map(|(_, count)| count)
            .sum()
    }

    /// How many cases were judged.
    pub fn total(&self) -> u32 {
        self.counts.values().sum()
    }

    /// Those answers that are wrong.
    pub fn unsound(&self) -> Vec<&(String, u64, Verdict)> {
        self.not_right
            .iter()
            .filter(|(_, _, verdict)| !verdict.is_sound())
            .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((family, verdict), count) in &self.counts {
            families
                .entry(family)
                .or_default()
                .push(format!("{verdict:?} {count}"));
        }
        for (family, counts) in families {
            writeln!(f, "{family:<20} {}", counts.join(", "))?;
        }
        Ok(())
    }
}
