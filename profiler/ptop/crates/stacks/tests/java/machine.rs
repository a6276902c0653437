//! A live Java virtual machine that runs one of the programs in `targets`, and what its samples say.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use stacks::{CutReason, Limits, Name, NameOrigin, Sample, Target};

use crate::support::{self, java, scratch, source};
use crate::{perf, records};

/// Bytes of stack copied: what one sample can carry.
const STACK_BYTES: u32 = 65_528;
/// Samples without which a run says nothing.
pub(crate) const SAMPLES: usize = 400;
/// Frames of the recursion in `Shop.shelf`: forty and the one that calls nothing more.
pub(crate) const SHELVES: usize = 41;

/// A running machine. Killed when dropped.
pub(crate) struct Machine {
    child: Child,
    output: ChildStdout,
    directory: PathBuf,
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

impl Machine {
    pub(crate) fn start(major: u32, flags: &[&str]) -> Machine {
        Machine::start_with(major, flags, &[])
    }

    pub(crate) fn start_with(major: u32, flags: &[&str], arguments: &[&str]) -> Machine {
        Machine::start_program("Shop", major, flags, arguments)
    }

    pub(crate) fn start_program(program: &str, major: u32, flags: &[&str], arguments: &[&str]) -> Machine {
        // A colon would end the directory's name where classes are looked for.
        let directory =
            scratch(&format!("java-{program}-{major}{}", flags.concat().replace(':', "") + &arguments.concat()));
        let mut command = java::program(program, major, flags, &directory);
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take().unwrap();
        Machine { child, output, directory }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits until its work has begun, however long the machine takes to start, and has had so much CPU time since.
    pub(crate) fn works(&mut self, time: Duration) {
        let mut said = [0; java::BEGUN.len()];
        self.output.read_exact(&mut said).unwrap();
        assert_eq!(said, java::BEGUN.as_bytes());
        let before = support::cpu_time(self.pid());
        support::wait_for_cpu_time(self.pid(), before + time);
    }

    /// Samples for some time, in rounds until there are enough, and walks each round's at once.
    pub(crate) fn profile(&self, limits: Limits) -> Profile {
        let mut profile = Profile { target: Target::open(self.pid(), limits).unwrap(), ..Profile::empty(self.pid()) };
        let started = Instant::now();
        while profile.samples < SAMPLES && started.elapsed() < Duration::from_secs(60) {
            profile.take(self, Duration::from_millis(500));
        }
        assert!(profile.samples >= SAMPLES, "only {} samples", profile.samples);
        profile
    }
}

pub(crate) struct Profile {
    pub(crate) target: Target,
    pub(crate) samples: usize,
    pub(crate) whole: usize,
    pub(crate) cuts: BTreeMap<CutReason, usize>,
    /// Stacks, leaf first, of whole samples.
    pub(crate) stacks: Vec<Vec<u64>>,
    /// The same of samples that lack frames which were in the heap.
    pub(crate) carried: Vec<Vec<u64>>,
}

impl Profile {
    pub(crate) fn empty(pid: u32) -> Profile {
        let target = Target::open(pid, Limits::default()).unwrap();
        Profile { target, samples: 0, whole: 0, cuts: BTreeMap::new(), stacks: Vec::new(), carried: Vec::new() }
    }

    pub(crate) fn take(&mut self, machine: &Machine, time: Duration) {
        let path = machine.directory.join("records");
        perf::record(machine.pid(), time, STACK_BYTES, &path).unwrap();
        let mut reader = records::Reader::open(&path).unwrap();
        let mut sample = records::Recorded::default();
        let mut out = Vec::new();
        while reader.next(&mut sample).unwrap() {
            let regs = sample.registers().unwrap();
            let outcome = self.target.unwind(&Sample { regs, stack: &sample.stack, chain: &[] }, &mut out);
            self.samples += 1;
            self.whole += usize::from(outcome.is_whole());
            match outcome.cut_reason() {
                None => self.stacks.push(out.clone()),
                Some(reason) => {
                    *self.cuts.entry(reason).or_default() += 1;
                    if reason == CutReason::FramesElsewhere {
                        self.carried.push(out.clone());
                    }
                }
            }
        }
    }

    /// The stacks with names: the Java ones as `Class.method`, of others only where they come from.
    pub(crate) fn named(&mut self) -> Vec<Vec<String>> {
        let addresses: BTreeSet<u64> = self.stacks.iter().flatten().copied().collect();
        let addresses: Vec<u64> = addresses.into_iter().collect();
        let mut names = BTreeMap::new();
        self.target
            .symbolise(&addresses, &mut |address, found| {
                let name = &found[0];
                let is_java = name.origin == NameOrigin::Java && name.module != "libjvm.so";
                assert!(!is_java || name.function.starts_with(&format!("{}.", name.module)), "{name:?}");
                check_place(name);
                names.insert(address, if is_java { name.function.clone() } else { format!("[{}]", name.module) });
            })
            .unwrap();
        self.stacks.iter().map(|stack| stack.iter().map(|address| names[address].clone()).collect()).collect()
    }
}

/// A method of the program has its file and begins within two lines of its declaration. Those of classes that the
/// machine makes have no source.
fn check_place(name: &Name) {
    let Some(method) =
        name.function.strip_prefix("Shop.").filter(|method| !method.starts_with("lambda") && !method.starts_with('<'))
    else {
        return;
    };
    let text = std::fs::read_to_string(source("Shop.java")).unwrap();
    let is_declaration =
        |line: &str| line.contains(&format!(" {method}(")) && line.starts_with("    ") && line.ends_with('{');
    let declared =
        text.lines().position(is_declaration).unwrap_or_else(|| panic!("{method} is not declared")) as u32 + 1;
    let begins = name.first_line.filter(|line| (declared + 1..=declared + 2).contains(line));
    assert!(name.file == "Shop.java" && begins.is_some(), "{name:?}, declared in line {declared}");
}
