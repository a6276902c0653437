use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use crate::harness::{Known, Scratch, assert_measured, count_of, record_of};

#[test]
fn accepted_connections_count_by_peer_and_local_port() {
    let mut target = Known::start();
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("loopback").port();
    target.does(&format!("listen 127.0.0.1:{port}"));
    let record = record_of("accept-tcp", target, "network", |target| {
        let clients: Vec<TcpStream> =
            (0..4).map(|_| TcpStream::connect(("127.0.0.1", port)).expect("the target listens")).collect();
        target.does("accept 4");
        drop(clients);
    });
    assert_measured(&record, "net_accept");
    let port = port.to_string();
    let fields = [("peer", "127.0.0.1"), ("port", &port), ("role", "accept"), ("protocol", "tcp"), ("outcome", "ok")];
    assert_eq!(count_of(&record["axes"]["network"]["peers"], &fields), 4);
}

#[test]
#[ignore = "deep"]
fn a_unix_connection_is_known_by_the_listeners_name() {
    let scratch = Scratch::new("accept-unix");
    let path = scratch.path("socket").display().to_string();
    let mut target = Known::start();
    target.does(&format!("listen-unix {path}"));
    let record = record_of("accept-unix-out", target, "network", |target| {
        let clients: Vec<UnixStream> =
            (0..3).map(|_| UnixStream::connect(&path).expect("the target listens")).collect();
        target.does("accept-unix 3");
        drop(clients);
    });
    let fields = [("peer", path.as_str()), ("role", "accept"), ("protocol", "unix"), ("outcome", "ok")];
    assert_eq!(count_of(&record["axes"]["network"]["peers"], &fields), 3);
}
