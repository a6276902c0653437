use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, copy, count_of, probe, record_of};

fn grants(record: &Value, call: &str, area: &str, writable: bool, outcome: &str) -> u64 {
    let writable = writable.to_string();
    let fields = [("call", call), ("area", area), ("writable", &writable), ("outcome", outcome)];
    count_of(&record["axes"]["executable_memory"]["grants"], &fields)
}

#[test]
fn counts_memory_without_a_file_that_becomes_executable() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("memory-count", target, "executable_memory", |target| {
        target.does("map 3 rwx");
        target.does("map 2 rx");
        target.does("map 9 rw");
        target.does("protect 4 rw rx");
        target.does("protect 1 rw rwx");
        target.does("protect 9 rx r");
        target.does("fork map 1 rwx");
        other.does("map 9 rwx");
    });
    assert_measured(&record, "executable_memory");
    assert_eq!(grants(&record, "mmap", "anonymous", true, "ok"), 3 + 1);
    assert_eq!(grants(&record, "mmap", "anonymous", false, "ok"), 2 + 9);
    assert_eq!(grants(&record, "mprotect", "anonymous", false, "ok"), 4);
    assert_eq!(grants(&record, "mprotect", "anonymous", true, "ok"), 1);
    assert_eq!(probe(&record, "executable_memory")["hits"], 4 + 11 + 4 + 1);
}

#[test]
#[ignore = "deep"]
fn a_file_counts_only_when_it_does_not_say_what_the_memory_holds() {
    let scratch = Scratch::new("memory-file");
    let file = scratch.path("library");
    copy("/bin/true".as_ref(), &file);
    let file = file.display().to_string();
    let record = record_of("memory-file-out", Known::start(), "executable_memory", |target| {
        target.does(&format!("map-file 9 {file} rx"));
        target.does(&format!("map-file 2 {file} rwx"));
        target.does(&format!("protect-file 9 {file} untouched rx"));
        target.does(&format!("protect-file 3 {file} written rx"));
        target.does("map-memfd 4 rx");
        target.does("exec /bin/true");
    });
    assert_eq!(grants(&record, "mmap", "file", true, "ok"), 2);
    assert_eq!(grants(&record, "mprotect", "file", false, "ok"), 3);
    assert_eq!(grants(&record, "mmap", "unlinked_file", false, "ok"), 4);
    assert_eq!(probe(&record, "executable_memory")["hits"], 2 + 3 + 4, "loading a program is none of these");
}

#[test]
#[ignore = "deep"]
fn heap_and_stack_are_told_apart_and_refusals_say_why() {
    let record = record_of("memory-areas", Known::start(), "executable_memory", |target| {
        target.does("protect-heap 2 rwx");
        target.does("protect-stack 3 rwx");
        target.does("protect-nothing 4 rx");
    });
    assert_eq!(grants(&record, "mprotect", "heap", true, "ok"), 2);
    assert_eq!(grants(&record, "mprotect", "stack", true, "ok"), 3);
    assert_eq!(grants(&record, "mprotect", "none", false, "ENOMEM"), 4);
}

#[test]
#[ignore = "deep"]
fn threads_that_change_the_address_space_meanwhile_lose_nothing() {
    let record = record_of("memory-busy", Known::start(), "executable_memory", |target| {
        target.does("protect-busily 2000");
    });
    assert_measured(&record, "executable_memory");
    // While the other thread is interrupted in the middle of a change, nobody can look.
    let unknown = grants(&record, "mprotect", "unknown", false, "ok");
    assert_eq!(grants(&record, "mprotect", "anonymous", false, "ok") + unknown, 2000);
    assert!(unknown < 2000);
}
