//! Why stacks do not reach their root, counted.

use stacks::CutReason;

use crate::record::stacks::EndsEarly;

/// What keeps a sample from being unwound at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotUnwound {
    NoRegisters,
    ProcessNotRead,
    KernelWorker,
}

impl NotUnwound {
    const ALL: [NotUnwound; 3] = [NotUnwound::NoRegisters, NotUnwound::ProcessNotRead, NotUnwound::KernelWorker];

    fn code(self) -> &'static str {
        match self {
            NotUnwound::NoRegisters => "no_registers",
            NotUnwound::ProcessNotRead => "process_not_read",
            NotUnwound::KernelWorker => "kernel_worker",
        }
    }

    fn text(self) -> &'static str {
        match self {
            NotUnwound::NoRegisters => "the thread was ending, and its memory had gone before it",
            NotUnwound::ProcessNotRead => {
                "the process ended or replaced its program before it could be read, or there were too many of them"
            }
            NotUnwound::KernelWorker => {
                "a thread of the kernel worked for the process, as io_uring's do; it has no stack of the program"
            }
        }
    }
}

/// Counts by reason.
#[derive(Debug, Default)]
pub struct Ends {
    cut: [u64; CutReason::ALL.len()],
    not_unwound: [u64; NotUnwound::ALL.len()],
}

impl Ends {
    /// A walk that stopped before the root.
    pub fn cut(&mut self, reason: CutReason) {
        if let Some(place) = CutReason::ALL.iter().position(|one| *one == reason) {
            self.cut[place] += 1;
        }
    }

    /// A sample without a walk.
    pub fn not_unwound(&mut self, why: NotUnwound) {
        self.not_unwound[why as usize] += 1;
    }

    /// Those that occurred, most frequent first.
    pub fn listed(&self) -> Vec<EndsEarly> {
        let cut = CutReason::ALL.iter().zip(&self.cut).map(|(why, count)| (why.code(), why.text(), *count));
        let not = NotUnwound::ALL.iter().zip(&self.not_unwound).map(|(why, count)| (why.code(), why.text(), *count));
        let all = cut.chain(not).map(|(reason, text, samples)| EndsEarly { reason, text, samples });
        let mut listed: Vec<EndsEarly> = all.filter(|end| end.samples > 0).collect();
        listed.sort_by_key(|end| std::cmp::Reverse(end.samples));
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_that_occurred_are_listed_with_the_most_frequent_first() {
        let mut ends = Ends::default();
        assert!(ends.listed().is_empty());
        for reason in CutReason::ALL {
            ends.cut(reason);
        }
        ends.not_unwound(NotUnwound::ProcessNotRead);
        ends.not_unwound(NotUnwound::ProcessNotRead);
        let listed = ends.listed();
        assert_eq!(listed.len(), CutReason::ALL.len() + 1);
        assert_eq!((listed[0].reason, listed[0].samples), ("process_not_read", 2));
        assert!(listed[1..].iter().zip(CutReason::ALL).all(|(end, why)| end.reason == why.code() && end.samples == 1));
    }
}
