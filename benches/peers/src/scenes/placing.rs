//! Places the second body of a pair.

use nalgebra::Vector3;

use super::Solid;
use crate::oracle::distance::distance;
use crate::oracle::planted::Dice;

impl Solid {
    /// Returns a random point of the body, between its middle and its surface.
    fn point_inside(&self, dice: &mut Dice) -> Vector3<f64> {
        let (core, pose) = (self.core(), self.pose());
        let direction = dice.vector::<3>(1.0);
        let local = pose.rotation.tr_mul(&direction);
        let surface = pose.apply(&core.solid.support_point(&local)) + direction * core.radius;
        let middle = pose.apply(&core.solid.middle());
        middle + (surface - middle) * dice.between(0.0, 0.95)
    }
}

/// Returns 0, or a number of either sign that is 1e-7 to 1e-3 times as large as `size`.
pub fn tiny(dice: &mut Dice, size: f64) -> f64 {
    let gap = size * dice.scale(1e-7, 1e-3);
    [0.0, gap, -gap][dice.pick(3)]
}

/// Places B up to `size` away from A, or nearly touching it, or overlapping it.
pub fn anywhere(dice: &mut Dice, pair: (Solid, Solid), size: f64) -> (Solid, Solid) {
    match dice.pick(3) {
        0 => {
            let gap = size * dice.scale(1e-2, 3.0);
            planted(dice, pair, gap)
        }
        1 => {
            let gap = tiny(dice, size);
            planted(dice, pair, gap)
        }
        _ => overlapping(dice, pair),
    }
}

/// Moves B so that the signed distance of the bodies is `gap`, up to the rounding of B's position.
pub fn planted(dice: &mut Dice, (a, mut b): (Solid, Solid), gap: f64) -> (Solid, Solid) {
    let (core_a, core_b) = (a.core(), b.core());
    let away = core_a.solid.reach(&Vector3::zeros()) + core_b.solid.reach(&Vector3::zeros());
    let away = away + core_a.radius + core_b.radius;
    // not along the line between the middles, so that large bodies do not always touch below their middle
    b.position = dice.vector::<3>(1.2 * away);
    let found = distance((&core_a, a.pose()), (&core_b, b.pose()), None);
    b.shift(&(found.direction * (gap - found.upper)));
    (a, b)
}

/// Moves B so that a random point of A and a random point of B coincide.
pub fn overlapping(dice: &mut Dice, (a, mut b): (Solid, Solid)) -> (Solid, Solid) {
    let shift = a.point_inside(dice) - b.point_inside(dice);
    b.shift(&shift);
    (a, b)
}
