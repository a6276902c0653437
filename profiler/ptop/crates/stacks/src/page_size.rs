//! How many bytes a page of memory has on this machine.

/// A power of two.
pub(crate) fn page_bytes() -> u64 {
    // SAFETY: sysconf takes no pointers and reads a constant of the process.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two()).unwrap_or(4096)
}
