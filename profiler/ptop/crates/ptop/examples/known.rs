//! A target for the tests: does what each line of its input says, exactly that
//! often, and answers `done`. With arguments it does what they say, once, and ends.

#[path = "known/calls.rs"]
mod calls;
#[path = "known/network.rs"]
mod network;
#[path = "known/ring.rs"]
mod ring;
#[path = "known/submitted.rs"]
mod submitted;
#[path = "known/waits.rs"]
mod waits;

use std::ffi::CString;
use std::io::{BufRead, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::str::FromStr;
use std::time::Duration;

#[path = "known/allocations.rs"]
mod allocations;
#[path = "known/files.rs"]
mod files;
#[path = "known/memory.rs"]
mod memory;

fn main() {
    let mut kept: Vec<Box<dyn std::any::Any>> = Vec::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.is_empty() {
        obey(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), &mut kept);
        return;
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("input is text");
        let words: Vec<&str> = line.split(' ').collect();
        obey(&words, &mut kept);
        println!("done");
        std::io::stdout().flush().expect("someone reads");
    }
}

fn number<T: FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("{word} is not a number"))
}

fn text(word: &str) -> CString {
    CString::new(word).expect("no zero byte")
}

fn obey(words: &[&str], kept: &mut Vec<Box<dyn std::any::Any>>) {
    match words {
        ["getppid", times] => repeat(times, || {
            // SAFETY: takes no arguments.
            unsafe { libc::syscall(libc::SYS_getppid) };
        }),
        ["refuse", "getppid"] => calls::refuse(libc::SYS_getppid as u32),
        ["close-bad", times] => repeat(times, || {
            // SAFETY: an invalid descriptor is refused.
            unsafe { libc::close(-1) };
        }),
        ["nanosleep", times, ms] => repeat(times, || {
            let ms: i64 = number(ms);
            let wait = libc::timespec { tv_sec: ms / 1000, tv_nsec: ms % 1000 * 1_000_000 };
            // SAFETY: `wait` is valid; no remainder is asked for.
            unsafe { libc::syscall(libc::SYS_nanosleep, &raw const wait, 0) };
        }),
        ["open", times, path, flags] => repeat(times, || open_at(libc::AT_FDCWD, path, flags)),
        ["open2", times, path] => repeat(times, || open_2(path)),
        ["open-in", times, directory, path] => {
            // SAFETY: a C string.
            let fd = unsafe { libc::open(text(directory).as_ptr(), libc::O_PATH) };
            repeat(times, || open_at(fd, path, "r"));
        }
        ["io", call, times, path, bytes] => files::io(call, number(times), path, number(bytes)),
        ["io-socket", times, bytes] => files::io_socket(number(times), number(bytes)),
        ["io-other", times] => files::io_other(number(times)),
        ["io-slow", ms] => files::io_slow(Duration::from_millis(number(ms))),
        ["move", call, times, from, to, bytes] => {
            files::transfer(call, number(times), from, to, number(bytes));
        }
        ["change-closed", times] => repeat(times, || {
            // SAFETY: an invalid descriptor is refused.
            unsafe { libc::ftruncate(-1, 0) };
        }),
        ["need", capability, times] => repeat(times, || need(capability)),
        ["change", call, times, paths @ ..] => files::change(call, number(times), paths),
        ["chdir", path] => std::env::set_current_dir(path).expect("the directory exists"),
        ["chroot", path] => std::os::unix::fs::chroot(path).expect("root may do this"),
        ["connect", times, address] => repeat(times, || drop(TcpStream::connect(*address))),
        ["connect-later", times, address] => repeat(times, || connect_later(address)),
        ["connect-in-time", times, address] => repeat(times, || {
            let address = address.parse().expect("an address with a port");
            drop(TcpStream::connect_timeout(&address, Duration::from_secs(1)));
        }),
        ["connect-udp", times, address] => repeat(times, || {
            let socket = UdpSocket::bind(if address.starts_with('[') { "[::1]:0" } else { "127.0.0.1:0" });
            drop(socket.expect("a port is free").connect(*address));
        }),
        ["connect-unix", times, path] => repeat(times, || drop(UnixStream::connect(path))),
        ["listen", address] => kept.push(Box::new(TcpListener::bind(*address).expect("the port is free"))),
        ["listen-unix", path] => kept.push(Box::new(UnixListener::bind(path).expect("the path is free"))),
        ["accept", times] => repeat(times, || {
            let listener = kept.last().and_then(|kept| kept.downcast_ref::<TcpListener>()).expect("listening");
            drop(listener.accept().expect("a client"));
        }),
        ["accept-unix", times] => repeat(times, || {
            let listener = kept.last().and_then(|kept| kept.downcast_ref::<UnixListener>()).expect("listening");
            drop(listener.accept().expect("a client"));
        }),
        ["spin", ms] => {
            std::hint::black_box(spin_outer(number(ms)));
        }
        ["name", name] => {
            // SAFETY: a C string; longer names are cut by the kernel.
            unsafe { libc::prctl(libc::PR_SET_NAME, text(name).as_ptr()) };
        }
        ["below", pages, rest @ ..] => memory::below(pages, || obey(rest, &mut Vec::new())),
        ["fork", rest @ ..] => in_child(|| obey(rest, &mut Vec::new())),
        ["exec", program, rest @ ..] => in_child(|| {
            panic!("{}", std::process::Command::new(program).args(rest).exec());
        }),
        ["thread", name, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|word| (*word).to_owned()).collect();
            let thread = std::thread::Builder::new().name((*name).to_owned()).spawn(move || {
                obey(&rest.iter().map(String::as_str).collect::<Vec<_>>(), &mut Vec::new());
            });
            thread.expect("a thread").join().expect("it ends well");
        }
        // SAFETY: ends the process at once.
        ["end", code] => unsafe { libc::_exit(number(code)) },
        // Every thread ends by itself, the first one as well, so that the process ends with whichever is last.
        ["end-threads", count] => {
            for _ in 0..number(count) {
                std::thread::spawn(end_thread);
            }
            end_thread();
        }
        ["raise", times, signal] => repeat(times, || {
            // SAFETY: no pointers.
            unsafe { libc::kill(libc::getpid(), number(signal)) };
        }),
        ["handle", signal] => handle(number(signal)),
        ["signal", times, pid, signal] => repeat(times, || {
            // SAFETY: no pointers.
            unsafe { libc::kill(number(pid), number(signal)) };
        }),
        ["signal-parent", times, signal] => repeat(times, || {
            // SAFETY: no pointers.
            unsafe { libc::kill(libc::getppid(), number(signal)) };
        }),
        ["break-pipe", times] => repeat(times, break_pipe),
        ["map", times, protection] => repeat(times, || drop(Area::map(-1, protection_of(protection)))),
        ["map-file", times, path, protection] => repeat(times, || {
            let file = std::fs::File::open(path).expect("the file exists");
            drop(Area::map(file.as_raw_fd(), protection_of(protection)));
        }),
        ["map-memfd", times, protection] => repeat(times, || {
            // SAFETY: a C string; nothing else owns the descriptor.
            let file = unsafe { OwnedFd::from_raw_fd(libc::memfd_create(c"known".as_ptr(), 0)) };
            drop(Area::map(file.as_raw_fd(), protection_of(protection)));
        }),
        ["protect", times, first, then] => repeat(times, || {
            Area::map(-1, protection_of(first)).protect(protection_of(then));
        }),
        ["protect-file", times, path, write, protection] => repeat(times, || {
            let file = std::fs::File::open(path).expect("the file exists");
            let area = Area::map(file.as_raw_fd(), libc::PROT_READ | libc::PROT_WRITE);
            if *write == "written" {
                // SAFETY: a private page of our own, which is writable.
                unsafe { area.0.cast::<u8>().write_volatile(1) };
            }
            area.protect(protection_of(protection));
        }),
        ["protect-heap", times, protection] => {
            // SAFETY: two new pages at the end of the heap, one of which lies whole in them.
            let end = unsafe { libc::sbrk(8192) } as usize;
            repeat(times, || protect_page(end.next_multiple_of(4096), protection));
        }
        ["protect-stack", times, protection] => {
            let page = std::ptr::from_ref(&kept).addr() & !4095;
            repeat(times, || protect_page(page, protection));
        }
        ["protect-nothing", times, protection] => repeat(times, || protect_page(4096, protection)),
        ["protect-busily", times] => protect_busily(times),
        ["nap", times, ms] => repeat(times, || waits::nap(number(ms))),
        ["doze", times, ms] => repeat(times, || waits::doze(number(ms))),
        ["futex-timeout", times, ms] => repeat(times, || waits::futex_timeout(number(ms))),
        ["futex-stale", times] => repeat(times, waits::futex_stale),
        ["contend", "long", times, ms] => repeat(times, || waits::contend(waits::long_site, number(ms))),
        ["contend", "short", times, ms] => repeat(times, || waits::contend(waits::short_site, number(ms))),
        ["contend-kernel", waiters, ms] => waits::contend_kernel(number(waiters), number(ms)),
        ["nap-busily", threads, times, ms] => waits::nap_busily(number(threads), number(times), number(ms)),
        ["memory", rest @ ..] => memory::obey(rest),
        ["allocate", rest @ ..] => allocations::obey(rest),
        // In a child that waits so many milliseconds before.
        ["fork-late", ms, rest @ ..] => in_child(|| {
            std::thread::sleep(Duration::from_millis(number(ms)));
            obey(rest, &mut Vec::new());
        }),
        ["net", rest @ ..] => network::obey(rest, kept),
        ["exit"] => std::process::exit(0),
        other => panic!("{other:?} is not understood"),
    }
}

/// Asks for something that needs the capability, and that changes nothing when it is granted.
fn need(capability: &str) {
    // SAFETY: a C string, or no pointer that is followed.
    unsafe {
        match capability {
            "SETPCAP" => libc::prctl(libc::PR_CAPBSET_DROP, 0xffff_u64, 0, 0, 0),
            "SYS_ADMIN" => libc::syscall(libc::SYS_sethostname, 0, -1) as i32,
            "SYS_CHROOT" => libc::chroot(c"/".as_ptr()),
            other => panic!("{other} is not understood"),
        }
    };
}

fn handle(signal: i32) {
    extern "C" fn nothing(_signal: i32) {}
    // SAFETY: the handler does nothing; waits go on after it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = nothing as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(signal, &raw const action, std::ptr::null_mut());
    }
}

/// Writes to a pipe that nobody reads. The runtime ignores the signal for it.
fn break_pipe() {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors, which are closed here; one byte is readable.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        libc::close(ends[0]);
        assert_eq!(libc::write(ends[1], c"x".as_ptr().cast(), 1), -1, "nobody reads");
        libc::close(ends[1]);
    }
}

/// One page, taken back at the end.
struct Area(*mut libc::c_void);

impl Area {
    /// Private memory of a file, or of none with -1.
    fn map(file: i32, protection: i32) -> Area {
        let flags = libc::MAP_PRIVATE | if file < 0 { libc::MAP_ANONYMOUS } else { 0 };
        // SAFETY: a new mapping where the kernel likes.
        Area(unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, file, 0) })
    }

    fn protect(&self, protection: i32) {
        // SAFETY: our own page, which no reference points into.
        unsafe { libc::mprotect(self.0, 4096, protection) };
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: our own page, or the address of a failure, which is refused.
        unsafe { libc::munmap(self.0, 4096) };
    }
}

/// To this protection, and back to that of data.
fn protect_page(address: usize, protection: &str) {
    for protection in [protection_of(protection), libc::PROT_READ | libc::PROT_WRITE] {
        // SAFETY: a page of our own that stays readable and writable, or none.
        unsafe { libc::mprotect(std::ptr::without_provenance_mut(address), 4096, protection) };
    }
}

/// While another thread maps and unmaps without a pause.
fn protect_busily(times: &str) {
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                drop(Area::map(-1, libc::PROT_READ));
            }
        });
        repeat(times, || Area::map(-1, libc::PROT_READ | libc::PROT_WRITE).protect(libc::PROT_READ | libc::PROT_EXEC));
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

fn protection_of(letters: &str) -> i32 {
    let bit = |letter, bit| if letters.contains(letter) { bit } else { 0 };
    bit('r', libc::PROT_READ) | bit('w', libc::PROT_WRITE) | bit('x', libc::PROT_EXEC)
}

fn end_thread() {
    // SAFETY: ends this thread alone, without returning; what it owned goes with the process.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
}

fn repeat(times: &str, mut action: impl FnMut()) {
    for _ in 0..number::<u64>(times) {
        action();
    }
}

/// A literal IPv4 address with its port, as calls take it.
fn ipv4(address: &str) -> libc::sockaddr_in {
    let SocketAddr::V4(address) = address.parse().expect("an address") else { panic!("IPv4 only") };
    libc::sockaddr_in {
        sin_family: libc::AF_INET as u16,
        sin_port: address.port().to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes(address.ip().octets()) },
        sin_zero: [0; 8],
    }
}

fn open_at(directory: i32, path: &str, flags: &str) {
    let flags = match flags {
        "r" => libc::O_RDONLY,
        "w" => libc::O_WRONLY | libc::O_CREAT,
        "rw" => libc::O_RDWR,
        _ => libc::O_PATH,
    };
    // SAFETY: a C string, and a mode for O_CREAT.
    let fd = unsafe { libc::openat(directory, text(path).as_ptr(), flags, 0o600) };
    if fd >= 0 {
        // SAFETY: the call returned it, so nothing else owns it.
        drop(unsafe { OwnedFd::from_raw_fd(fd) });
    }
}

fn open_2(path: &str) {
    let how: [u64; 3] = [libc::O_RDWR as u64, 0, 0];
    let path = text(path);
    // SAFETY: a C string and a struct open_how of its first published size.
    let fd = unsafe { libc::syscall(libc::SYS_openat2, libc::AT_FDCWD, path.as_ptr(), how.as_ptr(), 24) };
    if fd >= 0 {
        // SAFETY: the call returned it, so nothing else owns it.
        drop(unsafe { OwnedFd::from_raw_fd(fd as i32) });
    }
}

/// Connects without blocking and waits until it is decided, as event loops do.
fn connect_later(address: &str) {
    let target = ipv4(address);
    // SAFETY: the socket is new and owned; the address is valid for its size.
    unsafe {
        let fd = OwnedFd::from_raw_fd(libc::socket(libc::AF_INET, libc::SOCK_STREAM | libc::SOCK_NONBLOCK, 0));
        let len = size_of_val(&target) as u32;
        libc::connect(fd.as_raw_fd(), (&raw const target).cast(), len);
        let mut poll = libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
        libc::poll(&raw mut poll, 1, 1000);
        // Asking again reports the outcome; it is not another connect.
        libc::connect(fd.as_raw_fd(), (&raw const target).cast(), len);
    }
}

fn in_child(action: impl FnOnce()) {
    // SAFETY: the program has one thread here; the child ends without returning.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            action();
            libc::_exit(0);
        }
        assert!(child > 0, "fork failed");
        libc::waitpid(child, std::ptr::null_mut(), 0);
    }
}

#[inline(never)]
fn spin_outer(ms: u64) -> u64 {
    std::hint::black_box(spin_inner(Duration::from_millis(ms))) + 1
}

/// Burns CPU time of this thread, looking at its clock rarely so that the loop dominates.
#[inline(never)]
fn spin_inner(budget: Duration) -> u64 {
    let start = thread_cpu();
    let mut value = 1_u64;
    while thread_cpu() < start + budget {
        for _ in 0..20_000 {
            value = std::hint::black_box(value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
    }
    value
}

fn thread_cpu() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
