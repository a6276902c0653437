//! The tree of sampled addresses: one node per distinct path from the root, so
//! that memory follows the variety of stacks and not the number of samples.

use std::collections::HashMap;

use crate::abi::BLOCKS;

/// Distinct paths kept; a sample with a further one keeps only its leaf.
const MAX_NODES: usize = 200_000;
/// Distinct addresses kept; further ones are the frame 0, which is no function of its own.
const MAX_FRAMES: usize = 65_536;

/// An address in one of the target's address spaces. Number 0 stands for those beyond the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Which address space.
    pub layout: u16,
    /// The address to look up.
    pub address: u64,
}

/// One node: a frame under its caller. A parent always has a smaller number than its children.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Number of the caller's node; 0 is above the roots.
    pub parent: u32,
    /// Number of the frame.
    pub frame: u32,
    /// Samples whose stack ends here.
    pub count: u32,
}

/// The tree.
pub struct AddressTree {
    /// Nodes; the first is above the roots and has no frame.
    pub nodes: Vec<Node>,
    /// Frames by number.
    pub frames: Vec<Frame>,
    /// Samples by the frame on top, in each block.
    pub leaves: HashMap<u32, [u32; BLOCKS]>,
    /// Leaves of samples whose path was cut.
    pub cut: HashMap<u32, u32>,
    children: HashMap<(u32, u32), u32>,
    numbers: HashMap<Frame, u32>,
}

impl AddressTree {
    /// An empty tree.
    pub fn new() -> AddressTree {
        AddressTree {
            nodes: vec![Node { parent: 0, frame: 0, count: 0 }],
            frames: vec![Frame { layout: u16::MAX, address: 0 }],
            leaves: HashMap::new(),
            cut: HashMap::new(),
            children: HashMap::new(),
            numbers: HashMap::new(),
        }
    }

    /// Adds a stack, leaf first. An empty one is no stack.
    pub fn add(&mut self, layout: u16, stack: &[u64], block: usize) {
        let Some(leaf) = stack.first() else { return };
        let leaf = self.frame(Frame { layout, address: *leaf });
        self.leaves.entry(leaf).or_default()[block.min(BLOCKS - 1)] += 1;
        let mut node = 0;
        for address in stack.iter().rev() {
            let frame = self.frame(Frame { layout, address: *address });
            let Some(child) = self.child(node, frame) else {
                *self.cut.entry(leaf).or_default() += 1;
                return;
            };
            node = child;
        }
        self.nodes[node as usize].count += 1;
    }

    fn frame(&mut self, frame: Frame) -> u32 {
        if let Some(number) = self.numbers.get(&frame) {
            return *number;
        }
        if self.frames.len() >= MAX_FRAMES {
            return 0;
        }
        let number = self.frames.len() as u32;
        self.frames.push(frame);
        self.numbers.insert(frame, number);
        number
    }

    fn child(&mut self, parent: u32, frame: u32) -> Option<u32> {
        if let Some(node) = self.children.get(&(parent, frame)) {
            return Some(*node);
        }
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { parent, frame, count: 0 });
        self.children.insert((parent, frame), number);
        Some(number)
    }

    /// Frees what only [`AddressTree::add`] needs.
    pub fn freeze(&mut self) {
        self.children = HashMap::new();
        self.numbers = HashMap::new();
    }
}

#[cfg(test)]
mod tests {
    use super::AddressTree;

    #[test]
    fn stacks_with_a_common_caller_share_its_node() {
        let mut tree = AddressTree::new();
        tree.add(0, &[3, 2, 1], 0);
        tree.add(0, &[4, 2, 1], 5);
        tree.add(0, &[3, 2, 1], 11);
        assert_eq!(tree.nodes.len(), 1 + 4);
        assert_eq!(tree.frames.len(), 1 + 4);
        let counts: Vec<u32> = tree.nodes.iter().map(|node| node.count).filter(|count| *count > 0).collect();
        assert_eq!(counts, [2, 1]);
        assert!(tree.nodes.iter().enumerate().skip(1).all(|(number, node)| (node.parent as usize) < number));
    }

    #[test]
    fn leaves_count_in_their_block() {
        let mut tree = AddressTree::new();
        tree.add(0, &[9], 2);
        tree.add(0, &[9, 1], 2);
        let blocks = tree.leaves.values().next().expect("one leaf");
        assert_eq!((blocks[2], blocks.iter().sum::<u32>()), (2, 2));
    }

    #[test]
    fn the_same_address_in_two_address_spaces_is_two_frames() {
        let mut tree = AddressTree::new();
        tree.add(0, &[1], 0);
        tree.add(1, &[1], 0);
        assert_eq!(tree.frames.len(), 1 + 2);
    }

    #[test]
    fn an_empty_stack_adds_nothing() {
        let mut tree = AddressTree::new();
        tree.add(0, &[], 0);
        assert_eq!(tree.nodes.len(), 1);
    }
}
