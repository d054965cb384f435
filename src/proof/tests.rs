//! The kernel against exact arithmetic and closed forms, and what it refuses.

mod closed_forms;
mod exact;
mod floors;
mod refusals;
mod sliced;
