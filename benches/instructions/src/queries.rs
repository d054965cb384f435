//! Lists the queries: single pairs of bodies with literal coordinates, and streams of many pairs.

use crate::{building, casts, moving, passes, pieces, resting, stream, touching};

/// A query about bodies that are built already. It returns whether the answer is of the expected kind.
pub type Ask = Box<dyn Fn() -> bool>;

/// The name of a query, and the function that builds its bodies.
pub type Question = (&'static str, fn() -> Ask);

/// All queries, in the order in which they are printed.
pub const QUERIES: &[Question] = &[
    ("first axis, f64", moving::first_axis::<f64>),
    ("first axis, f32", moving::first_axis::<f32>),
    ("stack, f64", moving::stack::<f64>),
    ("stack, f32", moving::stack::<f32>),
    ("stack, warm start, f64", moving::warm_stack::<f64>),
    ("stack, warm start, f32", moving::warm_stack::<f32>),
    ("graze, f64", moving::graze::<f64>),
    ("translate hit, f64", moving::translate_hit::<f64>),
    ("tumble hit, f64", moving::tumble_hit::<f64>),
    ("tumble hit, f32", moving::tumble_hit::<f32>),
    (
        "tumble hit in the plane, f64",
        moving::tumble_hit_in_the_plane::<f64>,
    ),
    (
        "tumble hit, 32 vertices, f64",
        moving::tumble_hit_of_hulls::<32>,
    ),
    (
        "tumble hit, 256 vertices, f64",
        moving::tumble_hit_of_hulls::<256>,
    ),
    ("spin hit, f64", moving::spin_hit::<f64>),
    ("bullet, f64", moving::bullet::<f64>),
    (
        "mixed shapes, tumble hit, f64",
        moving::mixed_tumble_hit::<f64>,
    ),
    (
        "mixed shapes, tumble hit, f32",
        moving::mixed_tumble_hit::<f32>,
    ),
    (
        "mixed shapes, translate hit, f64",
        moving::mixed_translate_hit::<f64>,
    ),
    ("mixed shapes, miss, f64", moving::mixed_miss::<f64>),
    (
        "mixed shapes, in contact, f64",
        moving::mixed_contact::<f64>,
    ),
    (
        "mixed shapes, in contact, exact depth, f64",
        moving::mixed_contact_with_depth::<f64>,
    ),
    ("100 pairs, translate, f64", stream::translate::<f64>),
    ("100 pairs, tumble, f64", stream::tumble::<f64>),
    ("100 pairs, tumble, f32", stream::tumble::<f32>),
    (
        "100 pairs, tumble, only if, f64",
        stream::tumble_only_if::<f64>,
    ),
    (
        "100 pairs, tumble, in an engine, f64",
        stream::tumble_in_engine::<f64>,
    ),
    (
        "100 pairs, tumble, in an engine, f32",
        stream::tumble_in_engine::<f32>,
    ),
    ("100 pairs, graze, f64", stream::graze::<f64>),
    ("100 pairs, spin, f64", stream::spin::<f64>),
    ("mixed shapes, leave contact, f64", touching::leave),
    ("slide in contact, f64", touching::slide),
    ("lift off, f64", touching::lift_off),
    ("distance, f64", resting::distance),
    ("distance, 256 vertices, f64", resting::distance_of_hulls),
    ("distance, prisms, f64", resting::distance_of_prisms),
    ("distance, tracked, f64", resting::tracked_distance),
    ("intersects, disjoint, f64", resting::intersects),
    ("proximity, overlapping, f64", resting::overlap),
    ("rays at shapes, f64", casts::rays_at_shapes::<f64>),
    ("rays at shapes, f32", casts::rays_at_shapes::<f32>),
    ("rays at a mesh, f64", casts::rays_at_a_mesh::<f64>),
    ("rays at a mesh, f32", casts::rays_at_a_mesh::<f32>),
    ("rays along a mesh, f64", casts::rays_along_a_mesh::<f64>),
    ("casts at shapes, f64", casts::casts_at_shapes::<f64>),
    ("casts at a mesh, f64", casts::casts_at_a_mesh::<f64>),
    (
        "flights over a mesh, f64",
        pieces::flights_over_a_mesh::<f64>,
    ),
    (
        "tumbling over a mesh, f64",
        pieces::tumbling_over_a_mesh::<f64>,
    ),
    ("near misses of meshes, f64", pieces::near_misses::<f64>),
    (
        "compound over a mesh, f64",
        pieces::compound_over_a_mesh::<f64>,
    ),
    ("compounds, f64", pieces::compounds::<f64>),
    ("pass of an engine, f64", passes::step::<f64>),
    ("pass of an engine, f32", passes::step::<f32>),
    ("hull of 200 points, f64", building::of_ellipsoid),
    ("hull of a turned grid, f64", building::of_turned_grid),
    ("hull of a prism, f64", building::of_prism),
];
