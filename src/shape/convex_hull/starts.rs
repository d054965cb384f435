//! A table of vertices at which climbs begin, by direction.

use nalgebra::SVector;

use crate::Real;
use crate::tuning::{MOST_CELLS, VERTICES_PER_CELL, VISITS_PER_VERTEX};

/// The farthest vertex along the middle direction of every cell. The cells are a grid of directions: the sides of a
/// cube, each cut into squares, or in the plane the sides of a square, each cut into pieces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Starts {
    /// The number of cells along an edge of a side.
    cells: usize,
    vertices: Vec<u32>,
}

impl Starts {
    /// The table for `count` vertices. `farthest` takes a direction and a vertex that is mostly not far from the
    /// farthest one. It returns about the farthest vertex, and the number of vertices that it visited.
    pub(super) fn new<T: Real, const D: usize>(
        count: usize,
        mut farthest: impl FnMut(&SVector<T, D>, u32) -> (u32, usize),
    ) -> Self {
        let per_side = count.div_ceil(2 * D * VERTICES_PER_CELL);
        let cells = match D {
            2 => per_side,
            _ => (per_side as f64).sqrt().ceil() as usize,
        };
        let mut cells = cells.clamp(1, MOST_CELLS);
        loop {
            let all = 2 * D * cells.pow(D as u32 - 1);
            let mut vertices = Vec::with_capacity(all);
            let (mut last, mut looks) = (0, 0);
            while vertices.len() < all && (looks <= VISITS_PER_VERTEX * count || cells == 1) {
                let (vertex, looked_at) = farthest(&middle(vertices.len(), cells), last);
                vertices.push(vertex);
                last = vertex;
                looks += looked_at;
            }
            if vertices.len() == all {
                return Self { cells, vertices };
            }
            cells /= 2;
        }
    }

    /// Returns a vertex that is not far from the farthest.
    #[inline]
    pub(super) fn near<T: Real, const D: usize>(&self, direction: &SVector<T, D>) -> u32 {
        self.vertices[cell(direction, self.cells)]
    }
}

/// Returns the index of the cell of a direction: its side, then its place along the other axes.
#[inline]
fn cell<T: Real, const D: usize>(direction: &SVector<T, D>, cells: usize) -> usize {
    let axis = direction.iamax();
    let ahead = direction[axis].abs();
    let side = 2 * axis + usize::from(direction[axis] > T::zero());
    let scale = T::of(cells as f64 * 0.5) / ahead;
    (1..D).fold(side, |cell, step| {
        let along = direction[(axis + step) % D];
        // a direction without length is in any cell: NaN becomes 0
        let place = (along * scale).as_f64() + cells as f64 * 0.5;
        cell * cells + (place as usize).min(cells - 1)
    })
}

/// The direction in the middle of a cell.
fn middle<T: Real, const D: usize>(mut cell: usize, cells: usize) -> SVector<T, D> {
    let mut places = [0; D];
    for step in (1..D).rev() {
        places[step] = cell % cells;
        cell /= cells;
    }
    let (axis, is_ahead) = (cell / 2, cell % 2 == 1);
    let mut direction = SVector::zeros();
    direction[axis] = T::of(if is_ahead { 1.0 } else { -1.0 });
    for step in 1..D {
        let along = (2.0 * places[step] as f64 + 1.0) / cells as f64 - 1.0;
        direction[(axis + step) % D] = T::of(along);
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    #[test]
    fn the_middle_of_a_cell_is_in_it() {
        for cells in [1, 2, 5] {
            for index in 0..6 * cells * cells {
                let direction: Vector3<f64> = middle(index, cells);
                assert_eq!(cell(&direction, cells), index);
            }
            for index in 0..4 * cells {
                let direction: Vector2<f32> = middle(index, cells);
                assert_eq!(cell(&direction, cells), index);
            }
        }
    }

    #[test]
    fn any_direction_has_a_cell() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NAN,
        ];
        let starts = Starts::new(100, |_: &Vector3<f64>, last| (last + 1, 1));
        for x in numbers {
            for y in numbers {
                for z in numbers {
                    let vertex = starts.near(&Vector3::new(x, y, z));
                    assert!((vertex as usize) <= starts.vertices.len());
                }
            }
        }
    }
}
