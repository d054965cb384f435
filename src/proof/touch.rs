//! Contacts.

use super::{Brand, Kernel, Moment, Point};
use crate::number::{Both, Pair, Vector};
use crate::support::Feature;

/// The least sum of weights.
const LEAST_SUM: f64 = 1e-120;

/// Two points of the bodies within the tolerance of the target distance, at a time.
pub struct Touch<'id, const D: usize> {
    pub(super) time: f64,
    pub(super) normal: Vector<D>,
    pub(super) distance: f64,
    pub(super) points: [[f64; D]; 2],
    pub(super) features: [Feature; 2],
    pub(super) brand: Brand<'id>,
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Averages points of the cores with these weights, and claims a contact if the averages are near enough. There may be
    /// as many points as a simplex has; of bodies that are not rigid they must have been found at this moment. The normal
    /// is believed: no claim rests on it. The features are not [named](Self::name).
    #[inline(never)]
    pub fn touch(
        &self,
        at: &Moment<'id, D>,
        points: &[Point<'id, D>],
        weights: &[f64],
        normal: Vector<D>,
    ) -> Option<Touch<'id, D>> {
        let (turned, distance) = self.average(at, points, weights)?;
        let beyond = distance - at.margin;
        // written so that what is no number claims nothing
        if !(beyond + at.error <= self.tolerance) {
            return None;
        }
        let is_unit = (normal.square() - 1.0).abs() <= 1e-6;
        let normal = if is_unit { normal } else { Vector::unit(0) };
        Some(Touch {
            time: at.time,
            normal,
            distance: beyond,
            points: self.on_surfaces(at, turned, normal),
            features: [Feature::Curved; 2],
            brand: Brand::default(),
        })
    }

    /// Names the features of a contact, from the points and weights that it was claimed for. No claim rests on them.
    #[inline(never)]
    pub fn name(
        &self,
        touch: &mut Touch<'id, D>,
        at: &Moment<'id, D>,
        (points, weights): (&[Point<'id, D>], &[f64]),
    ) {
        touch.features = self.features(at, points, weights, touch.normal);
    }

    /// Averages points of the cores with these weights. Returns the two points, turned to the world, and how far apart they
    /// are, but for the error of the moment.
    pub(super) fn average(
        &self,
        at: &Moment<'id, D>,
        points: &[Point<'id, D>],
        weights: &[f64],
    ) -> Option<(Both<D>, f64)> {
        if points.len() > D + 1 {
            return None;
        }
        let changes = self.changes();
        let (mut local, mut sum) = (Both::default(), 0.0);
        for (point, &weight) in points.iter().zip(weights) {
            let is_there = !changes || point.time == at.time;
            if !(weight >= 0.0 && is_there) {
                return None;
            }
            local = local + point.local().scaled(Pair::same(weight));
            sum += weight;
        }
        // weights so small that their products lose digits, or so large that their sum does
        if !(sum > LEAST_SUM && sum < 1.0 / LEAST_SUM) {
            return None;
        }
        let turned = at.turned.times(local.scaled(Pair::same(1.0 / sum)));
        Some((turned, (at.between + turned.sum()).length()))
    }

    pub(super) fn radii(&self, time: f64) -> [f64; 2] {
        [self.a, self.b].map(|body| body.radius_at(time, &self.origin))
    }

    /// Points of both bodies in the world, from those of their cores and the normal there.
    pub(super) fn on_surfaces(
        &self,
        at: &Moment<'id, D>,
        of_cores: Both<D>,
        normal: Vector<D>,
    ) -> [[f64; D]; 2] {
        let [radius_a, radius_b] = self.radii(at.time);
        let on_a = (normal * radius_a - of_cores.a()).numbers();
        let on_b = (of_cores.b() - normal * radius_b).numbers();
        let [center_a, center_b] =
            [self.a, self.b].map(|body| body.center_at(at.time, &self.origin));
        [
            std::array::from_fn(|k| center_a[k] + on_a[k]),
            std::array::from_fn(|k| center_b[k] + on_b[k]),
        ]
    }

    /// The features of both cores that have all of these points with a weight, and face each other.
    pub(super) fn features(
        &self,
        at: &Moment<'id, D>,
        points: &[Point<'id, D>],
        weights: &[f64],
        normal: Vector<D>,
    ) -> [Feature; 2] {
        let facing = at.turned.transposed_times(normal);
        let then = (at.time, &self.origin);
        // as many as a simplex has, in space
        let none = ([0.0; D], u32::MAX);
        let (mut of_a, mut of_b) = ([none; 4], [none; 4]);
        let mut count = 0;
        for (point, &weight) in points.iter().zip(weights).take(of_a.len()) {
            if weight > 0.0 {
                let local = point.local() + self.pivots;
                of_a[count] = (local.numbers_of_a(), point.names[0]);
                of_b[count] = (local.numbers_of_b(), point.names[1]);
                count += 1;
            }
        }
        [
            self.a.shape.feature(&of_a[..count], facing.a(), then),
            self.b.shape.feature(&of_b[..count], -facing.b(), then),
        ]
    }
}
