//! Tests of robots and their paths against kinematics and distances that share nothing with the crate.

mod allowed;
mod answer;
mod bad_input;
mod build;
mod certificates;
mod changes;
mod choices;
mod closed_forms;
mod generate;
mod judge;
mod limits;
mod motion;
mod planner;
mod prover;
mod published;
mod random;
mod rates;
mod soundness;
mod spec;
mod written;
