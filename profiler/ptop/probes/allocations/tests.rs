use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, count_of, probe, record_of, rows};
use crate::probes::memory_calls::weight_in;

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// Count, bytes and failures of a function, over all files that have one of that name.
fn calls(record: &Value, function: &str) -> (u64, u64, u64) {
    let list = &record["axes"]["allocations"]["functions"];
    let found = rows(list, &[("function", function)]);
    let sum = |name: &str| found.iter().map(|row| number(row, name)).sum();
    (sum("count"), sum("bytes"), sum("failed"))
}

#[test]
fn counts_calls_and_bytes_of_each_function() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("allocations-count", target, "allocations", |target| {
        target.does("allocate calloc 40 3 700");
        target.does("allocate posix-memalign 20 256 5000");
        // Small alignments are left to malloc inside.
        target.does("allocate posix-memalign 7 8 5000");
        other.does("allocate calloc 999 3 700");
    });
    let threads = record_of("allocations-threads", Known::start(), "allocations", |target| {
        target.does("thread worker allocate posix-memalign 3 256 5000");
        target.does("thread worker allocate posix-memalign 2 256 5000");
    });
    assert_eq!(calls(&threads, "posix_memalign"), (5, 5 * 5000, 0));
    assert_measured(&record, "allocations");
    assert_eq!(calls(&record, "calloc"), (40, 40 * 2100, 0));
    assert_eq!(calls(&record, "posix_memalign"), (27, 27 * 5000, 0));
    let functions = &record["axes"]["allocations"]["functions"];
    assert_eq!(count_of(functions, &[("function", "calloc")]), 40);
    let axis = &record["axes"]["allocations"];
    assert_eq!((&axis["processes"]["watched"], &axis["cut"]), (&1.into(), &0.into()), "{axis}");
}

/// What the command takes besides the pieces is the same for both, so that the difference is theirs alone.
fn difference(name: &str, few: &str, many: &str, function: &str) -> (u64, u64) {
    let take = |name: &str, command: &str| {
        let mut target = Known::start();
        target.does(command);
        let record = record_of(name, target, "allocations", |target| target.does(command));
        calls(&record, function)
    };
    let (few, many) = (take(&format!("{name}-few"), few), take(&format!("{name}-many"), many));
    (many.0 - few.0, many.1 - few.1)
}

#[test]
#[ignore = "deep"]
fn malloc_and_free_are_exact() {
    let (few, many) = ("allocate malloc 1000 100", "allocate malloc 3000 100");
    assert_eq!(difference("allocations-malloc", few, many, "malloc"), (2000, 200_000));
    // The command's own words are given back after its answer, and the target's end may come before that.
    let (freed, _) = difference("allocations-free", few, many, "free");
    assert!(freed.abs_diff(2000) <= 2, "{freed}");
}

#[test]
#[ignore = "deep"]
fn what_one_function_asks_of_another_counts_once() {
    let (few, many) = ("allocate realloc 1000 100 300000", "allocate realloc 3000 100 300000");
    assert_eq!(difference("allocations-realloc", few, many, "realloc"), (4000, 2000 * 300_100));
    assert_eq!(difference("allocations-inner", few, many, "malloc"), (0, 0));
}

#[test]
#[ignore = "deep"]
fn failures_are_told_by_function() {
    let huge = isize::MAX as usize - 4096;
    let record = record_of("allocations-failed", Known::start(), "allocations", |target| {
        target.does(&format!("allocate malloc 5 {huge}"));
        target.does(&format!("allocate calloc 4 {huge} 2"));
        target.does(&format!("allocate posix-memalign 3 64 {huge}"));
        target.does("allocate calloc 6 0 10");
    });
    let (_, bytes, failed) = calls(&record, "malloc");
    assert!(failed == 5 && bytes < 1 << 30, "{bytes} {failed}: what nobody can have is not added up");
    assert_eq!(calls(&record, "calloc"), (4 + 6, 0, 4));
    assert_eq!(calls(&record, "posix_memalign"), (3, 0, 3));
}

#[test]
#[ignore = "deep"]
fn a_steady_order_of_requests_does_not_deceive() {
    let record = record_of("allocations-sites", Known::start(), "allocations", |target| {
        target.does("allocate sites 12000");
    });
    let sites = &record["axes"]["allocations"]["sites"];
    let (much, little) = (weight_in(sites, "allocate_much"), weight_in(sites, "allocate_little"));
    let ratio = much as f64 / little.max(1) as f64;
    assert!((4.8..10.0).contains(&ratio), "{ratio}: {much} {little} of {} samples", sites["samples"]);
    let (_, bytes, _) = calls(&record, "malloc");
    let share = (much + little) as f64 / bytes as f64;
    assert!((0.75..1.3).contains(&share), "{share} of what was asked for");
    assert_eq!(sites["stacks"][0]["kind"], "malloc", "{}", sites["stacks"][0]);
}

#[test]
#[ignore = "deep"]
fn children_count_once_they_were_seen() {
    let record = record_of("allocations-fork", Known::start(), "allocations", |target| {
        target.does("allocate calloc 5 1 100");
        // The collector looks for new processes ten times a second.
        target.does("fork-late 2000 allocate calloc 50 1 100");
    });
    let processes = &record["axes"]["allocations"]["processes"];
    assert_eq!(number(processes, "watched"), 1, "{processes}");
    assert!(number(processes, "late") >= 1, "{processes}");
    assert_eq!(calls(&record, "calloc").0, 55);
}

#[test]
#[ignore = "deep"]
fn a_target_without_an_allocator_says_so() {
    let scratch = Scratch::new("allocations-none");
    let (source, program) = (scratch.path("bare.c"), scratch.path("bare"));
    // Waits for its input's end without any library.
    let code = "void _start(void) { char byte; long done; do { __asm__ volatile(\"syscall\" : \"=a\"(done) : \"a\"(0L), \"D\"(0L), \"S\"(&byte), \"d\"(1L) : \"rcx\", \"r11\", \"memory\"); } while (done > 0); __asm__ volatile(\"syscall\" :: \"a\"(60L), \"D\"(0L)); }";
    std::fs::write(&source, code).expect("it is ours");
    let built =
        std::process::Command::new("cc").args(["-nostdlib", "-static", "-o"]).args([&program, &source]).status();
    assert!(built.is_ok_and(|status| status.success()), "a C compiler is needed to build the collector as well");
    let target = Known::from(&mut std::process::Command::new(&program));
    let capture = crate::harness::Capture::start(
        "allocations-none-out",
        &[target.pid()],
        &["--duration", "1", "--axes", "allocations,memory"],
    );
    let record = capture.finish().record.expect("a record");
    let state = probe(&record, "allocations");
    assert_eq!((&state["state"], &state["reason_code"]), (&"failed".into(), &"no_allocator".into()), "{state}");
}
