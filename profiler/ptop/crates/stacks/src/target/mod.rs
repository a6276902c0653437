//! One observed process: the crate's front. Owns everything that is remembered
//! about it; the walk itself is in `walk`, naming in `symbols`.

mod chain;
mod kept;
mod walk;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cfi::rule_store::{AddressCache, RuleStore};
use crate::files::pages::PageCache;
use crate::languages::python::{PythonEntry, PythonLayout};
use crate::languages::{
    CopiedFrames, Finding, Frames, FramesPlan, HeapChunk, JavaMachine, KnownThread, Languages, RuntimeNote,
};
use crate::modules::module::Scratch;
use crate::modules::{Modules, Opening};
use crate::process::code::{Code, CodeFile};
use crate::process::mappings::{self, Line, Mapping, Mappings};
use crate::process::memory::Memory;
use crate::process::{Process, Root};
use crate::types::arch::Arch;
use crate::types::arch::page_bytes;
use crate::types::clock::monotonic_ns;
use crate::types::counters::Counters;
use crate::types::error::Error;
use crate::types::limits::Limits;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::StackPart;

/// How much sooner than the limit says the mappings are first read again.
const FIRST_REFRESHES: u32 = 1024;
/// The first readings may take more of the time: a program that ends soon has none later.
const FREE_REFRESHES: u64 = 5;

/// One stack sample: the user registers and the bytes the kernel copied from
/// the stack pointer upwards.
pub struct Sample<'a> {
    /// User registers at the moment of the sample.
    pub regs: Registers,
    /// Stack bytes; the first lies at the stack pointer.
    pub stack: &'a [u8],
    /// What the kernel found by frame pointers at the same moment: the instruction pointer, then return addresses.
    /// May be empty.
    pub chain: &'a [u64],
}

/// What was read at the moment of a sample of the frames that are not on the thread's stack.
#[derive(Debug, Clone, Copy, Default)]
pub struct Brought<'a> {
    /// Those of its Python interpreter, newest first.
    pub python: &'a [PythonEntry],
    /// Those of the virtual thread of Java that it carries, newest first. `None` when nobody looked for them.
    pub heap: Option<&'a [HeapChunk<'a>]>,
    /// Those that another runtime keeps outside the stack, by [`Target::frames_plan`]. `None` when nobody looked for them.
    pub frames: Option<&'a CopiedFrames<'a>>,
    /// Parts of the thread's stack that the sample's own copy of it does not have.
    pub stack: &'a [StackPart<'a>],
    /// When the sample was taken, by the monotonic clock. `None`: by what is mapped now.
    pub time_ns: Option<u64>,
}

/// Code that a process mapped, as the kernel reports it at that moment.
#[derive(Debug, Clone, Copy)]
pub struct NewMapping<'a> {
    /// By the monotonic clock.
    pub time_ns: u64,
    /// The first address, and the one behind the last.
    pub start: u64,
    /// See `start`.
    pub end: u64,
    /// In the file.
    pub offset: u64,
    /// Major and minor number.
    pub device: (u32, u32),
    /// As the file's own file system has it.
    pub inode: u64,
    /// As the process sees it; `//anon` where it is no file.
    pub path: &'a str,
}

impl NewMapping<'_> {
    /// As `maps` writes it.
    fn device(&self) -> String {
        let (major, minor) = self.device;
        format!("{major:02x}:{minor:02x}")
    }
}

/// One observed process. Holds one file descriptor per module that a stack has
/// touched, so that addresses can be named after the process has ended.
pub struct Target {
    pub(crate) process: Process,
    pub(crate) arch: Arch,
    pub(crate) limits: Limits,
    pub(crate) mappings: Mappings,
    pub(crate) modules: Modules,
    pub(crate) rules: RuleStore,
    pub(crate) addresses: AddressCache,
    pub(crate) pages: PageCache,
    pub(crate) scratch: Scratch,
    /// The rule looked up last, when it is not in the store.
    pub(crate) loose_rule: Vec<u8>,
    pub(crate) code: Code,
    pub(crate) memory: Arc<Memory>,
    pub(crate) languages: Languages,
    /// Functions of languages that were reported.
    pub(crate) frames: Frames,
    pub(crate) counters: Counters,
    page_bytes: u64,
    refreshed: Instant,
    refresh_cost: Duration,
    /// Shortest time between two readings; grows to the limit.
    refresh_interval: Duration,
    bytes_when_given_back: u64,
    /// Whether [`Target::mapped`] receives all code that is mapped.
    is_reported: bool,
    /// That of the stack at hand, or of the one unwound last.
    pub(crate) epoch: u16,
    /// Modules that were open at the last look for runtimes.
    looked_at: usize,
    code_files: CodeFiles,
    /// Where the address lies that a rule was looked up for last.
    pub(crate) last_place: Option<Place>,
    /// Whether the stack at hand leads through code that a runtime made or interprets which nobody here reads.
    pub(crate) is_unread: bool,
    /// Whether somebody wrote a map of the code that is in no file.
    pub(crate) has_map: bool,
}

/// The files that instructions are read from when a process's memory is gone.
#[derive(Default)]
struct CodeFiles {
    /// Modules that were open when they were listed.
    modules: usize,
    /// Whether all were opened for that.
    are_all: bool,
}

/// Where an address lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// At a link-time address of an opened module.
    Module(u16, u64),
    /// In executable memory that is not an ELF file.
    Anonymous,
}

impl Target {
    /// Opens the process with this id and reads its mappings.
    ///
    /// # Errors
    /// When `/proc/<pid>/maps` cannot be read.
    pub fn open(pid: u32, limits: Limits) -> Result<Target, Error> {
        Target::open_beside(pid, &Root::of(pid), limits)
    }

    /// As [`Target::open`], of a process that may end at any moment: its files are looked for in `beside`, the root of it
    /// or of another process that sees the same files, when it has ended before they were opened. They must be the files
    /// that it had mapped.
    ///
    /// # Errors
    /// As [`Target::open`].
    pub fn open_beside(pid: u32, beside: &Root, limits: Limits) -> Result<Target, Error> {
        let mut target = Target::closed(PathBuf::from(format!("/proc/{pid}")), Arch::NATIVE, limits);
        target.process.set_beside(beside.clone());
        target.refresh_mappings()?;
        Ok(target)
    }

    /// As [`Target::open_beside`], by a target of a process that is gone: what it learned of files that both have
    /// mapped need not be read again. Everything else is forgotten, and addresses met before mean nothing any more.
    ///
    /// # Errors
    /// As [`Target::open`].
    pub fn move_to(self, pid: u32, beside: &Root) -> Result<Target, Error> {
        let mut fresh = Target::closed(PathBuf::from(format!("/proc/{pid}")), self.arch, self.limits);
        fresh.process.set_beside(beside.clone());
        if self.modules.are_unchanged() {
            let Target { modules, rules, addresses, pages, .. } = self;
            fresh = Target { modules, rules, addresses, pages, ..fresh };
            fresh.modules.try_again();
        }
        fresh.refresh_mappings()?;
        Ok(fresh)
    }

    /// Opens a process by a directory that holds what `/proc/<pid>` does
    /// (`maps`, `root`, and where they exist `map_files`, `mem`, `exe`,
    /// `status`): how recorded samples are walked again, on any architecture.
    ///
    /// # Errors
    /// When its `maps` cannot be read.
    pub fn open_at(directory: &Path, arch: Arch, limits: Limits) -> Result<Target, Error> {
        let mut target = Target::closed(directory.to_owned(), arch, limits);
        target.refresh_mappings()?;
        Ok(target)
    }

    /// Of which nothing was read yet.
    pub(crate) fn closed(directory: PathBuf, arch: Arch, limits: Limits) -> Target {
        let process = Process::new(directory);
        let memory = Arc::new(Memory::new(process.memory()));
        let code = Code::new(arch, Arc::clone(&memory));
        Target {
            process,
            arch,
            mappings: Mappings::default(),
            modules: Modules::default(),
            rules: RuleStore::new(&limits),
            addresses: AddressCache::new(&limits),
            pages: PageCache::new(limits.cached_pages),
            scratch: Scratch::default(),
            loose_rule: Vec::new(),
            code,
            memory,
            languages: Languages::new(),
            frames: Frames::new(&limits),
            counters: Counters::default(),
            page_bytes: page_bytes(),
            refreshed: Instant::now(),
            refresh_cost: Duration::ZERO,
            refresh_interval: limits.refresh_interval / FIRST_REFRESHES,
            bytes_when_given_back: 0,
            is_reported: false,
            epoch: 0,
            looked_at: 0,
            code_files: CodeFiles::default(),
            last_place: None,
            is_unread: false,
            has_map: false,
            limits,
        }
    }

    /// Reads the mappings again. An unknown address does this by itself, at most
    /// once per [`Limits::refresh_interval`], more often only in the beginning, when a program maps what it needs, and
    /// never, but for the first few readings, for more than about 2 % of the time.
    ///
    /// # Errors
    /// When `/proc/<pid>/maps` cannot be read; what was known stays.
    pub fn refresh_mappings(&mut self) -> Result<(), Error> {
        let started = Instant::now();
        let now_ns = monotonic_ns();
        let maps = self.process.maps()?;
        let mut found: Vec<Mapping> = Vec::new();
        let mut ignored = 0;
        let read = mappings::read(maps, |line| {
            if found.len() >= self.limits.mappings {
                ignored += 1;
                return;
            }
            let module = self.modules.number(line, now_ns);
            let known = self.mappings.find(line.start).filter(|old| (old.start, old.module) == (line.start, module));
            let bias = known.filter(|old| old.offset == line.offset).and_then(|old| old.bias);
            let Line { start, end, offset, .. } = *line;
            let new = Mapping { start, end, offset, module, bias, last: mappings::EVER };
            // What is listed is of now: where a file has taken another's place, when it did is still to be reported.
            let others: Vec<Mapping> = self.mappings.others(&new).filter(|_| self.is_reported).collect();
            if others.is_empty() {
                found.push(new);
            }
            found.extend(others);
        });
        read.map_err(|cause| self.process.error("maps", cause))?;
        if found.is_empty() && !self.mappings.current().is_empty() {
            // A process that has ended and that nobody has waited for.
            return Err(self.process.error("maps", std::io::Error::from_raw_os_error(libc::ESRCH)));
        }
        found.sort_unstable_by_key(|mapping| mapping.start);
        found.dedup_by_key(|mapping| mapping.start);
        self.mappings.replace(found, self.limits.mappings, now_ns);
        self.memory = Arc::new(Memory::new(self.process.memory()));
        self.renew_code();
        self.counters.mappings_ignored = ignored;
        self.counters.refreshes += 1;
        // What opening a runtime costs comes once, and says nothing about the next reading.
        self.refresh_cost = started.elapsed();
        self.languages.refresh(&self.memory);
        self.open_runtimes();
        self.refreshed = Instant::now();
        Ok(())
    }

    /// Frees what only unwinding needs: to be called before naming, when no sample is left. A sample
    /// that is unwound afterwards is unwound from the start.
    pub fn forget_rules(&mut self) {
        let small = Limits { cached_addresses: 1, distinct_rules: 1, cached_pages: 1, ..self.limits.clone() };
        self.addresses = AddressCache::new(&small);
        self.rules = RuleStore::new(&small);
        let (pages, bytes) = self.pages.totals();
        self.counters.pages_read += pages;
        self.counters.bytes_read += bytes;
        self.modules.give_back(0);
        self.pages = PageCache::new(small.cached_pages);
        self.bytes_when_given_back = 0;
        self.scratch = Scratch::default();
        self.loose_rule = Vec::new();
    }

    /// Which meaning of addresses held when the stack was taken that was unwound last: it changes when code takes the
    /// place of other code, for example of a library that was unloaded. The addresses of a stack belong to its epoch.
    #[must_use]
    pub fn epoch(&self) -> u16 {
        self.epoch
    }

    /// From now on [`Target::mapped`] receives all code that the process maps; or no longer, because some was missed.
    pub fn set_reported(&mut self, is_reported: bool) {
        self.is_reported = is_reported;
    }

    /// The kernel reports that the process mapped code. With `is_shared` other processes have this address space by
    /// now, each a copy, and it is not known whose stacks it concerns.
    pub fn mapped(&mut self, new: &NewMapping<'_>, is_shared: bool) {
        let device = new.device();
        let line = Line {
            start: new.start,
            end: new.end,
            offset: new.offset,
            device: &device,
            inode: new.inode,
            path: new.path,
        };
        let process = &self.process;
        let module = self.modules.number_of_new(&line, new.time_ns, |modules| {
            let mut number = None;
            // Unless another has taken its place, the process has it there.
            let is_it = |listed: &Line<'_>| {
                let is_file = listed.path == line.path || (listed.device, listed.inode) == (line.device, line.inode);
                (listed.start, listed.offset) == (line.start, line.offset) && is_file
            };
            let visit = |listed: &Line<'_>| {
                if is_it(listed) {
                    number = Some(modules.number(listed, new.time_ns));
                }
            };
            process.maps().is_ok_and(|maps| mappings::read(maps, visit).is_ok()).then_some(number).flatten()
        });
        let Line { start, end, offset, .. } = line;
        let mapping = Mapping { start, end, offset, module, bias: None, last: mappings::EVER };
        let before = self.mappings.epoch();
        self.mappings.map(mapping, !is_shared, (self.limits.mappings, new.time_ns));
        if self.mappings.epoch() != before {
            self.renew_code();
        }
        // It may hold a runtime.
        self.looked_at = usize::MAX;
    }

    /// Architecture of the samples this target takes.
    #[must_use]
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Heap bytes held, within a few percent. Grows with distinct addresses up
    /// to the limits, never with the size of the target's files.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Target>()
            + self.mappings.memory_bytes()
            + self.modules.memory_bytes()
            + self.rules.memory_bytes()
            + self.addresses.memory_bytes()
            + self.pages.memory_bytes()
            + self.scratch.memory_bytes()
            + self.loose_rule.capacity()
            + self.code.memory_bytes()
            + self.languages.memory_bytes()
            + self.frames.memory_bytes()
    }

    /// Totals since `open`: what the work cost and what the limits cut.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let (pages_read, bytes_read) = self.pages.totals();
        Counters {
            pages_read: self.counters.pages_read + pages_read,
            bytes_read: self.counters.bytes_read + bytes_read,
            addresses_evicted: self.addresses.evicted(),
            language_frames_cut: self.frames.cut,
            modules_refused: self.modules.refused,
            modules_unreadable: self.modules.unreadable,
            ..self.counters
        }
    }

    /// The language runtimes that were found, understood or not.
    #[must_use]
    pub fn runtimes(&self) -> Vec<RuntimeNote> {
        self.languages.notes()
    }

    /// Whether a process's stacks need a larger copy than most; not where it cannot be read.
    #[must_use]
    pub fn has_deep_stacks(pid: u32) -> bool {
        Target::open(pid, Limits::default()).is_ok_and(|target| target.languages.has_deep_stacks())
    }

    /// Where a program that runs in the target's threads finds the frames of its Python interpreter. `None` while
    /// there is none that is understood.
    #[must_use]
    pub fn python(&mut self) -> Option<PythonLayout> {
        self.languages.interpreter().map(|interpreter| interpreter.layout())
    }

    /// Where a program that runs in the target's threads finds the frames that a runtime keeps outside the stack, and the
    /// threads of which their structure is known. `None` while there is no such runtime that is understood.
    #[must_use]
    pub fn frames_plan(&self) -> Option<(FramesPlan, &[KnownThread])> {
        self.languages.plan()
    }

    /// Where a program that runs in the target's threads finds the frames of virtual threads that are in the heap.
    /// `None` until a sample has met one and they are understood.
    #[must_use]
    pub fn java(&mut self) -> Option<JavaMachine<'_>> {
        self.languages.java(&self.memory)
    }

    /// Looks for runtimes in what is mapped: in the program, in files whose name says so, and in all that a stack has
    /// led to; in their symbol tables too where code is in no file, because somebody made that.
    fn open_runtimes(&mut self) {
        self.looked_at = self.modules.opened_count();
        let is_thorough = self.mappings.current().iter().any(Mapping::is_made_code);
        self.has_map = is_thorough && self.process.open_perf_map().is_some();
        let opening = Opening { process: &self.process, arch: self.arch, limits: &self.limits };
        let mut is_program = true;
        for mapping in self.mappings.current() {
            let number = mapping.module;
            if number == mappings::NO_MODULE {
                continue;
            }
            let name = self.modules.name(number);
            let is_worth_it = is_program || self.modules.is_open(number) || self.languages.expect(name);
            if !is_worth_it || !self.languages.wants(number, is_thorough) {
                is_program &= !self.modules.is_open(number);
                continue;
            }
            let name = name.to_owned();
            let start = mapping.start;
            let Ok(Place::Module(_, linked)) = place_in(mapping, start, &mut self.modules, &opening, self.page_bytes)
            else {
                // A runtime in a program may have its code below it.
                continue;
            };
            is_program = false;
            let Some(module) = self.modules.opened(number) else { continue };
            let bias = start.wrapping_sub(linked);
            let found = Finding { name: &name, bias, memory: &self.memory, limits: &self.limits };
            self.languages.look((number, module), found, is_thorough);
        }
    }

    /// Looks into files that stacks have led to since the last look.
    pub(crate) fn look_again_if_due(&mut self) {
        if self.looked_at != self.modules.opened_count() {
            self.open_runtimes();
            // Opening what is likely counts as well.
            self.looked_at = self.modules.opened_count();
        }
    }

    /// Forgets what was found out about instructions.
    fn renew_code(&mut self) {
        self.code = Code::new(self.arch, Arc::clone(&self.memory));
        self.code_files.modules = usize::MAX;
    }

    /// Lets instructions be read from the files that are open, for when the process's memory is gone.
    fn show_code_files(&mut self) {
        self.code_files.modules = self.modules.opened_count();
        let modules = &self.modules;
        let file = |mapping: &Mapping| {
            let (source, identity) = modules.file(mapping.module)?;
            let Mapping { start, end, offset, .. } = *mapping;
            Some(CodeFile { start, end, offset, source, identity })
        };
        self.code.set_files(self.mappings.current().iter().filter_map(file).collect());
    }

    /// Opens all files that the process had mapped as code, once, when its memory is gone: instructions are read also
    /// where no stack has led to. False when there is nothing that was not there before.
    pub(crate) fn open_code_files(&mut self) -> bool {
        let is_gone = self.mappings.current().first().is_some_and(|mapping| self.memory.u8(mapping.start).is_none());
        if !is_gone || self.code_files.are_all {
            return false;
        }
        self.code_files.are_all = true;
        let opening = Opening { process: &self.process, arch: self.arch, limits: &self.limits };
        for mapping in self.mappings.current() {
            // One that cannot be opened is as unread as before.
            let _ = place_in(mapping, mapping.start, &mut self.modules, &opening, self.page_bytes);
        }
        self.show_code_files();
        true
    }

    /// Finds the module and link-time address of a run-time address, opening the module.
    pub(crate) fn place(&mut self, address: u64) -> Result<Place, CutReason> {
        if self.epoch == self.mappings.epoch() && self.mappings.find(address).is_none() {
            self.refresh_if_due();
        }
        let place = self.place_ever(address, self.epoch);
        if self.code_files.modules != self.modules.opened_count() {
            self.show_code_files();
        }
        place
    }

    /// As [`Target::place`], but also for what was mapped earlier, and without reading the mappings again.
    pub(crate) fn place_ever(&mut self, address: u64, epoch: u16) -> Result<Place, CutReason> {
        let mapping = self.mappings.find_ever(address, epoch).ok_or(CutReason::UnmappedCode)?;
        place_in(
            mapping,
            address,
            &mut self.modules,
            &Opening { process: &self.process, arch: self.arch, limits: &self.limits },
            self.page_bytes,
        )
    }

    fn refresh_if_due(&mut self) {
        let rest = if self.counters.refreshes <= FREE_REFRESHES { Duration::ZERO } else { self.refresh_cost * 50 };
        let interval = self.refresh_interval.max(rest);
        if self.refreshed.elapsed() < interval {
            return;
        }
        self.refresh_interval = (self.refresh_interval * 2).min(self.limits.refresh_interval);
        if self.refresh_mappings().is_err() {
            // The process is gone: the mappings known so far are the last ones.
            self.refreshed = Instant::now();
        }
    }

    /// Gives back the page cache once unwinding has read as much as the limits allow.
    pub(crate) fn give_back_if_due(&mut self) {
        let (_, bytes) = self.pages.totals();
        let kept = self.limits.page_cache_bytes / 8 * 5;
        if bytes - self.bytes_when_given_back >= self.limits.page_cache_bytes - kept {
            self.bytes_when_given_back = bytes;
            self.modules.give_back(kept);
        }
    }
}

fn place_in(
    mapping: &mut Mapping,
    address: u64,
    modules: &mut Modules,
    opening: &Opening<'_>,
    page_bytes: u64,
) -> Result<Place, CutReason> {
    if mapping.module == mappings::NO_MODULE {
        return Ok(Place::Anonymous);
    }
    let bias = if let Some(bias) = mapping.bias {
        bias
    } else {
        let Some(module) = modules.open(mapping.module, opening)? else {
            return Ok(Place::Anonymous);
        };
        let Some(bias) = module.elf.bias(mapping.start, mapping.offset, page_bytes) else {
            // A runtime may have code behind the segments of the program that it is a part of.
            let is_behind = module.elf.is_behind_segments(mapping.offset, page_bytes);
            return if is_behind { Ok(Place::Anonymous) } else { Err(CutReason::BadUnwindInfo) };
        };
        *mapping.bias.insert(bias)
    };
    Ok(Place::Module(mapping.module, address.wrapping_sub(bias)))
}
