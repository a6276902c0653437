//! Perf events: opening the per-CPU clock, and reading its samples.

mod event;
mod ring;

pub use event::{Clock, Event};
pub use ring::{Entry, Ring, UserSample, page_bytes};
