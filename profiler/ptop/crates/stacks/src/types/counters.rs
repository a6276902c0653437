//! What the work cost and what the limits cut. All counts are since `open`.

/// Running totals of one [`crate::Target`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lookups answered from the remembered rules.
    pub rule_hits: u64,
    /// Lookups that had to read unwind information.
    pub rule_misses: u64,
    /// Remembered addresses displaced because [`crate::Limits::cached_addresses`] was reached.
    pub addresses_evicted: u64,
    /// Rules used once and not kept because [`crate::Limits::distinct_rules`] was reached.
    pub rules_not_kept: u64,
    /// Pages of unwind information read from files.
    pub pages_read: u64,
    /// Bytes read from the target's files, symbol tables included.
    pub bytes_read: u64,
    /// Times the mappings were read.
    pub refreshes: u64,
    /// Executable mappings ignored because of [`crate::Limits::mappings`].
    pub mappings_ignored: u64,
    /// Modules not opened because of [`crate::Limits::modules`].
    pub modules_refused: u64,
    /// Modules whose file could not be read, was replaced, or is not a 64-bit ELF file of this architecture.
    pub modules_unreadable: u64,
    /// Frames left by what a language runtime says about them.
    pub runtime_frames: u64,
    /// Stacks that lead through code that a runtime made or interprets which is not understood.
    pub stacks_unread: u64,
    /// Language frames reported as one because of [`crate::Limits::language_frames`] or
    /// [`crate::Limits::language_name_bytes`].
    pub language_frames_cut: u64,
    /// Frames of a Python interpreter reported.
    pub python_frames: u64,
    /// Frames of a Python interpreter that no native frame stood for, because the native stack was cut.
    pub python_frames_left: u64,
    /// Unwind entries refused as malformed or too long.
    pub entries_refused: u64,
}
