//! The folded addresses become functions and stacks of functions.

use std::cmp::Reverse;
use std::rc::Rc;

use super::fold::{AddressTree, Load, Node};
use super::functions::{Functions, OTHER_NUMBER};
use super::names::Names;
use crate::abi::BLOCKS;
use crate::record::cpu_stacks::{PythonStacks, SourceDetail};
use crate::record::stacks::{Function, FunctionLine, StackCut};

/// Functions listed per kind; those that weigh least beyond them are counted together.
const MAX_FUNCTIONS: usize = 16_384;
/// Stacks listed per kind; what further ones weigh counts in the functions only.
const MAX_STACKS: usize = 16_384;
/// Lines listed per function, those that weigh most.
const MAX_LINES: usize = 8;

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
    /// What debug information said.
    pub detail: SourceDetail,
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
        axis.named += if names.is_named(frame) { count } else { 0 };
    }
    drop(reach);
    axis.cut.functions = names.functions.cut;
    axis.cut.stacks = tree.cut.values().map(|load| load.weight).sum();
    let mut shown = Shown { names, is_kept: None };
    let mut profile = ByFunction::of(&tree, &shown);
    if names.functions.len() > MAX_FUNCTIONS {
        axis.cut.functions += shown.keep_most(&profile, MAX_FUNCTIONS);
        // Not two at once.
        drop(profile);
        profile = ByFunction::of(&tree, &shown);
    }
    axis.detail = SourceDetail { cut: names.detail.cut + profile.left_out, ..names.detail };
    profile.list(&names.functions, &mut axis);
    axis
}

/// Which functions frames are shown as.
struct Shown<'a> {
    names: &'a Names,
    /// By function, when not all are listed.
    is_kept: Option<Vec<bool>>,
}

impl Shown<'_> {
    /// A function, or what stands for those that are counted together.
    fn shown(&self, function: u32) -> u32 {
        let is_kept = self.is_kept.as_ref().is_none_or(|is_kept| is_kept[function as usize]);
        if is_kept { function } else { OTHER_NUMBER }
    }

    fn innermost(&self, frame: u32) -> u32 {
        self.shown(self.names.innermost(frame))
    }

    /// Counts all but the functions that weigh most together. Returns how many those are.
    fn keep_most(&mut self, profile: &ByFunction, keep: usize) -> u64 {
        let mut order: Vec<u32> =
            (1..profile.totals.len() as u32).filter(|number| profile.totals[*number as usize] > 0).collect();
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
struct ByFunction {
    /// The tree of stacks; `frame` is a function.
    calls: AddressTree,
    /// Weight with the function anywhere.
    totals: Vec<u64>,
    /// Weight with the function on top, by block.
    own: Own,
    /// Weight with the function on top by line, sorted by both.
    lines: Vec<(u32, u32, u64)>,
    /// Inlined functions that the tree had no room for.
    left_out: u64,
}

impl ByFunction {
    fn of(tree: &AddressTree, shown: &Shown<'_>) -> ByFunction {
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
        ByFunction { calls, totals, own, lines, left_out }
    }

    /// What decides a function's place in the list.
    fn weight(&self, number: usize) -> (u64, u64) {
        (self.own_weight(number), self.totals[number])
    }

    fn own_weight(&self, number: usize) -> u64 {
        self.own.of(number).map_or(0, |blocks| blocks.iter().fold(0, |sum: u64, part| sum.saturating_add(*part)))
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
        let declared = functions.declared(number);
        Function {
            name: Rc::clone(name),
            module: Rc::clone(module),
            own: self.own_weight(number),
            total: self.totals[number],
            self_blocks: self.own.of(number).map(|blocks| Box::new(*blocks)),
            file: declared.map(|(file, _)| Rc::clone(file)),
            line: declared.map(|(_, line)| line).filter(|line| *line > 0),
            lines: self.lines_of(number as u32),
        }
    }

    /// The lines of a function that weigh most.
    fn lines_of(&self, function: u32) -> Vec<FunctionLine> {
        let first = self.lines.partition_point(|(of, ..)| *of < function);
        let of_function = self.lines[first..].iter().take_while(|(of, ..)| *of == function);
        let mut lines: Vec<FunctionLine> =
            of_function.map(|(_, line, own)| FunctionLine { line: *line, own: *own }).collect();
        lines.sort_by_key(|line| (Reverse(line.own), line.line));
        lines.truncate(MAX_LINES);
        lines
    }
}

/// Weights by block, of the functions that have any: most functions never are on top.
struct Own {
    /// By function, one more than its place in `blocks`, or 0.
    places: Vec<u32>,
    blocks: Vec<[u64; BLOCKS]>,
}

impl Own {
    fn new(functions: usize) -> Own {
        Own { places: vec![0; functions], blocks: Vec::new() }
    }

    fn add(&mut self, function: u32, blocks: [u64; BLOCKS]) {
        let place = &mut self.places[function as usize];
        if *place == 0 {
            self.blocks.push([0; BLOCKS]);
            *place = self.blocks.len() as u32;
        }
        for (all, part) in self.blocks[*place as usize - 1].iter_mut().zip(blocks) {
            *all = all.saturating_add(part);
        }
    }

    fn of(&self, function: usize) -> Option<&[u64; BLOCKS]> {
        self.places[function].checked_sub(1).map(|place| &self.blocks[place as usize])
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
    use super::{ByFunction, Folded, Names, Shown, inclusive};
    use crate::profile::fold::{AddressTree, Frames, Load, Place};
    use crate::profile::names;

    /// A tree of clock samples: stacks, leaf first, with their block.
    fn tree_of(stacks: &[(&[u64], usize)]) -> (Frames, AddressTree) {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        for (stack, block) in stacks {
            tree.add(&mut frames, 0, stack, Place { block: *block, key: 0 }, Load { count: 1, weight: 1 });
        }
        (frames, tree)
    }

    /// Addresses 10 and 11 are in function f1, 20 in f2; the last digit is the line.
    fn names_of(frames: &Frames) -> Names {
        let functions: Vec<Vec<(String, u32)>> = (frames.rows.iter())
            .map(|frame| vec![(format!("f{}", frame.address / 10), (frame.address % 10) as u32)])
            .collect();
        named(&functions)
    }

    fn named(functions: &[Vec<(String, u32)>]) -> Names {
        let functions: Vec<Vec<(&str, u32)>> =
            functions.iter().map(|of_one| of_one.iter().map(|(name, line)| (&**name, *line)).collect()).collect();
        names::tests::names_of(&functions.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    fn list(tree: &AddressTree, names: &Names) -> Folded {
        let mut axis = Folded::default();
        ByFunction::of(tree, &Shown { names, is_kept: None }).list(&names.functions, &mut axis);
        axis
    }

    #[test]
    fn a_recursive_function_counts_once_per_sample() {
        let (frames, tree) = tree_of(&[(&[10, 20, 11], 0)]);
        let names = names_of(&frames);
        let profile = ByFunction::of(&tree, &Shown { names: &names, is_kept: None });
        assert_eq!(profile.totals, [0, 0, 1, 1]);
    }

    #[test]
    fn inclusive_counts_add_up_to_the_samples() {
        let (_, tree) = tree_of(&[(&[20, 10], 0), (&[10], 0)]);
        assert_eq!(inclusive(&tree, |load| load.count)[0], 2);
    }

    #[test]
    fn the_list_has_the_heaviest_function_first_and_stacks_refer_to_it() {
        let (frames, tree) = tree_of(&[(&[20, 10], 3), (&[20, 11], 4), (&[10], 0)]);
        let axis = list(&tree, &names_of(&frames));
        let rows: Vec<(&str, u64, u64)> = axis.functions.iter().map(|row| (&*row.name, row.own, row.total)).collect();
        assert_eq!(rows, [("f2", 2, 2), ("f1", 1, 3)]);
        let blocks = axis.functions[0].self_blocks.as_ref().expect("it was on top");
        assert_eq!((blocks[3], blocks[4]), (1, 1));
        let stacks: Vec<(&[u32], u64)> = axis.stacks.iter().map(|stack| (&*stack.frames, stack.load.count)).collect();
        assert_eq!(stacks, [(&[1, 0][..], 2), (&[1][..], 1)]);
    }

    #[test]
    fn inlined_functions_are_functions_of_the_stack_and_own_what_runs_in_them() {
        let (_, tree) = tree_of(&[(&[2, 1], 0), (&[3, 1], 0), (&[3, 1], 0)]);
        // In the order in which they were met: the first leaf, its caller, the other leaf.
        let frames: [&[(&str, u32)]; 4] = [&[], &[("work", 12)], &[("main", 5)], &[("mix", 33), ("work", 14)]];
        let axis = list(&tree, &names::tests::names_of(&frames));
        let rows: Vec<(&str, u64, u64)> = axis.functions.iter().map(|row| (&*row.name, row.own, row.total)).collect();
        assert_eq!(rows, [("mix", 2, 2), ("work", 1, 3), ("main", 0, 3)]);
        let stacks: Vec<(&[u32], u64)> = axis.stacks.iter().map(|stack| (&*stack.frames, stack.load.count)).collect();
        assert_eq!(stacks, [(&[2, 1, 0][..], 2), (&[2, 1][..], 1)]);
        let lines: Vec<(u32, u64)> = axis.functions[0].lines.iter().map(|line| (line.line, line.own)).collect();
        assert_eq!(
            (lines, axis.functions[0].file.as_deref(), axis.functions[0].line),
            (vec![(33, 2)], Some("m.c"), Some(30))
        );
        assert!(axis.functions[2].lines.is_empty());
    }

    #[test]
    fn the_heaviest_lines_of_a_function_are_listed() {
        let stacks: Vec<([u64; 1], usize)> =
            (0..100).map(|n| ([10 + n % 10], 0)).chain((0..7).map(|_| ([14], 3))).collect();
        let stacks: Vec<(&[u64], usize)> = stacks.iter().map(|(stack, block)| (&stack[..], *block)).collect();
        let (frames, tree) = tree_of(&stacks);
        let axis = list(&tree, &names_of(&frames));
        let lines: Vec<(u32, u64)> = axis.functions[0].lines.iter().map(|line| (line.line, line.own)).collect();
        assert_eq!(lines[..3], [(4, 17), (1, 10), (2, 10)]);
        assert_eq!(lines.len(), super::MAX_LINES);
    }

    #[test]
    fn weight_and_not_number_decides_where_events_are_weighed() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::weighing());
        let many = Load { count: 100, weight: 7 };
        tree.add(&mut frames, 0, &[10], Place { block: 0, key: 5 }, many);
        tree.add(&mut frames, 0, &[20], Place { block: 1, key: 6 }, Load { count: 1, weight: 900 });
        let axis = super::build(tree, &names_of(&frames));
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
        let names = names_of(&frames);
        let mut shown = Shown { names: &names, is_kept: None };
        let profile = ByFunction::of(&tree, &shown);
        assert_eq!(shown.keep_most(&profile, 3), 2);
        // Of the frame without an address, then of f1 to f4.
        assert_eq!(ByFunction::of(&tree, &shown).totals, [3, 0, 5, 0, 7, 0]);
    }
}
