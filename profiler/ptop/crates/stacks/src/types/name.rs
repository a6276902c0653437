//! The names of one address as handed to the caller of `symbolise`.

use std::num::NonZeroU32;

/// Where a function name came from, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NameOrigin {
    /// `.symtab` of the module.
    SymbolTable,
    /// `.dynsym`: the module is stripped, so only exported functions have names.
    DynamicSymbols,
    /// `.gnu_debugdata` inside the module: a compressed symbol table that stays when it is stripped.
    DebugData,
    /// The symbol table of a separate debug file that belongs to this very build.
    DebugFile,
    /// The debug information: an inlined function, or one that no symbol covers.
    DebugInfo,
    /// `/tmp/perf-<pid>.map`, written by a JIT.
    PerfMap,
    /// `.gopclntab`: the table a Go program keeps for its own stack traces, also when it is stripped.
    GoTable,
    /// The structures of a Java virtual machine.
    Java,
    /// The structures of a JavaScript engine.
    JavaScript,
    /// The structures of a Python interpreter.
    Python,
    /// The structures of a Ruby interpreter.
    Ruby,
    /// The structures of a PHP engine.
    Php,
    /// The structures of an Erlang virtual machine.
    Erlang,
    /// The structures of a .NET runtime.
    DotNet,
    /// The structures of a Perl interpreter.
    Perl,
    /// The structures of a Lua virtual machine.
    Lua,
    /// No name: no symbol covers the address (a stripped module, or code between functions).
    NoSymbol,
    /// No name: the module could not be read, or is not the one that was mapped.
    Unreadable,
    /// No name: the address is in no mapping that was ever seen.
    Unmapped,
}

/// A function that contains an address. One address has several where calls
/// were inlined: the innermost first, and last the one that holds the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Demangled function, without hashes that change from build to build.
    /// Empty when there is no name; [`Name::origin`] says why.
    pub function: String,
    /// Base name of the module's file, `[vdso]`, `[anonymous]` or `[unmapped]`; of a language's
    /// function its class, script or file.
    pub module: String,
    /// Line that runs, where debug information or a language runtime says it; for a caller, the line of the
    /// inlined call. `None` too when the code comes from another file than [`Name::file`].
    pub line: Option<u32>,
    /// Where the name came from.
    pub origin: NameOrigin,
    /// Offset of the address in the module (its link-time address), 0 where there is no module.
    /// Stable between runs of one build: what to show for an unnamed frame.
    pub module_offset: u64,
    /// The file that declares the function, as its compiler was given it; empty when it is not known.
    pub file: String,
    /// The line of the function's declaration.
    pub first_line: Option<u32>,
    /// Where the function's name is read later, when it was not read now.
    pub symbol: Option<SymbolAt>,
    /// Which function of its module it is when it has no name: `3f2a1c7b+4a5e0`, the beginning of the module's build
    /// id and where the code begins in the module, both in hexadecimal. Empty when it has one, and where no unwind
    /// entry or no build id says so.
    pub code: String,
}

/// The name of a symbol in a module of one [`Target`](crate::Target), in a table that can be read anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolAt {
    pub(crate) module: u16,
    pub(crate) table: u8,
    pub(crate) offset: NonZeroU32,
}

/// When the names of symbols are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolNames {
    /// With their addresses.
    Now,
    /// By [`Target::symbol_names`](crate::Target::symbol_names), where the table can be read anywhere: at a time when all are known, so that the
    /// table is read once.
    Later,
}

/// Line 0 means that there is none.
pub(crate) fn known_line(line: u32) -> Option<u32> {
    (line > 0).then_some(line)
}
