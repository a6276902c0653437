//! Stacks of live Java virtual machines, of every version, way of compiling and
//! collector, taken as the kernel gives them: no agent, no flag that helps.

#[path = "../examples/measure/perf.rs"]
mod perf;
#[path = "../examples/measure/records.rs"]
mod records;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use stacks::{CutReason, Limits, Name, NameOrigin, Sample, Target};
use support::{java, run, scratch, source};

/// What the sampler of the measuring example fails with.
type Failure = Box<dyn std::error::Error>;

/// Bytes of stack copied: what one sample can carry.
const STACK_BYTES: u32 = 65_528;
/// Samples without which a run says nothing.
const SAMPLES: usize = 400;
/// Frames of the recursion in `Shop.shelf`: forty and the one that calls nothing more.
const SHELVES: usize = 41;

/// A running machine. Killed when dropped.
struct Machine {
    child: Child,
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
    fn start(major: u32, flags: &[&str]) -> Machine {
        Machine::start_with(major, flags, &[])
    }

    fn start_with(major: u32, flags: &[&str], arguments: &[&str]) -> Machine {
        Machine::start_program("Shop", major, flags, arguments)
    }

    fn start_program(program: &str, major: u32, flags: &[&str], arguments: &[&str]) -> Machine {
        // A colon would end the directory's name where classes are looked for.
        let directory =
            scratch(&format!("java-{program}-{major}{}", flags.concat().replace(':', "") + &arguments.concat()));
        run(Command::new("javac")
            .args(["--release", "11", "-d"])
            .arg(&directory)
            .arg(source(&format!("{program}.java"))));
        let mut command = Command::new(java(major));
        command.args(flags).args(["-Xmx256m", "-cp"]).arg(&directory).arg(program).args(arguments);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Machine { child, directory }
    }

    fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has had so much CPU time.
    fn spends(&self, time: Duration) {
        support::wait_for_cpu_time(self.pid(), time);
    }

    /// Samples for some time, in rounds until there are enough, and walks each round's at once.
    fn profile(&self, limits: Limits) -> Profile {
        let mut profile = Profile { target: Target::open(self.pid(), limits).unwrap(), ..Profile::empty(self.pid()) };
        let started = Instant::now();
        while profile.samples < SAMPLES && started.elapsed() < Duration::from_secs(60) {
            profile.take(self, Duration::from_millis(500));
        }
        assert!(profile.samples >= SAMPLES, "only {} samples", profile.samples);
        profile
    }
}

struct Profile {
    target: Target,
    samples: usize,
    whole: usize,
    cuts: BTreeMap<CutReason, usize>,
    /// Stacks, leaf first, of whole samples.
    stacks: Vec<Vec<u64>>,
    /// The same of samples that lack frames which were in the heap.
    carried: Vec<Vec<u64>>,
}

impl Profile {
    fn empty(pid: u32) -> Profile {
        let target = Target::open(pid, Limits::default()).unwrap();
        Profile { target, samples: 0, whole: 0, cuts: BTreeMap::new(), stacks: Vec::new(), carried: Vec::new() }
    }

    fn take(&mut self, machine: &Machine, time: Duration) {
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
    fn named(&mut self) -> Vec<Vec<String>> {
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

/// What called what in `Shop`, without what the machine puts between.
const CALLERS: [(&str, &[&str]); 17] = [
    ("Shop.main", &[]),
    ("Shop.serve", &["Shop.main"]),
    ("Shop.round", &["Shop.serve"]),
    ("Shop$Bread.price", &["Shop.round"]),
    ("Shop$Milk.price", &["Shop.round"]),
    ("Shop.weigh", &["Shop$Bread.price", "Shop$Milk.price"]),
    ("Shop.shelf", &["Shop.round", "Shop.shelf"]),
    ("Shop.first", &["Shop.round"]),
    ("Shop.second", &["Shop.first"]),
    ("Shop.third", &["Shop.second"]),
    ("Shop.inner", &["Shop.third"]),
    ("Shop.count", &["Shop.shelf", "Shop.till", "Shop.mirror"]),
    ("Shop.refuse", &["Shop.returns"]),
    ("Shop.lambda$order$0", &["Shop.order"]),
    ("Shop.lambda$order$1", &["Shop.order"]),
    ("Shop.lambda$order$2", &["Shop.order"]),
    ("Shop.lambda$books$0", &["Shop.books"]),
];

/// Whether each of the program's frames was called by the one above it.
fn is_possible(stack: &[String]) -> bool {
    let own: Vec<&str> = stack.iter().map(String::as_str).filter(|name| name.starts_with("Shop")).collect();
    let begins = own.last().is_none_or(|outermost| ["Shop.main", "Shop.serve", "Shop$$Lambda.run"].contains(outermost));
    begins
        && own.windows(2).all(|pair| {
            let [called, by] = *pair else { return false };
            // A class that the machine made for a lambda stands between.
            if called.contains("$$Lambda") || by.contains("$$Lambda") {
                return true;
            }
            match CALLERS.iter().find(|(name, _)| *name == called) {
                Some((_, callers)) => callers.contains(&by),
                None => by == "Shop.round",
            }
        })
}

fn check(major: u32, flags: &[&str]) -> Vec<Vec<String>> {
    let machine = Machine::start(major, flags);
    // The program must be running, and the machine must have compiled what it will.
    machine.spends(Duration::from_millis(3500));
    let mut profile = machine.profile(Limits { frames: 1024, ..Limits::default() });
    let notes = profile.target.runtimes();
    let version = format!("HotSpot {major}.");
    assert!(notes.iter().any(|note| note.name.starts_with(&version) && note.problem.is_none()), "{notes:?}");
    let (samples, whole) = (profile.samples, profile.whole);
    println!("java {major} {flags:?}: {whole} of {samples} whole, {:?}", profile.cuts);
    assert!(whole * 1000 >= samples * 975, "java {major} {flags:?}: {whole} of {samples}, {:?}", profile.cuts);
    let stacks = profile.named();
    let own = |stack: &&Vec<String>| stack.iter().any(|name| name.starts_with("Shop"));
    let impossible: Vec<_> = stacks.iter().filter(own).filter(|stack| !is_possible(stack)).collect();
    let of = stacks.iter().filter(own).count();
    assert!(of * 5 > stacks.len(), "java {major} {flags:?}: only {of} stacks of the program");
    // Where a method of a chain of inlined ones stands between two places that the compiler described, the next is taken.
    assert!(
        impossible.len() * 100 <= of * 2,
        "java {major} {flags:?}: {} of {of}, as {:?}",
        impossible.len(),
        impossible[0]
    );
    assert!(profile.target.counters().language_frames_cut == 0);
    stacks
}

/// The innermost frames with their samples, for a failing test to show.
fn leaves(stacks: &[Vec<String>]) -> BTreeMap<&[String], usize> {
    let mut leaves = BTreeMap::new();
    for stack in stacks {
        *leaves.entry(&stack[..stack.len().min(3)]).or_default() += 1;
    }
    leaves
}

/// The recursion has exactly its depth under every sample of what it ends in.
fn check_depth(stacks: &[Vec<String>]) {
    let under = |stack: &&Vec<String>| stack[0] == "Shop.count" && stack[1] == "Shop.shelf";
    let depth = |stack: &Vec<String>| stack.iter().filter(|name| *name == "Shop.shelf").count();
    let all: Vec<usize> = stacks.iter().filter(under).map(depth).collect();
    let right = all.iter().filter(|depth| **depth == SHELVES).count();
    assert!(all.len() >= 10, "only {} samples of it; {:?}", all.len(), leaves(stacks));
    assert!(right * 100 >= all.len() * 90, "{right} of {}: {all:?}", all.len());
}

/// Methods that were put into one another are all there, innermost first. Which of them a place in the innermost
/// loop counts for depends on what the compiler described of it.
fn check_chain(stacks: &[Vec<String>], least: usize) {
    let chain = ["Shop.inner", "Shop.third", "Shop.second", "Shop.first", "Shop.round", "Shop.serve"];
    let from = |stack: &Vec<String>| chain[..4].iter().position(|name| *name == stack[0]);
    let all: Vec<(&Vec<String>, usize)> = stacks.iter().filter_map(|stack| Some((stack, from(stack)?))).collect();
    let is_right = |stack: &[String], expected: &[&str]| {
        stack.len() >= expected.len() && stack.iter().zip(expected).all(|(name, expected)| name == expected)
    };
    let right = all.iter().filter(|(stack, from)| is_right(stack, &chain[*from..])).count();
    assert!(all.len() >= least, "only {} samples of it; {:?}", all.len(), leaves(stacks));
    assert!(right * 100 >= all.len() * 95, "{right} of {}", all.len());
}

fn check_all(major: u32, flags: &[&str]) {
    let stacks = check(major, flags);
    check_depth(&stacks);
    // A compiler may leave nothing of the chain but the loop that it ends in.
    let least = if flags == ["-Xint"] { 10 } else { 0 };
    check_chain(&stacks, least);
}

#[test]
fn java_11_with_default_flags_is_whole_and_named() {
    check_all(11, &[]);
}

#[test]
fn java_17_with_default_flags_is_whole_and_named() {
    check_all(17, &[]);
}

#[test]
fn java_21_with_default_flags_is_whole_and_named() {
    check_all(21, &[]);
}

#[test]
fn java_25_with_default_flags_is_whole_and_named() {
    check_all(25, &[]);
}

#[test]
fn interpreted_frames_are_whole_and_named() {
    for major in [17, 25] {
        check_all(major, &["-Xint"]);
    }
}

#[test]
fn frames_of_the_first_compiler_are_whole_and_named() {
    for major in [11, 17, 21, 25] {
        // In some versions its loops are described too sparsely to tell `count` from the `shelf` around it.
        check_chain(&check(major, &["-XX:TieredStopAtLevel=1"]), 10);
    }
}

#[test]
fn frames_of_the_second_compiler_alone_are_whole_and_named() {
    for major in [17, 25] {
        check_all(major, &["-XX:-TieredCompilation"]);
    }
}

#[test]
fn frames_under_every_collector_are_whole_and_named() {
    for (major, flag) in
        [(11, "-XX:+UseParallelGC"), (17, "-XX:+UseSerialGC"), (21, "-XX:+UseShenandoahGC"), (25, "-XX:+UseZGC")]
    {
        let stacks = check(major, &[flag]);
        // Under the other collectors, loops that count are never asked to stop, and so not described.
        if major > 17 {
            check_depth(&stacks);
            check_chain(&stacks, 0);
        }
    }
}

#[test]
fn frames_that_keep_a_frame_pointer_are_whole_and_named() {
    check_all(17, &["-XX:+PreserveFramePointer"]);
}

#[test]
fn a_machine_that_starts_after_it_was_opened_is_understood() {
    let machine = Machine::start(17, &[]);
    let limits = Limits { refresh_interval: Duration::ZERO, ..Limits::default() };
    let mut profile = Profile { target: Target::open(machine.pid(), limits).unwrap(), ..Profile::empty(machine.pid()) };
    machine.spends(Duration::from_millis(2500));
    profile.take(&machine, Duration::from_secs(1));
    assert!(profile.target.counters().refreshes > 1, "the mappings were not read again");
    let (samples, whole) = (profile.samples, profile.whole);
    assert!(whole * 1000 >= samples * 975 && samples > 50, "{whole} of {samples}, {:?}", profile.cuts);
    assert!(profile.named().iter().flatten().any(|name| name == "Shop.serve"));
}

#[test]
fn a_virtual_thread_whose_callers_are_in_the_heap_is_not_called_whole() {
    for major in [21, 25] {
        let machine = Machine::start_with(major, &[], &["virtual"]);
        machine.spends(Duration::from_millis(2500));
        let mut profile = machine.profile(Limits::default());
        let elsewhere = profile.cuts.get(&CutReason::FramesElsewhere).copied().unwrap_or(0);
        println!("java {major}: {elsewhere} of {} elsewhere, {:?}", profile.samples, profile.cuts);
        assert!(elsewhere * 5 > profile.samples, "{elsewhere} of {}", profile.samples);
        // No whole stack has fewer of the callers than there are.
        let waits = |stack: &Vec<String>| stack.iter().filter(|name| *name == "Shop.wait").count();
        let depths: BTreeSet<usize> = profile.named().iter().map(waits).filter(|depth| *depth > 0).collect();
        assert!(depths.iter().all(|depth| *depth == SHELVES), "{depths:?}");
    }
}

/// The lines of `Lines.spend` that ran, with their samples, and how many samples of it had none.
fn lines_of(machine: &Machine) -> (BTreeMap<u32, usize>, usize) {
    let mut profile = machine.profile(Limits::default());
    let tops: Vec<u64> = profile.stacks.iter().map(|stack| stack[0]).collect();
    let addresses: Vec<u64> = tops.iter().copied().collect::<BTreeSet<u64>>().into_iter().collect();
    let mut of_spend = BTreeMap::new();
    let mut see = |address: u64, names: &[Name]| {
        if names[0].function == "Lines.spend" {
            of_spend.insert(address, names[0].line);
        }
    };
    profile.target.symbolise(&addresses, &mut see).unwrap();
    let mut lines = BTreeMap::new();
    let mut without = 0;
    for line in tops.iter().filter_map(|top| of_spend.get(top)) {
        match line {
            Some(line) => *lines.entry(*line).or_default() += 1,
            None => without += 1,
        }
    }
    (lines, without)
}

fn check_lines(major: u32, flags: &[&str], least: usize) {
    let text = std::fs::read_to_string(source("Lines.java")).unwrap();
    let line = |part: &str| text.lines().position(|line| line.contains(part)).unwrap() as u32 + 1;
    let (head, body) = (line("for (int i"), line("most of it"));
    let machine = Machine::start_program("Lines", major, flags, &[]);
    machine.spends(Duration::from_millis(2500));
    let (lines, without) = lines_of(&machine);
    println!("java {major} {flags:?}: {lines:?}, {without} without a line");
    let (with, of): (usize, usize) = (lines.values().sum(), lines.values().sum::<usize>() + without);
    assert!(of * 2 > SAMPLES && with * 100 >= of * least, "java {major} {flags:?}: {with} of {of}");
    // Whatever is not known has no line rather than a wrong one.
    let of_body = lines.get(&body).copied().unwrap_or(0);
    let of_loop = of_body + lines.get(&head).copied().unwrap_or(0);
    assert!(of_body * 100 >= with * 75 && of_loop * 100 >= with * 99, "java {major} {flags:?}: {lines:?}");
}

#[test]
fn interpreted_code_tells_its_lines() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &["-Xint"], 95);
    }
}

/// The flag has the compilers describe all their code, and not only where the machine may stop.
#[test]
fn compiled_code_that_is_described_tells_its_lines() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &["-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"], 80);
    }
}

#[test]
fn compiled_code_tells_no_line_where_none_is_described() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &[], 0);
    }
}

/// A virtual thread's frames that are in the heap are missing, and nothing else: what is on the stack below them and
/// the thread that carries it above are there.
fn check_carried(major: u32, flags: &[&str]) {
    let machine = Machine::start_program("Carried", major, flags, &[]);
    machine.spends(Duration::from_millis(2500));
    let mut profile = machine.profile(Limits { frames: 1024, ..Limits::default() });
    let (samples, carried) = (profile.samples, profile.carried.len());
    let known = profile.whole + carried;
    assert!(known * 1000 >= samples * 975, "java {major} {flags:?}: {known} of {samples}, {:?}", profile.cuts);
    assert!(carried * 5 > samples, "java {major} {flags:?}: {carried} of {samples}");
    profile.stacks = std::mem::take(&mut profile.carried);
    for stack in profile.named() {
        // The machine's mark stands where the frames are missing.
        let begin = stack.iter().position(|name| name == "jdk.internal.vm.Continuation.run");
        let begin = begin.unwrap_or_else(|| panic!("java {major} {flags:?}: nobody carries {stack:?}"));
        let (below, above) = (&stack[..begin], &stack[begin..]);
        assert_eq!(below.last().map(String::as_str), Some("[libjvm.so]"), "{stack:?}");
        assert_eq!(above[1], "java.lang.VirtualThread.runContinuation", "{stack:?}");
        assert_eq!(stack.last().map(String::as_str), Some("[libc.so.6]"), "{stack:?}");
    }
}

#[test]
fn virtual_threads_of_java_21_lack_only_what_is_in_the_heap() {
    check_carried(21, &[]);
    check_carried(21, &["-Xint"]);
}

#[test]
fn virtual_threads_of_java_25_lack_only_what_is_in_the_heap() {
    check_carried(25, &[]);
    check_carried(25, &["-Xcomp"]);
}
