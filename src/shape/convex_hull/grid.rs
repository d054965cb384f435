//! A grid of directions: the sides of a cube, each cut into squares, or in the plane the sides of a square, each cut
//! into pieces.

use nalgebra::SVector;

use crate::Real;

/// How far beyond the edges of a cell a direction may be that [`cell_of`] takes for one of it, in ulps of a side.
///
/// In units of half a side, the quotient that tells its place loses half an ulp of at most 1, the scaled quotient
/// another half, and the sum with the middle half an ulp of at most 2: together they are two. A corner loses one more.
const EDGE_ULPS: f64 = 4.0;

/// The corners of a cell in space. In the plane the last two are the first two again.
pub(super) const CORNERS: usize = 4;

/// Returns the number of cells of a grid with this many along an edge of a side.
pub(super) fn cell_count<const D: usize>(per_edge: usize) -> usize {
    2 * D * per_edge.pow(D as u32 - 1)
}

/// Returns the index of the cell of a direction: its side, then its place along the other axes. Any direction has one.
#[inline(always)]
pub(super) fn cell_of<T: Real, const D: usize>(
    direction: &SVector<T, D>,
    per_edge: usize,
) -> usize {
    let axis = direction.iamax();
    let ahead = direction[axis].abs();
    let side = 2 * axis + usize::from(direction[axis] > T::zero());
    let half = per_edge as f64 * 0.5;
    (1..D).fold(side, |cell, step| {
        // neither is too small or too large for a quotient
        let along = direction[(axis + step) % D] / ahead;
        // a direction without length is in any cell: NaN becomes 0
        let place = along.as_f64() * half + half;
        cell * per_edge + (place as usize).min(per_edge - 1)
    })
}

/// Returns the direction in the middle of a cell.
pub(super) fn middle<T: Real, const D: usize>(cell: usize, per_edge: usize) -> SVector<T, D> {
    at(cell, per_edge, |_| 0.5, 0.0)
}

/// Returns a corner of a cell. Each direction that [`cell_of`] takes for one of the cell is a sum of non-negative
/// multiples of its corners.
pub(super) fn corner<T: Real, const D: usize>(
    cell: usize,
    per_edge: usize,
    which: usize,
) -> SVector<T, D> {
    let beyond = EDGE_ULPS * T::EPSILON.as_f64();
    at(cell, per_edge, |step| (which >> step & 1) as f64, beyond)
}

/// Returns the direction at a place in a cell: from 0 to 1 along each axis, and by `beyond` farther from the middle.
fn at<T: Real, const D: usize>(
    mut cell: usize,
    per_edge: usize,
    share: impl Fn(usize) -> f64,
    beyond: f64,
) -> SVector<T, D> {
    let mut along = [0.0; D];
    for step in (1..D).rev() {
        let share = share(step - 1);
        let place = (cell % per_edge) as f64 + share;
        along[step] = 2.0 * place / per_edge as f64 - 1.0 + beyond * (2.0 * share - 1.0);
        cell /= per_edge;
    }
    let (axis, is_ahead) = (cell / 2, cell % 2 == 1);
    let mut direction = SVector::zeros();
    direction[axis] = T::of(if is_ahead { 1.0 } else { -1.0 });
    for step in 1..D {
        direction[(axis + step) % D] = T::of(along[step]);
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    const NUMBERS: [f64; 8] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NAN,
    ];

    #[test]
    fn the_middle_of_a_cell_is_in_it() {
        for per_edge in [1, 2, 5] {
            for index in 0..cell_count::<3>(per_edge) {
                let direction: Vector3<f64> = middle(index, per_edge);
                assert_eq!(cell_of(&direction, per_edge), index);
            }
            for index in 0..cell_count::<2>(per_edge) {
                let direction: Vector2<f32> = middle(index, per_edge);
                assert_eq!(cell_of(&direction, per_edge), index);
            }
        }
    }

    #[test]
    fn any_direction_has_a_cell() {
        for x in NUMBERS {
            for y in NUMBERS {
                for z in NUMBERS {
                    assert!(cell_of(&Vector3::new(x, y, z), 5) < cell_count::<3>(5));
                }
            }
        }
    }

    /// Tiny and huge directions are in the cell of the same direction at length 1.
    #[test]
    fn a_cell_does_not_depend_on_the_length_of_a_direction() {
        let direction = Vector3::new(0.3, -1.0, 0.7);
        for exponent in [-1000, -100, 100, 1000] {
            let scaled = direction * 2f64.powi(exponent);
            assert_eq!(cell_of(&scaled, 64), cell_of(&direction, 64));
        }
        // a subnormal one whose inverse is infinite
        let smallest = f64::from_bits(1);
        let tiny = Vector3::new(4.0 * smallest, smallest, -3.0 * smallest);
        assert_eq!(cell_of(&tiny, 4), cell_of(&Vector3::new(4.0, 1.0, -3.0), 4));
    }

    /// Checks that directions at the edges of cells, up to rounding, are between the corners of the cells that they are
    /// taken for.
    fn check_edges<T: Real>() {
        for per_edge in [1, 3, 7, 64] {
            let half = per_edge as f64 * 0.5;
            for place in 0..=per_edge {
                let edge = T::of(place as f64 / half - 1.0);
                for ulps in -3..=3 {
                    let along = edge + T::EPSILON * T::of(f64::from(ulps) * 0.5);
                    let along = along.max(-T::one()).min(T::one());
                    // at other lengths the quotient is rounded in other ways
                    for length in [1.0, 3.0, 0.7, 1e5] {
                        let ahead = T::of(length);
                        let direction = SVector::from([ahead, along * ahead]);
                        let index = cell_of(&direction, per_edge);
                        let [low, high]: [SVector<T, 2>; 2] =
                            std::array::from_fn(|which| corner(index, per_edge, which));
                        let turn = |a: &SVector<T, 2>, b: &SVector<T, 2>| {
                            let [a, b] = [a, b].map(|v| v.map(T::as_f64));
                            a.x * b.y - a.y * b.x
                        };
                        assert!(turn(&low, &direction) >= 0.0 && turn(&direction, &high) >= 0.0);
                    }
                }
            }
        }
    }

    #[test]
    fn a_direction_is_between_the_corners_of_its_cell() {
        check_edges::<f64>();
        check_edges::<f32>();
    }

    /// The corners of a cell in space are those of a square about as large as a cell, on the side that the direction is
    /// on, and the direction passes through it.
    #[test]
    fn the_corners_of_a_cell_in_space_are_a_square_around_its_directions() {
        let per_edge = 5;
        for index in 0..11_i32.pow(3) {
            let along = |step: i32| f64::from(index / 11_i32.pow(step as u32) % 11 - 5) * 0.21;
            let direction = Vector3::from_fn(|axis, _| along(axis as i32));
            if direction.amax() == 0.0 {
                continue;
            }
            let on_side = direction / direction.amax();
            let cell = cell_of(&direction, per_edge);
            let corners: [Vector3<f64>; CORNERS] =
                std::array::from_fn(|which| corner(cell, per_edge, which));
            let low = corners
                .iter()
                .fold(corners[0], |low, corner| low.inf(corner));
            let high = corners
                .iter()
                .fold(corners[0], |high, corner| high.sup(corner));
            assert!(
                low <= on_side && on_side <= high,
                "{on_side} in {corners:?}"
            );
            let mut lengths: [f64; 3] = (high - low).into();
            lengths.sort_by(f64::total_cmp);
            assert!(lengths[0] == 0.0 && lengths[1] > 0.4 && lengths[2] < 0.4 + 1e-14);
            for (which, corner) in corners.iter().enumerate() {
                assert!(!corners[..which].contains(corner), "{corners:?}");
            }
        }
    }
}
