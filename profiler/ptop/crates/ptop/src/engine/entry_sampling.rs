//! When the program on entries of system calls is attached: always, where few calls are made; alternately attached and
//! detached, where the target or any other process makes many. Detached it costs nothing, and every call is counted on
//! its exit.

use std::rc::Rc;
use std::time::Duration;

use super::target_set::{Entered, TargetSet};
use crate::bpf::LoadError;

/// Calls of the target a second on one CPU beyond which not every entry is watched.
const BUDGET: u64 = 15_000;
/// So many calls of other processes cost as much as one of the target's.
const OTHERS_PER_CALL: u64 = 2;
/// How long entries are watched at a time, at least: long enough to see how many there are.
const WATCH_NS: u64 = 100_000_000;
/// For how many such times they are not, at most and on average. That many keep a target to the budget that makes
/// 240,000 calls a second on one CPU.
const MAX_PAUSE: u64 = 15;
/// Of that, in hundredths, one after the other. They differ, so that what the target does at regular times does not
/// always fall into the same part.
const PARTS: [u64; 5] = [100, 71, 129, 86, 114];

enum SamplingPhase {
    Watching { since_ns: u64, entered: Vec<Entered> },
    Paused { since_ns: u64, until_ns: u64 },
}

/// Attaches and detaches that program.
pub struct EntrySampling {
    targets: Rc<TargetSet>,
    phase: SamplingPhase,
    pauses: usize,
}

impl EntrySampling {
    /// Entries are watched from now on. `None` where nobody asked for them.
    ///
    /// # Errors
    /// When the counts cannot be read.
    pub fn begin(targets: &Rc<TargetSet>, now_ns: u64) -> Result<Option<EntrySampling>, LoadError> {
        if !targets.watches_entries() {
            return Ok(None);
        }
        let phase = SamplingPhase::Watching { since_ns: now_ns, entered: targets.entered()? };
        Ok(Some(EntrySampling { targets: Rc::clone(targets), phase, pauses: 0 }))
    }

    /// Begins the next phase where it is due. Called every now and then.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn look(&mut self, now_ns: u64) -> Result<(), LoadError> {
        match &self.phase {
            SamplingPhase::Watching { since_ns, entered } if now_ns >= since_ns + WATCH_NS => {
                let entered_by_now = self.targets.entered()?;
                let pause_ns = pause_after(busiest(entered, &entered_by_now, now_ns - since_ns), self.pauses);
                if pause_ns > 0 {
                    self.targets.miss_entries()?;
                    self.pauses += 1;
                    self.phase = SamplingPhase::Paused { since_ns: now_ns, until_ns: now_ns + pause_ns };
                } else {
                    // What was not watched before is made up for; from here on everything is.
                    self.targets.weigh_entries(1)?;
                    self.phase = SamplingPhase::Watching { since_ns: now_ns, entered: entered_by_now };
                }
            }
            SamplingPhase::Paused { since_ns, until_ns } if now_ns >= *until_ns => {
                self.targets.watch_entries(weight_after(now_ns - since_ns))?;
                self.phase = SamplingPhase::Watching { since_ns: now_ns, entered: self.targets.entered()? };
            }
            _ => {}
        }
        Ok(())
    }

    /// How long it is until the next phase may be due.
    pub fn due_in(&self, now_ns: u64) -> Duration {
        let due_ns = match &self.phase {
            SamplingPhase::Watching { since_ns, .. } => since_ns + WATCH_NS,
            SamplingPhase::Paused { until_ns, .. } => *until_ns,
        };
        Duration::from_nanos(due_ns.saturating_sub(now_ns))
    }
}

/// For how many calls one stands that is watched after a pause.
fn weight_after(pause_ns: u64) -> u32 {
    1 + u32::try_from((pause_ns + WATCH_NS / 2) / WATCH_NS).unwrap_or(u32::MAX - 1)
}

/// How long entries are not watched after this many calls a second, so that on average the budget is.
fn pause_after(calls: u64, pauses: usize) -> u64 {
    if calls <= BUDGET {
        return 0;
    }
    let pause = calls.div_ceil(BUDGET).saturating_sub(1).min(MAX_PAUSE);
    ((pause * PARTS[pauses % PARTS.len()] + 50) / 100).max(1) * WATCH_NS
}

/// What entering cost the CPU that entered most, as calls of the target a second.
fn busiest(before: &[Entered], after: &[Entered], ns: u64) -> u64 {
    let cost = |(before, after): (&Entered, &Entered)| {
        let others = after.others.saturating_sub(before.others);
        after.ours.saturating_sub(before.ours) + others / OTHERS_PER_CALL
    };
    let most = before.iter().zip(after).map(cost).max().unwrap_or(0);
    u64::try_from(u128::from(most) * 1_000_000_000 / u128::from(ns.max(1))).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, Entered, busiest, pause_after, weight_after};

    #[test]
    fn a_watched_call_counts_for_those_of_the_pause_as_well() {
        assert_eq!([0, 100_000_000, 700_000_000, 760_000_000].map(weight_after), [1, 2, 8, 9]);
    }

    #[test]
    fn the_budget_is_of_one_cpu() {
        let entered = |ours, others| Entered { ours, others };
        assert_eq!(
            busiest(&[entered(10, 0), entered(500, 0)], &[entered(1010, 0), entered(600, 0)], 100_000_000),
            10_000
        );
        assert_eq!(busiest(&[], &[], 0), 0);
    }

    #[test]
    fn two_calls_of_others_weigh_as_much_as_one() {
        let before = [Entered { ours: 5, others: 7 }];
        assert_eq!(busiest(&before, &[Entered { ours: 15, others: 27 }], 1_000_000_000), 20);
    }

    #[test]
    fn entries_pause_for_as_long_as_keeps_to_the_budget() {
        let pauses = |calls| [0, 1, 2, 3, 4, 5].map(|pauses| pause_after(calls, pauses) / 100_000_000);
        assert_eq!(pauses(BUDGET), [0; 6]);
        assert_eq!(pauses(BUDGET + 1), [1; 6]);
        assert_eq!(pauses(BUDGET * 4), [3, 2, 4, 3, 3, 3]);
        assert_eq!(pauses(u64::MAX), [15, 11, 19, 13, 17, 15]);
    }
}
