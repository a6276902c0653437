//! What the canary does with connections: traffic of known size, resets, and a
//! segment that is lost on the way and must be sent again.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsRawFd as _;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use super::done::CanaryActions;

const TCP_BYTES: usize = 3000;
const UDP_BYTES: usize = 100;
const UNIX_BYTES: usize = 10;
const UNCONNECTED: u64 = 3;
const RESETS: u64 = 2;
/// More than the least buffer holds, and less than any window invites.
const LOST_BYTES: usize = 16_000;
const LOST_SEGMENTS: usize = 3;
/// The kernel sends again after a fifth of a second or so; an overloaded machine takes longer.
const RETRANSMIT_PATIENCE: Duration = Duration::from_secs(3);
const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// So that no wait is for ever where the loopback interface drops what is sent.
const ANSWER_PATIENCE: Duration = Duration::from_secs(2);

/// Two ends over loopback.
fn pair(actions: &mut CanaryActions) -> Option<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0").ok()?;
    let client = TcpStream::connect(listener.local_addr().ok()?).ok();
    actions.connects += 1;
    let client = client?;
    actions.tcp_connects += 1;
    let server = listener.accept().ok()?.0;
    actions.accepts += 1;
    server.set_read_timeout(Some(ANSWER_PATIENCE)).ok()?;
    Some((client, server))
}

fn count_sent<T>(actions: &mut CanaryActions, bytes: usize, done: &std::io::Result<T>) -> bool {
    let sent = done.is_ok();
    actions.sent_bytes += if sent { bytes as u64 } else { 0 };
    sent
}

fn count_received<T>(actions: &mut CanaryActions, bytes: usize, done: &std::io::Result<T>) -> bool {
    let received = done.is_ok();
    actions.received_bytes += if received { bytes as u64 } else { 0 };
    received
}

/// One message over TCP and unix sockets each, and datagrams with and without `connect()`.
pub fn exchange(actions: &mut CanaryActions) {
    if let Some((mut client, mut server)) = pair(actions) {
        let done = client.write_all(&[1; TCP_BYTES]);
        if count_sent(actions, TCP_BYTES, &done) {
            let done = server.read_exact(&mut [0; TCP_BYTES]);
            count_received(actions, TCP_BYTES, &done);
        }
    }
    if let Ok((mut one, mut other)) = UnixStream::pair() {
        let done = one.write_all(&[1; UNIX_BYTES]);
        if count_sent(actions, UNIX_BYTES, &done) {
            let done = other.read_exact(&mut [0; UNIX_BYTES]);
            count_received(actions, UNIX_BYTES, &done);
        }
    }
    let (Ok(client), Ok(server)) = (UdpSocket::bind("127.0.0.1:0"), UdpSocket::bind("127.0.0.1:0")) else { return };
    let (Ok(to), Ok(())) = (server.local_addr(), server.set_read_timeout(Some(ANSWER_PATIENCE))) else { return };
    for _ in 0..UNCONNECTED {
        let done = client.send_to(&[1; UDP_BYTES], to);
        if count_sent(actions, UDP_BYTES, &done) {
            actions.datagrams += 1;
            let done = server.recv_from(&mut [0; UDP_BYTES]);
            actions.datagrams += u64::from(count_received(actions, UDP_BYTES, &done));
        }
    }
    if client.connect(to).is_ok() {
        let done = client.send(&[1; UDP_BYTES]);
        count_sent(actions, UDP_BYTES, &done);
    }
    actions.connects += 1;
}

/// Connections whose one end lets go without a farewell.
pub fn reset_connections(actions: &mut CanaryActions) {
    for _ in 0..RESETS {
        let Some((client, server)) = pair(actions) else { continue };
        if abandon(client) {
            actions.resets += 1;
        }
        drop(server);
    }
}

/// Closes with a reset.
fn abandon(stream: TcpStream) -> bool {
    let set = set_option(&stream, libc::SO_LINGER, &libc::linger { l_onoff: 1, l_linger: 0 });
    drop(stream);
    set
}

/// Sets an option of sockets. Whether the kernel took it.
fn set_option<T>(stream: &TcpStream, name: libc::c_int, value: &T) -> bool {
    let bytes = size_of::<T>() as libc::socklen_t;
    // SAFETY: `value` is readable for that many bytes.
    let set = unsafe {
        libc::setsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, name, std::ptr::from_ref(value).cast(), bytes)
    };
    set == 0
}

/// A connection with a segment on the way that its receiver drops.
pub struct LostSegment {
    client: TcpStream,
    server: TcpStream,
}

/// Sends what was invited to a receiver that has lost its room for it since.
pub fn lose_a_segment(actions: &mut CanaryActions) -> Option<LostSegment> {
    let (mut client, server) = pair(actions)?;
    client.set_nodelay(true).ok()?;
    let least_room: libc::c_int = 0;
    if !set_option(&server, libc::SO_RCVBUF, &least_room) {
        return None;
    }
    for _ in 0..LOST_SEGMENTS {
        let done = client.write_all(&[1; LOST_BYTES]);
        count_sent(actions, LOST_BYTES, &done);
    }
    Some(LostSegment { client, server })
}

impl LostSegment {
    /// Waits until the kernel has sent it again, and takes the connection down.
    pub fn wait_for_retransmit(self, actions: &mut CanaryActions) {
        let started = Instant::now();
        while retransmits(&self.client) == 0 && started.elapsed() < RETRANSMIT_PATIENCE {
            std::thread::sleep(LOOK_AGAIN);
        }
        actions.retransmits += retransmits(&self.client);
        actions.resets += u64::from(abandon(self.client));
        drop(self.server);
    }
}

/// Segments of the connection that were sent again so far, by the kernel's own account.
fn retransmits(stream: &TcpStream) -> u64 {
    // SAFETY: all bit patterns are valid, zero included.
    let mut info: libc::tcp_info = unsafe { std::mem::zeroed() };
    let mut len = size_of::<libc::tcp_info>() as libc::socklen_t;
    // SAFETY: `info` has room for `len` bytes.
    let got = unsafe {
        libc::getsockopt(stream.as_raw_fd(), libc::IPPROTO_TCP, libc::TCP_INFO, (&raw mut info).cast(), &raw mut len)
    };
    if got == 0 { u64::from(info.tcpi_total_retrans) } else { 0 }
}
