//! Collisions in their order: timewarp and the plain queue against a loop that asks about all pairs after every impact,
//! and against closed forms.

mod bad_input;
mod changing_forms;
mod closed_forms;
mod random;
mod reference;
mod rollback;
mod world;

use super::*;
use crate::world::{World, form};
use photofinish::timewarp::{Dynamics, EventQueue, StopReason, Timewarp};
use world::*;
