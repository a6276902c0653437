//! The ring by which the BPF programs wake the collector: when a stack was taken of a program that just started, and
//! when the target begins to move messages in a way that calls do not show.

use std::os::fd::RawFd;

use libbpf_rs::{Error, MapHandle, RingBuffer, RingBufferBuilder};

/// Its records carry nothing; only that there are some matters.
pub struct WakeupRing(RingBuffer<'static>);

impl WakeupRing {
    /// Of the map that the programs write to.
    ///
    /// # Errors
    /// When it cannot be mapped.
    pub fn new(map: &MapHandle) -> Result<WakeupRing, Error> {
        let mut builder = RingBufferBuilder::new();
        builder.add(map, |_: &[u8]| 0)?;
        Ok(WakeupRing(builder.build()?))
    }

    /// Becomes readable when the programs wake the collector.
    pub fn waker(&self) -> RawFd {
        self.0.epoll_fd()
    }

    /// Empties the ring. To be called before reading what it was filled for.
    pub fn clear(&self) {
        // Fails only when a callback does, and ours cannot.
        self.0.consume_raw();
    }
}
