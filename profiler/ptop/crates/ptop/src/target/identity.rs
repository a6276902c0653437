//! One process as `/proc` shows it. argv is only hashed, the environment is
//! never read.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::container_id::container_id;
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

/// The line the kernel keeps about a process in `stat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Its pid, in the pid namespace of procfs.
    pub pid: u32,
    /// The pid of its parent, 0 when that is outside.
    pub parent: u32,
    /// Whether it is part of the kernel and runs no program.
    pub is_kernel_thread: bool,
    /// Start in clock ticks since boot.
    pub start_ticks: u64,
}

/// The kernel's flag for its own threads (`PF_KTHREAD` in `include/linux/sched.h`).
const KERNEL_THREAD: u32 = 0x0020_0000;

impl Stat {
    /// Reads the line. `None` when the process has ended, or it is no such line.
    pub fn parse(stat: &[u8]) -> Option<Stat> {
        // The name may hold any bytes.
        let stat = String::from_utf8_lossy(stat);
        let pid = stat.split(' ').next()?.parse().ok()?;
        let fields: Vec<&str> = after_comm(&stat)?.split_ascii_whitespace().collect();
        // A zombie has ended; only its parent has not noticed.
        if matches!(*fields.first()?, "Z" | "X") {
            return None;
        }
        let flags: u32 = fields.get(6)?.parse().ok()?;
        Some(Stat {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            is_kernel_thread: flags & KERNEL_THREAD != 0,
            start_ticks: fields.get(19)?.parse().ok()?,
        })
    }
}

/// Whether there is a process of that id, though only its parent has yet to notice that it ended.
pub fn exists(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

/// Start time in clock ticks since boot; with the pid it names a process for good. `None` when it has ended.
pub fn start_ticks(pid: u32) -> Option<u64> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    Stat::parse(&stat).map(|stat| stat.start_ticks)
}

/// The part of a stat line behind the name, which may itself contain spaces and parentheses.
fn after_comm(stat: &str) -> Option<&str> {
    stat.rsplit_once(") ").map(|(_, rest)| rest)
}

/// A file of procfs as text; empty when it cannot be read. Names in it may hold any bytes.
fn text_of(path: &str) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
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
    let status = text_of(&format!("{root}/status"));
    let cgroups = text_of(&format!("{root}/cgroup"));
    let cgroup = cgroup_of(&cgroups);
    let argv = fs::read(format!("{root}/cmdline")).unwrap_or_default();
    let process = Process {
        pid,
        start_ticks,
        forked,
        cpu_ns: None,
        samples: None,
        hits: None,
        present_at_end: false,
        exe_path,
        exe_bytes: program.bytes,
        exe_sha256: program.sha256,
        build_id: program.build_id,
        comm: text_of(&format!("{root}/comm")).trim_end().to_owned(),
        uid: uid_of(&status),
        pid_ns_inode: namespace.unwrap_or(0),
        container_id: container_id(&cgroup, &cgroups),
        cgroup,
        runtime: program.go,
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
    use super::{Stat, cgroup_of, pid_namespace_of, start_ticks, uid_of};

    const REST: &str = "1 2 3 0 -1 4194560 5 6 7 8 9 10 11 12 20 0 1 0 4711 13";

    #[test]
    fn a_name_of_any_bytes_does_not_shift_the_fields() {
        let expected = Stat { pid: 7, parent: 1, is_kernel_thread: false, start_ticks: 4711 };
        for name in [&b"app"[..], b"a) b", b") S 9 9", b"\xff\xfe("] {
            let line = [b"7 (", name, b") S ", REST.as_bytes()].concat();
            assert_eq!(Stat::parse(&line), Some(expected), "{}", String::from_utf8_lossy(name));
        }
    }

    #[test]
    fn what_has_ended_or_is_no_line_has_none() {
        for line in [format!("7 (app) Z {REST}"), format!("7 (app) X {REST}"), "7 (app) S 1".to_owned(), String::new()]
        {
            assert_eq!(Stat::parse(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn kernel_threads_are_known_by_their_flag() {
        // kthreadd, the parent of all of them, where this pid namespace shows it.
        let line = format!("2 (kthreadd) S {}", REST.replace("4194560", "2129984"));
        assert!(Stat::parse(line.as_bytes()).is_some_and(|stat| stat.is_kernel_thread));
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
