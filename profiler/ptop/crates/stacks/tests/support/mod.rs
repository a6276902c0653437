//! What the tests against real programs share: building targets, sampling them
//! from inside (see `targets/sampler.c`), and a second unwinder to compare with.
#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod crafted;
pub(crate) mod java;
pub(crate) mod lies;
pub(crate) mod live;
pub(crate) mod reference;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use stacks::{Arch, Registers, Sample};

/// One sample that a target took of itself.
pub(crate) struct Recorded {
    pub(crate) values: Vec<u64>,
    pub(crate) stack: Vec<u8>,
    /// Call chain as the compiler's own unwinder saw it: instruction pointers, leaf first.
    pub(crate) truth: Vec<u64>,
}

impl Recorded {
    pub(crate) fn sample(&self) -> Sample<'_> {
        Sample { regs: self.registers(), stack: &self.stack, chain: &[] }
    }

    pub(crate) fn registers(&self) -> Registers {
        Registers::from_perf(Arch::NATIVE, Arch::NATIVE.perf_mask(), &self.values).unwrap()
    }
}

/// A process that ends with the test.
pub(crate) struct Killed(pub(crate) Child);

impl Killed {
    /// Starts a program and waits until the kernel has mapped it: the vDSO comes last.
    pub(crate) fn spawn(program: &Path) -> Killed {
        let child = Killed(Command::new(program).spawn().unwrap());
        let maps = || std::fs::read_to_string(format!("/proc/{}/maps", child.pid())).unwrap();
        let is_mapped = |maps: &str| maps.contains(program.to_str().unwrap()) && maps.contains("[vdso]");
        while !is_mapped(&maps()) {
            std::thread::yield_now();
        }
        child
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running target with the samples it took.
pub(crate) struct Sampled {
    child: Killed,
    pub(crate) samples: Vec<Recorded>,
    records: PathBuf,
    count: usize,
}

impl Sampled {
    pub(crate) fn pid(&self) -> u32 {
        self.child.pid()
    }
}

/// A directory of the caller's own, emptied by the build system.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets").join(name)
}

/// Runs a compiler or another tool; the test fails with its output when it does.
pub(crate) fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles `shapes.c` with the sampler linked in.
pub(crate) fn build_shapes(directory: &Path, name: &str, compiler: &str, flags: &[&str]) -> PathBuf {
    let target = directory.join(name);
    let mut command = Command::new(compiler);
    command.args(["-O2", "-fomit-frame-pointer", "-o"]).arg(&target).args(flags);
    run(command.args([source("shapes.c"), source("sampler.c")]).args(["-lpthread", "-ldl"]));
    target
}

/// Compiles the sampler for preloading into programs that were built elsewhere.
pub(crate) fn build_preload(directory: &Path) -> PathBuf {
    let library = directory.join("sampler.so");
    run(Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&library).arg(source("sampler.c")));
    library
}

/// How a target samples itself.
pub(crate) struct Sampling {
    pub(crate) count: usize,
    pub(crate) stack_bytes: usize,
    pub(crate) with_truth: bool,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { count: 120, stack_bytes: 65_528, with_truth: true }
    }
}

/// Starts `command` and waits until it has taken its samples.
pub(crate) fn sample(command: Command, directory: &Path, sampling: &Sampling) -> Sampled {
    let mut sampled = start(command, directory, sampling);
    sampled.collect();
    sampled
}

/// Starts `command`, which begins to sample itself.
pub(crate) fn start(command: Command, directory: &Path, sampling: &Sampling) -> Sampled {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let records = directory.join(format!("records-{number}"));
    std::fs::write(&records, b"").unwrap();
    let child = spawn(command, &records, sampling);
    Sampled { child, samples: Vec::new(), records, count: sampling.count }
}

fn spawn(mut command: Command, records: &Path, sampling: &Sampling) -> Killed {
    command
        .env("STACKS_OUT", records)
        .env("STACKS_COUNT", sampling.count.to_string())
        .env("STACKS_BYTES", sampling.stack_bytes.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    if sampling.with_truth {
        command.env("STACKS_TRUTH", "1");
    }
    Killed(command.spawn().unwrap_or_else(|cause| panic!("{command:?}: {cause}")))
}

impl Sampled {
    /// Waits until the target has taken its samples, or has ended: the samples are then fewer than were asked for.
    pub(crate) fn collect(&mut self) {
        let mut has_ended = false;
        while self.samples.len() < self.count && !has_ended {
            std::thread::sleep(Duration::from_millis(20));
            has_ended = self.child.0.try_wait().unwrap().is_some();
            self.samples = parse(&std::fs::read(&self.records).unwrap());
        }
    }
}

fn parse(bytes: &[u8]) -> Vec<Recorded> {
    let mut words = Words { rest: bytes };
    std::iter::from_fn(|| parse_one(&mut words)).collect()
}

fn parse_one(words: &mut Words<'_>) -> Option<Recorded> {
    let values = words.list()?;
    let count = words.word()? as usize;
    let stack = words.bytes(count)?.to_vec();
    let mut truth = words.list()?;
    // The compiler's unwinder reports what follows the root as a zero.
    if truth.last() == Some(&0) {
        truth.pop();
    }
    Some(Recorded { values, stack, truth })
}

struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<u64> {
        self.bytes(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap()))
    }

    fn list(&mut self) -> Option<Vec<u64>> {
        let count = self.word()?;
        (0..count).map(|_| self.word()).collect()
    }
}

/// Waits until a process has spent this much CPU time, or for a minute: how far it got on a busy machine cannot be
/// told by the clock on the wall.
pub(crate) fn wait_for_cpu_time(pid: u32, wanted: Duration) {
    let started = Instant::now();
    while cpu_time(pid) < wanted {
        assert!(started.elapsed() < Duration::from_secs(60), "process {pid} spent only {:?}", cpu_time(pid));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// CPU time of a process and its threads: the 14th and 15th field of its `stat`, in clock ticks of 10 ms.
pub(crate) fn cpu_time(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name may have spaces and brackets in it.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}

/// Whether a process was stopped by a signal, with each of its threads.
pub(crate) fn is_stopped(pid: u32) -> bool {
    let mut threads = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    // One that has ended meanwhile does not run either.
    let stands = |stat: std::io::Result<String>| stat.map_or(true, |stat| stat.contains(") T "));
    threads.all(|thread| stands(std::fs::read_to_string(thread.unwrap().path().join("stat"))))
}

/// The mappings of a process whose line this chooses.
pub(crate) fn mappings(pid: u32, chosen: impl Fn(&str) -> bool) -> Vec<Range<u64>> {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
    let range = |line: &str| {
        let (start, end) = line.split(' ').next().unwrap().split_once('-').unwrap();
        u64::from_str_radix(start, 16).unwrap()..u64::from_str_radix(end, 16).unwrap()
    };
    maps.lines().filter(|line| chosen(line)).map(range).collect()
}

/// Where a position-independent executable was loaded: its first mapping.
pub(crate) fn bias_of(pid: u32) -> u64 {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
    u64::from_str_radix(maps.split('-').next().unwrap(), 16).unwrap()
}
