//! What all probes share: who is measured and when, the hooks on system calls and on switches of threads, and the
//! rings by which the programs send what no table can hold.

mod departed;
mod entry_sampling;
mod path_ring;
mod path_text;
mod runtimes;
pub mod stack_events;
mod target_set;
mod wakeup_ring;

pub use entry_sampling::EntrySampling;
pub use path_ring::{PathRing, ring_bytes as path_ring_bytes};
pub use runtimes::{FramesPlans, Javas, Pythons};
pub use stack_events::StackEvents;
pub use target_set::{Switches, TargetSet, Watches};
pub use wakeup_ring::WakeupRing;
