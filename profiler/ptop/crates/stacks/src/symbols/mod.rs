//! Names for addresses. The caller collects unique addresses first; each
//! module's symbol table is then streamed once, keeping the best candidate for
//! each wanted address and nothing else. Memory is a few words per address.

mod candidates;
mod demangle;
mod linked;
pub(crate) mod lookup;
mod names;
mod naming;
mod perf_map;
mod symbol_at;
mod symbolise;
mod table;
mod unnamed;

pub use symbol_at::{SymbolAt, SymbolNames};
pub use symbolise::SymboliseReport;

/// Bytes of the windows through which tables are streamed.
const WINDOW_BYTES: usize = 64 * 1024;
/// Bytes of page cache a streaming pass leaves before it drops them behind itself.
const DROP_AFTER_BYTES: u64 = 1 << 20;
