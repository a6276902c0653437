use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;

use crate::harness::{Known, Scratch, assert_measured, count_of, record_of};

fn count(record: &serde_json::Value, peer: &str, port: u16, protocol: &str, outcome: &str) -> u64 {
    let port = port.to_string();
    let fields = [("peer", peer), ("port", &port), ("role", "connect"), ("protocol", protocol), ("outcome", outcome)];
    count_of(&record["axes"]["network"]["peers"], &fields)
}

/// A port on which nobody listens.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("loopback").port()
}

#[test]
fn tcp_connects_count_by_peer_and_outcome() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let listener6 = TcpListener::bind("[::1]:0").expect("loopback");
    let (port, port6) = (listener.local_addr().expect("bound").port(), listener6.local_addr().expect("bound").port());
    let closed = free_port();
    let target = Known::start();
    let record = record_of("connect-tcp", target, "network", |target| {
        target.does(&format!("connect 5 127.0.0.1:{port}"));
        target.does(&format!("connect 3 [::1]:{port6}"));
        target.does(&format!("connect 4 127.0.0.1:{closed}"));
    });
    assert_measured(&record, "net_connect");
    assert_eq!(count(&record, "127.0.0.1", port, "tcp", "ok"), 5);
    assert_eq!(count(&record, "::1", port6, "tcp", "ok"), 3);
    assert_eq!(count(&record, "127.0.0.1", closed, "tcp", "ECONNREFUSED"), 4);
    assert_eq!(record["axes"]["network"]["peers"].as_array().map(Vec::len), Some(3));
}

#[test]
#[ignore = "deep"]
fn a_connect_that_is_decided_later_counts_once_by_its_outcome() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let closed = free_port();
    let target = Known::start();
    let record = record_of("connect-later", target, "network", |target| {
        target.does(&format!("connect-later 6 127.0.0.1:{port}"));
        target.does(&format!("connect-later 2 127.0.0.1:{closed}"));
    });
    assert_eq!(count(&record, "127.0.0.1", port, "tcp", "ok"), 6);
    assert_eq!(count(&record, "127.0.0.1", closed, "tcp", "ECONNREFUSED"), 2);
    assert_eq!(record["axes"]["network"]["peers"].as_array().map(Vec::len), Some(2));
}

/// The memory of its socket serves the next one, as when the servers of a list are tried in turn.
#[test]
fn a_connect_after_one_that_was_refused_at_once_counts() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let closed = free_port();
    let record = record_of("connect-after-refused", Known::start(), "network", |target| {
        for _ in 0..20 {
            target.does(&format!("connect-in-time 1 127.0.0.1:{closed}"));
            target.does(&format!("connect-in-time 1 127.0.0.1:{port}"));
        }
    });
    assert_eq!(count(&record, "127.0.0.1", closed, "tcp", "ECONNREFUSED"), 20);
    assert_eq!(count(&record, "127.0.0.1", port, "tcp", "ok"), 20);
}

#[test]
#[ignore = "deep"]
fn udp_and_unix_peers_are_named() {
    let scratch = Scratch::new("connect-unix");
    let path = scratch.path("socket").display().to_string();
    let _listener = UnixListener::bind(&path).expect("the path is free");
    let receiver = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    let port = receiver.local_addr().expect("bound").port();
    let target = Known::start();
    let record = record_of("connect-unix-out", target, "network", |target| {
        target.does(&format!("connect-udp 3 127.0.0.1:{port}"));
        target.does("connect-udp 1 [::1]:53");
        target.does(&format!("connect-unix 2 {path}"));
        target.does(&format!("connect-unix 1 {path}-absent"));
    });
    assert_eq!(count(&record, "127.0.0.1", port, "udp", "ok"), 3);
    assert_eq!(count(&record, "::1", 53, "udp", "ok"), 1);
    assert_eq!(count(&record, &path, 0, "unix", "ok"), 2);
    assert_eq!(count(&record, &format!("{path}-absent"), 0, "unix", "ENOENT"), 1);
}
