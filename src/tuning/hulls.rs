//! Convex hulls.

// Construction.

/// How often a hull is built again without the points inside its faces. After that the flatness is reduced.
///
/// Larger: more work for hulls that do not settle. Smaller: more facets that stay apart. Half and twice no query.
pub(crate) const HULL_ROUNDS: usize = 8;

/// How far a point that was left out may be from the hull, in units of the flatness. Each round may lose one such unit.
///
/// Larger: fewer facets, and a larger rounding error. The error is measured and counted, whatever this is. With half,
/// the hull of a turned grid keeps points that are no corners; twice no query.
pub(crate) const LARGEST_LOSS: f64 = 4.0;

/// How often a pair of far points is replaced by a pair that is farther apart, before a hull is begun with it.
///
/// Larger: more work before the hull. Smaller: a worse beginning. Half 0.0 % (hull of 200 points +0.5 %), twice no
/// query.
pub(crate) const FAR_PAIR_ROUNDS: usize = 4;

/// Points of a hull that are nearer than this many ulps of the largest coordinate become one. A rotation and the
/// rounding of its result move a point by a few ulps.
///
/// Larger: points that differ are merged, and what that moves counts as rounding. Smaller: the corners of a turned box
/// are slivers. With half, the hull of a turned grid keeps points that are no corners; twice no query.
pub(crate) const WELDED_WITHIN: f64 = 8.0;

/// The direction along which points are sorted before near ones are merged. It is oblique to all directions in which
/// input is likely to be aligned, so that few points share a place along it. The diagonal (`SORTED_ALONG='[0.577; 3]'`)
/// +0.01 %.
///
/// Another one changes the work only, if it is no longer than 1: then no two points are farther apart along it than
/// they are.
pub(crate) const SORTED_ALONG: [f64; 3] = [0.527_046, 0.612_372, 0.589_255];

/// A length is enlarged by this share, so that it is no less after it was rounded to the scalar. If it is less all the
/// same, the share is doubled.
///
/// Larger: a larger rounding error. Smaller: more attempts. Half and twice no query.
pub(crate) const ROUNDED_UP_BY: f64 = 1e-6;

/// A facet without a normal of its own takes the mean of its neighbours' normals, if their sum is at least this long.
/// Shorter sums are of normals that cancel.
///
/// Larger: facets that could have had a mean are without it. Smaller: a mean that is mostly rounding. Half and twice no
/// query.
pub(crate) const LEAST_SUM_OF_NORMALS: f64 = 1e-3;

// Support points. Times in nanoseconds, measured on random points of a sphere along directions that come again and
// again. Between other work cells take longer, as their memory is not in the cache; scans read memory in order. No
// program repeats these times; `tuning.py` repeats what is said in per cent of instructions.
//
// vertices                               8   16   24   32   48   64   80  128  160  256
// one at a time                          6   12   20   26   42   64   88  145  185  303
// eight at a time                       11   16   23   28   38   49   60   89  109  170
// eight at a time, single precision      8   11   15   17   25   30   34   51   61   94
// cells                                                         24   25   25   25   25
// value alone, eight at a time           3    5    7   10   13   18   22   34   43   70
// value alone, single precision          2    3    4    5    8   10   12   20   24   38
// value alone, cells                                            17   17   18   18   19

/// With more vertices than this a hull looks at eight vertices at a time: see the table above. Half takes longer in
/// double precision, and twice takes longer.
pub(crate) const LANES_ABOVE: usize = 24;

/// The largest size of the vertices that a scan looks at, in bytes along an axis: 60 vertices in double precision, 120
/// in single. A hull with more has a table of cells, and its vertices in an order for that.
///
/// Larger: scans that take longer than cells; queries about hulls of 80 vertices in `f64` take a fifth longer. Smaller:
/// cells that take longer than scans in a stream, where another hull comes at each query. With 48 vertices in `f64` and
/// 112 in `f32` both are equal within a tenth.
pub(crate) const SCANNED_SIZE: usize = 480;

/// Points per block of a scan: a multiple of what the widest registers hold. `reduce` in `convex_hull/scan.rs` is
/// written for eight: other values need another one.
pub(crate) const LANES: usize = 8;

/// How many vertices about as high as the best a climb remembers. More occur where the direction is the normal of a
/// face with many vertices. A visit to one of them takes as long as a scan of ten vertices.
///
/// Larger: long visits where a scan is faster. Smaller: scans where a visit is faster. Half -0.8 % (distance of prisms
/// of 24 sides -27 %), twice +1.2 % (distance of prisms +39 %).
pub(crate) const PLATEAU: usize = 16;

/// Vertices per cell of the table. With this many cells a list has five vertices on average, and most have room in one
/// row.
///
/// Larger: longer lists; with 2 a query about hulls of 256 vertices takes 5 % longer in a stream. Smaller: a larger
/// table, which takes longer to build.
pub(crate) const VERTICES_PER_CELL: usize = 1;

/// The most vertices in the list of a cell. There are more along the normals of faces with many vertices, and around
/// vertices with many edges, and the hull then climbs.
///
/// Larger: lists that take longer than climbs. Smaller: climbs that take longer than lists. With 32 a support point of
/// a cone of 255 sides takes 1.85 times as long. With 128 no support point of a prism or cone takes less.
pub(crate) const MOST_LISTED: usize = 64;

/// The largest number of cells along an edge of a side of that table. Hulls in space with more than 25,000 vertices
/// have that many, and in the plane those with more than 256.
///
/// Larger: a larger table for them. Smaller: longer lists. Half and twice no query.
pub(crate) const MOST_CELLS: usize = 64;

/// How many visits to vertices may fill that table, for each vertex. Random points take about 80, and a prism of 1,024
/// sides 227. On a prism a vertex may have about as many neighbours as there are vertices, and the visits would grow
/// with the square of the vertices. The table then has fewer cells.
///
/// Larger: longer constructions of such hulls. Smaller: longer lists, and climbs, on them. Half and twice no query.
pub(crate) const VISITS_PER_VERTEX: usize = 256;
