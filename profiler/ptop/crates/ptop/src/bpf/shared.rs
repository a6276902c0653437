//! The maps that say who is measured and when, and the others that several probes have: `process_fork` makes them.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use libbpf_rs::MapHandle;

use super::load_error::LoadError;
use super::table::{Table, checked};
use crate::abi::Plain;
use crate::abi::copied_frames::{KnownThread, Plan};
use crate::abi::python::Python;
use crate::abi::stacks::StackFlow;
use crate::abi::virtual_threads::{self, Java};
use crate::registry::Manifest;

/// A hook that hands what the target does on to the probes in its slots: the map of the slots, and the program.
#[derive(Debug, Clone, Copy)]
pub struct Slots {
    pub(super) map: &'static str,
    pub(super) program: &'static str,
}

/// System calls that return.
pub const EXITS: Slots = Slots { map: "exit_slots", program: "on_call_exit" };
/// Switches of threads.
pub const SWITCHES: Slots = Slots { map: "switch_slots", program: "on_thread_switch" };

/// Those maps, and the programs of the hooks.
#[derive(Debug)]
pub struct Shared {
    maps: Vec<(&'static str, MapHandle)>,
    programs: Vec<(&'static str, Rc<OwnedFd>)>,
    owner: &'static Manifest,
}

impl Shared {
    /// Of the probe that makes them.
    pub(super) fn new(
        maps: Vec<(&'static str, MapHandle)>,
        programs: Vec<(&'static str, Rc<OwnedFd>)>,
        owner: &'static Manifest,
    ) -> Shared {
        Shared { maps, programs, owner }
    }

    /// The program of a hook.
    ///
    /// # Errors
    /// When it is not one of these.
    pub(super) fn program_of(&self, hook: Slots) -> Result<Rc<OwnedFd>, LoadError> {
        let found = self.programs.iter().find(|(name, _)| *name == hook.program);
        let program = found.map(|(_, program)| Rc::clone(program));
        program.ok_or_else(|| LoadError::mismatch(self.owner, &format!("the object has no program {}", hook.program)))
    }

    /// The map of that name, if it is one of them.
    pub(super) fn find(&self, name: &str) -> Option<BorrowedFd<'_>> {
        self.maps.iter().find(|(shared, _)| *shared == name).map(|(_, map)| map.as_fd())
    }

    /// Where events that carry a stack go, by CPU.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn stack_events(&self) -> Result<Table<u32, u32>, LoadError> {
        self.table("stack_events")
    }

    /// How many of them there were, by kind.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn stack_flows(&self) -> Result<Table<u32, StackFlow>, LoadError> {
        self.table("stack_flows")
    }

    /// The Python interpreters of the target's processes, by pid.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn pythons(&self) -> Result<Table<u32, Python>, LoadError> {
        self.table("pythons")
    }

    /// The Java machines of the target's processes, by pid.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn javas(&self) -> Result<Table<u32, Java>, LoadError> {
        self.table("javas")
    }

    /// The structures of their threads.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn java_threads(&self) -> Result<Table<virtual_threads::Thread, u64>, LoadError> {
        self.table("java_threads")
    }

    /// Where the target's processes have frames outside their stacks, by pid.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn frames_plans(&self) -> Result<Table<u32, Plan>, LoadError> {
        self.table("frames_plans")
    }

    /// The structures of their threads.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn known_threads(&self) -> Result<Table<KnownThread, u64>, LoadError> {
        self.table("known_threads")
    }

    /// The ring that paths come through.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn paths(&self) -> Result<MapHandle, LoadError> {
        self.map("paths")
    }

    /// The ring by which the programs wake this one.
    ///
    /// # Errors
    /// When the map cannot be used.
    pub fn wakeup_ring(&self) -> Result<MapHandle, LoadError> {
        self.map("wakeup_ring")
    }

    fn table<K: Plain, V: Plain>(&self, name: &str) -> Result<Table<K, V>, LoadError> {
        Ok(Table::new(checked::<K, V>(self.owner, self.map(name)?, name)?, self.owner))
    }

    fn map(&self, name: &str) -> Result<MapHandle, LoadError> {
        let map = self.maps.iter().find(|(shared, _)| *shared == name).map(|(_, map)| map);
        let map = map.ok_or_else(|| LoadError::mismatch(self.owner, &format!("the object has no map {name}")))?;
        MapHandle::try_from(map).map_err(|error| LoadError::from_bpf(self.owner, "using a map", &error))
    }
}
