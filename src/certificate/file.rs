//! The format of written certificates, with its name and version, so that a reader knows what it reads.

use nalgebra::SVector;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::{Certificate, CertifiedInterval};
use crate::serial::Scalar;

/// The name of the format.
const FORMAT: &str = "photofinish certificate";
/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 2;

/// Writes the type `File`: a head with the name `FORMAT`, the version and the dimension `D`, and then the fields of what
/// is written. Also writes how a file is made, and how it is read: a head that is not the right one is refused.
macro_rules! file {
    (
        #[$bound:meta] struct File<[$($generics:tt)*] $($name:ident),*> of $of:ident as $what:ident {
            $($field:ident: $type:ty = $value:expr,)*
        }
        $made:expr
    ) => {
        /// The file as it is written.
        #[derive(serde::Serialize, serde::Deserialize)]
        #[$bound]
        #[serde(deny_unknown_fields)]
        pub(super) struct File<$($generics)*> {
            format: String,
            #[serde(deserialize_with = "crate::certificate::known_version")]
            version: u32,
            dimension: usize,
            $($field: $type),*
        }

        impl<$($generics)*> From<$of<$($name),*>> for File<$($name),*> {
            fn from($what: $of<$($name),*>) -> Self {
                Self {
                    format: FORMAT.to_owned(),
                    version: crate::certificate::VERSION,
                    dimension: D,
                    $($field: $value),*
                }
            }
        }

        impl<$($generics)*> TryFrom<File<$($name),*>> for $of<$($name),*> {
            type Error = crate::certificate::FormatError;

            fn try_from(file: File<$($name),*>) -> Result<Self, Self::Error> {
                crate::certificate::check_head::<D>(file.format, file.dimension, FORMAT)?;
                let File { $($field,)* .. } = file;
                Ok($made)
            }
        }
    };
}

pub(crate) use file;

/// Checks that a head is that of a file which can be read.
pub(crate) fn check_head<const D: usize>(
    found: String,
    dimension: usize,
    format: &'static str,
) -> Result<(), FormatError> {
    if found != format {
        return Err(FormatError::Format { found, format });
    }
    if dimension != D {
        let (found, expected) = (dimension, D);
        return Err(FormatError::Dimension { found, expected });
    }
    Ok(())
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

file! {
    #[serde(bound = "T: Scalar")]
    struct File<[T: Scalar, const D: usize] T, D> of Certificate as certificate {
        origin: SVector<T, D> = certificate.origin,
        intervals: Vec<CertifiedInterval<T, D>> = certificate.intervals,
    }
    Self { origin, intervals }
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
