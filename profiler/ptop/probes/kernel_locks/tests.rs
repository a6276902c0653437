use crate::harness::{Known, assert_measured, record_of, rows};

#[test]
fn waits_for_a_mutex_of_the_kernel_count_with_their_time() {
    let record = record_of("kernel-mutex", Known::start(), "locks", |target| {
        target.does("contend-kernel 3 40");
    });
    assert_measured(&record, "kernel_locks");
    let kernel = &record["axes"]["locks"]["kernel"];
    let mutex = rows(kernel, &[("kind", "mutex")])[0];
    // Three readers wait for the first; other mutexes may be wanted by two of them at once as well.
    let count = mutex["count"].as_u64().expect("a number");
    assert!(count >= 3, "{mutex}");
    assert!(mutex["total_ns"].as_u64() >= Some(3 * 40_000_000), "{mutex}");
    let long: u64 = (25..40).filter_map(|bucket| mutex["hist"][bucket].as_u64()).sum();
    assert!(long >= 3, "{mutex}");
}

#[test]
#[ignore = "deep"]
fn a_target_that_shares_no_lock_waits_for_none_of_this_kind() {
    let record = record_of("kernel-none", Known::start(), "locks", |target| {
        target.does("nap 3 5");
    });
    assert_measured(&record, "kernel_locks");
    assert!(rows(&record["axes"]["locks"]["kernel"], &[("kind", "rt_mutex")]).is_empty());
}
