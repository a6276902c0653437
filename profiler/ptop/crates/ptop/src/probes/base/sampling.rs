//! How the CPUs are sampled.

/// How the CPUs are sampled.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// Samples per second and CPU that were asked for.
    pub hz: u32,
    /// Stack bytes copied with each sample.
    pub stack_bytes: u32,
    /// Whether the kernel follows frame pointers as well.
    pub has_chains: bool,
}

impl Sampling {
    /// For programs with usual stacks: as good as twice as many bytes on most.
    pub const fn usual(hz: u32) -> Sampling {
        Sampling { hz, stack_bytes: 16 * 1024, has_chains: false }
    }

    /// For programs with deep stacks.
    pub const fn deep(hz: u32) -> Sampling {
        Sampling { hz, stack_bytes: 32 * 1024, has_chains: false }
    }
}
