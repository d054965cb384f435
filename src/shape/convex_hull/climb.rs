//! The search for the farthest of many points by a climb along edges (\[3\] 4.1, after Cameron 1997).

use nalgebra::SVector;

use crate::Real;
use crate::tuning::PLATEAU;

/// How far below another vertex one may look that is as high up to rounding, in ulps of the terms of its height.
///
/// [`Graph::climb`] needs four times the error of a height. A height is three products and two sums, which lose three
/// halves of an ulp: 6 ulps. The computed slack itself loses less than one more.
///
/// Where products underflow that may be too little. All heights are then below four times the smallest normal number,
/// and a vertex that is taken for the highest is lower by less than the length that each pair of bodies counts as
/// rounding for products that underflow (`least_length`).
const SLACK_ULPS: f64 = 8.0;

/// The vertices and the edges that join them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Graph {
    /// The links of vertex `v` are those from `offsets[v]` to `offsets[v + 1]`.
    offsets: Vec<u32>,
    /// The links of `v` before `edge_ends[v]` are edges between faces. The others are inside faces.
    edge_ends: Vec<u32>,
    links: Vec<u32>,
}

impl Graph {
    /// The graph of the vertices.
    pub(super) fn new(count: usize, edges: &[[u32; 2]], diagonals: &[[u32; 2]]) -> Self {
        let mut graph = Self {
            offsets: vec![0],
            edge_ends: Vec::new(),
            links: Vec::new(),
        };
        let mut around = vec![[Vec::new(), Vec::new()]; count];
        for (kind, pairs) in [edges, diagonals].into_iter().enumerate() {
            for &[v, w] in pairs {
                around[v as usize][kind].push(w);
                around[w as usize][kind].push(v);
            }
        }
        for mut kinds in around {
            for kind in &mut kinds {
                kind.sort_unstable();
            }
            graph.links.extend(&kinds[0]);
            graph.edge_ends.push(graph.links.len() as u32);
            graph.links.extend(&kinds[1]);
            graph.offsets.push(graph.links.len() as u32);
        }
        graph
    }

    /// Returns the vertices at the other ends of the edges of a vertex, ascending.
    pub(super) fn neighbors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.links[self.offsets[vertex] as usize..self.edge_ends[vertex] as usize]
    }

    /// Returns the vertices that share an edge or a line inside a face with a vertex.
    #[inline]
    pub(super) fn links(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.links[self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize]
    }

    /// Returns the farthest vertex along `direction`; `None` if too many vertices are about as far. The climb may
    /// start at any vertex. Adds to `looks` how often it looks at a vertex.
    ///
    /// A greedy climb ends at a vertex v that has no higher neighbour. With exact heights v would be a highest vertex.
    /// With rounded heights it need not be: the way to a higher vertex may begin with steps that seem to lead level or
    /// down. But the vertices of a polytope above any height are connected by its edges. If some vertex looked higher
    /// than v, there would be a path to it along vertices that are nowhere lower than v by more than twice the rounding
    /// error, and so look nowhere lower by more than four times that error. The climb visits all vertices that it can
    /// reach along such paths. If one of them looks higher, the climb goes on from there. Otherwise no vertex of the
    /// polytope looks higher than v, and the height equals the height that a scan finds, bit by bit. The edges must be
    /// those of the exact hull of the vertices, including those inside merged faces.
    #[inline]
    pub(super) fn climb<T: Real, const D: usize>(
        &self,
        points: &[SVector<T, D>],
        extents: &SVector<T, D>,
        direction: &SVector<T, D>,
        start: u32,
        looks: &mut usize,
    ) -> Option<u32> {
        let slack = direction.abs().dot(extents) * (T::EPSILON * T::of(SLACK_ULPS));
        let height = |vertex: u32| direction.dot(&points[vertex as usize]);
        let mut best = (start, height(start));
        loop {
            *looks += self.links(best.0).len();
            let next = self.highest_link(best.0, height);
            if next.1 > best.1 {
                best = next;
            } else if next.1 < best.1 - slack {
                return Some(best.0);
            } else {
                match self.explore(best, slack, height, looks) {
                    Explored::Higher(vertex, value) => best = (vertex, value),
                    Explored::Highest => return Some(best.0),
                    Explored::TooMany => return None,
                }
            }
        }
    }

    #[inline]
    fn highest_link<T: Real>(&self, vertex: u32, height: impl Fn(u32) -> T) -> (u32, T) {
        let links = self.links(vertex);
        let mut best = (links[0], height(links[0]));
        for &link in &links[1..] {
            let value = height(link);
            if value > best.1 {
                best = (link, value);
            }
        }
        best
    }

    /// Visits all vertices that are connected to `best` by vertices at most `slack` below it.
    #[cold]
    fn explore<T: Real>(
        &self,
        (best, value): (u32, T),
        slack: T,
        height: impl Fn(u32) -> T,
        looks: &mut usize,
    ) -> Explored<T> {
        let mut plateau = [best; PLATEAU];
        let mut count = 1;
        let mut next = 0;
        while next < count {
            *looks += self.links(plateau[next]).len();
            for &link in self.links(plateau[next]) {
                let along = height(link);
                if along > value {
                    return Explored::Higher(link, along);
                }
                if along >= value - slack && !plateau[..count].contains(&link) {
                    if count == PLATEAU {
                        return Explored::TooMany;
                    }
                    plateau[count] = link;
                    count += 1;
                }
            }
            next += 1;
        }
        Explored::Highest
    }
}

enum Explored<T> {
    Higher(u32, T),
    Highest,
    TooMany,
}
