//! One probe's programs and maps, attached and read. They may be loaded along with those of others; one that the
//! kernel refuses takes no other with it.

use std::io::Read;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use libbpf_rs::{Iter, Link, MapCore, MapHandle, ProgramMut};

use super::group::{Group, Part};
use super::hits::Hits;
use super::load_error::LoadError;
use super::shared::{EXITS, SWITCHES, Shared, Slots};
use super::table::{PerCpu, Table, checked};
use crate::abi::{Counters, ExitSlot, Plain, SwitchSlot, Target, Window};
use crate::registry::Manifest;

const TARGETS: &str = "targets";
const WINDOW: &str = "window";
const COUNTERS: &str = "counters";

/// A probe's place in a hook. Dropping it takes the probe out.
struct HookPlace {
    slots: Table<u32, u32>,
    slot: u32,
    program: Rc<OwnedFd>,
}

impl Drop for HookPlace {
    fn drop(&mut self) {
        // The map goes with the last object that holds it, so a slot that stays filled hurts nobody.
        let _ = self.slots.remove(&self.slot);
    }
}

/// A loaded probe. Dropping it detaches its programs.
pub struct Loaded {
    manifest: &'static Manifest,
    group: Rc<Group>,
    /// Of all probes, by number.
    counters: PerCpu<u32, Counters>,
    hits: Hits,
    // A dropped link or hook detaches its program without a word.
    links: Vec<Link>,
    hooks: Vec<HookPlace>,
}

impl Loaded {
    /// A probe without anything attached: as the group has it, or else loaded by itself. `sizes` overrides
    /// `max_entries` by map name; programs that this kernel refuses are left out.
    ///
    /// # Errors
    /// When the kernel refuses it.
    pub fn load(
        manifest: &'static Manifest,
        group: Option<&Rc<Group>>,
        shared: Option<&Shared>,
        sizes: &[(&str, u32)],
        left_out: &[&str],
    ) -> Result<Loaded, LoadError> {
        let part = Part { manifest, left_out };
        let group = match group.filter(|group| group.has(&part)) {
            Some(group) => Rc::clone(group),
            None => Rc::new(
                Group::load(&[part], shared, sizes)
                    .map_err(|error| LoadError::from_bpf(manifest, "loading the BPF programs", &error))?,
            ),
        };
        let counters =
            PerCpu::new(checked::<u32, Counters>(manifest, group.map(manifest, COUNTERS)?, COUNTERS)?, manifest);
        let hits = Hits::of(&group, manifest)?;
        Ok(Loaded { manifest, group, counters, hits, links: Vec::new(), hooks: Vec::new() })
    }

    /// Whose object this is.
    pub fn manifest(&self) -> &'static Manifest {
        self.manifest
    }

    /// Attaches the named programs where their sections say.
    pub fn attach(&mut self, programs: &[&str]) -> Result<(), LoadError> {
        for name in programs {
            let link = self.attach_apart(name)?;
            self.links.push(link);
        }
        Ok(())
    }

    /// Attaches a program until the link is dropped.
    pub fn attach_apart(&self, program: &str) -> Result<Link, LoadError> {
        let link = self.program(program)?.attach();
        link.map_err(|error| LoadError::from_bpf(self.manifest, "attaching to the hook", &error))
    }

    /// The maps and hooks of the probe that makes them, for the others.
    ///
    /// # Errors
    /// When they cannot be used.
    pub fn share(&self) -> Result<Shared, LoadError> {
        let names = self.manifest.maps.iter();
        let maps: Result<Vec<_>, LoadError> = names.map(|name| Ok((*name, self.map(name)?))).collect();
        let mut programs = Vec::new();
        for hook in [EXITS, SWITCHES] {
            let program = self.program(hook.program)?.as_fd().try_clone_to_owned();
            let program = program.map_err(|error| LoadError::from_io(self.manifest, "sharing a hook", &error))?;
            programs.push((hook.program, Rc::new(program)));
        }
        Ok(Shared::new(maps?, programs, self.manifest))
    }

    /// Lets a program see the target's system calls of one slot when they return.
    pub fn attach_to_exits(&mut self, shared: &Shared, program: &str, slot: ExitSlot) -> Result<(), LoadError> {
        self.attach_to(shared, EXITS, program, slot as u32)
    }

    /// Lets a program see the switches from and to the target's threads.
    pub fn attach_to_switches(&mut self, shared: &Shared, program: &str, slot: SwitchSlot) -> Result<(), LoadError> {
        self.attach_to(shared, SWITCHES, program, slot as u32)
    }

    fn attach_to(&mut self, shared: &Shared, hook: Slots, program: &str, slot: u32) -> Result<(), LoadError> {
        let (slots, handing_on) = (self.table::<u32, u32>(hook.map)?, shared.program_of(hook)?);
        let fd = self.program(program)?.as_fd().as_raw_fd();
        slots.put(&slot, &(fd as u32))?;
        self.hooks.push(HookPlace { slots, slot, program: handing_on });
        Ok(())
    }

    /// Attaches a program to a perf event, and lets it tick.
    pub fn attach_to_event(&mut self, program: &str, event: BorrowedFd<'_>) -> Result<(), LoadError> {
        let what = "attaching to the perf event";
        // The link closes the descriptor it was given, so it gets one of its own.
        let own = event.try_clone_to_owned().map_err(|error| LoadError::from_io(self.manifest, what, &error))?;
        let link = self.program(program)?.attach_perf_event(own.as_raw_fd());
        let link = link.map_err(|error| LoadError::from_bpf(self.manifest, what, &error))?;
        std::mem::forget(own);
        self.links.push(link);
        Ok(())
    }

    /// Runs an iterator's program once for each thing it walks over.
    pub fn walk(&self, program: &str) -> Result<(), LoadError> {
        let link = self.program(program)?.attach();
        let link = link.map_err(|error| LoadError::from_bpf(self.manifest, "attaching the walk", &error))?;
        let mut walk =
            Iter::new(&link).map_err(|error| LoadError::from_bpf(self.manifest, "starting the walk", &error))?;
        // Reading runs the program; it writes nothing.
        let read = walk.read_to_end(&mut Vec::new());
        read.map(|_| ()).map_err(|error| LoadError::from_io(self.manifest, "running the walk", &error))
    }

    /// A program by its function name.
    pub fn program(&self, name: &str) -> Result<ProgramMut<'_>, LoadError> {
        let found = self.group.object.progs_mut().find(|program| program.name() == name);
        found.ok_or_else(|| LoadError::mismatch(self.manifest, &format!("the object has no program {name}")))
    }

    /// A map with one value per key.
    pub fn table<K: Plain, V: Plain>(&self, name: &str) -> Result<Table<K, V>, LoadError> {
        Ok(Table::new(self.checked::<K, V>(name)?, self.manifest))
    }

    /// A map with one value per key and CPU.
    pub fn per_cpu<K: Plain, V: Plain>(&self, name: &str) -> Result<PerCpu<K, V>, LoadError> {
        Ok(PerCpu::new(self.checked::<K, V>(name)?, self.manifest))
    }

    /// Who is measured.
    pub fn targets(&self) -> Result<Table<u32, Target>, LoadError> {
        self.table(TARGETS)
    }

    /// When events count.
    pub fn window(&self) -> Result<Table<u32, Window>, LoadError> {
        self.table(WINDOW)
    }

    /// A map by name.
    pub fn map(&self, name: &str) -> Result<MapHandle, LoadError> {
        self.group.map(self.manifest, name)
    }

    fn checked<K: Plain, V: Plain>(&self, name: &str) -> Result<MapHandle, LoadError> {
        checked::<K, V>(self.manifest, self.map(name)?, name)
    }

    /// How long each block of the window is.
    pub fn block_ns(&self) -> Result<u64, LoadError> {
        Ok(self.window()?.get(&0)?.unwrap_or(Window::CLOSED).block_ns)
    }

    /// The probe's counters, summed over CPUs; its hits are apart.
    pub fn counters(&self) -> Result<Counters, LoadError> {
        let mut sum = Counters::default();
        for one in self.counters.get(&self.manifest.number)? {
            sum.drops += one.drops;
            sum.cut += one.cut;
            sum.extra += one.extra;
            sum.timed_runs += one.timed_runs;
            sum.timed_ns += one.timed_ns;
        }
        Ok(sum)
    }

    /// The target's events that the probe saw.
    pub fn hits(&self) -> Result<u64, LoadError> {
        Ok(Hits::of_probe(&self.hits.all()?, self.manifest))
    }

    /// Events by process, of all probes.
    pub fn hits_by_process(&self) -> &Hits {
        &self.hits
    }

    /// Sets the counters back to zero, but for the hits: those of all probes are forgotten at once.
    pub fn reset_counters(&self) -> Result<(), LoadError> {
        self.counters.put(&self.manifest.number, &Counters::default())
    }

    /// How often the kernel skipped one of the programs, or the one that hands on to them, since it was loaded.
    pub fn missed(&self) -> u64 {
        let is_own = |name: &str| self.manifest.programs.contains(&name);
        let loaded = self.group.object.progs_mut();
        let loaded = loaded.filter(|program| program.autoload() && program.name().to_str().is_some_and(is_own));
        let own: u64 = loaded.map(|program| recursion_misses(program.as_fd())).sum();
        own + self.hooks.iter().map(|hook| recursion_misses(hook.program.as_fd())).sum::<u64>()
    }

    /// Memory the kernel charges for the maps that were made for this probe.
    pub fn map_bytes(&self) -> u64 {
        let own = self.manifest.own_maps();
        let own = self.group.object.maps().filter(|map| own.iter().any(|name| map.name() == *name));
        own.filter_map(|map| map.query_fdinfo().ok()?.memlock).sum()
    }
}

fn recursion_misses(program: BorrowedFd<'_>) -> u64 {
    let mut info = libbpf_sys::bpf_prog_info::default();
    let mut len = size_of::<libbpf_sys::bpf_prog_info>() as u32;
    // SAFETY: the descriptor is a loaded program's; `info` and `len` are valid for the call and its size is given.
    let result = unsafe { libbpf_sys::bpf_prog_get_info_by_fd(program.as_raw_fd(), &raw mut info, &raw mut len) };
    if result == 0 { info.recursion_misses } else { 0 }
}
