//! One probe's loaded object with its attached programs. Each probe has an
//! object of its own, so that one the kernel refuses takes no other with it; who
//! is measured and when is shared through maps that `process_fork` creates.

use std::ffi::OsStr;
use std::io::Read;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use libbpf_rs::{Iter, Link, MapCore, MapHandle, Object, ObjectBuilder, OpenObject, ProgramMut};

use super::absence::Absence;
use super::table::{PerCpu, Table};
use crate::abi::stacks::StackFlow;
use crate::abi::{Counters, ExitSlot, Plain, Target, Window};
use crate::python::Python;
use crate::registry::Manifest;

/// Names of the maps that all objects declare and one creates.
const SHARED: [&str; 14] = [
    TARGETS,
    MAYBE,
    WINDOW,
    EXIT_SLOTS,
    CALLS,
    STACK_EVENTS,
    STACK_FLOWS,
    WAITS,
    LEAVINGS,
    PYTHONS,
    PYTHON_THREADS,
    SOCKETS,
    PATHS,
    THREAD_PLACES,
];
const TARGETS: &str = "targets";
const MAYBE: &str = "maybe";
const WINDOW: &str = "window";
const EXIT_SLOTS: &str = "exit_slots";
const CALLS: &str = "calls";
const STACK_EVENTS: &str = "stack_events";
const STACK_FLOWS: &str = "stack_flows";
const WAITS: &str = "waits";
const LEAVINGS: &str = "leavings";
const PYTHONS: &str = "pythons";
const PYTHON_THREADS: &str = "python_threads";
const SOCKETS: &str = "sockets";
const PATHS: &str = "paths";
const THREAD_PLACES: &str = "thread_places";

/// The program that hands the target's system calls on to the probes in the slots.
const EXIT_PROGRAM: &str = "on_call_exit";

/// The maps of those names, and the programs.
#[derive(Debug)]
pub struct Shared {
    maps: Vec<(&'static str, MapHandle)>,
    exit_program: Rc<OwnedFd>,
    owner: &'static Manifest,
}

impl Shared {
    /// Takes the maps of the object that creates them.
    pub fn of(owner: &Loaded) -> Result<Shared, Absence> {
        let maps: Result<Vec<_>, Absence> = SHARED.iter().map(|name| Ok((*name, owner.map(name)?))).collect();
        let program = owner.program(EXIT_PROGRAM)?.as_fd().try_clone_to_owned();
        let program = program.map_err(|error| Absence::from_io(owner.manifest, "sharing the hook on calls", &error))?;
        Ok(Shared { maps: maps?, exit_program: Rc::new(program), owner: owner.manifest })
    }

    /// Where events that carry a stack go, by CPU.
    pub fn stack_events(&self) -> Result<Table<u32, u32>, Absence> {
        self.table(STACK_EVENTS)
    }

    /// How many of them there were, by kind.
    pub fn stack_flows(&self) -> Result<Table<u32, StackFlow>, Absence> {
        self.table(STACK_FLOWS)
    }

    /// The Python interpreters of the target's processes, by pid.
    pub fn pythons(&self) -> Result<Table<u32, Python>, Absence> {
        self.table(PYTHONS)
    }

    /// The ring that paths come through.
    pub fn paths(&self) -> Result<MapHandle, Absence> {
        self.map(PATHS)
    }

    fn table<K: Plain, V: Plain>(&self, name: &str) -> Result<Table<K, V>, Absence> {
        Ok(Table::new(checked::<K, V>(self.owner, self.map(name)?, name)?))
    }

    fn map(&self, name: &str) -> Result<MapHandle, Absence> {
        let map = self.maps.iter().find(|(shared, _)| *shared == name).map(|(_, map)| map);
        let map = map.ok_or_else(|| mismatch(self.owner, &format!("the object has no map {name}")))?;
        MapHandle::try_from(map).map_err(|error| Absence::from_bpf(self.owner, "using a map", &error))
    }
}

/// A probe's place in the hook on system calls. Dropping it takes the probe out.
struct CallHook {
    slots: Table<u32, u32>,
    slot: u32,
    program: Rc<OwnedFd>,
}

impl Drop for CallHook {
    fn drop(&mut self) {
        // The map goes with the last object that holds it, so a slot that stays filled hurts nobody.
        let _ = self.slots.remove(&self.slot);
    }
}

/// A loaded object. Dropping it detaches its programs.
pub struct Loaded {
    manifest: &'static Manifest,
    object: Object,
    // A dropped link or hook detaches its program without a word.
    links: Vec<Link>,
    hooks: Vec<CallHook>,
    owns_shared: bool,
}

impl Loaded {
    /// Loads a probe's object without attaching anything. `sizes` overrides `max_entries` by map name; programs that
    /// this kernel refuses are left out.
    pub fn load(
        manifest: &'static Manifest,
        shared: Option<&Shared>,
        sizes: &[(&str, u32)],
        left_out: &[&str],
    ) -> Result<Loaded, Absence> {
        let failed = |what: &str, error: &libbpf_rs::Error| Absence::from_bpf(manifest, what, error);
        let mut open = ObjectBuilder::default()
            .open_memory(manifest.object)
            .map_err(|error| failed("reading the BPF object", &error))?;
        if let Some(shared) = shared {
            reuse(manifest, &mut open, shared)?;
        }
        for (name, entries) in sizes {
            for mut map in open.maps_mut().filter(|map| map.name() == *name) {
                map.set_max_entries(*entries).map_err(|error| failed("sizing a map", &error))?;
            }
        }
        for mut program in open.progs_mut().filter(|program| left_out.iter().any(|name| program.name() == *name)) {
            program.set_autoload(false);
        }
        let object = open.load().map_err(|error| failed("loading the BPF programs", &error))?;
        Ok(Loaded { manifest, object, links: Vec::new(), hooks: Vec::new(), owns_shared: shared.is_none() })
    }

    /// Whose object this is.
    pub fn manifest(&self) -> &'static Manifest {
        self.manifest
    }

    /// Attaches the named programs where their sections say.
    pub fn attach(&mut self, programs: &[&str]) -> Result<(), Absence> {
        for name in programs {
            let link = self.attach_apart(name)?;
            self.links.push(link);
        }
        Ok(())
    }

    /// Attaches a program until the link is dropped.
    pub fn attach_apart(&self, program: &str) -> Result<Link, Absence> {
        let link = self.program(program)?.attach();
        link.map_err(|error| Absence::from_bpf(self.manifest, "attaching to the hook", &error))
    }

    /// Lets a program see the target's system calls of one slot when they return.
    pub fn attach_to_exits(&mut self, shared: &Shared, program: &str, slot: ExitSlot) -> Result<(), Absence> {
        let slot = slot as u32;
        let slots = self.table::<u32, u32>(EXIT_SLOTS)?;
        let fd = self.program(program)?.as_fd().as_raw_fd();
        let done = slots.put(&slot, &(fd as u32));
        done.map_err(|error| Absence::from_bpf(self.manifest, "taking a place in the hook on calls", &error))?;
        self.hooks.push(CallHook { slots, slot, program: Rc::clone(&shared.exit_program) });
        Ok(())
    }

    /// Attaches a program to a perf event, and lets it tick.
    pub fn attach_to_event(&mut self, program: &str, event: BorrowedFd<'_>) -> Result<(), Absence> {
        let what = "attaching to the perf event";
        // The link closes the descriptor it was given, so it gets one of its own.
        let own = event.try_clone_to_owned().map_err(|error| Absence::from_io(self.manifest, what, &error))?;
        let link = self.program(program)?.attach_perf_event(own.as_raw_fd());
        let link = link.map_err(|error| Absence::from_bpf(self.manifest, what, &error))?;
        std::mem::forget(own);
        self.links.push(link);
        Ok(())
    }

    /// Runs an iterator's program once for each thing it walks over.
    pub fn walk(&self, program: &str) -> Result<(), Absence> {
        let link = self.program(program)?.attach();
        let link = link.map_err(|error| Absence::from_bpf(self.manifest, "attaching the walk", &error))?;
        let mut walk =
            Iter::new(&link).map_err(|error| Absence::from_bpf(self.manifest, "starting the walk", &error))?;
        // Reading runs the program; it writes nothing.
        let read = walk.read_to_end(&mut Vec::new());
        read.map(|_| ()).map_err(|error| Absence::from_io(self.manifest, "running the walk", &error))
    }

    /// A program by its function name.
    pub fn program(&self, name: &str) -> Result<ProgramMut<'_>, Absence> {
        let found = self.object.progs_mut().find(|program| program.name() == name);
        found.ok_or_else(|| mismatch(self.manifest, &format!("the object has no program {name}")))
    }

    /// A map with one value per key.
    pub fn table<K: Plain, V: Plain>(&self, name: &str) -> Result<Table<K, V>, Absence> {
        Ok(Table::new(self.checked::<K, V>(name)?))
    }

    /// A map with one value per key and CPU.
    pub fn per_cpu<K: Plain, V: Plain>(&self, name: &str) -> Result<PerCpu<K, V>, Absence> {
        Ok(PerCpu::new(self.checked::<K, V>(name)?))
    }

    /// Who is measured.
    pub fn targets(&self) -> Result<Table<u32, Target>, Absence> {
        self.table(TARGETS)
    }

    /// When events count.
    pub fn window(&self) -> Result<Table<u32, Window>, Absence> {
        self.table(WINDOW)
    }

    /// A map by name.
    pub fn map(&self, name: &str) -> Result<MapHandle, Absence> {
        let found = self.object.maps().find(|map| map.name() == name);
        let map = found.ok_or_else(|| mismatch(self.manifest, &format!("the object has no map {name}")))?;
        MapHandle::try_from(&map).map_err(|error| Absence::from_bpf(self.manifest, "using a map", &error))
    }

    fn checked<K: Plain, V: Plain>(&self, name: &str) -> Result<MapHandle, Absence> {
        checked::<K, V>(self.manifest, self.map(name)?, name)
    }

    /// The probe's counters, summed over CPUs.
    pub fn counters(&self) -> Result<Counters, Absence> {
        let per_cpu = self.per_cpu::<u32, Counters>("counters")?.get(&0);
        let per_cpu = per_cpu.map_err(|error| Absence::from_bpf(self.manifest, "reading the counters", &error))?;
        let mut sum = Counters::default();
        for one in per_cpu {
            sum.hits += one.hits;
            sum.drops += one.drops;
            sum.cut += one.cut;
            sum.extra += one.extra;
            sum.timed_runs += one.timed_runs;
            sum.timed_ns += one.timed_ns;
        }
        Ok(sum)
    }

    /// Sets the counters back to zero.
    pub fn reset_counters(&self) -> Result<(), Absence> {
        let done = self.per_cpu::<u32, Counters>("counters")?.put(&0, &Counters::default());
        done.map_err(|error| Absence::from_bpf(self.manifest, "resetting the counters", &error))
    }

    /// How often the kernel skipped one of the programs, or the one that hands on to them, since it was loaded.
    pub fn missed(&self) -> u64 {
        let own: u64 = self.object.progs_mut().map(|program| recursion_misses(program.as_fd())).sum();
        own + self.hooks.iter().map(|hook| recursion_misses(hook.program.as_fd())).sum::<u64>()
    }

    /// Memory the kernel charges for the maps this object created.
    pub fn map_bytes(&self) -> u64 {
        let own = self.object.maps().filter(|map| self.owns_shared || !is_shared(map.name()));
        own.filter_map(|map| map.query_fdinfo().ok()?.memlock).sum()
    }
}

/// Whether it is one of the maps that the owner makes and the others are given.
pub(super) fn is_shared(name: &OsStr) -> bool {
    SHARED.iter().any(|shared| name == *shared)
}

/// A map of these types.
fn checked<K: Plain, V: Plain>(manifest: &Manifest, map: MapHandle, name: &str) -> Result<MapHandle, Absence> {
    if map.key_size() as usize != size_of::<K>() || map.value_size() as usize != size_of::<V>() {
        return Err(mismatch(manifest, &format!("map {name} has another layout than this program expects")));
    }
    Ok(map)
}

fn mismatch(manifest: &Manifest, what: &str) -> Absence {
    let reason = format!("{what}. {}", manifest.absent);
    Absence::failed("object_mismatch", reason, None, "Rebuild the collector: its parts are of different versions.")
}

fn recursion_misses(program: BorrowedFd<'_>) -> u64 {
    let mut info = libbpf_sys::bpf_prog_info::default();
    let mut len = size_of::<libbpf_sys::bpf_prog_info>() as u32;
    // SAFETY: the descriptor is a loaded program's; `info` and `len` are valid for the call and its size is given.
    let result = unsafe { libbpf_sys::bpf_prog_get_info_by_fd(program.as_raw_fd(), &raw mut info, &raw mut len) };
    if result == 0 { info.recursion_misses } else { 0 }
}

/// Puts the shared maps in the place of those with their names. A map that only has the name is a mistake of ours.
fn reuse(manifest: &'static Manifest, open: &mut OpenObject, shared: &Shared) -> Result<(), Absence> {
    for mut map in open.maps_mut() {
        let Some((name, made)) = shared.maps.iter().find(|(name, _)| map.name() == *name) else { continue };
        if map.value_size() != made.value_size() {
            return Err(mismatch(manifest, &format!("its map {name} is not the shared one of that name")));
        }
        let reused = map.reuse_fd(made.as_fd());
        reused.map_err(|error| Absence::from_bpf(manifest, "sharing the target map", &error))?;
    }
    Ok(())
}
