//! Ground for bodies to slide over.

use nalgebra::SVector;
use photofinish_oracle::planted::Dice;

/// How many points of a grid there are along each axis, and how far apart they are.
pub(super) const COLUMNS: usize = 14;
pub(super) const SPACING: f64 = 0.5;

/// The ground: its kind, and its height over a point.
pub(super) struct Ground {
    pub(super) name: &'static str,
    pub(super) heights: Vec<f64>,
    /// The least upward part of a normal.
    pub(super) least_up: f64,
    /// How steeply a plane rises along x and z.
    slopes: Option<[f64; 2]>,
}

impl Ground {
    pub(super) fn new(dice: &mut Dice, rows: usize) -> Self {
        let slopes = [dice.between(-0.6, 0.6), dice.between(-0.6, 0.6)];
        let ridge = dice.between(0.05, 0.8) * dice.sign();
        let middle = (COLUMNS / 2) as f64;
        let bump = dice.between(0.02, 0.4);
        let kinds = ["flat", "tilted", "ridge", "bumps", "nearly flat"];
        let kind = dice.pick(kinds.len());
        let mut height = |index: usize| {
            let (x, z) = ((index % COLUMNS) as f64, (index / COLUMNS) as f64);
            match kind {
                0 => 0.0,
                1 => SPACING * (slopes[0] * x + slopes[1] * z),
                2 => SPACING * ridge * (x - middle).abs(),
                3 => dice.between(-bump, bump),
                _ => dice.between(-1e-4, 1e-4),
            }
        };
        let heights: Vec<f64> = (0..rows * COLUMNS).map(&mut height).collect();
        let mut least_up: f64 = 1.0;
        for row in 0..rows {
            for column in 0..COLUMNS - 1 {
                let here = row * COLUMNS + column;
                let along = (heights[here + 1] - heights[here]) / SPACING;
                if rows == 1 {
                    least_up = least_up.min(1.0 / along.hypot(1.0));
                } else if row + 1 < rows {
                    let (far, across) = (heights[here + COLUMNS], heights[here + COLUMNS + 1]);
                    let of_first = [(across - far) / SPACING, (far - heights[here]) / SPACING];
                    let of_second = [along, (across - heights[here + 1]) / SPACING];
                    for slope in [of_first, of_second] {
                        least_up = least_up.min(1.0 / slope[0].hypot(slope[1]).hypot(1.0));
                    }
                }
            }
        }
        Self {
            name: kinds[kind],
            heights,
            least_up,
            slopes: match kind {
                0 => Some([0.0, 0.0]),
                1 => Some(slopes),
                _ => None,
            },
        }
    }

    /// Returns the normal of a plane.
    pub(super) fn up<const D: usize>(&self) -> Option<SVector<f64, D>> {
        let [x, z] = self.slopes?;
        let up = SVector::<f64, D>::from_fn(|axis, _| match axis {
            0 => -x,
            1 => 1.0,
            _ => -z,
        });
        Some(up.normalize())
    }

    /// Returns the height of the ground above or below a place, none beyond the rim.
    pub(super) fn below_place<const D: usize>(&self, place: &SVector<f64, D>) -> Option<f64> {
        self.below(place[0], (D == 3).then(|| place[D - 1]))
    }

    fn below(&self, x: f64, z: Option<f64>) -> Option<f64> {
        let (column, u) = cell(x)?;
        let Some(z) = z else {
            let [here, next] = [column, column + 1].map(|index| self.heights[index]);
            return Some(here + (next - here) * u);
        };
        let (row, w) = cell(z)?;
        let here = row * COLUMNS + column;
        let [near, right, far, across] =
            [here, here + 1, here + COLUMNS, here + COLUMNS + 1].map(|index| self.heights[index]);
        Some(if w > u {
            near + (far - near) * w + (across - far) * u
        } else {
            near + (right - near) * u + (across - right) * w
        })
    }
}

/// Returns the cell of the grid that a coordinate is in, and how far in it.
fn cell(x: f64) -> Option<(usize, f64)> {
    let cells = x / SPACING;
    let inside = cells > 0.0 && cells < (COLUMNS - 1) as f64;
    inside.then(|| (cells as usize, cells.fract()))
}
