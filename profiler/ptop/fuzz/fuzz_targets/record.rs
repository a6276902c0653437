#![no_main]

use libfuzzer_sys::fuzz_target;
use ptop_fuzz::records::record;

fuzz_target!(|data: &[u8]| record(data));
