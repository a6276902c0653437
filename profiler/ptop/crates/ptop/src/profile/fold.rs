//! Trees of sampled addresses: one node per distinct path from the root, so
//! that memory follows the variety of stacks and not the number of samples.

use std::collections::HashMap;

use super::numbers::Numbers;
use crate::abi::BLOCKS;

/// Distinct paths kept in all trees together; a sample with a further one keeps only its leaf.
const MAX_NODES: usize = 400_000;
/// Nodes that functions around inlined ones may add to all paths of one tree.
const MAX_INLINED: usize = 100_000;
/// Distinct addresses kept; further ones are the frame 0, which is no function of its own.
const MAX_FRAMES: usize = 131_072;

/// An address in one of the target's address spaces. Number 0 is all those beyond the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Which address space, and in which epoch of it.
    pub layout: u32,
    /// The address to look up.
    pub address: u64,
}

/// What all trees share: their frames, and how many nodes may still be made.
pub struct Frames {
    /// Frames by number.
    pub rows: Vec<Frame>,
    numbers: Numbers,
    nodes_left: usize,
    /// How often a frame had no place.
    pub cut: u64,
}

impl Frames {
    /// Only the frame 0.
    pub fn new() -> Frames {
        Frames {
            rows: vec![Frame { layout: u32::MAX, address: 0 }],
            numbers: Numbers::default(),
            nodes_left: MAX_NODES,
            cut: 0,
        }
    }

    fn number(&mut self, frame: Frame) -> u32 {
        if let Some(number) = self.numbers.find(&frame, |number| self.rows[number as usize]) {
            return number;
        }
        if self.rows.len() >= MAX_FRAMES {
            self.cut += 1;
            return 0;
        }
        let number = self.rows.len() as u32;
        self.rows.push(frame);
        self.numbers.insert(&frame, number, |number| self.rows[number as usize]);
        number
    }

    /// The number of a frame that was added, 0 where it had no place.
    pub fn find(&self, frame: Frame) -> u32 {
        self.numbers.find(&frame, |number| self.rows[number as usize]).unwrap_or(0)
    }

    /// Frees what only [`AddressTree::add`] needs.
    pub fn freeze(&mut self) {
        self.numbers = Numbers::default();
    }
}

/// One node: a frame under its caller. A parent always has a smaller number than its children.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Number of the caller's node; 0 is above the roots.
    pub parent: u32,
    /// Number of the frame.
    pub frame: u32,
    /// In a tree of samples that weigh 1: those whose stack ends here.
    pub count: u32,
}

impl Node {
    fn place(&self) -> (u32, u32) {
        (self.parent, self.frame)
    }
}

/// How much ends somewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    /// Events.
    pub count: u64,
    /// What they weigh: nanoseconds, bytes, or 1 each.
    pub weight: u64,
}

impl Load {
    fn add(&mut self, other: Load) {
        self.count = self.count.saturating_add(other.count);
        self.weight = self.weight.saturating_add(other.weight);
    }
}

/// Weights by the frame on top, in each block. Clock samples have many leaves and small counts.
enum Leaves {
    Counts(HashMap<u32, [u32; BLOCKS]>),
    Weights(HashMap<u32, [u64; BLOCKS]>),
}

/// The tree.
pub struct AddressTree {
    /// Nodes; the first is above the roots and has no frame.
    pub nodes: Vec<Node>,
    /// Samples whose path was cut, by leaf.
    pub cut: HashMap<u32, Load>,
    leaves: Leaves,
    /// What ends at a node, by key: only where samples have a weight.
    ends: HashMap<(u32, u32), Load>,
    /// Numbers of nodes, by their parent and frame.
    children: Numbers,
}

impl AddressTree {
    /// An empty tree of clock samples, each of which counts 1.
    pub fn counting() -> AddressTree {
        AddressTree::with(Leaves::Counts(HashMap::new()))
    }

    /// An empty tree of events that have a weight and a key.
    pub fn weighing() -> AddressTree {
        AddressTree::with(Leaves::Weights(HashMap::new()))
    }

    fn with(leaves: Leaves) -> AddressTree {
        AddressTree {
            nodes: vec![Node { parent: 0, frame: 0, count: 0 }],
            cut: HashMap::new(),
            leaves,
            ends: HashMap::new(),
            children: Numbers::default(),
        }
    }

    /// Adds a stack, leaf first. An empty one is no stack.
    pub fn add(&mut self, frames: &mut Frames, stack: &[Frame], at: Place, load: Load) {
        let Some(leaf) = stack.first() else { return };
        let leaf = frames.number(*leaf);
        let block = at.block.min(BLOCKS - 1);
        match &mut self.leaves {
            Leaves::Counts(counts) => counts.entry(leaf).or_default()[block] += 1,
            Leaves::Weights(weights) => {
                let sum = &mut weights.entry(leaf).or_default()[block];
                *sum = sum.saturating_add(load.weight);
            }
        }
        let mut node = 0;
        for frame in stack.iter().rev() {
            let frame = frames.number(*frame);
            let Some(child) = self.child(node, frame, &mut frames.nodes_left) else {
                self.cut.entry(leaf).or_default().add(load);
                return;
            };
            node = child;
        }
        self.end_at(node, at.key, load);
    }

    /// Adds to what ends at a node.
    fn end_at(&mut self, node: u32, key: u32, load: Load) {
        if self.is_counting() {
            self.nodes[node as usize].count += load.weight as u32;
        } else {
            self.ends.entry((node, key)).or_default().add(load);
        }
    }

    fn is_counting(&self) -> bool {
        matches!(self.leaves, Leaves::Counts(_))
    }

    fn child(&mut self, parent: u32, frame: u32, left: &mut usize) -> Option<u32> {
        if let Some(number) = self.children.find(&(parent, frame), |number| self.nodes[number as usize].place()) {
            return Some(number);
        }
        *left = left.checked_sub(1)?;
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { parent, frame, count: 0 });
        self.children.insert(&(parent, frame), number, |number| self.nodes[number as usize].place());
        Some(number)
    }

    /// What ends where: node, key, load.
    pub fn each_end(&self, sink: &mut dyn FnMut(u32, u32, Load)) {
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.count > 0) {
            let count = u64::from(node.count);
            sink(number as u32, 0, Load { count, weight: count });
        }
        for ((node, key), load) in &self.ends {
            sink(*node, *key, *load);
        }
    }

    /// Weights by the frame on top, in each block.
    pub fn each_leaf(&self, sink: &mut dyn FnMut(u32, [u64; BLOCKS])) {
        match &self.leaves {
            Leaves::Counts(counts) => counts.iter().for_each(|(leaf, blocks)| sink(*leaf, blocks.map(u64::from))),
            Leaves::Weights(weights) => weights.iter().for_each(|(leaf, blocks)| sink(*leaf, *blocks)),
        }
    }

    /// The tree again, with functions in place of addresses: same loads. Its leaves are left out. A
    /// frame represents one or more `functions`, the outermost first, each `shown` as one. Also says how
    /// many inlined ones were left out.
    pub fn by_function<'a>(
        &self,
        functions: &dyn Fn(u32) -> &'a [u32],
        shown: &dyn Fn(u32) -> u32,
    ) -> (AddressTree, u64) {
        let mut calls = if self.is_counting() { AddressTree::counting() } else { AddressTree::weighing() };
        let (mut left, mut left_inlined, mut left_out) = (self.nodes.len(), MAX_INLINED, 0);
        let mut place = vec![0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let mut parent = place[node.parent as usize];
            if let Some((innermost, around)) = functions(node.frame).split_last() {
                for function in around {
                    match calls.child(parent, shown(*function), &mut left_inlined) {
                        Some(child) => parent = child,
                        None => left_out += 1,
                    }
                }
                // One for each address, so there is always room.
                parent = calls.child(parent, shown(*innermost), &mut left).unwrap_or(parent);
            }
            place[number] = parent;
        }
        self.each_end(&mut |node, key, load| calls.end_at(place[node as usize], key, load));
        calls.freeze();
        (calls, left_out)
    }

    /// Frees what only [`AddressTree::add`] needs.
    pub fn freeze(&mut self) {
        self.children = Numbers::default();
    }
}

/// Where in the profile a stack belongs, beside its path.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    /// Block of the window.
    pub block: usize,
    /// Stacks with different keys stay separate.
    pub key: u32,
}

#[cfg(test)]
pub mod tests {
    use super::{AddressTree, Frame, Frames, Load, Place};

    const ONE: Load = Load { count: 1, weight: 1 };

    /// Frames of one address space.
    pub fn stack(layout: u32, addresses: &[u64]) -> Vec<Frame> {
        addresses.iter().map(|address| Frame { layout, address: *address }).collect()
    }

    fn at(block: usize) -> Place {
        Place { block, key: 0 }
    }

    #[test]
    fn stacks_with_a_common_caller_share_its_node() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        tree.add(&mut frames, &stack(0, &[3, 2, 1]), at(0), ONE);
        tree.add(&mut frames, &stack(0, &[4, 2, 1]), at(5), ONE);
        tree.add(&mut frames, &stack(0, &[3, 2, 1]), at(11), ONE);
        assert_eq!(tree.nodes.len(), 1 + 4);
        assert_eq!(frames.rows.len(), 1 + 4);
        let mut counts = Vec::new();
        tree.each_end(&mut |_, _, load| counts.push(load.weight));
        assert_eq!(counts, [2, 1]);
        assert!(tree.nodes.iter().enumerate().skip(1).all(|(number, node)| (node.parent as usize) < number));
    }

    #[test]
    fn leaves_count_in_their_block() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        tree.add(&mut frames, &stack(0, &[9]), at(2), ONE);
        tree.add(&mut frames, &stack(0, &[9, 1]), at(2), ONE);
        let mut leaves = Vec::new();
        tree.each_leaf(&mut |_, blocks| leaves.push(blocks));
        assert_eq!(leaves.len(), 1);
        assert_eq!((leaves[0][2], leaves[0].iter().sum::<u64>()), (2, 2));
    }

    #[test]
    fn weights_add_up_by_path_and_key() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::weighing());
        for (addresses, key, weight) in [([2, 1], 7, 100), ([2, 1], 7, 1), ([2, 1], 8, 5), ([3, 1], 7, u64::MAX)] {
            tree.add(&mut frames, &stack(0, &addresses), Place { block: 3, key }, Load { count: 2, weight });
        }
        let mut ends = Vec::new();
        tree.each_end(&mut |_, key, load| ends.push((load.weight, load.count, key)));
        ends.sort_unstable();
        assert_eq!(ends, [(5, 2, 8), (101, 4, 7), (u64::MAX, 2, 7)]);
        let mut blocks = Vec::new();
        tree.each_leaf(&mut |_, leaf| blocks.push(leaf[3]));
        blocks.sort_unstable();
        assert_eq!(blocks, [106, u64::MAX]);
    }

    #[test]
    fn trees_share_frames_and_the_room_for_nodes() {
        let mut frames = Frames { nodes_left: 3, ..Frames::new() };
        let (mut one, mut other) = (AddressTree::counting(), AddressTree::weighing());
        one.add(&mut frames, &stack(0, &[2, 1]), at(0), ONE);
        other.add(&mut frames, &stack(0, &[2, 1]), at(0), Load { count: 1, weight: 50 });
        assert_eq!((frames.rows.len(), one.nodes.len(), other.nodes.len()), (1 + 2, 1 + 2, 1 + 1));
        assert_eq!(other.cut.values().map(|load| load.weight).sum::<u64>(), 50);
    }

    #[test]
    fn the_same_address_in_two_address_spaces_is_two_frames() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        tree.add(&mut frames, &stack(0, &[1]), at(0), ONE);
        tree.add(&mut frames, &stack(1, &[1]), at(0), ONE);
        assert_eq!(frames.rows.len(), 1 + 2);
    }

    #[test]
    fn frames_beyond_the_table_are_counted() {
        let mut frames = Frames::new();
        let known: Vec<u32> =
            (1..super::MAX_FRAMES as u64).map(|address| frames.number(Frame { layout: 0, address })).collect();
        assert!(known.iter().zip(1..).all(|(number, place)| *number == place));
        let further = [7, u64::MAX, 1 << 40, u64::MAX].map(|address| frames.number(Frame { layout: 0, address }));
        assert_eq!((further, frames.cut), ([7, 0, 0, 0], 3));
    }

    #[test]
    fn an_empty_stack_adds_nothing() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::counting());
        tree.add(&mut frames, &stack(0, &[]), at(0), ONE);
        assert_eq!(tree.nodes.len(), 1);
    }

    #[test]
    fn addresses_of_one_function_become_one_node() {
        let (mut frames, mut tree) = (Frames::new(), AddressTree::weighing());
        tree.add(&mut frames, &stack(0, &[20, 10]), at(0), Load { count: 1, weight: 5 });
        tree.add(&mut frames, &stack(0, &[20, 11]), at(0), Load { count: 1, weight: 6 });
        let function: Vec<[u32; 1]> = frames.rows.iter().map(|frame| [(frame.address / 10) as u32]).collect();
        let (calls, left_out) = tree.by_function(&|frame| &function[frame as usize], &|function| function);
        assert_eq!(left_out, 0);
        assert_eq!(calls.nodes.len(), 1 + 2);
        let mut ends = Vec::new();
        calls.each_end(&mut |node, _, load| ends.push((node, load)));
        assert_eq!(ends, [(2, Load { count: 2, weight: 11 })]);
    }
}
