//! Which address space each process of the target had between its execs.

use std::collections::HashMap;

use crate::target::exists;

/// Processes with one address space from which on those that are gone are looked for.
const MANY_RUNS: usize = 64;

/// What is known about one process.
#[derive(Clone, Copy)]
pub struct Process {
    pub parent: u32,
    pub exec_ns: u64,
}

/// A process between two of its execs: pid, and the time of the exec that made its address space, 0 for the first one.
pub type Run = (u32, u64);

/// Which address space each has.
#[derive(Default)]
pub struct Runs {
    /// Of those that were read; `None` where there was no room.
    pub numbers: HashMap<Run, Option<u32>>,
    /// Of the living at least.
    by_number: HashMap<u32, Vec<Run>>,
}

impl Runs {
    /// Forgets the numbers of processes that are not known.
    pub fn keep(&mut self, known: &HashMap<u32, Process>) {
        self.numbers.retain(|(pid, _), _| known.contains_key(pid));
    }

    /// Adds one; `None` where there was no room for its address space.
    pub fn insert(&mut self, run: Run, number: Option<u32>) {
        self.numbers.insert(run, number);
        let Some(number) = number else { return };
        let runs = self.by_number.entry(number).or_default();
        // Of a server that forks a child for each request.
        if runs.len() >= MANY_RUNS && runs.len().is_power_of_two() {
            runs.retain(|(pid, _)| exists(*pid));
        }
        runs.push(run);
    }

    /// The processes that have the address space of this number now, with the time of the exec that made it.
    pub fn now(&self, number: u32, processes: &HashMap<u32, Process>) -> impl Iterator<Item = Run> {
        let is_now = |(pid, exec_ns): &&Run| processes.get(pid).is_some_and(|process| process.exec_ns == *exec_ns);
        self.by_number.get(&number).into_iter().flatten().filter(is_now).copied()
    }

    /// Forgets those that had an address space, and returns them.
    pub fn forget(&mut self, number: u32) -> Vec<Run> {
        let runs = self.by_number.remove(&number).unwrap_or_default();
        for run in &runs {
            self.numbers.remove(run);
        }
        runs
    }
}
