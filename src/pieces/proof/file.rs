//! The format of written certificates for bodies of pieces.

use serde::{Deserialize, Serialize};

use super::{Chapter, PiecesCertificate};
use crate::Certificate;
use crate::certificate::{FormatError, Head, known_version};
use crate::serial::Scalar;

/// The name of the format.
const FORMAT: &str = "photofinish pieces certificate";

/// A certificate as it is written.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar", deny_unknown_fields)]
pub(super) struct File<T: Scalar, const D: usize> {
    format: String,
    #[serde(deserialize_with = "known_version")]
    version: u32,
    dimension: usize,
    chapters: Vec<Chapter<T, D>>,
    pieces: Vec<((u32, u32), Certificate<T, D>)>,
}

impl<T: Scalar, const D: usize> From<PiecesCertificate<T, D>> for File<T, D> {
    fn from(certificate: PiecesCertificate<T, D>) -> Self {
        let head = Head::new::<D>(FORMAT);
        Self {
            format: head.format,
            version: head.version,
            dimension: head.dimension,
            chapters: certificate.chapters,
            pieces: certificate.pieces,
        }
    }
}

impl<T: Scalar, const D: usize> TryFrom<File<T, D>> for PiecesCertificate<T, D> {
    type Error = FormatError;

    fn try_from(file: File<T, D>) -> Result<Self, FormatError> {
        let head = Head {
            format: file.format,
            version: file.version,
            dimension: file.dimension,
        };
        head.check::<D>(FORMAT)?;
        Ok(Self {
            chapters: file.chapters,
            pieces: file.pieces,
        })
    }
}
