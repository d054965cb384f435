//! Bodies of many pieces.

mod random;
