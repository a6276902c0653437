#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use ptop_fuzz::entries::{Reached, StandIn, perf_map};

static PROCESS: LazyLock<Mutex<StandIn>> = LazyLock::new(Mutex::default);

fuzz_target!(|data: &[u8]| {
    let Ok(process) = PROCESS.lock() else { return };
    perf_map(&process, data, &mut Reached::default());
});
