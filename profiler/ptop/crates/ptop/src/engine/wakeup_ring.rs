//! What the programs wake this one by when a stack is of a program that was just started.

use std::os::fd::RawFd;

use libbpf_rs::{Error, MapHandle, RingBuffer, RingBufferBuilder};

/// A ring of which nothing but its filling is of interest.
pub struct Doorbell(RingBuffer<'static>);

impl Doorbell {
    /// Of the map that the programs write to.
    ///
    /// # Errors
    /// When it cannot be mapped.
    pub fn new(map: &MapHandle) -> Result<Doorbell, Error> {
        let mut builder = RingBufferBuilder::new();
        builder.add(map, |_: &[u8]| 0)?;
        Ok(Doorbell(builder.build()?))
    }

    /// Becomes readable when it rings.
    pub fn waker(&self) -> RawFd {
        self.0.epoll_fd()
    }

    /// Lets it ring again. To be called before looking at what it rang for.
    pub fn answer(&self) {
        // Fails only when a callback does, and ours cannot.
        self.0.consume_raw();
    }
}
