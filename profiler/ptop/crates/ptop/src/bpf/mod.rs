//! Everything that speaks to the kernel's BPF side: loading objects, why that
//! failed, and typed access to maps.

mod group;
mod hits;
mod load_error;
mod load_log;
mod map_bytes;
mod mechanism;
mod object;
mod shared;
mod table;

pub use group::Group;
pub use hits::{Hits, rows};
pub use load_error::{LoadError, missing_capability};
pub use load_log::capture as capture_load_log;
pub use map_bytes::map_bytes;
pub use mechanism::by_first;
pub use object::Loaded;
pub use shared::Shared;
pub use table::{PerCpu, Table};
