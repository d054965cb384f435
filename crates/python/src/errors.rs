//! The exceptions of the Python package, raised from Rust.

use std::fmt::Display;

use pyo3::PyErr;

pyo3::import_exception!(photofinish._errors, InvalidInput);
pyo3::import_exception!(photofinish._errors, FileError);
pyo3::import_exception!(photofinish._errors, ProofError);

/// Returns the exception for input that makes no sense.
pub fn invalid(error: impl Display) -> PyErr {
    InvalidInput::new_err(error.to_string())
}

/// Returns the exception for a file that cannot be read.
pub fn file(error: impl Display) -> PyErr {
    FileError::new_err(error.to_string())
}

/// Returns the exception for a proof that does not hold.
pub fn proof(error: impl Display) -> PyErr {
    ProofError::new_err(error.to_string())
}
