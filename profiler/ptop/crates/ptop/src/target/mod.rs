//! The processes of a capture: what they are when it begins, and whether they
//! are still the same when it ends.

mod container_id;
mod deep_stacks;
mod elf;
mod executable;
mod frame_pointers;
mod identity;
mod lifeline;
mod mapped_names;
mod requests;
mod tracker;

pub use deep_stacks::any_has_deep_stacks;
pub use frame_pointers::any_keeps_frame_pointers;
pub use identity::{Denied, Stat, exists, pid_namespace_of};
pub use requests::{any_has_32_bits, any_maps_a_ring};
pub use tracker::{Member, Tracker, ns_of_ticks, ticks_of};
