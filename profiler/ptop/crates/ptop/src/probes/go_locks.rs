//! Reader of `go_locks`: attaches to the functions in which goroutines wait for locks, in each program of Go of the target
//! as soon as it is seen.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use libbpf_rs::{Link, UprobeMultiOpts, UprobeOpts};
use stacks::{GoCall, find_go_calls};

use super::allocator::identity;
use super::attached::{Attached, Since};
use super::base::{Probe, Proof, Setup};
use super::rows::{add_each, wait_stacks};
use crate::abi::stacks::StackKind;
use crate::abi::waits::Goroutine;
use crate::abi::{BLOCKS, LATENCY_BUCKETS, Outcome};
use crate::bpf::by_first;
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::marked_function::marked_function;
use crate::canary::{CanaryActions, OWN_PROGRAM};
use crate::engine::StackEvents;
use crate::record::Axes;
use crate::record::probe::AttachPoint;
use crate::record::times::{GoLock, GoProcesses, GoroutineWaits};
use crate::registry::Manifest;
use crate::target::Member;
use crate::target::go_runtime;

/// Locks by their number in the probe.
const LOCKS: [&str; 3] = ["mutex", "rwmutex_write", "rwmutex_read"];
/// What the runtime's functions wait for. They are called for a lock that is taken and for nothing else. The first has
/// its first name up to Go 1.23, and waited for all three kinds up to 1.19.
const FUNCTIONS: [(&str, u64); 4] = [
    ("sync.runtime_SemacquireMutex", 0),
    ("internal/sync.runtime_SemacquireMutex", 0),
    ("sync.runtime_SemacquireRWMutex", 1),
    ("sync.runtime_SemacquireRWMutexR", 2),
];
/// Bit of the cookie, as in the probe.
const ENDS: u64 = 1 << 8;

/// What is known of an executable file.
enum Program {
    Other,
    /// Of Go, and not understood.
    Unread(String),
    /// Offsets and cookies.
    Go(Rc<Vec<(usize, u64)>>),
}

/// The attached probe.
pub struct GoLocks {
    loaded: Loaded,
    waits: PerCpu<u32, Outcome>,
    waiting: Table<Goroutine, u64>,
    stacks: Rc<StackEvents>,
    /// Attaches to many places at once, and not one by one.
    is_multi: bool,
    attached: Attached,
    /// By device and inode.
    programs: HashMap<(u64, u64), Program>,
    unread: BTreeSet<String>,
}

impl GoLocks {
    /// Loads; there is nothing to attach to before the processes are known.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<GoLocks, LoadError> {
        by_first(true, &[false], |is_multi| {
            let probe = GoLocks::load_as(manifest, setup, is_multi)?;
            // Whether the kernel can do it this way: the collector itself, which is not the target, serves as the trial.
            probe.attach_to_marked(std::process::id())?;
            Ok(probe)
        })
    }

    fn load_as(manifest: &'static Manifest, setup: &Setup, is_multi: bool) -> Result<GoLocks, LoadError> {
        let loaded = setup.object(manifest, &[program(!is_multi)])?;
        Ok(GoLocks {
            waits: loaded.per_cpu("go_waits")?,
            waiting: loaded.table("waiting_goroutines")?,
            loaded,
            stacks: setup.stack_events(manifest)?,
            is_multi,
            attached: Attached::default(),
            programs: HashMap::new(),
            unread: BTreeSet::new(),
        })
    }

    /// Attaches to the function that the canary calls.
    fn attach_to_marked(&self, pid: u32) -> Result<Vec<Link>, LoadError> {
        let Some(function) = marked_function() else {
            let absent = self.loaded.manifest().absent;
            let reason = format!("The collector does not find its own code in its memory. {absent}");
            let fix = "Mount /proc in the collector's container.";
            return Err(LoadError::failed("own_code_not_found", reason, None, fix));
        };
        self.attach(pid, Path::new(OWN_PROGRAM), &[(function.entry as usize, 0), (function.end as usize, ENDS)])
    }

    /// Attaches to a process. Nothing comes back where it is no program of Go, is not understood, or has ended.
    fn attach_to(&mut self, pid: u32) -> Result<Vec<Link>, LoadError> {
        let Ok(file) = File::open(format!("/proc/{pid}/exe")) else { return Ok(Vec::new()) };
        let Some(key) = identity(&file) else { return Ok(Vec::new()) };
        let program = self.programs.entry(key).or_insert_with(|| read_program(&file));
        match program {
            Program::Other => Ok(Vec::new()),
            Program::Unread(version) => {
                self.unread.insert(version.clone());
                Ok(Vec::new())
            }
            Program::Go(places) => {
                let places = Rc::clone(places);
                self.attach(pid, &PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd())), &places)
            }
        }
    }

    fn attach(&self, pid: u32, path: &Path, places: &[(usize, u64)]) -> Result<Vec<Link>, LoadError> {
        let failed = |error: libbpf_rs::Error| {
            LoadError::from_bpf(self.loaded.manifest(), "attaching to the runtime of Go", &error)
        };
        let program = self.loaded.program(program(self.is_multi))?;
        if places.is_empty() {
            return Ok(Vec::new());
        }
        if self.is_multi {
            let (offsets, cookies) = places.iter().copied().unzip();
            let options = UprobeMultiOpts { offsets, cookies, ..UprobeMultiOpts::default() };
            return Ok(vec![program.attach_uprobe_multi_with_opts(pid as i32, path, "", options).map_err(failed)?]);
        }
        let one = |(offset, cookie): &(usize, u64)| {
            let options = UprobeOpts { cookie: *cookie, ..UprobeOpts::default() };
            program.attach_uprobe_with_opts(pid as i32, path, *offset, options).map_err(failed)
        };
        places.iter().map(one).collect()
    }

    fn rows(&self) -> Result<Vec<GoLock>, LoadError> {
        let mut rows = Vec::new();
        for (number, lock) in (0_u32..).zip(LOCKS) {
            let mut row = GoLock { lock, count: 0, total_ns: 0, hist: [0; LATENCY_BUCKETS], blocks: [0; BLOCKS] };
            for one in self.waits.get(&number)? {
                row.count += one.count;
                row.total_ns += one.total_ns;
                add_each(&mut row.hist, &one.latency);
                add_each(&mut row.blocks, &one.blocks);
            }
            if row.count > 0 {
                rows.push(row);
            }
        }
        rows.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then(a.lock.cmp(b.lock)));
        Ok(rows)
    }
}

fn program(is_multi: bool) -> &'static str {
    if is_multi { "on_go_lock" } else { "on_one_go_lock" }
}

fn read_program(file: &File) -> Program {
    let Some(runtime) = go_runtime(file) else { return Program::Other };
    let names = FUNCTIONS.map(|(name, _)| name);
    let Some(calls) = file.try_clone().ok().and_then(|file| find_go_calls(file, &names)) else {
        return Program::Unread(runtime.version.unwrap_or_else(|| "unknown".to_owned()));
    };
    let mut places = Vec::new();
    for (call, (_, lock)) in calls.into_iter().zip(FUNCTIONS) {
        let Some(GoCall { entry, returns }) = call else { continue };
        places.push((entry as usize, lock));
        places.extend(returns.into_iter().map(|offset| (offset as usize, lock | ENDS)));
    }
    Program::Go(Rc::new(places))
}

impl Probe for GoLocks {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn watch_canary(&mut self, pid: u32) -> Result<(), LoadError> {
        let links = self.attach_to_marked(pid)?;
        self.attached.hold(pid, links);
        Ok(())
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        self.stacks.drain();
        let count = self.rows()?.iter().map(|row| row.count).sum();
        let proof = Proof::exact(actions.marked_calls, count, "calls and returns of a function, and a stack");
        Ok(Proof { fires: proof.fires && self.stacks.received(StackKind::GoLocks) > 0, ..proof })
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.attached.forget();
        self.loaded.reset_counters()?;
        self.stacks.reset(StackKind::GoLocks)?;
        self.waiting.clear()?;
        for (number, _) in (0_u32..).zip(LOCKS) {
            self.waits.put(&number, &Outcome::NONE)?;
        }
        Ok(())
    }

    fn notice(&mut self, members: &[Member]) {
        let mut attached = std::mem::take(&mut self.attached);
        attached.notice(members, |pid| self.attach_to(pid));
        self.attached = attached;
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        self.attached.take_trouble()?;
        let processes =
            GoProcesses { watched: self.attached.count(Since::Start), late: self.attached.count(Since::Later) };
        if processes.watched + processes.late == 0 && self.unread.is_empty() {
            return Ok(());
        }
        let waits = self.rows()?;
        let folded = self.stacks.finish(StackKind::GoLocks);
        let name = |key: u32| LOCKS.get(key as usize).copied().unwrap_or("unknown").to_owned();
        let stacks = wait_stacks(folded, self.stacks.lost(StackKind::GoLocks), name);
        let unread = self.unread.iter().cloned().collect();
        // The axis is that of futex_waits, which is read before this one.
        if let Some(locks) = &mut axes.locks {
            locks.goroutines = Some(GoroutineWaits { waits, stacks, processes, unread });
        }
        Ok(())
    }

    fn attached_as(&self) -> Option<AttachPoint> {
        let symbol = self.loaded.manifest().attach.symbol;
        Some(AttachPoint { kind: if self.is_multi { "uprobe.multi" } else { "uprobe" }, symbol })
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::Path;

    use super::{ENDS, GoLocks, Program, read_program};
    use crate::canary::CanaryActions;
    use crate::canary::marked_function::call_marked_function;
    use crate::probes::base::Probe;
    use crate::probes::trial::Trial;

    #[test]
    fn every_way_to_attach_counts_the_same() {
        let trial = Trial::of_this_process("go_locks");
        for (is_multi, kind) in [(true, "uprobe.multi"), (false, "uprobe")] {
            let mut probe = GoLocks::load_as(trial.manifest, &trial.setup, is_multi).expect("the kernel can do it");
            let links = probe.attach_to_marked(std::process::id()).expect("it is found");
            let mut actions = CanaryActions::default();
            call_marked_function(&mut actions);
            drop(links);
            assert!(probe.prove(&actions).expect("it is read").fires, "{kind}");
            assert_eq!(probe.attached_as().expect("always").kind, kind);
            probe.reset().expect("the maps are ours");
            assert!(!probe.prove(&actions).expect("it is read").fires, "nothing is no proof");
        }
    }

    #[test]
    fn only_programs_of_go_that_are_understood_are_attached_to() {
        let go = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs/stripped");
        let Program::Go(places) = read_program(&File::open(&go).expect("run ./farol test")) else { panic!("it is Go") };
        let cookies: Vec<u64> = places.iter().map(|(_, cookie)| *cookie).collect();
        assert_eq!(cookies, [0, ENDS, 1, 1 | ENDS, 2, 2 | ENDS], "each is called and returns");

        // The mark of the table's layout, as Go 1.16 and 1.17 have it.
        let mut bytes = fs::read(&go).expect("it was opened");
        let mark =
            bytes.windows(8).position(|window| window == [0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]).expect("its table");
        bytes[mark] = 0xfa;
        let older = std::env::temp_dir().join(format!("ptop-older-go-{}", std::process::id()));
        fs::write(&older, bytes).expect("the temporary directory is writable");
        let program = read_program(&File::open(&older).expect("it was written"));
        fs::remove_file(&older).expect("it was written");
        assert!(matches!(program, Program::Unread(version) if version.starts_with("1.")));
        assert!(matches!(read_program(&File::open("/proc/self/exe").expect("the own executable")), Program::Other));
    }
}
