//! Code that processes map while they are sampled, as the kernel reports it at that moment: a library that takes the place of
//! another is at the same addresses, and only the time tells them apart.

use std::io;

use crate::perf::{Entry, Event, MappingEvent, Ring, SampleShape};

/// Data pages of the ring of each CPU: some 250 records between two looks, of all processes on it.
pub const PAGES: usize = 8;
const LEAST_PAGES: usize = 1;

/// The rings of all CPUs.
pub struct MappingEvents {
    rings: Vec<(Event, Ring)>,
    events: Vec<MappingEvent>,
}

impl MappingEvents {
    /// Opens an event on each CPU.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn open(cpus: &[u32]) -> io::Result<MappingEvents> {
        let open = |cpu: &u32| {
            let event = Event::open_mappings(*cpu)?;
            let ring = Ring::map_granted(&event, PAGES, LEAST_PAGES)?;
            event.enable()?;
            Ok((event, ring))
        };
        Ok(MappingEvents { rings: cpus.iter().map(open).collect::<io::Result<_>>()?, events: Vec::new() })
    }

    /// Hands over what was reported since the last time, in its order. Returns whether something was lost.
    pub fn take(&mut self, visit: &mut impl FnMut(&MappingEvent)) -> bool {
        let shape = SampleShape { registers: 0, has_chain: false };
        let mut is_lost = false;
        for (_, ring) in &mut self.rings {
            let head = ring.head();
            ring.drain(head, shape, &mut |entry| match entry {
                Entry::Mapping(event) => self.events.push(event),
                Entry::Lost(_) => is_lost = true,
                Entry::Sample(_) => {}
            });
        }
        self.events.sort_by_key(|event| event.time_ns);
        self.events.iter().for_each(&mut *visit);
        self.events.clear();
        is_lost
    }

    /// Memory of the rings.
    pub fn bytes(&self) -> u64 {
        self.rings.iter().map(|(_, ring)| ring.bytes() as u64).sum()
    }
}
