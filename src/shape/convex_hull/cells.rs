//! A table of the vertices that may be farthest, by direction.
//!
//! A vertex w is not in the list of a cell of directions if some neighbour v is clearly higher than w along all corners
//! of the cell. A direction in the cell is a sum of non-negative multiples of the corners, so v is clearly higher along
//! it too. A vertex that looks as high as any other has no neighbour that is clearly higher. So the list of a cell has
//! all vertices that may look highest along a direction in it.
//!
//! The list is found by steps from one of its vertices to neighbours that belong to it as well. These steps reach all
//! of them. Let t be the vertex that they begin with, highest along the middle m of the cell up to rounding, and u one
//! that looks highest along a direction d in the cell. While a direction turns from m to d, the exactly highest vertex
//! changes along edges, and no neighbour of it is ever higher. The vertices of a polytope above any height are
//! connected by its edges. So a way along edges leads from t to the first of the highest vertices, with no vertex below
//! t along m, and another leads from the last of them to u, with no vertex below u along d. On these ways no neighbour
//! is higher by more than rounding. So all of these vertices are in the list.
//!
//! How much is rounding? t and u look as high as the highest vertex, so they are lower by at most two errors of a
//! height, each three halves of an ulp. Clearly higher is more than that, and more than the errors of what decides it:
//! see `CLEAR_ULPS`. Lengths of directions do not matter, as both sides of each comparison are proportional to them.

use nalgebra::SVector;

use super::climb::Graph;
use super::grid::{CORNERS, cell_count, cell_of, corner, middle};
use crate::Real;
use crate::tuning::{MOST_CELLS, MOST_LISTED, VERTICES_PER_CELL, VISITS_PER_VERTEX};

/// By how much a vertex must be higher along a corner than another one, in ulps of the terms of its height.
///
/// The terms are the products of a corner with the extents, and an ulp is the machine epsilon, twice what one operation
/// may lose. A difference of two vertices is up to twice as large as they are. So its rounding loses one ulp of the
/// terms, and its product with the corner three. Vertices that are lower than the highest by up to two errors of a
/// height, 3 ulps, must not be left out. The bound itself loses less than one more.
const CLEAR_ULPS: f64 = 8.0;

/// The vertices of a row: with the number of the next row they fill half a line of the cache.
const PLACES: usize = 7;

/// The number of the next row in the last one of a list. No list goes on in row 0, with which the first one begins.
const NO_ROW: u32 = 0;
/// The number of the next row if the list would be too long.
const NO_LIST: u32 = u32::MAX;

/// For every cell of a grid of directions, the vertices that may be farthest along a direction in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    /// The number of cells along an edge of a side of the grid.
    per_edge: u32,
    /// The first row of every cell, and then those in which lists go on.
    rows: Box<[Row]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
struct Row {
    /// In ascending order, the last one repeated. If the list would be too long, they are one vertex to climb from.
    vertices: [u32; PLACES],
    next: u32,
}

impl Cells {
    /// The table of a hull of these vertices. Its edges must be those of the exact hull, including those inside merged
    /// faces.
    pub(super) fn new<T: Real, const D: usize>(
        graph: &Graph,
        points: &[SVector<T, D>],
        extents: &SVector<T, D>,
    ) -> Self {
        let per_side = points.len().div_ceil(2 * D * VERTICES_PER_CELL);
        let per_edge = match D {
            2 => per_side,
            _ => (per_side as f64).sqrt().ceil() as usize,
        };
        let mut per_edge = per_edge.clamp(1, MOST_CELLS);
        let mut lister = Lister::new(graph, points, extents);
        loop {
            if let Some(lists) = lister.lists(per_edge) {
                return Self {
                    per_edge: per_edge as u32,
                    rows: rows(&lists),
                };
            }
            per_edge /= 2;
        }
    }

    /// Returns the first of the vertices that are farthest along `direction`, and its height. If there is no list of
    /// them, it returns a vertex to climb from as an error.
    ///
    /// The vertex is the one that a scan of all vertices finds, as long as no product under- or overflows.
    #[inline(always)]
    pub(super) fn farthest<T: Real, const D: usize>(
        &self,
        direction: &SVector<T, D>,
        mut height: impl FnMut(u32) -> T,
    ) -> Result<(u32, T), u32> {
        let mut row = &self.rows[cell_of(direction, self.per_edge as usize)];
        let first = row.vertices[0];
        if row.next == NO_LIST {
            return Err(first);
        }
        let mut best = (first, height(first));
        loop {
            for &vertex in &row.vertices {
                let along = height(vertex);
                best = if along > best.1 {
                    (vertex, along)
                } else {
                    best
                };
            }
            if row.next == NO_ROW {
                return Ok(best);
            }
            row = &self.rows[row.next as usize];
        }
    }
}

/// The list of a cell, or a vertex to climb from.
type List = Result<Vec<u32>, u32>;

/// Finds the lists of all cells.
struct Lister<'h, T, const D: usize> {
    graph: &'h Graph,
    points: &'h [SVector<T, D>],
    extents: &'h SVector<T, D>,
    /// The number of the list that looked at a vertex last.
    seen: Vec<u32>,
    /// How many lists were begun.
    begun: u32,
    /// How often a vertex was looked at.
    looks: usize,
}

impl<'h, T: Real, const D: usize> Lister<'h, T, D> {
    fn new(graph: &'h Graph, points: &'h [SVector<T, D>], extents: &'h SVector<T, D>) -> Self {
        Self {
            graph,
            points,
            extents,
            seen: vec![0; points.len()],
            begun: 0,
            looks: 0,
        }
    }

    /// Returns the lists of all cells, or `None` if that takes too many looks. A few cells never do.
    fn lists(&mut self, per_edge: usize) -> Option<Vec<List>> {
        self.looks = 0;
        let mut near = 0;
        let mut lists = Vec::new();
        for cell in 0..cell_count::<D>(per_edge) {
            if self.looks > VISITS_PER_VERTEX * self.points.len() && per_edge > 1 {
                return None;
            }
            let direction = middle(cell, per_edge);
            let farthest =
                self.graph
                    .climb(self.points, self.extents, &direction, near, &mut self.looks);
            let list = farthest.and_then(|farthest| {
                let corners = Corners::new(cell, per_edge, self.extents);
                self.list(farthest, &corners)
            });
            near = farthest.unwrap_or(near);
            lists.push(list.ok_or(near));
        }
        Some(lists)
    }

    /// Returns the list of a cell, ascending, or `None` if it is too long. Its steps begin with `first`.
    fn list(&mut self, first: u32, corners: &Corners<T, D>) -> Option<Vec<u32>> {
        self.begun += 1;
        self.seen[first as usize] = self.begun;
        let mut list = vec![first];
        let mut next = 0;
        while let Some(&vertex) = list.get(next) {
            for &link in self.graph.links(vertex) {
                let seen = std::mem::replace(&mut self.seen[link as usize], self.begun);
                if seen != self.begun && !self.is_below_a_neighbor(link, corners) {
                    list.push(link);
                }
            }
            if list.len() > MOST_LISTED {
                return None;
            }
            next += 1;
        }
        list.sort_unstable();
        Some(list)
    }

    /// Returns whether some neighbour of a vertex is clearly higher along each corner.
    fn is_below_a_neighbor(&mut self, vertex: u32, corners: &Corners<T, D>) -> bool {
        let point = self.points[vertex as usize];
        self.graph.links(vertex).iter().any(|&link| {
            self.looks += 1;
            corners.are_all_ahead(&(self.points[link as usize] - point))
        })
    }
}

/// The corners of a cell, coordinate by coordinate, so that the compiler uses vector instructions. In the plane each is
/// there twice.
struct Corners<T, const D: usize> {
    along: [[T; CORNERS]; D],
    /// By how much a vertex is clearly higher along each corner.
    bounds: [T; CORNERS],
}

impl<T: Real, const D: usize> Corners<T, D> {
    fn new(cell: usize, per_edge: usize, extents: &SVector<T, D>) -> Self {
        let corners: [SVector<T, D>; CORNERS] =
            std::array::from_fn(|which| corner(cell, per_edge, which));
        // products may underflow
        let bound = |corner: &SVector<T, D>| {
            corner.abs().dot(extents) * (T::EPSILON * T::of(CLEAR_ULPS)) + T::TINY
        };
        Self {
            along: std::array::from_fn(|axis| corners.map(|corner| corner[axis])),
            bounds: corners.map(|corner| bound(&corner)),
        }
    }

    /// Returns whether a way leads clearly ahead along all corners.
    #[inline]
    fn are_all_ahead(&self, way: &SVector<T, D>) -> bool {
        let mut ahead: [T; CORNERS] = self.along[0].map(|along| along * way[0]);
        for axis in 1..D {
            for (ahead, along) in ahead.iter_mut().zip(&self.along[axis]) {
                *ahead += *along * way[axis];
            }
        }
        // without branches, as no one knows their course
        let pairs = ahead.iter().zip(&self.bounds);
        pairs.fold(true, |all, (ahead, bound)| all & (*ahead > *bound))
    }
}

/// Returns the rows of the lists of all cells.
fn rows(lists: &[List]) -> Box<[Row]> {
    let blank = Row {
        vertices: [0; PLACES],
        next: NO_ROW,
    };
    let mut rows = vec![blank; lists.len()];
    for (cell, list) in lists.iter().enumerate() {
        let (vertices, last) = match list {
            Ok(vertices) => (&vertices[..], NO_ROW),
            Err(vertex) => (std::slice::from_ref(vertex), NO_LIST),
        };
        let mut row = cell;
        for (index, part) in vertices.chunks(PLACES).enumerate() {
            if index > 0 {
                rows[row].next = rows.len() as u32;
                row = rows.len();
                rows.push(blank);
            }
            // places that are left have the last vertex again
            rows[row].vertices = std::array::from_fn(|place| part[place.min(part.len() - 1)]);
        }
        rows[row].next = last;
    }
    rows.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector3, vector};

    /// A vertex that is below another one by an ulp looks as high along some directions, and a scan finds the first.
    #[test]
    fn a_list_has_vertices_that_rounding_puts_first() {
        let points = [
            vector![1.0, 0.25, 0.5],
            vector![1.0 + f64::EPSILON, 0.25, 0.5],
            vector![-1.0, 0.0, 0.0],
            vector![0.0, -1.0, 0.0],
            vector![0.0, 0.0, -1.0],
        ];
        let pairs: Vec<_> = (0..5).flat_map(|w| (0..w).map(move |v| [v, w])).collect();
        let extents = vector![1.0 + f64::EPSILON, 1.0, 1.0];
        let cells = Cells::new(&Graph::new(points.len(), &pairs, &[]), &points, &extents);
        let mut found = [0; 2];
        for step in 0..100 {
            let aside = f64::from(step) * 0.01;
            let direction: Vector3<f64> = vector![1.0, aside, 1.0 - aside] * 0.7;
            let heights = points.map(|point| direction.dot(&point));
            let scanned = if heights[0] == heights[1] { 0 } else { 1 };
            let listed = cells.farthest(&direction, |vertex| heights[vertex as usize]);
            assert_eq!(listed, Ok((scanned as u32, heights[1])));
            found[scanned] += 1;
        }
        assert!(found[0] > 10 && found[1] > 10, "{found:?}");
    }

    /// Many cells list a tip of this double pyramid, which takes a look at every vertex of the rim. The table has fewer
    /// cells, for which the allowed visits suffice.
    #[test]
    fn a_table_that_takes_too_many_visits_is_halved() {
        let sides = 512;
        let rim = (0..sides).map(|index| {
            let angle = f64::from(index) / f64::from(sides) * std::f64::consts::TAU;
            vector![angle.cos(), angle.sin(), 0.0]
        });
        let tips = [vector![0.0, 0.0, 1.0], vector![0.0, 0.0, -1.0]];
        let points: Vec<Vector3<f64>> = rim.chain(tips).collect();
        let around = (0..sides).map(|index| [index, (index + 1) % sides]);
        let up = (0..2 * sides).map(|index| [index % sides, sides + index / sides]);
        let edges: Vec<[u32; 2]> = around.chain(up).collect();
        let graph = Graph::new(points.len(), &edges, &[]);
        let cells = Cells::new(&graph, &points, &vector![1.0, 1.0, 1.0]);
        // without a limit it would be 10, and 5 still take too many
        assert_eq!(cells.per_edge, 2);
    }

    /// The list of a cell that looks at a face with many vertices would be long. Shorter ones go on in further rows.
    #[test]
    fn a_list_is_complete_or_absent() {
        let ring = |count: u32| -> (Vec<Vector3<f64>>, Vec<[u32; 2]>) {
            let corner = |index: u32| {
                let angle = f64::from(index) / f64::from(count) * std::f64::consts::TAU;
                vector![angle.cos(), angle.sin(), 0.0]
            };
            let edge = |index: u32| [index, (index + 1) % count];
            (
                (0..count).map(corner).collect(),
                (0..count).map(edge).collect(),
            )
        };
        let up = vector![1e-3, 2e-3, 1.0];
        for (count, is_listed) in [(5, true), (8, true), (60, true), (70, false)] {
            let (points, edges) = ring(count);
            let graph = Graph::new(points.len(), &edges, &[]);
            let cells = Cells::new(&graph, &points, &vector![1.0, 1.0, 0.0]);
            let mut looked_at = Vec::new();
            let listed = cells.farthest(&up, |vertex| {
                looked_at.push(vertex);
                up.dot(&points[vertex as usize])
            });
            looked_at.sort_unstable();
            looked_at.dedup();
            assert_eq!(listed.is_ok(), is_listed);
            assert!(!is_listed || looked_at.len() == points.len());
        }
    }
}
