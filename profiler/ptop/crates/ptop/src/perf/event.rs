//! Software events on one CPU, for every thread that runs there: the CPU clock,
//! and the event that BPF programs write to.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use super::sample::SampleShape;

const PERF_TYPE_SOFTWARE: u32 = 1;
const PERF_COUNT_SW_CPU_CLOCK: u64 = 0;
const PERF_COUNT_SW_PAGE_FAULTS: u64 = 2;
const PERF_COUNT_SW_PAGE_FAULTS_MAJ: u64 = 6;
const PERF_COUNT_SW_DUMMY: u64 = 9;
const PERF_COUNT_SW_BPF_OUTPUT: u64 = 10;
const PERF_FLAG_FD_CLOEXEC: u64 = 8;
const PERF_EVENT_IOC_ENABLE: libc::c_ulong = 0x2400;
const PERF_EVENT_IOC_DISABLE: libc::c_ulong = 0x2401;
const SAMPLE_TID: u64 = 1 << 1;
const SAMPLE_TIME: u64 = 1 << 2;
const SAMPLE_CALLCHAIN: u64 = 1 << 5;
const SAMPLE_RAW: u64 = 1 << 10;
const SAMPLE_REGS_USER: u64 = 1 << 12;
const SAMPLE_STACK_USER: u64 = 1 << 13;
/// Bits of the flag word: starts disabled, reports mapped code, of programs that are started, with thread and time in
/// every record, wakes at a byte count, chains without the kernel's part, reports code with its file, of programs that
/// are started apart from names that change, times with a chosen clock.
const FLAG_DISABLED: u64 = 1;
const FLAG_MAPPED: u64 = 1 << 8;
const FLAG_COMM: u64 = 1 << 9;
const FLAG_SAMPLE_ID_ALL: u64 = 1 << 18;
const FLAG_WATERMARK: u64 = 1 << 14;
const FLAG_EXCLUDE_CALLCHAIN_KERNEL: u64 = 1 << 21;
const FLAG_MAPPED_WITH_FILE: u64 = 1 << 23;
const FLAG_COMM_EXEC: u64 = 1 << 24;
const FLAG_USE_CLOCKID: u64 = 1 << 25;

/// The kernel's `perf_event_attr`, fifth published size.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_watermark: u32,
    breakpoint_type: u32,
    config1: u64,
    config2: u64,
    branch_sample_type: u64,
    sample_regs_user: u64,
    sample_stack_user: u32,
    clock_id: i32,
    sample_regs_intr: u64,
    aux_watermark: u32,
    sample_max_stack: u16,
    reserved: u16,
}

impl Attributes {
    fn of(config: u64, sample_period: u64) -> Attributes {
        Attributes {
            kind: PERF_TYPE_SOFTWARE,
            size: size_of::<Attributes>() as u32,
            config,
            sample_period,
            sample_type: SAMPLE_TID | SAMPLE_TIME,
            flags: FLAG_DISABLED | FLAG_WATERMARK | FLAG_USE_CLOCKID,
            clock_id: libc::CLOCK_MONOTONIC,
            ..Attributes::default()
        }
    }

    fn copy_user(&mut self, state: UserState) {
        self.sample_type |= SAMPLE_REGS_USER | SAMPLE_STACK_USER;
        self.sample_regs_user = state.registers;
        self.sample_stack_user = state.stack_bytes;
        self.wakeup_watermark = state.wakeup_bytes;
        if state.has_chain {
            self.sample_type |= SAMPLE_CALLCHAIN;
            self.flags |= FLAG_EXCLUDE_CALLCHAIN_KERNEL;
        }
    }
}

/// What is copied of the user's state with each sample.
#[derive(Debug, Clone, Copy)]
pub struct UserState {
    /// Registers, as the kernel's mask.
    pub registers: u64,
    /// Bytes of stack.
    pub stack_bytes: u32,
    /// Whether the kernel follows frame pointers as well.
    pub has_chain: bool,
    /// Ring bytes at which the reader is woken.
    pub wakeup_bytes: u32,
}

impl UserState {
    /// What samples look like that have it.
    pub fn shape(&self) -> SampleShape {
        SampleShape { registers: self.registers.count_ones() as usize, has_chain: self.has_chain }
    }
}

/// Which page faults an event counts.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// Every one that was resolved.
    Any,
    /// Those that waited for a disk.
    Major,
}

/// An open event. Disabled until [`Event::enable`].
#[derive(Debug)]
pub struct Event {
    fd: OwnedFd,
}

impl Event {
    /// Opens the clock on one CPU with the given period. It runs the attached program and writes nothing itself.
    ///
    /// # Errors
    /// When the kernel refuses: no `CAP_PERFMON` under `perf_event_paranoid`, or no such CPU.
    pub fn clock(cpu: u32, period_ns: u64) -> io::Result<Event> {
        Event::of(cpu, &Attributes::of(PERF_COUNT_SW_CPU_CLOCK, period_ns))
    }

    /// Opens the event that BPF programs on one CPU write to. Their bytes arrive as the sample's raw part.
    ///
    /// # Errors
    /// As [`Event::clock`].
    pub fn open_output(cpu: u32, state: UserState) -> io::Result<Event> {
        let mut attributes = Attributes::of(PERF_COUNT_SW_BPF_OUTPUT, 1);
        attributes.sample_type |= SAMPLE_RAW;
        attributes.copy_user(state);
        Event::of(cpu, &attributes)
    }

    /// Opens an event that writes a record of all code that processes on one CPU map, and of the programs they start.
    ///
    /// # Errors
    /// As [`Event::clock`].
    pub fn open_mappings(cpu: u32) -> io::Result<Event> {
        let mut attributes = Attributes::of(PERF_COUNT_SW_DUMMY, 1);
        attributes.flags |= FLAG_MAPPED | FLAG_MAPPED_WITH_FILE | FLAG_COMM | FLAG_COMM_EXEC | FLAG_SAMPLE_ID_ALL;
        // Nobody waits for it.
        attributes.wakeup_watermark = u32::MAX;
        Event::of(cpu, &attributes)
    }

    /// Opens an event that runs the attached program at every page fault on one CPU.
    ///
    /// # Errors
    /// As [`Event::open`].
    pub fn open_fault(cpu: u32, fault: Fault) -> io::Result<Event> {
        let config = match fault {
            Fault::Any => PERF_COUNT_SW_PAGE_FAULTS,
            Fault::Major => PERF_COUNT_SW_PAGE_FAULTS_MAJ,
        };
        Event::of(cpu, &Attributes::of(config, 1))
    }

    fn of(cpu: u32, attributes: &Attributes) -> io::Result<Event> {
        // SAFETY: `attributes` is a complete perf_event_attr whose size field matches.
        let fd = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                std::ptr::from_ref(attributes),
                -1 as libc::pid_t,
                cpu as libc::c_int,
                -1 as libc::c_int,
                PERF_FLAG_FD_CLOEXEC,
            )
        };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call returned a new descriptor that nothing else owns.
        Ok(Event { fd: unsafe { OwnedFd::from_raw_fd(fd as RawFd) } })
    }

    /// Starts ticking.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn enable(&self) -> io::Result<()> {
        self.control(PERF_EVENT_IOC_ENABLE)
    }

    /// Stops ticking.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn disable(&self) -> io::Result<()> {
        self.control(PERF_EVENT_IOC_DISABLE)
    }

    fn control(&self, request: libc::c_ulong) -> io::Result<()> {
        // SAFETY: these requests take an integer.
        let result = unsafe { libc::ioctl(self.fd.as_raw_fd(), request, 0) };
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

impl AsFd for Event {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}
