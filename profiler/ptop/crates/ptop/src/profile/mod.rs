//! From samples to a profile: each sample's stack is unwound when it is read and
//! folded into a tree of addresses, one tree per kind of sample; names are looked
//! up once for all kinds, at the end. There is one profile per run, so that all
//! kinds share one set of unwinders and one budget.

mod axis;
mod builds;
mod by_function;
mod copies;
mod ends;
mod fold;
mod folded;
mod function_names;
mod functions;
mod layouts;
mod mapping_events;
mod names;
mod numbers;
mod texts;

#[cfg(test)]
pub use layouts::tests::member;

pub use fold::{Load, Place};
pub use folded::Folded;
pub use mapping_events::PAGES as MAPPING_PAGES;

use std::collections::{BTreeMap, HashMap};

use stacks::{Brought, CutReason, FramesPlan, JavaMachine, KnownThread, PythonEntry};

use crate::abi::python::{self, Python, Reading};
use crate::abi::stacks::{StackEvent, StackKind};
use crate::perf::UserSample;
use crate::record::LanguageRuntime;
use crate::record::cpu_stacks::Runtime;
use crate::record::stacks::PythonStacks;
use crate::target::Member;
use builds::Builds;
use copies::Copies;
use ends::{Ends, NotUnwound};
use fold::{AddressTree, Frame, Frames};
use layouts::Layouts;
use mapping_events::MappingEvents;
use names::Names;

/// What is folded apart: samples of the clock, and events by their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The clock's: where the CPU is.
    Clock,
    /// Events that carry a stack.
    Events(StackKind),
}

impl Source {
    /// Bytes before the interpreter's frames in what a program writes.
    fn head_bytes(self) -> usize {
        match self {
            Source::Clock => 0,
            Source::Events(_) => size_of::<StackEvent>(),
        }
    }

    fn number(self) -> usize {
        match self {
            Source::Clock => 0,
            Source::Events(kind) => 1 + kind as usize,
        }
    }
}

/// Processes whose samples are counted apart.
const MAX_PROCESSES: usize = 8192;

/// One kind's samples, folded.
struct Fold {
    tree: AddressTree,
    samples: u64,
    whole: u64,
    unread: u64,
    ends: Ends,
    python: PythonStacks,
}

impl Fold {
    fn new(tree: AddressTree) -> Fold {
        Fold { tree, samples: 0, whole: 0, unread: 0, ends: Ends::default(), python: PythonStacks::default() }
    }
}

/// Samples of one capture, folded. Memory is bounded by the constants of its parts.
pub struct Profile {
    layouts: Layouts,
    frames: Frames,
    folds: Vec<Fold>,
    names: Option<Names>,
    /// The stack unwound last, and its frames.
    stack: Vec<u64>,
    placed: Vec<Frame>,
    entries: Vec<PythonEntry>,
    /// The clock's, by pid.
    samples_of: HashMap<u32, u64>,
    /// The clock's, by executable.
    builds: Builds,
    is_kept: bool,
    lacks_rest: bool,
    /// `None` where the kernel does not report it: then what is mapped is read again when a stack leads elsewhere.
    mappings: Option<MappingEvents>,
}

impl Profile {
    /// Nothing yet.
    pub fn new() -> Profile {
        let weighed = StackKind::ALL.iter().map(|_| AddressTree::weighing());
        let trees = std::iter::once(AddressTree::counting()).chain(weighed);
        Profile {
            layouts: Layouts::new(),
            frames: Frames::new(),
            folds: trees.map(Fold::new).collect(),
            names: None,
            stack: Vec::new(),
            placed: Vec::new(),
            entries: Vec::new(),
            samples_of: HashMap::new(),
            builds: Builds::default(),
            is_kept: false,
            lacks_rest: false,
            mappings: None,
        }
    }

    /// Has the kernel report all code that is mapped from now on. Returns the memory that takes.
    pub fn follow_mappings(&mut self, cpus: &[u32]) -> u64 {
        self.mappings = MappingEvents::open(cpus).ok();
        self.layouts.set_reported(self.mappings.is_some());
        self.mappings.as_ref().map_or(0, MappingEvents::bytes)
    }

    /// Learns of all code that was mapped until now: before samples are added that were taken until then.
    pub fn catch_up(&mut self) {
        let Profile { layouts, mappings, .. } = self;
        let Some(mappings) = mappings else { return };
        if mappings.take(&mut |event| layouts.mapped(event)) {
            layouts.read_again();
        }
    }

    /// Samples count from now on; those before were the canary's.
    pub fn begin(&mut self) {
        self.is_kept = true;
    }

    /// Opens the target's processes now, while they live.
    pub fn notice(&mut self, members: &[Member]) {
        self.layouts.notice(members);
    }

    /// The target's Python interpreters by pid, at most so many.
    pub fn pythons(&mut self, most: usize) -> BTreeMap<u32, Python> {
        let found = self.layouts.pythons(most);
        found.into_iter().map(|(pid, exec_ns, layout)| (pid, Python::new(exec_ns, &layout))).collect()
    }

    /// The target's Java machines whose virtual threads have frames in the heap: pid, time of the exec that made the
    /// address space, and where those frames are.
    pub fn javas(&mut self, visit: &mut impl FnMut(u32, u64, JavaMachine<'_>)) {
        self.layouts.javas(visit);
    }

    /// Where the target's processes have frames outside their stacks: pid, time of the exec that made the address space,
    /// the plan, and the threads of which the first structure is known.
    pub fn frames_plans(&mut self, visit: &mut impl FnMut(u32, u64, FramesPlan, &[KnownThread])) {
        self.layouts.frames_plans(visit);
    }

    /// Every sample that had arrived was added.
    pub fn drained(&mut self) {
        self.layouts.drained();
    }

    /// Whether a stack ended where its copy did: it has frames that the kernel does not copy.
    pub fn lacks_rest(&self) -> bool {
        self.lacks_rest
    }

    /// Unwinds and folds one sample.
    pub fn add(&mut self, source: Source, sample: &UserSample<'_>, at: Place, load: Load) {
        if !self.is_kept {
            return;
        }
        let fold = &mut self.folds[source.number()];
        fold.samples += 1;
        if source == Source::Clock
            && (self.samples_of.len() < MAX_PROCESSES || self.samples_of.contains_key(&sample.pid))
        {
            *self.samples_of.entry(sample.pid).or_default() += 1;
        }
        let raw = sample.raw.get(source.head_bytes()..).unwrap_or(&[]);
        let copies = Copies::parse(raw);
        let mut reading = python::parse(if copies.heap().is_some() { &[] } else { raw }, &mut self.entries);
        if reading == Reading::KernelWorker {
            return fold.ends.not_unwound(NotUnwound::KernelWorker);
        }
        if sample.registers.is_empty() {
            // A thread that is ending: its memory has gone before it.
            reading = Reading::None;
        }
        fold.python.samples += u64::from(reading != Reading::None);
        fold.python.incomplete += u64::from(reading == Reading::Incomplete);
        let Some((number, target)) = self.layouts.of(sample.pid, sample.time_ns) else {
            return fold.ends.not_unwound(NotUnwound::ProcessNotRead);
        };
        let arch = stacks::Arch::NATIVE;
        let Ok(regs) = stacks::Registers::from_perf(arch, arch.perf_mask(), sample.registers) else {
            return fold.ends.not_unwound(NotUnwound::NoRegisters);
        };
        let before = target.counters();
        let time_ns = Some(sample.time_ns);
        let sample = stacks::Sample { regs, stack: sample.stack, chain: sample.chain };
        let brought = Brought {
            python: &self.entries,
            heap: copies.heap(),
            frames: copies.frames(),
            stack: copies.stack(),
            time_ns,
        };
        let outcome = target.unwind_with(&sample, brought, &mut self.stack);
        let after = target.counters();
        fold.python.frames += after.python_frames - before.python_frames;
        fold.unread += after.stacks_unread - before.stacks_unread;
        let has_left = after.python_frames_left > before.python_frames_left;
        fold.python.incomplete += u64::from(has_left && reading == Reading::Whole);
        self.lacks_rest |= outcome.cut_reason() == Some(CutReason::StackCopyEnded);
        match outcome.cut_reason() {
            None => fold.whole += 1,
            Some(reason) => fold.ends.cut(reason),
        }
        self.layouts.place(number, &self.stack, &mut self.placed);
        fold.tree.add(&mut self.frames, &self.placed, at, load);
        if source == Source::Clock {
            self.add_to_build(number, at.block);
        }
    }

    /// Adds the sample placed last to the executable of its address space.
    fn add_to_build(&mut self, number: u32, block: usize) {
        let (Some(leaf), Some(program)) = (self.placed.first(), self.layouts.program(number)) else { return };
        self.builds.add(program, self.frames.find(*leaf), block);
    }

    /// Learns which executable each process ran last, by pid and SHA-256, the last one of a pid that was given away.
    /// Only before the first call of [`Profile::finish`].
    pub fn name_builds<'a>(&mut self, processes: impl Iterator<Item = (u32, &'a str)>) {
        let named = processes.filter_map(|(pid, sha256)| Some((self.layouts.program_of(pid)?, sha256)));
        self.builds.name(named);
    }

    /// One kind in terms of functions. The first call names the addresses of all kinds, so nothing is added afterwards.
    pub fn finish(&mut self, source: Source) -> Folded {
        if self.names.is_none() {
            self.frames.freeze();
            self.folds.iter_mut().for_each(|fold| fold.tree.freeze());
            crate::collector::memory::give_back();
            // Trees refer to frames by number only.
            let mut names = Names::look_up(std::mem::take(&mut self.frames.rows), &mut self.layouts);
            names.functions.cut += self.frames.cut;
            self.names = Some(names);
        }
        let fold = &mut self.folds[source.number()];
        let tree = std::mem::replace(&mut fold.tree, AddressTree::weighing());
        let (samples, whole, unread) = (fold.samples, fold.whole, fold.unread);
        let (ends_early, python) = (fold.ends.listed(), fold.python);
        let builds = if source == Source::Clock { std::mem::take(&mut self.builds) } else { Builds::default() };
        let folded = self
            .names
            .as_mut()
            .map_or_else(Folded::default, |names| axis::build(tree, names, &mut self.layouts, &builds));
        Folded { samples, whole, unread, ends_early, python, ..folded }
    }

    /// The clock's samples of a process.
    pub fn samples_of(&self, pid: u32) -> u64 {
        self.samples_of.get(&pid).copied().unwrap_or(0)
    }

    /// The language runtime of a process.
    pub fn runtime_of(&self, pid: u32) -> Option<LanguageRuntime> {
        self.layouts.runtime_of(pid)
    }

    /// Language runtimes found in the target.
    pub fn runtimes(&self) -> Vec<Runtime> {
        self.layouts.runtimes()
    }
}
