//! Properties that hold for any input. A failure prints the smallest input that shows it.

mod contacts;
mod depths;
mod input;
