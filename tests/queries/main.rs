//! Queries of two moving bodies, and their certificates.

mod bad_input;
mod build;
mod certificate;
mod first_of;
mod observers;
mod rounded_bodies;
mod scales;
mod serialisation;
mod time_of_impact;
mod to_f64;
mod touches;
