//! Time by block of the window.

use super::BLOCKS;

/// One CPU's time: parts of blocks, and the intervals that cover whole ones by where they begin and end.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct Spread {
    pub part_ns: [u64; BLOCKS],
    /// Of each block, how many intervals more cover all of it than of the one before.
    pub whole: [i64; BLOCKS],
}

impl Spread {
    /// Adds its time in each block, of which one takes `each_ns`.
    pub fn add_to(&self, blocks_ns: &mut [u64; BLOCKS], each_ns: u64) {
        let mut covering = 0_i64;
        for ((block, part), more) in blocks_ns.iter_mut().zip(self.part_ns).zip(self.whole) {
            covering += more;
            *block += part + each_ns * u64::try_from(covering).unwrap_or(0);
        }
    }
}

plain! {
    Spread: 192,
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, Spread};

    /// Blocks of 10: [5, 8), [8, 12) and [15, 47).
    #[test]
    fn whole_blocks_are_those_between_the_first_and_the_last() {
        let mut part_ns = [0; BLOCKS];
        let mut whole = [0; BLOCKS];
        part_ns[..5].copy_from_slice(&[3 + 2, 2 + 5, 0, 0, 7]);
        // [8, 12) has none: one begins and ends at 1.
        whole[..5].copy_from_slice(&[0, 0, 1, 0, -1]);
        let mut blocks_ns = [0; BLOCKS];
        Spread { part_ns, whole }.add_to(&mut blocks_ns, 10);
        assert_eq!(blocks_ns[..6], [5, 7, 10, 10, 7, 0]);
        assert_eq!(blocks_ns.iter().sum::<u64>(), (8 - 5) + (12 - 8) + (47 - 15));
    }
}
