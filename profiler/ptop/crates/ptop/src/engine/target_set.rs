//! The set of measured processes and the window, with the hooks on system calls and on switches of threads.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use libbpf_rs::Link;

use super::departed::Departed;
use crate::abi::network::Messages;
use crate::abi::{ProcessHits, RunState, SwitchSlot, Target, Window, text};
use crate::bpf::{Group, LoadError, Loaded, PerCpu, Shared, Table, by_first};
use crate::collector::clock::monotonic_ns;
use crate::perf::page_bytes;
use crate::registry::owner;
use crate::target::Member;

/// Hooks on system calls and on switches of threads that a run needs; each costs every process of the host a little.
#[derive(Debug, Clone, Copy)]
pub struct Watches {
    /// For probes of what calls did.
    pub exits: bool,
    /// For probes of how long calls took.
    pub entries: bool,
    /// For probes of calls whose work a ring can do as well.
    pub rings: bool,
    pub switches: Switches,
}

/// What a run wants of switches of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switches {
    /// Nothing.
    Unwatched,
    /// Probes of how long threads run and wait.
    Probes,
    /// Which calls wait, and maybe how long threads run: no probe of waits is asked for, and not all entries are seen.
    Waits,
}

/// Places of the filter in front of the target map, by the low bits of an id.
const FILTER_PLACES: u32 = 8192;

/// Changes of processes that the kernel's side remembers.
const CHANGES: u32 = 8192;

/// The program on requests by rings.
const RING_PROGRAM: &str = "on_ring_request";
/// The program on the entries of system calls.
const ENTRY_PROGRAM: &str = "on_call_enter";
/// Those that note which calls wait, on switches and at the beginning. Linux before 5.15 refuses them.
const WAIT_PROGRAMS: [&str; 2] = ["on_caller_switch", "note_callers"];

/// Which calls of one CPU are timed.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct CallSampler {
    window_ns: u64,
    interval: u64,
    random: u64,
    ours: u64,
    others: u64,
    entered: u32,
    shift: u32,
}

// SAFETY: integers without padding.
unsafe impl crate::abi::Plain for CallSampler {}

/// System calls that one CPU entered.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entered {
    /// The target's.
    pub ours: u64,
    /// Everybody else's.
    pub others: u64,
}

/// Path of the program a process executed last.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ExecPath([u8; 256]);

// SAFETY: an array of bytes.
unsafe impl crate::abi::Plain for ExecPath {}

/// Who is measured and when; shared by everything that needs to know.
pub struct TargetSet {
    loaded: Loaded,
    targets: Table<u32, Target>,
    filter: Table<u32, u64>,
    window: Table<u32, Window>,
    wanted: Table<u32, u32>,
    execs: Table<u32, ExecPath>,
    changed: Table<u32, u32>,
    /// Changes that [`TargetSet::changed`] returned.
    seen: Cell<u32>,
    departed: RefCell<Departed>,
    samplers: PerCpu<u32, CallSampler>,
    entries: RefCell<Option<Link>>,
    notes_waits: bool,
    /// Requests by rings, by their kind; `None` where the kernel does not tell.
    ring_requests: Option<PerCpu<u32, u64>>,
    current: Cell<Window>,
}

impl TargetSet {
    /// Attaches the engine and `process_fork`, which are loaded by themselves where the group does not have them. `pid_namespace` is the inode of
    /// this process's own; `watches` says which hooks on system calls other probes want.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn load(
        pid_namespace: u32,
        watches: Watches,
        sizes: &[(&str, u32)],
        group: Option<&Rc<Group>>,
    ) -> Result<TargetSet, LoadError> {
        let (mut loaded, notes_waits) = by_first(watches.switches == Switches::Waits, &[false], |notes_waits| {
            let left_out: &[&str] = if notes_waits { &[] } else { &WAIT_PROGRAMS };
            Ok((Loaded::load(owner(), group, None, sizes, left_out)?, notes_waits))
        })?;
        loaded.attach(&["on_fork", "on_exec"])?;
        // Exit first: a call seen only at its entry would look unfinished.
        if watches.exits {
            loaded.attach(&["on_call_exit"])?;
        }
        if watches.switches != Switches::Unwatched {
            loaded.attach(&["on_thread_switch"])?;
        }
        if notes_waits {
            let [on_switch, _] = WAIT_PROGRAMS;
            let shared = loaded.share()?;
            loaded.attach_to_switches(&shared, on_switch, SwitchSlot::Waits)?;
        }
        let tells_of_rings = watches.rings && loaded.attach(&[RING_PROGRAM]).is_ok();
        let ring_requests = if tells_of_rings { Some(loaded.per_cpu("ring_requests")?) } else { None };
        let entries = if watches.entries { Some(loaded.attach_apart(ENTRY_PROGRAM)?) } else { None };
        let set = TargetSet {
            targets: loaded.targets()?,
            filter: loaded.table("target_filter")?,
            window: loaded.window()?,
            wanted: loaded.table("wanted")?,
            execs: loaded.table("execs")?,
            changed: loaded.table("changed")?,
            seen: Cell::new(0),
            departed: RefCell::default(),
            samplers: loaded.per_cpu("call_samplers")?,
            entries: RefCell::new(entries),
            notes_waits,
            ring_requests,
            loaded,
            current: Cell::new(Window {
                pid_namespace,
                page_bytes: page_bytes() as u32,
                call_weight: watches.entries.into(),
                ..Window::CLOSED
            }),
        };
        set.write(set.current.get())?;
        Ok(set)
    }

    /// What was loaded: the engine and `process_fork`.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// How many requests of each kind the target gave to rings within the window. `None` where the kernel does not tell.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn ring_requests(&self) -> Result<Option<Vec<(u32, u64)>>, LoadError> {
        let Some(requests) = &self.ring_requests else { return Ok(None) };
        let sums = requests.pairs()?.into_iter().map(|(kind, by_cpu)| (kind, by_cpu.iter().sum()));
        Ok(Some(sums.collect()))
    }

    /// Notes which calls wait already, where no entry says so.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn note_callers(&self) -> Result<(), LoadError> {
        let [_, at_first] = WAIT_PROGRAMS;
        if self.notes_waits { self.loaded.walk(at_first) } else { Ok(()) }
    }

    /// The maps other probes share.
    ///
    /// # Errors
    /// When the object lacks them.
    pub fn shared(&self) -> Result<Shared, LoadError> {
        self.loaded.share()
    }

    /// Makes the processes with these pids the target, in place of any before.
    /// Returns how many of them the kernel knows.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn find(&self, pids: &[u32]) -> Result<usize, LoadError> {
        for (tgid, _) in self.targets.pairs()? {
            self.filter.put(&(tgid % FILTER_PLACES), &0)?;
        }
        self.targets.clear()?;
        // What changed in the target before is not reported.
        self.changed()?;
        self.loaded.hits_by_process().forget()?;
        self.seen.set(0);
        self.departed.replace(Departed::default());
        self.execs.clear()?;
        self.wanted.clear()?;
        for pid in pids {
            self.wanted.put(pid, &0)?;
        }
        self.loaded.walk("find_targets")?;
        Ok(self.members()?.iter().filter(|member| !member.forked).count())
    }

    /// Lets events count from `start_ns` until `end_ns`. Every probe must be attached by now.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn open(&self, start_ns: u64, end_ns: u64) -> Result<(), LoadError> {
        let block_ns = (end_ns - start_ns).div_ceil(crate::abi::BLOCKS as u64).max(1);
        let now = self.current.get();
        let attached_ns = if now.attached_ns == 0 { monotonic_ns() } else { now.attached_ns };
        self.write(Window { attached_ns, start_ns, end_ns, block_ns, ..now })
    }

    /// Ends the window earlier than planned; its blocks stay where they are.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn end_at(&self, end_ns: u64) -> Result<(), LoadError> {
        self.write(Window { end_ns, ..self.current.get() })
    }

    /// Whether calls are timed at all.
    pub fn watches_entries(&self) -> bool {
        self.current.get().call_weight > 0
    }

    /// Whether a call that waits is known by that, though no probe of waits was asked for.
    pub fn notes_waits(&self) -> bool {
        self.notes_waits
    }

    /// System calls whose entry was seen, by CPU, since the probe was loaded.
    ///
    /// # Errors
    /// When the counts cannot be read.
    pub fn entered(&self) -> Result<Vec<Entered>, LoadError> {
        let samplers = self.samplers.get(&0)?;
        Ok(samplers.iter().map(|sampler| Entered { ours: sampler.ours, others: sampler.others }).collect())
    }

    /// Takes the program on entries away: calls are counted on their exits, and those that wait are timed from there.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn miss_entries(&self) -> Result<(), LoadError> {
        self.write(Window { misses_entries: 1, ..self.current.get() })?;
        self.entries.replace(None);
        Ok(())
    }

    /// Attaches it again. A call that it sees counts as `weight` of them.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn watch_entries(&self, weight: u32) -> Result<(), LoadError> {
        self.weigh_entries(weight)?;
        self.entries.replace(Some(self.loaded.attach_apart(ENTRY_PROGRAM)?));
        Ok(())
    }

    /// For how many calls one stands whose entry is seen.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn weigh_entries(&self, weight: u32) -> Result<(), LoadError> {
        let now = self.current.get();
        if now.call_weight == weight { Ok(()) } else { self.write(Window { call_weight: weight, ..now }) }
    }

    /// From now on samples bring what the kernel's copy of the stack lacks, which has `after` bytes with one of the
    /// clock.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn want_rest(&self, after: u32) -> Result<(), LoadError> {
        let now = self.current.get();
        if now.rest_after == after { Ok(()) } else { self.write(Window { rest_after: after, ..now }) }
    }

    /// From now on messages are counted there.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn count_messages(&self, at: Messages) -> Result<(), LoadError> {
        self.write(Window { messages: at as u32, ..self.current.get() })
    }

    /// Whether the target was seen to move messages of which exits of calls do not tell.
    ///
    /// # Errors
    /// When the map cannot be read.
    pub fn wants_messages(&self) -> Result<bool, LoadError> {
        Ok(self.loaded.hits_by_process().run_state()?.wants_messages != 0)
    }

    /// The window as last written.
    pub fn current(&self) -> Window {
        self.current.get()
    }

    fn write(&self, window: Window) -> Result<(), LoadError> {
        self.current.set(window);
        self.window.put(&0, &window)
    }

    /// Processes that were forked or replaced their program since this was asked last, each once.
    ///
    /// # Errors
    /// When the maps cannot be read.
    pub fn changed(&self) -> Result<Vec<Member>, LoadError> {
        let RunState { changes, processes, .. } = self.loaded.hits_by_process().run_state()?;
        self.give_up_places(processes)?;
        let (mut seen, mut tgids) = (self.seen.get(), Vec::new());
        if changes.wrapping_sub(seen) > CHANGES {
            self.seen.set(changes);
            return self.members();
        }
        while seen != changes {
            let place = seen % CHANGES;
            match self.changed.get(&place)? {
                // Counted already, but not written yet.
                None | Some(0) => break,
                Some(tgid) if tgids.contains(&tgid) => {}
                Some(tgid) => tgids.push(tgid),
            }
            self.changed.put(&place, &0)?;
            seen = seen.wrapping_add(1);
        }
        self.seen.set(seen);
        let mut members = Vec::with_capacity(tgids.len());
        for tgid in tgids {
            let Some(target) = self.targets.get(&tgid)? else { continue };
            members.push(self.member(tgid, &target, self.parent_of(&target)?)?);
        }
        Ok(members)
    }

    /// Makes room for new processes where there may soon be none. `processes` is how many there were so far.
    fn give_up_places(&self, processes: u32) -> Result<(), LoadError> {
        let due = self.departed.borrow_mut().due();
        for (tgid, start_ns) in due {
            let Some(target) = self.targets.get(&tgid)?.filter(|target| target.start_ns == start_ns) else { continue };
            let member = self.member(tgid, &target, self.parent_of(&target)?)?;
            // `target_filter` stays: the process that is given its place there next finds that nobody has it.
            self.targets.forget(&tgid)?;
            self.execs.forget(&tgid)?;
            self.departed.borrow_mut().add(tgid, member);
        }
        if self.departed.borrow().wants_look(processes) {
            self.departed.borrow_mut().look(processes, &self.targets.pairs()?);
        }
        Ok(())
    }

    /// The pid of a process's parent; 0 of one of the request.
    fn parent_of(&self, target: &Target) -> Result<u32, LoadError> {
        let parent = self.targets.get(&target.parent)?.map(|parent| parent.pid);
        Ok(parent.or_else(|| self.departed.borrow().pid(target.parent)).unwrap_or(0))
    }

    /// How many processes the target had so far.
    ///
    /// # Errors
    /// When the map cannot be read.
    pub fn processes(&self) -> Result<u64, LoadError> {
        Ok(self.loaded.hits_by_process().run_state()?.processes.into())
    }

    /// Events of all probes by process, as far as they have come.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn hits(&self) -> Result<Vec<ProcessHits>, LoadError> {
        self.loaded.hits_by_process().all()
    }

    /// Every process of the target so far, ended ones included, of many of these the first few thousand.
    ///
    /// # Errors
    /// When the maps cannot be read.
    pub fn members(&self) -> Result<Vec<Member>, LoadError> {
        let pairs = self.targets.pairs()?;
        let pids: HashMap<u32, u32> = pairs.iter().map(|(tgid, target)| (*tgid, target.pid)).collect();
        let departed = self.departed.borrow();
        let mut members = departed.members().to_vec();
        for (tgid, target) in &pairs {
            let parent = pids.get(&target.parent).copied().or_else(|| departed.pid(target.parent));
            members.push(self.member(*tgid, target, parent.unwrap_or(0))?);
        }
        members.sort_by_key(|member| (member.forked, member.start_ns, member.pid));
        Ok(members)
    }

    fn member(&self, tgid: u32, target: &Target, parent: u32) -> Result<Member, LoadError> {
        let exec_path = match target.exec_ns {
            0 => None,
            _ => self.execs.get(&tgid)?.map(|path| text(&path.0)),
        };
        Ok(Member {
            pid: target.pid,
            parent,
            start_ns: target.start_ns,
            exec_ns: target.exec_ns,
            cpu_ns: target.cpu_ns,
            row: target.row,
            forked: target.forked != 0,
            comm: text(&target.comm),
            exec_path,
        })
    }
}
