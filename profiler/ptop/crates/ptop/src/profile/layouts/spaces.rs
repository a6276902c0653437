//! Unwinders, one for each address space. The first ones stay. Those of programs that the target starts and that end
//! again are left one after the other: what was met in them is stored by the files that it lies in, each of them once,
//! however often it was run.

use std::collections::BTreeMap;

use stacks::{Limits, Root, Target};

use crate::profile::fold::Frame;
use crate::record::LanguageRuntime;
use crate::record::cpu_stacks::Runtime;

/// Address spaces that stay, with the unwinder's full caches.
const LASTING: u32 = 2;
/// Address spaces unwound at a time; samples of further ones have no frames.
pub(super) const MOST: usize = 40;
/// From so many on, those are left whose processes are gone.
const MANY: usize = 12;
/// Unwinders without a process cached for the next one that runs the same program: as many as are left at once.
const MOST_SPARE: usize = MANY;
/// Number of the address space that has the files of those that were left.
const KEPT: u32 = (1 << NUMBER_BITS) - 1;
/// Bits of a number; above them is the epoch, which has twelve.
const NUMBER_BITS: u32 = 20;

/// What identifies an address space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// Where which code is mapped.
    pub layout: u64,
    /// The program that runs.
    pub program: u64,
}

struct Space {
    looks: Looks,
    target: Target,
    /// In which round of reading samples its processes were found to be gone.
    gone: Option<u64>,
}

/// Unwinders by number. No number is given twice.
#[derive(Default)]
pub struct Spaces {
    opened: BTreeMap<u32, Box<Space>>,
    /// The next number.
    next: u32,
    /// How often all samples were read that had arrived.
    rounds: u64,
    /// Of the process opened first. Most of what it starts sees the same files, and ends sooner; it may end itself before
    /// its last samples are read.
    first: Option<Root>,
    kept: Option<Box<Target>>,
    /// Of those that were left, by program, the oldest first: the same is often started again.
    spare: Vec<(u64, Target)>,
    /// Language runtimes of those that were left.
    left: Vec<Runtime>,
    is_reported: bool,
}

impl Spaces {
    /// The number of an open address space that looks like this.
    pub fn find(&self, looks: Looks) -> Option<u32> {
        self.opened.iter().find(|(_, space)| space.looks == looks).map(|(number, _)| *number)
    }

    /// Opens the address space of a process. `None` when it cannot be read, or too many are open.
    pub fn open(&mut self, pid: u32, looks: Looks) -> Option<u32> {
        let first = self.first.get_or_insert_with(|| Root::of(pid));
        let number = self.next;
        if number >= KEPT || self.opened.len() >= MOST {
            return None;
        }
        let spare = self.spare.iter().position(|(program, _)| *program == looks.program);
        let target = match spare.map(|place| self.spare.remove(place)) {
            Some((_, spare)) => spare.move_to(pid, first),
            None => Target::open_beside(pid, first, limits(number)),
        };
        let mut target = target.ok()?;
        target.set_reported(self.is_reported);
        self.opened.insert(number, Box::new(Space { looks, target, gone: None }));
        self.next += 1;
        Some(number)
    }

    /// Whether all code that is mapped is reported.
    pub fn set_reported(&mut self, is_reported: bool) {
        self.is_reported = is_reported;
    }

    /// Reads what is mapped again, because something was not reported.
    pub fn read_again(&mut self) {
        for space in self.opened.values_mut() {
            space.target.set_reported(false);
            // Of a process that is gone, what is known is the last.
            let _ = space.target.refresh_mappings();
            space.target.set_reported(self.is_reported);
        }
    }

    /// An unwinder by its number; also that of what was kept.
    pub fn at(&mut self, number: u32) -> Option<&mut Target> {
        if number == KEPT {
            return self.kept.as_deref_mut();
        }
        Some(&mut self.opened.get_mut(&number)?.target)
    }

    /// Every open address space.
    pub fn each(&mut self) -> impl Iterator<Item = (u32, &mut Target)> {
        self.opened.iter_mut().map(|(number, space)| (*number, &mut space.target))
    }

    /// Puts a stack that was just unwound in an address space into `out` as frames that last.
    pub fn place(&mut self, number: u32, stack: &[u64], out: &mut Vec<Frame>) {
        out.clear();
        let Some(space) = self.opened.get_mut(&number) else { return };
        let layout = with_epoch(number, space.target.epoch());
        if number < LASTING {
            out.extend(stack.iter().map(|address| Frame { layout, address: *address }));
            return;
        }
        let kept = self.kept.get_or_insert_with(|| Box::new(Target::without_process(Limits::default())));
        out.extend(stack.iter().map(|address| match space.target.keep(*address, kept) {
            Some(address) => Frame { layout: with_epoch(KEPT, 0), address },
            None => Frame { layout, address: *address },
        }));
    }

    /// Every sample that had arrived was read.
    pub fn drained(&mut self) {
        self.rounds += 1;
    }

    /// The numbers of those that may be left, if there are too many: that were gone when a round began that has ended,
    /// so that no sample of them is left.
    pub fn ended(&mut self, is_gone: impl Fn(u32) -> bool) -> Vec<u32> {
        if self.opened.len() < MANY {
            return Vec::new();
        }
        let rounds = self.rounds;
        let mut ended = Vec::new();
        for (number, space) in self.opened.range_mut(LASTING..) {
            match space.gone {
                None => space.gone = is_gone(*number).then_some(rounds),
                Some(round) if rounds >= round + 2 => ended.push(*number),
                Some(_) => {}
            }
        }
        ended
    }

    /// Leaves an address space. Code in no file has no name from now on.
    pub fn leave(&mut self, number: u32) {
        let Some(mut space) = self.opened.remove(&number) else { return };
        if let Some(kept) = &mut self.kept {
            space.target.leave_files(kept);
        }
        add_runtimes(&space.target, &mut self.left);
        if self.spare.len() >= MOST_SPARE {
            self.spare.remove(0);
        }
        self.spare.push((space.looks.program, space.target));
    }

    /// Before anything is named: what was kept gets its files.
    pub fn leave_files(&mut self) {
        let Some(kept) = &mut self.kept else { return };
        self.opened.values_mut().for_each(|space| space.target.leave_files(kept));
    }

    /// The program of an open address space.
    pub fn program(&self, number: u32) -> Option<u64> {
        self.opened.get(&number).map(|space| space.looks.program)
    }

    /// The language runtime of an open address space; of several, one that is understood.
    pub fn runtime(&self, number: u32) -> Option<LanguageRuntime> {
        let notes = self.opened.get(&number)?.target.runtimes();
        let understood = notes.iter().position(|note| note.problem.is_none()).unwrap_or(0);
        let note = notes.into_iter().nth(understood)?;
        Some(LanguageRuntime { kind: note.language, version: note.version })
    }

    /// The language runtimes of all address spaces, each once.
    pub fn runtimes(&self) -> Vec<Runtime> {
        let mut runtimes = Vec::new();
        self.opened.values().for_each(|space| add_runtimes(&space.target, &mut runtimes));
        for runtime in &self.left {
            add_once(runtime.clone(), &mut runtimes);
        }
        runtimes
    }
}

/// The number under which addresses of an address space are stored that were met in one epoch of it.
fn with_epoch(number: u32, epoch: u16) -> u32 {
    number | u32::from(epoch) << NUMBER_BITS
}

/// The address space and the epoch of a frame.
pub fn parts_of(layout: u32) -> (u32, u16) {
    (layout & KEPT, (layout >> NUMBER_BITS) as u16)
}

fn add_runtimes(target: &Target, runtimes: &mut Vec<Runtime>) {
    for note in target.runtimes() {
        add_once(Runtime { name: note.name, problem: note.problem, hint: note.hint }, runtimes);
    }
}

/// Of several processes with the same runtime one may have a hint.
fn add_once(runtime: Runtime, runtimes: &mut Vec<Runtime>) {
    let is_same = |known: &&mut Runtime| known.name == runtime.name && known.problem == runtime.problem;
    match runtimes.iter_mut().find(is_same) {
        Some(known) => known.hint = known.hint.take().or(runtime.hint),
        None => runtimes.push(runtime),
    }
}

fn limits(number: u32) -> Limits {
    let full = Limits::default();
    if number < LASTING {
        return full;
    }
    Limits {
        cached_addresses: full.cached_addresses / 16,
        distinct_rules: full.distinct_rules / 8,
        cached_pages: full.cached_pages / 2,
        ..full
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, parts_of, with_epoch};

    #[test]
    fn a_number_and_an_epoch_are_told_from_all_others() {
        let parts = [(0, 0), (1, 0), (0, 1), (70_000, 4095), (KEPT - 1, 4095), (KEPT, 0)];
        assert_eq!(parts.map(|(number, epoch)| parts_of(with_epoch(number, epoch))), parts);
    }
}
