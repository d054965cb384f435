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
        self.without_name(&message(result))
    }

    /// Returns a text without the name of this directory.
    pub fn without_name(&self, text: &str) -> String {
        let name = format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR);
        text.replace(&name, "")
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

/// Checks messages against a table: a line with an input, and below it a line with the message. In an input `\\n` is a
/// line break.
pub fn assert_messages(table: &str, found: impl Fn(&str) -> String) {
    let lines = table.lines().map(str::trim);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let mut wrong = String::new();
    for pair in lines.chunks(2) {
        let found = found(&pair[0].replace("\\n", "\n"));
        if found != pair[1] {
            wrong += &format!("\n   found: {found}\nexpected: {}", pair[1]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The same for changes of a text, which are written `from => to`.
pub fn assert_changes(text: &str, table: &str, found: impl Fn(&str) -> String) {
    assert_messages(table, |change| {
        let (from, to) = change.split_once("=>").expect("a change");
        let changed = text.replacen(from.trim_end_matches(' '), to.trim_start_matches(' '), 1);
        assert_ne!(changed, text, "{change}");
        found(&changed)
    });
}
