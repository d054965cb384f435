//! All checks of one pair.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::{SVector, Vector3};
use photofinish::gjk::{Closest, Termination, distance, intersects};
use photofinish::{Proximity, Real, Tracker, proximity, resolution};

use super::answer::Answer;
use super::depth::least_overlap;
use super::features::feature_error;
use super::judgement::{Fault, Judgement};
use super::model::{Model, Placed, Turn};
use super::reference::Reference;
use photofinish_oracle::lift;

/// The allowed error of a distance or depth, in ulps of the coordinates along the normal.
pub const VALUE_ULPS: f64 = 64.0;
/// The allowed error of a witness point, in ulps of the coordinates in the world.
pub const WITNESS_ULPS: f64 = 32.0;
/// The allowed error of the checks themselves, in ulps of the coordinates in double precision.
const CHECK_ULPS: f64 = 6.0;

struct Judge<'r, 'a, T, const D: usize> {
    pair: &'r Reference<'a, D>,
    /// The resolution along each axis. Bodies nearer than this may count as touching.
    resolved: Vector3<f64>,
    scalar: PhantomData<T>,
    faults: Vec<(Fault, f64)>,
}

/// Asks about a pair in every way that the crate offers, and checks the answers against the definitions.
pub fn judge<T: Real, R: Turn<T, D>, const D: usize>(
    a: &Placed<T, R, D>,
    b: &Placed<T, R, D>,
    tracker: &mut Tracker<T, D>,
) -> Judgement {
    let pair = Reference::new(&a.model, &b.model);
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let (on_a, on_b) = (a.posed(), b.posed());
        let mut axis = SVector::zeros();
        let touching = intersects(&on_a, &on_b, &mut axis);
        Asked {
            found: proximity(&on_a, &on_b),
            swapped: proximity(&on_b, &on_a),
            tracked: tracker.proximity(&on_a, &on_b),
            touching,
            alone: distance(&on_a, &on_b),
            axis,
            resolved: resolution(&on_a, &on_b),
        }
    }));
    let Ok(asked) = asked else {
        *tracker = Tracker::new();
        return Judgement {
            faults: vec![(Fault::Panic, 0.0)],
            ..Judgement::default()
        };
    };
    let mut judge = Judge {
        pair: &pair,
        resolved: lift(&asked.resolved.map(T::as_f64)),
        scalar: PhantomData::<T>,
        faults: Vec::new(),
    };
    let answer = Answer::new(&asked.found, &a.model.location);
    let (value, witness) = judge.proximity(&answer);
    let off_feature = feature_error(&pair, &answer, [&a.posed(), &b.posed()]);
    let allowed = judge.witness_allowance(&answer);
    judge.expect(Fault::Feature, off_feature, allowed);
    judge.same_again(&asked, &answer, &a.model);
    let same = match asked.found {
        // of bodies that only touch, one search may prove what another does not
        Proximity::Disjoint(closest) => asked.alone.map_or(
            answer.signed_distance <= judge.told_apart(&answer),
            |alone| alone == closest,
        ),
        Proximity::Overlapping(overlap) => asked.alone.is_none() || overlap.depth == T::zero(),
    };
    judge.expect(Fault::Functions, f64::from(u8::from(!same)), 0.0);
    let ulp = T::EPSILON.as_f64();
    Judgement {
        overlapping: answer.overlapping,
        value_ulps: value / (ulp * pair.coordinates(&answer.normal)),
        value_share: value / pair.smaller_size().max(answer.signed_distance.abs()),
        witness_ulps: witness / (ulp * pair.world_coordinates()),
        others: if judge.faults.is_empty() {
            String::new()
        } else {
            format!("swapped {:?}\n  tracked {:?}", asked.swapped, asked.tracked)
        },
        faults: judge.faults,
    }
}

/// The answers to all questions about one pair.
struct Asked<T, const D: usize> {
    found: Proximity<T, D>,
    swapped: Proximity<T, D>,
    tracked: Proximity<T, D>,
    touching: bool,
    alone: Option<Closest<T, D>>,
    axis: SVector<T, D>,
    resolved: SVector<T, D>,
}

impl<T: Real, const D: usize> Judge<'_, '_, T, D> {
    /// Notes a fault if an error is larger than allowed, or not a number.
    fn expect(&mut self, fault: Fault, error: f64, allowed: f64) {
        if !(error <= allowed) {
            self.faults
                .push((fault, error / allowed.max(f64::MIN_POSITIVE)));
        }
    }

    /// Returns whether searches go on until a tolerance. In the plane all cores are polygons.
    fn is_smooth(&self) -> bool {
        D == 3 && self.pair.is_smooth()
    }

    /// Returns the error that a search for smooth bodies may leave. It is relative to the distance of the cores, as the
    /// radii are subtracted afterwards.
    fn relative(&self, answer: &Answer) -> f64 {
        if !self.is_smooth() {
            return 0.0;
        }
        let distance = answer.signed_distance.abs() + self.pair.radius;
        T::RELATIVE_TOLERANCE.as_f64() * distance
    }

    /// Returns how far an answer may be off by its own bounds, if its search ended before they agreed. Rounding ends one
    /// about smooth bodies that nearly touch: their normal is then known no better than rounding is to their distance.
    fn unproven(&self, answer: &Answer) -> f64 {
        let is_open = match answer.termination {
            Termination::Exhausted => true,
            Termination::Rounding => self.is_smooth(),
            _ => false,
        };
        if is_open {
            answer.signed_distance.abs() - answer.lower_bound
        } else {
            0.0
        }
    }

    fn allowance(&self, answer: &Answer) -> f64 {
        let touches = answer.overlapping && answer.signed_distance == 0.0;
        let rounding = if touches {
            self.rounding(&answer.normal)
                .max(self.resolved_along(&answer.normal))
        } else {
            self.rounding(&answer.normal)
        };
        rounding + self.relative(answer) + self.unproven(answer)
    }

    /// Returns the error that a value along a direction may have by rounding.
    fn rounding(&self, along: &Vector3<f64>) -> f64 {
        VALUE_ULPS * T::EPSILON.as_f64() * self.pair.coordinates(along)
    }

    /// Returns the distance along a direction below which bodies may count as touching.
    fn resolved_along(&self, along: &Vector3<f64>) -> f64 {
        along.abs().dot(&self.resolved)
    }

    /// Returns how far apart bodies may be that one search does not tell apart and another does: along their own
    /// directions each loses what rounding moves there, and about smooth bodies it is a share of their size.
    fn told_apart(&self, answer: &Answer) -> f64 {
        let share = if self.is_smooth() {
            T::RELATIVE_TOLERANCE
        } else {
            T::EPSILON * T::of(VALUE_ULPS)
        };
        let along_any = self.pair.coordinates(&Vector3::repeat(1.0));
        self.allowance(answer).max(share.as_f64() * along_any)
    }

    fn witness_allowance(&self, answer: &Answer) -> f64 {
        let rounding = T::EPSILON.as_f64() * self.pair.world_coordinates();
        WITNESS_ULPS * rounding + 4.0 * (self.relative(answer) + self.unproven(answer))
    }

    fn check_rounding(&self, along: &Vector3<f64>) -> f64 {
        CHECK_ULPS * f64::EPSILON * self.pair.coordinates(along)
    }

    /// Checks the distance or depth and the witness points, and returns the error of each.
    fn proximity(&mut self, answer: &Answer) -> (f64, f64) {
        let unit = (answer.normal.norm() - 1.0).abs();
        self.expect(Fault::NoNumber, unit, 8.0 * T::EPSILON.as_f64());
        if !answer.is_finite() {
            self.faults.push((Fault::NoNumber, 0.0));
            return (f64::NAN, f64::NAN);
        }
        if answer.termination == Termination::Exhausted && !self.is_smooth() {
            self.faults.push((Fault::Exhausted, 0.0));
        }
        let outside = self.outside(answer);
        self.expect(Fault::Membership, outside, self.witness_allowance(answer));
        let between = self.witness_error(answer);
        let along = self.along_error(answer);
        self.expect(Fault::Witness, along, self.witness_allowance(answer));
        self.expect(Fault::Witness, between, self.witness_allowance(answer));
        let witness = outside.max(between);
        let normal = answer.normal.normalize();
        let apart = self.pair.supporting_distance(&normal);
        let along_normal = (answer.signed_distance - apart).abs();
        let allowed = self.allowance(answer);
        if !answer.overlapping {
            let off = !(along_normal <= allowed);
            let fault = if off && self.is_distance(answer) {
                Fault::Normal
            } else {
                Fault::Distance
            };
            self.expect(fault, along_normal, allowed);
            let proven = apart + self.check_rounding(&normal);
            self.expect(Fault::LowerBound, answer.lower_bound, proven);
            return (along_normal, witness);
        }
        self.expect(Fault::Depth, along_normal, allowed);
        // if the cores are apart, their nearest points alone prove the depth
        if apart + self.pair.radius > allowed {
            let proven = -apart + self.check_rounding(&normal);
            self.expect(Fault::LowerBound, answer.lower_bound, proven.max(0.0));
            return (along_normal, witness);
        }
        let least = least_overlap(self.pair, &[normal]);
        let depth = -answer.signed_distance;
        // a depth may be more than the least by what rounding may add to either
        let not_told_apart = allowed.max(self.rounding(&least.along));
        self.expect(Fault::NotLeast, depth - least.overlap, not_told_apart);
        let proven = least.overlap + self.check_rounding(&least.along);
        self.expect(Fault::LowerBound, answer.lower_bound, proven.max(0.0));
        (along_normal.max(depth - least.overlap), witness)
    }

    /// Returns whether the distance of the answer is right along another direction than its normal.
    fn is_distance(&self, answer: &Answer) -> bool {
        let [on_a, on_b] = answer.witnesses;
        let hints = [on_b - on_a, answer.normal].map(|hint| hint.normalize());
        let apart = -least_overlap(self.pair, &hints).overlap;
        (answer.signed_distance - apart).abs() <= self.allowance(answer)
    }

    /// Returns how far the witness points are outside their bodies.
    fn outside(&self, answer: &Answer) -> f64 {
        let outside = [0, 1].map(|side| {
            let radius = self.pair.models[side].core.radius;
            self.pair.outside_core(side, &answer.witnesses[side]) - radius
        });
        outside[0].max(outside[1]).max(0.0)
    }

    /// Returns how far the distance between the witness points is from that of the answer.
    fn witness_error(&self, answer: &Answer) -> f64 {
        let [on_a, on_b] = answer.witnesses;
        ((on_b - on_a).norm() - answer.signed_distance.abs()).abs()
    }

    /// Returns how far the distance between the witness points along the normal is from that of the answer. The witness
    /// points of smooth bodies may leave the normal by an angle that is the square root of the distance's relative
    /// error, and this is allowed.
    fn along_error(&self, answer: &Answer) -> f64 {
        let [on_a, on_b] = answer.witnesses;
        let said = answer.signed_distance;
        let off = (answer.normal.dot(&(on_b - on_a)) - said).abs();
        let relative = self.relative(answer);
        off - (relative * said.abs()).sqrt()
    }

    /// Checks the intersection test, the swapped bodies and the tracker against the answer.
    fn same_again(&mut self, asked: &Asked<T, D>, answer: &Answer, a: &Model<D>) {
        let allowed = self.allowance(answer);
        if !asked.touching {
            let axis = lift(&asked.axis.map(T::as_f64)).normalize();
            let apart = self.pair.supporting_distance(&axis);
            self.expect(Fault::Boolean, -apart, self.check_rounding(&axis));
        }
        let alike = asked.touching == asked.alone.is_some();
        self.expect(Fault::Boolean, f64::from(u8::from(alike)), 0.0);
        let contrary = if asked.touching { 1.0 } else { -1.0 } * answer.signed_distance;
        let resolved = self.resolved_along(&answer.normal);
        // where the distance proves nothing, the search for the depth may still find a separating direction; each
        // search ends when its bounds agree within the resolution, so the two may differ by twice the resolution
        self.expect(
            Fault::Boolean,
            contrary,
            self.told_apart(answer).max(2.0 * resolved),
        );
        if let (Proximity::Disjoint(one), Proximity::Disjoint(other)) =
            (&asked.found, &asked.swapped)
        {
            // of smooth bodies that nearly touch, another order of tied corners changes the last digits
            let is_negated = self.is_smooth()
                || (one.distance == other.distance && one.contact.normal == -other.contact.normal);
            self.expect(Fault::Swap, if is_negated { 0.0 } else { 1.0 }, 0.0);
        }
        let swapped = asked.swapped.signed_distance().as_f64();
        self.expect(
            Fault::Swap,
            (swapped - answer.signed_distance).abs(),
            2.0 * allowed + self.unproven(&Answer::new(&asked.swapped, &a.location)),
        );
        let tracked = Answer::new(&asked.tracked, &a.location);
        let off = (tracked.signed_distance - answer.signed_distance).abs();
        self.expect(Fault::Tracker, off, 2.0 * allowed + self.unproven(&tracked));
        let apart = self.pair.supporting_distance(&tracked.normal.normalize());
        let off = (tracked.signed_distance - apart).abs();
        self.expect(Fault::Tracker, off, self.allowance(&tracked));
        let off = self.witness_error(&tracked).max(self.outside(&tracked));
        self.expect(Fault::Tracker, off, self.witness_allowance(&tracked));
    }
}
