//! Processes that belong with the target and are no part of it: workers that a server had forked before it was asked for
//! by its own pid, or the server where a worker was.

use std::collections::{HashMap, HashSet};
use std::fs;

use super::identity::Stat;
use super::programs::file_of;
use crate::arguments::RequestedProcess;
use crate::record::Relatives;

/// Named ones; `count` has all.
const MOST_NAMED: usize = 16;
/// Forks followed between two processes.
const MOST_FORKS: usize = 32;

/// Of processes that run: others of the same executable that descend from one of them, one of them descends from, or
/// that have the same parent, as far as they `may_be_named`.
pub fn relatives_of(present: &[u32], may_be_named: impl Fn(RequestedProcess) -> bool) -> Relatives {
    let executables: HashSet<(u64, u64)> = present.iter().filter_map(|pid| file_of(*pid)).collect();
    let all: HashMap<u32, Stat> = processes().into_iter().map(|stat| (stat.pid, stat)).collect();
    let ours: HashSet<u32> = present.iter().copied().collect();
    let above: HashSet<u32> = present.iter().flat_map(|pid| ancestors(*pid, &all)).collect();
    // Of the first process, and of one outside the namespace, anything is a child.
    let parents: HashSet<u32> =
        present.iter().filter_map(|pid| all.get(pid)).map(|stat| stat.parent).filter(|parent| *parent > 1).collect();
    let is_relative = |stat: &&Stat| {
        !ours.contains(&stat.pid)
            && (above.contains(&stat.pid)
                || parents.contains(&stat.parent)
                || ancestors(stat.pid, &all).any(|pid| ours.contains(&pid)))
    };
    let mut pids: Vec<u32> = all
        .values()
        .filter(is_relative)
        .filter(|stat| file_of(stat.pid).is_some_and(|own| executables.contains(&own)))
        .filter(|stat| may_be_named(RequestedProcess { pid: stat.pid, start_ticks: Some(stat.start_ticks) }))
        .map(|stat| stat.pid)
        .collect();
    pids.sort_unstable();
    let count = pids.len();
    pids.truncate(MOST_NAMED);
    Relatives { count, pids }
}

fn processes() -> Vec<Stat> {
    let pid = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(pid);
    pids.filter_map(|pid| Stat::parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)).collect()
}

/// Its parent, the parent of that, and so on.
fn ancestors(pid: u32, all: &HashMap<u32, Stat>) -> impl Iterator<Item = u32> {
    let parent = |pid: &u32| all.get(pid).map(|stat| stat.parent).filter(|parent| *parent > 1);
    std::iter::successors(parent(&pid), parent).take(MOST_FORKS)
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};

    use super::relatives_of;
    use crate::record::Relatives;

    struct Sleeping(Child);

    impl Drop for Sleeping {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    fn sleeping() -> Sleeping {
        Sleeping(Command::new("sleep").arg("60").spawn().expect("it starts"))
    }

    #[test]
    fn those_of_the_same_parent_and_executable_are_named_unless_they_may_not() {
        let (one, other) = (sleeping(), sleeping());
        let _unlike = Sleeping(Command::new("tail").args(["-f", "/dev/null"]).spawn().expect("it starts"));
        let pids = [one.0.id(), other.0.id()];
        // Other tests have started some as well.
        let relatives = relatives_of(&pids[..1], |process| pids.contains(&process.pid));
        assert_eq!(relatives, Relatives { count: 1, pids: vec![pids[1]] });
        assert_eq!(relatives_of(&pids, |process| pids.contains(&process.pid)), Relatives::default());
        assert_eq!(relatives_of(&pids[..1], |_| false), Relatives::default());
    }
}
