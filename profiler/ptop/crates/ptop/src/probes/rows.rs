//! Rows of the record: added up, and made of folded stacks.

use crate::abi::stacks::StackKind;
use crate::engine::StackEvents;
use crate::profile::Folded;
use crate::record::MOST;
use crate::record::stacks::{Function, SiteStack, Sites, WaitFunction, WaitStack, WaitStacks};

/// Sorts by key, and adds up rows that read alike.
pub fn merge_rows<T, K: Ord>(rows: &mut Vec<T>, key: impl Fn(&T) -> K, add: impl Fn(&mut T, &T)) {
    rows.sort_by_key(&key);
    rows.dedup_by(|later, first| {
        let same = key(later) == key(first);
        if same {
            add(first, later);
        }
        same
    });
}

/// Adds each of one to each of the other.
pub fn add_each<const N: usize, T: Copy + Into<u64>>(all: &mut [u64; N], part: &[T; N]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all += (*part).into();
    }
}

/// The stacks of one kind of weighed events; `kind_of` names what the events' key means.
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

/// Stacks of waits; `what` says what a key means.
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
