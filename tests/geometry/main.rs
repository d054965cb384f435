//! Bodies that do not move: support mappings, hulls, distances, depths, and how accurate these are.

#[path = "../accuracy/mod.rs"]
mod accuracy;
mod epa;
mod gjk;
mod hull;
#[path = "../soundness/mod.rs"]
mod soundness;
mod static_answers;
mod supports;
mod tracking;
