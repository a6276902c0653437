//! A server of HTTP/1.1 for services of one question, `/items?item=N`: a thread for each connection.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// The second of the two versions was compiled.
pub const SECOND: bool = matches!(env!("CORPUS_VERSION").as_bytes(), b"2");

/// Empty where it was not given.
pub fn argument(name: &str) -> String {
    std::env::args()
        .skip_while(|argument| argument != name)
        .nth(1)
        .unwrap_or_default()
}

pub fn serve(answer: impl Fn(u32) -> String + Send + Sync + 'static) -> io::Result<()> {
    let port: u16 = argument("--port").parse().map_err(io::Error::other)?;
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    let answer = Arc::new(answer);
    println!("ready");
    for stream in listener.incoming() {
        let (stream, answer) = (stream?, Arc::clone(&answer));
        // A client that leaves breaks its connection; nothing is owed to it then.
        thread::spawn(move || converse(stream, &*answer).ok());
    }
    Ok(())
}

fn converse(stream: TcpStream, answer: &impl Fn(u32) -> String) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    while let Some(item) = read_request(&mut reader)? {
        let body = answer(item);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        writer.write_all((head + &body).as_bytes())?;
    }
    Ok(())
}

/// Nothing where the client has closed its connection.
fn read_request(reader: &mut impl BufRead) -> io::Result<Option<u32>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let item = line
        .split_whitespace()
        .nth(1)
        .and_then(|target| target.split_once("item=")?.1.parse().ok());
    while reader.read_line(&mut line)? > 2 {}
    Ok(Some(item.unwrap_or(0)))
}
