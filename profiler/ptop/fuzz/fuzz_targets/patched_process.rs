//! A recorded process whose structures lie. `PTOP_FUZZ_PROCESS` names the recording.
#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use ptop_fuzz::capsule::{Capsule, patched};
use ptop_fuzz::entries::Reached;

static PROCESS: LazyLock<Mutex<Capsule>> = LazyLock::new(|| {
    let path = std::env::var("PTOP_FUZZ_PROCESS").expect("PTOP_FUZZ_PROCESS names a recording");
    Mutex::new(Capsule::open(&std::fs::read(path).expect("the recording can be read")))
});

fuzz_target!(|data: &[u8]| {
    let Ok(mut process) = PROCESS.lock() else { return };
    patched(&mut process, data, &mut Reached::default());
});
