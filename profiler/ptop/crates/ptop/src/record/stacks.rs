//! Functions and stacks, as the axes have them that carry stacks.

use std::rc::Rc;

use serde::Serialize;

use super::Blocks;
use crate::abi::BLOCKS;

#[derive(Debug, Clone, Serialize)]
pub struct Function {
    pub name: Rc<str>,
    pub module: Rc<str>,
    #[serde(rename = "self")]
    pub own: u64,
    pub total: u64,
    #[serde(serialize_with = "or_zeros")]
    pub self_blocks: Option<Box<Blocks>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Rc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<FunctionLine>,
}

/// Most functions of a profile own nothing: they keep no blocks.
#[allow(clippy::ref_option, reason = "as the serialiser calls it")]
fn or_zeros<S: serde::Serializer>(blocks: &Option<Box<Blocks>>, serializer: S) -> Result<S::Ok, S::Error> {
    blocks.as_deref().unwrap_or(&[0; BLOCKS]).serialize(serializer)
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

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct StackCut {
    pub functions: u64,
    pub stacks: u64,
}

/// Stacks of waits. Counts and nanoseconds stand for the waits that were not drawn as well.
#[derive(Debug, Serialize)]
pub struct WaitStacks {
    pub samples: u64,
    pub lost: u64,
    pub whole: u64,
    pub ends_early: Vec<EndsEarly>,
    pub frames: u64,
    pub named: u64,
    pub functions: Vec<WaitFunction>,
    pub stacks: Vec<WaitStack>,
    pub cut: StackCut,
}

#[derive(Debug, Clone, Serialize)]
pub struct WaitFunction {
    pub name: Rc<str>,
    pub module: Rc<str>,
    pub self_ns: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "or_zeros")]
    pub self_blocks_ns: Option<Box<Blocks>>,
}

#[derive(Debug, Serialize)]
pub struct WaitStack {
    pub frames: Vec<u32>,
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
    pub functions: Vec<Function>,
    pub stacks: Vec<SiteStack>,
    pub cut: StackCut,
}

#[derive(Debug, Serialize)]
pub struct SiteStack {
    pub frames: Vec<u32>,
    pub kind: String,
    pub count: u64,
    pub weight: u64,
}
