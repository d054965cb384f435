//! Bounds of moving bodies over a span against closed forms.

mod bad_input;
mod boxes;
mod travel;
