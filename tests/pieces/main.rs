//! Bodies of many pieces: compounds, meshes, polylines and height fields.

mod any_body;
mod bad_input;
mod bodies;
mod cast_normals;
mod casts;
mod certificates;
mod closed_forms;
mod floors;
mod fronts;
mod gaps;
mod observers;
mod one_way;
mod ray_faces;
mod ray_starts;
mod rims;
mod sides;
mod sliding;
mod tips;
