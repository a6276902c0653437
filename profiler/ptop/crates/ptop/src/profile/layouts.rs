//! Address spaces of the target. Processes forked from one another without exec
//! have the same code at the same addresses, so they share one unwinder; a
//! pre-forking server with a hundred workers costs as much as one process.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, BufReader};

use stacks::{Limits, Target};

/// Different address spaces unwound; samples of further ones have no frames.
const MAX_LAYOUTS: usize = 16;
/// Address spaces that get the unwinder's full caches; later ones get small ones.
const ROOMY_LAYOUTS: usize = 2;
/// Processes remembered.
const MAX_PROCESSES: usize = 8192;

struct Layout {
    fingerprint: u64,
    target: Target,
}

/// Unwinders by process.
pub struct Layouts {
    layouts: Vec<Layout>,
    by_pid: HashMap<u32, Option<u16>>,
}

impl Layouts {
    /// None yet.
    pub fn new() -> Layouts {
        Layouts { layouts: Vec::new(), by_pid: HashMap::new() }
    }

    /// The unwinder of a process and its number. `None` when it cannot be read or there are too many.
    pub fn of(&mut self, pid: u32) -> Option<(u16, &mut Target)> {
        let known = self.by_pid.get(&pid).copied();
        let number = match known {
            Some(number) => number?,
            None => {
                let number = self.open(pid);
                if self.by_pid.len() < MAX_PROCESSES {
                    self.by_pid.insert(pid, number);
                }
                number?
            }
        };
        self.at(number).map(|target| (number, target))
    }

    /// An unwinder by its number.
    pub fn at(&mut self, number: u16) -> Option<&mut Target> {
        self.layouts.get_mut(usize::from(number)).map(|layout| &mut layout.target)
    }

    fn open(&mut self, pid: u32) -> Option<u16> {
        // A process that ended before its first sample was read was a fork of one that is known.
        let Some(fingerprint) = fingerprint(pid) else { return (!self.layouts.is_empty()).then_some(0) };
        if let Some(same) = self.layouts.iter().position(|layout| layout.fingerprint == fingerprint) {
            return Some(same as u16);
        }
        if self.layouts.len() >= MAX_LAYOUTS {
            return None;
        }
        let target = Target::open(pid, limits(self.layouts.len())).ok()?;
        self.layouts.push(Layout { fingerprint, target });
        Some(self.layouts.len() as u16 - 1)
    }
}

fn limits(number: usize) -> Limits {
    let full = Limits::default();
    if number < ROOMY_LAYOUTS {
        return full;
    }
    Limits { cached_addresses: full.cached_addresses / 8, distinct_rules: full.distinct_rules / 8, ..full }
}

/// A hash of where which executable code is mapped. `None` when the process cannot be read.
fn fingerprint(pid: u32) -> Option<u64> {
    let maps = File::open(format!("/proc/{pid}/maps")).ok()?;
    let mut hasher = DefaultHasher::new();
    let mut executable = 0;
    for line in BufReader::new(maps).split(b'\n') {
        let line = line.ok()?;
        let mut fields = line.split(|byte| *byte == b' ');
        let (range, permissions) = (fields.next()?, fields.next()?);
        if permissions.get(2) == Some(&b'x') {
            executable += 1;
            hasher.write(range);
            for field in fields {
                hasher.write(field);
            }
        }
    }
    // A process that is exiting has no mappings left.
    (executable > 0).then(|| hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::{Layouts, fingerprint};

    #[test]
    fn one_address_space_is_opened_once() {
        let own = std::process::id();
        let mut layouts = Layouts::new();
        let first = layouts.of(own).map(|(number, _)| number);
        let again = layouts.of(own).map(|(number, _)| number);
        assert_eq!((first, again, layouts.layouts.len()), (Some(0), Some(0), 1));
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_fingerprint() {
        assert_eq!(fingerprint(u32::MAX), None);
        assert!(Layouts::new().of(u32::MAX).is_none());
    }
}
