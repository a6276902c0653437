//! What the canary does. Plain system calls, so that each counts as itself.

use std::net::TcpListener;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use super::contention::contend;
use super::done::CanaryActions;
use super::marked_function::call_marked_function;
use super::network;
use crate::collector::clock::own_cpu_ns;
use crate::perf::page_bytes;

/// A file that does not exist, in `/` and in `/proc`.
pub const ABSENT_NAME: &str = "ptop-canary-absent";
const ABSENT: &std::ffi::CStr = c"ptop-canary-absent";

const GETPPID_CALLS: u64 = 17;
const ROOT_OPENS: u64 = 5;
const ABSENT_OPENS: u64 = 3;
const FORKS: u64 = 2;
/// The program that certainly exists and may certainly be run.
pub const OWN_PROGRAM: &str = "/proc/self/exe";
const EXECS: u64 = 2;
/// Ignored unless a program asks for it, so it hurts nobody.
pub const OWN_SIGNAL: i32 = libc::SIGURG;
const SIGNALS: u64 = 5;
const EXECUTABLE_PAGES: u64 = 2;
/// A file in memory, as the kernel calls it: it needs no writable directory.
pub const CANARY_FILE: &str = "memfd:ptop-canary";
const FILE_WRITES: u64 = 3;
/// `CAP_SETPCAP`: asked for before the kernel looks whether the request makes sense.
pub const OWN_CAPABILITY: u32 = 8;
const CHECKS: u64 = 3;
const REMOVALS: u64 = 3;
const RENAMES: u64 = 2;
const FILE_READS: i64 = 4;
const NAPS: u64 = 3;
const NAP_TRIES: u64 = 30;
const FUTEX_WAITS: u64 = 4;
/// Long enough to show its stack.
pub const NAP_NS: u64 = 2_000_000;
const ALIGNED: u64 = 6;
const ALIGNED_BYTES: usize = 1000;
const SHARED_MAPS: u64 = 3;
const SHARED_PAGES: usize = 11;
const BLOCKING_CONNECTS: u32 = 3;
const UDP_CONNECTS: u64 = 2;

/// About a tenth of a millisecond: the calls between two spins are calls of the target.
const SPIN_TURNS: u32 = 100_000;

/// Does everything once and says how often each thing was done. At last it spends CPU time, `spin_ns` in all, or
/// until it `has_spent_enough`.
pub fn perform(spin_ns: u64, has_spent_enough: impl Fn() -> bool) -> CanaryActions {
    let started = own_cpu_ns();
    let mut actions = CanaryActions::default();
    let lost_first = network::lose_a_segment(&mut actions);
    call_getppid(&mut actions);
    open_files(&mut actions);
    connect_tcp(&mut actions);
    connect_udp(&mut actions);
    connect_unix(&mut actions);
    fork_children(&mut actions);
    start_programs(&mut actions);
    signal_itself(&mut actions);
    ask_for_executable_memory(&mut actions);
    write_and_read_file(&mut actions);
    change_nothing(&mut actions);
    need_capability(&mut actions);
    nap(&mut actions);
    wait_for_futex(&mut actions);
    contend(&mut actions);
    call_marked_function(&mut actions);
    use_fresh_memory(&mut actions);
    ask_for_aligned_memory(&mut actions);
    network::exchange(&mut actions);
    network::reset_connections(&mut actions);
    let lost_last = network::lose_a_segment(&mut actions);
    while own_cpu_ns() - started < spin_ns && !has_spent_enough() {
        for turn in 0..SPIN_TURNS {
            std::hint::black_box(turn);
        }
    }
    for lost in [lost_first, lost_last].into_iter().flatten() {
        lost.wait_for_retransmit(&mut actions);
    }
    actions.cpu_ns = own_cpu_ns() - started;
    actions
}

fn call_getppid(actions: &mut CanaryActions) {
    for _ in 0..GETPPID_CALLS {
        // SAFETY: takes no arguments.
        unsafe { libc::syscall(libc::SYS_getppid) };
    }
    actions.getppid = GETPPID_CALLS;
}

/// By absolute path, relative to the working directory, and relative to a directory on another mount.
fn open_files(actions: &mut CanaryActions) {
    // SAFETY: the paths are C strings; descriptors are closed by their owner.
    unsafe {
        libc::chdir(c"/".as_ptr());
        for _ in 0..ROOT_OPENS {
            drop(owned(libc::open(c"/".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC)));
        }
        for _ in 0..ABSENT_OPENS {
            drop(owned(libc::openat(libc::AT_FDCWD, ABSENT.as_ptr(), libc::O_RDONLY)));
        }
        actions.opens = ROOT_OPENS + ABSENT_OPENS;
        if let Some(proc) = owned(libc::open(c"/proc".as_ptr(), libc::O_PATH | libc::O_CLOEXEC)) {
            for _ in 0..ABSENT_OPENS {
                drop(owned(libc::openat(proc.as_raw_fd(), ABSENT.as_ptr(), libc::O_RDONLY)));
            }
            actions.opens += ABSENT_OPENS;
        }
    }
}

fn owned(fd: i32) -> Option<OwnedFd> {
    // SAFETY: a descriptor that a call just returned belongs to nobody else.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

fn socket(family: i32, kind: i32) -> Option<OwnedFd> {
    // SAFETY: no pointers.
    owned(unsafe { libc::socket(family, kind | libc::SOCK_CLOEXEC, 0) })
}

fn loopback(port: u16) -> libc::sockaddr_in {
    libc::sockaddr_in {
        sin_family: libc::AF_INET as libc::sa_family_t,
        sin_port: port.to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes([127, 0, 0, 1]) },
        sin_zero: [0; 8],
    }
}

/// Returns the error, 0 for success.
fn connect<T>(socket: &OwnedFd, address: &T, len: usize) -> i32 {
    // SAFETY: `address` is a socket address of `len` bytes.
    let done = unsafe { libc::connect(socket.as_raw_fd(), std::ptr::from_ref(address).cast(), len as libc::socklen_t) };
    if done == 0 { 0 } else { std::io::Error::last_os_error().raw_os_error().unwrap_or(-1) }
}

/// Blocking ones, and one that is decided later.
fn connect_tcp(actions: &mut CanaryActions) {
    let Ok(listener) = TcpListener::bind("127.0.0.1:0") else { return };
    let Ok(address) = listener.local_addr() else { return };
    let target = loopback(address.port());
    for attempt in 0..=BLOCKING_CONNECTS {
        let later = if attempt == BLOCKING_CONNECTS { libc::SOCK_NONBLOCK } else { 0 };
        let Some(client) = socket(libc::AF_INET, libc::SOCK_STREAM | later) else { continue };
        let error = connect(&client, &target, size_of_val(&target));
        actions.connects += 1;
        if error == 0 || error == libc::EINPROGRESS {
            actions.tcp_connects += 1;
            actions.accepts += u64::from(listener.accept().is_ok());
        }
    }
}

fn connect_udp(actions: &mut CanaryActions) {
    let target = loopback(9);
    for _ in 0..UDP_CONNECTS {
        let Some(own) = socket(libc::AF_INET, libc::SOCK_DGRAM) else { continue };
        connect(&own, &target, size_of_val(&target));
        actions.connects += 1;
    }
}

/// In the abstract name space, which needs no writable directory.
fn connect_unix(actions: &mut CanaryActions) {
    let mut address = libc::sockaddr_un { sun_family: libc::AF_UNIX as libc::sa_family_t, sun_path: [0; 108] };
    let name = format!("ptop-canary-{}", std::process::id());
    for (to, from) in address.sun_path[1..].iter_mut().zip(name.bytes()) {
        *to = from as libc::c_char;
    }
    let len = size_of::<libc::sa_family_t>() + 1 + name.len();
    let (Some(listener), Some(client)) =
        (socket(libc::AF_UNIX, libc::SOCK_STREAM), socket(libc::AF_UNIX, libc::SOCK_STREAM))
    else {
        return;
    };
    // SAFETY: `address` is a socket address of `len` bytes.
    let listening = unsafe {
        libc::bind(listener.as_raw_fd(), (&raw const address).cast(), len as libc::socklen_t) == 0
            && libc::listen(listener.as_raw_fd(), 1) == 0
    };
    if listening {
        let error = connect(&client, &address, len);
        actions.connects += 1;
        if error == 0 {
            // SAFETY: null pointers ask for no address.
            let peer = unsafe { libc::accept(listener.as_raw_fd(), std::ptr::null_mut(), std::ptr::null_mut()) };
            actions.accepts += u64::from(owned(peer).is_some());
        }
    }
}

fn fork_children(actions: &mut CanaryActions) {
    for _ in 0..FORKS {
        // SAFETY: the child ends at once; the parent waits for it.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                libc::_exit(0);
            }
            if child > 0 {
                libc::waitpid(child, std::ptr::null_mut(), 0);
                actions.forks += 1;
            }
        }
    }
}

/// Programs that say their version to nobody.
fn start_programs(actions: &mut CanaryActions) {
    for _ in 0..EXECS {
        let mut status = -1;
        // SAFETY: C strings and lists that end with a null pointer; the child never returns; the parent waits for it.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
                let arguments = [c"ptop".as_ptr(), c"--version".as_ptr(), std::ptr::null()];
                let is_quiet = nowhere >= 0 && libc::dup2(nowhere, 1) == 1 && libc::dup2(nowhere, 2) == 2;
                if is_quiet {
                    libc::execv(c"/proc/self/exe".as_ptr(), arguments.as_ptr());
                }
                libc::_exit(127);
            }
            if child > 0 {
                libc::waitpid(child, &raw mut status, 0);
                actions.forks += 1;
            }
        }
        actions.execs += u64::from(status == 0);
    }
}

fn signal_itself(actions: &mut CanaryActions) {
    for _ in 0..SIGNALS {
        // SAFETY: no pointers.
        unsafe { libc::kill(libc::getpid(), OWN_SIGNAL) };
    }
    actions.signals = SIGNALS;
}

/// Once from the start and once afterwards. A machine that forbids it answers with an error, which counts as well.
fn ask_for_executable_memory(actions: &mut CanaryActions) {
    const LEN: usize = 4096;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    for _ in 0..EXECUTABLE_PAGES {
        // SAFETY: new mappings of our own, taken back before anything else could use them.
        unsafe {
            let page = libc::mmap(std::ptr::null_mut(), LEN, libc::PROT_READ | libc::PROT_EXEC, flags, -1, 0);
            actions.executable += 1;
            if page != libc::MAP_FAILED {
                libc::munmap(page, LEN);
            }
            let page = libc::mmap(std::ptr::null_mut(), LEN, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            if page != libc::MAP_FAILED {
                libc::mprotect(page, LEN, libc::PROT_READ | libc::PROT_EXEC);
                actions.executable += 1;
                libc::munmap(page, LEN);
            }
        }
    }
}

/// Writes a few times, and reads from further on each time.
fn write_and_read_file(actions: &mut CanaryActions) {
    let mut bytes = [b'x'; 100];
    // SAFETY: a C string; `bytes` is readable and writable for its length.
    unsafe {
        let Some(file) = owned(libc::memfd_create(c"ptop-canary".as_ptr(), libc::MFD_CLOEXEC)) else { return };
        for _ in 0..FILE_WRITES {
            let written = libc::write(file.as_raw_fd(), bytes.as_ptr().cast(), bytes.len());
            actions.file_bytes += u64::try_from(written).unwrap_or(0);
        }
        for from in 0..FILE_READS {
            let got = libc::pread(file.as_raw_fd(), bytes.as_mut_ptr().cast(), bytes.len(), from * 10);
            actions.file_bytes += u64::try_from(got).unwrap_or(0);
        }
        libc::fsync(file.as_raw_fd());
    }
}

/// What does not exist cannot be removed, and renaming it to itself could change nothing if it did.
fn change_nothing(actions: &mut CanaryActions) {
    // SAFETY: C strings; the working directory is the root since files were opened.
    unsafe {
        for _ in 0..REMOVALS {
            // With the flag for directories, so that not even a file of that name would go.
            libc::unlinkat(libc::AT_FDCWD, ABSENT.as_ptr(), libc::AT_REMOVEDIR);
        }
        for _ in 0..RENAMES {
            libc::renameat(libc::AT_FDCWD, ABSENT.as_ptr(), libc::AT_FDCWD, ABSENT.as_ptr());
        }
    }
    actions.changes = REMOVALS + 2 * RENAMES;
}

/// Asks to give up a capability that does not exist.
fn need_capability(actions: &mut CanaryActions) {
    const NONE: libc::c_ulong = 0xffff;
    for _ in 0..CHECKS {
        // SAFETY: no pointers.
        unsafe { libc::prctl(libc::PR_CAPBSET_DROP, NONE, 0, 0, 0) };
    }
    actions.checks = CHECKS;
}

/// Sleeps that made the thread leave its CPU: where the host takes the machine's time, the clock may have run out before.
fn nap(actions: &mut CanaryActions) {
    let wait = libc::timespec { tv_sec: 0, tv_nsec: NAP_NS as libc::c_long };
    for _ in 0..NAP_TRIES {
        let before = times_blocked();
        // SAFETY: `wait` is valid; no remainder is asked for.
        unsafe { libc::syscall(libc::SYS_nanosleep, &raw const wait, 0) };
        actions.naps += u64::from(times_blocked() > before);
        if actions.naps == NAPS {
            break;
        }
    }
}

/// How often this thread has left its CPU to wait, by the kernel's own count.
fn times_blocked() -> libc::c_long {
    // SAFETY: all zeroes is a valid rusage.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is valid.
    unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    usage.ru_nvcsw
}

/// A lock that nobody gives back.
fn wait_for_futex(actions: &mut CanaryActions) {
    let (lock, wait) = (1_u32, libc::timespec { tv_sec: 0, tv_nsec: 1_000_000 });
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    for _ in 0..FUTEX_WAITS {
        // SAFETY: `lock` and `wait` are valid and keep their values.
        unsafe { libc::syscall(libc::SYS_futex, &raw const lock, operation, 1, &raw const wait) };
    }
    actions.futex_waits = FUTEX_WAITS;
}

/// Memory that may be shared: nothing else that the canary runs maps any.
fn use_fresh_memory(actions: &mut CanaryActions) {
    let page = page_bytes();
    let (len, flags) = (SHARED_PAGES * page, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    for _ in 0..SHARED_MAPS {
        // SAFETY: a new mapping of our own, written to inside its bounds and taken back.
        unsafe {
            let area = libc::mmap(std::ptr::null_mut(), len, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            if area == libc::MAP_FAILED {
                continue;
            }
            libc::madvise(area, len, libc::MADV_NOHUGEPAGE);
            actions.shared_maps += 1;
            actions.shared_bytes += len as u64;
            for offset in (0..len).step_by(page) {
                area.cast::<u8>().add(offset).write_volatile(1);
                actions.fresh_pages += 1;
            }
            libc::munmap(area, len);
        }
    }
}

/// By a function that nothing else the canary does calls.
fn ask_for_aligned_memory(actions: &mut CanaryActions) {
    for _ in 0..ALIGNED {
        // SAFETY: the alignment is a power of two; what is given is given back.
        unsafe { libc::free(std::hint::black_box(libc::memalign(64, ALIGNED_BYTES))) };
    }
    (actions.aligned, actions.aligned_bytes) = (ALIGNED, ALIGNED * ALIGNED_BYTES as u64);
}
