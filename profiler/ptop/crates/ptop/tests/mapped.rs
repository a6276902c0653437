//! Libraries that lie at the same addresses one after the other, as plug-ins do that are loaded and unloaded in turn, or
//! whose file is written over.

use std::path::PathBuf;
use std::process::Command;

use crate::harness::{Known, Scratch, record_of, stacks_in};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/plugins.c");

fn build(arguments: &[&str], source: &PathBuf, out: &PathBuf) {
    let built = Command::new("cc").args(arguments).arg("-o").arg(out).arg(source).args(["-ldl"]).status();
    assert!(built.expect("a C compiler").success());
}

/// Two libraries of the same code and size, and what runs in them.
fn plugins(scratch: &Scratch) -> [PathBuf; 2] {
    ["plug_a", "plug_b"].map(|name| {
        let source = scratch.path(&format!("{name}.c"));
        let text = format!(
            "__attribute__((noinline)) static void {name}(volatile long *left) {{ while (*left > 0) *left = *left - 1; }}
             void spin(long turns) {{ volatile long left = turns; {name}(&left); }}"
        );
        std::fs::write(&source, text).expect("it is ours");
        let library = scratch.path(&format!("lib{name}.so"));
        build(&["-O1", "-g", "-shared", "-fPIC"], &source, &library);
        library
    })
}

/// Samples of each plug-in on top, and of one under the other's file, of a program that changes after so many ms of CPU
/// time.
fn sampled(name: &str, turn_ms: u64) -> ([u64; 2], u64) {
    let scratch = Scratch::new(name);
    let program = scratch.path("shop");
    build(&["-O1"], &PathBuf::from(PROGRAM), &program);
    let mut command = Command::new(&program);
    command.args(plugins(&scratch)).arg(turn_ms.to_string());
    let mut target = Known::from(&mut command);
    target.hears("same\n");
    let record = record_of(name, target, "cpu_stacks", |target| target.does(&(4 * turn_ms + 1500).to_string()));
    let mut seen = ([0; 2], 0);
    for (frames, count) in stacks_in(&record["axes"]["cpu_stacks"]) {
        let Some((module, function)) = frames.last() else { continue };
        match (module.as_str(), function.as_str()) {
            ("libplug_a.so", "plug_a" | "spin") => seen.0[0] += count,
            ("libplug_b.so", "plug_b" | "spin") => seen.0[1] += count,
            ("libplug_a.so" | "libplug_b.so", _) | (_, "plug_a" | "plug_b") => seen.1 += count,
            _ => {}
        }
    }
    seen
}

fn check(name: &str, turn_ms: u64) {
    let (each, wrong) = sampled(name, turn_ms);
    let total: u64 = each.iter().sum();
    assert!(total > 20, "{each:?} and {wrong} in the wrong file");
    // Half of the time is in either, but for a turn at the end.
    assert!(each.iter().all(|one| one * 4 > total) && wrong == 0, "{each:?} and {wrong} in the wrong file");
}

#[test]
fn libraries_in_turn_at_one_address_are_told_apart() {
    check("mapped-50", 50);
}

#[test]
#[ignore = "deep"]
fn libraries_in_turn_at_one_address_are_told_apart_however_long_the_turn() {
    for turn_ms in [250, 1000] {
        check(&format!("mapped-{turn_ms}"), turn_ms);
    }
}

#[test]
fn a_library_whose_file_was_written_over_is_never_named_by_what_is_in_it_now() {
    let scratch = Scratch::new("mapped-over");
    let program = scratch.path("shop");
    build(&["-O1"], &PathBuf::from(PROGRAM), &program);
    let mut command = Command::new(&program);
    command.args(plugins(&scratch)).arg("500").arg(scratch.path("shop.so"));
    let mut target = Known::from(&mut command);
    target.hears("same\n");
    let record = record_of("mapped-over", target, "cpu_stacks", |target| target.does("2900"));
    // Each of six turns ran plug_a or plug_b; the file still says only what ran in the last.
    let (mut total, mut earlier, mut last) = (0, 0, 0);
    for (frames, count) in stacks_in(&record["axes"]["cpu_stacks"]) {
        let Some((module, function)) = frames.last().filter(|(module, _)| module == "shop.so") else { continue };
        assert_eq!(module, "shop.so");
        total += count;
        earlier += if function == "plug_a" { count } else { 0 };
        last += if function == "plug_b" { count } else { 0 };
    }
    assert!(total > 100, "{total} samples");
    assert_eq!(earlier, 0, "of {total}");
    assert!(last * 8 > total && last * 4 < total, "{last} of {total}");
}
