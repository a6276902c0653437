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

/// Gives back the pages of programs and constants that are in memory because the start used them: what is used
/// again is mapped again, from the page cache.
pub fn give_back_code() {
    // SAFETY: the callback gets a valid description of each loaded object, for as long as it runs.
    unsafe {
        libc::dl_iterate_phdr(Some(give_back_object), std::ptr::null_mut());
    }
}

unsafe extern "C" fn give_back_object(
    object: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    _data: *mut libc::c_void,
) -> libc::c_int {
    // SAFETY: the caller's, and the headers are as many as it says.
    let (base, headers) = unsafe {
        let object = &*object;
        (object.dlpi_addr, std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()))
    };
    let is_constant = |header: &&libc::Elf64_Phdr| header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_W == 0;
    for header in headers.iter().filter(is_constant) {
        let end = base + header.p_vaddr + header.p_memsz;
        let start = (base + header.p_vaddr) & !(crate::perf::page_bytes() as u64 - 1);
        // SAFETY: nothing writes to the segment, code needs no relocation here, so its pages are those of the file
        // and come back as they were. That the call fails costs memory only.
        unsafe {
            libc::madvise(start as *mut libc::c_void, (end - start) as usize, libc::MADV_DONTNEED);
        }
    }
    0
}

/// Returns freed memory to the system: loading leaves several megabytes of parsed type information behind.
pub fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim has no preconditions.
    unsafe {
        libc::malloc_trim(0);
    }
}
