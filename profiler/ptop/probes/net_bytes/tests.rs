use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Capture, Known, Scratch, assert_measured, count_of, probe, record_of, rows};

/// Messages and bytes of the only row with these fields.
fn moved(record: &Value, peer: &str, port: u16, kind: (&str, &str), direction: &str) -> (u64, u64) {
    let port = port.to_string();
    let (role, protocol) = kind;
    let fields =
        [("peer", peer), ("port", port.as_str()), ("role", role), ("protocol", protocol), ("direction", direction)];
    let found = rows(&record["axes"]["network"]["traffic"], &fields);
    assert!(found.len() <= 1, "{fields:?} is not one row: {found:?}");
    found.first().map_or((0, 0), |row| {
        let blocks: u64 = row["blocks"].as_array().expect("blocks").iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(blocks), row["bytes"].as_u64(), "blocks add up to the bytes: {row}");
        (row["messages"].as_u64().expect("a number"), blocks)
    })
}

fn peers(record: &Value, peer: &str, port: u16, role: &str, outcome: &str) -> u64 {
    let port = port.to_string();
    let fields = [("peer", peer), ("port", &port), ("role", role), ("protocol", "udp"), ("outcome", outcome)];
    count_of(&record["axes"]["network"]["peers"], &fields)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("loopback").port()
}

/// Answers everything with itself until the other end closes.
fn answer(mut stream: impl Read + Write + Send + 'static) {
    std::thread::spawn(move || {
        let mut message = [0; 2000];
        while let Ok(len @ 1..) = stream.read(&mut message) {
            if stream.write_all(&message[..len]).is_err() {
                break;
            }
        }
    });
}

#[test]
fn a_connection_counts_by_its_peer_in_both_directions() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let record = record_of("bytes-connect", Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{port}"));
        answer(listener.accept().expect("a client").0);
        target.does("net exchange 7 100");
        target.does("net in-child exchange 2 50");
    });
    assert_measured(&record, "net_bytes");
    assert_eq!(probe(&record, "net_bytes")["attach"]["symbol"], "sys_exit,sock_send_length,sock_recv_length");
    assert_eq!(moved(&record, "127.0.0.1", port, ("connect", "tcp"), "sent"), (9, 800));
    assert_eq!(moved(&record, "127.0.0.1", port, ("connect", "tcp"), "received"), (9, 800));
    let round_trips = &record["axes"]["network"]["round_trips"];
    assert_eq!(count_of(round_trips, &[("peer", "127.0.0.1"), ("port", &port.to_string())]), 18, "one per message");
    let hist: u64 = round_trips[0]["hist"].as_array().expect("buckets").iter().filter_map(Value::as_u64).sum();
    assert_eq!(hist, 18);
    assert!(round_trips[0]["total_ns"].as_u64() > Some(0));
}

/// More peers than have places of their own, each with messages of a size of its own; sockets are used again.
#[test]
#[ignore = "deep"]
fn connections_that_come_and_go_count_by_their_own_peers() {
    const PEERS: usize = 70;
    let listeners: Vec<_> = (0..PEERS).map(|_| TcpListener::bind("127.0.0.1:0").expect("loopback")).collect();
    let port = |peer: usize| listeners[peer].local_addr().expect("bound").port();
    let record = record_of("bytes-many", Known::start(), "network", |target| {
        for _ in 0..3 {
            for (peer, listener) in listeners.iter().enumerate() {
                target.does(&format!("net open 127.0.0.1:{}", port(peer)));
                answer(listener.accept().expect("a client").0);
                target.does(&format!("net exchange 3 {}", 10 + peer));
                if peer % 2 == 0 {
                    target.does("net close");
                }
            }
        }
    });
    assert_measured(&record, "net_quality");
    assert_measured(&record, "net_bytes");
    for peer in 0..PEERS {
        let expected = (9, 9 * (10 + peer as u64));
        assert_eq!(moved(&record, "127.0.0.1", port(peer), ("connect", "tcp"), "sent"), expected, "{peer}");
        assert_eq!(moved(&record, "127.0.0.1", port(peer), ("connect", "tcp"), "received"), expected, "{peer}");
    }
}

#[test]
#[ignore = "deep"]
fn a_socket_that_connects_elsewhere_counts_by_the_other_peer_from_then_on() {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("loopback"));
    let ports = [0, 1].map(|at: usize| listeners[at].local_addr().expect("bound").port());
    let record = record_of("bytes-elsewhere", Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{}", ports[0]));
        answer(listeners[0].accept().expect("a client").0);
        target.does("net exchange 4 100");
        target.does(&format!("net open-elsewhere 127.0.0.1:{}", ports[1]));
        answer(listeners[1].accept().expect("a client").0);
        target.does("net exchange 5 10");
    });
    assert_measured(&record, "net_quality");
    assert_measured(&record, "net_bytes");
    assert_eq!(moved(&record, "127.0.0.1", ports[0], ("connect", "tcp"), "sent"), (4, 400));
    assert_eq!(moved(&record, "127.0.0.1", ports[1], ("connect", "tcp"), "sent"), (5, 50));
}

#[test]
#[ignore = "deep"]
fn an_accepted_connection_counts_by_peer_and_local_port() {
    for (name, address, peer) in [("bytes-accept", "127.0.0.1", "127.0.0.1"), ("bytes-accept6", "[::1]", "::1")] {
        let port = free_port();
        let mut target = Known::start();
        target.does(&format!("net listen {address}:{port} 5"));
        let record = record_of(name, target, "network", |target| {
            target.begins("net serve 4 60");
            let mut client = TcpStream::connect(format!("{address}:{port}")).expect("the target listens");
            for _ in 0..4 {
                client.write_all(&[1; 60]).expect("the target reads");
                client.read_exact(&mut [0; 60]).expect("the target answers");
            }
            target.hears_done();
        });
        assert_eq!(moved(&record, peer, port, ("accept", "tcp"), "sent"), (4, 240));
        assert_eq!(moved(&record, peer, port, ("accept", "tcp"), "received"), (4, 240));
        assert_eq!(record["axes"]["network"]["traffic"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
#[ignore = "deep"]
fn every_way_to_send_counts_once_and_looking_does_not() {
    const FILE: usize = 5000;
    let scratch = Scratch::new("bytes-ways");
    let file = scratch.path("file");
    std::fs::write(&file, vec![7; FILE]).expect("writable");
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let mut target = Known::start();
    target.does(&format!("net open 127.0.0.1:{port}"));
    let mut server = listener.accept().expect("a client").0;
    // What it was used for tells what it will be used for.
    target.does("net make-ring");
    target.does("net send-ring 1 1");
    server.read_exact(&mut [0; 1]).expect("it arrives");
    let record = record_of("bytes-ways-out", target, "network,file_io", |target| {
        target.does("net send-vectors 3 20");
        target.does(&format!("net send-file {} {FILE}", file.display()));
        target.does("net send-ring 4 25");
        server.read_exact(&mut [0; 3 * 40 + FILE + 100]).expect("everything arrives");
        server.write_all(&[1; 700]).expect("room");
        target.does("net peek 3");
        target.does("net splice 700");
    });
    assert_eq!(probe(&record, "net_bytes")["drops"], 0);
    let (messages, bytes) = moved(&record, "127.0.0.1", port, ("connect", "tcp"), "sent");
    assert_eq!(bytes, (3 * 40 + FILE + 100) as u64);
    assert!(messages >= 8, "three by vectors, four by the ring, one or more by the file: {messages}");
    assert_eq!(moved(&record, "127.0.0.1", port, ("connect", "tcp"), "received").1, 700);
    let spliced = rows(&record["axes"]["file_io"]["transfers"], &[("kind", "socket"), ("op", "read")]);
    assert_eq!(spliced.first().map(|row| &row["bytes"]), Some(&700.into()), "one exit is handed on to both probes");
}

/// The same without another way than calls, which are then what is counted.
#[test]
#[ignore = "deep"]
fn every_call_that_sends_counts_once_and_looking_does_not() {
    const FILE: usize = 5000;
    let scratch = Scratch::new("bytes-calls");
    let file = scratch.path("file");
    std::fs::write(&file, vec![7; FILE]).expect("writable");
    for (name, axes) in [("bytes-calls-all", "network,file_io,syscalls"), ("bytes-calls-alone", "network")] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let port = listener.local_addr().expect("bound").port();
        let record = record_of(name, Known::start(), axes, |target| {
            target.does(&format!("net open 127.0.0.1:{port}"));
            let mut server = listener.accept().expect("a client").0;
            target.does("net send-vectors 3 20");
            target.does(&format!("net send-file {} {FILE}", file.display()));
            server.read_exact(&mut [0; 3 * 40 + FILE]).expect("everything arrives");
            server.write_all(&[1; 700]).expect("room");
            target.does("net peek 3");
            target.does("net splice 700");
        });
        assert_measured(&record, "net_bytes");
        let (messages, bytes) = moved(&record, "127.0.0.1", port, ("connect", "tcp"), "sent");
        assert_eq!(bytes, (3 * 40 + FILE) as u64, "{axes}");
        assert!(messages >= 4, "three by vectors, one or more by the file: {messages}");
        assert_eq!(moved(&record, "127.0.0.1", port, ("connect", "tcp"), "received").1, 700, "{axes}");
    }
}

/// Messages and bytes that were sent, with the number that was lost.
fn sent_and_lost(record: &Value, port: u16) -> (u64, u64, u64) {
    let probe = probe(record, "net_bytes");
    assert_eq!(probe["state"], "measured", "{probe}");
    let (messages, bytes) = moved(record, "127.0.0.1", port, ("connect", "tcp"), "sent");
    (messages, bytes, probe["drops"].as_u64().expect("a number"))
}

/// Takes all that comes, until the other end closes.
fn swallow(mut stream: TcpStream) {
    std::thread::spawn(move || std::io::copy(&mut stream, &mut std::io::sink()));
}

/// The kernel is asked to report messages once one may have moved so; until then they count as lost. `sends` has the
/// target send four messages of 25 bytes.
fn check_counted_or_lost(name: &str, prepares: &[&str], sends: &str) {
    const ROUNDS: u64 = 100;
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let record = record_of(name, Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{port}"));
        swallow(listener.accept().expect("a client").0);
        for line in prepares {
            target.does(line);
        }
        for _ in 0..ROUNDS {
            target.does(sends);
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let (messages, bytes, lost) = sent_and_lost(&record, port);
    assert_eq!((messages + lost, bytes), (4 * ROUNDS, 25 * messages));
    assert!(messages >= ROUNDS, "the kernel tells of them within a third of a second: {messages}");
}

#[test]
#[ignore = "deep"]
fn messages_by_a_ring_that_is_made_within_the_window_are_counted_or_lost() {
    check_counted_or_lost("bytes-late-ring", &["net make-ring"], "net send-ring 4 25");
}

#[test]
#[ignore = "deep"]
fn messages_by_asynchronous_requests_are_counted_or_lost() {
    check_counted_or_lost("bytes-submitted", &[], "net submit 4 25");
}

#[cfg(target_arch = "x86_64")]
#[test]
#[ignore = "deep"]
fn messages_by_calls_of_the_32_bit_table_are_counted_or_lost() {
    check_counted_or_lost("bytes-32", &[], "net send-32 4 25");
}

/// As Node does: such requests are nobody's loss, and no reason to have the kernel report messages.
#[test]
#[ignore = "deep"]
fn a_ring_that_moves_no_message_costs_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let scratch = Scratch::new("bytes-file-ring");
    let file = scratch.path("file");
    std::fs::write(&file, "").expect("writable");
    let record = record_of("bytes-file-ring-out", Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{port}"));
        answer(listener.accept().expect("a client").0);
        target.does("net make-ring");
        target.does(&format!("net write-ring {} 50 25", file.display()));
        target.does("net exchange 7 100");
    });
    assert_eq!(std::fs::metadata(&file).map(|file| file.len()).ok(), Some(25), "each from the start");
    assert_eq!(sent_and_lost(&record, port), (7, 700, 0));
}

/// One process exchanges messages by calls all the time, while another one's ring changes where they are counted.
#[test]
#[ignore = "deep"]
fn what_calls_move_while_the_kernel_begins_to_tell_of_messages_counts_once() {
    const MESSAGES: u64 = 60_000;
    for (name, axes) in [("bytes-change-all", "network,file_io,syscalls"), ("bytes-change-alone", "network")] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let port = listener.local_addr().expect("bound").port();
        let (mut busy, mut late) = (Known::start(), Known::start());
        let pids = [busy.pid(), late.pid()];
        let mut capture = Capture::start(name, &pids, &["--duration", "120", "--axes", axes]);
        capture.wait_for("measuring");
        busy.does(&format!("net open 127.0.0.1:{port}"));
        answer(listener.accept().expect("a client").0);
        busy.begins(&format!("net exchange {MESSAGES} 30"));
        late.does(&format!("net open 127.0.0.1:{port}"));
        swallow(listener.accept().expect("a client").0);
        late.does("net make-ring");
        late.does("net send-ring 1 1");
        busy.hears_done();
        drop((busy, late));
        let outcome = capture.finish();
        assert_eq!(outcome.status, Some(0), "{}", outcome.last_line);
        let record = outcome.record.expect("a capture that succeeded has a record");
        // The ring's one message asked for the change, and is the one that was lost.
        assert_eq!(sent_and_lost(&record, port), (MESSAGES, 30 * MESSAGES, 1), "{axes}");
        let received = moved(&record, "127.0.0.1", port, ("connect", "tcp"), "received");
        assert_eq!(received, (MESSAGES, 30 * MESSAGES), "{axes}");
    }
}

#[test]
#[ignore = "deep"]
fn datagrams_without_connect_count_by_whom_they_name() {
    let receivers = [UdpSocket::bind("127.0.0.1:0").expect("loopback"), UdpSocket::bind("127.0.0.1:0").expect("again")];
    let [one, other] = receivers.each_ref().map(|socket| socket.local_addr().expect("bound").port());
    let record = record_of("bytes-datagram", Known::start(), "network", |target| {
        target.does("net bind 0.0.0.0:0");
        target.does(&format!("net send-to 3 100 127.0.0.1:{one}"));
        target.does(&format!("net send-to 2 10 127.0.0.1:{other}"));
        target.does(&format!("net send-many 5 30 127.0.0.1:{other}"));
        target.does("net send-to 2 10 255.255.255.255:9");
        let (_, target_address) = receivers[0].recv_from(&mut [0; 200]).expect("something came");
        receivers[0].send_to(&[1; 40], ("127.0.0.1", target_address.port())).expect("an answer");
        target.does("net receive-from 1");
    });
    assert_measured(&record, "net_bytes");
    assert_eq!(moved(&record, "127.0.0.1", one, ("datagram", "udp"), "sent"), (3, 300));
    assert_eq!(moved(&record, "127.0.0.1", one, ("datagram", "udp"), "received"), (1, 40));
    assert_eq!(moved(&record, "127.0.0.1", other, ("datagram", "udp"), "sent"), (7, 170));
    assert_eq!(peers(&record, "127.0.0.1", one, "datagram", "ok"), 4, "sent and received");
    assert_eq!(peers(&record, "127.0.0.1", other, "datagram", "ok"), 7);
    assert_eq!(peers(&record, "255.255.255.255", 9, "datagram", "EACCES"), 2);
    assert_eq!(record["axes"]["network"]["peers"].as_array().map(Vec::len), Some(3));
}

#[test]
#[ignore = "deep"]
fn datagrams_of_a_socket_with_a_port_of_its_own_count_by_that_port() {
    let port = free_port();
    let mut target = Known::start();
    target.does(&format!("net bind [::]:{port}"));
    let record = record_of("bytes-bound", target, "network", |target| {
        let client = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        (0..6).for_each(|_| assert_eq!(client.send_to(&[1; 70], ("127.0.0.1", port)).expect("sent"), 70));
        target.does("net receive-from 6");
    });
    assert_eq!(moved(&record, "127.0.0.1", port, ("accept", "udp"), "received"), (6, 420));
    assert_eq!(peers(&record, "127.0.0.1", port, "accept", "ok"), 6);
}

#[test]
#[ignore = "deep"]
fn a_connected_datagram_socket_counts_by_its_peer() {
    let receiver = UdpSocket::bind("[::1]:0").expect("loopback");
    let port = receiver.local_addr().expect("bound").port();
    let record = record_of("bytes-udp", Known::start(), "network", |target| {
        target.does("net bind [::1]:0");
        target.does(&format!("net connect-udp [::1]:{port}"));
        target.does("net write-udp 5 12");
        let (_, address) = receiver.recv_from(&mut [0; 20]).expect("something came");
        receiver.send_to(&[1; 33], address).expect("an answer");
        target.does("net receive-from 1");
    });
    assert_eq!(moved(&record, "::1", port, ("connect", "udp"), "sent"), (5, 60));
    assert_eq!(moved(&record, "::1", port, ("connect", "udp"), "received"), (1, 33));
    assert_eq!(peers(&record, "::1", port, "connect", "ok"), 1, "one connect, and no datagram beside it");
    assert_eq!(record["axes"]["network"]["peers"].as_array().map(Vec::len), Some(1));
}

#[test]
#[ignore = "deep"]
fn unix_sockets_count_by_the_listeners_name() {
    let scratch = Scratch::new("bytes-unix");
    let paths = ["their", "own", "log"].map(|name| scratch.path(name).display().to_string());
    let [their, own, log] = &paths;
    let listener = UnixListener::bind(their).expect("the path is free");
    let logger = UnixDatagram::bind(log).expect("the path is free");
    let mut target = Known::start();
    target.does(&format!("listen-unix {own}"));
    let record = record_of("bytes-unix-out", target, "network", |target| {
        let client = std::thread::spawn({
            let own = own.clone();
            move || {
                let mut stream = UnixStream::connect(own).expect("the target listens");
                for _ in 0..2 {
                    stream.write_all(&[1; 8]).expect("the target reads");
                    stream.read_exact(&mut [0; 8]).expect("the target answers");
                }
            }
        });
        target.does("net serve-unix 2 8");
        client.join().expect("the client ends well");
        let accepting = std::thread::spawn(move || answer(listener.accept().expect("the target connects").0));
        target.does(&format!("net exchange-unix {their} 3 9"));
        accepting.join().expect("it was accepted");
        target.does(&format!("net send-unix-to 4 11 {log}"));
        drop(logger);
    });
    assert_eq!(moved(&record, their, 0, ("connect", "unix"), "sent"), (3, 27));
    assert_eq!(moved(&record, their, 0, ("connect", "unix"), "received"), (3, 27));
    assert_eq!(moved(&record, own, 0, ("accept", "unix"), "sent"), (2, 16));
    assert_eq!(moved(&record, own, 0, ("accept", "unix"), "received"), (2, 16));
    assert_eq!(moved(&record, log, 0, ("datagram", "unix"), "sent"), (4, 44));
}

/// As connections over TCP, but nothing tells the collector when one of these ends.
#[test]
#[ignore = "deep"]
fn unix_connections_that_come_and_go_count_by_their_own_listeners() {
    const LISTENERS: usize = 70;
    const ROUNDS: u64 = 5;
    let scratch = Scratch::new("bytes-unix-many");
    let names: Vec<_> = (0..LISTENERS).map(|at| scratch.path(&at.to_string()).display().to_string()).collect();
    for name in &names {
        let listener = UnixListener::bind(name).expect("the path is free");
        std::thread::spawn(move || listener.incoming().flatten().for_each(answer));
    }
    let record = record_of("bytes-unix-many-out", Known::start(), "network", |target| {
        for _ in 0..ROUNDS {
            for (at, name) in names.iter().enumerate() {
                target.does(&format!("net exchange-unix {name} 3 {}", 10 + at));
            }
        }
    });
    assert_measured(&record, "net_bytes");
    for (at, name) in names.iter().enumerate() {
        let expected = (3 * ROUNDS, 3 * ROUNDS * (10 + at as u64));
        assert_eq!(moved(&record, name, 0, ("connect", "unix"), "sent"), expected, "{at}");
        assert_eq!(moved(&record, name, 0, ("connect", "unix"), "received"), expected, "{at}");
    }
}
