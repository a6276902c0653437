//! DWARF call frame information of one module, read on demand: find the entry
//! for an address, run its program, leave a compact rule.

pub(crate) mod entry;
pub(crate) mod entry_list;
pub(crate) mod expression;
pub(crate) mod lookup_table;
pub(crate) mod pointer;
pub(crate) mod program;
pub(crate) mod row;
pub(crate) mod rule;
pub(crate) mod rule_store;
