//! A profile in terms of functions: what each weighs, and stacks of them.

use std::cmp::Reverse;
use std::rc::Rc;

use super::builds::{BuildRows, Builds};
use super::fold::{AddressTree, Load, Node};
use super::folded::{Folded, FoldedStack};
use super::function_names::FunctionNames;
use super::functions::{Functions, OTHER_NUMBER};
use super::names::Names;
use crate::abi::BLOCKS;
use crate::record::Blocks;
use crate::record::stacks::{Function, FunctionLine, OwnBlocks};

/// Stacks listed per kind; what further ones weigh counts in the functions only.
const MAX_STACKS: usize = 16_384;
/// Frames of all stacks that are listed together, four bytes each.
const MAX_STACK_FRAMES: usize = 2_000_000;
/// Lines listed per function, those that weigh most.
pub(super) const MAX_LINES: usize = 8;

/// Which functions frames are shown as.
pub(super) struct Shown<'a> {
    pub(super) names: &'a Names,
    /// By function, when not all are listed.
    pub(super) is_kept: Option<Vec<bool>>,
}

impl Shown<'_> {
    /// A function, or the placeholder for those that are counted together.
    fn shown(&self, function: u32) -> u32 {
        let is_kept = self.is_kept.as_ref().is_none_or(|is_kept| is_kept[function as usize]);
        if is_kept { function } else { OTHER_NUMBER }
    }

    fn innermost(&self, frame: u32) -> u32 {
        self.shown(self.names.innermost(frame))
    }

    /// Counts all but the functions that weigh most together. Returns how many those are.
    pub(super) fn keep_most(&mut self, profile: &ByFunction, keep: usize) -> u64 {
        let mut order = profile.occurring();
        order.retain(|number| *number != OTHER_NUMBER);
        order.sort_by_key(|number| Reverse(profile.weight(*number as usize)));
        let mut is_kept = vec![false; profile.totals.len()];
        for number in order.iter().take(keep - 1) {
            is_kept[*number as usize] = true;
        }
        self.is_kept = Some(is_kept);
        order.len().saturating_sub(keep - 1) as u64
    }
}

/// The profile in terms of functions.
pub(super) struct ByFunction {
    /// The tree of stacks; `frame` is a function.
    calls: AddressTree,
    /// Weight with the function anywhere.
    pub(super) totals: Vec<u64>,
    /// Weight with the function on top, by block.
    own: Own,
    /// Weight with the function on top by line, sorted by both.
    lines: Vec<(u32, u32, u64)>,
    /// Inlined functions that the tree had no room for.
    pub(super) left_out: u64,
    /// Samples with the function on top by build.
    builds: BuildRows,
}

impl ByFunction {
    pub(super) fn of(tree: &AddressTree, shown: &Shown<'_>) -> ByFunction {
        let names = shown.names;
        let (calls, left_out) = tree.by_function(&|frame| names.at(frame), &|function| shown.shown(function));
        let mut totals = totals(&calls, names.functions.len());
        let mut own = Own::new(names.functions.len());
        let mut lines = Vec::new();
        tree.each_leaf(&mut |leaf, blocks| {
            let (function, line) = (shown.innermost(leaf), names.line(leaf));
            own.add(function, blocks);
            if line > 0 && function != OTHER_NUMBER {
                lines.push((function, line, blocks.iter().fold(0, |sum: u64, part| sum.saturating_add(*part))));
            }
        });
        lines.sort_unstable();
        lines.dedup_by(|next, sum| {
            let is_same = (next.0, next.1) == (sum.0, sum.1);
            sum.2 = if is_same { sum.2.saturating_add(next.2) } else { sum.2 };
            is_same
        });
        for (leaf, load) in &tree.cut {
            let functions = names.at(*leaf);
            for (index, function) in functions.iter().enumerate() {
                if !functions[..index].contains(function) {
                    let total = &mut totals[shown.shown(*function) as usize];
                    *total = total.saturating_add(load.weight);
                }
            }
        }
        ByFunction { calls, totals, own, lines, left_out, builds: BuildRows::default() }
    }

    /// Separates builds in what is listed.
    pub(super) fn separate(&mut self, builds: &Builds, shown: &Shown<'_>) {
        self.builds = builds.by_function(|leaf| shown.innermost(leaf));
    }

    /// What decides a function's place in the list.
    fn weight(&self, number: usize) -> (u64, u64) {
        (self.own_weight(number), self.totals[number])
    }

    fn own_weight(&self, number: usize) -> u64 {
        self.own.of(number).map_or(0, |blocks| blocks.iter().fold(0, |sum: u64, part| sum.saturating_add(*part)))
    }

    /// The functions that occur.
    pub(super) fn occurring(&self) -> Vec<u32> {
        (0..self.totals.len() as u32).filter(|number| self.totals[*number as usize] > 0).collect()
    }

    /// Writes the functions that occur, most weight first, and the stacks in terms of them.
    pub(super) fn list(mut self, functions: &Functions, names: &FunctionNames, axis: &mut Folded) {
        let mut order = self.occurring();
        // Equal weights in the order of the names, so that a record does not depend on where code was loaded.
        order.sort_by(|a, b| {
            let name = |number: u32| (names.get(number), functions.module(number as usize));
            self.weight(*b as usize).cmp(&self.weight(*a as usize)).then_with(|| name(*a).cmp(&name(*b)))
        });
        let mut place = vec![0; functions.len()];
        for (row, number) in order.iter().enumerate() {
            place[*number as usize] = row as u32;
        }
        let mut ends = Vec::new();
        self.calls.each_end(&mut |node, key, load| ends.push((node, key, load)));
        ends.sort_unstable_by_key(|(node, key, load)| (Reverse(load.weight), *node, *key));
        let depths = ends.iter().map(|(node, ..)| above(&self.calls.nodes, *node as usize).count());
        let listed = fitting(depths.take(MAX_STACKS), MAX_STACK_FRAMES);
        axis.cut.stacks += ends.iter().skip(listed).map(|(_, _, load)| load.weight).sum::<u64>();
        ends.truncate(listed);
        let stack = |(node, key, load): &(u32, u32, Load)| FoldedStack {
            frames: path(&self.calls.nodes, *node as usize, &place),
            key: *key,
            load: *load,
        };
        axis.stacks = ends.iter().map(stack).collect();
        // The rows take as much again.
        drop((ends, place));
        self.calls = AddressTree::weighing();
        axis.functions = order.iter().map(|number| self.row(*number, functions, names)).collect();
    }

    fn row(&self, number: u32, functions: &Functions, names: &FunctionNames) -> Function {
        let name = names.share(number);
        let number = number as usize;
        let declared = functions.declared(number);
        Function {
            name,
            module: functions.share_module(number),
            own: self.own_weight(number),
            total: self.totals[number],
            self_blocks: self.own.share(number),
            line: declared.as_ref().map(|(_, line)| *line).filter(|line| *line > 0),
            file: declared.map(|(file, _)| file),
            lines: self.lines_of(number as u32),
            self_by_build: self.own.of(number).map_or_else(Box::default, |own| self.builds.of(number as u32, own)),
        }
    }

    /// The lines of a function that weigh most.
    fn lines_of(&self, function: u32) -> Box<[FunctionLine]> {
        let first = self.lines.partition_point(|(of, ..)| *of < function);
        let count = self.lines[first..].iter().take_while(|(of, ..)| *of == function).count();
        let of_function = &self.lines[first..first + count];
        let mut lines: Vec<FunctionLine> =
            of_function.iter().map(|(_, line, own)| FunctionLine { line: *line, own: *own }).collect();
        lines.sort_by_key(|line| (Reverse(line.own), line.line));
        lines.truncate(MAX_LINES);
        lines.into_boxed_slice()
    }
}

/// Weights by block, of the functions that have any: most functions never are on top.
struct Own {
    /// By function, one more than its place in `blocks`, or 0.
    places: Vec<u32>,
    blocks: Rc<Vec<Blocks>>,
}

impl Own {
    fn new(functions: usize) -> Own {
        Own { places: vec![0; functions], blocks: Rc::default() }
    }

    fn add(&mut self, function: u32, blocks: [u64; BLOCKS]) {
        let place = &mut self.places[function as usize];
        let all = Rc::make_mut(&mut self.blocks);
        if *place == 0 {
            all.push([0; BLOCKS]);
            *place = all.len() as u32;
        }
        for (all, part) in all[*place as usize - 1].iter_mut().zip(blocks) {
            *all = all.saturating_add(part);
        }
    }

    fn row(&self, function: usize) -> Option<u32> {
        self.places[function].checked_sub(1)
    }

    fn of(&self, function: usize) -> Option<&Blocks> {
        self.row(function).map(|row| &self.blocks[row as usize])
    }

    fn share(&self, function: usize) -> OwnBlocks {
        self.row(function).map_or_else(OwnBlocks::default, |row| OwnBlocks::new(&self.blocks, row))
    }
}

/// What passes through each node, by either measure of a load.
pub(super) fn inclusive(tree: &AddressTree, measure: impl Fn(Load) -> u64) -> Vec<u64> {
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

/// How many of the first ones fit into so much room.
fn fitting(sizes: impl Iterator<Item = usize>, room: usize) -> usize {
    let mut left = room;
    let mut takes = |size: usize| left.checked_sub(size).map(|rest| left = rest).is_some();
    sizes.take_while(|size| takes(*size)).count()
}

/// A node and those of its callers, up to the root's.
fn above(calls: &[Node], end: usize) -> impl Iterator<Item = usize> {
    let caller = |node: &usize| Some(calls[*node].parent as usize);
    std::iter::successors(Some(end), caller).take_while(|node| *node != 0)
}

/// One stack, root first, by the functions' rows in the list.
fn path(calls: &[Node], end: usize, place: &[u32]) -> Box<[u32]> {
    let mut frames = Vec::with_capacity(above(calls, end).count());
    frames.extend(above(calls, end).map(|node| place[calls[node].frame as usize]));
    frames.reverse();
    frames.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn as_many_stacks_are_listed_as_there_is_room_for() {
        let fits = |room| fitting([3, 2, 4, 1].into_iter(), room);
        assert_eq!([0, 2, 3, 5, 8, 9, 10, 99].map(fits), [0, 0, 1, 2, 2, 3, 4, 4]);
        assert_eq!(fitting(std::iter::repeat_n(0, 7), 0), 7);
    }
}
