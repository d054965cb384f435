//! The format of written certificates, with its name and version, so that a reader knows what it reads.

use nalgebra::SVector;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use super::{Certificate, CertifiedInterval};
use crate::serial::Scalar;

/// The name of the format.
const FORMAT: &str = "photofinish certificate";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 2;

/// What a file says of its format.
pub(crate) struct Head {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) dimension: usize,
}

impl Head {
    /// The head of a file that is written.
    pub(crate) fn new<const D: usize>(format: &str) -> Self {
        Self {
            format: format.to_owned(),
            version: VERSION,
            dimension: D,
        }
    }

    /// Checks that this is the head of a file that can be read.
    pub(crate) fn check<const D: usize>(self, format: &'static str) -> Result<(), FormatError> {
        if self.format != format {
            let found = self.format;
            return Err(FormatError::Format { found, format });
        }
        if self.dimension != D {
            return Err(FormatError::Dimension {
                found: self.dimension,
                expected: D,
            });
        }
        Ok(())
    }
}

/// Reads a version. Another one is refused at once, before the rest of the file is read: it may have other fields.
pub(crate) fn known_version<'de, D: Deserializer<'de>>(file: D) -> Result<u32, D::Error> {
    let found = u32::deserialize(file)?;
    match found {
        VERSION => Ok(found),
        1..VERSION => Err(D::Error::custom(FormatError::Outdated { found })),
        _ => Err(D::Error::custom(FormatError::Unknown { found })),
    }
}

/// A certificate as it is written.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar", deny_unknown_fields)]
pub(super) struct File<T, const D: usize> {
    format: String,
    #[serde(deserialize_with = "known_version")]
    version: u32,
    dimension: usize,
    origin: SVector<T, D>,
    intervals: Vec<CertifiedInterval<T, D>>,
}

impl<T: Scalar, const D: usize> From<Certificate<T, D>> for File<T, D> {
    fn from(certificate: Certificate<T, D>) -> Self {
        let head = Head::new::<D>(FORMAT);
        Self {
            format: head.format,
            version: head.version,
            dimension: head.dimension,
            origin: certificate.origin,
            intervals: certificate.intervals,
        }
    }
}

impl<T: Scalar, const D: usize> TryFrom<File<T, D>> for Certificate<T, D> {
    type Error = FormatError;

    fn try_from(file: File<T, D>) -> Result<Self, FormatError> {
        let head = Head {
            format: file.format,
            version: file.version,
            dimension: file.dimension,
        };
        head.check::<D>(FORMAT)?;
        Ok(Self {
            origin: file.origin,
            intervals: file.intervals,
        })
    }
}

/// A reason why a file is not a certificate of this version.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FormatError {
    #[error("the format is `{found}`, not `{format}`")]
    Format { found: String, format: &'static str },
    #[error(
        "version {found} of the format is older than version {VERSION}, and was checked by another inequality: make the \
         certificate anew"
    )]
    Outdated { found: u32 },
    #[error("version {found} of the format is not known, only version {VERSION}")]
    Unknown { found: u32 },
    #[error("the certificate is for bodies in {found} dimensions, not {expected}")]
    Dimension { found: usize, expected: usize },
}
