//! Converts cases to bodies and motions of the crate, and to those of the oracle.

use std::sync::Arc;

use nalgebra::{Isometry, Quaternion, SVector, UnitComplex, UnitQuaternion, Vector3};
use photofinish::motion::{Clamped, FromFn, MotionBounds, Piecewise, Sweep};
use photofinish::pieces::{Compound, Convex, MovingPieces, Pieces, Polyline, Tree, TriMesh};
use photofinish::shape::AnyShape;
use photofinish::support::{Posed, Rounded};
use photofinish::{Query, Real, Span, SupportMap};
use photofinish_oracle as oracle;
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::Orientation;

use super::spec::{Asked, Flight, Parts, Solid, Swing};
use crate::soundness::convert::{
    AnyMotion, FromOracle, changed, flight, motion, pose, rounded_motion, shape,
};

/// Pieces of any type, so that each check is compiled for one type of body alone.
pub struct AnyPieces<T, const D: usize>(Box<dyn Handed<T, D>>);

/// A body of pieces of any type that moves in any way.
pub type AnyMoving<T, R, const D: usize> = MovingPieces<AnyPieces<T, D>, AnyMotion<T, R, D>, T, D>;

trait Handed<T: Real, const D: usize>: Send + Sync {
    fn boxes(&self) -> &Tree<T, D>;
    fn hand_out(&self, index: u32) -> Box<dyn SupportMap<T, D> + '_>;
}

impl<T: Real, const D: usize> Pieces<T, D> for AnyPieces<T, D> {
    type Piece<'a> = Box<dyn SupportMap<T, D> + 'a>;

    fn tree(&self) -> &Tree<T, D> {
        self.0.boxes()
    }

    fn piece(&self, index: u32) -> Self::Piece<'_> {
        self.0.hand_out(index)
    }
}

macro_rules! hand_out {
    ($([$($dimension:tt)*] $pieces:ty, $d:expr;)*) => {$(
        impl<T: Real, $($dimension)*> Handed<T, $d> for $pieces {
            fn boxes(&self) -> &Tree<T, $d> {
                self.tree()
            }

            fn hand_out(&self, index: u32) -> Box<dyn SupportMap<T, $d> + '_> {
                Box::new(self.piece(index))
            }
        }
    )*};
}

type Rough<T, const D: usize> = Rounded<AnyShape<T, D>, T>;

hand_out! {
    [const D: usize] Compound<Posed<Rough<T, D>, T, D>, T, D>, D;
    [const D: usize] Compound<Rough<T, D>, T, D>, D;
    [const D: usize] Convex<Rough<T, D>, T, D>, D;
    [] TriMesh<T>, 3;
    [] Polyline<T>, 2;
}

/// Rotations of the plane and of space, with the surfaces that there are in it.
pub trait Surfaces<T: Real, const D: usize>: FromOracle<T, D> {
    /// The rotations in double precision.
    type Double: Surfaces<f64, D>;

    fn surface(parts: &Parts<D>) -> Option<AnyPieces<T, D>>;
}

impl<T: Real> Surfaces<T, 2> for UnitComplex<T> {
    type Double = UnitComplex<f64>;

    fn surface(parts: &Parts<2>) -> Option<AnyPieces<T, 2>> {
        let Parts::Surface { points, corners } = parts else {
            return None;
        };
        let points = points.iter().map(|point| point.map(T::of)).collect();
        let line = if corners.is_empty() {
            Polyline::open(points)
        } else {
            Polyline::closed(points)
        };
        Some(AnyPieces(Box::new(line.ok()?)))
    }
}

impl<T: Real> Surfaces<T, 3> for UnitQuaternion<T> {
    type Double = UnitQuaternion<f64>;

    fn surface(parts: &Parts<3>) -> Option<AnyPieces<T, 3>> {
        let mesh = match parts {
            Parts::Surface { points, corners } => {
                let points = points.iter().map(|point| point.map(T::of)).collect();
                TriMesh::new(points, corners.clone())
            }
            Parts::Heights {
                heights,
                columns,
                spacing,
            } => {
                let heights: Vec<T> = heights.iter().map(|&height| T::of(height)).collect();
                TriMesh::height_field(&heights, *columns, spacing.map(T::of))
            }
            _ => return None,
        };
        Some(AnyPieces(Box::new(mesh.ok()?)))
    }
}

/// Returns a body as one of the crate, or `None` if the crate refuses it.
pub fn body<T: Real, R: Surfaces<T, D>, const D: usize>(
    parts: &Parts<D>,
    flight: &Flight<D>,
) -> Option<AnyMoving<T, R, D>> {
    Some(MovingPieces::new(pieces::<T, R, D>(parts)?, moved(flight)?))
}

fn pieces<T: Real, R: Surfaces<T, D>, const D: usize>(parts: &Parts<D>) -> Option<AnyPieces<T, D>> {
    let rough = |solid: &Solid<D>| shape::<T, D>(&solid.body).ok();
    Some(match parts {
        Parts::Convex(solid) => AnyPieces(Box::new(Convex::new(rough(solid)?).ok()?)),
        Parts::Compound(solids) if solids.iter().all(|solid| solid.place.is_none()) => {
            let shapes: Option<Vec<_>> = solids.iter().map(rough).collect();
            AnyPieces(Box::new(Compound::new(shapes?).ok()?))
        }
        Parts::Compound(solids) => {
            let posed = |solid: &Solid<D>| {
                let pose = match &solid.place {
                    Some((at, turned)) => pose::<T, R, D>(at, turned),
                    None => Isometry::identity(),
                };
                Posed::new(rough(solid)?, &pose).ok()
            };
            let shapes: Option<Vec<_>> = solids.iter().map(posed).collect();
            AnyPieces(Box::new(Compound::new(shapes?).ok()?))
        }
        _ => R::surface(parts)?,
    })
}

/// Returns a motion of the crate.
fn moved<T: Real, R: FromOracle<T, D>, const D: usize>(
    of: &Flight<D>,
) -> Option<AnyMotion<T, R, D>> {
    Some(match of {
        Flight::Free(oracle::motion::Motion::Ballistic(free)) if free.acc.norm() == 0.0 => {
            Box::new(*flight::<T, R, D>(free).ok()?.start())
        }
        Flight::Free(free) => motion(free).ok()?,
        Flight::Path { knots, poses } => {
            let knots: Vec<T> = knots.iter().map(|&knot| T::of(knot)).collect();
            let at = |i: usize| (knots[i], pose::<T, R, D>(&poses[i].0, &poses[i].1));
            let sweep = |i: usize| Sweep::new(at(i), at(i + 1), SVector::zeros()).ok();
            let sweeps: Option<Vec<_>> = (0..knots.len() - 1).map(sweep).collect();
            Box::new(Piecewise::new(knots, sweeps?).ok()?)
        }
        Flight::Clamped { motion: of, span } => {
            let oracle::motion::Motion::Ballistic(of) = of else {
                return None;
            };
            let span = Span::new(T::of(span[0]), T::of(span[1])).ok()?;
            Box::new(Clamped::new(flight::<T, R, D>(of).ok()?, span))
        }
        Flight::Swing(swing) => swinging(swing),
    })
}

fn swinging<T: Real, R: FromOracle<T, D>, const D: usize>(swing: &Swing<D>) -> AnyMotion<T, R, D> {
    let own = swing.clone();
    let at = move |time: T| {
        let (position, orientation) = own.at(time.as_f64());
        pose::<T, R, D>(&position, &orientation)
    };
    let own = swing.clone();
    let with_room = T::one() + T::EPSILON * T::of(64.0);
    let bounds = move |along: &SVector<T, D>, _: Span<T>, reach: T| {
        let s = along.map(T::as_f64);
        let (reach, spin) = (reach.as_f64(), own.spin.norm());
        let swings = own.amplitude.dot(&s).abs() * own.rate;
        let acceleration = swings * own.rate + spin * spin * reach;
        let speed = own.velocity.dot(&s).abs() + swings + spin * reach;
        MotionBounds {
            acceleration: Some(T::of(acceleration) * with_room),
            speed: Some(T::of(speed) * with_room),
        }
    };
    Box::new(FromFn::new(at, bounds))
}

impl<const D: usize> Swing<D> {
    /// Returns the place and the orientation at a time.
    fn at(&self, time: f64) -> (SVector<f64, D>, Orientation) {
        let position =
            self.position + self.velocity * time + self.amplitude * (self.rate * time).sin();
        let orientation = match self.orientation {
            Orientation::Angle(angle) => Orientation::Angle(angle + self.spin.z * time),
            Orientation::Quaternion([x, y, z, w]) => {
                let start = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
                let now = UnitQuaternion::from_scaled_axis(self.spin * time) * start;
                Orientation::Quaternion([now.i, now.j, now.k, now.w])
            }
        };
        (position, orientation)
    }
}

impl Asked {
    /// Returns the query.
    pub fn query<T: Real>(&self) -> Query<T> {
        let mut query = Query::new()
            .target_distance(T::of(self.target))
            .initial_contact(self.policy);
        if let Some(tolerance) = self.tolerance {
            query = query.tolerance(T::of(tolerance));
        }
        if let Some(budget) = self.budget {
            query = query.budget(budget);
        }
        if self.exact_depth {
            query = query.exact_depth();
        }
        query
    }
}

/// Returns each piece of a body as a moving body of the oracle. All numbers are those that `T` holds.
pub fn exact<T: Real, R: FromOracle<T, D>, const D: usize>(
    parts: &Parts<D>,
    flight: &Flight<D>,
) -> Vec<Moving<D>> {
    let motion = exact_motion::<T, R, D>(flight);
    let moving = |body| Moving {
        body: changed(&body, |x| T::of(x).as_f64()),
        motion: motion.clone(),
    };
    parts.bodies().into_iter().map(moving).collect()
}

fn exact_motion<T: Real, R: FromOracle<T, D>, const D: usize>(
    flight: &Flight<D>,
) -> oracle::motion::Motion<D> {
    use oracle::motion::{Ballistic, Motion, Path, Pose};
    let (mut speed, mut spin) = (0.0_f64, 0.0_f64);
    let pose: Arc<dyn Fn(f64) -> Pose + Send + Sync> = match flight {
        Flight::Free(motion) => return rounded_motion::<T, R, D>(motion),
        Flight::Clamped { motion, span } => {
            let motion = rounded_motion::<T, R, D>(motion);
            let Motion::Ballistic(of) = &motion else {
                unreachable!("only flights are clamped");
            };
            let [start, end] = *span;
            speed = of.linvel.norm() + of.acc.norm() * start.abs().max(end.abs());
            spin = of.angvel.norm();
            Arc::new(move |time| motion.pose(time.max(start).min(end)))
        }
        Flight::Path { knots, poses } => {
            let mut sweeps = Vec::new();
            for (times, ends) in knots.windows(2).zip(poses.windows(2)) {
                let sweep = Motion::Sweep(oracle::motion::Sweep {
                    center: SVector::zeros(),
                    positions: [ends[0].0, ends[1].0],
                    orientations: [ends[0].1, ends[1].1],
                });
                let sweep = rounded_motion::<T, R, D>(&sweep);
                let length = times[1] - times[0];
                speed = speed.max((ends[1].0 - ends[0].0).norm() / length);
                let turn = sweep.pose(1.0).rotation * sweep.pose(0.0).rotation.transpose();
                let cosine = ((turn.trace() - 1.0) / 2.0).clamp(-1.0, 1.0);
                // a sweep interpolates half the angle in space, and is fastest half way
                let halves = if D == 2 { 1.0 } else { 2.0 };
                let fastest = halves * 2.0 * (cosine.acos() / halves / 2.0).tan();
                spin = spin.max(fastest * 1.000_001 / length);
                sweeps.push((times[0], times[1], sweep));
            }
            Arc::new(move |time| {
                let here = sweeps.iter().find(|(_, end, _)| time <= *end);
                let (start, end, sweep) = here.unwrap_or(&sweeps[sweeps.len() - 1]);
                sweep.pose((time - start) / (end - start))
            })
        }
        Flight::Swing(swing) => {
            let swing = swing.clone();
            speed = swing.velocity.norm() + swing.amplitude.norm() * swing.rate;
            spin = swing.spin.norm();
            Arc::new(move |time| {
                let (position, orientation) = swing.at(time);
                Motion::Ballistic(Ballistic::at_rest(position, orientation)).pose(0.0)
            })
        }
    };
    Motion::Path(Path { pose, speed, spin })
}

/// Returns the largest distance of a point of these pieces from the origin of the frame.
pub fn reach<const D: usize>(parts: &Parts<D>) -> f64 {
    let of_piece = |body: &oracle::shape::Body<D>| {
        let core = body.core();
        core.solid.reach(&Vector3::zeros()) + core.radius
    };
    let placed = |parts: &Parts<D>| match parts {
        Parts::Compound(solids) => solids
            .iter()
            .filter_map(|solid| solid.place.as_ref().map(|(at, _)| at.norm()))
            .fold(0.0, f64::max),
        _ => 0.0,
    };
    parts.bodies().iter().map(of_piece).fold(0.0, f64::max) + placed(parts)
}
