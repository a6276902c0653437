//! Records that no kernel writes, for tests.

/// xorshift64* from a fixed seed: a failure repeats.
pub struct Random(u64);

impl Random {
    /// The same numbers each time.
    pub fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below another.
    pub fn below(&mut self, most: usize) -> usize {
        (self.next() >> 33) as usize % most.max(1)
    }

    /// A number that is often a fitting length, and often one that breaks arithmetic.
    pub fn length(&mut self) -> u64 {
        match self.below(8) {
            0..=3 => self.below(5) as u64 * 4,
            4 => u64::MAX - self.below(64) as u64,
            5 => 1 << self.below(64),
            6 => u64::from(u32::MAX) - self.below(64) as u64,
            _ => self.next(),
        }
    }
}
