//! Engines of JavaScript and interpreters of Python whose structures lie. A live one is stopped, what is read of its
//! memory while some samples are walked and named is noted, and words of just that are overwritten at random: whatever
//! they say then, nothing panics, memory stays within its bound, and each sample within its time. `java_hostile.rs`
//! is the same for Java.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::crafted::Random;
use crate::support::lies::{Overwritten, mutate, stop};
use crate::support::{self, Killed, mappings, scratch, source};
use crate::{perf, records};
use stacks::{Brought, Limits, Name, NameOrigin, PythonEntry, Sample, Target};

/// For how many seconds a program lies, where nobody asks for more: machines differ, and the suite must not wait.
const SECONDS: u64 = 2;
/// Names another number of them: a longer run goes on where the suite ends.
const SECONDS_VARIABLE: &str = "PTOP_LIE_SECONDS";
/// Rounds, each with lies of its own, that any machine has time for.
const LEAST_ROUNDS: usize = 20;
/// Rounds that a reader of the process lives through, as one does in a capture: what it keeps is of other lies.
const ROUNDS_OF_A_TARGET: usize = 8;
/// Samples walked in a round.
const SAMPLES: usize = 12;
/// Far above what any sample needs in a build without optimisation on a busy machine.
const SAMPLE_TIME: Duration = Duration::from_secs(2);
const MEMORY_BYTES: usize = 16 << 20;
/// Where the interpreter's C code lies on the stack, for all that a sample says: beyond its copy.
const BEYOND: u64 = 1 << 20;
/// A register of the sample: the stack pointer.
const STACK_POINTER: usize = 7;

thread_local! {
    /// Where memory was read, and how much of it; `None` while nobody asks.
    static READ: RefCell<Option<BTreeSet<(u64, usize)>>> = const { RefCell::new(None) };
}

/// Stands before the C library's: how every read of the process is seen.
///
/// # Safety
/// As `pread64`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pread64(file: i32, out: *mut u8, count: usize, offset: i64) -> isize {
    // SAFETY: the arguments are the caller's, who promised what the call needs.
    let done = unsafe { libc::syscall(libc::SYS_pread64, file, out, count, offset) };
    let is_memory = || std::fs::read_link(format!("/proc/self/fd/{file}")).is_ok_and(|path| path.ends_with("mem"));
    READ.with_borrow_mut(|read| {
        if let Some(read) = read.as_mut().filter(|_| done > 0 && is_memory()) {
            read.insert((offset as u64, done as usize));
        }
    });
    done as isize
}

/// A sampled program, stopped.
struct Stopped {
    program: Killed,
    samples: Vec<records::Recorded>,
    /// Frames of an interpreter that come with each sample.
    python: Vec<PythonEntry>,
    /// What is mapped from files: naming that is another matter, and takes most of the time.
    files: Vec<Range<u64>>,
}

impl Stopped {
    fn after(mut command: Command, directory: &Path, cpu_time: Duration) -> Stopped {
        let program = Killed(command.stdout(Stdio::null()).spawn().unwrap());
        support::wait_for_cpu_time(program.pid(), cpu_time);
        let path = directory.join("records");
        perf::record(program.pid(), Duration::from_secs(1), 16 * 1024, &path).unwrap();
        stop(program.pid());
        let samples = records::read_all(&path).unwrap();
        assert!(samples.len() >= 50, "only {} samples", samples.len());
        let files = mappings(program.pid(), |line| line.contains('/'));
        Stopped { program, samples, python: Vec::new(), files }
    }

    fn open(&self) -> Target {
        Target::open(self.program.pid(), Limits::default()).unwrap()
    }

    /// How the sample ends, with its frames added to `addresses`.
    fn walk(&self, target: &mut Target, sample: &records::Recorded, addresses: &mut BTreeSet<u64>) -> &'static str {
        let mut python = self.python.clone();
        if let Some(mark) = python.last_mut().filter(|entry| entry.code == PythonEntry::C_CODE) {
            mark.name = sample.values[STACK_POINTER].wrapping_add(BEYOND);
        }
        let mut out = Vec::new();
        let started = Instant::now();
        let outcome = target.unwind_with(
            &Sample { regs: sample.registers().unwrap(), stack: &sample.stack, chain: &[] },
            Brought { python: &python, heap: None, ..Brought::default() },
            &mut out,
        );
        assert!(started.elapsed() < SAMPLE_TIME, "{outcome} took {:?}", started.elapsed());
        assert!(out.len() <= Limits::default().frames);
        addresses.extend(out.iter().filter(|address| !self.files.iter().any(|file| file.contains(address))));
        outcome.cut_reason().map_or("whole", stacks::CutReason::code)
    }
}

/// Names what came of a walk; how many names are of functions of that language.
fn named(target: &mut Target, addresses: &BTreeSet<u64>, origin: NameOrigin) -> usize {
    let addresses: Vec<u64> = addresses.iter().copied().collect();
    let mut count = 0;
    let is_named = |name: &&Name| name.origin == origin && !name.function.is_empty();
    target
        .symbolise(&addresses, &mut |_, names| {
            assert!(names.iter().all(|name| name.function.len() <= Limits::default().name_bytes + 3));
            count += names.iter().filter(is_named).count();
        })
        .unwrap();
    count
}

/// What is read while the samples are walked and named, before anything lies.
fn read_of(stopped: &Stopped, origin: NameOrigin) -> Vec<(u64, usize)> {
    READ.set(Some(BTreeSet::new()));
    let (mut target, mut addresses) = (stopped.open(), BTreeSet::new());
    for sample in &stopped.samples {
        stopped.walk(&mut target, sample, &mut addresses);
    }
    let names = named(&mut target, &addresses, origin);
    let read: Vec<(u64, usize)> = READ.take().unwrap().into_iter().collect();
    assert!(names >= 4, "{names} functions of {origin:?}");
    assert!(read.len() >= 20, "{} reads", read.len());
    read
}

fn lie(stopped: &Stopped, origin: NameOrigin, expected: &[&str]) {
    let read = read_of(stopped, origin);
    let memory = File::options().read(true).write(true).open(format!("/proc/{}/mem", stopped.program.pid())).unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut reached: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut rounds, mut names) = (0, 0);
    let mut target = stopped.open();
    let asked = std::env::var(SECONDS_VARIABLE).map(|seconds| seconds.parse().unwrap());
    let (started, most_time) = (Instant::now(), Duration::from_secs(asked.unwrap_or(SECONDS)));
    while rounds < LEAST_ROUNDS || started.elapsed() < most_time {
        if rounds % ROUNDS_OF_A_TARGET == 0 {
            target = stopped.open();
        }
        let mut overwritten = Overwritten::new(&memory);
        // A few get further than many.
        for _ in 0..[1, 4, 32, 256][rounds % 4] {
            let (address, bytes) = read[random.below(read.len())];
            overwritten.overwrite_at(address + random.below(bytes) as u64, &mut random);
        }
        let mut addresses = BTreeSet::new();
        for _ in 0..SAMPLES {
            let taken = &stopped.samples[random.below(stopped.samples.len())];
            let mut sample = records::Recorded { values: taken.values.clone(), stack: taken.stack.clone() };
            if random.below(2) == 0 {
                mutate(&mut sample.values, &mut sample.stack, &mut random);
            }
            *reached.entry(stopped.walk(&mut target, &sample, &mut addresses)).or_default() += 1;
        }
        names += named(&mut target, &addresses, origin);
        assert!(target.memory_bytes() < MEMORY_BYTES, "{} bytes", target.memory_bytes());
        rounds += 1;
    }
    println!("{rounds} rounds over {} reads, {names} names, {reached:?}", read.len());
    // Lies must be met on the way, and not end each walk at its start, or they prove nothing.
    assert!(names >= rounds, "{names} names in {rounds} rounds");
    for reason in expected {
        assert!(reached.contains_key(reason), "{reason} is not among {reached:?}");
    }
}

fn runtime(folder: &str, program: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol").join(folder).join(program);
    assert!(path.is_file(), "{} is missing: run ./farol test", path.display());
    path
}

fn node(version: &str) {
    let directory = scratch(&format!("node-hostile-{version}"));
    let mut command = Command::new(runtime(&format!("node-{version}"), "node"));
    command.arg(source("shop.cjs")).current_dir(&directory);
    let stopped = Stopped::after(command, &directory, Duration::from_millis(1500));
    lie(&stopped, NameOrigin::JavaScript, &["whole", "stack_copy_ended", "outside_stack"]);
    std::fs::remove_dir_all(directory).unwrap();
}

/// `has_objects`: its frames are objects (3.10 and older), and none says where on the C stack it runs.
fn python(name: &str, interpreter: &Path, has_objects: bool) {
    let directory = scratch(&format!("python-hostile-{name}"));
    let said = directory.join("said");
    let mut command = Command::new(interpreter);
    command.arg(source("shop.py")).arg(&said).current_dir(&directory);
    let mut stopped = Stopped::after(command, &directory, Duration::from_millis(500));
    // Less than the C stack has, so that what lies beyond plays the interpreter.
    stopped.samples.iter_mut().for_each(|sample| sample.stack.truncate(512));
    let said = std::fs::read_to_string(said).unwrap();
    let entry = |line: &str| {
        let (code, name) = line.split_once(' ').unwrap();
        let [code, name] = [code, name].map(|number| number.parse().unwrap());
        // Some way into its instructions, which begin within 200 bytes in every version that has them in the object.
        PythonEntry { code, name, instruction: if has_objects { 3 } else { code + 208 } }
    };
    stopped.python = said.lines().map(entry).collect();
    if !has_objects {
        stopped.python.push(PythonEntry { code: PythonEntry::C_CODE, name: 0, instruction: 0 });
    }
    lie(&stopped, NameOrigin::Python, &["stack_copy_ended"]);
    std::fs::remove_dir_all(directory).unwrap();
}

fn node_releases() -> Vec<String> {
    let list = std::fs::read_to_string(source("node-releases.txt")).unwrap();
    list.lines().map(str::to_owned).collect()
}

#[test]
fn engines_of_javascript_whose_structures_lie_do_no_harm() {
    node(node_releases().last().unwrap());
}

#[test]
#[ignore = "deep"]
fn older_engines_of_javascript_whose_structures_lie_do_no_harm() {
    let releases = node_releases();
    releases.iter().rev().skip(1).for_each(|version| node(version));
}

#[test]
fn interpreters_of_python_whose_structures_lie_do_no_harm() {
    python("3.11", Path::new("/usr/bin/python3"), false);
}

#[test]
#[ignore = "deep"]
fn other_interpreters_of_python_whose_structures_lie_do_no_harm() {
    for (version, minor) in [("3.9.6", 9), ("3.10.16", 10), ("3.12.3", 12), ("3.13.1", 13), ("3.14.6", 14)] {
        let interpreter = runtime(&format!("python-{version}"), &format!("bin/python3.{minor}"));
        python(version, &interpreter, minor < 11);
    }
}
