use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, count_of, probe, record_of, rows};

/// Calls and bytes of the only row of a file.
fn moved(record: &Value, path: &str, op: &str, outcome: &str) -> (u64, u64) {
    of(record, &[("path", path), ("kind", "file"), ("op", op), ("outcome", outcome)])
}

fn of_kind(record: &Value, kind: &str, op: &str, outcome: &str) -> (u64, u64) {
    of(record, &[("kind", kind), ("op", op), ("outcome", outcome)])
}

fn of(record: &Value, fields: &[(&str, &str)]) -> (u64, u64) {
    let list = &record["axes"]["file_io"]["transfers"];
    let count = count_of(list, fields);
    let row = rows(list, fields);
    let of_row = |value: &str| row.first().map_or(0, |row| row[value].as_u64().expect("a count"));
    let latencies = row.first().map_or(0, |row| sum(&row["hist"]));
    // Beside a busy program entries rest for a while: of a few short calls perhaps none is timed then.
    assert!(
        latencies == count || latencies < count && of_row("timed") < count,
        "each timed call has a latency: {row:?}"
    );
    (count, of_row("bytes"))
}

fn sum(list: &Value) -> u64 {
    list.as_array().expect("a list").iter().filter_map(Value::as_u64).sum()
}

/// What a ring did is missing, so there is no count of the rest that could be taken for all.
#[test]
fn what_went_through_a_ring_is_missing_by_name_and_takes_no_other_axis_along() {
    let scratch = Scratch::new("io-ring");
    let path = scratch.path("file").display().to_string();
    std::fs::write(&path, "").expect("writable");
    let record = record_of("io-ring-out", Known::start(), "file_io,files", |target| {
        target.does("net make-ring");
        target.does(&format!("net write-ring {path} 50 25"));
    });
    let probe = probe(&record, "file_io");
    let reason = probe["reason"].as_str().expect("a reason");
    assert_eq!((&probe["state"], &probe["reason_code"]), (&"failed".into(), &"io_uring".into()), "{probe}");
    assert!(reason.starts_with("50 reads and writes went through io_uring"), "{reason}");
    assert_eq!(record["axes"]["file_io"], Value::Null);
    assert_measured(&record, "file_opens");
}

/// As of a ring.
#[test]
fn what_was_asked_for_by_io_submit_is_missing_by_name() {
    let scratch = Scratch::new("io-submitted");
    let path = scratch.path("file").display().to_string();
    let record = record_of("io-submitted-out", Known::start(), "file_io,files,network", |target| {
        target.does(&format!("net submit-file {path} 50 25"));
    });
    let probe = probe(&record, "file_io");
    let reason = probe["reason"].as_str().expect("a reason");
    assert_eq!((&probe["state"], &probe["reason_code"]), (&"failed".into(), &"io_submit".into()), "{probe}");
    assert!(reason.starts_with("50 reads and writes went through io_submit"), "{reason}");
    assert_eq!(record["axes"]["file_io"], Value::Null);
    assert_measured(&record, "file_opens");
    assert_measured(&record, "net_bytes");
}

#[test]
fn a_ring_that_nothing_goes_through_takes_nothing_away() {
    let record = record_of("io-idle-ring", Known::start(), "file_io", |target| target.does("net make-ring"));
    assert_measured(&record, "file_io");
}

#[test]
fn counts_calls_and_bytes_of_every_way_to_read_and_write() {
    let scratch = Scratch::new("io-count");
    let path = |name: &str| scratch.path(name).display().to_string();
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("io-count-out", target, "file_io", |target| {
        for (call, times, bytes) in
            [("write", 3, 100), ("pwrite", 4, 10), ("writev", 2, 7), ("pwritev", 5, 9), ("pwritev2", 1, 1)]
        {
            target.does(&format!("io {call} {times} {} {bytes}", path("written")));
        }
        for (call, times, bytes) in
            [("read", 2, 50), ("pread", 6, 100), ("readv", 1, 20), ("preadv", 3, 30), ("preadv2", 1, 40)]
        {
            target.does(&format!("io {call} {times} {} {bytes}", path("written")));
        }
        target.does(&format!("io fsync 3 {} 0", path("written")));
        target.does(&format!("io fdatasync 2 {} 0", path("written")));
        target.does(&format!("fork io write 2 {} 5", path("of-a-child")));
        other.does(&format!("io write 9 {} 5", path("of-another")));
    });
    assert_measured(&record, "file_io");
    let written = (3 + 4 + 2 + 5 + 1, 3 * 100 + 4 * 10 + 2 * 7 + 5 * 9 + 1);
    assert_eq!(moved(&record, &path("written"), "write", "ok"), written);
    let read = (2 + 6 + 1 + 3 + 1, 2 * 50 + 6 * 100 + 20 + 3 * 30 + 40);
    assert_eq!(moved(&record, &path("written"), "read", "ok"), read);
    assert_eq!(moved(&record, &path("written"), "fsync", "ok"), (3, 0));
    assert_eq!(moved(&record, &path("written"), "fdatasync", "ok"), (2, 0));
    assert_eq!(moved(&record, &path("of-a-child"), "write", "ok"), (2, 10));
    assert_eq!(moved(&record, &path("of-another"), "write", "ok"), (0, 0));
    let axis = &record["axes"]["file_io"];
    let total: u64 = axis["transfers"].as_array().expect("a list").iter().filter_map(|row| row["count"].as_u64()).sum();
    assert_eq!((&axis["cut"], &probe(&record, "file_io")["hits"]), (&0.into(), &total.into()));
}

#[test]
#[ignore = "deep"]
fn a_call_between_two_files_counts_on_both_sides() {
    let scratch = Scratch::new("io-between");
    let path = |name: &str| scratch.path(name).display().to_string();
    std::fs::write(scratch.path("from"), [b'x'; 1000]).expect("it is ours");
    let record = record_of("io-between-out", Known::start(), "file_io", |target| {
        target.does(&format!("move sendfile 2 {} {} 100", path("from"), path("sent")));
        target.does(&format!("move copy_file_range 3 {} {} 10", path("from"), path("copied")));
        target.does(&format!("move splice 4 {} {} 1", path("from"), path("spliced")));
    });
    assert_measured(&record, "file_io");
    assert_eq!(moved(&record, &path("from"), "read", "ok"), (2 + 3 + 4, 2 * 100 + 3 * 10 + 4));
    assert_eq!(moved(&record, &path("sent"), "write", "ok"), (2, 200));
    assert_eq!(moved(&record, &path("copied"), "write", "ok"), (3, 30));
    assert_eq!(moved(&record, &path("spliced"), "write", "ok"), (4, 4));
}

#[test]
#[ignore = "deep"]
fn what_is_not_a_file_is_counted_by_its_kind() {
    let record = record_of("io-kinds", Known::start(), "file_io", |target| {
        target.does("io-socket 3 20");
        target.does("io-other 4");
    });
    assert_eq!(of_kind(&record, "socket", "write", "ok"), (3, 60));
    assert_eq!(of_kind(&record, "socket", "read", "ok"), (3, 60));
    assert_eq!(of_kind(&record, "socket", "read", "EAGAIN"), (3, 0));
    assert_eq!(of_kind(&record, "character_device", "read", "ok"), (4, 32));
    assert_eq!(of_kind(&record, "anonymous", "write", "ok"), (4, 32));
    assert_eq!(of_kind(&record, "directory", "read", "EISDIR"), (4, 0));
    assert_eq!(of_kind(&record, "closed", "read", "EBADF"), (4, 0));
    assert_eq!(moved(&record, "memfd:known", "write", "ok"), (4, 32));
    // The target receives its orders through pipes.
    assert_eq!(of_kind(&record, "pipe", "write", "ok"), (2, 2 * "done\n".len() as u64));
}

#[test]
#[ignore = "deep"]
fn a_file_counts_under_the_name_it_has() {
    let scratch = Scratch::new("io-renamed");
    let path = |name: &str| scratch.path(name).display().to_string();
    std::fs::create_dir(scratch.path("directory")).expect("it is ours");
    let record = record_of("io-renamed-out", Known::start(), "file_io", |target| {
        target.does(&format!("io write 1 {} 5", path("first")));
        target.does(&format!("change rename 1 {} {}", path("first"), path("second")));
        target.does(&format!("io read 2 {} 2", path("second")));
        target.does(&format!("change rename 1 {} {}", path("second"), path("directory/second")));
        target.does(&format!("io read 3 {} 1", path("directory/second")));
        // Replaced again and again, it stays the file of that name.
        for _ in 0..10 {
            target.does(&format!("io write 1 {} 5", path("new")));
            target.does(&format!("change rename 1 {} {}", path("new"), path("state")));
            target.does(&format!("io read 1 {} 5", path("state")));
        }
    });
    assert_measured(&record, "file_io");
    assert_eq!(moved(&record, &path("first"), "write", "ok"), (1, 5));
    assert_eq!(moved(&record, &path("second"), "read", "ok"), (2, 4));
    assert_eq!(moved(&record, &path("directory/second"), "read", "ok"), (3, 3));
    assert_eq!(moved(&record, &path("new"), "write", "ok"), (10, 50));
    assert_eq!(moved(&record, &path("state"), "read", "ok"), (10, 50));
}

#[test]
#[ignore = "deep"]
fn paths_of_open_files_are_those_the_target_sees() {
    let scratch = Scratch::new("io-chroot");
    std::fs::create_dir_all(scratch.path("inside")).expect("it is ours");
    let record = record_of("io-chroot-out", Known::start(), "file_io", |target| {
        target.does(&format!("chroot {}", scratch.0.display()));
        target.does("chdir /inside");
        target.does("io write 2 data 5");
        target.does("io read 3 /inside/data 1");
    });
    assert_eq!(moved(&record, "/inside/data", "write", "ok"), (2, 10));
    assert_eq!(moved(&record, "/inside/data", "read", "ok"), (3, 3));
}

#[test]
#[ignore = "deep"]
fn time_is_spent_from_entry_to_return() {
    // With the system calls axis another program reads the stamp first.
    for axes in ["file_io", "file_io,syscalls"] {
        let record = record_of("io-time", Known::start(), axes, |target| target.does("io-slow 200"));
        let fields = [("kind", "socket"), ("op", "read"), ("outcome", "ok")];
        let row = rows(&record["axes"]["file_io"]["transfers"], &fields)[0];
        let spent = row["total_ns"].as_u64().expect("a time");
        assert!((150_000_000..5_000_000_000).contains(&spent), "{axes}: {row}");
        let slow: u64 = row["hist"].as_array().expect("a list")[27..].iter().filter_map(Value::as_u64).sum();
        assert_eq!(slow, 1, "{axes}: {row}");
    }
}

#[test]
#[ignore = "deep"]
fn files_beyond_the_table_are_counted_as_cut() {
    let scratch = Scratch::new("io-cut");
    let record = record_of("io-cut-out", Known::start(), "file_io", |target| {
        for number in 0..4200 {
            target.does(&format!("io write 1 {} 1", scratch.path(&number.to_string()).display()));
        }
    });
    let axis = &record["axes"]["file_io"];
    let files = rows(&axis["transfers"], &[("kind", "file"), ("op", "write")]).len() as u64;
    assert_eq!(files, 4096);
    // What the target reads its orders from has a place of its own, until its end interrupts a read.
    assert_eq!(rows(&axis["transfers"], &[("kind", "pipe"), ("op", "read"), ("outcome", "ok")]).len(), 1);
    let cut = axis["cut"].as_u64().expect("a count");
    assert!((4200 - files..=4200 - files + 1).contains(&cut), "{cut} of {files}");
    assert_eq!(probe(&record, "file_io")["drops"], cut);
}
