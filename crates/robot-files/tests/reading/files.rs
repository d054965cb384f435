//! Small files in a directory of their own, and checks of error messages.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directory that is removed when dropped.
pub struct Directory(PathBuf);

impl Directory {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("photofinish-reading-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and makes the directories that it is in.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Returns the message of an error without the name of this directory. Checks that it is one line.
    pub fn message<T>(&self, result: Result<T, photofinish_robot_files::ReadError>) -> String {
        let message = message(result);
        message.replace(
            &format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR),
            "",
        )
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns the message of an error. Checks that it is one line.
pub fn message<T>(result: Result<T, photofinish_robot_files::ReadError>) -> String {
    let Err(error) = result else {
        panic!("this should be an error");
    };
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// Checks messages against the expected ones, and shows all that differ.
pub fn assert_messages<'e>(pairs: impl IntoIterator<Item = (String, &'e str)>) {
    let pairs = pairs.into_iter();
    let wrong: Vec<_> = pairs
        .filter(|(found, expected)| found != expected)
        .map(|(found, expected)| format!("\n   found: {found}\nexpected: {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
