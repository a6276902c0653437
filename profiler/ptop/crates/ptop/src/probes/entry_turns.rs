//! When the program on the entries of system calls is there: always, where the target makes few calls; by turns, where
//! it makes many. Away, it costs neither the target nor anybody else anything, and every call is counted on its exit.

use std::rc::Rc;

use super::TargetSet;
use crate::bpf::Absence;

/// Calls a second on one CPU beyond which not every entry is watched.
const BUDGET: u64 = 15_000;
/// How long entries are watched at a time, at least: long enough to see how many there are.
const WATCH_NS: u64 = 100_000_000;
/// How long they are not, one after the other. They differ, so that what the target does at regular times does not
/// always fall into the same part.
const RESTS_NS: [u64; 5] = [700_000_000, 500_000_000, 900_000_000, 600_000_000, 800_000_000];

enum Turn {
    Watching { since_ns: u64, entered: Vec<u64> },
    Resting { since_ns: u64, until_ns: u64 },
}

/// Whose turn it is.
pub struct EntryTurns {
    targets: Rc<TargetSet>,
    turn: Turn,
    rests: usize,
}

impl EntryTurns {
    /// Entries are watched from now on. `None` where nobody asked for them.
    ///
    /// # Errors
    /// When the counts cannot be read.
    pub fn begin(targets: &Rc<TargetSet>, now_ns: u64) -> Result<Option<EntryTurns>, Absence> {
        if !targets.watches_entries() {
            return Ok(None);
        }
        let turn = Turn::Watching { since_ns: now_ns, entered: targets.entered()? };
        Ok(Some(EntryTurns { targets: Rc::clone(targets), turn, rests: 0 }))
    }

    /// Passes the turn on where it is time. Called every now and then.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn look(&mut self, now_ns: u64) -> Result<(), Absence> {
        match &self.turn {
            Turn::Watching { since_ns, entered } if now_ns >= since_ns + WATCH_NS => {
                let entered_by_now = self.targets.entered()?;
                if busiest(entered, &entered_by_now, now_ns - since_ns) > BUDGET {
                    self.targets.miss_entries()?;
                    let rest_ns = RESTS_NS[self.rests % RESTS_NS.len()];
                    self.rests += 1;
                    self.turn = Turn::Resting { since_ns: now_ns, until_ns: now_ns + rest_ns };
                } else {
                    // What was not watched before is made up for; from here on everything is.
                    self.targets.weigh_entries(1)?;
                    self.turn = Turn::Watching { since_ns: now_ns, entered: entered_by_now };
                }
            }
            Turn::Resting { since_ns, until_ns } if now_ns >= *until_ns => {
                self.targets.watch_entries(weight_after(now_ns - since_ns))?;
                self.turn = Turn::Watching { since_ns: now_ns, entered: self.targets.entered()? };
            }
            _ => {}
        }
        Ok(())
    }
}

/// For how many calls one stands that is watched after a rest.
fn weight_after(rest_ns: u64) -> u32 {
    1 + u32::try_from((rest_ns + WATCH_NS / 2) / WATCH_NS).unwrap_or(u32::MAX - 1)
}

/// Calls a second on the CPU that entered most.
fn busiest(before: &[u64], after: &[u64], ns: u64) -> u64 {
    let most = before.iter().zip(after).map(|(before, after)| after.saturating_sub(*before)).max().unwrap_or(0);
    u64::try_from(u128::from(most) * 1_000_000_000 / u128::from(ns.max(1))).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{busiest, weight_after};

    #[test]
    fn a_watched_call_stands_for_those_of_the_rest_as_well() {
        assert_eq!([0, 100_000_000, 700_000_000, 760_000_000].map(weight_after), [1, 2, 8, 9]);
    }

    #[test]
    fn the_budget_is_of_one_cpu() {
        assert_eq!(busiest(&[10, 500], &[1010, 600], 100_000_000), 10_000);
        assert_eq!(busiest(&[], &[], 0), 0);
    }
}
