//! Queries of two moving bodies and their certificates, of half-spaces and casts, and the motions that they ask.

mod bad_input;
mod build;
mod casts;
mod certificate;
mod first_of;
mod half_space;
mod motion;
mod observers;
mod rounded_bodies;
mod scales;
mod serialisation;
mod time_of_impact;
mod touches;
