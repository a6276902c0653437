//! Perf events: opening them per CPU, and reading their samples.

mod event;
mod mapped;
mod ring;
mod sample;

pub use event::{Event, Fault, UserState};
pub use mapped::{MappingChange, MappingEvent};
pub use ring::{Entry, Ring, page_bytes, pages_per_ring};
pub use sample::{SampleShape, UserSample};
