//! Processes of the target that have ended and gave up their places in the kernel's table: it has 4096, and a target may
//! start any number of programs.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::abi::Target;
use crate::target::Member;
use crate::target::exists;

/// Places taken from which on those of ended processes are given up.
const CROWDED: u32 = 2048;
/// New processes between two scans of the whole table.
const LOOK_EACH: u32 = 256;
/// How long a process keeps its place after it was found to have ended: it is still seen leaving its CPU.
const GRACE: Duration = Duration::from_millis(100);
/// Of those that gave up their places, how many are remembered one by one.
const MAX_MEMBERS: usize = 4096;
/// Of these, whose children still find them.
const MAX_PIDS: usize = 16_384;

/// A process in the kernel's table: its key, and when it was started.
pub type Place = (u32, u64);

/// Those processes.
#[derive(Default)]
pub struct Departed {
    members: Vec<Member>,
    /// Their pids by key: children that they left behind ask for them.
    pids: HashMap<u32, u32>,
    count: u32,
    /// Found to have ended, and when that was.
    ended: Vec<Place>,
    found: Option<Instant>,
    /// How many there had been at the last look at the table.
    looked_at: u32,
}

impl Departed {
    /// Whether the table is to be searched, now that it has so many processes.
    pub fn wants_look(&self, processes: u32) -> bool {
        self.ended.is_empty()
            && processes.wrapping_sub(self.count) >= CROWDED
            && processes.wrapping_sub(self.looked_at) >= LOOK_EACH
    }

    /// Reads the table.
    pub fn look(&mut self, processes: u32, table: &[(u32, Target)]) {
        let has_ended = |target: &Target| target.ended > 0 || target.pid != 0 && !exists(target.pid);
        let ended = table.iter().filter(|(_, target)| target.forked != 0 && has_ended(target));
        self.ended = ended.map(|(tgid, target)| (*tgid, target.start_ns)).collect();
        self.found = Some(Instant::now());
        self.looked_at = processes;
    }

    /// Those whose places are to be given up now. None is named twice.
    pub fn due(&mut self) -> Vec<Place> {
        let is_due = self.found.is_some_and(|found| found.elapsed() >= GRACE);
        if is_due { std::mem::take(&mut self.ended) } else { Vec::new() }
    }

    /// Remembers one that gave up its place.
    pub fn add(&mut self, tgid: u32, member: Member) {
        self.count = self.count.wrapping_add(1);
        if self.pids.len() >= MAX_PIDS {
            self.pids.clear();
        }
        self.pids.insert(tgid, member.pid);
        if self.members.len() < MAX_MEMBERS {
            self.members.push(member);
        }
    }

    /// Those that are remembered.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The pid of one of them.
    pub fn pid(&self, tgid: u32) -> Option<u32> {
        self.pids.get(&tgid).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{CROWDED, Departed, GRACE, LOOK_EACH, MAX_MEMBERS, MAX_PIDS};
    use crate::abi::Target;
    use crate::profile::member;

    fn target(pid: u32, ended: u32, forked: u8) -> Target {
        Target { pid, ended, forked, start_ns: 7, ..crate::abi::read(&[]) }
    }

    #[test]
    fn those_that_have_ended_give_up_their_places_once_there_are_many() {
        let own = std::process::id();
        let mut departed = Departed::default();
        assert!(!departed.wants_look(CROWDED - 1) && departed.wants_look(CROWDED));
        // Living; ended by the kernel's word, and by /proc; of the request; without a pid that is seen here.
        let table = [(1, target(own, 0, 1)), (2, target(own, 1, 1)), (3, target(u32::MAX, 0, 1))];
        let table = [&table[..], &[(4, target(u32::MAX, 1, 0)), (5, target(0, 0, 1))]].concat();
        departed.look(CROWDED, &table);
        assert!(departed.due().is_empty() && !departed.wants_look(CROWDED + LOOK_EACH));
        std::thread::sleep(GRACE);
        assert_eq!((departed.due(), departed.due()), (vec![(2, 7), (3, 7)], vec![]));
        assert!(!departed.wants_look(CROWDED + LOOK_EACH - 1) && departed.wants_look(CROWDED + LOOK_EACH));
        departed.add(2, member(20, 0, 0));
        assert!(!departed.wants_look(CROWDED), "one place was given up");
        assert_eq!((departed.pid(2), departed.pid(3)), (Some(20), None));
    }

    #[test]
    fn so_many_are_remembered_one_by_one() {
        let mut departed = Departed::default();
        let last = 5 * MAX_PIDS as u32 + 7;
        (0..=last).for_each(|tgid| departed.add(tgid, member(tgid, 0, 0)));
        assert_eq!((departed.members().len(), departed.pid(last)), (MAX_MEMBERS, Some(last)));
        assert!(departed.pids.len() <= MAX_PIDS);
    }
}
