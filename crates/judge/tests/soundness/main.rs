//! Answers about two moving bodies, compared with the oracle: all shapes and motions, in the plane and in space, in `f32`
//! and `f64`.

mod half_spaces;
mod kernel;
mod properties;
mod random_pairs;
