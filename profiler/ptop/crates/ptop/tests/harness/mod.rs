//! Starts a target whose doings are known, lets `ptop` capture it, and gives the
//! record to the test. Everything is real: the kernel, the programs, the file.

pub mod bundle;
pub mod confined;
pub mod courses;
pub mod fuse;
pub mod promised;
pub mod search;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Once;

use serde_json::Value;

/// The collector under test.
pub const PTOP: &str = env!("CARGO_BIN_EXE_ptop");

/// Probes that a capture of every axis uses.
pub const PROBES: usize = 23;

/// The target program. Cargo builds it beside the collector, but not when only some tests are run.
pub fn known_program() -> PathBuf {
    static BUILT: Once = Once::new();
    let path = Path::new(PTOP).with_file_name("examples").join("known");
    BUILT.call_once(|| {
        let built = Command::new(env!("CARGO")).args(["build", "--quiet", "-p", "ptop", "--example", "known"]).status();
        assert!(built.is_ok_and(|status| status.success()), "the target program does not build");
    });
    path
}

/// A directory that is removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// Makes one that everybody may enter.
    pub fn new(name: &str) -> Scratch {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("ptop-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        Scratch(path)
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the collector file carries when it is installed.
pub const ALL_CAPABILITIES: [&str; 5] =
    ["cap_bpf", "cap_perfmon", "cap_sys_ptrace", "cap_dac_read_search", "cap_sys_admin"];
/// The user that owns nothing.
pub const NOBODY: &str = "65534";

/// The group whose members may run the collector. It needs no name.
pub const FAROL: &str = "4343";

/// A copy of the collector with these file capabilities, as it is installed: for root and the members of one group.
pub fn install(scratch: &Scratch, capabilities: &[&str]) -> PathBuf {
    let path = scratch.path("ptop");
    copy(Path::new(PTOP), &path);
    own(&path, 0, FAROL.parse().expect("a number"), 0o750);
    let grant = format!("{}=ep", capabilities.join(","));
    let done = Command::new("setcap").arg(&grant).arg(&path).status();
    assert!(done.is_ok_and(|status| status.success()), "setcap {grant} needs root and libcap2-bin");
    path
}

/// Gives a file an owner, a group and a mode.
pub fn own(path: &Path, user: u32, group: u32, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::os::unix::fs::chown(path, Some(user), Some(group)).expect("the tests run as root");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("the tests run as root");
}

/// A target list that the collector accepts: root owns it and every folder above it, which is so nowhere below `/tmp`.
pub struct TrustedList(PathBuf);

impl TrustedList {
    /// Makes one of these workloads, each in any namespace.
    pub fn of(name: &str, workloads: &[&str]) -> TrustedList {
        let list = TrustedList(PathBuf::from(format!("/var/lib/ptop-test-{}-{name}", std::process::id())));
        std::fs::create_dir_all(&list.0).expect("the tests run as root");
        own(&list.0, 0, 0, 0o755);
        list.lists(workloads, &[]);
        list
    }

    /// From now on it has these workloads, each in these namespaces or, without any, in all.
    pub fn lists(&self, workloads: &[&str], namespaces: &[&str]) {
        let one = |name: &&str| {
            let within = |namespace: &&str| serde_json::json!({ "workload": name, "namespace": namespace });
            let any = serde_json::json!({ "workload": name });
            if namespaces.is_empty() { vec![any] } else { namespaces.iter().map(within).collect() }
        };
        let targets: Vec<Value> = workloads.iter().flat_map(one).collect();
        self.holds(&serde_json::json!({ "targets": targets }).to_string());
    }

    /// From now on it has this content.
    pub fn holds(&self, content: &str) {
        std::fs::write(self.file(), content).expect("the tests run as root");
        own(&self.file(), 0, 0, 0o644);
    }

    /// The folder, which root owns.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The file.
    pub fn file(&self) -> PathBuf {
        self.0.join("targets.json")
    }

    /// It as an argument.
    pub fn argument(&self) -> String {
        self.file().to_str().expect("text").to_owned()
    }
}

impl Drop for TrustedList {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Copies a program. Another process does it: a child that a test of another thread starts meanwhile
/// would inherit our own file, open for writing, and what is open for writing cannot be run.
pub fn copy(from: &Path, to: &Path) {
    let done = Command::new("cp").arg(from).arg(to).status();
    assert!(done.is_ok_and(|status| status.success()), "{} cannot be copied", from.display());
}

/// A command that runs a program as the user without any privilege.
pub fn as_nobody(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]).arg(program);
    command
}

/// A command that runs a program as a user whose only privilege is to be of the collector's group.
pub fn as_member(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--reuid", NOBODY, "--regid", NOBODY, "--groups", FAROL]).arg(program);
    command
}

/// A running target.
pub struct Known {
    pub child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Known {
    /// Starts it.
    pub fn start() -> Known {
        Known::from(&mut Command::new(known_program()))
    }

    /// Starts it by a command of the caller's.
    pub fn from(command: &mut Command) -> Known {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the target starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Known { child, input, output }
    }

    /// Its pid.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Lets it do one thing and waits until that is done.
    pub fn does(&mut self, what: &str) {
        self.begins(what);
        self.answers("done\n", what);
    }

    /// Waits until it has done what it began.
    pub fn hears_done(&mut self) {
        self.hears("done\n");
    }

    /// Waits until it says this.
    pub fn hears(&mut self, expected: &str) {
        self.answers(expected, "what it began");
    }

    /// Waits until it says something that has this in it.
    pub fn hears_of(&mut self, part: &str) {
        let mut lines = (&mut self.output).lines();
        assert!(lines.any(|line| line.expect("text").contains(part)), "{part}");
    }

    fn answers(&mut self, expected: &str, what: &str) {
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        assert_eq!(answer, expected, "{what}");
    }

    /// Lets it do one thing without waiting.
    pub fn begins(&mut self, what: &str) {
        // At once, so that it is read at once: how often a target reads and allocates is counted.
        self.input.write_all(format!("{what}\n").as_bytes()).expect("it listens");
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running capture.
pub struct Capture {
    pub child: Child,
    output: BufReader<ChildStdout>,
    pub out: PathBuf,
    _scratch: Scratch,
}

/// What a capture printed and wrote.
pub struct Outcome {
    pub status: Option<i32>,
    pub last_line: Value,
    pub record: Option<Value>,
}

impl Capture {
    /// Starts a capture of these pids with more arguments, as root, who may measure any.
    pub fn start(name: &str, pids: &[u32], arguments: &[&str]) -> Capture {
        Capture::with(name, Command::new(PTOP), pids, &[&["--unlisted"], arguments].concat())
    }

    /// Starts it through a command that runs the collector.
    pub fn with(name: &str, mut command: Command, pids: &[u32], arguments: &[&str]) -> Capture {
        let scratch = Scratch::new(name);
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&scratch.0, std::fs::Permissions::from_mode(0o777)).expect("it is ours");
        }
        let out = scratch.path("record.json");
        command.arg("capture");
        for pid in pids {
            command.args(["--pid", &pid.to_string()]);
        }
        command.args(arguments).arg("--out").arg(&out).arg("--json");
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the collector starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Capture { child, output, out, _scratch: scratch }
    }

    /// Waits until the window is open.
    pub fn wait_for(&mut self, phase: &str) {
        loop {
            let line = self.next_line().unwrap_or_else(|| panic!("the capture ended before {phase}"));
            if line["phase"] == phase {
                return;
            }
            assert_eq!(line["type"], "progress", "{line}");
        }
    }

    fn next_line(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("text");
        (read > 0).then(|| serde_json::from_str(&line).expect("each line is JSON"))
    }

    /// Waits for the end.
    pub fn finish(mut self) -> Outcome {
        let mut last_line = Value::Null;
        while let Some(line) = self.next_line() {
            last_line = line;
        }
        let status = self.child.wait().expect("it was started").code();
        let record = std::fs::read_to_string(&self.out).ok();
        assert!(!self.out.with_extension("json.partial").exists(), "a partial file is left");
        Outcome {
            status,
            last_line,
            record: record.map(|text| serde_json::from_str(&text).expect("the record is JSON")),
        }
    }
}

/// Captures a target while `script` makes it act, and returns the record. The target's end is the
/// window's end, so that no test depends on how fast the machine is.
pub fn record_of(name: &str, target: Known, axes: &str, script: impl FnOnce(&mut Known)) -> Value {
    record_with(name, target, &["--axes", axes], script)
}

/// As [`record_of`], with arguments.
pub fn record_with(name: &str, mut target: Known, arguments: &[&str], script: impl FnOnce(&mut Known)) -> Value {
    let mut capture = Capture::start(name, &[target.pid()], &[&["--duration", "120"], arguments].concat());
    capture.wait_for("measuring");
    script(&mut target);
    drop(target);
    let outcome = capture.finish();
    assert_eq!(outcome.status, Some(0), "{}", outcome.last_line);
    outcome.record.expect("a capture that succeeded has a record")
}

/// Rows of a list in which every given field has the given value.
pub fn rows<'a>(list: &'a Value, fields: &[(&str, &str)]) -> Vec<&'a Value> {
    let rows = list.as_array().unwrap_or_else(|| panic!("not a list: {list}"));
    let same = |row: &Value, (key, value): &(&str, &str)| match &row[*key] {
        Value::String(text) => text == value,
        other => format!("{other}") == *value,
    };
    rows.iter().filter(|row| fields.iter().all(|field| same(row, field))).collect()
}

/// The count of the only row with these fields, 0 when there is none.
pub fn count_of(list: &Value, fields: &[(&str, &str)]) -> u64 {
    let found = rows(list, fields);
    assert!(found.len() <= 1, "{fields:?} is not one row: {found:?}");
    found.first().map_or(0, |row| {
        let blocks: u64 = row["blocks"].as_array().expect("blocks").iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(blocks), row["count"].as_u64(), "blocks add up to the count: {row}");
        blocks
    })
}

/// A stack, root first: modules and names; and how often it was seen.
pub type Stack = (Vec<(String, String)>, u64);

/// The stacks of a sampled axis.
pub fn stacks_in(axis: &Value) -> Vec<Stack> {
    let text = |index: &Value, field: &str| {
        let row = &axis["functions"][index.as_u64().expect("an index") as usize];
        row[field].as_str().expect("a text").to_owned()
    };
    let frames = |stack: &Value| {
        let frames = stack["frames"].as_array().expect("a list").iter();
        frames.map(|index| (text(index, "module"), text(index, "name"))).collect()
    };
    let stacks = axis["stacks"].as_array().expect("a list").iter();
    stacks.map(|stack| (frames(stack), stack["count"].as_u64().expect("a number"))).collect()
}

/// How many stacks a sampled axis has, and how many of them reach their root.
pub fn samples_and_whole(stacks: &Value) -> (u64, u64) {
    let count = |field: &str| stacks[field].as_u64().expect("a count");
    (count("samples"), count("whole"))
}

/// Stacks at 99 Hz that may end early before the collector has seen that their kind does: those of 0.4 s, on a machine
/// that is busy or reads the program's files for the first time.
const FIRST: u64 = 40;

/// Asserts that all stacks are whole, but the first ones and one in twenty.
pub fn assert_whole_after_the_first(stacks: &Value) {
    let (samples, whole) = samples_and_whole(stacks);
    assert!(samples > 2 * FIRST, "{samples} tell little");
    assert!(whole + FIRST + samples / 20 >= samples, "{whole} of {samples}: {}", stacks["ends_early"]);
}

/// Asserts that so many of a thousand stacks are whole, but one: it may be deeper than any before it, or stand within the
/// few instructions that change stacks. A thread that ends has no stack any more, and of a function without a frame that a
/// signal interrupted nothing tells who called it: those count apart, and are few.
pub fn assert_whole(name: &str, axis: &Value, per_mille: u64) {
    let apart = ended_by(axis, "no_registers") + ended_by(axis, "interrupted_stack");
    let (samples, whole) = samples_and_whole(axis);
    let samples = samples - apart;
    assert!(apart * 20 <= samples, "{name}: {}", axis["ends_early"]);
    assert!((whole + 1) * 1000 >= samples * per_mille, "{name}: {whole} of {samples}: {}", axis["ends_early"]);
}

/// Stacks that do not reach their root for this reason.
pub fn ended_by(stacks: &Value, reason: &str) -> u64 {
    rows(&stacks["ends_early"], &[("reason", reason)])
        .first()
        .map_or(0, |end| end["samples"].as_u64().expect("a count"))
}

/// The result of a probe in a record.
pub fn probe<'a>(record: &'a Value, id: &str) -> &'a Value {
    rows(&record["probes"], &[("id", id)]).first().copied().unwrap_or_else(|| panic!("no probe {id}"))
}

/// Asserts that a probe measured without loss.
pub fn assert_measured(record: &Value, id: &str) {
    let probe = probe(record, id);
    assert_eq!((&probe["state"], &probe["drops"]), (&Value::from("measured"), &Value::from(0)), "{probe}");
}

/// Asserts that the CPUs were sampled with hardly any loss: the collector's turn may come so late on a machine whose host
/// has other work that a ring of samples was full.
pub fn assert_sampled(record: &Value) {
    let probe = probe(record, "cpu_samples");
    let [drops, hits] = ["drops", "hits"].map(|count| probe[count].as_u64().expect("a count"));
    assert!(probe["state"] == "measured" && drops * 100 <= hits, "{probe}");
}
