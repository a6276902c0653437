//! Samples a process with perf events: one event per thread and processor, user
//! registers and stack copy, in user mode only.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use stacks::Arch;

use crate::Failure;
use crate::records::Writer;

const HERTZ: u64 = 1999;
const DATA_BYTES: usize = 128 * 4096;
const PAGE_BYTES: usize = 4096;
const TID: u64 = 1 << 1;
const REGS_USER: u64 = 1 << 12;
const STACK_USER: u64 = 1 << 13;
/// inherit, `exclude_kernel`, `exclude_hv`, freq.
const FLAGS: u64 = 1 << 1 | 1 << 5 | 1 << 6 | 1 << 10;

/// `perf_event_attr` up to version 5.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    frequency: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup: u32,
    breakpoint: u32,
    config1: u64,
    config2: u64,
    branches: u64,
    registers: u64,
    stack: u32,
    clock: i32,
    registers_interrupted: u64,
    auxiliary: u32,
    most_frames: u16,
    reserved: u16,
}

/// What recording gave.
pub(crate) struct Taken {
    /// Samples written.
    pub(crate) samples: u64,
    /// Samples the kernel dropped.
    pub(crate) lost: u64,
}

struct Ring {
    _event: OwnedFd,
    /// Control page, then the data; whole pages.
    memory: NonNull<u64>,
}

/// Samples `pid` for some time and writes what came to `records`.
pub(crate) fn record(pid: u32, time: Duration, stack_bytes: u32, records: &Path) -> Result<Taken, Failure> {
    let processors = std::thread::available_parallelism()?.get();
    let mut rings = Vec::new();
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let thread: i32 = thread?.file_name().to_string_lossy().parse()?;
        for processor in 0..processors {
            match Ring::open(thread, processor as i32, stack_bytes) {
                Ok(ring) => rings.push(ring),
                // It ended since it was listed.
                Err(_) if !Path::new(&format!("/proc/{pid}/task/{thread}")).exists() => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    let mut writer = Writer::create(records)?;
    let mut taken = Taken { samples: 0, lost: 0 };
    let started = Instant::now();
    while started.elapsed() < time {
        std::thread::sleep(Duration::from_millis(5));
        for ring in &rings {
            ring.drain(&mut |kind, body| take(kind, body, &mut writer, &mut taken))?;
        }
    }
    Ok(taken)
}

fn take(kind: u32, body: &[u8], writer: &mut Writer, taken: &mut Taken) -> std::io::Result<()> {
    let word = |at: usize| body.get(at..at + 8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap_or_default()));
    match kind {
        2 => taken.lost += word(8).unwrap_or(0),
        9 => {
            // Thread id, then the registers' ABI (2: 64 bits), registers, stack size, stack, bytes that are valid.
            let registers = 16..16 + 8 * Arch::NATIVE.perf_mask().count_ones() as usize;
            if word(8) != Some(2) {
                return Ok(());
            }
            let size = word(registers.end).unwrap_or(0) as usize;
            let start = registers.end + 8;
            let valid = word(start + size).unwrap_or(0) as usize;
            if let Some(stack) = body.get(start..start + valid.min(size)) {
                taken.samples += 1;
                writer.add(&body[registers], stack)?;
            }
        }
        _ => {}
    }
    Ok(())
}

impl Ring {
    fn open(thread: i32, processor: i32, stack_bytes: u32) -> Result<Ring, Failure> {
        let attributes = Attributes {
            kind: 1,
            size: size_of::<Attributes>() as u32,
            frequency: HERTZ,
            sample_type: TID | REGS_USER | STACK_USER,
            flags: FLAGS,
            registers: Arch::NATIVE.perf_mask(),
            stack: stack_bytes & !7,
            ..Attributes::default()
        };
        // SAFETY: the attributes are a complete structure whose size is in its second field; the
        // other arguments are integers.
        let event =
            unsafe { libc::syscall(libc::SYS_perf_event_open, &raw const attributes, thread, processor, -1, 8_u64) };
        if event < 0 {
            return Err(format!("perf_event_open: {}", std::io::Error::last_os_error()).into());
        }
        // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
        let event = unsafe { OwnedFd::from_raw_fd(event as i32) };
        // SAFETY: a new mapping at an address of the kernel's choosing, of a descriptor that is open.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                PAGE_BYTES + DATA_BYTES,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                event.as_raw_fd(),
                0,
            )
        };
        if memory == libc::MAP_FAILED {
            return Err(format!("the sample buffer cannot be mapped: {}", std::io::Error::last_os_error()).into());
        }
        let memory = NonNull::new(memory.cast()).ok_or("the sample buffer was mapped at zero")?;
        Ok(Ring { _event: event, memory })
    }

    fn position(&self, offset: usize) -> &AtomicU64 {
        // SAFETY: the first page of the mapping is the kernel's control page; its head and tail are
        // aligned 64-bit words, written by kernel and user concurrently, hence atomic.
        unsafe { AtomicU64::from_ptr(self.memory.as_ptr().add(offset / 8)) }
    }

    fn drain(&self, visit: &mut dyn FnMut(u32, &[u8]) -> std::io::Result<()>) -> std::io::Result<()> {
        let (head, tail) = (self.position(1024), self.position(1032));
        let end = head.load(Ordering::Acquire);
        let mut at = tail.load(Ordering::Relaxed);
        let mut record = Vec::new();
        while at < end {
            let mut header = [0; 8];
            self.copy(at, &mut header);
            let [a, b, c, d, _, _, low, high] = header;
            let size = u16::from_le_bytes([low, high]).max(8);
            record.resize(usize::from(size) - 8, 0);
            self.copy(at + 8, &mut record);
            visit(u32::from_le_bytes([a, b, c, d]), &record)?;
            at += u64::from(size);
        }
        tail.store(end, Ordering::Release);
        Ok(())
    }

    fn copy(&self, from: u64, out: &mut [u8]) {
        for (index, byte) in out.iter_mut().enumerate() {
            let at = PAGE_BYTES + (from as usize + index) % DATA_BYTES;
            // SAFETY: `at` lies within the mapping; the kernel does not write between tail and head.
            *byte = unsafe { self.memory.as_ptr().cast::<u8>().add(at).read_volatile() };
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length and nothing refers to it any more.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), PAGE_BYTES + DATA_BYTES) };
    }
}
