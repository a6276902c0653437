//! Offers of suppliers: `/items?item=N` asks a supplier for N, beside reckoning the price of the house.

mod server;

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

type Reply = Sender<u64>;

/// Threads that reckon prices, for as long as the service runs.
struct Workers {
    jobs: Mutex<Sender<(u32, Reply)>>,
}

impl Workers {
    fn start(count: usize) -> Workers {
        let (jobs, waiting) = channel::<(u32, Reply)>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..count {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || {
                while let Ok((item, reply)) = next_job(&waiting) {
                    // The request that asked may have failed.
                    reply.send(price_of_house(item)).ok();
                }
            });
        }
        Workers { jobs: Mutex::new(jobs) }
    }

    fn reckon(&self, item: u32) -> Receiver<u64> {
        let (reply, price) = channel();
        self.jobs
            .lock()
            .expect("no worker panics")
            .send((item, reply))
            .expect("the workers stay");
        price
    }
}

fn next_job(waiting: &Mutex<Receiver<(u32, Reply)>>) -> Result<(u32, Reply), std::sync::mpsc::RecvError> {
    waiting.lock().expect("no worker panics").recv()
}

fn price_of_house(item: u32) -> u64 {
    (0..4000u64).fold(u64::from(item), |price, step| (price * 31 + step) % 1_000_003)
}

thread_local! {
    static SUPPLIER: RefCell<Option<BufReader<TcpStream>>> = const { RefCell::new(None) };
}

fn ask_supplier(upstream: &str, item: u32) -> io::Result<String> {
    SUPPLIER.with_borrow_mut(|connection| {
        let supplier = match connection.take() {
            Some(open) => connection.insert(open),
            None => connection.insert(BufReader::new(TcpStream::connect(upstream)?)),
        };
        let question = format!("GET /offers/{item} HTTP/1.1\r\nHost: supplier\r\n\r\n");
        supplier.get_mut().write_all(question.as_bytes())?;
        let (mut line, mut length) = (String::new(), 0);
        while supplier.read_line(&mut line)? > 2 {
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        let mut body = vec![0; length];
        supplier.read_exact(&mut body)?;
        Ok(String::from_utf8_lossy(&body).trim().to_owned())
    })
}

fn main() -> io::Result<()> {
    let upstream = server::argument("--upstream");
    let workers = Workers::start(4);
    server::serve(move |item| {
        let (offer, price) = if server::SECOND {
            let reckoned = thread::spawn(move || price_of_house(item));
            let offer = ask_supplier(&upstream, item);
            (offer, reckoned.join().unwrap_or(0))
        } else {
            let reckoned = workers.reckon(item);
            let offer = ask_supplier(&upstream, item);
            (offer, reckoned.recv().unwrap_or(0))
        };
        format!("offer={} price={price}\n", offer.unwrap_or_default())
    })
}
