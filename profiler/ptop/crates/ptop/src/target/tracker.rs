//! The process table of a record: the requested processes from the start, and
//! their children as they appear. A child that ended before it could be looked
//! at is listed with what the kernel said about it.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::executable::{Executables, hex};
use super::identity::{Denied, read_process, start_ticks};
use super::lifeline::Lifeline;
use crate::arguments::RequestedProcess;
use crate::record::Process;

/// A measured process as the kernel reported it.
#[derive(Debug, Clone)]
pub struct Member {
    /// In this program's pid namespace.
    pub pid: u32,
    /// Parent's pid; 0 for a process of the request.
    pub parent: u32,
    /// Boot time clock.
    pub start_ns: u64,
    /// Monotonic clock; when it last replaced its program while we watched, 0 if it did not.
    pub exec_ns: u64,
    /// On a CPU within the window, all its threads, where it has no row.
    pub cpu_ns: u64,
    /// Where its time and its events are counted, in [`Hits`](crate::bpf::Hits).
    pub row: u16,
    /// Whether it appeared while we watched.
    pub forked: bool,
    /// Its last name.
    pub comm: String,
    /// The program it replaced itself with while we watched, if it did.
    pub exec_path: Option<String>,
}

/// Where a process is in the table, and which exec of it that shows.
#[derive(Clone, Copy)]
struct Noticed {
    row: usize,
    exec_ns: u64,
}

/// Processes listed, the first ones.
const MAX_LISTED: usize = 4096;

/// Who they are.
#[derive(Default)]
pub struct Tracker {
    processes: Vec<Process>,
    noticed: HashMap<(u32, u64), Noticed>,
    executables: Executables,
    denied: Vec<Denied>,
    /// On a requested process that ran when it was last looked for one.
    witness: Option<Lifeline>,
}

impl Tracker {
    /// Reads the requested processes; those that have ended are left out, since workers come and go.
    pub fn start(requested: &[RequestedProcess]) -> Tracker {
        let mut tracker = Tracker::default();
        for RequestedProcess { pid, start_ticks: wanted } in requested {
            // Before anything else of it is read: another process may have the pid by now.
            if wanted.is_some() && start_ticks(*pid) != *wanted {
                continue;
            }
            let read = read_process(*pid, false, &mut tracker.executables, &mut tracker.denied);
            tracker.processes.extend(read.filter(|process| wanted.is_none_or(|start| process.start_ticks == start)));
        }
        tracker
    }

    /// The pids of the requested processes that still run.
    pub fn present(&self) -> Vec<u32> {
        let present = self.processes.iter().filter(|process| !process.forked && is_present(process));
        present.map(|process| process.pid).collect()
    }

    /// Files of the target that may not be read.
    pub fn denied(&self) -> &[Denied] {
        &self.denied
    }

    /// Takes note of children that are new, and of processes that have replaced their program.
    pub fn notice(&mut self, members: &[Member]) {
        for member in members.iter().filter(|member| member.forked || member.exec_ns > 0) {
            let known = self.noticed.get(&(member.pid, member.start_ns)).copied();
            let known = if member.forked { known } else { known.or_else(|| self.requested(member.pid)) };
            if !member.forked && known.is_none() {
                continue;
            }
            if known.map_or(self.processes.len() >= MAX_LISTED, |known| known.exec_ns == member.exec_ns) {
                continue;
            }
            let mut unnoticed = Vec::new();
            let read = read_process(member.pid, member.forked, &mut self.executables, &mut unnoticed);
            let row = known.map_or(self.processes.len(), |known| known.row);
            let process = read.unwrap_or_else(|| self.ended(member, row));
            match self.processes.get_mut(row) {
                Some(place) => *place = process,
                None => self.processes.push(process),
            }
            self.noticed.insert((member.pid, member.start_ns), Noticed { row, exec_ns: member.exec_ns });
        }
    }

    /// Where a process of the request is that has not replaced its program yet.
    fn requested(&self, pid: u32) -> Option<Noticed> {
        let row = self.processes.iter().position(|process| process.pid == pid && !process.forked)?;
        Some(Noticed { row, exec_ns: 0 })
    }

    /// One that ended unseen: a child has its parent's program unless it replaced it. One that was read after
    /// it had, though before that was known, stays as it was read.
    fn ended(&self, member: &Member, row: usize) -> Process {
        let runs = |process: &&Process| {
            let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
            member.exec_path.as_deref().is_some_and(|path| name(path) == name(&process.exe_path))
        };
        if let Some(read) = self.processes.get(row).filter(runs) {
            return read.clone();
        }
        let parent = self.processes.iter().rev().find(|process| process.pid == member.parent);
        let before = if member.forked { parent } else { self.processes.get(row) };
        let mut process = before.cloned().unwrap_or_else(unknown);
        process.pid = member.pid;
        process.forked = member.forked;
        process.start_ticks = ticks_of(member.start_ns);
        process.comm.clone_from(&member.comm);
        if let Some(path) = &member.exec_path {
            process = Process {
                exe_path: path.clone(),
                exe_bytes: 0,
                exe_sha256: String::new(),
                build_id: None,
                runtime: None,
                ..process
            };
        }
        process
    }

    /// Whether one of the requested processes still runs.
    pub fn any_present(&mut self) -> bool {
        if self.witness.as_ref().is_some_and(Lifeline::is_running) {
            return true;
        }
        for process in self.processes.iter().filter(|process| !process.forked) {
            // Before the look: the process that is found is then the one that the line is on.
            let line = Lifeline::open(process.pid);
            if is_present(process) {
                self.witness = line;
                return true;
            }
        }
        false
    }

    /// The table, with who is still there.
    pub fn finish(mut self, members: &[Member]) -> Vec<Process> {
        self.notice(members);
        // Names change after a fork; the kernel's last word counts for those that replaced their program.
        let last: HashMap<u32, &Member> = members.iter().map(|member| (member.pid, member)).collect();
        for process in &mut self.processes {
            process.present_at_end = is_present(process);
            if let Some(member) = last.get(&process.pid).filter(|member| member.exec_path.is_some()) {
                process.comm.clone_from(&member.comm);
            }
        }
        self.processes
    }
}

fn is_present(process: &Process) -> bool {
    start_ticks(process.pid) == Some(process.start_ticks)
}

fn unknown() -> Process {
    Process {
        pid: 0,
        start_ticks: 0,
        forked: true,
        cpu_ns: None,
        samples: None,
        hits: None,
        present_at_end: false,
        exe_path: String::new(),
        exe_bytes: 0,
        exe_sha256: String::new(),
        build_id: None,
        comm: String::new(),
        uid: 0,
        pid_ns_inode: 0,
        cgroup: String::new(),
        container_id: None,
        runtime: None,
        argv_hash: hex(&Sha256::digest([])),
    }
}

/// A time of the boot clock in the unit of `/proc/<pid>/stat`.
pub fn ticks_of(boot_ns: u64) -> u64 {
    boot_ns / 1_000_000_000 * ticks_per_second() + boot_ns % 1_000_000_000 * ticks_per_second() / 1_000_000_000
}

/// How long so many of those units are.
pub fn ns_of_ticks(ticks: u64) -> u64 {
    let per_second = ticks_per_second();
    ticks / per_second * 1_000_000_000 + ticks % per_second * 1_000_000_000 / per_second
}

fn ticks_per_second() -> u64 {
    // SAFETY: sysconf has no preconditions.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::{Member, RequestedProcess, Tracker, start_ticks};

    fn any(pid: u32) -> RequestedProcess {
        RequestedProcess { pid, start_ticks: None }
    }

    fn child(pid: u32, exec_path: Option<&str>) -> Member {
        Member {
            pid,
            parent: std::process::id(),
            start_ns: 1_500_000_000,
            exec_ns: u64::from(exec_path.is_some()),
            cpu_ns: 0,
            row: 0,
            forked: true,
            comm: "child".to_owned(),
            exec_path: exec_path.map(str::to_owned),
        }
    }

    #[test]
    fn a_child_that_ended_unseen_has_its_parents_program() {
        let mut tracker = Tracker::start(&[any(std::process::id())]);
        tracker.notice(&[child(u32::MAX - 1, None), child(u32::MAX - 2, Some("/bin/true"))]);
        tracker.notice(&[child(u32::MAX - 1, None)]);
        let table = tracker.finish(&[]);
        assert_eq!((table.len(), table[0].present_at_end, table[1].present_at_end), (3, true, false));
        assert_eq!((&table[1].exe_sha256, &table[1].comm), (&table[0].exe_sha256, &"child".to_owned()));
        assert_eq!((table[2].exe_path.as_str(), table[2].exe_sha256.as_str()), ("/bin/true", ""));
        assert_eq!(table[1].start_ticks, 150);
    }

    #[test]
    fn a_child_that_replaces_its_program_is_looked_at_again() {
        let mut tracker = Tracker::start(&[any(std::process::id())]);
        tracker.notice(&[child(u32::MAX - 1, None)]);
        tracker.notice(&[child(u32::MAX - 1, Some("/bin/true"))]);
        let table = tracker.finish(&[]);
        assert_eq!((table.len(), table[1].exe_path.as_str(), table[1].exe_bytes), (2, "/bin/true", 0));
    }

    #[test]
    fn processes_that_do_not_exist_are_left_out() {
        assert!(!Tracker::start(&[any(u32::MAX)]).any_present());
        let mut tracker = Tracker::start(&[any(u32::MAX), any(std::process::id())]);
        assert!(tracker.any_present() && tracker.finish(&[]).len() == 1);
    }

    #[test]
    fn a_process_under_a_reused_pid_is_left_out() {
        let pid = std::process::id();
        let start = start_ticks(pid).expect("it runs");
        let with = |start_ticks| Tracker::start(&[RequestedProcess { pid, start_ticks: Some(start_ticks) }]);
        assert_eq!(with(start).present(), [pid]);
        assert!(with(start + 1).present().is_empty());
    }
}
