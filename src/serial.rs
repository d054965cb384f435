//! Serialisation, and deserialisation through the constructors and their checks.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Real;

/// A scalar that serialises and deserialises. Serde's derive needs it as one bound.
pub trait Scalar: Real + Serialize + DeserializeOwned {}

impl<T: Real + Serialize + DeserializeOwned> Scalar for T {}

/// Writes the type `Written`: the fields of a shape as they stand in a file. It becomes the shape through the shape's
/// constructor, so that a file cannot hold what the constructor refuses.
///
/// The shape names it in `#[serde(try_from = "Written<...>")]`.
macro_rules! written {
    (struct Written<T $(, const $d:ident: usize)?> { $($field:ident: $type:ty),* } for $shape:ident by $new:ident) => {
        #[derive(serde::Deserialize)]
        #[serde(bound = "T: crate::serial::Scalar")]
        struct Written<T $(, const $d: usize)?> {
            $($field: $type),*
        }

        impl<T: crate::serial::Scalar $(, const $d: usize)?> TryFrom<Written<T $(, $d)?>> for $shape<T $(, $d)?> {
            type Error = crate::ShapeError;

            fn try_from(written: Written<T $(, $d)?>) -> Result<Self, Self::Error> {
                Self::$new($(written.$field),*)
            }
        }
    };
}

pub(crate) use written;
