//! The folded addresses become functions and stacks of functions.

use super::builds::Builds;
use super::by_function::{ByFunction, Shown, inclusive};
use super::fold::AddressTree;
use super::folded::Folded;
use super::layouts::Layouts;
use super::names::Names;
use crate::record::cpu_stacks::SourceDetail;

/// Functions listed per kind; those that weigh least beyond them are counted together.
const MAX_FUNCTIONS: usize = 16_384;

/// Builds everything but the counts of samples.
pub fn build(mut tree: AddressTree, names: &mut Names, layouts: &mut Layouts, builds: &Builds) -> Folded {
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
    profile.separate(builds, &shown);
    drop(tree);
    axis.detail = SourceDetail { cut: names.detail.cut + profile.left_out, ..names.detail };
    let listed = names.functions.names_of(&profile.occurring(), layouts);
    profile.list(&names.functions, &listed, &mut axis);
    axis
}

#[cfg(test)]
mod tests {
    use super::{Builds, ByFunction, Folded, Layouts, Names, Shown, inclusive};
    use crate::profile::by_function::MAX_LINES;
    use crate::profile::fold::tests::stack;
    use crate::profile::fold::{AddressTree, Frames, Load, Place};
    use crate::profile::names;

    /// A tree of clock samples: stacks, leaf first, with their block.
    fn tree_of(stacks: &[(&[u64], usize)]) -> (Frames, AddressTree) {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        for (addresses, block) in stacks {
            tree.add(&mut frames, &stack(0, addresses), Place { block: *block, key: 0 }, Load { count: 1, weight: 1 });
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

    fn list(tree: &AddressTree, names: &mut Names) -> Folded {
        let mut axis = Folded::default();
        let profile = ByFunction::of(tree, &Shown { names, is_kept: None });
        let listed = names.functions.names_of(&profile.occurring(), &mut Layouts::new());
        profile.list(&names.functions, &listed, &mut axis);
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
        let axis = list(&tree, &mut names_of(&frames));
        let rows: Vec<(&str, u64, u64)> = axis.functions.iter().map(|row| (&*row.name, row.own, row.total)).collect();
        assert_eq!(rows, [("f2", 2, 2), ("f1", 1, 3)]);
        let blocks = axis.functions[0].self_blocks.get();
        assert_eq!((blocks[3], blocks[4]), (1, 1));
        let stacks: Vec<(&[u32], u64)> = axis.stacks.iter().map(|stack| (&*stack.frames, stack.load.count)).collect();
        assert_eq!(stacks, [(&[1, 0][..], 2), (&[1][..], 1)]);
    }

    #[test]
    fn inlined_functions_are_functions_of_the_stack_and_own_what_runs_in_them() {
        let (_, tree) = tree_of(&[(&[2, 1], 0), (&[3, 1], 0), (&[3, 1], 0)]);
        // In the order in which they were met: the first leaf, its caller, the other leaf.
        let frames: [&[(&str, u32)]; 4] = [&[], &[("work", 12)], &[("main", 5)], &[("mix", 33), ("work", 14)]];
        let axis = list(&tree, &mut names::tests::names_of(&frames));
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
        let axis = list(&tree, &mut names_of(&frames));
        let lines: Vec<(u32, u64)> = axis.functions[0].lines.iter().map(|line| (line.line, line.own)).collect();
        assert_eq!(lines[..3], [(4, 17), (1, 10), (2, 10)]);
        assert_eq!(lines.len(), MAX_LINES);
    }

    #[test]
    fn weight_and_not_number_decides_where_events_are_weighed() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::weighing());
        let many = Load { count: 100, weight: 7 };
        tree.add(&mut frames, &stack(0, &[10]), Place { block: 0, key: 5 }, many);
        tree.add(&mut frames, &stack(0, &[20]), Place { block: 1, key: 6 }, Load { count: 1, weight: 900 });
        let axis = super::build(tree, &mut names_of(&frames), &mut Layouts::new(), &Builds::default());
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
