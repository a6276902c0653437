//! What the programs know of the frames that the target's runtimes keep outside the stack.

use stacks::{FramesList, FramesNode, FramesPlace, FramesPlan, FramesStart, HOPS};

use super::Plain;

/// A place that a structure leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
struct Place {
    pointer: u32,
    count: u32,
    count_bytes: u32,
    scale: i32,
    offset: i32,
    pad: u32,
}

impl Place {
    fn new(place: &FramesPlace) -> Place {
        let FramesPlace { pointer, count, count_bytes, scale, offset } = *place;
        Place { pointer, count, count_bytes, scale, offset, pad: 0 }
    }
}

/// Where one process has its frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Plan {
    exec_ns: u64,
    start: u64,
    start_kind: u32,
    slot: u32,
    variable: u32,
    hop_count: u32,
    hops: [u32; HOPS],
    head_hop: u32,
    head_at: u32,
    head_bytes: u32,
    list: u32,
    outer: u32,
    next: u32,
    stride: i32,
    node_bytes: u32,
    beside: u32,
    beside_at: i32,
    beside_bytes: u32,
    last_bytes: u32,
    first: Place,
    end: Place,
}

// SAFETY: repr(C) integers and arrays of them only; two words of eight, twenty of four, and two places of six make 144.
unsafe impl Plain for Plan {}
const _: () = assert!(size_of::<Plan>() == 144);

impl Plan {
    /// The plan of a process that replaced its program last at `exec_ns`.
    pub fn new(exec_ns: u64, plan: &FramesPlan) -> Plan {
        let (start_kind, start, slot, variable) = match plan.start {
            FramesStart::At(address) => (0, address, 0, 0),
            FramesStart::Thread(offset) => (1, wrapped(offset), 0, 0),
            FramesStart::Variable { table, slot, offset } => (2, wrapped(table.into()), slot, offset),
            FramesStart::Learned => (3, 0, 0, 0),
            FramesStart::Here(address) => (4, address, 0, 0),
        };
        let nothing = (FramesPlace::default(), FramesNode::default());
        let (list, first, end, (next, stride), node) = match plan.list {
            FramesList::Linked { first, next, node } => (0, first, nothing.0, (next, 0), node),
            FramesList::Array { first, end, stride, node } => (1, first, end, (0, stride), node),
            FramesList::Block { from, to, grows_up } => (2 + u32::from(grows_up), from, to, (0, 0), nothing.1),
        };
        Plan {
            exec_ns,
            start,
            start_kind,
            slot,
            variable,
            hop_count: plan.hop_count,
            hops: plan.hops,
            head_hop: plan.head_hop,
            head_at: plan.head.0,
            head_bytes: plan.head.1,
            list,
            outer: plan.outer,
            next,
            stride,
            node_bytes: node.bytes,
            beside: node.beside,
            beside_at: node.beside_offset,
            beside_bytes: node.beside_bytes,
            last_bytes: plan.last_bytes,
            first: Place::new(&first),
            end: Place::new(&end),
        }
    }
}

/// As a number that the program adds to an address.
fn wrapped(offset: i64) -> u64 {
    u64::from_ne_bytes(offset.to_ne_bytes())
}

/// A thread: its process, and its id in the initial namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
pub struct KnownThread {
    pub pid: u32,
    pub id: u32,
}

// SAFETY: repr(C) integers only; two of four make eight.
unsafe impl Plain for KnownThread {}
const _: () = assert!(size_of::<KnownThread>() == 8);
