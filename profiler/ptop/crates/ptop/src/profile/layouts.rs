//! Address spaces of the target. Processes forked from one another without exec
//! have the same code at the same addresses, so they share one unwinder: a
//! pre-forking server with a hundred workers costs as much as one process. A
//! process that replaces its program changes its address space, so samples are
//! told apart by their time.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, BufReader};

use stacks::{JavaMachine, Limits, PythonLayout, Target};

use crate::probes::Member;
use crate::record::cpu_stacks::Runtime;

/// Different address spaces unwound; samples of further ones have no frames.
const MAX_LAYOUTS: usize = 16;
/// Bits of such a number; the rest of it is the epoch, of which an unwinder has at most 4096.
const LAYOUT_BITS: u32 = 4;
/// Address spaces that get the unwinder's full caches; later ones get small ones.
const ROOMY_LAYOUTS: usize = 2;
/// Forks between a process and the ancestor whose address space it has.
const MAX_ANCESTORS: usize = 8;

struct Layout {
    fingerprint: u64,
    target: Target,
}

/// What is known about one process.
#[derive(Clone, Copy)]
struct Process {
    parent: u32,
    exec_ns: u64,
}

/// Unwinders by process.
pub struct Layouts {
    opened: Vec<Layout>,
    processes: HashMap<u32, Process>,
    /// By pid and the time of the exec that made the address space, 0 for the first one.
    numbers: HashMap<(u32, u64), Option<u16>>,
}

impl Layouts {
    /// None yet.
    pub fn new() -> Layouts {
        Layouts { opened: Vec::new(), processes: HashMap::new(), numbers: HashMap::new() }
    }

    /// Takes note of the target's processes and opens those that are new.
    pub fn notice(&mut self, members: &[Member]) {
        for member in members {
            let known = self.processes.insert(member.pid, Process { parent: member.parent, exec_ns: member.exec_ns });
            if known.is_none_or(|known| known.exec_ns != member.exec_ns) {
                self.of(member.pid, u64::MAX);
            }
        }
    }

    /// The unwinder for a process at a time, and its number. `None` when its address space is not known.
    pub fn of(&mut self, pid: u32, time_ns: u64) -> Option<(u16, &mut Target)> {
        let number = self.number(pid, time_ns)?;
        self.at(number).map(|target| (number, target))
    }

    /// The number under which addresses of an address space are kept that were met in one epoch of it.
    pub fn with_epoch(number: u16, epoch: u16) -> u16 {
        number | epoch << LAYOUT_BITS
    }

    /// The unwinder's number, of what [`Layouts::with_epoch`] made of it.
    pub fn without_epoch(number: u16) -> u16 {
        number & ((1 << LAYOUT_BITS) - 1)
    }

    /// What [`Layouts::with_epoch`] was made of: the unwinder, and the epoch.
    pub fn in_epoch(&mut self, number: u16) -> Option<(&mut Target, u16)> {
        self.at(Layouts::without_epoch(number)).map(|target| (target, number >> LAYOUT_BITS))
    }

    /// An unwinder by its number.
    pub fn at(&mut self, number: u16) -> Option<&mut Target> {
        self.opened.get_mut(usize::from(number)).map(|layout| &mut layout.target)
    }

    /// The language runtimes of all address spaces, each once.
    pub fn runtimes(&self) -> Vec<Runtime> {
        let mut runtimes: Vec<Runtime> = Vec::new();
        for note in self.opened.iter().flat_map(|layout| layout.target.runtimes()) {
            let runtime = Runtime { name: note.name, problem: note.problem };
            if !runtimes.contains(&runtime) {
                runtimes.push(runtime);
            }
        }
        runtimes
    }

    /// The Python interpreters of at most so many processes: pid, time of the exec that made the address space,
    /// place. In the order of the pids.
    pub fn pythons(&mut self, most: usize) -> Vec<(u32, u64, PythonLayout)> {
        let mut pythons = Vec::new();
        for (number, layout) in self.opened.iter_mut().enumerate() {
            let Some(python) = layout.target.python() else { continue };
            let of_layout = processes_of(number, &self.processes, &self.numbers);
            pythons.extend(of_layout.map(|(pid, exec_ns)| (pid, exec_ns, python)));
        }
        pythons.sort_unstable_by_key(|(pid, ..)| *pid);
        pythons.truncate(most);
        pythons
    }

    /// The Java machines of all processes whose virtual threads have frames in the heap.
    pub fn javas(&mut self, visit: &mut impl FnMut(u32, u64, JavaMachine<'_>)) {
        for (number, layout) in self.opened.iter_mut().enumerate() {
            let Some(machine) = layout.target.java() else { continue };
            for (pid, exec_ns) in processes_of(number, &self.processes, &self.numbers) {
                visit(pid, exec_ns, machine);
            }
        }
    }

    fn number(&mut self, pid: u32, time_ns: u64) -> Option<u16> {
        let mut pid = pid;
        for _ in 0..MAX_ANCESTORS {
            let process = *self.processes.get(&pid)?;
            let is_after_exec = time_ns >= process.exec_ns;
            let key = (pid, if is_after_exec { process.exec_ns } else { 0 });
            if let Some(number) = self.numbers.get(&key) {
                return *number;
            }
            // What /proc shows is the address space since the last exec.
            let found = if is_after_exec { fingerprint(pid) } else { None };
            if let Some(fingerprint) = found {
                let number = self.open(pid, fingerprint);
                self.numbers.insert(key, number);
                return number;
            }
            if key.1 != 0 {
                return None;
            }
            // It ended or moved on before it was looked at: until then it ran in a copy of its parent's.
            pid = process.parent;
        }
        None
    }

    fn open(&mut self, pid: u32, fingerprint: u64) -> Option<u16> {
        if let Some(same) = self.opened.iter().position(|layout| layout.fingerprint == fingerprint) {
            return Some(same as u16);
        }
        if self.opened.len() >= MAX_LAYOUTS {
            return None;
        }
        let target = Target::open(pid, limits(self.opened.len())).ok()?;
        self.opened.push(Layout { fingerprint, target });
        Some(self.opened.len() as u16 - 1)
    }
}

fn limits(number: usize) -> Limits {
    let full = Limits::default();
    if number < ROOMY_LAYOUTS {
        return full;
    }
    Limits { cached_addresses: full.cached_addresses / 8, distinct_rules: full.distinct_rules / 8, ..full }
}

/// A hash of where which executable code is mapped. `None` when the process cannot be read.
fn fingerprint(pid: u32) -> Option<u64> {
    let maps = File::open(format!("/proc/{pid}/maps")).ok()?;
    let mut hasher = DefaultHasher::new();
    let mut executable = 0;
    for line in BufReader::new(maps).split(b'\n') {
        let line = line.ok()?;
        let mut fields = line.split(|byte| *byte == b' ');
        let (range, permissions) = (fields.next()?, fields.next()?);
        if permissions.get(2) == Some(&b'x') {
            executable += 1;
            hasher.write(range);
            for field in fields {
                hasher.write(field);
            }
        }
    }
    // A process that is exiting has no mappings left.
    (executable > 0).then(|| hasher.finish())
}

/// The processes that have the address space of this number now, with the time of the exec that made it.
fn processes_of(
    number: usize,
    processes: &HashMap<u32, Process>,
    numbers: &HashMap<(u32, u64), Option<u16>>,
) -> impl Iterator<Item = (u32, u64)> {
    let is_in = move |place: &(u32, u64)| numbers.get(place).copied().flatten().map(usize::from) == Some(number);
    processes.iter().map(|(pid, process)| (*pid, process.exec_ns)).filter(is_in)
}

#[cfg(test)]
pub mod tests {
    use super::{Layouts, fingerprint};
    use crate::probes::Member;

    /// A process with little known about it.
    pub fn member(pid: u32, parent: u32, exec_ns: u64) -> Member {
        Member {
            pid,
            parent,
            start_ns: 1,
            exec_ns,
            cpu_ns: 0,
            row: 0,
            forked: parent != 0,
            comm: String::new(),
            exec_path: None,
        }
    }

    fn number(layouts: &mut Layouts, pid: u32, time_ns: u64) -> Option<u16> {
        layouts.of(pid, time_ns).map(|(number, _)| number)
    }

    #[test]
    fn one_address_space_is_opened_once() {
        let own = std::process::id();
        let mut layouts = Layouts::new();
        layouts.notice(&[member(own, 0, 0)]);
        assert_eq!((number(&mut layouts, own, 5), layouts.opened.len()), (Some(0), 1));
    }

    #[test]
    fn a_child_that_has_ended_had_its_parents_address_space() {
        let (own, child) = (std::process::id(), u32::MAX - 1);
        let mut layouts = Layouts::new();
        layouts.notice(&[member(own, 0, 0), member(child, own, 0)]);
        assert_eq!(number(&mut layouts, child, 5), Some(0));
    }

    #[test]
    fn what_ran_after_an_exec_is_never_unwound_as_the_parent() {
        let (own, child) = (std::process::id(), u32::MAX - 1);
        let mut layouts = Layouts::new();
        layouts.notice(&[member(own, 0, 0), member(child, own, 100)]);
        assert_eq!(number(&mut layouts, child, 99), Some(0));
        assert_eq!(number(&mut layouts, child, 100), None);
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_fingerprint() {
        assert_eq!(fingerprint(u32::MAX), None);
        assert!(Layouts::new().of(u32::MAX, 0).is_none());
    }
}
