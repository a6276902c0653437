//! Names and namespaces of running processes, read through directories that stay bound to them.

mod directory;
mod inside;
mod name;
mod namespace;

pub use directory::{ProcessDirectory, has_ended};
pub use inside::see_inside;
pub use name::{MatchedBy, Names, find_name};
pub use namespace::{Namespace, compare};

/// Where the kernel shows processes.
pub const PROC: &str = "/proc";
