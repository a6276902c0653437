//! Counts of what happened to files, by path, as the probes of files and programs keep them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::rows::add_each;
use crate::abi::{PathKey, Plain, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::engine::PathRing;
use crate::record::Blocks;

/// How often something happened to a file.
pub struct PathTally<W> {
    /// As the target sees it.
    pub path: String,
    /// What happened, as the key says it beside the path.
    pub what: W,
    /// How often.
    pub count: u64,
    /// When.
    pub blocks: Blocks,
}

/// What was done to a file, and how that went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation {
    /// The probe's number.
    pub op: u32,
    /// errno, 0 for success.
    pub error: i32,
}

/// A probe's tallies, and how many events have no path because the budget was used up.
pub type PathTallies<W> = (Vec<PathTally<W>>, u64);

/// The most frequent first. `parts` says the hash of a key's path, and the rest of the key.
pub fn list<K: Plain, W: Copy + Ord>(
    loaded: &Loaded,
    table: &Table<K, Tally>,
    ring: &PathRing,
    parts: impl Fn(&K) -> (u64, W),
) -> Result<PathTallies<W>, LoadError> {
    let paths = ring.read(loaded)?;
    let mut cut = 0;
    // Two ways of writing a path render alike, so counts are added up under the result.
    let mut merged: BTreeMap<(&str, W), (u64, Blocks)> = BTreeMap::new();
    let pairs = table.pairs()?;
    for (key, tally) in &pairs {
        let (path_hash, what) = parts(key);
        let Some(path) = paths.get(path_hash) else {
            cut += tally.count;
            continue;
        };
        let (count, blocks) = merged.entry((path, what)).or_default();
        *count += tally.count;
        add_each(blocks, &tally.blocks);
    }
    let tally =
        |((path, what), (count, blocks)): ((&str, W), _)| PathTally { path: path.to_owned(), what, count, blocks };
    let mut tallies: Vec<PathTally<W>> = merged.into_iter().map(tally).collect();
    tallies.sort_by_key(|tally| Reverse(tally.count));
    Ok((tallies, cut))
}

/// The same of operations on files.
pub fn list_operations(
    loaded: &Loaded,
    table: &Table<PathKey, Tally>,
    ring: &PathRing,
) -> Result<PathTallies<Operation>, LoadError> {
    list(loaded, table, ring, |key| (key.path_hash, Operation { op: key.op, error: key.error }))
}
