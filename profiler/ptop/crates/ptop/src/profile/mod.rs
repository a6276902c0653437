//! From samples to a profile: each sample's stack is unwound when it is read and
//! folded into a tree of addresses; names are looked up once, at the end.

mod axis;
mod fold;
mod functions;
mod layouts;

use crate::perf::UserSample;
use crate::probes::Member;
use crate::record::CpuStacks;
use fold::AddressTree;
use layouts::Layouts;

/// Samples of one capture, folded. Memory is bounded by the constants of its parts.
pub struct Profile {
    layouts: Layouts,
    tree: AddressTree,
    stack: Vec<u64>,
    samples: u64,
    whole: u64,
}

impl Profile {
    /// Nothing yet.
    pub fn new() -> Profile {
        Profile { layouts: Layouts::new(), tree: AddressTree::new(), stack: Vec::new(), samples: 0, whole: 0 }
    }

    /// Opens the target's processes now, while they live.
    pub fn notice(&mut self, members: &[Member]) {
        self.layouts.notice(members);
    }

    /// Unwinds and folds one sample that fell in `block`.
    pub fn add(&mut self, sample: &UserSample<'_>, block: usize) {
        self.samples += 1;
        let Some((layout, target)) = self.layouts.of(sample.pid, sample.time_ns) else { return };
        let arch = stacks::Arch::NATIVE;
        let Ok(regs) = stacks::Registers::from_perf(arch, arch.perf_mask(), sample.registers) else { return };
        let outcome = target.unwind(&stacks::Sample { regs, stack: sample.stack }, &mut self.stack);
        self.whole += u64::from(outcome.is_whole());
        self.tree.add(layout, &self.stack, block);
    }

    /// Names every address and writes the axis, rates left out.
    pub fn finish(&mut self) -> CpuStacks {
        let tree = std::mem::replace(&mut self.tree, AddressTree::new());
        let runtimes = self.layouts.runtimes();
        CpuStacks { samples: self.samples, whole: self.whole, runtimes, ..axis::build(tree, &mut self.layouts) }
    }
}
