//! Bodies that do not move: support mappings, hulls, distances, depths, and how accurate these are.

mod bodies;
mod epa;
mod gjk;
mod hull;
mod manifold;
mod once_wrong;
mod shapes;
mod supports;
mod to_f64;
mod tracking;
