//! Chromium without a window.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A browser that is there.
pub struct Chromium {
    program: OsString,
}

/// How long a page may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Each start has a folder of its own for what the browser keeps.
static STARTS: AtomicU32 = AtomicU32::new(0);

impl Chromium {
    /// Returns the browser that `PHOTOFINISH_BROWSER` names, or else one that is installed.
    pub fn find() -> Option<Self> {
        let named = env::var_os("PHOTOFINISH_BROWSER");
        let known = ["chromium", "chromium-browser", "google-chrome"].map(OsString::from);
        let starts = |program: &OsString| {
            let version = Command::new(program).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        let program = named.into_iter().chain(known).find(starts)?;
        Some(Self { program })
    }

    /// Opens the page, and returns what it posts to the port that it finds in its address, and what the browser
    /// reports.
    pub fn posted(&self, page: &Path) -> Result<(String, String), Box<dyn Error>> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let search = format!("?{}", listener.local_addr()?.port());
        let log = page.with_extension("log");
        let own = Folder::new();
        let mut browser = self.command(&own, page, &search);
        browser.arg("--remote-debugging-port=0");
        let mut child = browser.stderr(File::create(&log)?).spawn()?;
        let posted = first_post(&listener);
        child.kill()?;
        child.wait()?;
        Ok((posted?, fs::read_to_string(&log)?))
    }

    /// Takes a picture of the page, which a number after # pauses at a time, and returns its file.
    pub fn screenshot(&self, page: &Path, time: &str) -> Result<PathBuf, Box<dyn Error>> {
        let picture = page.with_extension("png");
        let mut argument = OsString::from("--screenshot=");
        argument.push(&picture);
        let own = Folder::new();
        let mut browser = self.command(&own, page, &format!("#{time}"));
        let output = browser
            .arg(argument)
            .arg("--virtual-time-budget=2000")
            .output()?;
        if !picture.exists() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        Ok(picture)
    }

    fn command(&self, own: &Folder, page: &Path, suffix: &str) -> Command {
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(&own.0);
        let mut url = OsString::from("file://");
        url.push(page);
        url.push(suffix);
        let mut command = Command::new(&self.program);
        let arguments = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
            --disable-background-networking --disable-component-update --disable-sync \
            --window-size=1280,800 --hide-scrollbars --enable-logging=stderr";
        // drawing without a graphics processor
        let drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
        command.args(arguments.split_whitespace()).args(drawing);
        command.arg(profile).arg(url);
        command
    }
}

/// A folder for what the browser keeps, which goes when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let start = STARTS.fetch_add(1, Ordering::Relaxed);
        let name = format!("photofinish-browser-{}-{start}", std::process::id());
        Self(env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the body of the first request, or an error if none has come after a while.
fn first_post(listener: &TcpListener) -> Result<String, Box<dyn Error>> {
    listener.set_nonblocking(true)?;
    let deadline = Instant::now() + PATIENCE;
    let mut stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(error) => return Err(format!("the page posted nothing: {error}").into()),
        }
    };
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut request = Vec::new();
    let mut part = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&request);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let head = head.to_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let length = length.map(str::parse::<usize>).transpose()?;
            if length.is_none_or(|length| body.len() >= length) {
                return Ok(body.into());
            }
        }
        match stream.read(&mut part)? {
            0 => return Err("the page stopped in the middle of a post".into()),
            count => request.extend_from_slice(&part[..count]),
        }
    }
}
