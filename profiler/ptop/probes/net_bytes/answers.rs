//! Questions and answers over connections, beside what a client of the tests' own measures.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixListener;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::harness::{Capture, Known, Scratch, assert_measured, record_of, rows};

/// The only row with this role.
fn answers<'a>(record: &'a Value, role: &str) -> &'a Value {
    let found = rows(&record["axes"]["network"]["exchanges"], &[("role", role)]);
    assert_eq!(found.len(), 1, "{}", record["axes"]["network"]["exchanges"]);
    found[0]
}

/// In microseconds: what so many of a thousand answers did not exceed.
fn quantile(row: &Value, per_mille: u64) -> f64 {
    let times = row["times"].as_array().expect("a list");
    let pairs: Vec<[u64; 2]> = times.iter().map(|pair| [0, 1].map(|at| pair[at].as_u64().expect("a count"))).collect();
    let all: u64 = pairs.iter().map(|[_, count]| count).sum();
    let mut left = (all * per_mille) as f64 / 1000.0;
    for [from, count] in pairs {
        let width = if from < 16 { 1 } else { 1 << (from.ilog2() - 4) };
        if left <= count as f64 {
            return from as f64 + f64::from(width) * left / count as f64;
        }
        left -= count as f64;
    }
    panic!("no times: {row}")
}

/// Asks so many times at uneven intervals, and returns the microseconds that each answer took until the kernel had it.
fn ask(port: u16, seed: u64, times: usize) -> JoinHandle<Vec<f64>> {
    std::thread::spawn(move || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_nodelay(true).expect("it is ours");
        let on = 1_i32;
        // SAFETY: an option of that size.
        let done = unsafe {
            let on = (&raw const on).cast();
            libc::setsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, on, 4)
        };
        assert_eq!(done, 0);
        let mut random = seed;
        (0..times)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                std::thread::sleep(Duration::from_micros(random >> 50));
                let asked = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
                stream.write_all(&[1; 100]).expect("it reads");
                (arrival(&stream) - asked.as_secs_f64()) * 1e6
            })
            .collect()
    })
}

/// Reads, and returns when the kernel received that, in seconds since 1970.
fn arrival(stream: &TcpStream) -> f64 {
    let (mut data, mut control) = ([0_u8; 2000], [0_u64; 16]);
    let mut part = libc::iovec { iov_base: data.as_mut_ptr().cast(), iov_len: data.len() };
    // SAFETY: zeroes are a message without anything, and every length is that of what it belongs to.
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control);
        assert!(libc::recvmsg(stream.as_raw_fd(), &raw mut message, 0) > 0);
        let first = libc::CMSG_FIRSTHDR(&raw const message);
        assert!(!first.is_null() && (*first).cmsg_type == libc::SCM_TIMESTAMPNS);
        let at: libc::timespec = libc::CMSG_DATA(first).cast::<libc::timespec>().read_unaligned();
        at.tv_sec as f64 + at.tv_nsec as f64 / 1e9
    }
}

/// Within a twentieth or 50 microseconds, where all were timed; of some of them, within a fifth.
fn assert_near(measured: f64, known: f64, is_all: bool, what: &str) {
    let within = 50.0_f64.max(known / if is_all { 20.0 } else { 5.0 });
    assert!((measured - known).abs() <= within, "{what}: {measured} µs, and the client says {known}");
}

#[test]
fn requests_that_wait_for_each_other_take_as_long_as_their_clients_say() {
    const CLIENTS: usize = 4;
    const EACH: usize = 100;
    let mut target = Known::start();
    let port = TcpListener::bind("127.0.0.1:0").and_then(|any| any.local_addr()).expect("loopback").port();
    target.does(&format!("net listen 127.0.0.1:{port} 8"));
    let mut capture = Capture::start("answers-in-turn", &[target.pid()], &["--duration", "120", "--axes", "network"]);
    capture.wait_for("measuring");
    target.begins(&format!("net serve-in-turn {CLIENTS} {} 3000", CLIENTS * EACH));
    let clients: Vec<_> = (0..CLIENTS).map(|seed| ask(port, seed as u64 + 1, EACH)).collect();
    let mut known: Vec<f64> = clients.into_iter().flat_map(|client| client.join().expect("it asked")).collect();
    drop(target);
    let record = capture.finish().record.expect("a record");
    assert_measured(&record, "net_bytes");
    let row = answers(&record, "accept");
    let count = (CLIENTS * EACH) as u64;
    assert_eq!(
        (row["count"].as_u64(), &row["peer"], row["port"].as_u64()),
        (Some(count), &"".into(), Some(port.into()))
    );
    // Where others make many calls, not every beginning is seen.
    let timed = row["timed"].as_u64().expect("a count");
    assert!(timed * 10 >= count, "{row}");
    known.sort_by(f64::total_cmp);
    for per_mille in [500, 900] {
        let at = known.len() * per_mille as usize / 1000;
        assert_near(quantile(row, per_mille), known[at], timed == count, &format!("{per_mille} of a thousand"));
    }
    assert!(known[known.len() / 2] > 3500.0, "they waited for each other: {known:?}");
}

#[test]
fn a_peer_has_the_time_that_it_takes_to_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let scratch = Scratch::new("answers-peer");
    let path = scratch.path("listens");
    let local = UnixListener::bind(&path).expect("the directory is ours");
    std::thread::spawn(move || slowly(&mut listener.accept().expect("a client").0));
    std::thread::spawn(move || slowly(&mut local.accept().expect("a client").0));
    let record = record_of("answers-peer", Known::start(), "network", |target| {
        target.does(&format!("net open 127.0.0.1:{port}"));
        target.does("net exchange 20 100");
        target.does(&format!("net exchange-unix {} 20 100", path.display()));
    });
    assert_measured(&record, "net_bytes");
    let all = &record["axes"]["network"]["exchanges"];
    for (protocol, peer) in [("tcp", "127.0.0.1"), ("unix", path.to_str().expect("text"))] {
        let found = rows(all, &[("role", "connect"), ("protocol", protocol), ("peer", peer)]);
        assert_eq!(found.len(), 1, "{all}");
        assert_eq!((found[0]["count"].as_u64(), found[0]["unclear"].as_u64()), (Some(20), Some(0)), "{all}");
        let half = quantile(found[0], 500);
        assert!((4900.0..9000.0).contains(&half), "{protocol}: {half} µs of 5,000 and a little more");
    }
}

#[test]
fn answers_of_more_peers_than_are_listed_are_counted_and_leave_the_axis_whole() {
    const PEERS: u64 = 1200;
    let listener = TcpListener::bind("0.0.0.0:0").expect("any address");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || listener.incoming().for_each(|client| echo(&mut client.expect("a client"))));
    let mut target = Known::start();
    let own = TcpListener::bind("127.0.0.1:0").and_then(|any| any.local_addr()).expect("loopback").port();
    target.does(&format!("net listen 127.0.0.1:{own} 8"));
    let mut capture = Capture::start("answers-many", &[target.pid()], &["--duration", "120", "--axes", "network"]);
    capture.wait_for("measuring");
    for peer in 0..PEERS {
        target.does(&format!("net open 127.1.{}.{}:{port}", peer / 250, 1 + peer % 250));
        target.does("net exchange 3 100");
        target.does("net close");
    }
    serves(&mut target, own, 4);
    drop(target);
    let record = capture.finish().record.expect("a record");
    assert_measured(&record, "net_bytes");
    let network = &record["axes"]["network"];
    assert_eq!((&network["cut"], &answers(&record, "accept")["count"]), (&0.into(), &4.into()));
    let listed = rows(&network["exchanges"], &[("role", "connect")]);
    assert!(listed.iter().all(|row| row["count"] == 3), "{listed:?}");
    let others = 3 * (PEERS - listed.len() as u64);
    assert!(!listed.is_empty() && others > 0, "{} peers are listed", listed.len());
    assert_eq!(network["exchanges_unlisted"], serde_json::json!({ "accept": 0, "connect": others }));
}

/// Has it answer so many questions on the port that it listens at.
fn serves(target: &mut Known, port: u16, times: usize) {
    target.begins(&format!("net serve {times} 100"));
    let mut client = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    for _ in 0..times {
        client.write_all(&[1; 100]).expect("it reads");
        client.read_exact(&mut [0; 100]).expect("it answers");
    }
    target.hears_done();
}

#[test]
#[ignore = "deep"]
fn answers_on_more_ports_than_are_listed_are_counted_and_leave_the_axis_whole() {
    const PORTS: u64 = 100;
    let mut target = Known::start();
    let mut capture = Capture::start("answers-ports", &[target.pid()], &["--duration", "120", "--axes", "network"]);
    capture.wait_for("measuring");
    for _ in 0..PORTS {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|any| any.local_addr()).expect("loopback").port();
        target.does(&format!("net listen 127.0.0.1:{port} 8"));
        serves(&mut target, port, 2);
    }
    drop(target);
    let record = capture.finish().record.expect("a record");
    assert_measured(&record, "net_bytes");
    let network = &record["axes"]["network"];
    let listed = rows(&network["exchanges"], &[("role", "accept")]);
    assert!(listed.iter().all(|row| row["count"] == 2), "{listed:?}");
    let others = 2 * (PORTS - listed.len() as u64);
    assert!(!listed.is_empty() && others > 0, "{} ports are listed", listed.len());
    assert_eq!(network["exchanges_unlisted"], serde_json::json!({ "accept": others, "connect": 0 }));
    assert_eq!(network["cut"], 0);
}

/// Answers each message at once.
fn echo(stream: &mut (impl Read + Write)) {
    let mut message = [0; 100];
    while stream.read_exact(&mut message).is_ok() {
        stream.write_all(&message).expect("it reads");
    }
}

/// Answers each message 5 ms later.
fn slowly(stream: &mut (impl Read + Write)) {
    let mut message = [0; 100];
    while stream.read_exact(&mut message).is_ok() {
        std::thread::sleep(Duration::from_millis(5));
        stream.write_all(&message).expect("it reads");
    }
}

#[test]
#[ignore = "deep"]
fn a_question_in_pieces_that_may_be_several_is_counted_and_not_timed() {
    let mut target = Known::start();
    let port = TcpListener::bind("127.0.0.1:0").and_then(|any| any.local_addr()).expect("loopback").port();
    target.does(&format!("net listen 127.0.0.1:{port} 8"));
    let mut capture = Capture::start("answers-pieces", &[target.pid()], &["--duration", "120", "--axes", "network"]);
    capture.wait_for("measuring");
    target.begins("net serve 10 100");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    stream.set_nodelay(true).expect("it is ours");
    for _ in 0..10 {
        stream.write_all(&[1; 50]).expect("it reads");
        std::thread::sleep(Duration::from_millis(20));
        stream.write_all(&[1; 50]).expect("it reads");
        stream.read_exact(&mut [0; 100]).expect("it answers");
    }
    target.hears_done();
    drop(target);
    let record = capture.finish().record.expect("a record");
    let row = answers(&record, "accept");
    let [count, timed, unclear] = ["count", "timed", "unclear"].map(|field| row[field].as_u64().expect("a count"));
    assert!(count == 10 && timed + unclear <= 10 && timed < unclear, "{row}");
}
