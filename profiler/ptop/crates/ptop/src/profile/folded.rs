//! What the profile of one kind of stacks says, as probes take it over into the record.

use super::fold::Load;
use crate::record::cpu_stacks::SourceDetail;
use crate::record::stacks::{EndsEarly, Function, PythonStacks, StackCut};

/// All stacks of one kind in terms of functions. Weights are samples, nanoseconds or bytes.
#[derive(Debug, Default)]
pub struct Folded {
    /// Stacks that arrived.
    pub samples: u64,
    /// Of those, the ones that reach a marked root.
    pub whole: u64,
    /// Of them, those that led through code which a runtime made or interprets and which is not understood.
    pub unread: u64,
    /// Why the others do not, most frequent first.
    pub ends_early: Vec<EndsEarly>,
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
    pub frames: Box<[u32]>,
    /// As the events said.
    pub key: u32,
    /// Events and their weight.
    pub load: Load,
}
