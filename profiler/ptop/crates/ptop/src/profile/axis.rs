//! The folded addresses become functions and stacks of functions.

use std::cmp::Reverse;

use super::fold::{AddressTree, Frame, Load, Node};
use super::functions::{Functions, OTHER_NUMBER};
use super::layouts::Layouts;
use crate::abi::BLOCKS;
use crate::record::{Function, PythonStacks, StackCut};

/// Functions listed per kind; those that weigh least beyond them are counted together.
const MAX_FUNCTIONS: usize = 16_384;
/// Stacks listed per kind; what further ones weigh counts in the functions only.
const MAX_STACKS: usize = 16_384;

/// All stacks of one kind in terms of functions. Weights are samples, nanoseconds or bytes.
#[derive(Debug, Default)]
pub struct Folded {
    /// Stacks that arrived.
    pub samples: u64,
    /// Of those, the ones that reach a marked root.
    pub whole: u64,
    /// Frames of all events.
    pub frames: u64,
    /// Of those, the ones in a function that has a name.
    pub named: u64,
    /// What became of the frames of Python interpreters.
    pub python: PythonStacks,
    /// Most weight on top first.
    pub functions: Vec<Function>,
    /// Most weight first.
    pub stacks: Vec<FoldedStack>,
    /// What the lists leave out.
    pub cut: StackCut,
}

/// A stack of functions.
#[derive(Debug)]
pub struct FoldedStack {
    /// Root first, by place in the list of functions.
    pub frames: Vec<u32>,
    /// As the events said.
    pub key: u32,
    /// Events and their weight.
    pub load: Load,
}

/// Builds everything but the counts of samples.
pub fn build(mut tree: AddressTree, names: &Names) -> Folded {
    tree.freeze();
    let mut axis = Folded::default();
    let reach = inclusive(&tree, |load| load.count);
    let passes = tree.nodes.iter().zip(&reach).skip(1).map(|(node, count)| (node.frame, *count));
    for (frame, count) in passes.chain(tree.cut.iter().map(|(leaf, load)| (*leaf, load.count))) {
        axis.frames += count;
        axis.named += if names.named[frame as usize] { count } else { 0 };
    }
    drop(reach);
    axis.cut.functions = names.functions.cut;
    axis.cut.stacks = tree.cut.values().map(|load| load.weight).sum();
    let mut profile = ByFunction::of(&tree, names, &names.function);
    if names.functions.len() > MAX_FUNCTIONS {
        let mut function = names.function.clone();
        axis.cut.functions += keep_most(&mut function, &profile, MAX_FUNCTIONS);
        profile = ByFunction::of(&tree, names, &function);
    }
    profile.list(&names.functions, &mut axis);
    axis
}

/// Each frame's function, and whether it has a name.
pub struct Names {
    functions: Functions,
    function: Vec<u32>,
    named: Vec<bool>,
}

impl Names {
    /// Looks up every frame, each address space in one pass.
    pub fn look_up(frames: &[Frame], layouts: &mut Layouts) -> Names {
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
}

/// Counts all but the functions that weigh most together. Returns how many those are.
fn keep_most(function: &mut [u32], profile: &ByFunction, keep: usize) -> u64 {
    let mut order: Vec<u32> =
        (1..profile.totals.len() as u32).filter(|number| profile.totals[*number as usize] > 0).collect();
    order.sort_by_key(|number| Reverse(profile.weight(*number as usize)));
    let mut is_kept = vec![false; profile.totals.len()];
    for number in order.iter().take(keep - 1) {
        is_kept[*number as usize] = true;
    }
    for number in function.iter_mut().filter(|number| !is_kept[**number as usize]) {
        *number = OTHER_NUMBER;
    }
    order.len().saturating_sub(keep - 1) as u64
}

/// The profile in terms of functions.
struct ByFunction {
    /// The tree of stacks; `frame` is a function.
    calls: AddressTree,
    /// Weight with the function anywhere.
    totals: Vec<u64>,
    /// Weight with the function on top, by block.
    own: Vec<[u64; BLOCKS]>,
}

impl ByFunction {
    fn of(tree: &AddressTree, names: &Names, function: &[u32]) -> ByFunction {
        let calls = tree.by_function(function);
        let mut totals = totals(&calls, names.functions.len());
        let mut own = vec![[0_u64; BLOCKS]; names.functions.len()];
        tree.each_leaf(&mut |leaf, blocks| {
            for (all, part) in own[function[leaf as usize] as usize].iter_mut().zip(blocks) {
                *all = all.saturating_add(part);
            }
        });
        for (leaf, load) in &tree.cut {
            let total = &mut totals[function[*leaf as usize] as usize];
            *total = total.saturating_add(load.weight);
        }
        ByFunction { calls, totals, own }
    }

    /// What decides a function's place in the list.
    fn weight(&self, number: usize) -> (u64, u64) {
        (self.own_weight(number), self.totals[number])
    }

    fn own_weight(&self, number: usize) -> u64 {
        self.own[number].iter().fold(0, |sum, part| sum.saturating_add(*part))
    }

    /// Writes the functions that occur, most weight first, and the stacks in terms of them.
    fn list(&self, functions: &Functions, axis: &mut Folded) {
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
        let mut ends = Vec::new();
        self.calls.each_end(&mut |node, key, load| ends.push((node, key, load)));
        ends.sort_unstable_by_key(|(node, key, load)| (Reverse(load.weight), *node, *key));
        axis.cut.stacks += ends.iter().skip(MAX_STACKS).map(|(_, _, load)| load.weight).sum::<u64>();
        ends.truncate(MAX_STACKS);
        let stack = |(node, key, load): &(u32, u32, Load)| FoldedStack {
            frames: path(&self.calls.nodes, *node as usize, &place),
            key: *key,
            load: *load,
        };
        axis.stacks = ends.iter().map(stack).collect();
    }

    fn row(&self, number: usize, functions: &Functions) -> Function {
        let (name, module) = functions.name(number);
        Function {
            name: name.to_owned(),
            module: module.to_owned(),
            own: self.own_weight(number),
            total: self.totals[number],
            self_blocks: self.own[number],
        }
    }
}

/// What passes through each node, by either measure of a load.
fn inclusive(tree: &AddressTree, measure: impl Fn(Load) -> u64) -> Vec<u64> {
    let mut reach = vec![0_u64; tree.nodes.len()];
    tree.each_end(&mut |node, _, load| {
        let sum = &mut reach[node as usize];
        *sum = sum.saturating_add(measure(load));
    });
    for number in (1..reach.len()).rev() {
        let parent = tree.nodes[number].parent as usize;
        reach[parent] = reach[parent].saturating_add(reach[number]);
    }
    reach
}

/// Weight with each function anywhere, once per stack however often it recurs.
fn totals(calls: &AddressTree, functions: usize) -> Vec<u64> {
    let reach = inclusive(calls, |load| load.weight);
    let nodes = &calls.nodes;
    let mut totals = vec![0_u64; functions];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let mut above = node.parent;
        while above != 0 && nodes[above as usize].frame != node.frame {
            above = nodes[above as usize].parent;
        }
        if above == 0 {
            let total = &mut totals[node.frame as usize];
            *total = total.saturating_add(reach[number]);
        }
    }
    totals
}

/// One stack, root first, by the functions' rows in the list.
fn path(calls: &[Node], end: usize, place: &[u32]) -> Vec<u32> {
    let mut frames = Vec::new();
    let mut number = end;
    while number != 0 {
        frames.push(place[calls[number].frame as usize]);
        number = calls[number].parent as usize;
    }
    frames.reverse();
    frames
}

#[cfg(test)]
mod tests {
    use super::{ByFunction, Folded, Names, inclusive, keep_most, totals};
    use crate::profile::fold::{AddressTree, Frames, Load, Place};
    use crate::profile::functions::Functions;

    /// A tree of clock samples: stacks, leaf first, with their block.
    fn tree_of(stacks: &[(&[u64], usize)]) -> (Frames, AddressTree) {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        for (stack, block) in stacks {
            tree.add(&mut frames, 0, stack, Place { block: *block, key: 0 }, Load { count: 1, weight: 1 });
        }
        (frames, tree)
    }

    /// Addresses 10 and 11 are in function 1, 20 in function 2.
    fn function_of(frames: &Frames) -> Vec<u32> {
        frames.rows.iter().map(|frame| (frame.address / 10) as u32).collect()
    }

    fn names_of(frames: &Frames, count: usize) -> Names {
        let mut functions = Functions::new();
        for number in 1..count {
            functions.number(&format!("f{number}"), "m");
        }
        Names { functions, function: function_of(frames), named: vec![true; frames.rows.len()] }
    }

    #[test]
    fn a_recursive_function_counts_once_per_sample() {
        let (frames, tree) = tree_of(&[(&[10, 20, 11], 0)]);
        assert_eq!(totals(&tree.by_function(&function_of(&frames)), 3), [0, 1, 1]);
    }

    #[test]
    fn inclusive_counts_add_up_to_the_samples() {
        let (_, tree) = tree_of(&[(&[20, 10], 0), (&[10], 0)]);
        assert_eq!(inclusive(&tree, |load| load.count)[0], 2);
    }

    #[test]
    fn the_list_has_the_heaviest_function_first_and_stacks_refer_to_it() {
        let (frames, tree) = tree_of(&[(&[20, 10], 3), (&[20, 11], 4), (&[10], 0)]);
        let names = names_of(&frames, 3);
        let mut axis = Folded::default();
        ByFunction::of(&tree, &names, &names.function).list(&names.functions, &mut axis);
        let rows: Vec<(&str, u64, u64)> = axis.functions.iter().map(|row| (&*row.name, row.own, row.total)).collect();
        assert_eq!(rows, [("f2", 2, 2), ("f1", 1, 3)]);
        assert_eq!((axis.functions[0].self_blocks[3], axis.functions[0].self_blocks[4]), (1, 1));
        let stacks: Vec<(&[u32], u64)> = axis.stacks.iter().map(|stack| (&*stack.frames, stack.load.count)).collect();
        assert_eq!(stacks, [(&[1, 0][..], 2), (&[1][..], 1)]);
    }

    #[test]
    fn weight_and_not_number_decides_where_events_are_weighed() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::weighing());
        let many = Load { count: 100, weight: 7 };
        tree.add(&mut frames, 0, &[10], Place { block: 0, key: 5 }, many);
        tree.add(&mut frames, 0, &[20], Place { block: 1, key: 6 }, Load { count: 1, weight: 900 });
        let names = names_of(&frames, 3);
        let axis = super::build(tree, &names);
        assert_eq!((&*axis.functions[0].name, axis.functions[0].own), ("f2", 900));
        assert_eq!((axis.stacks[1].key, axis.stacks[1].load), (5, many));
        assert_eq!((axis.frames, axis.named), (101, 101));
    }

    #[test]
    fn the_lightest_functions_are_counted_together() {
        let mut stacks: Vec<(&[u64], usize)> = Vec::new();
        for (stack, times) in [(&[10_u64][..], 5), (&[20], 1), (&[30], 7), (&[40], 2)] {
            stacks.extend(std::iter::repeat_n((stack, 0), times));
        }
        let (frames, tree) = tree_of(&stacks);
        let names = names_of(&frames, 5);
        let mut function = names.function.clone();
        let profile = ByFunction::of(&tree, &names, &function);
        assert_eq!(keep_most(&mut function, &profile, 3), 2);
        assert_eq!(ByFunction::of(&tree, &names, &function).totals, [3, 5, 0, 7, 0]);
    }
}
