//! Overlaps.

use super::{Gap, Kernel, Moment, Point, Touch};

/// Both cores have a point in common at a time, up to rounding, and the bodies overlap by far more than that. A vector
/// says how far one of them has to move to be free.
#[derive(Clone, Copy, Debug)]
pub struct Overlap<const D: usize> {
    time: f64,
    normal: [f64; D],
    depth: f64,
    points: [[f64; D]; 2],
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

    /// The points of A and of B that are farthest along the normal and against it, in the world.
    pub fn points(&self) -> [[f64; D]; 2] {
        self.points
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Claims an overlap, if the two points of a touch are one, up to rounding. Its depth is that of a gap at the same time,
    /// which was measured with a point.
    #[inline(never)]
    pub fn overlap(
        &self,
        at: &Moment<'id, D>,
        touch: &Touch<'id, D>,
        (gap, point): (&Gap<'id, D>, &Point<'id, D>),
    ) -> Option<Overlap<D>> {
        let [radius_a, radius_b] = self.radii(at.time);
        let depth = radius_a + radius_b - gap.reach + at.error;
        // written so that what is no number claims nothing
        let is_clear = touch.time == at.time
            && gap.time == at.time
            && gap.value > f64::NEG_INFINITY
            && touch.distance + at.margin <= at.error
            && depth > CLEAR_ERRORS * at.error;
        is_clear.then(|| Overlap {
            time: at.time,
            normal: gap.along.numbers(),
            depth,
            points: self.on_surfaces(at, at.turned.times(point.local()), gap.along),
        })
    }
}
