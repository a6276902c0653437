//! What the machine gave the target within the window. Files are read when the window opens and when it has closed, and
//! never between: the difference is what happened meanwhile, to within the milliseconds that the collector takes to wake.

mod cgroup;
mod mounts;
mod pressure;
mod quota;
mod steal;

use crate::collector::clock::{boottime_ns, monotonic_ns};
use crate::record::host::{Pressure, Quota};
use quota::Limit;

/// To be read at both ends of the window.
pub struct Conditions {
    limit: Option<Limit>,
    before: Reading,
    /// By how much the clock that goes on while the machine is suspended is ahead of the monotonic one.
    suspended_ns: u64,
}

#[derive(Default)]
struct Reading {
    steal_ns: Option<u64>,
    pressure: Option<Pressure>,
    counts: Option<quota::Counts>,
}

/// What was found. What cannot be known is absent.
pub struct Given {
    pub steal_ns: Option<u64>,
    pub pressure: Option<Pressure>,
    pub quota: Option<Quota>,
}

impl Conditions {
    /// Finds out where the target's first process has its limits.
    pub fn of(pid: Option<u32>) -> Conditions {
        let limit = pid.map(cgroup::folders).and_then(Limit::smallest);
        Conditions { limit, before: Reading::default(), suspended_ns: 0 }
    }

    /// The window has opened.
    pub fn begin(&mut self) {
        self.suspended_ns = boottime_ns().saturating_sub(monotonic_ns());
        self.before = self.read();
    }

    /// What the boot clock showed at a time of the monotonic one, at the start of the window.
    pub fn boottime_of(&self, monotonic_ns: u64) -> u64 {
        monotonic_ns + self.suspended_ns
    }

    /// The window has closed.
    pub fn end(&self) -> Given {
        let after = self.read();
        let counts = after.counts.zip(self.before.counts).and_then(|(after, before)| after.since(before));
        let pressure = after.pressure.zip(self.before.pressure);
        Given {
            // A machine that moved to another host begins again.
            steal_ns: after.steal_ns.zip(self.before.steal_ns).and_then(|(after, before)| after.checked_sub(before)),
            pressure: pressure.and_then(|(after, before)| pressure::between(before, after)),
            quota: self.limit.as_ref().zip(counts).map(|(limit, counts)| limit.quota(counts)),
        }
    }

    fn read(&self) -> Reading {
        Reading {
            steal_ns: steal::read(),
            pressure: pressure::read(),
            counts: self.limit.as_ref().and_then(Limit::counts),
        }
    }
}
