//! The folded addresses become functions and stacks of functions.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::fold::{AddressTree, Frame, Node};
use super::functions::{Functions, OTHER_NUMBER};
use super::layouts::Layouts;
use crate::abi::BLOCKS;
use crate::record::{CpuStacks, Function, Stack};

/// Functions listed; those with the fewest samples beyond them are counted together.
const MAX_FUNCTIONS: usize = 16_384;
/// Stacks listed; samples of further ones count in the functions only.
const MAX_STACKS: usize = 16_384;

/// Builds everything but the counts of samples and the rates.
pub fn build(mut tree: AddressTree, layouts: &mut Layouts) -> CpuStacks {
    tree.freeze();
    let mut names = Names::look_up(&tree.frames, layouts);
    let mut axis = CpuStacks::default();
    let reach = inclusive(&tree.nodes);
    let passes = tree.nodes.iter().zip(&reach).skip(1).map(|(node, count)| (node.frame, *count));
    let cut = tree.cut.iter().map(|(leaf, count)| (*leaf, u64::from(*count)));
    for (frame, count) in passes.chain(cut) {
        axis.frames += count;
        axis.named += if names.named[frame as usize] { count } else { 0 };
    }
    drop(reach);
    axis.cut.functions = names.functions.cut;
    if names.functions.len() > MAX_FUNCTIONS {
        let all = ByFunction::of(&tree, &names);
        axis.cut.functions += names.keep_most(&all, MAX_FUNCTIONS);
    }
    let profile = ByFunction::of(&tree, &names);
    axis.cut.stacks = tree.cut.values().map(|count| u64::from(*count)).sum();
    profile.list(&names.functions, &mut axis);
    axis
}

/// Each frame's function, and whether it has a name.
struct Names {
    functions: Functions,
    function: Vec<u32>,
    named: Vec<bool>,
}

impl Names {
    fn look_up(frames: &[Frame], layouts: &mut Layouts) -> Names {
        let mut names = Names {
            functions: Functions::new(),
            function: vec![OTHER_NUMBER; frames.len()],
            named: vec![false; frames.len()],
        };
        // By address space and address, as symbolise wants them.
        let mut order: Vec<u32> = (1..frames.len() as u32).collect();
        order.sort_unstable_by_key(|number| {
            let frame = frames[*number as usize];
            (frame.layout, frame.address)
        });
        for group in order.chunk_by(|a, b| frames[*a as usize].layout == frames[*b as usize].layout) {
            let addresses: Vec<u64> = group.iter().map(|number| frames[*number as usize].address).collect();
            let Some(target) = layouts.at(frames[group[0] as usize].layout) else { continue };
            let done = target.symbolise(&addresses, &mut |address, name| {
                let Ok(place) = addresses.binary_search(&address) else { return };
                let number = group[place] as usize;
                names.function[number] = names.functions.number(&name.function, &name.module);
                names.named[number] = !name.function.is_empty();
            });
            // Sorted and unique by construction, which is all that symbolise asks.
            debug_assert!(done.is_ok());
        }
        names.functions.freeze();
        names
    }

    /// Counts all but the functions with the most samples together. Returns how many those are.
    fn keep_most(&mut self, profile: &ByFunction, keep: usize) -> u64 {
        let mut order: Vec<u32> = (1..self.functions.len() as u32).collect();
        order.sort_by_key(|number| Reverse(profile.weight(*number as usize)));
        let mut is_kept = vec![false; self.functions.len()];
        for number in order.iter().take(keep - 1) {
            is_kept[*number as usize] = true;
        }
        for number in self.function.iter_mut().filter(|number| !is_kept[**number as usize]) {
            *number = OTHER_NUMBER;
        }
        order.len().saturating_sub(keep - 1) as u64
    }
}

/// The profile in terms of functions.
struct ByFunction {
    /// The tree of stacks; `frame` is a function.
    calls: Vec<Node>,
    /// Samples with the function anywhere.
    totals: Vec<u64>,
    /// Samples with the function on top, by block.
    own: Vec<[u32; BLOCKS]>,
}

impl ByFunction {
    fn of(tree: &AddressTree, names: &Names) -> ByFunction {
        let calls = by_function(&tree.nodes, &names.function);
        let mut totals = totals(&calls, names.functions.len());
        let mut own = vec![[0; BLOCKS]; names.functions.len()];
        for (leaf, blocks) in &tree.leaves {
            for (all, part) in own[names.function[*leaf as usize] as usize].iter_mut().zip(blocks) {
                *all += part;
            }
        }
        for (leaf, count) in &tree.cut {
            totals[names.function[*leaf as usize] as usize] += u64::from(*count);
        }
        ByFunction { calls, totals, own }
    }

    /// What decides a function's place in the list.
    fn weight(&self, number: usize) -> (u64, u64) {
        (self.own_samples(number), self.totals[number])
    }

    fn own_samples(&self, number: usize) -> u64 {
        self.own[number].iter().map(|part| u64::from(*part)).sum()
    }

    /// Writes the functions that occur, most samples first, and the stacks in terms of them.
    fn list(&self, functions: &Functions, axis: &mut CpuStacks) {
        let mut order: Vec<usize> = (0..functions.len()).filter(|number| self.totals[*number] > 0).collect();
        // Equal weights in the order of the names, so that a record does not depend on where code was loaded.
        order.sort_by(|a, b| {
            self.weight(*b).cmp(&self.weight(*a)).then_with(|| functions.name(*a).cmp(&functions.name(*b)))
        });
        let mut place = vec![0; functions.len()];
        for (row, number) in order.iter().enumerate() {
            place[*number] = row as u32;
        }
        axis.functions = order.iter().map(|number| self.row(*number, functions)).collect();
        let mut ends: Vec<usize> = (1..self.calls.len()).filter(|number| self.calls[*number].count > 0).collect();
        ends.sort_by(|a, b| self.calls[*b].count.cmp(&self.calls[*a].count).then(a.cmp(b)));
        axis.cut.stacks += ends.iter().skip(MAX_STACKS).map(|number| u64::from(self.calls[*number].count)).sum::<u64>();
        ends.truncate(MAX_STACKS);
        axis.stacks = ends.iter().map(|number| path(&self.calls, *number, &place)).collect();
    }

    fn row(&self, number: usize, functions: &Functions) -> Function {
        let (name, module) = functions.name(number);
        Function {
            name: name.to_owned(),
            module: module.to_owned(),
            own: self.own_samples(number),
            total: self.totals[number],
            self_blocks: self.own[number].map(u64::from),
        }
    }
}

/// Samples that pass through each node.
fn inclusive(nodes: &[Node]) -> Vec<u64> {
    let mut reach: Vec<u64> = nodes.iter().map(|node| u64::from(node.count)).collect();
    for number in (1..nodes.len()).rev() {
        reach[nodes[number].parent as usize] += reach[number];
    }
    reach
}

/// The tree again, with functions in place of addresses: fewer nodes, same counts.
fn by_function(nodes: &[Node], function: &[u32]) -> Vec<Node> {
    let mut calls = vec![Node { parent: 0, frame: 0, count: 0 }];
    let mut children: HashMap<(u32, u32), u32> = HashMap::new();
    let mut place = vec![0; nodes.len()];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let parent = place[node.parent as usize];
        let called = function[node.frame as usize];
        let next = calls.len() as u32;
        let own = *children.entry((parent, called)).or_insert(next);
        if own == next {
            calls.push(Node { parent, frame: called, count: 0 });
        }
        calls[own as usize].count += node.count;
        place[number] = own;
    }
    calls
}

/// Samples with each function anywhere, once per sample however often it recurs.
fn totals(calls: &[Node], functions: usize) -> Vec<u64> {
    let reach = inclusive(calls);
    let mut totals = vec![0; functions];
    for (number, node) in calls.iter().enumerate().skip(1) {
        let mut above = node.parent;
        while above != 0 && calls[above as usize].frame != node.frame {
            above = calls[above as usize].parent;
        }
        if above == 0 {
            totals[node.frame as usize] += reach[number];
        }
    }
    totals
}

/// One stack, root first, by the functions' rows in the list.
fn path(calls: &[Node], end: usize, place: &[u32]) -> Stack {
    let mut frames = Vec::new();
    let mut number = end;
    while number != 0 {
        frames.push(place[calls[number].frame as usize]);
        number = calls[number].parent as usize;
    }
    frames.reverse();
    Stack { frames, count: u64::from(calls[end].count) }
}

#[cfg(test)]
mod tests {
    use super::{ByFunction, Names, by_function, inclusive, totals};
    use crate::profile::fold::AddressTree;
    use crate::profile::functions::Functions;
    use crate::record::CpuStacks;

    /// Addresses 10 and 11 are in function 1, 20 in function 2.
    fn function_of(tree: &AddressTree) -> Vec<u32> {
        tree.frames.iter().map(|frame| (frame.address / 10) as u32).collect()
    }

    fn names_of(tree: &AddressTree, count: usize) -> Names {
        let mut functions = Functions::new();
        for number in 1..count {
            functions.number(&format!("f{number}"), "m");
        }
        Names { functions, function: function_of(tree), named: vec![true; tree.frames.len()] }
    }

    #[test]
    fn addresses_of_one_function_become_one_frame() {
        let mut tree = AddressTree::new();
        tree.add(0, &[20, 10], 0);
        tree.add(0, &[20, 11], 0);
        let calls = by_function(&tree.nodes, &function_of(&tree));
        assert_eq!(calls.len(), 1 + 2);
        assert_eq!(calls[2].count, 2);
    }

    #[test]
    fn a_recursive_function_counts_once_per_sample() {
        let mut tree = AddressTree::new();
        tree.add(0, &[10, 20, 11], 0);
        let calls = by_function(&tree.nodes, &function_of(&tree));
        assert_eq!(totals(&calls, 3), [0, 1, 1]);
    }

    #[test]
    fn inclusive_counts_add_up_to_the_samples() {
        let mut tree = AddressTree::new();
        tree.add(0, &[20, 10], 0);
        tree.add(0, &[10], 0);
        assert_eq!(inclusive(&tree.nodes)[0], 2);
    }

    #[test]
    fn the_list_has_the_heaviest_function_first_and_stacks_refer_to_it() {
        let mut tree = AddressTree::new();
        tree.add(0, &[20, 10], 3);
        tree.add(0, &[20, 11], 4);
        tree.add(0, &[10], 0);
        let names = names_of(&tree, 3);
        let mut axis = CpuStacks::default();
        ByFunction::of(&tree, &names).list(&names.functions, &mut axis);
        let rows: Vec<(&str, u64, u64)> = axis.functions.iter().map(|row| (&*row.name, row.own, row.total)).collect();
        assert_eq!(rows, [("f2", 2, 2), ("f1", 1, 3)]);
        assert_eq!((axis.functions[0].self_blocks[3], axis.functions[0].self_blocks[4]), (1, 1));
        let stacks: Vec<(&[u32], u64)> = axis.stacks.iter().map(|stack| (&*stack.frames, stack.count)).collect();
        assert_eq!(stacks, [(&[1, 0][..], 2), (&[1][..], 1)]);
    }

    #[test]
    fn the_lightest_functions_are_counted_together() {
        let mut tree = AddressTree::new();
        for (address, times) in [(10, 5), (20, 1), (30, 7), (40, 2)] {
            for _ in 0..times {
                tree.add(0, &[address], 0);
            }
        }
        let mut names = names_of(&tree, 5);
        let profile = ByFunction::of(&tree, &names);
        assert_eq!(names.keep_most(&profile, 3), 2);
        let profile = ByFunction::of(&tree, &names);
        assert_eq!(profile.totals, [3, 5, 0, 7, 0]);
    }
}
