//! Properties that hold for any input. A failure prints the smallest input that shows it.

mod certificates;
mod contacts;
mod depths;
mod gjk;
mod input;
mod queries;
