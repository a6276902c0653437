//! Reader of `kernel_locks`.

use super::base::{Probe, Proof, Setup};
use super::rows::add_each;
use crate::abi::{BLOCKS, LATENCY_BUCKETS, Outcome};
use crate::bpf::{LoadError, Loaded, PerCpu};
use crate::canary::CanaryActions;
use crate::record::Axes;
use crate::record::times::KernelLock;
use crate::registry::Manifest;

/// Combinations of the kernel's flags.
const FLAGS: u32 = 64;
const SPINS: u32 = 1;
const READS: u32 = 2;
const REAL_TIME: u32 = 8;
const PER_CPU: u32 = 16;
const MUTEX: u32 = 32;

/// The attached probe.
pub struct KernelLocks {
    loaded: Loaded,
    locks: PerCpu<u32, Outcome>,
}

impl KernelLocks {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<KernelLocks, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        // The end first: a wait seen only at its beginning would look unfinished.
        loaded.attach(&["on_contention_end", "on_contention_begin"])?;
        Ok(KernelLocks { locks: loaded.per_cpu("locks")?, loaded })
    }

    /// By kind; several combinations of flags may be one.
    fn totals(&self) -> Result<Vec<KernelLock>, LoadError> {
        let mut totals: Vec<KernelLock> = Vec::new();
        for flags in 0..FLAGS {
            let per_cpu = self.locks.get(&flags)?;
            let kind = kind(flags);
            for one in per_cpu.iter().filter(|one| one.count > 0) {
                let place = totals.iter().position(|total| total.kind == kind).unwrap_or_else(|| {
                    totals.push(KernelLock {
                        kind,
                        count: 0,
                        total_ns: 0,
                        hist: [0; LATENCY_BUCKETS],
                        blocks: [0; BLOCKS],
                    });
                    totals.len() - 1
                });
                add(&mut totals[place], one);
            }
        }
        Ok(totals)
    }
}

fn add(total: &mut KernelLock, one: &Outcome) {
    total.count += one.count;
    total.total_ns += one.total_ns;
    add_each(&mut total.hist, &one.latency);
    add_each(&mut total.blocks, &one.blocks);
}

/// What the kernel's flags say about a lock. A mutex spins first and sleeps then.
fn kind(flags: u32) -> &'static str {
    let reads = flags & READS != 0;
    match flags {
        _ if flags & MUTEX != 0 => "mutex",
        _ if flags & REAL_TIME != 0 => "rt_mutex",
        _ if flags & PER_CPU != 0 => {
            if reads {
                "percpu_rwsem_read"
            } else {
                "percpu_rwsem_write"
            }
        }
        SPINS => "spinlock",
        0 => "semaphore",
        _ => match (flags & SPINS != 0, reads) {
            (true, true) => "rwlock_read",
            (true, false) => "rwlock_write",
            (false, true) => "rwsem_read",
            (false, false) => "rwsem_write",
        },
    }
}

impl Probe for KernelLocks {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let mutexes = self.totals()?.iter().find(|total| total.kind == "mutex").map_or(0, |total| total.count);
        // Other parts of the kernel may let the canary wait as well.
        let fires = actions.mutex_waits > 0 && mutexes >= actions.mutex_waits;
        Ok(Proof::invariant(actions.mutex_waits, mutexes, fires, "waits for a mutex of the kernel, or more"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        let empty = Outcome { count: 0, total_ns: 0, latency: [0; LATENCY_BUCKETS], blocks: [0; BLOCKS] };
        for flags in 0..FLAGS {
            self.locks.put(&flags, &empty)?;
        }
        Ok(())
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let mut totals = self.totals()?;
        totals.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then(a.kind.cmp(b.kind)));
        // The axis is the other probe's, which is read before this one.
        if let Some(locks) = &mut axes.locks {
            locks.kernel = Some(totals);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn flags_name_the_lock() {
        let kinds = [0, 1, 3, 5, 2, 4, 8, 18, 20, 32, 33].map(kind);
        let expected = [
            "semaphore",
            "spinlock",
            "rwlock_read",
            "rwlock_write",
            "rwsem_read",
            "rwsem_write",
            "rt_mutex",
            "percpu_rwsem_read",
            "percpu_rwsem_write",
            "mutex",
            "mutex",
        ];
        assert_eq!(kinds, expected);
    }
}
