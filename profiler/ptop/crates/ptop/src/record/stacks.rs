//! Functions and stacks, as the axes have them that carry stacks.

use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::values::{Blocks, MOST, Text};
use crate::abi::BLOCKS;

#[derive(Debug, Clone, Serialize)]
pub struct Function {
    pub name: Text,
    pub module: Text,
    #[serde(rename = "self")]
    pub own: u64,
    pub total: u64,
    pub self_blocks: OwnBlocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub lines: Box<[FunctionLine]>,
    /// Where processes of several builds were measured at once.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub self_by_build: Box<[BuildShare]>,
}

/// What a function weighs itself in the processes of one build.
#[derive(Debug, Clone, Serialize)]
pub struct BuildShare {
    #[serde(serialize_with = "text")]
    pub exe_sha256: Rc<str>,
    #[serde(rename = "self")]
    pub own: u64,
    pub self_blocks: Blocks,
}

/// What a function weighs itself, by block; most functions of a profile own nothing.
#[derive(Debug, Clone, Default)]
pub struct OwnBlocks(Option<(Rc<Vec<Blocks>>, u32)>);

impl OwnBlocks {
    /// One row of all functions' blocks.
    pub fn new(all: &Rc<Vec<Blocks>>, row: u32) -> OwnBlocks {
        OwnBlocks(Some((Rc::clone(all), row)))
    }

    /// By block.
    pub fn get(&self) -> Blocks {
        self.0.as_ref().map_or([0; BLOCKS], |(all, row)| all[*row as usize])
    }
}

impl Serialize for OwnBlocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().map(|weight| weight.min(MOST)).serialize(serializer)
    }
}

fn text<S: Serializer>(text: &Rc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// A line of a function, and the weight of what ran there itself.
#[derive(Debug, Clone, Serialize)]
pub struct FunctionLine {
    pub line: u32,
    #[serde(rename = "self")]
    pub own: u64,
}

/// Why stacks do not reach their root, and how many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EndsEarly {
    pub reason: &'static str,
    pub text: &'static str,
    pub samples: u64,
}

/// What became of the frames of Python interpreters.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct PythonStacks {
    /// Samples of processes with an interpreter that is understood.
    pub samples: u64,
    /// Of those, the ones in which frames of the interpreter are missing.
    pub incomplete: u64,
    pub frames: u64,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct StackCut {
    pub functions: u64,
    pub stacks: u64,
}

/// Stacks of waits. Counts and nanoseconds include the waits that were not drawn.
#[derive(Debug, Serialize)]
pub struct WaitStacks {
    pub samples: u64,
    pub lost: u64,
    pub whole: u64,
    pub ends_early: Vec<EndsEarly>,
    pub frames: u64,
    pub named: u64,
    pub python: PythonStacks,
    pub functions: Vec<WaitFunction>,
    pub stacks: Vec<WaitStack>,
    pub cut: StackCut,
}

#[derive(Debug, Clone, Serialize)]
pub struct WaitFunction {
    pub name: Text,
    pub module: Text,
    pub self_ns: u64,
    pub total_ns: u64,
    pub self_blocks_ns: OwnBlocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

#[derive(Debug, Serialize)]
pub struct WaitStack {
    pub frames: Box<[u32]>,
    pub what: String,
    pub count: u64,
    pub ns: u64,
}

/// User stacks of events with a weight, estimated from those that were taken.
#[derive(Debug, Default, Serialize)]
pub struct Sites {
    pub samples: u64,
    pub lost: u64,
    pub whole: u64,
    pub ends_early: Vec<EndsEarly>,
    pub python: PythonStacks,
    pub functions: Vec<Function>,
    pub stacks: Vec<SiteStack>,
    pub cut: StackCut,
}

#[derive(Debug, Serialize)]
pub struct SiteStack {
    pub frames: Box<[u32]>,
    pub kind: String,
    pub count: u64,
    pub weight: u64,
}
