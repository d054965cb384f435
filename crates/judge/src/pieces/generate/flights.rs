//! Random motions.

use nalgebra::SVector;
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::planted::{Dice, single};

use super::TURN;
use crate::pieces::spec::{Flight, Swing};
use crate::soundness::convert::upright;

/// Returns a motion about the origin that covers `way` and turns up to eight times.
pub(super) fn flight<const D: usize>(
    dice: &mut Dice,
    (way, slow): (f64, bool),
    any: bool,
) -> Flight<D> {
    let turn = match dice.pick(if slow { 3 } else { 4 }) {
        0 => 0.0,
        1 => dice.between(0.0, 1.0),
        2 => dice.scale(0.01, TURN),
        _ => dice.between(0.0, 8.0 * TURN),
    };
    let orientation = if slow {
        upright::<D>()
    } else {
        dice.orientation::<D>()
    };
    let position: SVector<f64, D> = SVector::zeros();
    let mut free = Ballistic::at_rest(position, orientation);
    free.linvel = dice.vector(way);
    free.angvel = dice.angvel::<D>(turn);
    let kind = dice.pick(if any { 9 } else { 8 });
    match kind {
        0 => Flight::Free(Motion::Ballistic(Ballistic::at_rest(position, orientation))),
        1 | 2 => {
            if dice.chance(0.3) {
                free.center = dice.vector(0.5);
            }
            Flight::Free(Motion::Ballistic(free))
        }
        3 => {
            free.acc = dice.vector(way * 2.0);
            Flight::Free(Motion::Ballistic(free))
        }
        4 => {
            let mut sweep = dice.sweep::<D>(turn.min(2.8), way);
            if slow {
                sweep.orientations = [
                    upright::<D>(),
                    turned::<D>(dice, &upright::<D>(), turn.min(2.8)),
                ];
            }
            Flight::Free(Motion::Sweep(sweep))
        }
        5 => {
            let count = 1 + dice.pick(6);
            let mut knots: Vec<f64> = (0..=count).map(|i| i as f64 / count as f64).collect();
            if dice.chance(0.5) {
                for knot in &mut knots[1..count] {
                    *knot = single(*knot + dice.between(-0.3, 0.3) / count as f64);
                }
            }
            knots.iter_mut().for_each(|knot| *knot = single(*knot));
            let mut poses = vec![(position, orientation)];
            for i in 0..count {
                let (before, facing) = poses[i];
                let step: SVector<f64, D> = dice.vector(way / (count as f64).sqrt());
                let angle = (turn / count as f64).min(2.5);
                poses.push((
                    (before + step).map(single),
                    turned::<D>(dice, &facing, angle),
                ));
            }
            Flight::Path { knots, poses }
        }
        6 => {
            let start = dice.between(-0.2, 0.6);
            let end = start + dice.between(0.05, 0.8);
            free.acc = dice.vector(way);
            Flight::Clamped {
                motion: Motion::Ballistic(free),
                span: [start, single(end)],
            }
        }
        _ => Flight::Swing(Swing {
            position,
            orientation,
            velocity: free.linvel,
            amplitude: dice.vector(way * 0.3),
            rate: dice.scale(0.5, 30.0),
            spin: free.angvel,
        }),
    }
}

/// Returns an orientation turned by an angle about a random axis.
fn turned<const D: usize>(dice: &mut Dice, from: &Orientation, angle: f64) -> Orientation {
    let mut motion = Ballistic::at_rest(SVector::<f64, D>::zeros(), *from);
    motion.angvel = dice.angvel::<D>(angle);
    match from {
        Orientation::Angle(start) => Orientation::Angle(single(start + motion.angvel.z)),
        Orientation::Quaternion(_) => {
            let matrix = Motion::Ballistic(motion).pose(1.0).rotation;
            let rotation = nalgebra::Rotation3::from_matrix_unchecked(matrix);
            let q = nalgebra::UnitQuaternion::from_rotation_matrix(&rotation);
            Orientation::Quaternion([q.i, q.j, q.k, q.w].map(single))
        }
    }
}
