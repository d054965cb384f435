//! Overlaps.

use super::{Gap, Kernel, Moment, Point};
use crate::support::Feature;

/// The bodies have a point in common at a time, and overlap by far more than rounding. A vector says how far one of them
/// has to move to be free.
#[derive(Clone, Copy, Debug)]
pub struct Overlap<const D: usize> {
    time: f64,
    normal: [f64; D],
    depth: f64,
    least: f64,
    points: [[f64; D]; 2],
    features: [Feature; 2],
}

/// How many errors of a gap the depth is, at least, for an overlap to be clear of rounding.
const CLEAR_ERRORS: f64 = 64.0;

impl<const D: usize> Overlap<D> {
    /// The time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The vector along which the depth was measured, from A to B.
    pub fn normal(&self) -> [f64; D] {
        self.normal
    }

    /// If B moves by this much along the normal, or A against it, the bodies are free. They may be free sooner.
    pub fn depth(&self) -> f64 {
        self.depth
    }

    /// Whichever way a body moves, it is not free before it has moved by this much.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The points of A and of B that are deepest in each other, if the cores are apart; else those that are farthest along
    /// the normal and against it. In the world.
    pub fn points(&self) -> [[f64; D]; 2] {
        self.points
    }

    /// The features that these points are on, if the cores are apart. They are not proven.
    pub fn features(&self) -> [Feature; 2] {
        self.features
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Claims an overlap, if the averages of points of both cores are one, up to rounding, or nearer to each other than the
    /// radii reach. The depth is that of a gap at the same time, which was measured with `farthest`.
    #[inline(never)]
    pub fn overlap(
        &self,
        at: &Moment<'id, D>,
        (points, weights): (&[Point<'id, D>], &[f64]),
        (gap, farthest): (&Gap<'id, D>, &Point<'id, D>),
    ) -> Option<Overlap<D>> {
        let (turned, distance) = self.average(at, points, weights)?;
        let [radius_a, radius_b] = self.radii(at.time);
        let radius = radius_a + radius_b;
        let depth = radius - gap.reach + at.error;
        let least = radius - distance - at.error;
        let clear = CLEAR_ERRORS * at.error;
        let do_cores_meet = distance <= at.error;
        // written so that what is no number claims nothing
        let is_clear = gap.time == at.time
            && gap.value > f64::NEG_INFINITY
            && depth > clear
            && (do_cores_meet || least > clear);
        is_clear.then(|| Overlap {
            time: at.time,
            normal: gap.along.numbers(),
            depth,
            least: if least > 0.0 { least } else { 0.0 },
            points: if do_cores_meet {
                self.on_surfaces(at, at.turned.times(farthest.local()), gap.along)
            } else {
                self.on_surfaces(at, turned, gap.along)
            },
            features: if do_cores_meet {
                [Feature::Curved; 2]
            } else {
                self.features(at, points, weights, gap.along)
            },
        })
    }
}
