//! The format of written certificates for bodies of pieces.

use super::{Chapter, PiecesCertificate};
use crate::Certificate;
use crate::certificate::file;
use crate::serial::Scalar;

/// The name of the format.
const FORMAT: &str = "photofinish pieces certificate";

file! {
    #[serde(bound = "T: Scalar")]
    struct File<[T: Scalar, const D: usize] T, D> of PiecesCertificate as certificate {
        chapters: Vec<Chapter<T, D>> = certificate.chapters,
        pieces: Vec<((u32, u32), Certificate<T, D>)> = certificate.pieces,
    }
    Self { chapters, pieces }
}
