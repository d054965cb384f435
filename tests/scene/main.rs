//! Scenes: against all pairs of bodies one by one, against scenes built afresh, and against closed forms.

mod bad_input;
mod changes;
mod closed_forms;
mod threads;
mod world;
