//! Folded stacks of waits as the record has them.

use crate::profile::Folded;
use crate::record::stacks::{Function, WaitFunction, WaitStack, WaitStacks};

/// `what` says what a key means.
pub fn wait_stacks(folded: Folded, lost: u64, what: impl Fn(u32) -> String) -> WaitStacks {
    let function = |row: Function| WaitFunction {
        name: row.name,
        module: row.module,
        self_ns: row.own,
        total_ns: row.total,
        self_blocks_ns: row.self_blocks,
        file: row.file,
        line: row.line,
    };
    let stacks = folded.stacks.into_iter().map(|stack| WaitStack {
        frames: stack.frames,
        what: what(stack.key),
        count: stack.load.count,
        ns: stack.load.weight,
    });
    WaitStacks {
        samples: folded.samples,
        lost,
        whole: folded.whole,
        ends_early: folded.ends_early,
        frames: folded.frames,
        named: folded.named,
        python: folded.python,
        stacks: stacks.collect(),
        functions: folded.functions.into_iter().map(function).collect(),
        cut: folded.cut,
    }
}
