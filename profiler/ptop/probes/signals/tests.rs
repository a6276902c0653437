use serde_json::Value;

use crate::harness::{Known, assert_measured, count_of, record_of, rows};

/// Signals of that name from such a sender, whatever became of them.
fn sent(record: &Value, signal: &str, sender: &str, comm: &str) -> u64 {
    let fields = [("signal", signal), ("sender", sender), ("comm", comm)];
    let found = rows(&record["axes"]["signals"]["received"], &fields);
    found.iter().filter_map(|row| row["count"].as_u64()).sum()
}

fn count(record: &Value, signal: &str, sender: &str, outcome: &str) -> u64 {
    let fields = [("signal", signal), ("sender", sender), ("outcome", outcome)];
    count_of(&record["axes"]["signals"]["received"], &fields)
}

#[test]
fn counts_signals_by_name_sender_and_outcome() {
    let (target, mut other) = (Known::start(), Known::start());
    let pid = target.pid();
    let record = record_of("signals-count", target, "signals", |target| {
        target.does("handle 10");
        target.does("raise 7 10");
        target.does("raise 3 28");
        other.does("name stranger");
        other.does(&format!("signal 4 {pid} 10"));
        other.does("raise 9 28");
        // SAFETY: the target is a child of this process and runs.
        unsafe { libc::kill(pid as i32, libc::SIGWINCH) };
    });
    assert_measured(&record, "signals");
    assert_eq!(count(&record, "SIGUSR1", "self", "queued"), 7);
    assert_eq!(count(&record, "SIGWINCH", "self", "ignored"), 3);
    // One that comes before the last was taken counts as well.
    assert_eq!(sent(&record, "SIGUSR1", "other", "stranger"), 4);
    assert_eq!(count(&record, "SIGWINCH", "parent", "ignored"), 1);
    assert_eq!(record["axes"]["signals"]["cut"], 0);
}

#[test]
#[ignore = "deep"]
fn a_child_is_told_from_others() {
    let record = record_of("signals-child", Known::start(), "signals", |target| {
        target.does("handle 10");
        target.does("fork signal-parent 5 10");
        target.does("fork name worker");
        target.does("fork end 3");
    });
    assert_eq!(sent(&record, "SIGUSR1", "child", "known"), 5);
    assert_eq!(sent(&record, "SIGCHLD", "child", "worker"), 1);
    assert_eq!(sent(&record, "SIGCHLD", "child", "known"), 2);
}

#[test]
#[ignore = "deep"]
fn what_the_kernel_sends_has_no_sender() {
    let record = record_of("signals-kernel", Known::start(), "signals", |target| target.does("break-pipe 6"));
    assert_eq!(count(&record, "SIGPIPE", "kernel", "ignored"), 6);
    assert_eq!(sent(&record, "SIGPIPE", "kernel", ""), 6);
}

#[test]
#[ignore = "deep"]
fn a_signal_that_is_already_pending_is_merged() {
    let mut target = Known::start();
    let pid = target.pid();
    target.does("handle 10");
    let record = record_of("signals-merged", target, "signals", |target| {
        // Stopped, it takes none of them until it goes on.
        for signal in [libc::SIGSTOP, libc::SIGUSR1, libc::SIGUSR1, libc::SIGUSR1, libc::SIGCONT] {
            // SAFETY: the target is a child of this process and runs.
            unsafe { libc::kill(pid as i32, signal) };
            while signal == libc::SIGSTOP && !is_stopped(pid) {
                std::thread::yield_now();
            }
        }
        target.does("getppid 1");
    });
    assert_eq!((count(&record, "SIGUSR1", "parent", "queued"), count(&record, "SIGUSR1", "parent", "merged")), (1, 2));
}

fn is_stopped(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") T "))
}
