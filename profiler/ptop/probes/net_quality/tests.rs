use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsRawFd;

use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, count_of, record_of, rows};

/// Of the peer on loopback.
fn events(record: &Value, port: u16, role: &str, event: &str) -> u64 {
    let port = port.to_string();
    let fields = [("peer", "127.0.0.1"), ("port", &port), ("role", role), ("protocol", "tcp"), ("event", event)];
    count_of(&record["axes"]["network"]["quality"]["events"], &fields)
}

/// How many durations of that kind, each in one bucket.
fn timed(record: &Value, list: &str, port: u16, role: &str) -> u64 {
    let port = port.to_string();
    let (list, fields) = (&record["axes"]["network"]["quality"][list], [("port", port.as_str()), ("role", role)]);
    for row in rows(list, &fields) {
        let buckets: u64 = row["hist"].as_array().expect("buckets").iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(buckets), row["count"].as_u64());
        assert!(row["total_ns"].as_u64() > Some(0), "{row}");
    }
    count_of(list, &fields)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("loopback").port()
}

fn set<T>(socket: &impl AsRawFd, option: i32, value: &T) {
    // SAFETY: an option of that size.
    let done = unsafe {
        let value = std::ptr::from_ref(value).cast();
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, option, value, size_of::<T>() as u32)
    };
    assert_eq!(done, 0);
}

/// Closes with a reset.
fn abort(stream: TcpStream) {
    set(&stream, libc::SO_LINGER, &libc::linger { l_onoff: 1, l_linger: 0 });
    drop(stream);
}

/// Drops whatever arrives.
fn be_deaf(stream: &TcpStream) {
    let mut nothing = libc::sock_filter { code: 0x06, jt: 0, jf: 0, k: 0 };
    set(stream, libc::SO_ATTACH_FILTER, &libc::sock_fprog { len: 1, filter: &raw mut nothing });
}

#[test]
fn connections_are_timed_and_counted_by_who_ended_them() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let closed = free_port();
    let record = record_of("quality-ends", Known::start(), "network", |target| {
        for _ in 0..3 {
            target.does(&format!("net open 127.0.0.1:{port}"));
            let server = listener.accept().expect("a client");
            target.does("net close");
            drop(server);
        }
        for _ in 0..2 {
            target.does(&format!("net open 127.0.0.1:{port}"));
            drop(listener.accept().expect("a client"));
            target.does("net close-after-peer");
        }
        target.does(&format!("net open 127.0.0.1:{port}"));
        let server = listener.accept().expect("a client");
        target.does("net abort");
        drop(server);
        for _ in 0..4 {
            target.does(&format!("net open 127.0.0.1:{port}"));
            abort(listener.accept().expect("a client").0);
            target.does("net close");
        }
        target.does(&format!("connect 5 127.0.0.1:{closed}"));
    });
    assert_measured(&record, "net_quality");
    assert_eq!(timed(&record, "connects", port, "connect"), 10);
    assert_eq!(timed(&record, "connections", port, "connect"), 10);
    assert_eq!(events(&record, port, "connect", "closed"), 3);
    assert_eq!(events(&record, port, "connect", "closed_by_peer"), 2);
    assert_eq!(events(&record, port, "connect", "aborted"), 5);
    assert_eq!(events(&record, port, "connect", "reset_sent"), 1);
    assert_eq!(events(&record, port, "connect", "reset_received"), 4);
    assert_eq!(timed(&record, "connects", closed, "connect"), 0);
    assert_eq!(events(&record, closed, "connect", "reset_received"), 5, "refused connects");
    assert_eq!(events(&record, closed, "connect", "aborted"), 0, "they never were connections");
}

#[test]
#[ignore = "deep"]
fn accepted_connections_count_even_when_they_ended_in_the_queue() {
    let port = free_port();
    let mut target = Known::start();
    target.does(&format!("listen 127.0.0.1:{port}"));
    let record = record_of("quality-accept", target, "network", |target| {
        let clients: Vec<TcpStream> =
            (0..3).map(|_| TcpStream::connect(("127.0.0.1", port)).expect("the target listens")).collect();
        target.does("accept 3");
        drop(clients);
        (0..2).for_each(|_| drop(TcpStream::connect(("127.0.0.1", port)).expect("the target listens")));
        target.does("accept 2");
        abort(TcpStream::connect(("127.0.0.1", port)).expect("the target listens"));
        target.does("accept 1");
    });
    assert_eq!(events(&record, port, "accept", "closed"), 3);
    assert_eq!(events(&record, port, "accept", "closed_by_peer"), 2);
    assert_eq!(events(&record, port, "accept", "aborted"), 1);
    assert_eq!(timed(&record, "connections", port, "accept"), 6);
    let port = port.to_string();
    let accepted = [("port", port.as_str()), ("role", "accept"), ("outcome", "ok")];
    assert_eq!(count_of(&record["axes"]["network"]["peers"], &accepted), 6, "by the port they came to");
}

#[test]
#[ignore = "deep"]
fn connections_that_were_open_before_are_known() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let (port, own) = (listener.local_addr().expect("bound").port(), free_port());
    let mut target = Known::start();
    target.does(&format!("net open 127.0.0.1:{port}"));
    let server = listener.accept().expect("a client").0;
    target.does(&format!("net listen 127.0.0.1:{own} 5"));
    target.begins("net serve 1 1");
    let mut client = TcpStream::connect(("127.0.0.1", own)).expect("the target listens");
    std::io::Write::write_all(&mut client, &[1]).expect("the target reads");
    target.hears_done();
    let record = record_of("quality-before", target, "network", |_| {
        abort(server);
        abort(client);
    });
    assert_eq!(events(&record, port, "connect", "reset_received"), 1);
    assert_eq!(events(&record, port, "connect", "aborted"), 1);
    assert_eq!(events(&record, own, "accept", "reset_received"), 1);
    let quality = &record["axes"]["network"]["quality"];
    assert_eq!(quality["connections"].as_array().map(Vec::len), Some(0), "when they began is not known");
}

#[test]
#[ignore = "deep"]
fn segments_that_are_sent_again_count_as_the_kernel_counts_them() {
    let scratch = Scratch::new("quality-lost");
    let told = scratch.path("told");
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let record = record_of("quality-lost-out", Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{port}"));
        let server = listener.accept().expect("a client").0;
        be_deaf(&server);
        target.does(&format!("net lose 2 {}", told.display()));
        drop(server);
    });
    let told: u64 = std::fs::read_to_string(told).expect("the target wrote it").parse().expect("a number");
    assert!(told >= 2);
    assert_eq!(events(&record, port, "connect", "retransmit"), told);
}

#[test]
#[ignore = "deep"]
fn what_queues_have_no_room_for_counts_by_local_port() {
    let (tcp, udp) = (free_port(), free_port());
    let mut target = Known::start();
    target.does(&format!("net bind 127.0.0.1:{udp}"));
    target.does("net receive-little");
    // The kernel's count of a socket that is open is read at the window's end, so the target must outlive it.
    let mut capture =
        crate::harness::Capture::start("quality-queues", &[target.pid()], &["--duration", "12", "--axes", "network"]);
    capture.wait_for("measuring");
    let client = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    (0..200).for_each(|_| assert_eq!(client.send_to(&[1; 900], ("127.0.0.1", udp)).expect("sent"), 900));
    target.does("net receive-all");
    target.does(&format!("net listen 127.0.0.1:{tcp} 0"));
    // The queue has one place more than asked for; a client that lets go at once asks no second time.
    let first = TcpStream::connect(("127.0.0.1", tcp)).expect("the target listens");
    (0..5).for_each(|_| ask_once(tcp));
    target.does("net close");
    drop(first);
    let record = capture.finish().record.expect("a record");
    let network = &record["axes"]["network"];
    let fields = [("role", "accept"), ("protocol", "udp"), ("direction", "received")];
    let received = rows(&network["traffic"], &fields).first().and_then(|row| row["messages"].as_u64()).unwrap_or(0);
    let dropped = |port: u16, protocol: &str| {
        let port = port.to_string();
        let fields = [("peer", ""), ("port", port.as_str()), ("protocol", protocol), ("event", "queue_drop")];
        count_of(&network["quality"]["events"], &fields)
    };
    assert!(received > 0 && dropped(udp, "udp") > 0);
    assert_eq!(received + dropped(udp, "udp"), 200);
    assert_eq!(dropped(tcp, "tcp"), 5);
}

/// Sends one request for a connection and gives up.
fn ask_once(port: u16) {
    let to = libc::sockaddr_in {
        sin_family: libc::AF_INET as u16,
        sin_port: port.to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes([127, 0, 0, 1]) },
        sin_zero: [0; 8],
    };
    // SAFETY: the address is valid for its size; the descriptor is closed once.
    unsafe {
        let fd = libc::socket(libc::AF_INET, libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, 0);
        libc::connect(fd, (&raw const to).cast(), size_of_val(&to) as u32);
        libc::close(fd);
    }
}
