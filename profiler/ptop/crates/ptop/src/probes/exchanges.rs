//! Questions and answers as the record has them.

use crate::abi::network::{EXCHANGE_STEPS, ExchangeRow};
use crate::record::network::{Endpoint, Exchanges, TimeBlock, Unlisted};

/// What was counted of an endpoint; nothing where nothing was answered.
pub fn exchanges(of: Endpoint, row: &ExchangeRow) -> Option<Exchanges> {
    let blocks = row.answers.map(u64::from);
    let count = blocks.iter().sum();
    let time_blocks = row.weights.iter().zip(&row.total_us);
    let times = row.times.iter().enumerate().filter(|(_, answers)| **answers > 0);
    (count > 0).then(|| Exchanges {
        of,
        count,
        blocks,
        timed: row.timed.iter().copied().map(u64::from).sum(),
        unclear: u64::from(row.unclear),
        time_blocks: time_blocks
            .map(|(answers, total_us)| TimeBlock { answers: u64::from(*answers), total_us: *total_us })
            .collect(),
        times: times.map(|(bucket, answers)| (lower_end_us(bucket), u64::from(*answers))).collect(),
    })
}

/// What was counted of own ports and of peers that have no row of their own.
pub fn unlisted(ports: Option<&ExchangeRow>, peers: Option<&ExchangeRow>) -> Unlisted {
    let count = |row: Option<&ExchangeRow>| row.map_or(0, |row| row.answers.map(u64::from).iter().sum());
    Unlisted { accept: count(ports), connect: count(peers) }
}

/// Where a bucket begins, in microseconds.
fn lower_end_us(bucket: usize) -> u64 {
    let (power, step) = (bucket / EXCHANGE_STEPS, (bucket % EXCHANGE_STEPS) as u64);
    if power == 0 { step } else { (EXCHANGE_STEPS as u64 + step) << (power - 1) }
}

#[cfg(test)]
mod tests {
    use super::lower_end_us;
    use crate::abi::network::EXCHANGE_BUCKETS;

    #[test]
    fn buckets_meet_and_are_a_sixteenth_wide_at_most() {
        assert_eq!((0..20).map(lower_end_us).collect::<Vec<_>>(), (0..20).collect::<Vec<u64>>());
        assert_eq!(lower_end_us(EXCHANGE_BUCKETS - 1), 31 << 25);
        for bucket in 16..EXCHANGE_BUCKETS - 1 {
            let (from, to) = (lower_end_us(bucket), lower_end_us(bucket + 1));
            assert!(from < to && (to - from) * 16 <= from, "{from} to {to}");
        }
    }
}
