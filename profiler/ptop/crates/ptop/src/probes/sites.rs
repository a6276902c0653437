//! The stacks of one kind of weighed events, as the record lists them.

use crate::abi::stacks::StackKind;
use crate::engine::StackEvents;
use crate::record::MOST;
use crate::record::stacks::{Function, SiteStack, Sites};

/// `kind_of` names what the events' key means.
pub fn sites_of(stacks: &StackEvents, kind: StackKind, kind_of: impl Fn(u32) -> String) -> Sites {
    let folded = stacks.finish(kind);
    let stack = folded.stacks.into_iter().map(|stack| SiteStack {
        frames: stack.frames,
        kind: kind_of(stack.key),
        count: stack.load.count.min(MOST),
        weight: stack.load.weight.min(MOST),
    });
    Sites {
        samples: folded.samples,
        lost: stacks.lost(kind),
        whole: folded.whole,
        ends_early: folded.ends_early,
        python: folded.python,
        stacks: stack.collect(),
        functions: folded.functions.into_iter().map(bounded).collect(),
        cut: folded.cut,
    }
}

fn bounded(row: Function) -> Function {
    Function { own: row.own.min(MOST), total: row.total.min(MOST), ..row }
}
