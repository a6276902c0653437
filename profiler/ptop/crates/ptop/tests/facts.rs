//! What a record says about the machine, the container and the runtime of a target, beside what the target did.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::harness::{self, Capture, Known, Scratch, copy, known_program};
use serde_json::Value;

fn record_of(name: &str, pid: u32) -> Value {
    let outcome = Capture::start(name, &[pid], &["--duration", "1", "--axes", "cpu_time"]).finish();
    assert_eq!(outcome.status, Some(0), "{}", outcome.last_line);
    outcome.record.expect("a record")
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("not a number: {value}"))
}

fn boottime_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid place for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_BOOTTIME, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Names of the totals in a record, and their values since the machine started.
fn pressure() -> Option<Vec<(&'static str, u64)>> {
    let total = |file: &str, who: &str| {
        let text = fs::read_to_string(format!("/proc/pressure/{file}")).ok()?;
        let line = text.lines().find(|line| line.starts_with(who))?.to_owned();
        Some(line.rsplit_once("total=")?.1.parse::<u64>().ok()? * 1000)
    };
    let names = [
        ("cpu_some_ns", "cpu", "some"),
        ("memory_some_ns", "memory", "some"),
        ("memory_full_ns", "memory", "full"),
        ("io_some_ns", "io", "some"),
        ("io_full_ns", "io", "full"),
    ];
    names.into_iter().map(|(name, file, who)| Some((name, total(file, who)?))).collect()
}

fn steal_ticks() -> u64 {
    let stat = fs::read_to_string("/proc/stat").expect("readable");
    let all = stat.lines().next().expect("the line of all CPUs");
    all.split_ascii_whitespace().nth(8).expect("steal").parse().expect("a number")
}

#[test]
fn the_machine_is_described_as_it_describes_itself() {
    let target = Known::start();
    let (steal, pressed, before) = (steal_ticks(), pressure(), boottime_ns());
    let record = record_of("facts-machine", target.pid());
    let (steal_after, pressed_after, after) = (steal_ticks(), pressure(), boottime_ns());
    let host = &record["host"];

    let start = number(&record["window"]["start_boottime_ns"]);
    assert_eq!(number(&host["uptime_ns"]), start);
    let length = number(&record["window"]["measured_ns"]);
    assert!(before < start && start + length < after, "{before} {start} {after}");

    let cpuinfo = fs::read_to_string("/proc/cpuinfo").expect("readable");
    let is_guest = cpuinfo.lines().any(|line| line.starts_with("flags") && line.contains(" hypervisor"));
    if cfg!(target_arch = "x86_64") {
        let name = host["virtualization"].as_str().expect("an x86 processor says it");
        assert_eq!(name != "none", is_guest, "{name}");
    }
    let mut groups = fs::read_dir("/sys/devices/system/cpu/cpufreq").into_iter().flatten().flatten();
    let has_governor = |group: fs::DirEntry| group.path().join("scaling_governor").exists();
    assert_eq!(host["governor"].is_string(), groups.any(has_governor), "{host}");

    // At least as much was seen around the capture as within its window. A tick has at most 10 ms.
    let most = (steal_after - steal + 1) * 10_000_000;
    assert!(number(&host["steal_ns"]) <= most, "{host} {most}");
    let within = &host["pressure"];
    let Some((before, after)) = pressed.zip(pressed_after) else {
        assert_eq!(within, &Value::Null);
        return;
    };
    for ((name, before), (_, after)) in before.into_iter().zip(after) {
        assert!(number(&within[name]) <= after - before, "{name}: {within}");
    }
}

#[test]
fn every_probe_says_which_semantics_its_numbers_have() {
    let target = Known::start();
    let record = record_of("facts-semantics", target.pid());
    let probes = record["probes"].as_array().expect("a list");
    // Also those that were not asked for: what they lack is not their meaning.
    assert!(probes.iter().all(|probe| probe["semantics"].as_u64() >= Some(1)), "{probes:?}");
}

#[test]
fn a_native_program_has_no_runtime_and_an_interpreted_one_has_its_own() {
    let native = record_of("facts-native", Known::start().pid());
    assert_eq!(native["processes"][0]["runtime"], Value::Null);

    let script = "import platform,sys; print(platform.python_version(), flush=True); sys.stdin.read()";
    let said = Command::new("python3").args(["-c", "import platform; print(platform.python_version())"]).output();
    let version = String::from_utf8(said.expect("Python is installed").stdout).expect("text");
    let mut target = Known::from(Command::new("python3").args(["-c", script]));
    target.hears(&version);
    let record = record_of("facts-python", target.pid());
    let runtime = &record["processes"][0]["runtime"];
    assert_eq!((&runtime["kind"], &runtime["version"]), (&"python".into(), &version.trim().into()), "{record}");
}

/// A copy of the target program that is another build of it, running. As in a deploy, both have one name.
fn other_build(scratch: &Scratch, name: &str) -> Known {
    let folder = scratch.path(name);
    std::fs::create_dir(&folder).expect("a folder");
    let path = folder.join("app");
    copy(&known_program(), &path);
    // Another process writes it: see `copy`.
    let done = Command::new("sh").args(["-c", "printf %s \"$1\" >> \"$2\"", "sh", name]).arg(&path).status();
    assert!(done.is_ok_and(|status| status.success()), "{} cannot be written", path.display());
    Known::from(&mut Command::new(path))
}

#[test]
fn the_cost_of_a_function_is_separated_between_two_builds_that_run_at_once() {
    let scratch = Scratch::new("facts-builds");
    let mut targets = ["old", "new"].map(|name| other_build(&scratch, name));
    let pids: Vec<u32> = targets.iter().map(Known::pid).collect();
    let mut capture = Capture::start("facts-two-builds", &pids, &["--duration", "120", "--axes", "cpu_stacks"]);
    capture.wait_for("measuring");
    targets[0].does("spin 900");
    targets[1].does("spin 300");
    drop(targets);
    let record = capture.finish().record.expect("a record");
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let shares = |function: &Value| function["self_by_build"].as_array().cloned().unwrap_or_default();
    for function in functions {
        let parts: u64 = shares(function).iter().map(|share| number(&share["self"])).sum();
        assert_eq!(parts, number(&function["self"]), "{function}");
        for share in shares(function) {
            let blocks: u64 = share["self_blocks"].as_array().expect("blocks").iter().map(number).sum();
            assert_eq!(blocks, number(&share["self"]), "{share}");
        }
    }
    let both = functions.iter().filter(|function| shares(function).len() == 2);
    assert!(both.count() > 0, "{functions:?}");
    for process in record["processes"].as_array().expect("a list") {
        let of_it = |share: &Value| share["exe_sha256"] == process["exe_sha256"];
        let all = functions.iter().flat_map(shares).filter(of_it);
        let own: u64 = all.map(|share| number(&share["self"])).sum();
        // A sample of a thread that is ending has no stack.
        let samples = number(&process["samples"]);
        assert!(own <= samples && own + 2 >= samples && samples >= 10, "{own} of {samples}: {process}");
    }
}

#[test]
fn one_build_is_not_separated() {
    let mut targets = [Known::start(), Known::start()];
    let pids: Vec<u32> = targets.iter().map(Known::pid).collect();
    let mut capture = Capture::start("facts-one-build", &pids, &["--duration", "120", "--axes", "cpu_stacks"]);
    capture.wait_for("measuring");
    for target in &mut targets {
        target.does("spin 200");
    }
    drop(targets);
    let record = capture.finish().record.expect("a record");
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    assert!(!functions.is_empty() && functions.iter().all(|function| function["self_by_build"].is_null()));
}

/// A cgroup of the unified hierarchy that is removed at the end.
struct Cgroup(PathBuf);

impl Cgroup {
    /// Where the hierarchy is mounted.
    fn root() -> Option<PathBuf> {
        let mounts = fs::read_to_string("/proc/self/mounts").expect("readable");
        let line = mounts.lines().find(|line| line.split(' ').nth(2) == Some("cgroup2"))?;
        line.split(' ').nth(1).map(PathBuf::from)
    }

    /// Makes one and moves a process there. `None` where this user may not.
    fn with(name: &str, pid: u32) -> Option<Cgroup> {
        let cgroup = Cgroup(Cgroup::root()?.join(name));
        fs::create_dir(&cgroup.0).ok()?;
        fs::write(cgroup.0.join("cgroup.procs"), pid.to_string()).ok()?;
        Some(cgroup)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // Only when its last process has been reaped.
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn a_target_in_a_container_has_its_id_and_its_limit() {
    let id = format!("{:064x}", std::process::id());
    let mut target = Known::start();
    let cgroup = Cgroup::with(&format!("docker-{id}.scope"), target.pid());
    let is_limited = cgroup.as_ref().is_some_and(|cgroup| fs::write(cgroup.0.join("cpu.max"), "20000 100000").is_ok());
    let mut capture = Capture::start("facts-container", &[target.pid()], &["--duration", "2", "--axes", "cpu_time"]);
    capture.wait_for("measuring");
    target.begins("spin 1000");
    let record = capture.finish().record.expect("a record");
    drop(target);
    let process = &record["processes"][0];
    let expected = cgroup.as_ref().map_or(Value::Null, |_| id.into());
    assert_eq!(process["container_id"], expected, "{process}");
    if is_limited {
        let quota = &record["quota"];
        assert!((quota["cores"].as_f64().expect("a number") - 0.2).abs() < 1e-9, "{quota}");
        let of = |name: &str| number(&quota[name]);
        assert!(of("periods") >= of("throttled_periods") && of("throttled_periods") > 0, "{quota}");
        assert!(of("throttled_ns") > 0, "{quota}");
    } else {
        // As where the CPU controller belongs to the older hierarchy.
        assert_eq!(record["quota"], Value::Null);
    }
}

/// As the shell that starts a container's program does.
#[test]
fn a_requested_process_that_replaces_its_program_is_listed_with_the_new_one() {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read line; echo done; exec /bin/sleep 600"]);
    let target = Known::from(&mut command);
    let pid = target.pid();
    let record = harness::record_of("replaced-program", target, "cpu_time", |target| {
        target.does("go on");
        let is_replaced = || std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe.ends_with("sleep"));
        while !is_replaced() {
            std::thread::sleep(Duration::from_millis(10));
        }
        // It is read while it runs.
        std::thread::sleep(Duration::from_millis(500));
    });
    let process = &record["processes"][0];
    let name = process["exe_path"].as_str().and_then(|path| path.rsplit('/').next());
    assert_eq!(
        (name, &process["comm"], &process["forked"]),
        (Some("sleep"), &"sleep".into(), &false.into()),
        "{process}"
    );
    assert_eq!(process["exe_bytes"].as_u64(), Some(fs::metadata("/bin/sleep").expect("it is there").len()));
}
