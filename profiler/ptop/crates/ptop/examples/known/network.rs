//! What the target does with connections and datagrams.

use std::any::Any;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::time::Duration;

use super::ring::Ring;
use super::{ipv4, number, repeat};

/// Kept open between two lines of input.
type Kept = Vec<Box<dyn Any>>;

pub fn obey(words: &[&str], kept: &mut Kept) {
    match words {
        ["open", address] => kept.push(Box::new(connect(address))),
        ["open-elsewhere", address] => connect_elsewhere(last::<TcpStream>(kept), address),
        ["exchange", times, size] => exchange(last::<TcpStream>(kept), times, size),
        ["exchange-unix", path, times, size] => {
            exchange(&mut UnixStream::connect(path).expect("somebody listens"), times, size);
        }
        ["serve", times, size] => {
            let mut stream = last::<TcpListener>(kept).accept().expect("a client").0;
            echo(&mut stream, times, size);
            kept.push(Box::new(stream));
        }
        ["serve-unix", times, size] => {
            echo(&mut last::<UnixListener>(kept).accept().expect("a client").0, times, size);
        }
        ["serve-in-turn", connections, times, micros] => {
            let listener = last::<TcpListener>(kept);
            serve_in_turn(listener, number(connections), number(times), Duration::from_micros(number(micros)));
        }
        ["peek", times] => {
            let stream = last::<TcpStream>(kept);
            (0..number(times)).for_each(|_| assert_eq!(stream.peek(&mut [0]).expect("something came"), 1));
        }
        ["in-child", rest @ ..] => super::in_child(|| obey(rest, kept)),
        ["listen", address, backlog] => kept.push(Box::new(listen(address, number(backlog)))),
        ["send-file", path, size] => send_file(last::<TcpStream>(kept), path, number(size)),
        ["splice", size] => splice(last::<TcpStream>(kept), number(size)),
        ["send-vectors", times, size] => {
            let part = vec![1; number(size)];
            for _ in 0..number(times) {
                let parts = [std::io::IoSlice::new(&part), std::io::IoSlice::new(&part)];
                assert_eq!(last::<TcpStream>(kept).write_vectored(&parts).expect("the peer reads"), 2 * part.len());
            }
        }
        ["make-ring"] => kept.push(Box::new(Ring::new())),
        ["poll-ring", ms] => {
            let ring = Ring::polled(30_000);
            while polled_ms() < number::<u64>(ms) {
                ring.wake();
                std::thread::sleep(Duration::from_millis(20));
            }
            kept.push(Box::new(ring));
        }
        ["send-ring", times, size] => {
            let socket = last::<TcpStream>(kept).as_raw_fd();
            last::<Ring>(kept).send(socket, number(times), number(size));
        }
        ["write-ring", path, times, size] => {
            let file = std::fs::File::create(path).expect("the directory is ours");
            last::<Ring>(kept).write(file.as_raw_fd(), number(times), number(size));
        }
        ["submit-file", path, times, size] => {
            let file = std::fs::File::create(path).expect("the directory is ours");
            super::submitted::send(file.as_raw_fd(), number(times), number(size));
        }
        ["submit", times, size] => {
            let socket = last::<TcpStream>(kept).as_raw_fd();
            super::submitted::send(socket, number(times), number(size));
        }
        ["send-32", times, size] => {
            let socket = last::<TcpStream>(kept).as_raw_fd();
            super::calls::send_by_32_bits(socket, number(times), number(size));
        }
        ["bind", address] => kept.push(Box::new(UdpSocket::bind(address).expect("the port is free"))),
        ["send-to", times, size, address] => repeat(times, || {
            let _ = last::<UdpSocket>(kept).send_to(&vec![1; number(size)], *address);
        }),
        ["send-many", times, size, address] => {
            send_many(last::<UdpSocket>(kept), number(times), number(size), address);
        }
        ["receive-from", times] => repeat(times, || {
            last::<UdpSocket>(kept).recv_from(&mut [0; 2000]).expect("somebody sends");
        }),
        ["receive-all"] => {
            let socket = last::<UdpSocket>(kept);
            socket.set_nonblocking(true).expect("it is ours");
            while socket.recv_from(&mut [0; 2000]).is_ok() {}
        }
        ["receive-little"] => set(last::<UdpSocket>(kept), libc::SO_RCVBUF, &0_i32),
        ["connect-udp", address] => last::<UdpSocket>(kept).connect(address).expect("a route"),
        ["write-udp", times, size] => {
            let own = last::<UdpSocket>(kept).as_raw_fd();
            let data = vec![1_u8; number(size)];
            // SAFETY: readable for its length.
            repeat(times, || unsafe { assert!(libc::write(own, data.as_ptr().cast(), data.len()) > 0) });
        }
        ["send-unix-to", times, size, path] => {
            let own = UnixDatagram::unbound().expect("a socket");
            repeat(times, || {
                own.send_to(&vec![1; number(size)], path).expect("somebody listens");
            });
        }
        ["abort"] => {
            let stream = kept.pop().and_then(|kept| kept.downcast::<TcpStream>().ok()).expect("a connection");
            set(&*stream, libc::SO_LINGER, &libc::linger { l_onoff: 1, l_linger: 0 });
        }
        ["close"] => drop(kept.pop()),
        ["close-after-peer"] => {
            assert_eq!(last::<TcpStream>(kept).read(&mut [0]).expect("the peer has closed"), 0);
            drop(kept.pop());
        }
        ["lose", times, told] => {
            let stream = last::<TcpStream>(kept);
            stream.write_all(&[1]).expect("room in the buffer");
            while retransmits(stream) < number(times) {
                std::thread::sleep(Duration::from_millis(2));
            }
            std::fs::write(told, retransmits(stream).to_string()).expect("the directory is ours");
            obey(&["abort"], kept);
        }
        other => panic!("{other:?} is not understood"),
    }
}

/// CPU time of the kernel's thread that polls a ring of this process.
fn polled_ms() -> u64 {
    let tasks = std::fs::read_dir("/proc/self/task").expect("its threads");
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok());
    let ticks = stats.filter(|stat| stat.contains("(iou-sqp")).map(|stat| {
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        // What it spent in user mode, which is nothing, and in the kernel.
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
    });
    ticks.sum::<u64>() * 10
}

fn last<T: 'static>(kept: &mut Kept) -> &mut T {
    kept.iter_mut().rev().find_map(|kept| kept.downcast_mut()).expect("there is one of that kind")
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_nodelay(true).expect("it is ours");
    stream
}

/// Has a connection end, and its socket begin another.
fn connect_elsewhere(stream: &TcpStream, address: &str) {
    let nowhere = libc::sockaddr { sa_family: libc::AF_UNSPEC as u16, sa_data: [0; 14] };
    let to = ipv4(address);
    // SAFETY: both addresses are readable for their length.
    unsafe {
        let end = libc::connect(stream.as_raw_fd(), &raw const nowhere, size_of_val(&nowhere) as u32);
        let begun = libc::connect(stream.as_raw_fd(), (&raw const to).cast(), size_of_val(&to) as u32);
        assert_eq!((end, begun), (0, 0));
    }
}

/// Sends and receives in turn, so that no two messages become one.
fn exchange(stream: &mut (impl Read + Write), times: &str, size: &str) {
    let mut message = vec![1; number(size)];
    repeat(times, || {
        stream.write_all(&message).expect("the peer reads");
        stream.read_exact(&mut message).expect("the peer answers");
    });
}

fn echo(stream: &mut (impl Read + Write), times: &str, size: &str) {
    let mut message = vec![1; number(size)];
    repeat(times, || {
        stream.read_exact(&mut message).expect("the peer sends");
        stream.write_all(&message).expect("the peer reads");
    });
}

/// One thread for all connections: who asks meanwhile waits for the others' answers as well.
fn serve_in_turn(listener: &TcpListener, connections: usize, times: usize, work: Duration) {
    let mut streams: Vec<TcpStream> = (0..connections).map(|_| listener.accept().expect("as many clients").0).collect();
    let mut answered = 0;
    while answered < times {
        let ready = |stream: &TcpStream| libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let mut waiting: Vec<_> = streams.iter().map(ready).collect();
        // SAFETY: as many entries as the length says.
        assert!(unsafe { libc::poll(waiting.as_mut_ptr(), waiting.len() as u64, -1) } > 0);
        let mut ready = waiting.iter().map(|one| one.revents != 0);
        streams.retain_mut(|stream| {
            if ready.next() != Some(true) {
                return true;
            }
            if stream.read(&mut [0; 2000]).expect("the client is there") == 0 {
                return false;
            }
            std::thread::sleep(work);
            stream.write_all(&[1; 200]).expect("the client reads");
            answered += 1;
            true
        });
    }
}

fn set<T>(socket: &impl AsRawFd, option: i32, value: &T) {
    // SAFETY: an option of that size.
    let done = unsafe {
        let value = std::ptr::from_ref(value).cast();
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, option, value, size_of::<T>() as u32)
    };
    assert_eq!(done, 0);
}

/// The library's own listener has a queue of a fixed length.
fn listen(address: &str, backlog: i32) -> TcpListener {
    let listener = TcpListener::bind(address).expect("the port is free");
    // SAFETY: no pointers; listening again changes the length of the queue.
    assert_eq!(unsafe { libc::listen(listener.as_raw_fd(), backlog) }, 0);
    listener
}

fn send_file(stream: &TcpStream, path: &str, size: u64) {
    let file = std::fs::File::open(path).expect("the file exists");
    let mut left = size as usize;
    while left > 0 {
        // SAFETY: the position is the file's own.
        let sent = unsafe { libc::sendfile(stream.as_raw_fd(), file.as_raw_fd(), std::ptr::null_mut(), left) };
        left -= usize::try_from(sent).expect("the peer reads");
    }
}

/// From the connection into a pipe.
fn splice(stream: &TcpStream, size: u64) {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors, which then belong to their owners.
    let (_read, write) = unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))
    };
    let mut left = size as usize;
    while left > 0 {
        let nowhere = std::ptr::null_mut();
        // SAFETY: neither end has a position.
        let moved = unsafe { libc::splice(stream.as_raw_fd(), nowhere, write.as_raw_fd(), nowhere, left, 0) };
        left -= usize::try_from(moved).expect("the peer sends");
    }
}

/// One call for all of them.
fn send_many(socket: &UdpSocket, times: usize, size: usize, address: &str) {
    let mut to = ipv4(address);
    let mut data = vec![1_u8; size];
    let mut part = libc::iovec { iov_base: data.as_mut_ptr().cast(), iov_len: size };
    // SAFETY: zero is a value of every field; what they point to lives until the call has returned.
    unsafe {
        let mut message: libc::mmsghdr = std::mem::zeroed();
        message.msg_hdr.msg_name = (&raw mut to).cast();
        message.msg_hdr.msg_namelen = size_of_val(&to) as u32;
        message.msg_hdr.msg_iov = &raw mut part;
        message.msg_hdr.msg_iovlen = 1;
        let mut messages = vec![message; times];
        assert_eq!(libc::sendmmsg(socket.as_raw_fd(), messages.as_mut_ptr(), times as u32, 0), times as i32);
    }
}

/// By the kernel's own account.
fn retransmits(stream: &TcpStream) -> u64 {
    // SAFETY: zero is a value of every field; there is room for `len` bytes.
    unsafe {
        let mut info: libc::tcp_info = std::mem::zeroed();
        let mut len = size_of_val(&info) as u32;
        let place = (&raw mut info).cast();
        assert_eq!(libc::getsockopt(stream.as_raw_fd(), libc::IPPROTO_TCP, libc::TCP_INFO, place, &raw mut len), 0);
        u64::from(info.tcpi_total_retrans)
    }
}
