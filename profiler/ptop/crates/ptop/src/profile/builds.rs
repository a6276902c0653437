//! Clock samples by the executable that ran, to separate the cost of a function between two builds of a program that
//! run at once. Of the executable met first nothing is stored: it has what the others have not.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use crate::abi::BLOCKS;
use crate::record::Blocks;
use crate::record::stacks::BuildShare;

/// Executables; with more, builds are not separated.
const MAX_BUILDS: usize = 64;
/// Addresses of all executables but the first together; with more, builds are not separated.
const MAX_LEAVES: usize = 65_536;

/// Samples by executable. A program is what identifies its file while it runs.
#[derive(Default)]
pub struct Builds {
    programs: Vec<u64>,
    /// By place of the program and frame on top.
    leaves: HashMap<(usize, u32), [u32; BLOCKS]>,
    is_full: bool,
    /// By program: SHA-256 of its file. Empty unless there are several.
    names: HashMap<u64, Rc<str>>,
}

/// The same by function.
#[derive(Default)]
pub struct BuildRows {
    /// SHA-256 by place of the program.
    names: Vec<Option<Rc<str>>>,
    /// Function, place of the program, samples; sorted.
    rows: Vec<(u32, usize, Blocks)>,
}

impl Builds {
    /// Takes a sample of a program.
    pub fn add(&mut self, program: u64, leaf: u32, block: usize) {
        let place = self.programs.iter().position(|known| *known == program);
        if place == Some(0) || self.is_full {
            return;
        }
        let Some(place) = place.or_else(|| self.number(program)) else { return };
        if self.leaves.len() < MAX_LEAVES || self.leaves.contains_key(&(place, leaf)) {
            self.leaves.entry((place, leaf)).or_default()[block.min(BLOCKS - 1)] += 1;
        } else {
            self.give_up();
        }
    }

    /// The place of a program that is new. `None` for the first, and where there are too many.
    fn number(&mut self, program: u64) -> Option<usize> {
        if self.programs.len() >= MAX_BUILDS {
            self.give_up();
            return None;
        }
        self.programs.push(program);
        Some(self.programs.len() - 1).filter(|place| *place > 0)
    }

    fn give_up(&mut self) {
        self.is_full = true;
        self.leaves = HashMap::new();
    }

    /// Learns which file each program was, by program and SHA-256. Where all are one file, nothing is separated.
    pub fn name<'a>(&mut self, programs: impl Iterator<Item = (u64, &'a str)>) {
        self.names =
            programs.filter(|(_, sha256)| !sha256.is_empty()).map(|(of, sha256)| (of, sha256.into())).collect();
        if self.names.values().collect::<HashSet<_>>().len() < 2 {
            self.names.clear();
        }
    }

    /// By function, given the one at a frame.
    pub fn by_function(&self, function_at: impl Fn(u32) -> u32) -> BuildRows {
        if self.is_full || self.names.is_empty() {
            return BuildRows::default();
        }
        let mut rows: BTreeMap<(u32, usize), Blocks> = BTreeMap::new();
        for ((place, leaf), blocks) in &self.leaves {
            let sum = rows.entry((function_at(*leaf), *place)).or_default();
            add(sum, &blocks.map(u64::from));
        }
        let names = self.programs.iter().map(|program| self.names.get(program).cloned()).collect();
        BuildRows {
            names,
            rows: rows.into_iter().map(|((function, place), blocks)| (function, place, blocks)).collect(),
        }
    }
}

impl BuildRows {
    /// What each build has of a function's own samples, in the order of their hashes. What cannot be attributed is left
    /// out. Empty where builds are not separated.
    pub fn of(&self, function: u32, own: &Blocks) -> Box<[BuildShare]> {
        if self.names.is_empty() {
            return Box::default();
        }
        let start = self.rows.partition_point(|(of, ..)| *of < function);
        let rows = self.rows[start..].iter().take_while(|(of, ..)| *of == function);
        let mut first = *own;
        let mut shares: BTreeMap<&Rc<str>, Blocks> = BTreeMap::new();
        for (_, place, blocks) in rows {
            for (left, part) in first.iter_mut().zip(blocks) {
                *left = left.saturating_sub(*part);
            }
            if let Some(name) = &self.names[*place] {
                add(shares.entry(name).or_default(), blocks);
            }
        }
        if let Some(name) = &self.names[0] {
            add(shares.entry(name).or_default(), &first);
        }
        let share = |(name, blocks): (&Rc<str>, Blocks)| BuildShare {
            exe_sha256: Rc::clone(name),
            own: blocks.iter().sum(),
            self_blocks: blocks,
        };
        shares.into_iter().map(share).filter(|share| share.own > 0).collect()
    }
}

fn add(sum: &mut Blocks, part: &Blocks) {
    for (all, part) in sum.iter_mut().zip(part) {
        *all = all.saturating_add(*part);
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, Blocks, Builds, MAX_BUILDS};

    /// Samples in the first blocks.
    fn blocks(first: &[u64]) -> Blocks {
        let mut all = [0; BLOCKS];
        all[..first.len()].copy_from_slice(first);
        all
    }

    /// Two builds, of which one runs as two programs: copies of a file in two containers. Frame 7 is in function 1.
    fn builds(names: &[(u64, &str)]) -> Builds {
        let mut builds = Builds::default();
        for (program, leaf, block) in [(10, 7, 0), (20, 7, 0), (20, 7, 1), (30, 7, 1), (20, 8, 1), (40, 7, 0)] {
            builds.add(program, leaf, block);
        }
        builds.name(names.iter().copied());
        builds
    }

    fn shares(builds: &Builds, function: u32, own: &Blocks) -> Vec<(String, u64, Blocks)> {
        let rows = builds.by_function(|leaf| leaf - 6);
        let shares = rows.of(function, own).into_vec().into_iter();
        shares.map(|share| (share.exe_sha256.to_string(), share.own, share.self_blocks)).collect()
    }

    #[test]
    fn what_a_function_weighs_is_separated_by_build() {
        let builds = builds(&[(10, "old"), (20, "new"), (30, "old"), (40, "")]);
        // Of the program 40 nobody knows the file.
        let own = blocks(&[3, 2]);
        let expected = [("new".to_owned(), 2, blocks(&[1, 1])), ("old".to_owned(), 2, blocks(&[1, 1]))];
        assert_eq!(shares(&builds, 1, &own), expected);
        assert_eq!(shares(&builds, 2, &blocks(&[0, 1])), [("new".to_owned(), 1, blocks(&[0, 1]))]);
        // Only the first program ran the function.
        assert_eq!(shares(&builds, 9, &blocks(&[4])), [("old".to_owned(), 4, blocks(&[4]))]);
    }

    #[test]
    fn one_build_is_not_separated() {
        let builds = builds(&[(10, "same"), (20, "same"), (30, "same")]);
        assert!(shares(&builds, 1, &blocks(&[3, 2])).is_empty());
    }

    #[test]
    fn too_many_builds_are_not_separated() {
        let mut builds = builds(&[(10, "old"), (20, "new")]);
        (0..MAX_BUILDS as u64).for_each(|program| builds.add(1000 + program, 7, 0));
        assert!(shares(&builds, 1, &blocks(&[3, 2])).is_empty());
    }
}
