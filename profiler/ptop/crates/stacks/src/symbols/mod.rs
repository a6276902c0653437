//! Names for addresses. The caller collects unique addresses first; each
//! module's symbol table is then streamed once, keeping the best candidate for
//! each wanted address and nothing else. Memory is a few words per address.

mod candidates;
mod demangle;
mod linked;
mod names;
mod naming;
mod perf_map;
mod symbol_names;
mod symbolise;
mod table;
mod unnamed;

pub use naming::SymboliseReport;
