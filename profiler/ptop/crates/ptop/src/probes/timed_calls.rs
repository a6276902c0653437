//! Times of all calls, estimated from those that were timed: in great numbers, short calls are sampled at random.

use super::rows::add_each;
use crate::abi::{LATENCY_BUCKETS, LONG_BUCKET, Timing};

/// Times of calls, added up.
pub struct Times {
    /// Calls that were timed.
    pub timed: u64,
    short_ns: u64,
    long_ns: u64,
    hist: [u64; LATENCY_BUCKETS],
}

impl Times {
    /// Of no call.
    pub const NONE: Times = Times { timed: 0, short_ns: 0, long_ns: 0, hist: [0; LATENCY_BUCKETS] };

    /// Adds one share.
    pub fn add(&mut self, one: &Timing) {
        self.timed += one.timed;
        self.short_ns = self.short_ns.saturating_add(one.short_ns);
        self.long_ns = self.long_ns.saturating_add(one.long_ns);
        add_each(&mut self.hist, &one.latency);
    }

    /// Time and histogram of `count` calls. Every long call is known; the short ones, which represent about
    /// as many as there were, are brought to exactly as many.
    pub fn of_all(mut self, count: u64) -> (u64, [u64; LATENCY_BUCKETS]) {
        let (short, long) = self.hist.split_at_mut(LONG_BUCKET);
        let stood_for: u64 = short.iter().sum();
        let there_were = count.saturating_sub(long.iter().sum());
        let scaled = |value: u64| {
            let exact = u128::from(value) * u128::from(there_were) / u128::from(stood_for.max(1));
            u64::try_from(exact).unwrap_or(u64::MAX)
        };
        let (mut seen, mut given) = (0, 0);
        for bucket in short {
            seen += *bucket;
            let up_to_here = scaled(seen);
            *bucket = up_to_here - given;
            given = up_to_here;
        }
        (scaled(self.short_ns).saturating_add(self.long_ns), self.hist)
    }
}

#[cfg(test)]
mod tests {
    use super::Times;
    use crate::abi::Timing;

    fn timing(timed: u64, short_ns: u64, long_ns: u64, buckets: &[(usize, u32)]) -> Timing {
        let mut latency = [0; 40];
        for (bucket, calls) in buckets {
            latency[*bucket] = *calls;
        }
        Timing { timed, short_ns, long_ns, latency }
    }

    #[test]
    fn short_calls_that_stand_for_fewer_or_more_are_brought_to_their_number() {
        for (count, expected) in [(301, (200, 100, 1, 3750 + 50)), (31, (20, 10, 1, 375 + 50))] {
            let mut times = Times::NONE;
            times.add(&timing(11, 1000, 50, &[(7, 96), (25, 1)]));
            times.add(&timing(9, 2000, 0, &[(7, 64), (8, 80)]));
            assert_eq!(times.timed, 20);
            let (total_ns, hist) = times.of_all(count);
            assert_eq!((hist[7], hist[8], hist[25], total_ns), expected);
            assert_eq!(hist.iter().sum::<u64>(), count);
        }
    }

    #[test]
    fn calls_that_were_all_timed_stay_as_they_are_and_none_is_none() {
        assert_eq!(Times::NONE.of_all(5), (0, [0; 40]));
        let mut times = Times::NONE;
        times.add(&timing(5, 44, 0, &[(3, 5)]));
        let (total_ns, hist) = times.of_all(5);
        assert_eq!((total_ns, hist[3]), (44, 5));
    }
}
