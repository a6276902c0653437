//! Times that probes keep by thread, as the record lists them by name.

use std::collections::HashMap;

use super::rows::add_each;
use crate::abi::cpu::ThreadKey;
use crate::abi::text;

/// The entry that takes the times of threads beyond the table. It exists from the start.
pub const REST: ThreadKey = ThreadKey { tid: 0, comm: [0; 16] };
/// Name under which those are listed.
const REST_NAME: &str = "(other threads)";

/// The times of all threads of one name.
pub struct NamedTimes<const N: usize> {
    /// Their name.
    pub comm: String,
    /// How many they are.
    pub threads: u64,
    /// Added up, in the probe's order.
    pub ns: [u64; N],
}

/// The most of the first time first.
pub fn by_name<const N: usize>(pairs: impl Iterator<Item = (ThreadKey, [u64; N])>) -> Vec<NamedTimes<N>> {
    let mut by_name: HashMap<String, (u64, [u64; N])> = HashMap::new();
    for (key, ns) in pairs {
        let is_rest = key.tid == REST.tid;
        if is_rest && ns == [0; N] {
            continue;
        }
        let comm = if is_rest { REST_NAME.to_owned() } else { text(&key.comm) };
        let (threads, sum) = by_name.entry(comm).or_insert((0, [0; N]));
        *threads += 1;
        add_each(sum, &ns);
    }
    let row = |(comm, (threads, ns))| NamedTimes { comm, threads, ns };
    let mut rows: Vec<NamedTimes<N>> = by_name.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.ns[0].cmp(&a.ns[0]).then_with(|| a.comm.cmp(&b.comm)));
    rows
}

#[cfg(test)]
mod tests {
    use super::{REST, by_name};
    use crate::abi::cpu::ThreadKey;

    fn key(tid: u32) -> ThreadKey {
        ThreadKey { tid, comm: *b"worker\0\0\0\0\0\0\0\0\0\0" }
    }

    #[test]
    fn threads_of_a_name_are_one_row_and_the_rest_is_one_if_there_is_any() {
        let rows = |rest: u64| {
            let named = by_name([(REST, [rest, 0]), (key(7), [1, 5]), (key(8), [2, 0])].into_iter());
            named.into_iter().map(|row| (row.comm, row.threads, row.ns)).collect::<Vec<_>>()
        };
        let workers = || ("worker".to_owned(), 2, [3, 5]);
        assert_eq!(rows(0), [workers()]);
        assert_eq!(rows(9), [("(other threads)".to_owned(), 1, [9, 0]), workers()]);
    }
}
