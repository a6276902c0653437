//! Numbers that look random and are the same each time, so that a failure repeats.

/// xorshift64*: enough to choose bytes.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below another, of at most 31 bits.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() >> 33) as usize % most.max(1)
    }
}
