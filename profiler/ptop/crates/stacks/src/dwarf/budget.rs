//! What reading a module's debug information may cost.

use std::time::Instant;

use crate::types::limits::Limits;

/// Ranges read, and rows matched, for one module.
const MOST_RANGES: u64 = 64_000_000;
/// How often the clock is read: once for so many steps.
const CLOCK_EVERY: u64 = 1024;

/// What reading may still cost, and what it did.
pub(crate) struct Budget {
    info_left: u64,
    lines_left: u64,
    units_left: u64,
    ranges_left: u64,
    deadline: Instant,
    steps: u64,
    is_late: bool,
    /// Whether something was left out because of a limit.
    pub(crate) is_cut: bool,
    /// Parts that could not be understood.
    pub(crate) malformed: u64,
    pub(crate) bytes_read: u64,
}

impl Budget {
    pub(crate) fn new(limits: &Limits, deadline: Instant) -> Budget {
        Budget {
            info_left: limits.debug_bytes,
            lines_left: limits.debug_bytes,
            units_left: limits.debug_units,
            ranges_left: MOST_RANGES,
            deadline,
            steps: 0,
            is_late: false,
            is_cut: false,
            malformed: 0,
            bytes_read: 0,
        }
    }

    pub(super) fn is_late(&mut self) -> bool {
        self.steps += 1;
        if self.steps % CLOCK_EVERY == 1 && !self.is_late {
            self.is_late = Instant::now() >= self.deadline;
            self.is_cut |= self.is_late;
        }
        self.is_late
    }

    /// Whether no further entry may be read.
    pub(super) fn is_spent(&self) -> bool {
        self.is_late || self.info_left == 0
    }

    fn take(left: u64, count: u64, is_cut: &mut bool) -> u64 {
        *is_cut |= count > left;
        left.saturating_sub(count)
    }

    pub(super) fn take_info(&mut self, bytes: u64) -> bool {
        self.info_left = Budget::take(self.info_left, bytes, &mut self.is_cut);
        self.info_left > 0 && !self.is_late()
    }

    pub(super) fn take_lines(&mut self, bytes: u64) -> bool {
        self.lines_left = Budget::take(self.lines_left, bytes, &mut self.is_cut);
        self.lines_left > 0 && !self.is_late()
    }

    pub(super) fn take_unit(&mut self) -> bool {
        self.units_left = Budget::take(self.units_left, 1, &mut self.is_cut);
        self.units_left > 0 && !self.is_late()
    }

    pub(super) fn take_range(&mut self) -> bool {
        self.ranges_left = Budget::take(self.ranges_left, 1, &mut self.is_cut);
        self.ranges_left > 0 && !self.is_late()
    }
}
