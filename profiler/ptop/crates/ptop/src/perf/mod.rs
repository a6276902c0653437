//! Perf events: opening them per CPU, and reading their samples.

mod event;
mod ring;

pub use event::{Event, Fault, UserState};
pub use ring::{Entry, Ring, UserSample, page_bytes, pages_per_ring};
