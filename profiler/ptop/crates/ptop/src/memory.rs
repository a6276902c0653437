//! Memory this capture cost.

use std::fs;

/// The largest resident set this process ever had, in bytes.
pub fn peak_rss_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok());
    kib.map_or(0, |kib: u64| kib * 1024)
}

/// Sizes from which memory is taken from the system directly, so that it goes back as soon as it is freed.
#[cfg(target_env = "gnu")]
const DIRECT_BYTES: libc::c_int = 64 * 1024;

/// Makes large tables go back to the system when they are freed. Left alone, the allocator raises the size
/// from which it does so with each of them, and what follows leaves holes where they were.
pub fn give_back_large() {
    #[cfg(target_env = "gnu")]
    // SAFETY: mallopt takes two integers; no other thread runs yet. That a value is refused costs memory only.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, DIRECT_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, DIRECT_BYTES);
    }
}

/// Returns freed memory to the system: loading leaves several megabytes of parsed type information behind.
pub fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim has no preconditions.
    unsafe {
        libc::malloc_trim(0);
    }
}
