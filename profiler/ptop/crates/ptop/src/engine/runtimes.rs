//! Keeps the programs that take stacks informed about the language runtimes in the target: its Python interpreters, its
//! Java machines, which have the frames of virtual threads that the programs copy with each stack, and all others that
//! have frames outside the stack.

use std::collections::BTreeMap;

use crate::abi::Plain;
use crate::abi::copied_frames::{KnownThread, Plan};
use crate::abi::python::Python;
use crate::abi::virtual_threads::{Java, Thread};
use crate::bpf::{LoadError, Shared, Table};
use crate::profile::Profile;

/// Processes with an interpreter that the programs know; stacks of further ones are native only.
const MAX_PYTHONS: usize = 256;

/// The interpreters that the programs know.
pub struct Pythons(SyncedTable<u32, Python>);

impl Pythons {
    /// None yet.
    pub fn new(table: Table<u32, Python>) -> Pythons {
        Pythons(SyncedTable::new(table))
    }

    /// Writes what is new. Until the programs know an interpreter, the stacks of its process are native only, and
    /// counted so.
    pub fn sync(&mut self, profile: &mut Profile) {
        self.0.sync(&profile.pythons(MAX_PYTHONS));
    }
}

/// Processes with a machine that the programs know.
const MAX_JAVAS: usize = 64;
/// Threads that they know, of all those together.
const MAX_THREADS: usize = 1024;

/// The machines and threads that the programs know.
pub struct Javas {
    machines: SyncedTable<u32, Java>,
    threads: SyncedTable<Thread, u64>,
    /// Which state of which process they know: pid, time of its exec, revision.
    synced: Vec<(u32, u64, u64)>,
}

impl Javas {
    /// None yet.
    ///
    /// # Errors
    /// When the programs' maps cannot be used.
    pub fn new(shared: &Shared) -> Result<Javas, LoadError> {
        Ok(Javas {
            machines: SyncedTable::new(shared.javas()?),
            threads: SyncedTable::new(shared.java_threads()?),
            synced: Vec::new(),
        })
    }

    /// Writes what is new. Until the programs know a thread, frames that it has in the heap are missing from its
    /// stacks, which say so. What could not be written is tried again the next time.
    pub fn sync(&mut self, profile: &mut Profile) {
        let mut known = Vec::new();
        profile.javas(&mut |pid, exec_ns, machine| known.push((pid, exec_ns, machine.revision)));
        if known == self.synced {
            return;
        }
        let mut machines = BTreeMap::new();
        let mut threads = BTreeMap::new();
        profile.javas(&mut |pid, exec_ns, machine| {
            if machines.len() < MAX_JAVAS {
                machines.insert(pid, Java::new(exec_ns, &machine.layout));
                let room = MAX_THREADS - threads.len();
                threads.extend(
                    machine.threads.iter().take(room).map(|thread| (Thread { pid, id: thread.id }, thread.address)),
                );
            }
        });
        let (has_machines, has_threads) = (self.machines.sync(&machines), self.threads.sync(&threads));
        self.synced = if has_machines && has_threads { known } else { Vec::new() };
    }
}

/// Processes with frames outside their stacks that the programs know.
const MAX_PLANS: usize = 256;
/// Threads that they know, of all those together.
const MAX_KNOWN_THREADS: usize = 2048;

/// Where the programs find frames that a runtime keeps outside the stack.
pub struct FramesPlans {
    plans: SyncedTable<u32, Plan>,
    threads: SyncedTable<KnownThread, u64>,
}

impl FramesPlans {
    /// None yet.
    ///
    /// # Errors
    /// When the programs' maps cannot be used.
    pub fn new(shared: &Shared) -> Result<FramesPlans, LoadError> {
        let (plans, threads) = (shared.frames_plans()?, shared.known_threads()?);
        Ok(FramesPlans { plans: SyncedTable::new(plans), threads: SyncedTable::new(threads) })
    }

    /// Writes what is new. Until the programs know it, those frames are missing from the stacks, which say so.
    pub fn sync(&mut self, profile: &mut Profile) {
        let mut plans = BTreeMap::new();
        let mut threads = BTreeMap::new();
        profile.frames_plans(&mut |pid, exec_ns, plan, known| {
            if plans.len() < MAX_PLANS {
                plans.insert(pid, Plan::new(exec_ns, &plan));
                let room = MAX_KNOWN_THREADS - threads.len();
                let known = known.iter().take(room);
                threads.extend(known.map(|thread| (KnownThread { pid, id: thread.id }, thread.address)));
            }
        });
        self.plans.sync(&plans);
        self.threads.sync(&threads);
    }
}

/// A table with what was last written to it.
struct SyncedTable<K, V> {
    table: Table<K, V>,
    written: BTreeMap<K, V>,
}

impl<K: Plain + Ord, V: Plain + PartialEq> SyncedTable<K, V> {
    /// Of an empty table.
    fn new(table: Table<K, V>) -> SyncedTable<K, V> {
        SyncedTable { table, written: BTreeMap::new() }
    }

    /// Writes what is different. Returns whether all of it is written; what is not is tried again the next time.
    fn sync(&mut self, wanted: &BTreeMap<K, V>) -> bool {
        let table = &self.table;
        self.written.retain(|key, _| wanted.contains_key(key) || table.remove(key).is_err());
        for (key, value) in wanted {
            if self.written.get(key) != Some(value) && table.put(key, value).is_ok() {
                self.written.insert(*key, *value);
            }
        }
        self.written == *wanted
    }
}
