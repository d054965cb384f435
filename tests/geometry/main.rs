//! Bodies that do not move: support mappings, hulls, distances, depths, and how accurate these are.

mod epa;
mod gjk;
mod hull;
mod manifold;
mod static_answers;
mod supports;
mod thin_pairs;
mod to_f64;
mod tracking;
