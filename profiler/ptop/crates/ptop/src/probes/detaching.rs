//! Takes programs away from processes. The kernel waits about a tenth of a second for each, until nobody can run it any
//! more; so that is done by threads of its own: rings are emptied meanwhile, and the waits pass together.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use libbpf_rs::Link;

const THREADS: usize = 16;
const STACK_BYTES: usize = 64 * 1024;

/// Those threads, from the first link on. Dropping it waits until all links are gone.
#[derive(Default)]
pub struct Detaching {
    links: Option<Sender<Link>>,
    threads: Vec<JoinHandle<()>>,
}

impl Detaching {
    /// Detaches them some time soon.
    pub fn take(&mut self, links: Vec<Link>) {
        if links.is_empty() {
            return;
        }
        if self.links.is_none() {
            self.start();
        }
        for link in links {
            // Where no thread could be started nobody listens, and the link that comes back is dropped here.
            let _ = self.links.as_ref().map(|to| to.send(link));
        }
    }

    fn start(&mut self) {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..THREADS {
            let receiver = Arc::clone(&receiver);
            let thread = Builder::new().stack_size(STACK_BYTES).spawn(move || drop_each(&receiver));
            self.threads.extend(thread);
        }
        self.links = Some(sender);
    }
}

fn drop_each(links: &Mutex<Receiver<Link>>) {
    loop {
        // The lock ends with the statement: others wait for the next link while this one is dropped.
        let next = links.lock().map(|links| links.recv());
        match next {
            Ok(Ok(link)) => drop(link),
            _ => return,
        }
    }
}

impl Drop for Detaching {
    fn drop(&mut self) {
        self.links = None;
        for thread in self.threads.drain(..) {
            // One that panicked has dropped its link all the same.
            let _ = thread.join();
        }
    }
}
