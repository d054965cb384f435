//! Bodies of many pieces: compounds, meshes, polylines and height fields.

mod any_body;
mod bad_input;
mod bodies;
mod cast_normals;
mod casts;
mod certificates;
mod closed_forms;
mod damaged_certificates;
mod descents;
mod floors;
mod fronts;
mod fronts_anywhere;
mod gaps;
mod motions;
mod observers;
mod one_way;
mod questions;
mod random;
mod ray_faces;
mod ray_starts;
mod rest;
mod rims;
mod sides;
mod sliding;
mod starts;
mod tips;
