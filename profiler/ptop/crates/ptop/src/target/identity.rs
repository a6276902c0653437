//! One process as `/proc` shows it. argv is only hashed, the environment is
//! never read.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::executable::{Executables, hex};
use crate::record::Process;

/// A file of the process that may not be read, with the reason.
#[derive(Debug)]
pub struct Denied {
    /// The path under `/proc`.
    pub path: String,
    /// Why.
    pub cause: io::Error,
}

/// Start time in clock ticks since boot; with the pid it names a process for good. `None` when it has ended.
pub fn start_ticks(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = after_comm(&stat)?.split_ascii_whitespace();
    let state = fields.next()?;
    // A zombie has ended; only its parent has not noticed.
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

/// The part of a stat line behind the name, which may itself contain spaces and parentheses.
fn after_comm(stat: &str) -> Option<&str> {
    stat.rsplit_once(") ").map(|(_, rest)| rest)
}

/// Inode of a process's pid namespace.
///
/// # Errors
/// When the link may not be read.
pub fn pid_namespace_of(process: &str) -> io::Result<u64> {
    let link = fs::read_link(format!("/proc/{process}/ns/pid"))?;
    let text = link.to_string_lossy();
    let inode =
        text.strip_prefix("pid:[").and_then(|rest| rest.strip_suffix(']')).and_then(|number| number.parse().ok());
    inode.ok_or_else(|| io::Error::other(format!("{text} is not a pid namespace")))
}

/// Reads a process. What may not be read stays empty and is noted in `denied`. `None` when it has ended.
pub fn read_process(
    pid: u32,
    forked: bool,
    executables: &mut Executables,
    denied: &mut Vec<Denied>,
) -> Option<Process> {
    let start_ticks = start_ticks(pid)?;
    let root = format!("/proc/{pid}");
    let exe = format!("{root}/exe");
    let exe_path = noted(fs::read_link(&exe), &exe, denied)
        .map(|path| path.to_string_lossy().trim_end_matches(" (deleted)").to_owned())
        .unwrap_or_default();
    let program = noted(executables.read(Path::new(&exe)), &exe, denied).unwrap_or_default();
    let namespace = noted(pid_namespace_of(&pid.to_string()), &format!("{root}/ns/pid"), denied);
    let status = fs::read_to_string(format!("{root}/status")).unwrap_or_default();
    let argv = fs::read(format!("{root}/cmdline")).unwrap_or_default();
    let process = Process {
        pid,
        start_ticks,
        forked,
        present_at_end: false,
        exe_path,
        exe_bytes: program.bytes,
        exe_sha256: program.sha256,
        build_id: program.build_id,
        comm: fs::read_to_string(format!("{root}/comm")).map(|comm| comm.trim_end().to_owned()).unwrap_or_default(),
        uid: uid_of(&status),
        pid_ns_inode: namespace.unwrap_or(0),
        cgroup: cgroup_of(&fs::read_to_string(format!("{root}/cgroup")).unwrap_or_default()),
        argv_hash: hex(&Sha256::digest(&argv)),
    };
    // Half of it may be missing when it ended meanwhile.
    (self::start_ticks(pid) == Some(start_ticks)).then_some(process)
}

fn noted<T>(result: io::Result<T>, path: &str, denied: &mut Vec<Denied>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {
            denied.push(Denied { path: path.to_owned(), cause });
            None
        }
        Err(_) => None,
    }
}

fn uid_of(status: &str) -> u32 {
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    line.and_then(|ids| ids.split_ascii_whitespace().next()).and_then(|id| id.parse().ok()).unwrap_or(0)
}

/// Path in the unified hierarchy; where that does not exist, in the memory controller's.
fn cgroup_of(text: &str) -> String {
    let of = |wanted: fn(&str) -> bool| {
        text.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (controllers, path) = (parts.next()?, parts.next()?);
            (wanted(controllers) && path != "/").then(|| path.to_owned())
        })
    };
    of(str::is_empty)
        .or_else(|| of(|names| names.split(',').any(|name| name == "memory")))
        .unwrap_or_else(|| "/".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{after_comm, cgroup_of, pid_namespace_of, start_ticks, uid_of};

    #[test]
    fn a_name_with_parentheses_does_not_shift_the_fields() {
        assert_eq!(after_comm("7 (a) b) S 1 2"), Some("S 1 2"));
    }

    #[test]
    fn the_own_process_has_a_start_and_a_namespace() {
        assert!(start_ticks(std::process::id()).is_some_and(|ticks| ticks > 0));
        assert!(pid_namespace_of("self").is_ok_and(|inode| inode > 0));
        assert_eq!(start_ticks(u32::MAX), None);
    }

    #[test]
    fn the_unified_cgroup_comes_first() {
        assert_eq!(cgroup_of("9:memory:/old\n0::/unified\n"), "/unified");
        assert_eq!(cgroup_of("9:memory:/old\n0::/\n"), "/old");
        assert_eq!(cgroup_of(""), "/");
    }

    #[test]
    fn the_real_user_counts() {
        assert_eq!(uid_of("Name:\tx\nUid:\t65534\t0\t0\t0\n"), 65534);
    }
}
