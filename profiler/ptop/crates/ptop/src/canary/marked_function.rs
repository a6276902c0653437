//! A function of this program that a probe attaches to where it begins and where it returns, as to those of Go's runtime.

use std::arch::global_asm;
use std::fs;

use super::done::CanaryActions;

const CALLS: u64 = 7;

#[cfg(target_arch = "x86_64")]
global_asm!(
    ".pushsection .text.ptop_canary_marked, \"ax\"",
    "ptop_canary_marked:",
    "nop",
    "ptop_canary_marked_end:",
    "ret",
    ".popsection",
);

#[cfg(target_arch = "aarch64")]
global_asm!(
    ".pushsection .text.ptop_canary_marked, \"ax\"",
    ".balign 4",
    "ptop_canary_marked:",
    "nop",
    "ptop_canary_marked_end:",
    "ret",
    ".popsection",
);

unsafe extern "C" {
    fn ptop_canary_marked();
    fn ptop_canary_marked_end();
}

/// Offsets in the file of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedFunction {
    pub entry: u64,
    pub end: u64,
}

/// Where it is.
pub fn marked_function() -> Option<MarkedFunction> {
    let entry = offset_in_file(ptop_canary_marked as *const () as u64)?;
    let end = offset_in_file(ptop_canary_marked_end as *const () as u64)?;
    Some(MarkedFunction { entry, end })
}

/// As the list of this program's mappings says.
fn offset_in_file(address: u64) -> Option<u64> {
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    fs::read_to_string("/proc/self/maps").ok()?.lines().find_map(|line| {
        let mut words = line.split(' ');
        let (start, end) = words.next()?.split_once('-')?;
        let (start, end, offset) = (number(start)?, number(end)?, number(words.nth(1)?)?);
        (start..end).contains(&address).then(|| address - start + offset)
    })
}

/// Calls it.
pub fn call_marked_function(actions: &mut CanaryActions) {
    for _ in 0..CALLS {
        // SAFETY: it does nothing, and returns.
        unsafe { ptop_canary_marked() };
    }
    actions.marked_calls = CALLS;
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    use super::marked_function;

    #[test]
    fn it_begins_and_returns_where_it_says() {
        let function = marked_function().expect("it is mapped");
        let (nop, ret): (&[u8], &[u8]) = if cfg!(target_arch = "x86_64") {
            (&[0x90], &[0xc3])
        } else {
            (&[0x1f, 0x20, 0x03, 0xd5], &[0xc0, 0x03, 0x5f, 0xd6])
        };
        let file = File::open("/proc/self/exe").expect("the own executable");
        let mut bytes = vec![0; nop.len() + ret.len()];
        file.read_exact_at(&mut bytes, function.entry).expect("it is in the file");
        assert_eq!((bytes, function.end), ([nop, ret].concat(), function.entry + nop.len() as u64));
    }
}
