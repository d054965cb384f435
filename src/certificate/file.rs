//! The format of written certificates, with its name and version, so that a reader knows what it reads.

use nalgebra::SVector;
use serde::{Deserialize, Serialize};

use super::{Certificate, CertifiedInterval};
use crate::serial::Scalar;

/// The name of the format.
const FORMAT: &str = "photofinish certificate";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// A certificate as it is written.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar", deny_unknown_fields)]
pub(super) struct File<T, const D: usize> {
    format: String,
    version: u32,
    dimension: usize,
    origin: SVector<T, D>,
    intervals: Vec<CertifiedInterval<T, D>>,
}

impl<T: Scalar, const D: usize> From<Certificate<T, D>> for File<T, D> {
    fn from(certificate: Certificate<T, D>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            dimension: D,
            origin: certificate.origin,
            intervals: certificate.intervals,
        }
    }
}

impl<T: Scalar, const D: usize> TryFrom<File<T, D>> for Certificate<T, D> {
    type Error = FormatError;

    fn try_from(file: File<T, D>) -> Result<Self, FormatError> {
        if file.format != FORMAT {
            return Err(FormatError::Format { found: file.format });
        }
        if file.version != VERSION {
            return Err(FormatError::Version {
                found: file.version,
            });
        }
        if file.dimension != D {
            return Err(FormatError::Dimension {
                found: file.dimension,
                expected: D,
            });
        }
        Ok(Self {
            origin: file.origin,
            intervals: file.intervals,
        })
    }
}

/// A reason why a file is not a certificate of this version.
#[derive(Debug, thiserror::Error)]
pub(super) enum FormatError {
    #[error("the format is `{found}`, not `{FORMAT}`")]
    Format { found: String },
    #[error("version {found} of the format is not known, only version {VERSION}")]
    Version { found: u32 },
    #[error("the certificate is for bodies in {found} dimensions, not {expected}")]
    Dimension { found: usize, expected: usize },
}
