//! The head of a certificate in a file: the name and the version of its format.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::{Serialize, Serializer};

/// The name of the format.
const NAME: &str = "photofinish path certificate";
/// The version of the format. Files of another version are refused.
const VERSION: u64 = 2;

/// Stands for the name in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FormatName;

/// Stands for the version in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FormatVersion;

impl Serialize for FormatName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(NAME)
    }
}

impl<'de> Deserialize<'de> for FormatName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == NAME {
            Ok(Self)
        } else {
            Err(D::Error::invalid_value(Unexpected::Str(&name), &NAME))
        }
    }
}

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(VERSION)
    }
}

impl<'de> Deserialize<'de> for FormatVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = u64::deserialize(deserializer)?;
        if version == VERSION {
            Ok(Self)
        } else {
            Err(D::Error::custom(format_args!(
                "the certificate has version {version}, but only version {VERSION} can be read"
            )))
        }
    }
}
