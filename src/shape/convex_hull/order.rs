//! The order of vertices in memory.

use nalgebra::Vector3;

use crate::tuning::SCANNED_SIZE;

/// Bits of a place along each axis of the square to which directions are mapped.
const BITS: u32 = 16;

/// Sorts the vertices of a hull: those of a small hull by index, and those of a large one along a Z-order curve over
/// all directions, so that neighbours mostly share lines of the cache.
///
/// Large are hulls that have cells in double precision. In single precision those of up to twice as many vertices have
/// none. They are sorted all the same, so that a hull has one order in both.
pub(super) fn sort(vertices: &mut [u32], points: &[Vector3<f64>]) {
    vertices.sort_unstable();
    if vertices.len() * size_of::<f64>() <= SCANNED_SIZE {
        return;
    }
    let of = |&vertex: &u32| points[vertex as usize];
    let first = of(&vertices[0]);
    let (least, most) = vertices
        .iter()
        .map(of)
        .fold((first, first), |(low, high), p| (low.inf(&p), high.sup(&p)));
    // a mean would depend on the order of the points
    let middle = (least + most) * 0.5;
    vertices.sort_by_cached_key(|vertex| place_along_curve(&(of(vertex) - middle)));
}

/// Returns the place of a direction on a Z-order curve (Morton 1966) in the square of its octahedral map: the bits of
/// both coordinates in turn.
fn place_along_curve(direction: &Vector3<f64>) -> u64 {
    let length = direction.abs().sum();
    let [x, y] = [direction.x / length, direction.y / length];
    let [x, y] = if direction.z < 0.0 {
        [(1.0 - y.abs()).copysign(x), (1.0 - x.abs()).copysign(y)]
    } else {
        [x, y]
    };
    // a direction without length is at the start, as the conversion makes 0 of NaN
    let place = |along: f64| ((along * 0.5 + 0.5) * f64::from((1_u32 << BITS) - 1)) as u64;
    let [x, y] = [place(x), place(y)];
    (0..BITS).fold(0, |curve, bit| {
        curve | (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1)
    })
}
