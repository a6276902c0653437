//! Counts by path, operation and outcome, as the probes of files keep them.

use std::collections::HashMap;

use super::paths::PathRing;
use super::rows::add_each;
use super::using;
use crate::abi::{BLOCKS, PathKey, Tally};
use crate::bpf::{Absence, Loaded, Table};
use crate::record::Blocks;

/// How often something was done to a file with one outcome.
pub struct PathTally {
    /// As the target sees it.
    pub path: String,
    /// The probe's number.
    pub op: u32,
    /// errno, 0 for success.
    pub error: i32,
    /// How often.
    pub count: u64,
    /// When.
    pub blocks: Blocks,
}

/// The most frequent first, and how many events have no path because the budget was used up.
pub fn list(loaded: &Loaded, table: &Table<PathKey, Tally>, ring: &PathRing) -> Result<(Vec<PathTally>, u64), Absence> {
    let paths = ring.read(loaded)?;
    let mut cut = 0;
    // Two ways of writing a path render alike, so counts are added up under the result.
    let mut merged: HashMap<(&str, u32, i32), (u64, Blocks)> = HashMap::new();
    let pairs = table.pairs().map_err(|error| using(loaded, &error))?;
    for (key, tally) in &pairs {
        let Some(path) = paths.get(key.path_hash) else {
            cut += tally.count;
            continue;
        };
        let entry = merged.entry((path, key.op, key.error)).or_insert((0, [0; BLOCKS]));
        entry.0 += tally.count;
        add_each(&mut entry.1, &tally.blocks);
    }
    let mut tallies: Vec<PathTally> = merged
        .into_iter()
        .map(|((path, op, error), (count, blocks))| PathTally { path: path.to_owned(), op, error, count, blocks })
        .collect();
    tallies.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (&a.path, a.op, a.error).cmp(&(&b.path, b.op, b.error))));
    Ok((tallies, cut))
}
