//! Runtimes are known by what they are, and what is not understood is said: which part of the samples ran in code that is
//! interpreted or was made at run time.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Known, Scratch, copy, record_of, stacks_in};
use serde_json::{Value, json};

const UNREAD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/unread.c");
const RELEASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../stacks/tests/targets/node-releases.txt");
/// Spins in one function for so many milliseconds of CPU time, each time that it is asked.
const SCRIPT: &str = "function spinHot(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
process.stdin.on('data', (text) => {
  const end = used() + Number(text);
  while (used() < end) spinHot(1e6);
  console.log('done');
});";

fn built(scratch: &Scratch) -> Known {
    let program = scratch.path("shop");
    let built = Command::new("cc").args(["-O1", "-rdynamic", "-o"]).arg(&program).arg(UNREAD).status();
    assert!(built.expect("a C compiler").success());
    Known::from(&mut Command::new(program))
}

/// Samples, and those that are not understood.
fn unread(axis: &Value) -> (u64, u64) {
    let number = |name: &str| axis[name].as_u64().unwrap_or_else(|| panic!("{name} of {axis}"));
    assert!(number("samples") > 10, "{axis}");
    (number("samples"), number("unread"))
}

#[test]
fn what_runs_in_an_interpreter_within_a_program_is_distinguished_from_it() {
    let target = built(&Scratch::new("unread-part"));
    let record = record_of("unread-part", target, "cpu_stacks", |target| {
        target.does("interprets 500");
        target.does("works 500");
    });
    let axis = &record["axes"]["cpu_stacks"];
    let problem = "the version of this Perl is not known";
    assert_eq!(axis["runtimes"], json!([{ "name": "shop", "problem": problem }]));
    let (samples, unread) = unread(axis);
    assert!(unread * 4 > samples && unread * 4 < samples * 3, "{unread} of {samples}");
}

#[test]
fn code_that_a_program_made_and_nobody_knows_is_counted() {
    let target = built(&Scratch::new("unread-made"));
    let record = record_of("unread-made", target, "cpu_stacks", |target| {
        target.does("makes 500");
        target.does("works 500");
    });
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, unread) = unread(axis);
    assert!(unread * 4 > samples && unread * 4 < samples * 3, "{unread} of {samples}");
}

fn node() -> PathBuf {
    let releases = std::fs::read_to_string(RELEASES).expect("a list");
    let version = releases.lines().find(|version| version.starts_with("24.")).expect("one of 24");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../../.farol/node-{version}/node"))
}

#[test]
fn an_engine_is_known_by_what_it_is_whatever_its_file_is_called() {
    let scratch = Scratch::new("unread-renamed");
    let program = scratch.path("itemsd");
    copy(&node(), &program);
    let mut target = Known::from(Command::new(&program).args(["-e", SCRIPT]));
    // Compiled by then.
    target.does("300");
    let record = record_of("unread-renamed", target, "cpu_stacks", |target| target.does("700"));
    let axis = &record["axes"]["cpu_stacks"];
    assert_eq!(axis["runtimes"][0]["problem"], Value::Null, "{}", axis["runtimes"]);
    let (samples, unread) = unread(axis);
    assert!(unread * 50 <= samples, "{unread} of {samples}");
    let hot = stacks_in(axis).into_iter().filter(|stack| stack.0.iter().any(|(_, name)| name == "spinHot"));
    let hot: u64 = hot.map(|stack| stack.1).sum();
    assert!(hot * 10 > samples * 8, "{hot} of {samples}");
    assert_eq!(record["processes"][0]["runtime"]["kind"], "node", "{}", record["processes"]);
}
