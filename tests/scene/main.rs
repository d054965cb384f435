//! Scenes: against all pairs of bodies one by one, against scenes built afresh, and against closed forms. Runs of
//! timewarp on them.

mod bad_input;
mod changes;
mod closed_forms;
mod threads;
mod timewarp;
mod world;
