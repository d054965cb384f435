//! The native module of the Python package photofinish. It takes and returns plain values and arrays; the Python files
//! beside it check what users give, and explain.

mod batch;
mod certificate;
mod checker;
mod columns;
mod errors;
mod many;
mod motion;
mod pair;
mod poses;
mod proof;
mod robot;
mod shape;

use pyo3::prelude::*;

/// The native part of photofinish.
#[pymodule]
mod _photofinish {
    #[pymodule_export]
    use super::certificate::PathCertificate;
    #[pymodule_export]
    use super::checker::Checker;
    #[pymodule_export]
    use super::many::{meeting_pairs, near_pairs};
    #[pymodule_export]
    use super::motion::Motion;
    #[pymodule_export]
    use super::pair::{contacts, distance, first_contact, time_of_impact};
    #[pymodule_export]
    use super::proof::{Proof, certify};
    #[pymodule_export]
    use super::robot::Robot;
    #[pymodule_export]
    use super::shape::Shape;
}
