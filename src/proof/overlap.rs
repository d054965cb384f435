//! Overlaps.

use super::{Gap, Kernel, Moment, Point};
use crate::support::Feature;

/// The cores have a point in common at a time, up to rounding, or are nearer to each other than the radii reach. A vector
/// says how far one of the bodies has to move to be free: by far more than rounding.
#[derive(Clone, Copy, Debug)]
pub struct Overlap<const D: usize> {
    time: f64,
    normal: [f64; D],
    depth: f64,
    lower_bound: f64,
    do_cores_meet: bool,
    points: [[f64; D]; 2],
    features: [Feature; 2],
}

/// How many errors of a gap the depth is, at least, for an overlap to be clear of rounding.
const CLEAR_ERRORS: f64 = 64.0;

readable! { [const D: usize] Overlap<D>:
    /// The time.
    time: f64,
    /// The vector along which the depth was measured, from A to B.
    normal: [f64; D],
    /// If B moves by this much along the normal, or A against it, the bodies are free. They may be free sooner.
    depth: f64,
    /// Whichever way a body moves, it is not free before it has moved by this much.
    lower_bound: f64,
    /// Whether the cores have a point in common, up to rounding.
    do_cores_meet: bool,
    /// Points of A and of B, in the world: those that are farthest along the normal and against it if the cores meet, else
    /// those from which the lower bound comes, moved along the normal to the surfaces. They are not proven to be deepest.
    points: [[f64; D]; 2],
    /// The features that these points are on, if the cores are apart. They are not proven.
    features: [Feature; 2],
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Claims an overlap, if the averages of points of both cores are one, up to rounding, or nearer to each other than the
    /// radii reach. The depth is that along a gap of the same time.
    #[inline(never)]
    pub fn overlap(
        &mut self,
        at: &Moment<'id, D>,
        (points, weights): (&[Point<'id, D>], &[f64]),
        gap: &Gap<'id, D>,
    ) -> Option<Overlap<D>> {
        let (averages, distance) = self.average(at, points, weights)?;
        let [radius_a, radius_b] = self.radii(at.time);
        let radius = radius_a + radius_b;
        let depth = radius - at.margin - gap.value;
        let lower_bound = radius - distance - at.error;
        let clear = CLEAR_ERRORS * at.error;
        let do_cores_meet = distance <= at.error;
        // written so that what is no number claims nothing
        let is_clear = gap.time == at.time
            && gap.value > f64::NEG_INFINITY
            && depth > clear
            && (do_cores_meet || lower_bound > clear);
        if !is_clear {
            return None;
        }
        let (of_cores, features) = if do_cores_meet {
            let mut farthest = Point::none();
            self.nearest(at, gap.along, &mut farthest);
            let farthest = at.turned.times(farthest.local());
            (farthest, [Feature::Curved; 2])
        } else {
            (averages, self.features(at, points, weights, gap.along))
        };
        Some(Overlap {
            time: at.time,
            normal: gap.along.numbers(),
            depth,
            lower_bound: if lower_bound > 0.0 { lower_bound } else { 0.0 },
            do_cores_meet,
            points: self.on_surfaces(at, of_cores, gap.along),
            features,
        })
    }
}
