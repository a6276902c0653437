//! The Kubernetes namespace of a process, from the service-account file that its
//! own container mounts. Everything about that file is under the process's
//! control and this program may read what the process may not, so it stays inside
//! the process's root, opens nothing but a small regular file, and never repeats
//! what it read: a file that is not one of the asked names leaves no trace.

use std::ffi::CStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;

use serde::Serialize;

use super::directory::ProcessDirectory;
use super::inside::see_inside;
use crate::names::errno_name;

/// Where Kubernetes puts it, seen from the process's root.
const FILE: &CStr = c"var/run/secrets/kubernetes.io/serviceaccount/namespace";
/// A name takes 63 bytes. Files of kernel interfaces, some of which lose what is read, say they have none.
const FILE_BYTES: std::ops::RangeInclusive<u64> = 1..=4096;

/// What the namespace of a process says about it.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Namespace {
    /// None was asked for.
    NotAsked,
    /// One of those asked for.
    Equal {
        /// Which.
        name: String,
    },
    /// Another one.
    Differs {
        /// As the end of a sentence.
        reason: String,
    },
    /// It cannot be known.
    Unreadable {
        /// As the end of a sentence.
        reason: String,
    },
}

impl Namespace {
    /// Whether the process belongs to the target.
    pub fn matches(&self) -> bool {
        matches!(self, Namespace::NotAsked | Namespace::Equal { .. })
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Namespace::NotAsked => f.write_str("whatever its namespace"),
            Namespace::Equal { name } => write!(f, "in namespace {name}"),
            Namespace::Differs { reason } | Namespace::Unreadable { reason } => write!(f, "no match: {reason}"),
        }
    }
}

/// Compares the namespace of a process with those asked for; with none it is not read.
pub fn compare(process: &ProcessDirectory, pid: u32, asked: &[String]) -> Namespace {
    if asked.is_empty() {
        return Namespace::NotAsked;
    }
    let content = match read_file(process) {
        Ok(content) => content,
        Err(cause) => {
            let path = format!("/proc/{pid}/root/{}", FILE.to_string_lossy());
            return Namespace::Unreadable { reason: format!("its namespace cannot be read from {path} ({cause})") };
        }
    };
    let own = content.trim_ascii();
    match asked.iter().find(|name| name.as_bytes() == own) {
        Some(name) => Namespace::Equal { name: name.clone() },
        None => Namespace::Differs { reason: "it runs in another namespace".to_owned() },
    }
}

/// The content, or why there is none.
fn read_file(process: &ProcessDirectory) -> Result<Vec<u8>, String> {
    let named = |error: io::Error| error.raw_os_error().map_or_else(|| error.to_string(), errno_name);
    let root = process.open_entry(c"root", libc::O_PATH | libc::O_DIRECTORY).map_err(named)?;
    let seen = see_inside(&root, FILE).map_err(named)?;
    let facts = seen.metadata().map_err(named)?;
    if !facts.is_file() {
        return Err("not a regular file".to_owned());
    }
    if !FILE_BYTES.contains(&facts.len()) {
        return Err(format!("not of {} to {} bytes", FILE_BYTES.start(), FILE_BYTES.end()));
    }
    let mut content = Vec::new();
    let file = open_seen(&seen).map_err(named)?;
    // It may have grown since.
    file.take(*FILE_BYTES.end()).read_to_end(&mut content).map_err(named)?;
    Ok(content)
}

/// Opens for reading what was only inspected: what was inspected is what is read. Without waiting, since
/// the owner of a file may hold a lease on it.
fn open_seen(seen: &File) -> io::Result<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    File::options().read(true).custom_flags(flags).open(format!("/proc/self/fd/{}", seen.as_raw_fd()))
}
