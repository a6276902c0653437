use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, record_of};
use crate::probes::memory_calls::weight_in;

fn number(record: &Value, name: &str) -> u64 {
    let faults = &record["axes"]["memory"]["faults"];
    faults[name].as_u64().unwrap_or_else(|| panic!("no {name} in {faults}"))
}

fn sum(record: &Value, name: &str) -> u64 {
    let blocks = record["axes"]["memory"]["faults"][name].as_array().expect("blocks");
    blocks.iter().filter_map(Value::as_u64).sum()
}

/// Faults of a process as the kernel accounts them: without a disk and with.
fn accounted(pid: u32) -> (u64, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it lives");
    let (_, rest) = stat.rsplit_once(')').expect("a name");
    let fields: Vec<u64> = rest.split_whitespace().skip(1).map(|word| word.parse().unwrap_or(0)).collect();
    (fields[6], fields[8])
}

#[test]
fn every_fault_counts_once() {
    let (target, mut other) = (Known::start(), Known::start());
    let mut kernels_own = 0;
    let record = record_of("faults-count", target, "memory", |target| {
        let (minor, major) = accounted(target.pid());
        target.does("memory touch 1000");
        target.does("memory touch-by-kernel 70");
        other.does("memory touch 5000");
        let (minor_now, major_now) = accounted(target.pid());
        kernels_own = minor_now + major_now - minor - major;
    });
    assert_measured(&record, "page_faults");
    assert!((1070..1400).contains(&kernels_own), "{kernels_own}");
    assert_eq!(number(&record, "user") + number(&record, "kernel"), kernels_own);
    assert!((1000..1300).contains(&number(&record, "user")), "{}", record["axes"]["memory"]["faults"]);
    assert!((70..100).contains(&number(&record, "kernel")), "{}", record["axes"]["memory"]["faults"]);
    assert_eq!(sum(&record, "blocks"), kernels_own);
}

#[test]
#[ignore = "deep"]
fn pages_that_are_there_do_not_fault_again() {
    let faults = |name, times: u32| {
        let record = record_of(name, Known::start(), "memory", |target| {
            target.does("memory touch 10");
            for _ in 0..times {
                target.does("memory touch 200");
            }
        });
        number(&record, "user")
    };
    // Everything but the fresh pages was used before: the difference is theirs alone.
    let (few, many) = (faults("faults-few", 1), faults("faults-many", 4));
    assert!((595..=605).contains(&(many - few)), "{many} - {few}");
}

#[test]
#[ignore = "deep"]
fn faults_that_wait_for_a_disk_are_told_apart() {
    let scratch = Scratch::new("faults-major");
    let file = scratch.path("data");
    std::fs::write(&file, vec![7; 50 * 4096]).expect("it is ours");
    std::fs::File::open(&file).and_then(|file| file.sync_all()).expect("it has a disk");
    let mut kernels_own = 0;
    let record = record_of("faults-major-out", Known::start(), "memory", |target| {
        let (_, before) = accounted(target.pid());
        target.does(&format!("memory touch-file 50 {}", file.display()));
        kernels_own = accounted(target.pid()).1 - before;
    });
    assert!(kernels_own >= 50, "{kernels_own}");
    assert_eq!((number(&record, "major"), sum(&record, "major_blocks")), (kernels_own, kernels_own));
    assert!(number(&record, "user") >= kernels_own);
}

#[test]
#[ignore = "deep"]
fn faults_are_found_where_they_happen() {
    let record = record_of("faults-sites", Known::start(), "memory", |target| {
        target.does("memory touch-sites 600");
    });
    let sites = &record["axes"]["memory"]["fault_sites"];
    let (much, little) = (weight_in(sites, "touch_much"), weight_in(sites, "touch_little"));
    let ratio = much as f64 / little.max(1) as f64;
    let sum = (much + little) as f64 / (600.0 * 60.0);
    // About 560 stacks, 94 of them of the rarer site: five standard deviations either way.
    assert!((3.2..10.0).contains(&ratio), "{much} {little}");
    assert!((0.75..1.25).contains(&sum), "{sum} of the faults");
}
