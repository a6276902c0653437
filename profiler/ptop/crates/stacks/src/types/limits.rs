//! Every bound of the crate in one place. A bound that cuts something counts it
//! (see [`crate::Counters`] and [`crate::SymboliseReport`]).

use std::time::Duration;

/// Bounds on what is believed, kept and done. The defaults suit a capture of
/// five minutes of one process; memory under them stays below about 6 MB, of a
/// process with a language runtime about 10 MB.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Frames reported per sample; a deeper stack is cut with [`crate::CutReason::FrameLimit`].
    pub frames: usize,
    /// Executable mappings kept, retired ones included.
    pub mappings: usize,
    /// Files held open at once, one descriptor each.
    pub modules: usize,
    /// Addresses whose unwind rule is remembered (8 bytes each); beyond it old ones are evicted.
    pub cached_addresses: usize,
    /// Different unwind rules kept (about 50 bytes each); beyond it rules are read again each time.
    pub distinct_rules: usize,
    /// Pages of unwind information kept (4 KiB each), shared by all modules.
    pub cached_pages: usize,
    /// Bytes of one unwind entry (CIE or FDE) believed.
    pub unwind_entry_bytes: usize,
    /// Bytes of `.eh_frame` walked where a module has no usable lookup table, and entries kept from it.
    pub unindexed_eh_frame_bytes: u64,
    /// Rows read from such a walk (8 bytes each).
    pub unindexed_entries: usize,
    /// Steps of one DWARF expression.
    pub expression_steps: usize,
    /// Program headers and section headers believed per module.
    pub headers: usize,
    /// Bytes of the vDSO copied from the target.
    pub vdso_bytes: usize,
    /// Symbols read in one pass over one module.
    pub symbols: u64,
    /// Wanted addresses held during one pass; more of them take several passes.
    pub addresses_per_pass: usize,
    /// Bytes of one name as reported; a longer one is shortened and ends in `…`.
    pub name_bytes: usize,
    /// Different functions of language runtimes kept (about 50 bytes each); those beyond it are one frame.
    pub language_frames: usize,
    /// Bytes of their names.
    pub language_name_bytes: usize,
    /// Bytes decoded from one compressed section or symbol table, what is decoded again included.
    pub decoded_bytes: u64,
    /// Bytes of debug entries read for one module, and of line tables.
    pub debug_bytes: u64,
    /// Units of debug information read in one module.
    pub debug_units: u64,
    /// Time that one `symbolise` spends on debug information; addresses beyond it have plain names.
    pub debug_time: Duration,
    /// Addresses whose debug information is read together; more only where they are in one unit.
    pub debug_batch: usize,
    /// Bytes of a perf map file read.
    pub perf_map_bytes: u64,
    /// Page cache this crate lets its reads occupy before it drops them behind itself.
    pub page_cache_bytes: u64,
    /// Shortest time between two readings of the mappings that an unknown address can cause.
    pub refresh_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            frames: 512,
            mappings: 8192,
            modules: 256,
            cached_addresses: 262_144,
            distinct_rules: 16_384,
            cached_pages: 128,
            unwind_entry_bytes: 64 * 1024,
            unindexed_eh_frame_bytes: 64 << 20,
            unindexed_entries: 65_536,
            expression_steps: 512,
            headers: 65_536,
            vdso_bytes: 64 * 1024,
            symbols: 16_000_000,
            addresses_per_pass: 65_536,
            name_bytes: 1024,
            language_frames: 32_768,
            language_name_bytes: 2 << 20,
            decoded_bytes: 2 << 30,
            debug_bytes: 4 << 30,
            debug_units: 1 << 20,
            debug_time: Duration::from_secs(20),
            debug_batch: 1024,
            perf_map_bytes: 256 << 20,
            page_cache_bytes: 4 << 20,
            refresh_interval: Duration::from_millis(250),
        }
    }
}
