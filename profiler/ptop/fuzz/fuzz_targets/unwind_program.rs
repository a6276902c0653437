#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use ptop_fuzz::entries::{Reached, StandIn, unwind_program};

static PROCESS: LazyLock<Mutex<StandIn>> = LazyLock::new(Mutex::default);

fuzz_target!(|data: &[u8]| {
    let Ok(process) = PROCESS.lock() else { return };
    unwind_program(&process, data, &mut Reached::default());
});
