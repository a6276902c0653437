//! Address spaces of the target. Processes forked from one another without exec
//! have the same code at the same addresses, so they share one unwinder: a
//! pre-forking server with a hundred workers costs as much as one process. A
//! process that replaces its program changes its address space, so samples are
//! told apart by their time.

mod runs;
mod spaces;

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, BufReader};

use stacks::{FramesPlan, JavaMachine, KnownThread, NewMapping, PythonLayout, Target};

use super::fold::Frame;
use crate::perf::{MappingChange, MappingEvent};
use crate::record::LanguageRuntime;
use crate::record::cpu_stacks::Runtime;
use crate::target::Member;
use crate::target::exists;
use runs::{Process, Run, Runs};
pub use spaces::parts_of;
use spaces::{Looks, Spaces};

/// Forks between a process and the ancestor whose address space it has.
const MAX_ANCESTORS: usize = 8;

/// Processes known at a time; those that are gone make room for others.
const MAX_PROCESSES: usize = 32_768;

/// Processes that are remembered after their address space was left.
const MAX_LEFT: usize = 4096;

/// Unwinders by process.
pub struct Layouts {
    spaces: Spaces,
    processes: HashMap<u32, Process>,
    runs: Runs,
    /// Processes whose address space was left.
    left: HashMap<Run, Left>,
    /// When a process last began a program, as the kernel reported.
    execs: HashMap<u32, u64>,
}

impl Layouts {
    /// None yet.
    pub fn new() -> Layouts {
        Layouts {
            spaces: Spaces::default(),
            processes: HashMap::new(),
            runs: Runs::default(),
            left: HashMap::new(),
            execs: HashMap::new(),
        }
    }

    /// Whether [`Layouts::mapped`] receives all code that is mapped.
    pub fn set_reported(&mut self, is_reported: bool) {
        self.spaces.set_reported(is_reported);
    }

    /// The kernel reports a mapping or a program that began, of any process.
    pub fn mapped(&mut self, event: &MappingEvent) {
        let MappingEvent { time_ns, pid, what } = event;
        let MappingChange::Mapped { start, bytes, offset, device, inode, path } = what else {
            if self.execs.len() >= MAX_PROCESSES {
                self.execs.retain(|pid, _| exists(*pid));
            }
            self.execs.insert(*pid, *time_ns);
            return;
        };
        let Some(process) = self.processes.get(pid) else { return };
        // While a program begins, its address space is not known yet. What it maps then is read with it.
        if self.execs.get(pid).is_some_and(|exec_ns| process.exec_ns < *exec_ns || *time_ns < process.exec_ns) {
            return;
        }
        let Some(number) = self.number(*pid, *time_ns) else { return };
        let is_shared = self.runs.now(number, &self.processes).nth(1).is_some();
        let end = start.saturating_add(*bytes);
        let new =
            NewMapping { time_ns: *time_ns, start: *start, end, offset: *offset, device: *device, inode: *inode, path };
        if let Some(target) = self.spaces.at(number) {
            target.mapped(&new, is_shared);
        }
    }

    /// Something was not reported: what is mapped is read again.
    pub fn read_again(&mut self) {
        self.spaces.read_again();
    }

    /// Takes note of the target's processes and opens those that are new.
    pub fn notice(&mut self, members: &[Member]) {
        if self.processes.len() >= MAX_PROCESSES {
            self.processes.retain(|pid, _| exists(*pid));
            self.runs.keep(&self.processes);
        }
        for member in members {
            let known = self.processes.insert(member.pid, Process { parent: member.parent, exec_ns: member.exec_ns });
            if known.is_none_or(|known| known.exec_ns != member.exec_ns) {
                self.of(member.pid, u64::MAX);
            }
        }
    }

    /// The unwinder for a process at a time, and its number. `None` when its address space is not known.
    pub fn of(&mut self, pid: u32, time_ns: u64) -> Option<(u32, &mut Target)> {
        let number = self.number(pid, time_ns)?;
        self.at(number).map(|target| (number, target))
    }

    /// An unwinder by its number.
    pub fn at(&mut self, number: u32) -> Option<&mut Target> {
        self.spaces.at(number)
    }

    /// Puts a stack that was just unwound by the unwinder with that number into `out` as frames that last.
    pub fn place(&mut self, number: u32, stack: &[u64], out: &mut Vec<Frame>) {
        self.spaces.place(number, stack, out);
    }

    /// Every sample that had arrived was read: none is left of a process that had ended by then.
    pub fn drained(&mut self) {
        self.spaces.drained();
    }

    /// To be called before frames are named: what has ended is named by the files it had open.
    pub fn close(&mut self) {
        self.spaces.leave_files();
    }

    /// The language runtimes of all address spaces, each once.
    pub fn runtimes(&self) -> Vec<Runtime> {
        self.spaces.runtimes()
    }

    /// The language runtime that a process had last. `None` without one, and where it was not read.
    pub fn runtime_of(&self, pid: u32) -> Option<LanguageRuntime> {
        match self.last_of(pid)? {
            Last::Open(number) => self.spaces.runtime(number),
            Last::Left(left) => left.runtime.clone(),
        }
    }

    /// The program that a process ran last. `None` where it was not read.
    pub fn program_of(&self, pid: u32) -> Option<u64> {
        match self.last_of(pid)? {
            Last::Open(number) => self.spaces.program(number),
            Last::Left(left) => Some(left.program),
        }
    }

    /// The program of an open address space.
    pub fn program(&self, number: u32) -> Option<u64> {
        self.spaces.program(number)
    }

    /// The address space that a process had last.
    fn last_of(&self, pid: u32) -> Option<Last<'_>> {
        let mut pid = pid;
        for _ in 0..MAX_ANCESTORS {
            let process = self.processes.get(&pid)?;
            let run = (pid, process.exec_ns);
            // First: another process may have the pid of one that was left.
            if let Some(number) = self.runs.numbers.get(&run) {
                return number.map(Last::Open);
            }
            if let Some(left) = self.left.get(&run) {
                return Some(Last::Left(left));
            }
            if process.exec_ns != 0 {
                return None;
            }
            // It was not read before it ended, and ran in a copy of its parent's address space.
            pid = process.parent;
        }
        None
    }

    /// The Python interpreters of at most so many processes: pid, time of the exec that made the address space,
    /// place. In the order of the pids.
    pub fn pythons(&mut self, most: usize) -> Vec<(u32, u64, PythonLayout)> {
        let mut pythons = Vec::new();
        for (number, target) in self.spaces.each() {
            let Some(python) = target.python() else { continue };
            pythons.extend(self.runs.now(number, &self.processes).map(|(pid, exec_ns)| (pid, exec_ns, python)));
        }
        pythons.sort_unstable_by_key(|(pid, ..)| *pid);
        pythons.truncate(most);
        pythons
    }

    /// The Java machines of all processes whose virtual threads have frames in the heap.
    pub fn javas(&mut self, visit: &mut impl FnMut(u32, u64, JavaMachine<'_>)) {
        for (number, target) in self.spaces.each() {
            let Some(machine) = target.java() else { continue };
            for (pid, exec_ns) in self.runs.now(number, &self.processes) {
                visit(pid, exec_ns, machine);
            }
        }
    }

    /// Where all processes have frames outside their stacks, and the threads of which it is known.
    pub fn frames_plans(&mut self, visit: &mut impl FnMut(u32, u64, FramesPlan, &[KnownThread])) {
        for (number, target) in self.spaces.each() {
            let Some((plan, threads)) = target.frames_plan() else { continue };
            for (pid, exec_ns) in self.runs.now(number, &self.processes) {
                visit(pid, exec_ns, plan, threads);
            }
        }
    }

    fn number(&mut self, pid: u32, time_ns: u64) -> Option<u32> {
        let mut pid = pid;
        for _ in 0..MAX_ANCESTORS {
            let process = *self.processes.get(&pid)?;
            let is_after_exec = time_ns >= process.exec_ns;
            let key = (pid, if is_after_exec { process.exec_ns } else { 0 });
            if let Some(number) = self.runs.numbers.get(&key) {
                return *number;
            }
            // What /proc shows is the address space since the last exec.
            let found = if is_after_exec { look(pid) } else { None };
            if let Some(looks) = found {
                let number = self.open(pid, looks);
                self.runs.insert(key, number);
                return number;
            }
            if key.1 != 0 {
                return None;
            }
            // It ended or moved on before it was read: until then it ran in a copy of its parent's.
            pid = process.parent;
        }
        None
    }

    fn open(&mut self, pid: u32, looks: Looks) -> Option<u32> {
        if let Some(same) = self.spaces.find(looks) {
            return Some(same);
        }
        self.leave_those_that_are_gone();
        self.spaces.open(pid, looks)
    }

    /// Makes room for programs that the target starts.
    fn leave_those_that_are_gone(&mut self) {
        let Layouts { spaces, processes, runs, left, .. } = self;
        let gone = spaces.ended(|number| !runs.now(number, processes).any(|(pid, _)| exists(pid)));
        for number in gone {
            let (program, runtime) = (spaces.program(number).unwrap_or(0), spaces.runtime(number));
            spaces.leave(number);
            let ended = runs.forget(number);
            let room = MAX_LEFT.saturating_sub(left.len());
            left.extend(ended.into_iter().take(room).map(|run| (run, Left { program, runtime: runtime.clone() })));
        }
    }
}

/// What is remembered of an address space that was left.
struct Left {
    program: u64,
    runtime: Option<LanguageRuntime>,
}

/// The address space that a process had last.
enum Last<'a> {
    Open(u32),
    Left(&'a Left),
}

/// What a process looks like. `None` when it cannot be read.
fn look(pid: u32) -> Option<Looks> {
    let maps = File::open(format!("/proc/{pid}/maps")).ok()?;
    let mut layout = DefaultHasher::new();
    let mut program = None;
    for line in BufReader::new(maps).split(b'\n') {
        let line = line.ok()?;
        let mut fields = line.split(|byte| *byte == b' ');
        let (range, permissions) = (fields.next()?, fields.next()?);
        if permissions.get(2) == Some(&b'x') {
            // Offset, device, inode and path.
            let mut file = DefaultHasher::new();
            fields.for_each(|field| file.write(field));
            layout.write(range);
            layout.write_u64(file.finish());
            // The program lies below its libraries.
            program.get_or_insert(file.finish());
        }
    }
    // A process that is exiting has no mappings left.
    program.map(|program| Looks { layout: layout.finish(), program })
}

#[cfg(test)]
pub mod tests {
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};

    use super::spaces::MOST;
    use super::{Layouts, look};
    use crate::target::Member;

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

    fn number(layouts: &mut Layouts, pid: u32, time_ns: u64) -> Option<u32> {
        layouts.of(pid, time_ns).map(|(number, _)| number)
    }

    #[test]
    fn one_address_space_is_opened_once() {
        let own = std::process::id();
        let mut layouts = Layouts::new();
        layouts.notice(&[member(own, 0, 0)]);
        assert_eq!((number(&mut layouts, own, 5), layouts.spaces.each().count()), (Some(0), 1));
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

    /// A program of its own, at addresses of its own.
    struct Started(Child);

    impl Started {
        fn start(layouts: &mut Layouts) -> Started {
            let mut command = Command::new("cat");
            let mut started = Started(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts"));
            // What it says comes when all of it is mapped.
            started.0.stdin.as_mut().expect("a pipe").write_all(b"x").expect("it reads");
            started.0.stdout.as_mut().expect("a pipe").read_exact(&mut [0]).expect("it writes");
            layouts.notice(&[member(started.0.id(), 1, 1)]);
            started
        }
    }

    impl Drop for Started {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[test]
    fn address_spaces_that_are_gone_make_room_and_living_ones_stay() {
        let mut layouts = Layouts::new();
        let living: Vec<Started> = (0..4).map(|_| Started::start(&mut layouts)).collect();
        let ended: Vec<u32> = (0..20).map(|_| Started::start(&mut layouts).0.id()).collect();
        // Those that have ended are left when all was read that there was of them, and not before.
        let mut starts = || {
            let started = Started::start(&mut layouts);
            layouts.drained();
            (started, layouts.spaces.each().count())
        };
        let (one, other) = (starts(), starts());
        assert_eq!((one.1, other.1), (25, 26));
        let last = Started::start(&mut layouts);
        assert_eq!(layouts.spaces.each().count(), 7);
        let numbers = |layouts: &mut Layouts, pids: &[u32]| -> Vec<Option<u32>> {
            pids.iter().map(|pid| number(layouts, *pid, 5)).collect()
        };
        assert!(numbers(&mut layouts, &ended).iter().all(Option::is_none));
        let living = living.iter().chain([&one.0, &other.0, &last]);
        let living: Vec<u32> = living.map(|started| started.0.id()).collect();
        // No number is given twice: frames of the one that had it before would be taken for the other's.
        assert_eq!(numbers(&mut layouts, &living), [0, 1, 2, 3, 24, 25, 26].map(Some));
    }

    #[test]
    fn the_program_of_a_process_is_known_when_its_address_space_was_left() {
        let mut layouts = Layouts::new();
        let lasting: Vec<Started> = (0..2).map(|_| Started::start(&mut layouts)).collect();
        let program = layouts.program_of(lasting[0].0.id());
        let ended: Vec<u32> = (0..12).map(|_| Started::start(&mut layouts).0.id()).collect();
        for _ in 0..3 {
            drop(Started::start(&mut layouts));
            layouts.drained();
        }
        assert!(layouts.spaces.each().count() < 12);
        assert!(program.is_some() && ended.iter().all(|pid| layouts.program_of(*pid) == program));
        assert_eq!((layouts.program_of(u32::MAX), layouts.runtime_of(ended[0])), (None, None));
    }

    #[test]
    fn of_too_many_at_a_time_the_first_are_unwound() {
        let mut layouts = Layouts::new();
        let started: Vec<Started> = (0..MOST + 3).map(|_| Started::start(&mut layouts)).collect();
        let numbered: Vec<bool> =
            started.iter().map(|started| number(&mut layouts, started.0.id(), 5).is_some()).collect();
        assert_eq!(numbered, [vec![true; MOST], vec![false; 3]].concat());
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_looks() {
        assert_eq!(look(u32::MAX), None);
        assert!(Layouts::new().of(u32::MAX, 0).is_none());
    }
}
