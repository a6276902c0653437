//! What is fuzzed: each function takes any bytes, treats them as something that a
//! target controls, and panics when the collector would be harmed by it. Coverage
//! guided runs (`run.sh`) and the deterministic test of `crates/stacks` call the
//! same functions.

pub mod capsule;
pub mod entries;
pub mod records;

#[path = "../../crates/stacks/tests/support/crafted.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod crafted;
