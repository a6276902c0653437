//! What all probes share: who is measured and when, the hooks on system calls and on switches of threads, and the
//! rings by which the programs send what no table can hold.

mod departed;
mod entry_sampling;
mod interpreters;
pub mod member;
mod path_ring;
mod path_text;
pub mod stack_events;
mod target_set;
mod virtual_threads;
mod wakeup_ring;
mod watches;

pub use entry_sampling::EntrySampling;
pub use interpreters::Pythons;
pub use member::Member;
pub use path_ring::{PathRing, ring_bytes as path_ring_bytes};
pub use stack_events::StackEvents;
pub use target_set::TargetSet;
pub use virtual_threads::Javas;
pub use wakeup_ring::WakeupRing;
pub use watches::{Switches, Watches};
