//! A reader that keeps warnings.

use super::Warning;
use super::warning::{Source, Warnings};

/// Reads as the functions of this module do, and keeps what should be known of the files beside their content.
///
/// ```no_run
/// use photofinish_robot_files::{Reader, UrdfOptions};
///
/// let reader = Reader::new();
/// let mut robot = reader.urdf("arm.urdf", &UrdfOptions::new())?;
/// let semantics = reader.srdf("arm.srdf", &mut robot)?;
/// for warning in reader.warnings() {
///     eprintln!("warning: {warning}");
/// }
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    pub(super) warnings: Warnings,
}

impl Reader {
    /// Without warnings so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// The warnings about all that was read, in their order; what is said of a file more than once is there once.
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings.to_vec()
    }

    /// A file of this name.
    pub(super) fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source::new(name, &self.warnings)
    }
}
