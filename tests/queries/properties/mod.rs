//! Properties that hold for any input. A failure prints the smallest input that shows it.

mod certificates;
mod contacts;
mod depths;
mod gjk;
mod hulls;
mod input;
mod motions;
mod queries;
mod supports;
