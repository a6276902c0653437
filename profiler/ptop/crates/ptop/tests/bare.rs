//! Programs of which nothing describes a part: functions without unwind information, and C libraries whose first
//! functions have none.

use std::process::Command;

use crate::harness::{Known, Scratch, record_of, samples_and_whole, stacks_in};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/bare.c");

fn sampled(name: &str, compiler: &str, flags: &[&str], arguments: &[&str]) -> Value {
    let scratch = Scratch::new(name);
    let program = scratch.path("shop");
    let built = Command::new(compiler).args(flags).arg("-o").arg(&program).arg(PROGRAM).arg("-pthread").status();
    assert!(built.expect("a C compiler").success());
    let target = Known::from(Command::new(&program).args(arguments));
    // It ends before what was sampled last is read.
    let record = record_of(name, target, "cpu_stacks", |target| target.does("600"));
    record["axes"]["cpu_stacks"].clone()
}

/// How many samples of `leaf` have these functions, next to each other, and how many have others.
fn called_as(axis: &Value, wanted: &[&str]) -> (u64, u64) {
    let (mut right, mut wrong) = (0, 0);
    for (frames, count) in stacks_in(axis) {
        let names: Vec<&str> = frames.iter().map(|(_, name)| &**name).collect();
        if !names.contains(&"leaf") {
            continue;
        }
        let is_wanted = names.windows(wanted.len()).any(|part| part == wanted);
        *if is_wanted { &mut right } else { &mut wrong } += count;
    }
    (right, wrong)
}

#[test]
fn a_leaf_without_a_frame_is_called_by_the_one_that_called_it() {
    // Without optimisation it makes one.
    for (name, optimised) in [("bare-leaf", "-O1"), ("bare-framed", "-O0")] {
        let flags = [optimised, "-fno-omit-frame-pointer", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables"];
        let axis = sampled(name, "cc", &flags, &[]);
        let (right, wrong) = called_as(&axis, &["outer", "middle", "leaf"]);
        assert!(right > 10 && wrong == 0, "{name}: {right}, and {wrong} otherwise");
    }
}

#[test]
fn the_end_of_a_stack_is_known_where_the_c_library_says_nothing_of_its_start() {
    for (name, flag, arguments) in [
        ("musl", "-static", &[][..]),
        ("musl-thread", "-static", &["thread"]),
        ("musl-pie", "-static-pie", &[]),
        ("musl-pie-thread", "-static-pie", &["thread"]),
        ("musl-shared", "-pie", &[]),
        ("musl-shared-thread", "-pie", &["thread"]),
    ] {
        let axis = sampled(name, "musl-gcc", &["-O1", "-g", flag], arguments);
        let (samples, whole) = samples_and_whole(&axis);
        // The library itself, which is asked for the time, has no unwind information, nor has a thread that ends.
        assert!(samples > 10 && whole * 100 >= samples * 95, "{name}: {whole} of {samples}: {}", axis["ends_early"]);
        let (right, wrong) = called_as(&axis, &["work", "outer", "middle", "leaf"]);
        assert!(right > 10 && wrong == 0, "{name}: {right}, and {wrong} otherwise");
    }
}
