//! The collector as a process of its own: what it may do, what it costs, and how it ends.

pub mod capability;
pub mod clock;
pub mod exit;
pub mod memory;
pub mod privilege;
pub mod process;
