//! The processes of a capture: what they are when it begins, and whether they
//! are still the same when it ends.

mod container_id;
mod elf;
mod executable;
mod identity;
mod lifeline;
mod programs;
mod relatives;
mod tracker;

pub use elf::go_runtime;
pub use identity::{Denied, Stat, exists, pid_namespace_of};
pub use programs::{any_has_32_bits, any_has_deep_stacks, any_keeps_frame_pointers, any_maps_a_ring};
pub use relatives::relatives_of;
pub use tracker::{Member, Tracker, ns_of_ticks, ticks_of};
