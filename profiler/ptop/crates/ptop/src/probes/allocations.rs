//! Reader of `allocations`: attaches to the allocator of each process of the
//! target, those that are forked in the window included, as soon as they are seen.

use std::collections::HashMap;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::rc::Rc;

use libbpf_rs::Link;

use super::allocator::{Allocator, Function, find_allocators, identity};
use super::attached::{Attached, Since};
use super::base::{Probe, Proof, Setup};
use super::return_filter;
use super::rows::{add_each, sites_of};
use super::uprobes::{Wanted, Way};
use crate::abi::BLOCKS;
use crate::abi::memory::AllocationSum;
use crate::abi::stacks::StackKind;
use crate::bpf::by_first;
use crate::bpf::{LoadError, Loaded, PerCpu};
use crate::canary::CanaryActions;
use crate::engine::StackEvents;
use crate::record::memory::{AllocatingProcesses, AllocationFunction, Allocations as Axis};
use crate::record::probe::AttachPoint;
use crate::record::{Axes, MOST};
use crate::registry::Manifest;
use crate::target::Member;

/// Functions counted apart; more of them are counted as cut. As many places as the probe's map has.
pub(super) const MAX_FUNCTIONS: u32 = 128;
/// Requests smaller than this fail only when the kernel refuses the allocator memory.
const LARGE_BYTES: u64 = 128 * 1024;
/// What only the canary calls.
const CANARY_FUNCTIONS: [&str; 2] = ["memalign", "aligned_alloc"];

/// The attached probe.
pub struct Allocations {
    loaded: Loaded,
    functions: PerCpu<u32, AllocationSum>,
    stacks: Rc<StackEvents>,
    way: Way,
    /// By number: name and module.
    rows: Vec<(&'static str, String)>,
    numbers: HashMap<(u64, u64, u64), u32>,
    attached: Attached,
    /// Functions beyond the table.
    cut: u64,
}

impl Allocations {
    /// Loads; there is nothing to attach to before the processes are known.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<Allocations, LoadError> {
        let own = std::process::id();
        let [best, others @ ..] = Way::ALL;
        by_first(best, &others, |way| {
            let mut probe = Allocations::load_as(manifest, setup, way)?;
            probe.try_on(own)?;
            Ok(probe)
        })
    }

    fn load_as(manifest: &'static Manifest, setup: &Setup, way: Way) -> Result<Allocations, LoadError> {
        let loaded = setup.object(manifest, way.left_out())?;
        Ok(Allocations {
            functions: loaded.per_cpu("functions")?,
            loaded,
            stacks: setup.stack_events(manifest)?,
            way,
            rows: Vec::new(),
            numbers: HashMap::new(),
            attached: Attached::default(),
            cut: 0,
        })
    }

    /// Whether the kernel can do it this way: the collector itself, which is not the target, serves as the trial.
    fn try_on(&mut self, own: u32) -> Result<(), LoadError> {
        self.attach_to(own)?;
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        self.attached.forget();
        self.rows.clear();
        self.numbers.clear();
        self.cut = 0;
    }

    /// Attaches to the allocators of a process. Nothing comes back where it has none, or has ended.
    fn attach_to(&mut self, pid: u32) -> Result<Vec<Link>, LoadError> {
        return_filter::check(self.loaded.manifest(), pid)?;
        let mut links = Vec::new();
        for allocator in find_allocators(pid).unwrap_or_default() {
            self.attach(pid, &allocator, &mut links)?;
        }
        Ok(links)
    }

    fn processes(&self) -> AllocatingProcesses {
        AllocatingProcesses {
            watched: self.attached.count(Since::Start),
            late: self.attached.count(Since::Later),
            unwatched: self.attached.count(Since::Never),
        }
    }

    fn attach(&mut self, pid: u32, allocator: &Allocator, links: &mut Vec<Link>) -> Result<(), LoadError> {
        let mut wanted = Wanted::default();
        for function in &allocator.functions {
            if let Some(number) = self.number(allocator, function) {
                wanted.add(self.way, function, number);
            }
        }
        let path = PathBuf::from(format!("/proc/self/fd/{}", allocator.file.as_raw_fd()));
        wanted.attach(&self.loaded, self.way, pid as i32, &path, links)
    }

    /// The number under which a function is counted; the same file's is the same in every process.
    fn number(&mut self, allocator: &Allocator, function: &Function) -> Option<u32> {
        let (device, inode) = identity(&allocator.file)?;
        let key = (device, inode, function.offset);
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let number = self.rows.len() as u32;
        if number >= MAX_FUNCTIONS {
            self.cut += 1;
            return None;
        }
        self.rows.push((function.name, allocator.module.clone()));
        self.numbers.insert(key, number);
        Some(number)
    }

    fn sums(&self) -> Result<Vec<AllocationFunction>, LoadError> {
        let mut list = Vec::with_capacity(self.rows.len());
        for (number, (name, module)) in (0_u32..).zip(&self.rows) {
            let per_cpu = self.functions.get(&number)?;
            let row = function_row(name, module, &per_cpu);
            if row.count > 0 {
                list.push(row);
            }
        }
        list.sort_by(|a, b| {
            let key = |one: &AllocationFunction| (one.function, one.module.clone());
            (b.bytes, b.count).cmp(&(a.bytes, a.count)).then_with(|| key(a).cmp(&key(b)))
        });
        Ok(list)
    }
}

fn function_row(function: &'static str, module: &str, per_cpu: &[AllocationSum]) -> AllocationFunction {
    let mut row = AllocationFunction {
        function,
        module: module.to_owned(),
        count: 0,
        bytes: 0,
        failed: 0,
        blocks: [0; BLOCKS],
        bytes_blocks: [0; BLOCKS],
    };
    for one in per_cpu {
        row.count += one.count;
        row.bytes = row.bytes.saturating_add(one.bytes).min(MOST);
        row.failed += one.failed;
        add_each(&mut row.blocks, &one.blocks);
        for (all, part) in row.bytes_blocks.iter_mut().zip(one.bytes_blocks) {
            *all = all.saturating_add(part).min(MOST);
        }
    }
    row
}

fn no_allocator(manifest: &Manifest) -> LoadError {
    let reason = format!(
        "No process of the target has an allocation function that can be found: none in its libraries, and none among its program's symbols. {}",
        manifest.absent
    );
    let fix =
        "For a static program, keep its symbol table; a runtime that has its own allocator cannot be measured so.";
    LoadError::failed("no_allocator", reason, None, fix)
}

impl Probe for Allocations {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn watch_canary(&mut self, pid: u32) -> Result<(), LoadError> {
        let links = self.attach_to(pid)?;
        self.attached.hold(pid, links);
        Ok(())
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let rows = self.sums()?;
        let aligned = rows.iter().filter(|row| CANARY_FUNCTIONS.contains(&row.function));
        let (count, bytes) = aligned.fold((0, 0), |(count, bytes), row| (count + row.count, bytes + row.bytes));
        let mut proof = Proof::exact(actions.aligned, count, "aligned pieces of memory that the canary asked for");
        proof.fires &= bytes == actions.aligned_bytes;
        Ok(proof)
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.forget();
        self.loaded.reset_counters()?;
        self.stacks.reset(StackKind::Allocations)?;
        for number in 0..MAX_FUNCTIONS {
            self.functions.put(&number, &AllocationSum::default())?;
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
        let processes = self.processes();
        if processes.watched + processes.late == 0 {
            return Err(no_allocator(self.loaded.manifest()));
        }
        let rows = &self.rows;
        let name = |key: u32| rows.get(key as usize).map_or("unknown", |(name, _)| name).to_owned();
        axes.allocations = Some(Axis {
            functions: self.sums()?,
            sites: sites_of(&self.stacks, StackKind::Allocations, name),
            processes,
            failures_from_bytes: if self.way == Way::Session { LARGE_BYTES } else { 0 },
            cut: self.cut,
        });
        Ok(())
    }

    fn attached_as(&self) -> Option<AttachPoint> {
        let symbol = self.loaded.manifest().attach.symbol;
        Some(AttachPoint { kind: self.way.kind(), symbol })
    }
}

#[cfg(test)]
mod tests {
    use super::{Allocations, Way};
    use crate::abi::stacks::StackKind;
    use crate::canary::CanaryActions;
    use crate::probes::base::Probe;
    use crate::probes::trial::Trial;
    use crate::target::Member;

    const BYTES: usize = 1000;

    /// A function that calls another is as well, so that inner calls show.
    fn allocate(times: usize) {
        for alignment in [64, 8] {
            for _ in 0..times {
                let mut piece = std::ptr::null_mut();
                // SAFETY: a valid place for the result, which is given back.
                unsafe {
                    libc::posix_memalign(&raw mut piece, alignment, BYTES);
                    libc::free(std::hint::black_box(piece));
                }
            }
        }
        // SAFETY: nobody can have so much; nothing is given.
        unsafe { libc::free(std::hint::black_box(libc::malloc(std::hint::black_box(isize::MAX as usize - 4096)))) };
    }

    #[test]
    fn each_process_counts_once_however_often_it_is_shown() {
        let trial = Trial::of_this_process("allocations");
        let mut probe = Allocations::load(trial.manifest, &trial.setup).expect("the kernel can do it");
        let member = |pid, exec_ns| Member {
            pid,
            parent: 0,
            start_ns: 1,
            exec_ns,
            cpu_ns: 0,
            row: 0,
            forked: false,
            comm: String::new(),
            exec_path: None,
        };
        let (own, ended) = (std::process::id(), u32::MAX - 1);
        let counts = |probe: &Allocations| {
            let processes = probe.processes();
            (processes.watched, processes.late, processes.unwatched)
        };
        for _ in 0..3 {
            probe.notice(&[member(own, 0), member(ended, 0)]);
        }
        assert_eq!(counts(&probe), (1, 0, 1));
        probe.notice(&[member(own, 5), member(ended, 0)]);
        assert_eq!(counts(&probe), (0, 1, 1), "what it did between its start and being seen again is missing");
    }

    #[test]
    fn every_way_to_attach_counts_the_same() {
        let trial = Trial::of_this_process("allocations");
        for way in Way::ALL {
            let mut probe = Allocations::load_as(trial.manifest, &trial.setup, way).expect("the kernel can do it");
            probe.watch_canary(std::process::id()).expect("this process has an allocator");
            allocate(50);
            let rows = probe.sums().expect("it is read");
            let row = |name: &str| rows.iter().find(|row| row.function == name).expect("it was called");
            let aligned = row("posix_memalign");
            assert_eq!((aligned.count, aligned.bytes, aligned.failed), (100, 100 * BYTES as u64, 0), "{way:?}");
            assert_eq!(row("malloc").failed, 1, "{way:?}");
            assert!(row("free").count >= 100, "{way:?}");
            assert_eq!(probe.attached_as().expect("always").kind, way.kind());
            probe.drain();
            assert!(!probe.prove(&CanaryActions::default()).expect("it is read").fires, "nothing is no proof");
            trial.setup.stack_events(trial.manifest).expect("open").reset(StackKind::Allocations).expect("it is ours");
        }
    }
}
