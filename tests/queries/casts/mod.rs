//! Ray casts and shape casts, against the signed distance of each shape in closed form.

mod bad_input;
mod half_spaces;
mod judge;
mod planned;
mod random;
mod signed_distance;
