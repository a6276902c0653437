//! The folded addresses become functions and stacks of functions.

use std::collections::HashMap;

use super::fold::{AddressTree, Frame, Node};
use super::functions::Functions;
use super::layouts::Layouts;
use crate::abi::BLOCKS;
use crate::record::{CpuStacks, Function, Stack, StackCut};

/// Stacks listed; samples of further ones count in the functions only.
const MAX_STACKS: usize = 16_384;

/// Each frame's function, and whether it has a name.
struct Names {
    functions: Functions,
    function: Vec<u32>,
    named: Vec<bool>,
}

/// Builds everything but the counts of samples and the rates.
pub fn build(mut tree: AddressTree, layouts: &mut Layouts) -> CpuStacks {
    tree.freeze();
    let names = name_frames(&tree.frames, layouts);
    let reach = inclusive(&tree.nodes);
    let mut axis = CpuStacks::default();
    for (node, count) in tree.nodes.iter().zip(&reach).skip(1) {
        axis.frames += count;
        axis.named += if names.named[node.frame as usize] { *count } else { 0 };
    }
    let calls = by_function(&tree.nodes, &names.function);
    let mut totals = totals(&calls, names.functions.len());
    let mut own = vec![[0; BLOCKS]; names.functions.len()];
    for (leaf, blocks) in &tree.leaves {
        for (all, part) in own[names.function[*leaf as usize] as usize].iter_mut().zip(blocks) {
            *all += u64::from(*part);
        }
    }
    for (leaf, count) in &tree.cut {
        totals[names.function[*leaf as usize] as usize] += u64::from(*count);
        axis.frames += u64::from(*count);
        axis.named += if names.named[*leaf as usize] { u64::from(*count) } else { 0 };
        axis.cut.stacks += u64::from(*count);
    }
    axis.cut.functions = names.functions.cut;
    list(names.functions, &totals, &own, &calls, &mut axis);
    axis
}

fn name_frames(frames: &[Frame], layouts: &mut Layouts) -> Names {
    let mut names =
        Names { functions: Functions::new(), function: vec![0; frames.len()], named: vec![false; frames.len()] };
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
    names
}

/// Samples that pass through each node.
fn inclusive(nodes: &[Node]) -> Vec<u64> {
    let mut reach: Vec<u64> = nodes.iter().map(|node| u64::from(node.count)).collect();
    for number in (1..nodes.len()).rev() {
        reach[nodes[number].parent as usize] += reach[number];
    }
    reach
}

/// The tree again, with functions in place of addresses: fewer nodes, same counts. `frame` is then a function.
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

/// Writes the functions that occur, most samples first, and the stacks in terms of them.
fn list(functions: Functions, totals: &[u64], own: &[[u64; BLOCKS]], calls: &[Node], axis: &mut CpuStacks) {
    let names = functions.into_names();
    let mut order: Vec<usize> = (0..names.len()).filter(|number| totals[*number] > 0).collect();
    let self_of = |number: usize| own[number].iter().sum::<u64>();
    order.sort_by(|a, b| {
        (self_of(*b), totals[*b]).cmp(&(self_of(*a), totals[*a])).then_with(|| names[*a].cmp(&names[*b]))
    });
    let mut place = vec![0; names.len()];
    for (row, number) in order.iter().enumerate() {
        place[*number] = row as u32;
    }
    let row = |number: &usize| Function {
        name: names[*number].0.clone(),
        module: names[*number].1.clone(),
        own: self_of(*number),
        total: totals[*number],
        self_blocks: own[*number],
    };
    axis.functions = order.iter().map(row).collect();
    let mut ends: Vec<usize> = (1..calls.len()).filter(|number| calls[*number].count > 0).collect();
    ends.sort_by(|a, b| calls[*b].count.cmp(&calls[*a].count).then(a.cmp(b)));
    let beyond: u64 = ends.iter().skip(MAX_STACKS).map(|number| u64::from(calls[*number].count)).sum();
    ends.truncate(MAX_STACKS);
    axis.stacks = ends.iter().map(|number| path(calls, *number, &place)).collect();
    axis.cut = StackCut { stacks: axis.cut.stacks + beyond, ..axis.cut };
}

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
    use super::{by_function, inclusive, totals};
    use crate::profile::fold::AddressTree;

    /// Addresses 10 and 11 are in function 1, 20 in function 2.
    fn function_of(tree: &AddressTree) -> Vec<u32> {
        tree.frames.iter().map(|frame| (frame.address / 10) as u32).collect()
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
}
