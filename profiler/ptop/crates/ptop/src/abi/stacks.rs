//! Events that carry stacks, and how many of them are sent.

/// What the stacks are of that events carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum StackKind {
    /// Waits off the CPU; nanoseconds.
    OffCpu = 0,
    /// Waits for locks; nanoseconds.
    Locks = 1,
    /// Memory asked of the kernel; bytes.
    Growth = 2,
    /// Page faults; how many.
    Faults = 3,
    /// Memory asked of the allocator; bytes.
    Allocations = 4,
    /// Waits of goroutines for locks; nanoseconds.
    GoLocks = 5,
}

impl StackKind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [StackKind; 6] = [
        StackKind::OffCpu,
        StackKind::Locks,
        StackKind::Growth,
        StackKind::Faults,
        StackKind::Allocations,
        StackKind::GoLocks,
    ];
}

/// Chance of an event whose stack is taken for certain.
pub const STACK_CERTAIN: u64 = 65536;

/// What an event says about the stack it carries.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct StackEvent {
    pub kind: u32,
    pub key: u32,
    pub weight: u64,
    pub chance: u32,
    pub pad: u32,
}

/// One kind's events so far, and the interval that sampling uses.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct StackFlow {
    pub interval: u64,
    pub seen: u64,
    pub total: u64,
    pub seen_before: u64,
    pub total_before: u64,
    pub sent: u64,
    pub lost: u64,
}

plain! {
    StackEvent: 24, StackFlow: 56,
}
